package agents

import (
	"slices"
	"strconv"
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/model"
	"obscope/render"
)

// waState is what writing the entries of one observation needs.
type waState struct {
	header string
	lines  map[int32][]bool // by node: which lines of its text are kept, where not all are
	fails  failures
}

func (w *webArena) Plan(p *render.Plan) {
	st := &waState{header: waHeader(p.Knob("tabs")), fails: slices.Clone(w.fails)}
	p.State = st
	for i := range p.Verdicts {
		p.Drop(model.ID(i), waUnreached)
		if n := &w.ax.nodes[i]; w.ax.first[n.key] != int32(i) {
			p.DropSaid(model.ID(i), render.AtDuplicate, model.ID(w.ax.first[n.key]))
		}
	}
	removed := w.outside(p, st)
	if st.header != "" {
		p.Note(0)
	}
	if len(w.ax.nodes) > 0 {
		w.walk(p, st, removed)
	}
	w.clean(p, st)
	dropOut(p)
	boundDepths(p)
	if st.header != "" && !slices.ContainsFunc(p.Entries, func(e render.Entry) bool { return e.ID != model.None }) {
		p.Tail = "\n" // the blank line stands above nothing, too
	}
	st.fails.tell(p)
}

// waHeader is the first line and the blank one after it, as an entry; "" without
// tabs.
func waHeader(tabs string) string {
	v, err := jsontext.Parse(tabs)
	if err != nil || v.Kind != jsontext.Array {
		return ""
	}
	var parts []string
	for i, tab := range v.Items {
		part := "Tab " + strconv.Itoa(i)
		if tab.Member("current").IsTrue() {
			part += " (current)"
		}
		parts = append(parts, part+": "+tab.Member("title").Text)
	}
	return strings.Join(parts, " | ") + "\n"
}

// outside lists the nodes that the window does not show; nil if all are shown.
func (w *webArena) outside(p *render.Plan, st *waState) []bool {
	if !isOn(p, "current_viewport_only") {
		return nil
	}
	if !w.framed {
		p.Warn("the capture does not tell where elements are, so current_viewport_only is off; join a DOM snapshot or box models")
		return nil
	}
	if w.ax.c.DOM != nil || !w.ax.exact {
		p.Warn("places are near those that the original asks the page for: a DOM snapshot has none for what is inside form controls")
	}
	width, _ := wholeNumber(p, "screen_width")
	height, _ := wholeNumber(p, "screen_height")
	removed := make([]bool, len(w.ax.nodes))
	for i := range w.ax.nodes {
		if p.Verdicts[i].Stage != render.AtDuplicate {
			removed[i] = !w.inWindow(int32(i), float64(width), float64(height))
		}
	}
	for i, is := range removed {
		if is {
			p.Drop(model.ID(i), waOutside)
		}
	}
	if what := w.removalFault(removed); what != "" {
		st.fails.add(what)
	}
	return removed
}

// inWindow is the original's test, with its formula as it stands.
func (w *webArena) inWindow(i int32, width, height float64) bool {
	const enough = 0.6
	n, e := &w.ax.nodes[i], &w.ax.c.Elements[i]
	if n.backend.kind == jsontext.Missing {
		return false
	}
	box := e.Frame
	switch {
	case n.role.is("RootWebArea"):
		box = model.Rect{W: 10, H: 10}
	case !e.Has(model.HasFrame):
		return false
	}
	if box.W == 0 || box.H == 0 {
		return false
	}
	wide := max(0, min(box.X+box.W, width)-max(box.X, 0))
	high := max(0, min(box.Y+box.H, height)-max(box.Y, 0))
	return !(wide*high/box.W*box.H < enough)
}

// removalFault is what the original stumbles over when it takes nodes out, one
// after the other: it gives the children of each to the parent that it has by
// then.
func (w *webArena) removalFault(removed []bool) string {
	type place struct{ parent, kid int32 } // keys
	lists := map[place]bool{}
	parent := make([]int32, len(w.ax.nodes)) // keys, as they change
	for i := range w.ax.nodes {
		n := &w.ax.nodes[i]
		parent[i] = n.parentKey
		for _, kid := range w.ax.kidKeys(n) {
			lists[place{n.key, kid}] = true
		}
	}
	given := map[int32][]int32{} // by key: the kids that it got from others
	for i, is := range removed {
		if !is {
			continue
		}
		n, up := &w.ax.nodes[i], parent[i]
		switch {
		case up < 0 || w.ax.first[up] < 0:
			return "KeyError: a node outside the window has no parent"
		case !lists[place{up, n.key}]:
			return "ValueError: a node outside the window is not among its parent's childIds"
		}
		delete(lists, place{up, n.key})
		for _, kid := range slices.Concat(w.ax.kidKeys(n), given[n.key]) {
			switch {
			case w.ax.first[kid] < 0:
				return "KeyError: a node outside the window has a child that is not there"
			case !lists[place{n.key, kid}]:
				continue // it was taken out itself
			}
			lists[place{up, kid}] = true
			given[up] = append(given[up], kid)
			parent[w.ax.first[kid]] = up
		}
	}
	return ""
}

// waAbove is what a node hands down to its children: itself, -1 above a root, and
// their depth.
type waAbove struct{ node, depth int32 }

// walk goes through the tree from the first node that is left.
func (w *webArena) walk(p *render.Plan, st *waState, removed []bool) {
	n := len(w.ax.nodes)
	walk := walker[waAbove]{kids: w.kidsOf, open: openSet(n, w.cycles), left: mostVisits(n)}
	walk.loop = func() { st.fails.add("RecursionError: a node is its own descendant") }
	walk.enter = func(i int32, above *waAbove) (waAbove, bool) {
		n, below := &w.ax.nodes[i], waAbove{i, above.depth}
		switch {
		case removed != nil && removed[i]:
			// Its children take its place where its parent lists it; elsewhere
			// it is an id of no node.
			if above.node >= 0 && n.parentKey != w.ax.nodes[above.node].key {
				return below, false
			}
		case w.text[i] == "":
			p.Drop(model.ID(i), waInvalid)
		case p.Out != nil && p.Out[i] != render.Kept:
		default:
			p.Write(model.ID(i), below.depth, 0)
			if n.backend.kind != jsontext.Missing {
				below.depth++
			}
		}
		if !n.hasKids {
			st.fails.add("KeyError: 'childIds'")
		}
		if len(walk.stack) >= pyDepth {
			st.fails.add("RecursionError: the tree is too deep")
		}
		return below, true
	}
	roots := w.ax.roots()
	for w.ax.exact && removed != nil && int(roots[0]) < len(removed)-1 && removed[roots[0]] {
		roots[0]++ // the first node that is left
	}
	p.Entries = append(make([]render.Entry, 0, n+1), p.Entries...)
	for _, root := range roots {
		if !walk.from(root, waAbove{node: -1}) {
			st.fails.add("the tree repeats nodes without bound")
			return
		}
	}
}

// clean drops the lines of texts that one of the three lines before has already.
func (w *webArena) clean(p *render.Plan, st *waState) {
	var before [3]string // the last lines that were kept
	var whose [3]model.ID
	by := model.None // whose line has what was not kept
	count := 0
	keeps := func(id model.ID, line string) bool {
		by = model.None
		text, static := waStatic(line)
		if static {
			if text == "" {
				return false
			}
			for i, b := range before {
				if strings.Contains(b, text) {
					by = whose[i]
					return false
				}
			}
		}
		before[count%len(before)], whose[count%len(before)] = line, id
		count++
		return true
	}
	entries := p.Entries
	p.Entries = entries[:0]
	for _, e := range entries {
		if e.ID != model.None {
			p.Drop(e.ID, waCleaned)
		}
	}
	for _, e := range entries {
		if e.ID == model.None {
			p.Entries = append(p.Entries, e)
			continue
		}
		text := w.text[e.ID]
		kept := 0
		if !strings.Contains(text, "\n") {
			if keeps(e.ID, text) {
				kept = 1
			}
		} else {
			lines := strings.Split(text, "\n")
			keep := make([]bool, len(lines))
			for i, line := range lines {
				if keep[i] = keeps(e.ID, line); keep[i] {
					kept++
				}
			}
			if st.lines == nil {
				st.lines = map[int32][]bool{}
			}
			st.lines[int32(e.ID)] = keep
		}
		if kept > 0 {
			// One that is written twice may be kept once.
			p.Write(e.ID, e.Depth, e.Aux)
		} else if by != model.None && p.Verdicts[e.ID].Stage == waCleaned {
			p.DropSaid(e.ID, waCleaned, by)
		}
	}
}

func (w *webArena) AppendLine(dst []byte, p *render.Plan, i int) []byte {
	e := p.Entries[i]
	st := p.State.(*waState)
	if e.ID == model.None {
		return append(dst, st.header...)
	}
	start := len(dst)
	dst = append(appendRepeated(dst, "\t", int(e.Depth)), w.text[e.ID]...)
	if keep, ok := st.lines[int32(e.ID)]; ok {
		dst = keepLines(dst, start, keep)
	}
	return dst
}

// AppendRef appends the node's id.
func (w *webArena) AppendRef(dst []byte, _ *render.Plan, _ int, id model.ID) []byte {
	return append(dst, w.ax.nodes[id].nodeID.py()...)
}
