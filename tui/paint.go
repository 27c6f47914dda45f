package tui

import (
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"obscope/internal/words"
)

// A line is one row of a pane in the making: exactly max cells when it is
// done. Text that is put into it must be clean.
type line struct {
	st   *styles
	g    ground
	b    []byte
	used int
	max  int
	last string // the sequence that is in force
}

func (s *styles) line(g ground, max int) *line {
	return &line{st: s, g: g, max: max, b: make([]byte, 0, max+64)}
}

// put appends s in a tone and reports whether all of it had room.
func (l *line) put(t tone, s string) bool {
	if s == "" {
		return true
	}
	room := l.max - l.used
	w := width(s)
	fits := w <= room
	if !fits {
		if room <= 0 {
			return false
		}
		s = fit(s, room, l.st.cut)
		w = width(s)
	}
	if open := l.st.on[l.g][t]; open != l.last {
		if l.last != "" {
			l.b = append(l.b, reset...)
		}
		l.b = append(l.b, open...)
		l.last = open
	}
	l.b = append(l.b, s...)
	l.used += w
	return fits
}

// on is put on another ground.
func (l *line) on(g ground, t tone, s string) {
	was := l.g
	l.g = g
	l.put(t, s)
	l.g = was
}

// pad appends blanks up to a column.
func (l *line) pad(to int) {
	if n := min(to, l.max) - l.used; n > 0 {
		l.put(toneText, blanks(n))
	}
}

// left is the number of cells that are still free.
func (l *line) left() int { return l.max - l.used }

// done fills the line and returns it.
func (l *line) done() string {
	l.pad(l.max)
	if l.last != "" {
		l.b = append(l.b, reset...)
	}
	return string(l.b)
}

var spaces = strings.Repeat(" ", 512)

func blanks(n int) string {
	if n <= len(spaces) {
		return spaces[:max(0, n)]
	}
	return strings.Repeat(" ", n)
}

// blank is an empty row.
func (s *styles) blank(w int) string { return blanks(w) }

// bar draws part of whole over cells, in eighths where glyphs allow; what is
// there at all is never drawn as nothing.
func (s *styles) bar(part, whole, cells int) string {
	if whole <= 0 || part <= 0 || cells <= 0 {
		return blanks(cells)
	}
	eighths := min(max(part*cells*8/whole, 1), cells*8)
	var b strings.Builder
	for i := range cells {
		b.WriteString(s.blocks[min(max(eighths-8*i, 0), 8)])
	}
	return b.String()
}

// comma writes n with thousands separated.
func comma(n int) string { return words.Thousands(n) }

// short writes n in at most four cells.
func short(n int) string {
	switch {
	case n < 1000:
		return strconv.Itoa(n)
	case n < 9950:
		return strconv.Itoa((n+50)/1000) + "." + strconv.Itoa((n+50)/100%10) + "k"
	case n < 999_500:
		return strconv.Itoa((n+500)/1000) + "k"
	case n < 9_950_000:
		return strconv.Itoa((n+50_000)/1_000_000) + "." + strconv.Itoa((n+50_000)/100_000%10) + "M"
	}
	return strconv.Itoa((n+500_000)/1_000_000) + "M"
}

// signed writes n with its sign.
func signed(n int) string {
	if n > 0 {
		return "+" + comma(n)
	}
	return comma(n)
}

// plural is "1 element" or "3 elements".
func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	if strings.HasSuffix(word, "ch") {
		word += "e"
	}
	return comma(n) + " " + word + "s"
}

// wrapText breaks cleaned text into lines of at most w cells.
func wrapText(s string, w int) []string {
	if w <= 0 {
		return []string{""}
	}
	if width(s) <= w {
		return []string{s}
	}
	return strings.Split(ansi.Wrap(s, w, " "), "\n")
}
