package loaders

import (
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/model"
)

var agentbrowserFormat = Format{
	Name: "agent-browser", About: "agent-browser: snapshot, as text or --json",
	Recognised: `lines like - role "name" [level=1, ref=e2], or JSON with snapshot and refs`,
	Sniff:      sniffAgentBrowser,
	Load:       loadAgentBrowser,
}

// What agent-browser prints for a page without elements.
var agentEmpty = map[string]string{
	"(empty page)":              "the page shows nothing that is accessible, or had not loaded",
	"(no interactive elements)": "nothing on the page is interactive: take the snapshot without -i",
}

func sniffAgentBrowser(p *Peek) Score {
	if p.JSON == jsontext.Object {
		if p.Has("snapshot", "refs") {
			return Sure
		}
		if p.Has("success", "data") {
			if _, keys := p.Inner("data"); hasAll(keys, []string{"snapshot", "refs"}) {
				return Sure
			}
		}
		return No
	}
	if p.JSON != 0 {
		return No
	}
	if _, empty := agentEmpty[strings.TrimSpace(p.Start)]; empty {
		return Sure
	}
	if !strings.HasPrefix(p.Start, "- ") {
		return No
	}
	switch l := peekListing(p.Start); {
	case !l.tree():
		return No
	case l.agent > l.playwright:
		return Likely
	case l.agent == l.playwright:
		return Maybe
	}
	return No
}

func loadAgentBrowser(s *Source) (*model.Recording, error) {
	c := &model.Capture{Format: "agent-browser", Shape: shapeText, Text: s.Text}
	tree := s.Text
	if strings.HasPrefix(strings.TrimLeft(s.Text, " \t\r\n"), "{") {
		c.Shape = shapeJSON
		var err error
		if tree, err = readAgentJSON(s.Text, c); err != nil {
			return nil, err
		}
	}
	if why, empty := agentEmpty[strings.TrimSpace(tree)]; empty {
		c.Warn(why)
	}
	if c.Shape == shapeJSON {
		readAgentTree(c, tree, 0)
		c.Lines = nil // they count within the snapshot
		return one(c), nil
	}
	trees := agentGrammar.split(tree)
	if len(trees) == 0 {
		readAgentTree(c, "", 0)
		return one(c), nil
	}
	return agentGrammar.load(s, trees, func(c *model.Capture, body string, line int) error {
		readAgentTree(c, body, line)
		return nil
	})
}

// agentGrammar tells the lines of a snapshot. Values stand bare behind a colon:
// what follows one directly may be its next line.
var agentGrammar = &grammar{
	format: "agent-browser", half: halfItem, holds: holdsListing,
	starts: func(line string) bool {
		body, ok := dashBody(line)
		return ok && body != "" && isNameStart(body[0])
	},
	goesOn: func(_ int, last string, more []string) int {
		if !strings.Contains(last, ": ") {
			return 0
		}
		return untilBlank(more)
	},
}

// untilBlank counts the lines before the first blank one.
func untilBlank(lines []string) int {
	for i, line := range lines {
		if strings.TrimSpace(line) == "" {
			return i
		}
	}
	return len(lines)
}

// readAgentTree reads the lines of a tree, whose first is that line of the
// text.
func readAgentTree(c *model.Capture, tree string, line int) {
	t := &textTree{c: c}
	indent, valued := 0, false
	starts := func(line string) bool {
		// Values are not escaped: what is indented too deeply for a child is
		// a line of the value above it.
		ok := agentStart(line) && !(valued && indentOf(line) > indent+2)
		if ok {
			indent, valued = indentOf(line), strings.Contains(line, ": ")
		}
		return ok
	}
	textItems(tree, starts, nil, func(n int, item string) {
		t.add(agentElement(item), indentOf(item), line+n)
	})
	if len(c.Elements) == 0 && len(c.Warnings) == 0 {
		c.Warn("there is no line that starts with a role: the page had not loaded, or this is another tool's text")
	}
	countRefless(c)
	t.finish()
}

// readAgentJSON returns the snapshot of what --json prints, with or without
// {success, data} around it.
func readAgentJSON(text string, c *model.Capture) (string, error) {
	v, err := jsontext.Parse(text)
	if err != nil {
		return "", err
	}
	if data, ok := v.Lookup("data"); ok {
		v = data
	}
	var own []byte
	for _, m := range v.Members {
		if m.Name != "snapshot" {
			own = appendRawMember(own, m.Name, m.Value.Raw)
		}
	}
	c.Raw = string(own)
	c.App = urlHost(v.Member("origin").Text)
	return v.Member("snapshot").Text, nil
}

// agentStart reports whether a line starts an element.
func agentStart(line string) bool {
	body, ok := dashBody(line)
	if !ok {
		return false
	}
	role := leadingWord(body)
	rest, ok := afterName(body[len(role):])
	if role == "" || !ok {
		return false
	}
	return rest == "" || rest[0] == ':' || strings.HasPrefix(rest, " [") || agentKind(rest) != ""
}

// agentKind is the word of agentKinds that comes next, with its hints.
func agentKind(rest string) string {
	for _, kind := range agentKinds {
		if strings.HasPrefix(rest, " "+kind+" [") {
			return kind
		}
	}
	return ""
}

// agentElement reads an element from its lines.
func agentElement(item string) textElement {
	body := strings.TrimPrefix(strings.TrimLeft(item, " "), "- ")
	role := leadingWord(body)
	e := textElement{Element: model.Element{Role: role, Given: model.HasRole, Kind: webKind(role)}}
	rest := body[len(role):]
	if name, after, ok := cutQuoted(strings.TrimPrefix(rest, " ")); ok {
		e.Name, e.Given = name, e.Given|model.HasName
		rest = after
	}
	if inside, after, ok := cutBracket(strings.TrimPrefix(rest, " ")); ok && rest[0] == ' ' {
		rest = after
		for _, attribute := range strings.Split(inside, ", ") {
			agentAttribute(&e, attribute)
		}
	}
	setWebActions(&e.Element, false)
	if kind := agentKind(rest); kind != "" {
		inside, after, _ := cutBracket(rest[len(kind)+2:])
		rest = after
		e.own = appendMember(e.own, kind, inside)
		e.States.Set(map[string]model.State{"clickable": model.Clickable, "editable": model.Editable, "focusable": model.Focusable}[kind], model.Yes)
		if kind != "focusable" {
			e.Actions = append(e.Actions[:len(e.Actions):len(e.Actions)], map[string]string{"clickable": "click", "editable": "edit"}[kind])
			e.Given |= model.HasActions
		}
	}
	if value, ok := strings.CutPrefix(rest, ":"); ok {
		e.Value, e.Given = strings.TrimPrefix(value, " "), e.Given|model.HasValue
	} else if rest != "" {
		e.own = appendMember(e.own, "rest", rest)
	}
	return e
}

// agentAttribute reads "ref=e2", "level=1", "checked=mixed" or "disabled".
func agentAttribute(e *textElement, s string) {
	name, value, ok := strings.Cut(s, "=")
	e.own = appendAttribute(e.own, name, value, ok)
	switch {
	case name == "ref":
		e.Ref, e.Given = value, e.Given|model.HasRef
	case ok:
		setWebState(&e.Element, name, value)
	default:
		setWebState(&e.Element, name, "true")
	}
}
