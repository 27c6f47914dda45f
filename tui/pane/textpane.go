package pane

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"obscope/model"
	"obscope/render"
	"obscope/tui/paint"

	"github.com/charmbracelet/x/ansi"
)

// A textPane shows the observation as it is written, line by line. If the
// selected element is not in it, one more row marks where it would stand.
type Text struct {
	Obs     *render.Observation
	Cursor  int // the entry under the cursor
	Ghost   int // the entry before which the selected element would stand, -1 if it is in
	ghosts  string
	aside   bool // the cursor is on a line of no element, away from the ghost
	Top     int  // the first displayed row
	shift   int  // columns scrolled to the right
	w, h    int
	wrap    bool
	Focused bool
	Unmask  bool
	Lines   Lines
	Clean   paint.Cleaner
	Waiting bool // a newer observation is on its way

	WhatIf bool       // it is not what the model read in that step of a session
	Lit    *LineRange // of what the model read, the lines of the tree; nil where all lines are alike

	cache map[int][]string // the lines of entries, cleaned
	reach int              // cells that the cached ones hold at least
}

// A LineRange is lines, from 0, up to but without To.
type LineRange struct{ From, To int }

// Show takes a new observation.
func (p *Text) Show(lines Lines) {
	p.Obs, p.Lines = lines.obs, lines
	p.Ghost = -1
	p.Forget()
	p.Cursor = max(0, min(p.Cursor, len(p.Obs.Entries)-1))
}

// Forget drops what was prepared for drawing.
func (p *Text) Forget() { p.cache = nil }

func (p *Text) SetSize(w, h int) {
	p.w, p.h = max(0, w), max(0, h)
	p.follow()
}

// rowsN is the number of displayed rows: the lines, and the ghost's.
func (p *Text) rowsN() int {
	if p.Ghost >= 0 {
		return p.Lines.Total + 1
	}
	return p.Lines.Total
}

// entryAt is the entry on a displayed row, -1 for the ghost, and which of the
// entry's lines it is.
func (p *Text) entryAt(row int) (entry, part int) {
	if p.Ghost >= 0 {
		switch at := p.Lines.First(p.Ghost); {
		case row == at:
			return -1, 0
		case row > at:
			row--
		}
	}
	return p.Lines.At(row)
}

// rowOf is the first displayed row of an entry.
func (p *Text) rowOf(entry int) int {
	row := p.Lines.First(entry)
	if p.Ghost >= 0 && entry >= p.Ghost {
		row++
	}
	return row
}

// At is the entry on a line of the screen; -1 for the ghost or nothing.
func (p *Text) At(y int) int {
	if p.Obs == nil || y < 0 {
		return -1
	}
	row := p.Top
	if p.wrap {
		for ; row < p.rowsN(); row++ {
			n := p.height(row)
			if y < n {
				break
			}
			y -= n
		}
	} else {
		row += y
	}
	if row >= p.rowsN() {
		return -1
	}
	entry, _ := p.entryAt(row)
	return entry
}

// Select puts the cursor on an entry; ghost is where a missing element would
// stand, or -1.
func (p *Text) Select(entry, ghost int, says string) {
	p.Ghost, p.ghosts, p.aside = ghost, says, false
	if entry >= 0 {
		p.Cursor = entry
	}
	p.follow()
}

// OnHeader puts the cursor on an entry of no element and leaves the ghost.
func (p *Text) OnHeader(entry int) {
	p.Cursor, p.aside = entry, true
	p.follow()
}

// onGhost reports whether the cursor is where a missing element would stand.
func (p *Text) onGhost() bool { return p.Ghost >= 0 && !p.aside }

// row is the first displayed row of the cursor.
func (p *Text) row() int {
	if p.onGhost() {
		return p.Lines.First(p.Ghost)
	}
	return p.rowOf(p.Cursor)
}

// under reports whether the cursor is on a displayed row.
func (p *Text) under(row, entry int) bool {
	if p.onGhost() {
		return row == p.Lines.First(p.Ghost)
	}
	return entry >= 0 && entry == p.Cursor
}

// follow scrolls the cursor's row into view.
func (p *Text) follow() {
	if p.Obs == nil || p.h == 0 {
		return
	}
	row, n := p.row(), p.rowsN()
	if n == 0 {
		p.Top = 0
		return
	}
	if !p.wrap {
		p.Top = paint.Scrolled(p.Top, row, p.h, n)
		return
	}
	if row < p.Top {
		p.Top = row
		return
	}
	// The rows above the cursor that still leave room for it.
	room := p.h - min(p.h, p.height(row))
	first := row
	for first > 0 && first > p.Top {
		room -= p.height(first - 1)
		if room < 0 {
			break
		}
		first--
	}
	p.Top = max(p.Top, first)
}

// Scroll moves the window, not the cursor.
func (p *Text) Scroll(by int) {
	last := p.rowsN() - p.h
	if p.wrap {
		last = p.rowsN() - 1
	}
	p.Top = max(0, min(p.Top+by, last))
}

// Move returns the entry that is by rows away from the cursor; the row of a
// missing element counts.
func (p *Text) Move(by int) int {
	if len(p.Obs.Entries) == 0 {
		return -1
	}
	from := p.row()
	if by > 0 && !p.onGhost() {
		from = p.rowOf(p.Cursor+1) - 1 // the last line of the entry
		if p.Cursor+1 == p.Ghost {
			from-- // the ghost stands between
		}
	}
	row := max(0, min(from+by, p.rowsN()-1))
	if e, _ := p.entryAt(row); e >= 0 {
		return e
	}
	// On the ghost: go on in the direction of the move.
	if by > 0 {
		return min(p.Ghost, len(p.Obs.Entries)-1)
	}
	return max(0, p.Ghost-1)
}

// Shift scrolls sideways.
func (p *Text) Shift(by int) {
	p.shift = max(0, min(p.shift+by, paint.MaxClean-p.w))
	p.Forget()
}

// gutter is the width of the line numbers with their blanks.
func (p *Text) gutter() int {
	if p.w < 30 {
		return 1
	}
	return len(strconv.Itoa(p.Lines.Total)) + 2
}

// Title is what the border above the pane says.
func (p *Text) Title(st *paint.Styles) string {
	if p.Obs == nil {
		return "observation"
	}
	t := "observation" + st.Dot + p.Obs.Set.Dialect
	switch {
	case p.WhatIf:
		t = "what-if" + st.Dot + p.Obs.Set.Dialect
	case p.Lit != nil:
		t = "as the model read it"
	}
	if n := p.Lines.Total; n > 0 {
		t += st.Dot + "line " + paint.Comma(p.Lines.First(p.Cursor)+1) + " of " + paint.Comma(n)
	}
	if p.shift > 0 {
		t += st.Dot + "column " + paint.Comma(p.shift+1)
	}
	if p.Waiting {
		t += st.Dot + "rendering" + st.Cut
	}
	return t
}

// View draws the pane: h lines of w cells.
func (p *Text) View(st *paint.Styles) []string {
	lines := make([]string, 0, p.h)
	if p.Obs != nil {
		for row := p.Top; row < p.rowsN() && len(lines) < p.h; row++ {
			lines = append(lines, p.draw(st, row)...)
		}
		if len(p.Obs.Entries) == 0 && len(lines) < p.h {
			l := st.Line(paint.Plain, p.w)
			l.Put(paint.Dim, "  the observation is empty")
			lines = append(lines, l.Done())
		}
	}
	for len(lines) < p.h {
		lines = append(lines, st.Blank(p.w))
	}
	return lines[:p.h]
}

// draw makes the screen lines of one displayed row.
func (p *Text) draw(st *paint.Styles, row int) []string {
	entry, part := p.entryAt(row)
	g, mark := paint.Plain, " "
	if p.under(row, entry) {
		g, mark = paint.Linked, st.Linked
		if p.Focused {
			g, mark = paint.Cursor, st.Cursor
		}
	}
	if entry < 0 {
		l := st.Line(g, p.w)
		l.Put(paint.Title, mark)
		l.Pad(p.gutter() - 1)
		l.Put(paint.Warn, st.Ghost+" "+p.ghosts)
		return []string{l.Done()}
	}
	text := p.text(entry, part)
	pieces := []string{text}
	if p.wrap {
		pieces = WrapCells(text, p.w-p.gutter())
	} else if p.shift > 0 {
		pieces[0] = ansi.TruncateLeft(text, p.shift, "")
	}
	id := p.Obs.Entries[entry].ID
	lines := make([]string, 0, len(pieces))
	for i, piece := range pieces {
		if i == p.h {
			break
		}
		l := st.Line(g, p.w)
		l.Put(paint.Title, mark)
		if gutter := p.gutter(); gutter > 1 {
			number := ""
			if i == 0 {
				number = strconv.Itoa(p.Lines.First(entry) + part + 1)
			}
			tone, after := paint.Dim, " "
			if part > 0 && id != model.None && p.forges() {
				tone, after = paint.Bad, st.Warn
			}
			l.Put(tone, paint.Blanks(gutter-2-len(number))+number)
			l.Put(tone, after)
			l.Pad(gutter)
		}
		if i == 0 && p.shift == 0 {
			piece = p.indent(l, piece)
		}
		piece = paint.Fit(piece, l.Left(), st.Cut)
		switch {
		case p.Lit != nil && p.lit(p.Lines.First(entry)+part), p.Lit == nil && id != model.None:
			paint.PaintEntry(l, piece)
		default:
			l.Put(paint.Dim, piece)
		}
		lines = append(lines, l.Done())
	}
	return lines
}

// lit reports whether a line of what the model read is the tree's.
func (p *Text) lit(line int) bool { return line >= p.Lit.From && line < p.Lit.To }

// indent draws the indentation of a line and returns the rest. Where a text is
// indented too deeply for the pane, a level is one cell instead of two, and
// what is deeper still is told as a number.
func (p *Text) indent(l *paint.Line, s string) string {
	room := max(2, (p.w-p.gutter())*2/5)
	rest := strings.TrimLeft(s, " ")
	level := (len(s) - len(rest)) / 2
	if 2*p.Lines.deepest <= room || level == 0 {
		return s
	}
	if level <= room {
		l.Put(paint.Text, paint.Blanks(level))
		return rest
	}
	number := strconv.Itoa(level) + " "
	l.Put(paint.Text, paint.Blanks(max(0, room-len(number))))
	l.Put(paint.Dim, number)
	return rest
}

// forges reports whether a second line of an element comes from a newline in
// what was captured: these dialects write one line for each.
func (p *Text) forges() bool {
	switch p.Obs.Set.Dialect {
	case "indexed", "outline", "json":
		return true
	}
	return false
}

// height is how many screen lines a displayed row takes when wrapped.
func (p *Text) height(row int) int {
	entry, part := p.entryAt(row)
	w := p.w - p.gutter()
	if entry < 0 || !p.wrap || w <= 0 {
		return 1
	}
	return max(1, min(p.h, len(WrapCells(p.text(entry, part), w))))
}

// cacheEntries bounds the entries that are kept prepared for drawing.
const cacheEntries = 1024

// text is a line of an entry, cleaned for drawing and cut to what can be seen
// of it.
func (p *Text) text(entry, part int) string {
	reach := p.shift + p.w + 8 + 2*min(p.Lines.deepest, p.w)
	if p.wrap {
		reach = min(paint.MaxClean, p.w*max(p.h, 1))
	}
	if p.cache == nil || len(p.cache) > cacheEntries || p.reach < reach {
		p.cache, p.reach = map[int][]string{}, reach
	}
	lines, ok := p.cache[entry]
	if !ok {
		lines = []string{p.Masked(entry)}
		if p.Lines.multi {
			lines = strings.Split(lines[0], "\n")
		}
		for i := range lines {
			lines[i] = p.Clean.Text(lines[i], p.reach)
		}
		p.cache[entry] = lines
	}
	return lines[min(part, len(lines)-1)]
}

// Masked is an entry with the value of a secure element hidden.
func (p *Text) Masked(entry int) string {
	text := p.Obs.Entry(entry)
	id := p.Obs.Entries[entry].ID
	if id == model.None || p.Unmask {
		return text
	}
	return paint.Mask(text, p.Obs.Capture().Element(id))
}

// WrapCells cuts cleaned text into pieces of at most w cells, between words
// where there are any. What goes on is set in from where the line began.
func WrapCells(s string, w int) []string {
	if w <= 0 || paint.Width(s) <= w {
		return []string{s}
	}
	hang := min(len(s)-len(strings.TrimLeft(s, " "))+2, w/3)
	var pieces []string
	for paint.Width(s) > w {
		n := breakAt(s, w)
		pieces = append(pieces, s[:n])
		if s = strings.TrimLeft(s[n:], " "); s == "" {
			return pieces
		}
		s = paint.Blanks(hang) + s
	}
	return append(pieces, s)
}

// breakAt is how many bytes of s go on a line of w cells: up to a blank in the
// second half of it, else as many as fit.
func breakAt(s string, w int) int {
	fits := ansi.Truncate(s, w, "")
	if at := strings.LastIndexByte(s[:min(len(fits)+1, len(s))], ' '); at > len(fits)/2 {
		return at
	}
	if len(fits) == len(s)-len(strings.TrimLeft(s, " ")) {
		// Not even one letter fits behind the indentation: it goes alone.
		_, n := utf8.DecodeRuneInString(s[len(fits):])
		return len(fits) + n
	}
	return len(fits)
}

// FlipWrap wraps long lines, or no longer.
func (p *Text) FlipWrap() {
	p.wrap, p.shift = !p.wrap, 0
	p.Forget()
	p.follow()
}
