package loaders

import (
	"regexp"
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/model"
)

// BrowserGym and WebArena print Chromium's tree with a line per node, indented
// by tabs, whose name is spelled as Python does. What follows the name tells
// them apart: BrowserGym writes ", key=value", WebArena " key: value", and
// WebArena gives every node its id.

var browsergymFormat = Format{
	Name: "browsergym", About: "BrowserGym and AgentLab: the text of the tree that agents read",
	Recognised: "lines like [a12] button 'Name', focused, indented by tabs; JSON with axtree_txt",
	Sniff:      func(p *Peek) Score { return sniffAXLines(p, browsergymFormatName) },
	Load:       func(s *Source) (*model.Recording, error) { return loadAXLines(s, browsergymGrammar) },
}

var webarenaFormat = Format{
	Name: "webarena", About: "WebArena: the text observation of a page",
	Recognised: "lines like [12] button 'Name' focused: True, indented by tabs, perhaps below Tab 0 (current): …",
	Sniff:      func(p *Peek) Score { return sniffAXLines(p, webarenaFormatName) },
	Load:       func(s *Source) (*model.Recording, error) { return loadAXLines(s, webarenaGrammar) },
}

const (
	browsergymFormatName = "browsergym"
	webarenaFormatName   = "webarena"
)

var (
	browsergymGrammar = &grammar{format: browsergymFormatName, starts: isAXLine, holds: holdsAXLines, goesOn: untilAXEnd}
	webarenaGrammar   = &grammar{format: webarenaFormatName, starts: isAXLine, holds: holdsAXLines, goesOn: untilAXEnd}
)

// axLine is a node up to its name: its id, its role and the quote that opens
// the name, which a generic node may lack.
var axLine = regexp.MustCompile(`^[\t ]*(?:\[(-?[A-Za-z0-9_]*)\] )?([A-Za-z][A-Za-z-]*)(?: (['"])|$| value=|, )`)

func isAXLine(line string) bool {
	trimmed := strings.TrimLeft(line, "\t ")
	if trimmed == "" || trimmed[0] != '[' && !isNameStart(trimmed[0]) {
		return false
	}
	m := axLine.FindStringSubmatchIndex(line)
	if m == nil {
		return false
	}
	if m[6] >= 0 {
		_, _, ok := cutPythonText(line[m[6]:])
		return ok
	}
	return m[2] >= 0 && line[m[4]:m[5]] == "generic"
}

// untilAXEnd counts what a property of WebArena's goes on with: its values are
// not escaped.
func untilAXEnd(_ int, last string, more []string) int {
	if strings.Contains(last, ": ") && len(more) > 0 && strings.HasPrefix(more[0], "\t") {
		return untilBlank(more)
	}
	return 0
}

// holdsAXLines reports lines that are a tree: the page's root is among them, or
// several have an id.
func holdsAXLines(tree string) bool {
	marks := peekAXLines(tree)
	return marks.nodes > 0 && (marks.root || marks.ids > 1)
}

// axMarks is what the beginning of such a text shows.
type axMarks struct {
	nodes, ids, gym, arena int
	root, others           bool
}

func peekAXLines(text string) axMarks {
	var k axMarks
	textLines(text, func(n int, line string) bool {
		m := axLine.FindStringSubmatch(line)
		if m == nil || !isAXLine(line) {
			k.others = k.others || strings.TrimSpace(line) != ""
			return n < listingLines
		}
		k.nodes++
		k.root = k.root || m[2] == "RootWebArea"
		rest := line[len(m[0]):]
		if m[3] != "" {
			_, rest, _ = cutPythonText(line[len(m[0])-1:])
		}
		switch {
		case strings.HasPrefix(rest, ", "), strings.HasPrefix(rest, " value="), m[1] == "", strings.Trim(m[1], "-0123456789") != "":
			k.gym++
		case strings.HasPrefix(rest, " "), m[2] == "RootWebArea", m[2] == "StaticText":
			k.arena++
		}
		if m[1] != "" {
			k.ids++
		}
		return n < listingLines
	})
	return k
}

func sniffAXLines(p *Peek, format string) Score {
	if p.JSON != 0 || !isAXLine(p.Start[:lineEnd(p.Start)]) && !isTabs(p.Start[:lineEnd(p.Start)]) {
		return No
	}
	k := peekAXLines(p.Start)
	winner := browsergymFormatName
	if k.arena > k.gym || isTabs(p.Start[:lineEnd(p.Start)]) {
		winner = webarenaFormatName
	}
	switch {
	case winner != format || k.nodes == 0:
		return No
	case k.root:
		return Sure
	case k.ids > 1, k.ids == 1 && !k.others:
		return Likely
	}
	return No
}

// isTabs reports WebArena's first line: Tab 0 (current): Title | Tab 1: Other.
func isTabs(line string) bool {
	rest, ok := strings.CutPrefix(line, "Tab 0")
	return ok && (strings.HasPrefix(rest, ": ") || strings.HasPrefix(rest, " (current): "))
}

// cutPythonText takes a text in Python's quotes off s.
func cutPythonText(s string) (text, rest string, ok bool) {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '\n':
			return "", s, false
		case s[0]:
			spelled, err := pythonToJSON(s[:i+1])
			if err != nil {
				return "", s, false
			}
			v, err := jsontext.Parse(spelled)
			return v.Text, s[i+1:], err == nil
		}
	}
	return "", s, false
}

func loadAXLines(s *Source, g *grammar) (*model.Recording, error) {
	trees := g.split(s.Text)
	if len(trees) == 0 {
		c := &model.Capture{Format: g.format, Text: s.Text}
		c.Warn("no line is a node ([12] role 'name'): the page had not loaded, or this is another tool's text")
		model.Link(c, nil)
		return one(c), nil
	}
	return g.load(s, trees, func(c *model.Capture, body string, line int) error {
		c.Shape, c.Unit = "", cssPixels
		t := &textTree{c: c}
		textItems(body, g.starts, nil, func(n int, item string) {
			t.add(axElement(item, g.format), indentOf(item), line+n)
		})
		countRefless(c)
		t.finish()
		nameWebPage(c)
		if first := c.Text[:lineEnd(c.Text)]; isTabs(first) {
			c.Raw = string(appendMember(nil, "tabs", first))
		}
		return nil
	})
}

// axElement reads a node from its lines.
func axElement(item, format string) textElement {
	m := axLine.FindStringSubmatch(item[:lineEnd(item)])
	e := textElement{Element: model.Element{Role: m[2], Given: model.HasRole, Ref: m[1]}}
	if m[1] != "" {
		e.Given |= model.HasRef
	}
	start := strings.Index(item, m[2]) + len(m[2])
	if m[1] != "" {
		start = strings.Index(item, "] "+m[2]) + len("] ") + len(m[2])
	}
	rest := item[start:]
	if m[3] != "" {
		e.Name, rest, _ = cutPythonText(rest[1:])
		e.Given |= model.HasName
	}
	if format == webarenaFormatName {
		arenaProperties(&e, rest)
	} else {
		gymAttributes(&e, rest)
	}
	e.Kind = webKind(e.Role)
	setWebActions(&e.Element, false)
	return e
}

// gymAttributes reads " value='x', focused, url='…'".
func gymAttributes(e *textElement, s string) {
	for s != "" {
		s = strings.TrimLeft(strings.TrimPrefix(s, ","), " ")
		name := s[:strings.IndexAny(s+",", "=,")]
		s = s[len(name):]
		value, valued := "", strings.HasPrefix(s, "=")
		if valued {
			value, s = gymValue(s[1:])
		}
		e.own = appendAttribute(e.own, name, value, valued)
		switch {
		case name == "value" && valued:
			e.Value, e.Given = value, e.Given|model.HasValue
		case name == "box":
			if sides, ok := boxOf(strings.Trim(value, "()")); ok {
				setFrame(&e.Element, model.Rect{X: sides.X, Y: sides.Y, W: sides.W - sides.X, H: sides.H - sides.Y})
			}
		case name == "clickable":
			e.States.Set(model.Clickable, model.Yes)
		case valued:
			setWebState(&e.Element, name, strings.ToLower(value))
		default:
			setWebState(&e.Element, name, "true")
		}
		if name == "" && !valued {
			return
		}
	}
}

// gymValue reads a value as Python prints it.
func gymValue(s string) (value, rest string) {
	if s != "" && (s[0] == '\'' || s[0] == '"') {
		if text, rest, ok := cutPythonText(s); ok {
			return text, rest
		}
	}
	end := strings.Index(s, ", ")
	if end < 0 {
		end = len(s)
	}
	return s[:end], s[end:]
}

// arenaProperty is the start of a property.
var arenaProperty = regexp.MustCompile(` ([A-Za-z_]+): `)

// arenaProperties reads " focused: True url: …", values standing bare.
func arenaProperties(e *textElement, s string) {
	at := arenaProperty.FindAllStringSubmatchIndex(s, -1)
	for i, m := range at {
		end := len(s)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		name, value := s[m[2]:m[3]], s[m[1]:end]
		e.own = appendMember(e.own, name, value)
		if value == "True" || value == "False" {
			value = strings.ToLower(value)
		}
		setWebState(&e.Element, name, value)
	}
}
