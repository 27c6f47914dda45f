package tui

import (
	"slices"

	"obscope/model"
	"obscope/render"
)

// A panelKind is one of the panels that p steps through.
type panelKind uint8

const (
	panelCosts panelKind = iota
	panelDialects
	panelFunnel
	panelLint
	panelMap
	panelPins
	panelSteps
	panelWarnings
	numCycled
	// These are opened by their own keys.
	panelDifference = numCycled
	panelCompare    = numCycled + 1
)

func (k panelKind) String() string {
	return [...]string{"costs", "dialects", "funnel", "lint", "map", "pins", "steps", "warnings", "difference", "A/B"}[k]
}

// A panelPane shows one panel: rows to walk through, or the map.
type panelPane struct {
	kind     panelKind
	open     bool
	rows     []panelRow
	cursor   int
	top      int
	w, h     int
	focused  bool
	busy     bool
	subtitle string
	under    string // the options that the rows were made with
	selected model.ID
	toStep   bool // the cursor goes to the step that is shown
	minimap  minimap
}

// A panelRow is one line of a panel and what choosing it does.
type panelRow struct {
	left, right []piece
	id          model.ID        // the element it is about, None
	stage       render.Stage    // whose victims it shows, in the funnel
	options     *render.Options // which it puts in force
	step        int             // which it goes to, -1
	used        model.ID        // the element there that it goes to, None
	rule        string          // of lint, which backspace turns off
	pin         pin             // which backspace lets go
	dialect     string          // whose row of the table it is
	says        string          // what is said when the cursor comes to it
	head        bool            // a heading, which the cursor passes over
}

// A piece is text in a tone.
type piece struct {
	tone tone
	text string
}

func heading(text string) panelRow {
	return panelRow{left: []piece{{toneTitle, text}}, id: model.None, step: -1, used: model.None, head: true}
}

func plainRow(pieces ...piece) panelRow {
	return panelRow{left: pieces, id: model.None, step: -1, used: model.None}
}

func (p *panelPane) setSize(w, h int) {
	p.w, p.h = max(0, w), max(0, h)
	p.top = scrolled(p.top, p.cursor, p.room(), len(p.rows))
}

// room is the number of lines for rows.
func (p *panelPane) room() int {
	if p.kind == panelDialects {
		return max(0, p.h-1) // the names of the columns stay
	}
	return p.h
}

func (p *panelPane) title(st *styles) string {
	t := p.kind.String()
	if n := len(p.rows); n > p.room() && p.room() > 0 {
		t += st.dot + "row " + comma(p.cursor+1) + " of " + comma(n)
	}
	if p.subtitle != "" {
		t += st.dot + p.subtitle
	}
	if p.busy {
		t += st.dot + "computing" + st.cut + " esc stops"
	}
	return t
}

// set replaces the rows and keeps the cursor where it was: on its step, if the
// rows are of steps.
func (p *panelPane) set(rows []panelRow) {
	if p.cursor < len(p.rows) && p.rows[p.cursor].step >= 0 {
		step := p.rows[p.cursor].step
		of := func(r panelRow) bool { return r.step == step }
		below := p.cursor - slices.IndexFunc(p.rows, of)
		if at := slices.IndexFunc(rows, of); at >= 0 {
			p.cursor = at
			if at+below < len(rows) && of(rows[at+below]) {
				p.cursor += below
			}
		}
	}
	p.rows = rows
	p.busy = false
	p.cursor = max(0, min(p.cursor, len(rows)-1))
	p.skipHeads(1)
	p.top = scrolled(p.top, p.cursor, p.room(), len(rows))
}

// seek puts the cursor on the first row for which is holds.
func (p *panelPane) seek(is func(panelRow) bool) {
	if at := slices.IndexFunc(p.rows, is); at >= 0 {
		p.cursor = at
		p.top = scrolled(p.top, p.cursor, p.room(), len(p.rows))
	}
}

// skipHeads moves the cursor off a heading.
func (p *panelPane) skipHeads(by int) {
	for i := p.cursor; i >= 0 && i < len(p.rows); i += by {
		if !p.rows[i].head {
			p.cursor = i
			return
		}
	}
	for i := p.cursor; i >= 0 && i < len(p.rows); i -= by {
		if !p.rows[i].head {
			p.cursor = i
			return
		}
	}
}

// View draws the panel.
func (p *panelPane) View(m *Model) []string {
	st := &m.st
	if p.kind == panelMap {
		return p.minimap.View(m, p.w, p.h)
	}
	lines := make([]string, 0, p.h)
	if p.kind == panelDialects {
		lines = append(lines, m.dialects.head(st, p.w))
	}
	for i := p.top; i < len(p.rows) && len(lines) < p.h; i++ {
		g, mark := groundPlain, " "
		if i == p.cursor && !p.rows[i].head {
			g, mark = groundLinked, st.linked
			if p.focused {
				g, mark = groundCursor, st.cursor
			}
		}
		lines = append(lines, p.draw(st, p.rows[i], g, mark))
	}
	if len(p.rows) == 0 {
		l := st.line(groundPlain, p.w)
		if p.busy || p.kind == panelDialects && len(m.dialects.todo) > 0 {
			l.put(toneDim, "  computing"+st.cut)
		} else {
			l.put(toneDim, "  nothing to show")
		}
		lines = append(lines, l.done())
	}
	for len(lines) < p.h {
		lines = append(lines, st.blank(p.w))
	}
	return lines[:p.h]
}

func (p *panelPane) draw(st *styles, r panelRow, g ground, mark string) string {
	l := st.line(g, p.w)
	l.put(toneTitle, mark)
	right := 0
	for _, piece := range r.right {
		right += width(piece.text)
	}
	if right > 0 {
		right++
	}
	if right < p.w/2+4 {
		l.max = p.w - right
	} else {
		right = 0
	}
	for _, piece := range r.left {
		l.put(piece.tone, piece.text)
	}
	l.max = p.w
	if right > 0 {
		l.pad(p.w - right)
		for _, piece := range r.right {
			l.put(piece.tone, piece.text)
		}
	}
	return l.done()
}

func spanOf(t tone, s string) piece { return piece{t, s} }
