package tui

import (
	"strconv"
	"strings"

	"obscope/model"
	"obscope/render"
)

// A treePane shows the captured elements, one a row.
type treePane struct {
	rows    *rows
	sel     model.ID // the selected element, which may be folded away
	top     int      // the first row on the screen
	w, h    int
	focused bool

	c       *model.Capture
	obs     *render.Observation
	cost    []int32 // tokens of each subtree; nil while they are counted
	total   int     // tokens that a full bar stands for
	byCost  bool
	used    map[model.ID]bool // what the agent did next
	pinned  map[model.ID]bool
	matches []bool // by element: what find is at; nil is none
	unmask  bool
	stage   render.Stage // the stage whose victims are shown; Kept is all
}

func (p *treePane) setSize(w, h int) {
	p.w, p.h = max(0, w), max(0, h)
	p.follow()
}

// Select moves the cursor to an element and scrolls it into view.
func (p *treePane) Select(id model.ID) {
	p.sel = id
	p.follow()
}

// follow scrolls the selected row into view.
func (p *treePane) follow() {
	if p.rows == nil {
		return
	}
	row, _ := p.rows.row(p.sel)
	p.top = scrolled(p.top, max(row, 0), p.h, p.rows.len())
}

// scrolled is the first row of a window of h rows that holds row.
func scrolled(top, row, h, n int) int {
	margin := min(2, max(0, (h-1)/2))
	if row < top+margin {
		top = row - margin
	}
	if row >= top+h-margin {
		top = row - h + 1 + margin
	}
	return max(0, min(top, n-h))
}

// Scroll moves the window, not the cursor.
func (p *treePane) Scroll(by int) { p.top = max(0, min(p.top+by, p.rows.len()-p.h)) }

// Move returns the element that is by rows away from the cursor.
func (p *treePane) Move(by int) model.ID {
	if p.rows.len() == 0 {
		return model.None
	}
	row, _ := p.rows.row(p.sel)
	return p.rows.id(max(0, min(row+by, p.rows.len()-1)))
}

// at is the element on a row of the screen.
func (p *treePane) at(y int) (model.ID, bool) {
	row := p.top + y
	if y < 0 || row >= p.rows.len() {
		return model.None, false
	}
	return p.rows.id(row), true
}

// title is what the border above the pane says.
func (p *treePane) title(st *styles) string {
	t := "tree"
	if p.byCost {
		t += " by cost"
	}
	if p.rows.root != model.None {
		t += st.dot + "below " + label(st, p.c.Element(p.rows.root))
	}
	if p.rows.only != nil {
		t += st.dot + "only what " + p.obs.StageName(p.stage) + " took out"
	}
	return t
}

// View draws the pane: h lines of w cells.
func (p *treePane) View(st *styles) []string {
	lines := make([]string, 0, p.h)
	cursor, exact := p.rows.row(p.sel)
	for y := range p.h {
		row := p.top + y
		if row >= p.rows.len() {
			lines = append(lines, st.blank(p.w))
			continue
		}
		g, mark := groundPlain, " "
		if row == cursor {
			g, mark = groundLinked, st.linked
			if p.focused {
				g, mark = groundCursor, st.cursor
			}
			if !exact {
				mark = st.away
			}
		}
		lines = append(lines, p.row(st, p.rows.id(row), g, mark))
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

func (p *treePane) row(st *styles, id model.ID, g ground, mark string) string {
	e := p.c.Element(id)
	l := st.line(g, p.w)
	l.put(toneTitle, mark)
	body, tail := toneText, 0
	verdict, tone := p.verdictMark(st, id)
	l.put(tone, verdict)
	l.put(toneText, " ")
	if p.w >= costFrom {
		tail = costCells
	}
	if p.w >= barFrom {
		tail += barCells
	}
	if p.w >= shareFrom {
		tail += selfCells + pctCells
	}
	l.max = p.w - tail
	p.indent(st, l, id)
	switch {
	case p.rows.leaf(id):
		l.put(toneText, "  ")
	case p.rows.folded[id]:
		l.put(toneKey, st.closed+" ")
	default:
		l.put(toneDim, st.open+" ")
	}
	out := p.obs != nil && !p.obs.Verdicts[id].In()
	role, name, value := toneRole, body, toneValue
	if out {
		role, name, value = toneDim, toneDim, toneDim
	}
	if p.matches != nil && p.matches[id] {
		name = toneMatch
	}
	if p.used[id] {
		l.put(toneKey, st.used+" ")
	}
	if p.pinned[id] {
		l.put(toneKey, st.pin+" ")
	}
	putLabel(l, st, e, p.unmask, role, name, value)
	if p.rows.folded[id] {
		l.put(toneDim, " +"+short(int(p.rows.tree.Size[id]-1)))
	}
	l.pad(l.max)
	l.max = p.w
	p.putCost(st, l, id, tail)
	return l.done()
}

// verdictMark is what became of an element, in one cell.
func (p *treePane) verdictMark(st *styles, id model.ID) (string, tone) {
	if p.obs == nil {
		return " ", toneText
	}
	switch v := p.obs.Verdicts[id]; {
	case v.In():
		return " ", toneText
	case harmless(p.c, p.obs, id):
		return st.lifted, toneDim
	}
	return st.out, toneBad
}

// harmless reports an element that is out and says nothing that is not said
// elsewhere: a repeat, a wrapper, what the browser itself ignores.
func harmless(c *model.Capture, obs *render.Observation, id model.ID) bool {
	switch obs.Verdicts[id].Stage {
	case render.AtRepeat, render.AtIgnored, render.AtMenu, render.AtCollapse, render.AtSeparator, render.AtUnchanged:
		return true
	}
	e := c.Element(id)
	return e.Name == "" && e.Value == "" && e.Placeholder == "" && e.Description == "" && !e.Actionable()
}

// indent writes the depth: by blanks as far as they leave room for a name, and
// from there as a number.
func (p *treePane) indent(st *styles, l *line, id model.ID) {
	depth := p.rows.depth(id)
	room := max(2, l.max*2/5) // cells
	step := 2
	if p.rows.deepest*step > room {
		step = 1
	}
	if depth*step <= room {
		l.put(toneText, blanks(depth*step))
		return
	}
	number := strconv.Itoa(depth) + " "
	l.put(toneText, blanks(max(0, room-len(number))))
	l.put(toneDim, number)
}

func (p *treePane) putCost(st *styles, l *line, id model.ID, tail int) {
	if tail == 0 || p.cost == nil || p.cost[id] <= 0 {
		return
	}
	n := int(p.cost[id])
	if p.w >= shareFrom {
		own := ""
		if self := p.obs.ElementTokens(id); self > 0 && self != n {
			own = short(self)
		}
		l.put(toneDim, blanks(selfCells-len(own))+own)
	}
	if tail > costCells {
		l.put(toneText, " ")
		if n*(barCells-1)*8 < p.total {
			l.put(toneText, blanks(barCells-1)) // less than can be drawn
		} else {
			l.put(toneBar, st.bar(n, p.total, barCells-1))
		}
	}
	text := short(n)
	l.put(toneText, blanks(costCells-len(text))+text)
	if p.w >= shareFrom {
		share := ""
		if percent := (200*n + p.total) / max(2*p.total, 1); percent > 0 {
			share = strconv.Itoa(percent) + " %"
		}
		l.put(toneDim, blanks(pctCells-len(share))+share)
	}
}

// maxLabel is how many cells of a name or value are drawn at most.
const maxLabel = 200

// putLabel writes role, name and value of an element.
func putLabel(l *line, st *styles, e *model.Element, unmask bool, role, name, value tone) {
	l.put(role, st.clean.text(roleText(e), maxLabel))
	if e.Name != "" {
		l.put(role, " ")
		l.put(name, `"`+st.clean.text(e.Name, maxLabel)+`"`)
	}
	switch {
	case e.Value != "" && e.Secure && !unmask:
		l.put(value, " ="+st.mask())
	case e.Value != "":
		l.put(value, ` =`+st.clean.text(e.Value, maxLabel))
	case e.Name == "" && e.Placeholder != "":
		l.put(value, " ~"+st.clean.text(e.Placeholder, maxLabel))
	case e.Name == "" && e.Description != "":
		l.put(value, " "+st.clean.text(e.Description, maxLabel))
	}
}

// roleText is the captured role, with what a macOS subrole adds to it.
func roleText(e *model.Element) string {
	r := e.Role
	if r == "" {
		r = e.Kind.String()
	}
	if sub := strings.TrimPrefix(e.Subrole, "AX"); sub != "" {
		r += "/" + sub
	}
	return r
}

// mask stands for a secret, whatever its length.
func (s *styles) mask() string {
	m := ""
	for range 6 {
		m += s.secret
	}
	return m
}

// label names an element for people: role and name, never a secret.
func label(st *styles, e *model.Element) string {
	r := st.clean.text(roleText(e), 60)
	switch {
	case e.Name != "":
		return r + ` "` + st.clean.text(e.Name, 60) + `"`
	case e.Value != "" && !e.Secure:
		return r + ` =` + st.clean.text(e.Value, 60)
	}
	return r
}
