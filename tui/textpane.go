package tui

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"obscope/model"
	"obscope/render"

	"github.com/charmbracelet/x/ansi"
)

// A textPane shows the observation as it is written, line by line. If the
// selected element is not in it, one more row marks where it would stand.
type textPane struct {
	obs     *render.Observation
	cursor  int // the entry under the cursor
	ghost   int // the entry before which the selected element would stand, -1 if it is in
	ghosts  string
	aside   bool // the cursor is on a line of no element, away from the ghost
	top     int  // the first displayed row
	shift   int  // columns scrolled to the right
	w, h    int
	wrap    bool
	focused bool
	unmask  bool
	lines   textLines
	clean   cleaner
	waiting bool // a newer observation is on its way

	cache map[int][]string // the lines of entries, cleaned
	reach int              // cells that the cached ones hold at least
}

// show takes a new observation.
func (p *textPane) show(lines textLines) {
	p.obs, p.lines = lines.obs, lines
	p.ghost = -1
	p.forget()
	p.cursor = max(0, min(p.cursor, len(p.obs.Entries)-1))
}

// forget drops what was prepared for drawing.
func (p *textPane) forget() { p.cache = nil }

func (p *textPane) setSize(w, h int) {
	p.w, p.h = max(0, w), max(0, h)
	p.follow()
}

// rowsN is the number of displayed rows: the lines, and the ghost's.
func (p *textPane) rowsN() int {
	if p.ghost >= 0 {
		return p.lines.total + 1
	}
	return p.lines.total
}

// entryAt is the entry on a displayed row, -1 for the ghost, and which of the
// entry's lines it is.
func (p *textPane) entryAt(row int) (entry, part int) {
	if p.ghost >= 0 {
		switch at := p.lines.first(p.ghost); {
		case row == at:
			return -1, 0
		case row > at:
			row--
		}
	}
	return p.lines.at(row)
}

// rowOf is the first displayed row of an entry.
func (p *textPane) rowOf(entry int) int {
	row := p.lines.first(entry)
	if p.ghost >= 0 && entry >= p.ghost {
		row++
	}
	return row
}

// at is the entry on a line of the screen; -1 for the ghost or nothing.
func (p *textPane) at(y int) int {
	if p.obs == nil || y < 0 {
		return -1
	}
	row := p.top
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
func (p *textPane) Select(entry, ghost int, says string) {
	p.ghost, p.ghosts, p.aside = ghost, says, false
	if entry >= 0 {
		p.cursor = entry
	}
	p.follow()
}

// onHeader puts the cursor on an entry of no element and leaves the ghost.
func (p *textPane) onHeader(entry int) {
	p.cursor, p.aside = entry, true
	p.follow()
}

// onGhost reports whether the cursor is where a missing element would stand.
func (p *textPane) onGhost() bool { return p.ghost >= 0 && !p.aside }

// row is the first displayed row of the cursor.
func (p *textPane) row() int {
	if p.onGhost() {
		return p.lines.first(p.ghost)
	}
	return p.rowOf(p.cursor)
}

// under reports whether the cursor is on a displayed row.
func (p *textPane) under(row, entry int) bool {
	if p.onGhost() {
		return row == p.lines.first(p.ghost)
	}
	return entry >= 0 && entry == p.cursor
}

// follow scrolls the cursor's row into view.
func (p *textPane) follow() {
	if p.obs == nil || p.h == 0 {
		return
	}
	row, n := p.row(), p.rowsN()
	if n == 0 {
		p.top = 0
		return
	}
	if !p.wrap {
		p.top = scrolled(p.top, row, p.h, n)
		return
	}
	if row < p.top {
		p.top = row
		return
	}
	// The rows above the cursor that still leave room for it.
	room := p.h - min(p.h, p.height(row))
	first := row
	for first > 0 && first > p.top {
		room -= p.height(first - 1)
		if room < 0 {
			break
		}
		first--
	}
	p.top = max(p.top, first)
}

// Scroll moves the window, not the cursor.
func (p *textPane) Scroll(by int) {
	last := p.rowsN() - p.h
	if p.wrap {
		last = p.rowsN() - 1
	}
	p.top = max(0, min(p.top+by, last))
}

// Move returns the entry that is by rows away from the cursor; the row of a
// missing element counts.
func (p *textPane) Move(by int) int {
	if len(p.obs.Entries) == 0 {
		return -1
	}
	from := p.row()
	if by > 0 && !p.onGhost() {
		from = p.rowOf(p.cursor+1) - 1 // the last line of the entry
		if p.cursor+1 == p.ghost {
			from-- // the ghost stands between
		}
	}
	row := max(0, min(from+by, p.rowsN()-1))
	if e, _ := p.entryAt(row); e >= 0 {
		return e
	}
	// On the ghost: go on in the direction of the move.
	if by > 0 {
		return min(p.ghost, len(p.obs.Entries)-1)
	}
	return max(0, p.ghost-1)
}

// Shift scrolls sideways.
func (p *textPane) Shift(by int) {
	p.shift = max(0, min(p.shift+by, maxClean-p.w))
	p.forget()
}

// gutter is the width of the line numbers with their blanks.
func (p *textPane) gutter() int {
	if p.w < 30 {
		return 1
	}
	return len(strconv.Itoa(p.lines.total)) + 2
}

// title is what the border above the pane says.
func (p *textPane) title(st *styles) string {
	if p.obs == nil {
		return "observation"
	}
	t := "observation" + st.dot + p.obs.Set.Dialect
	if n := p.lines.total; n > 0 {
		t += st.dot + "line " + comma(p.lines.first(p.cursor)+1) + " of " + comma(n)
	}
	if p.shift > 0 {
		t += st.dot + "column " + comma(p.shift+1)
	}
	if p.waiting {
		t += st.dot + "rendering" + st.cut
	}
	return t
}

// View draws the pane: h lines of w cells.
func (p *textPane) View(st *styles) []string {
	lines := make([]string, 0, p.h)
	if p.obs != nil {
		for row := p.top; row < p.rowsN() && len(lines) < p.h; row++ {
			lines = append(lines, p.draw(st, row)...)
		}
		if len(p.obs.Entries) == 0 && len(lines) < p.h {
			l := st.line(groundPlain, p.w)
			l.put(toneDim, "  the observation is empty")
			lines = append(lines, l.done())
		}
	}
	for len(lines) < p.h {
		lines = append(lines, st.blank(p.w))
	}
	return lines[:p.h]
}

// draw makes the screen lines of one displayed row.
func (p *textPane) draw(st *styles, row int) []string {
	entry, part := p.entryAt(row)
	g, mark := groundPlain, " "
	if p.under(row, entry) {
		g, mark = groundLinked, st.linked
		if p.focused {
			g, mark = groundCursor, st.cursor
		}
	}
	if entry < 0 {
		l := st.line(g, p.w)
		l.put(toneTitle, mark)
		l.pad(p.gutter() - 1)
		l.put(toneWarn, st.ghost+" "+p.ghosts)
		return []string{l.done()}
	}
	text := p.text(entry, part)
	pieces := []string{text}
	if p.wrap {
		pieces = wrapCells(text, p.w-p.gutter())
	} else if p.shift > 0 {
		pieces[0] = ansi.TruncateLeft(text, p.shift, "")
	}
	id := p.obs.Entries[entry].ID
	lines := make([]string, 0, len(pieces))
	for i, piece := range pieces {
		if i == p.h {
			break
		}
		l := st.line(g, p.w)
		l.put(toneTitle, mark)
		if gutter := p.gutter(); gutter > 1 {
			number := ""
			if i == 0 {
				number = strconv.Itoa(p.lines.first(entry) + part + 1)
			}
			tone, after := toneDim, " "
			if part > 0 && id != model.None && p.forges() {
				tone, after = toneBad, st.warn
			}
			l.put(tone, blanks(gutter-2-len(number))+number)
			l.put(tone, after)
			l.pad(gutter)
		}
		if i == 0 && p.shift == 0 {
			piece = p.indent(l, piece)
		}
		piece = fit(piece, l.left(), st.cut)
		if id == model.None {
			l.put(toneDim, piece)
		} else {
			paintEntry(l, piece)
		}
		lines = append(lines, l.done())
	}
	return lines
}

// indent draws the indentation of a line and returns the rest. Where a text is
// indented too deeply for the pane, a level is one cell instead of two, and
// what is deeper still is told as a number.
func (p *textPane) indent(l *line, s string) string {
	room := max(2, (p.w-p.gutter())*2/5)
	rest := strings.TrimLeft(s, " ")
	level := (len(s) - len(rest)) / 2
	if 2*p.lines.deepest <= room || level == 0 {
		return s
	}
	if level <= room {
		l.put(toneText, blanks(level))
		return rest
	}
	number := strconv.Itoa(level) + " "
	l.put(toneText, blanks(max(0, room-len(number))))
	l.put(toneDim, number)
	return rest
}

// forges reports whether a second line of an element comes from a newline in
// what was captured: these dialects write one line for each.
func (p *textPane) forges() bool {
	switch p.obs.Set.Dialect {
	case "indexed", "outline", "json":
		return true
	}
	return false
}

// height is how many screen lines a displayed row takes when wrapped.
func (p *textPane) height(row int) int {
	entry, part := p.entryAt(row)
	w := p.w - p.gutter()
	if entry < 0 || !p.wrap || w <= 0 {
		return 1
	}
	return max(1, min(p.h, len(wrapCells(p.text(entry, part), w))))
}

// cacheEntries bounds the entries that are kept prepared for drawing.
const cacheEntries = 1024

// text is a line of an entry, cleaned for drawing and cut to what can be seen
// of it.
func (p *textPane) text(entry, part int) string {
	reach := p.shift + p.w + 8 + 2*min(p.lines.deepest, p.w)
	if p.wrap {
		reach = min(maxClean, p.w*max(p.h, 1))
	}
	if p.cache == nil || len(p.cache) > cacheEntries || p.reach < reach {
		p.cache, p.reach = map[int][]string{}, reach
	}
	lines, ok := p.cache[entry]
	if !ok {
		lines = []string{p.masked(entry)}
		if p.lines.multi {
			lines = strings.Split(lines[0], "\n")
		}
		for i := range lines {
			lines[i] = p.clean.text(lines[i], p.reach)
		}
		p.cache[entry] = lines
	}
	return lines[min(part, len(lines)-1)]
}

// masked is an entry with the value of a secure element hidden.
func (p *textPane) masked(entry int) string {
	text := p.obs.Entry(entry)
	id := p.obs.Entries[entry].ID
	if id == model.None || p.unmask {
		return text
	}
	return Mask(text, p.obs.Capture().Element(id))
}

// wrapCells cuts cleaned text into pieces of at most w cells, between words
// where there are any. What goes on is set in from where the line began.
func wrapCells(s string, w int) []string {
	if w <= 0 || width(s) <= w {
		return []string{s}
	}
	hang := min(len(s)-len(strings.TrimLeft(s, " "))+2, w/3)
	var pieces []string
	for width(s) > w {
		n := breakAt(s, w)
		pieces = append(pieces, s[:n])
		if s = strings.TrimLeft(s[n:], " "); s == "" {
			return pieces
		}
		s = blanks(hang) + s
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
