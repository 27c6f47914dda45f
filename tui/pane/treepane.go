package pane

import (
	"strconv"

	"obscope/model"
	"obscope/render"
	"obscope/tui/paint"
)

// A treePane shows the captured elements, one a row.
type Tree struct {
	Rows    *Rows
	sel     model.ID // the selected element, which may be folded away
	Top     int      // the first row on the screen
	w, h    int
	Focused bool

	C       *model.Capture
	Obs     *render.Observation
	Cost    []int32 // tokens of each subtree; nil while they are counted
	Total   int     // tokens that a full bar stands for
	ByCost  bool
	Used    map[model.ID]bool // what the agent did next
	Pinned  map[model.ID]bool
	Matches []bool // by element: what find is at; nil is none
	Unmask  bool
	Stage   render.Stage // the stage whose victims are shown; Kept is all
}

func (p *Tree) SetSize(w, h int) {
	p.w, p.h = max(0, w), max(0, h)
	p.Follow()
}

// Select moves the cursor to an element and scrolls it into view.
func (p *Tree) Select(id model.ID) {
	p.sel = id
	p.Follow()
}

// Follow scrolls the selected row into view.
func (p *Tree) Follow() {
	if p.Rows == nil {
		return
	}
	row, _ := p.Rows.Row(p.sel)
	p.Top = paint.Scrolled(p.Top, max(row, 0), p.h, p.Rows.Len())
}

// Scroll moves the window, not the cursor.
func (p *Tree) Scroll(by int) { p.Top = max(0, min(p.Top+by, p.Rows.Len()-p.h)) }

// Move returns the element that is by rows away from the cursor.
func (p *Tree) Move(by int) model.ID {
	if p.Rows.Len() == 0 {
		return model.None
	}
	row, _ := p.Rows.Row(p.sel)
	return p.Rows.Id(max(0, min(row+by, p.Rows.Len()-1)))
}

// At is the element on a row of the screen.
func (p *Tree) At(y int) (model.ID, bool) {
	row := p.Top + y
	if y < 0 || row >= p.Rows.Len() {
		return model.None, false
	}
	return p.Rows.Id(row), true
}

// Title is what the border above the pane says.
func (p *Tree) Title(st *paint.Styles) string {
	t := "tree"
	if p.ByCost {
		t += " by cost"
	}
	if p.Rows.Root != model.None {
		t += st.Dot + "below " + paint.Label(st, p.C.Element(p.Rows.Root))
	}
	if p.Rows.Only != nil {
		t += st.Dot + "only what " + p.Obs.StageName(p.Stage) + " took out"
	}
	return t
}

// View draws the pane: h lines of w cells.
func (p *Tree) View(st *paint.Styles) []string {
	lines := make([]string, 0, p.h)
	cursor, exact := p.Rows.Row(p.sel)
	if p.C != nil && p.C.Call != nil && !p.C.HasTree() && p.h > 0 {
		l := st.Line(paint.Plain, p.w)
		l.Put(paint.Dim, "  no tree in this result")
		lines = append(lines, l.Done())
	}
	for y := range p.h - len(lines) {
		row := p.Top + y
		if row >= p.Rows.Len() {
			lines = append(lines, st.Blank(p.w))
			continue
		}
		g, mark := paint.Plain, " "
		if row == cursor {
			g, mark = paint.Linked, st.Linked
			if p.Focused {
				g, mark = paint.Cursor, st.Cursor
			}
			if !exact {
				mark = st.Away
			}
		}
		lines = append(lines, p.row(st, p.Rows.Id(row), g, mark))
	}
	return lines
}

// Columns of the cost, at the right of a row.
const (
	costCells = 5  // " 1.9k"
	barCells  = 5  // before it, a blank and four cells
	costFrom  = 30 // pane width from which tokens are shown
	barFrom   = 44 // and bars
	shareFrom = 64 // and the line's own tokens, and the share of the whole
	selfCells = 5
	pctCells  = 6 // " 100 %"
)

func (p *Tree) row(st *paint.Styles, id model.ID, g paint.Ground, mark string) string {
	e := p.C.Element(id)
	l := st.Line(g, p.w)
	l.Put(paint.Title, mark)
	body, tail := paint.Text, 0
	verdict, tone := p.verdictMark(st, id)
	l.Put(tone, verdict)
	l.Put(paint.Text, " ")
	if p.w >= costFrom {
		tail = costCells
	}
	if p.w >= barFrom {
		tail += barCells
	}
	if p.w >= shareFrom {
		tail += selfCells + pctCells
	}
	l.Max = p.w - tail
	p.indent(st, l, id)
	switch {
	case p.Rows.Leaf(id):
		l.Put(paint.Text, "  ")
	case p.Rows.Folded[id]:
		l.Put(paint.Key, st.Closed+" ")
	default:
		l.Put(paint.Dim, st.Open+" ")
	}
	out := p.Obs != nil && !p.Obs.Verdicts[id].In()
	role, name, value := paint.Role, body, paint.Value
	if out {
		role, name, value = paint.Dim, paint.Dim, paint.Dim
	}
	if p.Matches != nil && p.Matches[id] {
		name = paint.Match
	}
	if p.Used[id] {
		l.Put(paint.Key, st.Used+" ")
	}
	if p.Pinned[id] {
		l.Put(paint.Key, st.Pin+" ")
	}
	paint.PutLabel(l, st, e, p.Unmask, role, name, value)
	if p.Rows.Folded[id] {
		l.Put(paint.Dim, " +"+paint.Short(int(p.Rows.Tree.Size[id]-1)))
	}
	l.Pad(l.Max)
	l.Max = p.w
	p.putCost(st, l, id, tail)
	return l.Done()
}

// verdictMark is what became of an element, in one cell.
func (p *Tree) verdictMark(st *paint.Styles, id model.ID) (string, paint.Tone) {
	if p.Obs == nil {
		return " ", paint.Text
	}
	switch v := p.Obs.Verdicts[id]; {
	case v.In():
		return " ", paint.Text
	case Harmless(p.C, p.Obs, id):
		return st.Lifted, paint.Dim
	}
	return st.Out, paint.Bad
}

// Harmless reports an element that is out and says nothing that is not said
// elsewhere: a repeat, a wrapper, what the browser itself ignores.
func Harmless(c *model.Capture, obs *render.Observation, id model.ID) bool {
	switch obs.Verdicts[id].Stage {
	case render.AtRepeat, render.AtIgnored, render.AtMenu, render.AtCollapse, render.AtSeparator, render.AtUnchanged:
		return true
	}
	e := c.Element(id)
	return e.Name == "" && e.Value == "" && e.Placeholder == "" && e.Description == "" && !e.Actionable()
}

// indent writes the depth: by blanks as far as they leave room for a name, and
// from there as a number.
func (p *Tree) indent(st *paint.Styles, l *paint.Line, id model.ID) {
	depth := p.Rows.depth(id)
	room := max(2, l.Max*2/5) // cells
	step := 2
	if p.Rows.deepest*step > room {
		step = 1
	}
	if depth*step <= room {
		l.Put(paint.Text, paint.Blanks(depth*step))
		return
	}
	number := strconv.Itoa(depth) + " "
	l.Put(paint.Text, paint.Blanks(max(0, room-len(number))))
	l.Put(paint.Dim, number)
}

func (p *Tree) putCost(st *paint.Styles, l *paint.Line, id model.ID, tail int) {
	if tail == 0 || p.Cost == nil || p.Cost[id] <= 0 {
		return
	}
	n := int(p.Cost[id])
	if p.w >= shareFrom {
		own := ""
		if self := p.Obs.ElementTokens(id); self > 0 && self != n {
			own = paint.Short(self)
		}
		l.Put(paint.Dim, paint.Blanks(selfCells-len(own))+own)
	}
	if tail > costCells {
		l.Put(paint.Text, " ")
		if n*(barCells-1)*8 < p.Total {
			l.Put(paint.Text, paint.Blanks(barCells-1)) // less than can be drawn
		} else {
			l.Put(paint.Bar, st.Bar(n, p.Total, barCells-1))
		}
	}
	text := paint.Short(n)
	l.Put(paint.Text, paint.Blanks(costCells-len(text))+text)
	if p.w >= shareFrom {
		share := ""
		if percent := (200*n + p.Total) / max(2*p.Total, 1); percent > 0 {
			share = strconv.Itoa(percent) + " %"
		}
		l.Put(paint.Dim, paint.Blanks(pctCells-len(share))+share)
	}
}
