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
	case l.items == 0:
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
		t.add(agentElement(item), indentOf(item), n)
	})
	if len(c.Elements) == 0 && len(c.Warnings) == 0 {
		c.Warn("there is no line that starts with a role: the page had not loaded, or this is another tool's text")
	}
	for i := range c.Elements {
		if e := &c.Elements[i]; !e.Has(model.HasRef) {
			e.Ref = ordinal(i)
		}
	}
	if c.Shape == shapeJSON {
		c.Lines = nil // they count within the snapshot
	}
	t.finish()
	return one(c), nil
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
	c.Own = string(own)
	c.App = urlHost(v.Member("origin").Text)
	return v.Member("snapshot").Text, nil
}

// agentStart reports whether a line starts an element.
func agentStart(line string) bool {
	body, ok := strings.CutPrefix(strings.TrimLeft(line, " "), "- ")
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
