package loaders

import (
	"strconv"
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/internal/text/pyvalue"
	"obscope/model"
)

var cuaFormat = Format{
	Name: "cua", About: "cua-driver: the accessibility tree of a macOS window, as text, and its nodes as JSON",
	Recognised: "lines that start with - [N] AX, or a JSON list of nodes with role and depth",
	Sniff:      sniffCua,
	Load:       loadCua,
}

func sniffCua(p *Peek) Score {
	if p.ItemHas("role", "depth") {
		return Sure
	}
	if p.JSON != 0 {
		return No
	}
	score := No
	textLines(p.Start, func(_ int, line string) bool {
		if cuaStarts(line) {
			score = Sure
		}
		return score == No && strings.TrimSpace(line) == ""
	})
	return score
}

// cuaStarts reports a line that starts an element: - [3] AXButton, - AXGroup.
func cuaStarts(line string) bool {
	_, rest, ok := cuaIndex(line)
	return ok && strings.HasPrefix(rest, "AX") && len(rest) > 2 && rest[2] >= 'A' && rest[2] <= 'Z'
}

// cuaIndex takes the dash and the index off a line.
func cuaIndex(line string) (index, rest string, ok bool) {
	rest, ok = strings.CutPrefix(strings.TrimLeft(line, " "), "- ")
	if !ok {
		return "", "", false
	}
	if bracket, found := strings.CutPrefix(rest, "["); found {
		n, after, closed := strings.Cut(bracket, "] ")
		if closed && isDigits(n) {
			return n, after, true
		}
	}
	return "", rest, true
}

func loadCua(s *Source) (*model.Recording, error) {
	text := strings.TrimLeft(s.Text, " \t\r\n")
	if strings.HasPrefix(text, "[") {
		return loadCuaNodes(s)
	}
	c := &model.Capture{Format: "cua", Shape: shapeText, Unit: "screen points", AX: true, Text: s.Text}
	t := &textTree{c: c}
	textItems(s.Text, cuaStarts, nil, func(n int, item string) {
		t.add(textElement{Element: cuaElement(item)}, indentOf(item), n)
	})
	if len(c.Elements) == 0 {
		c.Warn("there is no line that starts with - [N] AX: another tool's answer, or a query that nothing matched")
	}
	for i := range c.Elements {
		cuaRef(&c.Elements[i], i)
	}
	model.Link(c, t.parent)
	return one(c), nil
}

// loadCuaNodes reads the flat list [{"role","depth","element_index","title"…}],
// in the order of the walk.
func loadCuaNodes(s *Source) (*model.Recording, error) {
	c := &model.Capture{Format: "cua", Shape: "nodes", Unit: "screen points", AX: true}
	t := &textTree{c: c}
	r := jsontext.NewReader(s.Text)
	for r.Array(); r.NextItem(); {
		if r.Peek() != jsontext.Object {
			r.Skip()
			continue
		}
		var e model.Element
		var own []byte
		depth := 0
		for r.Object(); r.NextName(); {
			name := r.Name()
			v := r.Value()
			own = appendRawMember(own, name, v.Raw)
			if name == "depth" {
				n, _ := pyvalue.ToInt(v)
				depth = int(n.Clamped())
			}
			cuaMember(&e, name, v)
		}
		e.Own = string(own)
		cuaRef(&e, len(c.Elements))
		t.add(textElement{Element: e}, depth, 0)
	}
	c.Lines = nil // the list is no text
	r.End()
	if err := r.Err(); err != nil {
		return nil, err
	}
	model.Link(c, t.parent)
	return one(c), nil
}

// cuaRef numbers an element that has no index of its own.
func cuaRef(e *model.Element, i int) {
	if !e.Has(model.HasRef) {
		e.Ref, e.Given = "#"+strconv.Itoa(i), e.Given|model.HasRef
	}
}

func cuaMember(e *model.Element, name string, v jsontext.Value) {
	text := textOf(v)
	set := func(to *string, has model.Fields) {
		if v.Kind == jsontext.String {
			*to, e.Given = text, e.Given|has
		}
	}
	switch name {
	case "role":
		set(&e.Role, model.HasRole)
		e.Kind, e.Secure = kindOf(e.Role), secureRole(e.Role)
	case "subrole":
		set(&e.Subrole, model.HasSubrole)
		e.Secure = e.Secure || secureRole(text)
	case "title":
		set(&e.Name, model.HasName)
	case "value":
		set(&e.Value, model.HasValue)
	case "placeholder":
		set(&e.Placeholder, model.HasPlaceholder)
	case "description":
		set(&e.Description, model.HasDescription)
	case "element_index":
		if v.Kind == jsontext.Number {
			e.Ref, e.Given = pyvalue.Number(v.Text), e.Given|model.HasRef
		}
	case "actions":
		e.Given |= model.HasActions
		for _, item := range v.Items {
			e.Actions = append(e.Actions, textOf(item))
		}
	case "enabled", "focused", "selected":
		if st, ok := model.ParseState(name); ok && v.Kind == jsontext.Bool {
			e.States.Set(st, model.TruthOf(v.IsTrue()))
		}
	}
}

// cuaElement reads - [i] role "title" = "value" (description) [id=… help="…"
// actions=[…]]. Nothing in it is escaped, so what ends a part may stand in it:
// the likeliest reading is taken.
func cuaElement(item string) model.Element {
	index, rest, _ := cuaIndex(item)
	var e model.Element
	var own []byte
	give := func(name, value string) {
		own = appendMember(own, name, value)
		cuaMember(&e, name, jsontext.Value{Kind: jsontext.String, Text: value})
	}
	role, rest, _ := strings.Cut(rest, " ")
	give("role", role)
	if index != "" {
		own = appendRawMember(own, "element_index", index)
		cuaMember(&e, "element_index", jsontext.Value{Kind: jsontext.Number, Text: index})
	}
	block := ""
	if strings.HasSuffix(rest, "]") {
		for _, start := range [...]string{"[id=", "[help=\"", "[actions=["} {
			if at := strings.LastIndex(rest, start); at == 0 || at > 0 && rest[at-1] == ' ' {
				block, rest = rest[at+1:len(rest)-1], strings.TrimSuffix(rest[:at], " ")
				break
			}
		}
	}
	description, described := "", false
	if strings.HasSuffix(rest, ")") {
		if at := strings.LastIndex(rest, "("); at == 0 || at > 0 && rest[at-1] == ' ' {
			description, described = rest[at+1:len(rest)-1], true
			rest = strings.TrimSuffix(rest[:at], " ")
		}
	}
	title, value, valued := strings.Cut(" "+rest, ` = "`)
	if title = strings.TrimPrefix(title, " "); len(title) >= 2 && title[0] == '"' {
		give("title", strings.TrimSuffix(title[1:], `"`))
	}
	if valued {
		give("value", strings.TrimSuffix(value, `"`))
	}
	if described {
		give("description", description)
	}
	cuaBlock(&e, &own, block)
	e.Own = string(own)
	return e
}

// cuaBlock reads id=… help="…" actions=[…].
func cuaBlock(e *model.Element, own *[]byte, block string) {
	if at := strings.LastIndex(block, "actions=["); at >= 0 && strings.HasSuffix(block, "]") {
		e.Given |= model.HasActions
		raw := []byte{'['}
		for i, action := range strings.Split(block[at+len("actions=["):len(block)-1], ",") {
			if i > 0 {
				raw = append(raw, ',')
			}
			raw = jsontext.AppendQuote(raw, action)
			e.Actions = append(e.Actions, action)
		}
		*own = appendRawMember(*own, "actions", string(append(raw, ']')))
		block = strings.TrimSuffix(block[:at], " ")
	}
	if at := strings.Index(block, `help="`); (at == 0 || at > 0 && block[at-1] == ' ') && strings.HasSuffix(block, `"`) && len(block) > at+len(`help="`) {
		*own = appendMember(*own, "help", block[at+len(`help="`):len(block)-1])
		block = strings.TrimSuffix(block[:at], " ")
	}
	if id, ok := strings.CutPrefix(block, "id="); ok {
		*own = appendMember(*own, "identifier", id)
	}
}
