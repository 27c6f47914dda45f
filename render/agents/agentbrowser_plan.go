package agents

import (
	"bytes"
	"slices"
	"strconv"

	"obscope/model"
	"obscope/render"
)

// abState is one snapshot: who has which ref, and what is written.
type abState struct {
	of          *agentBrowser
	old         bool // version 0.33
	interactive bool
	urls        bool
	cursor      map[int32]*abCursor
	refs        []int32        // by node, 0 for none
	promoted    map[int32]bool // nodes that take the role of the control that they hide
	rows        []abRow
	lines       map[int32][]bool // by row: which of its lines are kept, where not all are
	frames      map[int32]int32  // by iframe: the part that it shows
}

// An abRow is a node in its place.
type abRow struct {
	node   int32
	indent int32 // levels within its document
	base   int32 // levels of the iframe that shows the document
}

// Entries that write no element.
const (
	abEmptyPage int32 = iota
	abNoInteractive
)

func (b *agentBrowser) Plan(p *render.Plan) {
	st := &abState{of: b, old: b.old, interactive: isOn(p, "interactive"), urls: isOn(p, "urls")}
	p.State = st
	p.Warnings = append(p.Warnings, b.untold...)
	if isOn(p, "cursor_elements") {
		st.cursor = b.cursor
		switch {
		case b.cursor == nil:
			p.Warn("the capture does not tell what has an onclick, a tabindex or a pointer cursor, to which the original gives refs; join a DOM snapshot")
		case b.open != "":
			p.Warn("the original asks the page what the DOM snapshot does not tell: " + b.open)
		}
	}
	if st.urls && b.hrefs == nil {
		p.Warn("addresses are those of the tree; the original asks the page for href")
	}
	for i := range p.Verdicts {
		p.Drop(model.ID(i), abUnreached)
	}
	b.hostFrames(p, st)
	b.assignRefs(st)
	depth := int32(-1)
	if d, ok := wholeNumber(p, "depth"); ok {
		depth = int32(min(d, 1<<30))
	}
	cut := b.walk(p, st, 0, 0, depth)
	cut = b.showFrames(p, st, depth) || cut
	if cut {
		p.Warnings.Add(model.OriginalFails, "some nodes are their own descendants or have many parents; the original would not end, or repeat them without bound")
	}
	boundLevels(p, len(st.rows), func(i int) (base, depth *int32) { return &st.rows[i].base, &st.rows[i].indent })
	b.write(p, st)
}

// hostFrames finds the documents that are shown: those in iframes of the first.
func (b *agentBrowser) hostFrames(p *render.Plan, st *abState) {
	for i, part := range b.ax.parts {
		if i == 0 {
			continue
		}
		if h := part.host; h >= 0 && b.ax.nodes[h].part == 0 && b.nodes[h].role == "Iframe" {
			if st.frames == nil {
				st.frames = map[int32]int32{}
			}
			st.frames[h] = int32(i)
			continue
		}
		for id := part.from; id < part.to; id++ {
			p.Drop(model.ID(id), abFrame)
		}
	}
}

// assignRefs numbers the elements that an agent may quote, in the order of the
// capture; those of frames come after all of the page's.
func (b *agentBrowser) assignRefs(st *abState) {
	st.refs = make([]int32, len(b.nodes))
	next := int32(0)
	number := func(from, to int32) {
		for i := from; i < to; i++ {
			if b.hasRef(st, i) {
				next++
				st.refs[i] = next
			}
		}
	}
	main := b.ax.parts[0]
	number(main.from, main.to)
	if len(st.frames) == 0 {
		return
	}
	for i := main.from; i < main.to; i++ {
		if part, ok := st.frames[i]; ok {
			number(b.ax.parts[part].from, b.ax.parts[part].to)
		}
	}
}

func (b *agentBrowser) hasRef(st *abState, i int32) bool {
	n := &b.nodes[i]
	if n.role == "" {
		return false
	}
	c := st.cursor[i]
	if c != nil && c.hidden != "" && (n.role == "LabelText" || n.role == "generic") {
		if st.promoted == nil {
			st.promoted = map[int32]bool{}
		}
		st.promoted[i] = true
		return true
	}
	switch abRoles[n.role] {
	case 1:
		return true
	case 2:
		if n.name != "" {
			return true
		}
	case 3:
		if n.name != "" || !st.old {
			return true
		}
	}
	return c != nil
}

// transparent reports a node that is written as its children only, and why.
func (b *agentBrowser) transparent(st *abState, i int32) (render.Stage, bool) {
	n := &b.nodes[i]
	switch {
	case n.role == "":
		return n.was, true
	case n.role == "generic" && st.refs[i] == 0 && len(b.kidsOf(i)) <= 1:
		return abWrapper, true
	case n.role == "StaticText" && !says(n.name, st.old):
		return abBlank, true
	case n.role == "RootWebArea" || n.role == "WebArea":
		return abWrapper, true
	}
	return 0, false
}

// walk lists the rows of a document below an indentation. cut reports nodes that
// are their own descendants or have too many parents.
func (b *agentBrowser) walk(p *render.Plan, st *abState, part, base, depth int32) (cut bool) {
	w := walker[int32]{kids: b.kidsOf, loop: func() { cut = true }, open: openSet(len(b.nodes), b.cycles), left: mostVisits(len(b.nodes))}
	w.enter = func(i int32, above *int32) (indent int32, in bool) {
		indent = *above
		why, through := b.transparent(st, i)
		switch {
		case through:
			p.Drop(model.ID(i), why)
		case depth >= 0 && indent > depth:
			b.dropBelow(p, i)
			return 0, false
		case st.interactive && st.refs[i] == 0:
			p.Drop(model.ID(i), abNoRef)
		case p.Out != nil && b.allOut(p, i):
		default:
			st.rows = append(st.rows, abRow{i, indent, base})
			indent++
		}
		return indent, true
	}
	for _, root := range b.roots {
		if b.ax.nodes[root].part == part && !w.from(root, 0) {
			return true
		}
	}
	return cut
}

// showFrames puts the text of each frame below the first line that holds its
// iframe's ref in brackets of its own: a name that quotes the ref takes it, and
// where the iframe has another attribute no line does.
func (b *agentBrowser) showFrames(p *render.Plan, st *abState, depth int32) (cut bool) {
	main := b.ax.parts[0]
	for i := main.from; i < main.to && len(st.frames) > 0; i++ {
		part, ok := st.frames[i]
		if !ok {
			continue
		}
		at := b.rowQuoting(st, "[ref=e"+strconv.Itoa(int(st.refs[i]))+"]")
		if at < 0 {
			for id := b.ax.parts[part].from; id < b.ax.parts[part].to; id++ {
				p.Drop(model.ID(id), abFrame)
			}
			continue
		}
		below := slices.Clone(st.rows[at+1:])
		base := st.rows[at].base + st.rows[at].indent + 1
		st.rows = st.rows[:at+1]
		cut = b.walk(p, st, part, base, depth) || cut
		st.rows = append(st.rows, below...)
	}
	return cut
}

// rowQuoting is the first row whose text holds a mark, -1 for none.
func (b *agentBrowser) rowQuoting(st *abState, mark string) int {
	var buf []byte
	for r := range st.rows {
		if buf = b.appendRow(buf[:0], st, int32(r)); bytes.Contains(buf, []byte(mark)) {
			return r
		}
	}
	return -1
}

// allOut reports whether the common options took out every element that a line
// holds.
func (b *agentBrowser) allOut(p *render.Plan, i int32) bool {
	for ; i >= 0; i = b.nodes[i].mergedNext {
		if p.Out[i] == render.Kept {
			return false
		}
	}
	return true
}

// dropBelow notes that a subtree is below the depth that is shown.
func (b *agentBrowser) dropBelow(p *render.Plan, i int32) {
	stack := []int32{i}
	for len(stack) > 0 {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if p.Verdicts[at].Stage != abUnreached {
			continue
		}
		p.Drop(model.ID(at), abDepth)
		stack = append(stack, b.kidsOf(at)...)
	}
}

// write turns rows into entries, after compact has chosen among their lines.
func (b *agentBrowser) write(p *render.Plan, st *abState) {
	var keep []bool
	if isOn(p, "compact") {
		keep = b.compact(st)
	}
	p.Entries = make([]render.Entry, 0, len(st.rows))
	for r := range st.rows {
		row := &st.rows[r]
		if keep != nil && !keep[r] {
			for i := row.node; i >= 0; i = b.nodes[i].mergedNext {
				p.Drop(model.ID(i), abCompact)
			}
			continue
		}
		id := model.None
		for i := row.node; i >= 0; i = b.nodes[i].mergedNext {
			if id == model.None {
				id = model.ID(i)
			}
			if p.Verdicts[i].Stage != render.Kept {
				p.Verdicts[i] = render.Verdict{Line: int32(len(p.Entries)), Stage: render.Kept}
			}
		}
		p.Write(id, row.base+row.indent, int32(r))
	}
	dropOut(p)
	if len(p.Entries) > 0 {
		return
	}
	if st.interactive {
		p.Note(abNoInteractive)
	} else {
		p.Note(abEmptyPage)
	}
}
