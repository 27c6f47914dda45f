package agents

import (
	"strconv"
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/model"
	"obscope/render"
)

// playwrightDialect is Playwright's aria snapshot, which Playwright MCP shows.
type playwrightDialect struct{}

// Its own stages.
const (
	pwWrapper = render.OwnStages
)

func (playwrightDialect) Info() render.Info {
	return render.Info{
		Name: "playwright-yaml", About: "aria snapshot of Playwright and Playwright MCP: a YAML list; read again from its own files, near for other captures",
		Version: "1.65.1", ExactFor: []string{"playwright"},
		Stages: []string{"wrapper"},
		Defects: []string{
			"names longer than 900 UTF-16 units are left out",
			"the values of password fields are printed",
		},
	}
}

func (playwrightDialect) Bind(c *model.Capture) (render.Bound, error) {
	b := &playwright{c: c, nodes: make([]pwNode, len(c.Elements))}
	for i := range c.Elements {
		if c.Format == "playwright" {
			b.read(model.ID(i))
		}
	}
	if c.Format != "playwright" {
		b.invent()
	}
	return b, nil
}

type playwright struct {
	c     *model.Capture
	nodes []pwNode
	props []pwProp
}

// A pwNode is an element as it is written.
type pwNode struct {
	key              string // role, name and attributes, quoted where YAML needs it
	text             string
	hasText          bool
	propFrom, propTo int32
	ref              int32        // of an element that was captured without Playwright's; 0 for none
	skip             render.Stage // why it is not written; Kept if it is
}

// A pwProp is a line such as "/url: …" below an element.
type pwProp struct{ name, text string }

// pwAttributes are the attributes in the order in which they are written.
var pwAttributes = []string{"checked", "disabled", "expanded", "active", "invalid", "level", "pressed", "selected", "aria-hidden", "ref", "cursor", "box"}

// read takes an element of a snapshot: its attributes and properties are its own
// members.
func (b *playwright) read(id model.ID) {
	e, n := &b.c.Elements[id], &b.nodes[id]
	n.propFrom = int32(len(b.props))
	var values [12]atom
	var others []byte
	changed, ref := false, ""
	for r := jsontext.NewMembersReader(e.Raw); r.NextName(); {
		name := r.Name()
		value := readAtom(r)
		switch {
		case strings.HasPrefix(name, "/"):
			b.props = append(b.props, pwProp{name, value.js()})
		case name == "changed":
			changed = true
		default:
			if at := pwAttribute(name); at >= 0 {
				values[at] = value
				continue
			}
			others = appendPWAttribute(others, name, value)
		}
	}
	n.propTo = int32(len(b.props))
	if v := values[pwAttribute("ref")]; v.given() {
		ref = v.js()
	}
	var key []byte
	if changed {
		key = append(key, "<changed> "...)
	}
	if e.Role == "" && e.Has(model.HasRef) {
		key = append(append(key, "ref="...), e.Ref...)
	}
	key = append(key, e.Role...)
	if e.Role == "text" && ref == "" && e.Has(model.HasName) && !e.Has(model.HasValue) {
		n.text, n.hasText = e.Name, true
		n.key = yamlKey(string(key))
		return
	}
	key = appendPWName(key, e.Name)
	for at, value := range values {
		if pwAttributes[at] == "cursor" && ref == "" {
			continue
		}
		key = appendPWAttribute(key, pwAttributes[at], value)
	}
	n.key = yamlKey(string(append(key, others...)))
	// A text stands in the line of an element that has nothing below it; else it
	// is an element itself.
	n.text, n.hasText = e.Value, e.Has(model.HasValue) && b.c.Tree.Size[id] == 1
}

func pwAttribute(name string) int {
	for i, a := range pwAttributes {
		if a == name {
			return i
		}
	}
	return -1
}

// appendPWName writes a name in quotes, unless it is too long.
func appendPWName(key []byte, name string) []byte {
	const longest = 900 // UTF-16 units
	if name == "" || jsontext.Units(name) > longest {
		return key
	}
	return jsontext.AppendQuote(append(key, ' '), name)
}

// appendPWAttribute writes an attribute that is set.
func appendPWAttribute(key []byte, name string, v atom) []byte {
	if !v.jsTruthy() {
		return key
	}
	text := v.js()
	switch name {
	case "invalid":
		if v.kind == jsontext.String && text != "grammar" && text != "spelling" {
			return key
		}
	case "cursor":
		if text != "pointer" {
			return key
		}
	}
	key = append(append(key, " ["...), name...)
	if v.kind != jsontext.Bool {
		key = append(append(key, '='), text...)
	}
	return append(key, ']')
}

// invent tells a capture of another tool in aria terms: what a person operates
// and everything with a name gets a ref, in the order of the text.
func (b *playwright) invent() {
	next := 0
	for _, id := range b.c.Tree.Order {
		e, n := &b.c.Elements[id], &b.nodes[id]
		switch {
		case e.Ignored:
			n.skip = render.AtIgnored
			continue
		case e.Repeat:
			n.skip = render.AtRepeat
			continue
		case e.Kind == model.KindText:
			n.key, n.text, n.hasText = "text", e.Name, true
			if e.Name == "" {
				n.text = e.Value
			}
			continue
		case e.Kind == model.KindNone, e.Kind == model.KindDocument,
			e.Kind == model.KindGeneric && e.Name == "" && !e.Actionable() && b.c.Tree.Size[id] > 1:
			n.skip = pwWrapper
			continue
		}
		role := e.Kind.String()
		if e.Kind == model.KindUnknown {
			role = e.Role
		}
		key := appendPWName([]byte(role), e.Name)
		key = appendPWStates(key, e)
		next++
		key = append(strconv.AppendInt(append(key, " [ref=e"...), int64(next), 10), ']')
		n.key, n.ref = yamlKey(string(key)), int32(next)
		n.text, n.hasText = e.Value, e.Has(model.HasValue) && e.Value != ""
	}
}

// appendPWStates writes the states of an element as attributes.
func appendPWStates(key []byte, e *model.Element) []byte {
	for _, s := range [...]struct {
		state model.State
		name  string
	}{{model.Checked, "checked"}, {model.Enabled, "disabled"}, {model.Expanded, "expanded"}, {model.Focused, "active"}, {model.Invalid, "invalid"},
		{model.Pressed, "pressed"}, {model.Selected, "selected"}} {
		truth := e.States.Is(s.state)
		switch {
		case s.state == model.Enabled:
			if truth == model.No {
				key = append(key, " [disabled]"...)
			}
		case truth == model.Yes:
			key = append(append(append(key, " ["...), s.name...), ']')
		case truth == model.Mixed:
			key = append(append(append(key, " ["...), s.name...), "=mixed]"...)
		}
	}
	return key
}

// Entries of an element, in Entry.Aux.
const (
	pwLine       int32 = iota // its key alone
	pwLineText                // its key and its text
	pwLineParent              // its key and a colon
	pwText                    // its text below it
	pwProps                   // pwProps+i is its i-th property
)

func (b *playwright) Plan(p *render.Plan) {
	levels := newLevels()
	tree := &b.c.Tree
	p.Entries = make([]render.Entry, 0, len(b.nodes))
	parents := make([]int32, 0, 32) // by depth of a line: the entry there
	for _, id := range tree.Order {
		n := &b.nodes[id]
		switch {
		case p.Out != nil && p.Out[id] != render.Kept:
			levels.pass(tree.Depth[id])
			continue
		case n.skip != render.Kept:
			p.Drop(id, n.skip)
			levels.pass(tree.Depth[id])
			continue
		}
		depth := levels.write(tree.Depth[id])
		if depth > 0 {
			b.openParent(p, parents[depth-1])
		}
		parents = append(parents[:depth], int32(len(p.Entries)))
		aux := pwLine
		switch {
		case n.propTo > n.propFrom:
			aux = pwLineParent
		case n.hasText:
			aux = pwLineText
		}
		p.Write(id, depth, aux)
		for i := n.propFrom; i < n.propTo; i++ {
			p.Write(id, depth+1, pwProps+i-n.propFrom)
		}
		if aux == pwLineParent && n.hasText {
			p.Write(id, depth+1, pwText)
		}
	}
	if b.c.Format != "playwright" {
		b.spread(p)
	}
	dropOut(p)
	boundDepths(p)
}

// openParent turns the line of an element that has children into one that ends
// in a colon.
func (b *playwright) openParent(p *render.Plan, at int32) {
	if e := &p.Entries[at]; e.Aux == pwLine {
		e.Aux = pwLineParent
	}
}

// spread puts the text of elements that have children on a line of its own.
func (b *playwright) spread(p *render.Plan) {
	spread := 0
	for i := range p.Entries[:max(len(p.Entries)-1, 0)] {
		if e := &p.Entries[i]; e.Aux == pwLineText && p.Entries[i+1].Depth > e.Depth {
			spread++
		}
	}
	if spread == 0 {
		return
	}
	entries := p.Entries
	p.Entries = make([]render.Entry, 0, len(entries)+spread)
	for i := range p.Verdicts {
		if p.Verdicts[i].Line >= 0 {
			p.Verdicts[i].Line = -1
		}
	}
	for i, e := range entries {
		open := e.Aux == pwLineText && i+1 < len(entries) && entries[i+1].Depth > e.Depth
		if open {
			e.Aux = pwLineParent
		}
		p.Write(e.ID, e.Depth, e.Aux)
		if open {
			p.Write(e.ID, e.Depth+1, pwText)
		}
	}
}

func (b *playwright) AppendLine(dst []byte, p *render.Plan, i int) []byte {
	e := p.Entries[i]
	n := &b.nodes[e.ID]
	dst = append(appendRepeated(dst, "  ", int(e.Depth)), "- "...)
	switch {
	case e.Aux >= pwProps:
		prop := &b.props[n.propFrom+e.Aux-pwProps]
		dst = append(append(dst, prop.name...), ": "...)
		return appendYAMLValue(dst, prop.text)
	case e.Aux == pwText:
		return appendYAMLValue(append(dst, "text: "...), n.text)
	}
	dst = append(dst, n.key...)
	switch e.Aux {
	case pwLineText:
		return appendYAMLValue(append(dst, ": "...), n.text)
	case pwLineParent:
		dst = append(dst, ':')
	}
	return dst
}

// AppendRef appends the ref, as captured or as numbered here.
func (b *playwright) AppendRef(dst []byte, _ *render.Plan, _ int, id model.ID) []byte {
	switch ref := b.nodes[id].ref; {
	case ref > 0:
		return strconv.AppendInt(append(dst, 'e'), int64(ref), 10)
	case b.c.Format != "playwright":
		return dst
	}
	return appendCaptured(dst, b.c, id)
}
