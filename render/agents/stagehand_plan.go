package agents

import (
	"fmt"
	"strconv"
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/internal/text/jsvalue"
	"obscope/internal/text/words"
	"obscope/model"
	"obscope/render"
)

// shState is what writing the entries of one observation needs.
type shState struct {
	outline *shOutline
	rows    []shRow
	shows   map[int32]int32 // by iframe: the document that it shows
}

// An shRow is a node in its place.
type shRow struct {
	node  int32
	depth int32
	base  int32 // levels of the document above its own
	last  bool  // of its document, whose text is trimmed at the end
}

func (s *stagehand) Plan(p *render.Plan) {
	tags := isOn(p, "tag_names")
	st := &shState{outline: s.outline(tags)}
	p.State = st
	if tags && s.ax.c.DOM == nil {
		p.Warnings.Add(model.CaptureLacks, "the capture does not tell DOM tags: generic elements stay generic; join a DOM snapshot")
	}
	if s.noText {
		p.Warnings.Add(model.OriginalFails, "a name is no text; the original fails on it")
	}
	if open := untold(s.ax.c, "scrollable"); tags && open != "" {
		p.Warnings.Add(model.CaptureLacks, "the original asks the page what the DOM snapshot does not tell: "+open)
	}
	for i, fate := range st.outline.fates {
		if fate == render.Kept {
			fate = shLost
		}
		if by, said := st.outline.said[int32(i)]; said {
			p.DropSaid(model.ID(i), fate, by)
		} else {
			p.Drop(model.ID(i), fate)
		}
	}
	s.hostFrames(p, st)
	if s.walk(p, st) {
		p.Warnings.Add(model.OriginalFails, "some nodes are their own descendants; the original would not end")
	}
	s.tellFaults(p)
	if tags && s.ax.c.DOM != nil {
		s.warnOfTags(p, st)
	}
	boundLevels(p, len(st.rows), func(i int) (base, depth *int32) { return &st.rows[i].base, &st.rows[i].depth })
	p.Entries = make([]render.Entry, 0, len(st.rows))
	for r := range st.rows {
		p.Write(model.ID(st.rows[r].node), st.rows[r].base+st.rows[r].depth, int32(r))
	}
	dropOut(p)
}

// tellFaults tells of members on which Stagehand fails, whether their node is in
// the outline or not: it trims every name and searches every list of properties.
func (s *stagehand) tellFaults(p *render.Plan) {
	if !s.ax.exact {
		return
	}
	var fails failures
	for i := range s.ax.nodes {
		n := &s.ax.nodes[i]
		if n.name.kind != jsontext.String && n.name.jsTruthy() {
			fails.add("TypeError: a name is no text")
		}
		if n.noList {
			fails.add("TypeError: the properties of a node are no list")
		}
		if n.nullProp {
			fails.add("TypeError: a property is null")
		}
	}
	fails.tell(p)
}

// warnOfTags tells of rows whose tag a DOM snapshot does not have.
func (s *stagehand) warnOfTags(p *render.Plan, st *shState) {
	inferred, missing := 0, 0
	for _, row := range st.rows {
		n := &s.ax.nodes[row.node]
		if n.backend.kind != jsontext.Number || s.ax.c.DOM[row.node].Tag != "" {
			continue
		}
		switch role := st.outline.roles[row.node]; {
		case s.shadow[s.ax.extraName(row.node)] != "" && role == s.shadow[s.ax.extraName(row.node)]:
			inferred++
		case role == "generic" || role == "none":
			missing++
		}
	}
	if inferred > 0 {
		p.Warnings.Add(model.CaptureLacks, fmt.Sprintf("the DOM snapshot leaves out what form controls are built of: %s there by Chromium's tags", words.Count(inferred, "element is called", "elements are called")))
	}
	if missing > 0 {
		p.Warnings.Add(model.CaptureLacks, fmt.Sprintf("the DOM snapshot does not have %s; the original calls such elements by their tags", words.Count(missing, "generic element", "generic elements")))
	}
}

// hostFrames finds which iframe shows which document.
func (s *stagehand) hostFrames(p *render.Plan, st *shState) {
	for i, part := range s.ax.parts {
		if i == 0 {
			continue
		}
		if part.host >= 0 {
			if st.shows == nil {
				st.shows = map[int32]int32{}
			}
			if _, taken := st.shows[part.host]; !taken {
				st.shows[part.host] = int32(i)
				continue
			}
		}
		for id := part.from; id < part.to; id++ {
			p.Drop(model.ID(id), shFrame)
		}
	}
}

// walk lists the rows of the first document and, below their iframes, of the
// others.
func (s *stagehand) walk(p *render.Plan, st *shState) (cut bool) {
	type frame struct {
		kids        []int32
		depth, base int32
	}
	o := st.outline
	roots := make([][]int32, len(s.ax.parts))
	for _, r := range o.roots {
		at := s.ax.nodes[r].part
		roots[at] = append(roots[at], r)
	}
	own := make([]int32, len(s.ax.parts)) // by part: its last row
	for i := range own {
		own[i] = -1
	}
	entered := make([]bool, len(s.ax.parts))
	entered[0] = true
	stack := []frame{{kids: roots[0]}}
	visits, limit := 0, mostVisits(len(s.ax.nodes))
	for len(stack) > 0 {
		if visits++; visits > limit {
			cut = true
			break
		}
		top := &stack[len(stack)-1]
		if len(top.kids) == 0 {
			stack = stack[:len(stack)-1]
			continue
		}
		i := top.kids[0]
		top.kids = top.kids[1:]
		depth, b := top.depth, top.base
		if p.Out == nil || p.Out[i] == render.Kept {
			own[s.ax.nodes[i].part] = int32(len(st.rows))
			st.rows = append(st.rows, shRow{node: i, depth: depth, base: b})
			depth++
		}
		stack = append(stack, frame{kids: o.kidsOf(i), depth: depth, base: b})
		if shown, ok := st.shows[i]; ok && !entered[shown] {
			entered[shown] = true
			stack = append(stack, frame{kids: roots[shown], base: b + depth})
		}
	}
	for _, r := range own {
		if r >= 0 {
			st.rows[r].last = true
		}
	}
	return cut
}

func (s *stagehand) AppendLine(dst []byte, p *render.Plan, i int) []byte {
	st := p.State.(*shState)
	row := &st.rows[p.Entries[i].Aux]
	n := &s.ax.nodes[row.node]
	dst = appendRepeated(dst, "  ", int(row.base+row.depth))
	start := len(dst)
	dst = s.AppendRef(append(dst, '['), p, i, model.ID(row.node))
	dst = append(append(dst, "] "...), st.outline.roles[row.node]...)
	if name := shName(n); name != "" {
		dst = append(dst, ": "...)
		name = cleanName(name)
		if row.base > 0 && strings.Contains(name, "\n") {
			name = indentLines(name, strings.Repeat("  ", int(row.base)))
		}
		dst = append(dst, name...)
	}
	dst = s.appendFlags(dst, n)
	if row.last {
		dst = trimEnd(dst, start, jsvalue.IsSpace)
	}
	return dst
}

// AppendRef appends the frame and the node's id.
func (s *stagehand) AppendRef(dst []byte, _ *render.Plan, _ int, id model.ID) []byte {
	n := &s.ax.nodes[id]
	if n.backend.kind != jsontext.Number {
		return append(dst, n.nodeID.js()...)
	}
	dst = append(strconv.AppendInt(dst, int64(s.ax.parts[n.part].ordinal), 10), '-')
	return append(dst, n.backend.js()...)
}

// appendFlags writes the two states that are shown.
func (s *stagehand) appendFlags(dst []byte, n *axNode) []byte {
	selected, checked := false, false
	for _, q := range s.ax.propsOf(n) {
		switch q.name {
		case "selected":
			selected = shTrue(q.value.atom)
		case "checked":
			checked = shTrue(q.value.atom)
		}
	}
	if selected {
		dst = append(dst, " [selected]"...)
	}
	if checked {
		dst = append(dst, " [checked]"...)
	}
	return dst
}

// shTrue reads a state: true, 1, or the word in any case.
func shTrue(v atom) bool {
	switch v.kind {
	case jsontext.Bool:
		return v.text == "true"
	case jsontext.Number:
		return jsvalue.Number(v.text) == "1"
	case jsontext.String:
		return strings.EqualFold(v.text, "true")
	}
	return false
}

// indentLines indents every line but the first and the empty ones.
func indentLines(s, indent string) string {
	lines := strings.Split(s, "\n")
	for i := 1; i < len(lines); i++ {
		if lines[i] != "" {
			lines[i] = indent + lines[i]
		}
	}
	return strings.Join(lines, "\n")
}

// cleanName takes private-use characters out of a name, makes runs of no-break
// spaces one blank, and trims it.
func cleanName(s string) string {
	ascii := true
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			ascii = false
			break
		}
	}
	if ascii {
		return jsvalue.Trim(s)
	}
	b := make([]byte, 0, len(s))
	blank := false
	for i := 0; i < len(s); {
		c, n := jsontext.DecodeRune(s[i:])
		switch {
		case c >= 0xE000 && c <= 0xF8FF:
		case c == 0xA0 || c == 0x202F || c == 0x2007 || c == 0xFEFF:
			if !blank {
				b = append(b, ' ')
			}
			blank = true
		default:
			b = append(b, s[i:i+n]...)
			blank = c == ' '
		}
		i += n
	}
	return jsvalue.Trim(string(b))
}
