package loaders

import (
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/model"
)

var devtoolsFormat = Format{
	Name: "devtools", About: "chrome-devtools-mcp: take_snapshot",
	Recognised: "lines that start with uid=S_N, or JSON with snapshot and id, role, children in it",
	InFiles:    true,
	Sniff:      sniffDevTools,
	Load:       loadDevTools,
}

func sniffDevTools(p *Peek) Score {
	if kind, keys := p.Inner("snapshot"); kind == jsontext.Object && hasAll(keys, []string{"id", "role"}) {
		return Sure
	}
	if p.JSON != 0 {
		return No
	}
	score := No
	textLines(p.Start, func(_ int, line string) bool {
		if _, _, ok := devtoolsStart(line); ok {
			score = Sure
		}
		// Something stands before the first uid on its line.
		return score == No && !strings.Contains(line, " uid=") && !strings.Contains(line, ">uid=")
	})
	if score == No && strings.HasPrefix(p.Start, devtoolsSaved) {
		return Likely
	}
	return score
}

// devtoolsSaved starts the answer of a snapshot that was written to a file.
const devtoolsSaved = "Saved snapshot to "

// devtoolsStart takes indentation and uid off the first line of an element.
func devtoolsStart(line string) (uid, rest string, ok bool) {
	s, ok := strings.CutPrefix(strings.TrimLeft(line, " \t"), "uid=")
	if !ok {
		return "", "", false
	}
	end := strings.IndexByte(s, ' ')
	if end < 0 {
		end = len(s)
	}
	snapshot, n, ok := strings.Cut(s[:end], "_")
	return s[:end], s[end:], ok && isDigits(snapshot) && isDigits(n)
}

func isDigits(s string) bool {
	for _, c := range []byte(s) {
		if c < '0' || c > '9' {
			return false
		}
	}
	return s != ""
}

func loadDevTools(s *Source) (*model.Recording, error) {
	if strings.HasPrefix(strings.TrimLeft(s.Text, " \t\r\n"), "{") {
		return loadDevToolsJSON(s)
	}
	c := &model.Capture{Format: "devtools", Text: s.Text}
	if strings.HasPrefix(strings.TrimSpace(s.Text), devtoolsSaved) {
		name := strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(s.Text), devtoolsSaved), ".")
		return elsewhere(s, c, name)
	}
	trees := devtoolsGrammar.split(s.Text)
	if len(trees) == 0 {
		c.Warn("there is no line that starts with uid=: the page had not loaded, or this is another tool's answer")
		model.Link(c, nil)
		return one(c), nil
	}
	return devtoolsGrammar.load(s, trees, func(c *model.Capture, body string, line int) error {
		c.Shape = ""
		t := &textTree{c: c}
		textItems(body, devtoolsGrammar.starts, nil, func(n int, item string) {
			t.add(devtoolsElement(item), indentOf(item), line+n)
		})
		t.finish()
		nameWebPage(c)
		noteSelected(c)
		return nil
	})
}

// devtoolsSelected follows the element that somebody has selected by hand.
const devtoolsSelected = "[selected in the DevTools"

// noteSelected tells the mark of a selected element: it comes from a person at
// the page, not from the page.
func noteSelected(c *model.Capture) {
	if !strings.Contains(c.Text, devtoolsSelected) {
		return
	}
	for i := range c.Elements {
		if e := &c.Elements[i]; strings.Contains(e.Member("rest").Text, devtoolsSelected) {
			c.Warn("uid=" + e.Ref + " is marked as selected in the DevTools: a person has it open in the Elements panel, and no other snapshot says so")
		}
	}
}

// loadDevToolsJSON reads the structured content of an answer: {"snapshot": {id,
// role, name, …, children}}.
func loadDevToolsJSON(s *Source) (*model.Recording, error) {
	c := &model.Capture{Format: "devtools", Shape: shapeJSON, Unit: cssPixels}
	var tree string
	r := jsontext.NewReader(s.Text)
	for r.Object(); r.NextName(); {
		if name := r.Name(); name == "snapshot" {
			tree = r.Skip()
		} else {
			r.Skip()
		}
	}
	r.End()
	if err := r.Err(); err != nil {
		return nil, err
	}
	n := newNest(tree, c, "children", devtoolsMembers)
	if err := n.document(); err != nil {
		return nil, err
	}
	markWebRepeats(c)
	markWebSecrets(c)
	nameWebPage(c)
	return one(c), nil
}

func devtoolsMembers(e *model.Element, members []jsontext.Member) {
	e.Given = 0
	for _, m := range members {
		switch text := m.Value.Text; m.Name {
		case "id":
			e.Ref, e.Given = text, e.Given|model.HasRef
		case "role":
			e.Role, e.Given = text, e.Given|model.HasRole
		case "name":
			e.Name, e.Given = text, e.Given|model.HasName
		case "value":
			e.Value, e.Given = text, e.Given|model.HasValue
		case "description":
			e.Description, e.Given = text, e.Given|model.HasDescription
		default:
			setWebState(e, m.Name, text)
		}
	}
	e.Kind = webKind(e.Role)
	e.Ignored = e.Role == "ignored"
	setWebActions(e, false)
}

// devtoolsGrammar tells the lines of take_snapshot. Its texts are quoted and
// not escaped: one whose quotes are open goes on in the next line.
var devtoolsGrammar = &grammar{
	format: "devtools", jumps: true,
	starts: func(line string) bool { _, _, ok := devtoolsStart(line); return ok },
	goesOn: func(_ int, last string, more []string) int {
		if !devtoolsOpen(last) {
			return 0
		}
		for i, line := range more {
			if !devtoolsOpen(`"` + line) {
				return i + 1
			}
		}
		return 0
	},
	half: func(line string) bool {
		_, rest, _ := devtoolsStart(line)
		role := strings.TrimPrefix(rest, " ")
		return role == "" || devtoolsOpen(line) || leadingWord(role) == role && halfRole(role)
	},
}

// devtoolsOpen reports a line in which a quote is open.
func devtoolsOpen(line string) bool {
	for {
		at := strings.IndexByte(line, '"')
		if at < 0 {
			return false
		}
		end := devtoolsEnd(line[at+1:])
		if end < 0 {
			return true
		}
		line = line[at+1+end+1:]
	}
}

// devtoolsElement reads an element from its lines.
func devtoolsElement(text string) textElement {
	uid, rest, _ := devtoolsStart(text[:lineEnd(text)])
	rest = strings.TrimRight(rest+text[lineEnd(text):], " \n")
	e := textElement{Element: model.Element{Ref: uid, Given: model.HasRef}}
	rest = strings.TrimPrefix(rest, " ")
	if rest != "" && rest[0] != '"' && !strings.HasPrefix(rest, "[") {
		end := strings.IndexAny(rest, " \n")
		if end < 0 {
			end = len(rest)
		}
		// A key without a role before it is an attribute of an unnamed text.
		if word := rest[:end]; !strings.Contains(word, "=") {
			e.Role, e.Given = word, e.Given|model.HasRole
			rest = strings.TrimPrefix(rest[end:], " ")
		}
	}
	if e.Role == "" {
		e.Role = "StaticText" // the one role that is left out
	}
	if strings.HasPrefix(rest, `"`) {
		e.Name, rest = devtoolsQuoted(rest[1:])
		e.Given |= model.HasName
	}
	devtoolsAttributes(&e, rest)
	e.Kind = webKind(e.Role)
	e.Ignored = e.Role == "ignored"
	if e.Ignored {
		e.Kind = model.KindNone
	}
	setWebActions(&e.Element, false)
	return e
}

func lineEnd(s string) int {
	if at := strings.IndexByte(s, '\n'); at >= 0 {
		return at
	}
	return len(s)
}

// devtoolsQuoted takes a text off s whose opening quote has been read. Nothing
// in it is escaped, so it ends at the first quote that an attribute or the end
// of the element follows.
func devtoolsQuoted(s string) (text, rest string) {
	if end := devtoolsEnd(s); end >= 0 {
		return s[:end], s[end+1:]
	}
	return s, ""
}

// devtoolsEnd is where the quote closes that was opened before s, -1 if it does
// not.
func devtoolsEnd(s string) int {
	for i := 0; i < len(s); i++ {
		if s[i] == '"' && devtoolsFollows(s[i+1:]) {
			return i
		}
	}
	return -1
}

func devtoolsFollows(s string) bool {
	if strings.TrimRight(s, " ") == "" || strings.HasPrefix(s, " "+devtoolsSelected) {
		return true
	}
	if s[0] != ' ' {
		return false
	}
	word := leadingWord(s[1:])
	rest := s[1+len(word):]
	return strings.HasPrefix(rest, `="`) && isLower(word) || devtoolsFlags[word] && (rest == "" || rest[0] == ' ')
}

func isLower(s string) bool { return s != "" && s == strings.ToLower(s) && isNameStart(s[0]) }

// devtoolsFlags are the attributes that stand without a value.
var devtoolsFlags = map[string]bool{
	"atomic": true, "busy": true, "checked": true, "disableable": true, "disabled": true, "expandable": true, "expanded": true,
	"focusable": true, "focused": true, "modal": true, "multiline": true, "multiselectable": true, "pressed": true,
	"readonly": true, "required": true, "selectable": true, "selected": true, "hidden": true, "editable": true, "settable": true,
}

// devtoolsAttributes reads what follows the name: flags, and key="value".
func devtoolsAttributes(e *textElement, s string) {
	for {
		s = strings.TrimLeft(s, " \n")
		word := leadingWord(s)
		if word == "" {
			if strings.TrimSpace(s) != "" {
				e.own = appendMember(e.own, "rest", s)
			}
			return
		}
		s = s[len(word):]
		if !strings.HasPrefix(s, `="`) {
			e.own = appendFlag(e.own, word)
			devtoolsFlag(&e.Element, word)
			continue
		}
		var value string
		value, s = devtoolsQuoted(s[2:])
		e.own = appendMember(e.own, word, value)
		switch word {
		case "value":
			e.Value, e.Given = value, e.Given|model.HasValue
		case "description":
			e.Description, e.Given = value, e.Given|model.HasDescription
		default:
			setWebState(&e.Element, word, value)
		}
	}
}

// devtoolsFlag reads a flag. A word with -able is printed for a state that is
// told at all, before the state itself if it is true.
func devtoolsFlag(e *model.Element, word string) {
	switch word {
	case "disableable":
		e.States.Set(model.Enabled, model.Yes)
	case "expandable":
		e.States.Set(model.Expandable, model.Yes)
		e.States.Set(model.Expanded, model.No)
	case "selectable":
		e.States.Set(model.Selectable, model.Yes)
		e.States.Set(model.Selected, model.No)
	default:
		setWebState(e, word, "true")
	}
}

// elsewhere loads the file that an answer says the tree went to, or says so
// where that file is not at hand.
func elsewhere(s *Source, c *model.Capture, name string) (*model.Recording, error) {
	name = name[:lineEnd(name)]
	if text, err := readNear(s, name); err == nil && !s.folder {
		inner := *s
		inner.Name, inner.Text = name, text
		inner.Path = ""
		if rec, err := loadText(&inner); err == nil {
			for _, c := range rec.Captures {
				c.Source = name
				c.Warn(s.Name + " names this file as the place of its tree")
			}
			return rec, nil
		}
	}
	c.Warn("the tool wrote the tree to " + name + ": open that file")
	model.Link(c, nil)
	return one(c), nil
}
