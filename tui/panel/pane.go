package panel

import (
	"slices"

	"obscope/model"
	"obscope/tui/paint"
)

// A Pane shows one panel: rows to walk through, or its picture.
type Pane struct {
	Panel    Panel
	Open     bool
	Rows     []Row
	Cursor   int
	Top      int
	W, H     int
	Focused  bool
	Busy     bool
	Subtitle string
	Under    string         // the options that the rows were made with
	Of       *model.Capture // whose elements the rows name; those of a step before stay until they are made anew
	Still    bool           // the cursor has not been moved since it was shown

	builtW, builtH int // the size that the rows or the picture were asked for
}

// SetSize fits it into w by h cells.
func (p *Pane) SetSize(w, h int) {
	p.W, p.H = max(0, w), max(0, h)
	p.follow()
}

func (p *Pane) follow() { p.Top = paint.Scrolled(p.Top, p.Cursor, p.Room(), len(p.Rows)) }

// Room is the number of lines for rows.
func (p *Pane) Room() int {
	if _, ok := p.Panel.(Header); ok {
		return max(0, p.H-1)
	}
	return p.H
}

// Asked notes that a page for the size of now is on its way.
func (p *Pane) Asked() { p.builtW, p.builtH = p.W, p.H }

// Misfits reports whether the page was made for another size: rows are wrapped
// for a width, a picture fills its height as well.
func (p *Pane) Misfits() bool { return p.Open && (p.W != p.builtW || p.Draws() && p.H != p.builtH) }

// Draws reports whether the panel is a picture, without rows.
func (p *Pane) Draws() bool { _, ok := p.Panel.(Drawer); return ok }

// Row is the row under the cursor; false if there is none.
func (p *Pane) Row() (Row, bool) {
	if p.Draws() || len(p.Rows) == 0 {
		return Row{}, false
	}
	return p.Rows[p.Cursor], true
}

// Show opens a panel; one that was open already keeps its rows.
func (p *Pane) Show(which Panel) {
	if !p.Open || p.Panel != which {
		p.Cursor, p.Top, p.Rows, p.Subtitle = 0, 0, nil, ""
	}
	p.Open, p.Panel, p.Still = true, which, true
}

// Title is what the border says.
func (p *Pane) Title(st *paint.Styles) string {
	t := p.Panel.Name()
	if n := len(p.Rows); n > p.Room() && p.Room() > 0 {
		t += st.Dot + "row " + paint.Comma(p.Cursor+1) + " of " + paint.Comma(n)
	}
	if p.Subtitle != "" {
		t += st.Dot + p.Subtitle
	}
	if p.Busy {
		t += st.Dot + "computing" + st.Cut + " esc stops"
	}
	return t
}

// Set replaces the rows and keeps the cursor on what it was about.
func (p *Pane) Set(page Page) {
	if page.Done != nil {
		page.Done()
	}
	rows := page.Rows
	if p.Cursor < len(p.Rows) && p.Rows[p.Cursor].About != nil {
		about := p.Rows[p.Cursor].About
		of := func(r Row) bool { return r.About == about }
		below := p.Cursor - slices.IndexFunc(p.Rows, of)
		if at := slices.IndexFunc(rows, of); at >= 0 {
			p.Cursor = at
			if at+below < len(rows) && of(rows[at+below]) {
				p.Cursor += below
			}
		}
	}
	p.Rows, p.Subtitle, p.Busy = rows, page.Subtitle, false
	p.Cursor = max(0, min(p.Cursor, len(rows)-1))
	p.skipHeads(1)
	p.follow()
	if p.Still && page.Start != nil {
		p.Seek(page.Start)
	}
}

// Seek puts the cursor on the first row about something, unless it is on one.
func (p *Pane) Seek(about any) {
	is := func(r Row) bool { return r.About == about }
	if p.Cursor < len(p.Rows) && is(p.Rows[p.Cursor]) {
		return
	}
	if at := slices.IndexFunc(p.Rows, is); at >= 0 {
		p.Cursor = at
		p.follow()
	}
}

// Move moves the cursor by rows, over headings, and says what is there.
func (p *Pane) Move(by int) Action {
	if len(p.Rows) == 0 {
		return nil
	}
	p.Still = false
	p.Cursor = max(0, min(p.Cursor+by, len(p.Rows)-1))
	p.skipHeads(map[bool]int{true: -1, false: 1}[by < 0])
	p.follow()
	return p.rest()
}

// rest says what is under the cursor.
func (p *Pane) rest() Action {
	if r, ok := p.Panel.(Rester); ok {
		r.Rest(p.Rows[p.Cursor].About)
	}
	return p.Rows[p.Cursor].Look
}

// Click puts the cursor on a row.
func (p *Pane) Click(row int) Action {
	p.Cursor, p.Still = row, false
	return p.rest()
}

// Scroll moves the window, not the cursor.
func (p *Pane) Scroll(by int) { p.Top = max(0, min(p.Top+by, len(p.Rows)-p.Room())) }

func (p *Pane) skipHeads(by int) {
	for _, by := range [...]int{by, -by} {
		for i := p.Cursor; i >= 0 && i < len(p.Rows); i += by {
			if !p.Rows[i].Head {
				p.Cursor = i
				return
			}
		}
	}
}

// View draws it: h lines of w cells.
func (p *Pane) View(s State) []string {
	if d, ok := p.Panel.(Drawer); ok {
		return d.View(s)
	}
	st := &s.Style
	lines := make([]string, 0, p.H)
	if h, ok := p.Panel.(Header); ok {
		lines = append(lines, h.Head(st, p.W))
	}
	for i := p.Top; i < len(p.Rows) && len(lines) < p.H; i++ {
		g, mark := paint.Plain, " "
		if i == p.Cursor && !p.Rows[i].Head {
			g, mark = paint.Linked, st.Linked
			if p.Focused {
				g, mark = paint.Cursor, st.Cursor
			}
		}
		lines = append(lines, p.draw(st, p.Rows[i], g, mark))
	}
	if len(p.Rows) == 0 {
		l := st.Line(paint.Plain, p.W)
		if w, ok := p.Panel.(Worker); p.Busy || ok && w.Busy() {
			l.Put(paint.Dim, "  computing"+st.Cut)
		} else {
			l.Put(paint.Dim, "  nothing to show")
		}
		lines = append(lines, l.Done())
	}
	for len(lines) < p.H {
		lines = append(lines, st.Blank(p.W))
	}
	return lines[:p.H]
}

func (p *Pane) draw(st *paint.Styles, r Row, g paint.Ground, mark string) string {
	l := st.Line(g, p.W)
	l.Put(paint.Title, mark)
	right := 0
	for _, piece := range r.Right {
		right += paint.Width(piece.Text)
	}
	if right > 0 {
		right++
	}
	if right < p.W/2+4 {
		l.Max = p.W - right
	} else {
		right = 0
	}
	for _, piece := range r.Left {
		l.Put(piece.Tone, piece.Text)
	}
	l.Max = p.W
	if right > 0 {
		l.Pad(p.W - right)
		for _, piece := range r.Right {
			l.Put(piece.Tone, piece.Text)
		}
	}
	return l.Done()
}
