package loaders

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/internal/text/pyvalue"
	"obscope/model"
)

var cuaFormat = Format{
	Name: "cua", About: "cua-driver: the accessibility tree of a window, as text, as its tools answer, and its nodes as JSON",
	Recognised: "lines that start with - [N] and a role, or - AX; JSON with tree_markdown, or a list of nodes with role and depth",
	Sniff:      sniffCua,
	Load:       loadCua,
	grammar:    cuaGrammar,
}

func sniffCua(p *Peek) Score {
	if p.JSON == jsontext.Missing {
		return sniffCuaText(p.Start)
	}
	if p.ItemHas("role", "depth") || p.Has("tree_markdown") {
		return Sure
	}
	if p.Has("content", "structuredContent") {
		if _, keys := p.Inner("structuredContent"); hasAll(keys, []string{"tree_markdown"}) || hasAll(keys, []string{"element_count", "elements"}) {
			return Sure
		}
	}
	if _, keys := p.Inner("elements"); p.Has("element_count") && hasAll(keys, []string{"element_index", "role"}) {
		return Sure
	}
	return No
}

// sniffCuaText looks for the line about the window, a role of macOS or an index
// before a role that is known: what Windows and Linux report is otherwise a
// list as others print it.
func sniffCuaText(text string) Score {
	score, first := No, true
	textLines(text, func(n int, line string) bool {
		switch {
		case strings.TrimSpace(line) == "":
			return true
		case first && isCuaHeader(line), cuaStarts(line) && strings.Contains(line, "- AX"):
			score = Sure
		case cuaStarts(line):
			if index, rest, _ := cuaIndex(line); index != "" {
				role, after, _ := strings.Cut(rest, " ")
				if uiaKind(role) != model.KindUnknown && (after == "" || strings.IndexByte(`"=([`, after[0]) >= 0) || isAX(rest) {
					score = Sure
				}
			}
		case first:
			return false
		}
		first = false
		return score == No && n < listingLines
	})
	return score
}

// isCuaHeader reports window_id=3882 pid=2395 size=1200x800 elements=3.
func isCuaHeader(line string) bool {
	return strings.HasPrefix(line, "window_id=") && strings.Contains(line, " pid=")
}

// cuaStarts reports a line that starts an element: - [3] AXButton, - AXGroup,
// - [0] push-button, - frame "gedit".
func cuaStarts(line string) bool {
	index, rest, ok := cuaIndex(line)
	if !ok || isAX(rest) {
		return ok
	}
	role := leadingWord(rest)
	after := rest[len(role):]
	if role == "" || index == "" && uiaKind(role) == model.KindUnknown {
		return false
	}
	for _, next := range [...]string{` "`, ` = "`, " (", " ["} {
		if strings.HasPrefix(after, next) {
			return true
		}
	}
	return after == ""
}

// isAX reports a macOS role at the start of s.
func isAX(s string) bool { return len(s) > 2 && s[:2] == "AX" && s[2] >= 'A' && s[2] <= 'Z' }

// cuaIndex takes the dash and the index off a line.
func cuaIndex(line string) (index, rest string, ok bool) {
	rest, ok = strings.CutPrefix(strings.TrimLeft(line, " \t"), "- ")
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
	switch {
	case strings.HasPrefix(text, "["):
		return loadCuaNodes(s.Text)
	case strings.HasPrefix(text, "{"):
		return loadCuaAnswer(s)
	}
	return one(cuaTree(s.Text)), nil
}

// cuaTree reads the lines of a tree. What Windows and Linux report has pixels.
func cuaTree(text string) *model.Capture {
	c := &model.Capture{Format: "cua", Shape: shapeText, Text: text}
	t := &textTree{c: c}
	started, mac := false, false
	starts := func(line string) bool {
		if !started && isCuaHeader(line) {
			c.Raw = string(cuaHeader(line))
		}
		ok := cuaStarts(line)
		_, role, _ := cuaIndex(line)
		if ok && !started {
			started, mac = true, isAX(role)
		}
		return ok && isAX(role) == mac // another kind of role is a line of a value
	}
	textItems(untab(text, cuaStarts), starts, nil, func(n int, item string) {
		t.add(textElement{Element: cuaElement(item)}, indentOf(item), n)
	})
	if len(c.Elements) == 0 {
		c.Warn("there is no line that starts with - [N] and a role: another tool's answer, or a query that nothing matched")
	}
	cuaFinish(c, t)
	return c
}

// cuaHeader is the line about the window as members.
func cuaHeader(line string) (own []byte) {
	for _, field := range strings.Fields(line) {
		if name, value, ok := strings.Cut(field, "="); ok {
			own = appendMember(own, name, value)
		}
	}
	return own
}

func cuaFinish(c *model.Capture, t *textTree) {
	for i := range c.Elements {
		e := &c.Elements[i]
		c.AX = c.AX || isAX(e.Role)
		cuaRef(e, i)
	}
	if c.Unit = "screen pixels"; c.AX || len(c.Elements) == 0 {
		c.Unit = "screen points"
	}
	model.Link(c, t.parent)
}

// loadCuaNodes reads the flat list [{"role","depth","element_index","title"…}],
// in the order of the walk.
func loadCuaNodes(text string) (*model.Recording, error) {
	c := &model.Capture{Format: "cua", Shape: "nodes"}
	t := &textTree{c: c}
	r := jsontext.NewReader(text)
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
		e.Raw = string(own)
		t.add(textElement{Element: e}, depth, 0)
	}
	c.Lines = nil // the list is no text
	r.End()
	if err := r.Err(); err != nil {
		return nil, err
	}
	cuaFinish(c, t)
	return one(c), nil
}

// loadCuaAnswer reads what a tool answers: tree_markdown is the tree that the
// model is shown, elements tells where its numbered lines are. An MCP answer has
// it in structuredContent.
func loadCuaAnswer(s *Source) (*model.Recording, error) {
	v, err := jsontext.Parse(s.Text)
	if err != nil {
		return nil, err
	}
	if inner, ok := v.Lookup("structuredContent"); ok {
		v = inner
	}
	elements := v.Member("elements")
	markdown := v.Member("tree_markdown")
	if markdown.Kind != jsontext.String {
		if elements.Kind != jsontext.Array {
			return nil, errors.New("the answer has neither tree_markdown nor elements")
		}
		rec, err := loadCuaNodes(elements.Raw)
		if err == nil {
			cuaEnvelope(rec.Captures[0], v)
		}
		return rec, err
	}
	c := cuaTree(markdown.Text)
	c.Shape, c.Text, c.Lines = shapeJSON, s.Text, nil // the lines count within the member
	byIndex := make(map[string]*model.Element, len(c.Elements))
	for i := range c.Elements {
		byIndex[c.Elements[i].Ref] = &c.Elements[i]
	}
	for _, item := range elements.Items {
		e := byIndex[item.Member("element_index").Text]
		if e == nil {
			continue
		}
		own := []byte(e.Raw)
		for _, m := range item.Members {
			switch m.Name {
			case "frame":
				cuaMember(e, m.Name, m.Value)
			case "element_token":
			default:
				continue
			}
			own = appendRawMember(own, m.Name, m.Value.Raw)
		}
		e.Raw = string(own)
	}
	cuaEnvelope(c, v)
	return one(c), nil
}

// cuaEnvelope keeps what an answer says beside its elements.
func cuaEnvelope(c *model.Capture, answer jsontext.Value) {
	var own []byte
	for _, m := range answer.Members {
		if m.Name != "elements" && m.Name != "tree_markdown" {
			own = appendRawMember(own, m.Name, m.Value.Raw)
		}
	}
	c.Raw = string(own)
	total, okTotal := number(answer.Member("total_element_count"))
	shown, okShown := number(answer.Member("returned_element_count"))
	if okTotal && okShown && shown < total {
		c.Truncated = true
		c.Warn(fmt.Sprintf("the answer holds %v of %v elements", shown, total))
	}
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
		e.Kind, e.Secure = uiaKind(e.Role), secureRole(e.Role)
	case "subrole":
		set(&e.Subrole, model.HasSubrole)
		e.Secure = e.Secure || secureRole(text)
	case "title", "label":
		set(&e.Name, model.HasName)
	case "value":
		set(&e.Value, model.HasValue)
	case "placeholder":
		set(&e.Placeholder, model.HasPlaceholder)
	case "description":
		set(&e.Description, model.HasDescription)
	case "frame":
		for _, size := range [...][2]string{{"w", "h"}, {"width", "height"}} {
			if r, ok := rectOf(v, "x", "y", size[0], size[1]); ok {
				setFrame(e, r)
			}
		}
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
	item = strings.TrimRight(item, " ")
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
		own = appendDigits(own, "element_index", index)
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
	e.Raw = string(own)
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

// cuaGrammar tells the lines of a tree. Titles and values are not escaped: one
// whose quote is open goes on in the next lines.
var cuaGrammar = &grammar{
	format: "cua", head: isCuaHeader,
	starts: cuaStarts,
	holds:  func(tree string) bool { return sniffCuaText(tree) == Sure },
	goesOn: func(_ int, last string, more []string) (own int) {
		for own = untilClosed(last, more); own < len(more) && strings.HasPrefix(strings.TrimLeft(more[own], " "), "- "); {
			own++
		}
		return own
	},
	anew: func(first, line string, nested bool) bool {
		index, _, _ := cuaIndex(line)
		one, _, _ := cuaIndex(first)
		return index == one && (index != "" || nested && line == first)
	},
}
