package paint

import (
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"obscope/internal/text/words"
)

// A line is one row of a pane in the making: exactly max cells when it is
// done. Text that is put into it must be clean.
type Line struct {
	st   *Styles
	g    Ground
	b    []byte
	Used int
	Max  int
	last string // the sequence that is in force
}

func (s *Styles) Line(g Ground, max int) *Line {
	return &Line{st: s, g: g, Max: max, b: make([]byte, 0, max+64)}
}

// Put appends s in a tone and reports whether all of it had room.
func (l *Line) Put(t Tone, s string) bool {
	if s == "" {
		return true
	}
	room := l.Max - l.Used
	w := Width(s)
	fits := w <= room
	if !fits {
		if room <= 0 {
			return false
		}
		s = Fit(s, room, l.st.Cut)
		w = Width(s)
	}
	if open := l.st.On[l.g][t]; open != l.last {
		if l.last != "" {
			l.b = append(l.b, Reset...)
		}
		l.b = append(l.b, open...)
		l.last = open
	}
	l.b = append(l.b, s...)
	l.Used += w
	return fits
}

// On is put on another ground.
func (l *Line) On(g Ground, t Tone, s string) {
	was := l.g
	l.g = g
	l.Put(t, s)
	l.g = was
}

// Pad appends blanks up to a column.
func (l *Line) Pad(to int) {
	if n := min(to, l.Max) - l.Used; n > 0 {
		l.Put(Text, Blanks(n))
	}
}

// Left is the number of cells that are still free.
func (l *Line) Left() int { return l.Max - l.Used }

// Done fills the line and returns it.
func (l *Line) Done() string {
	l.Pad(l.Max)
	if l.last != "" {
		l.b = append(l.b, Reset...)
	}
	return string(l.b)
}

var spaces = strings.Repeat(" ", 512)

func Blanks(n int) string {
	if n <= len(spaces) {
		return spaces[:max(0, n)]
	}
	return strings.Repeat(" ", n)
}

// Blank is an empty row.
func (s *Styles) Blank(w int) string { return Blanks(w) }

// Bar draws part of whole over cells, in eighths where glyphs allow; what is
// there at all is never drawn as nothing.
func (s *Styles) Bar(part, whole, cells int) string {
	if whole <= 0 || part <= 0 || cells <= 0 {
		return Blanks(cells)
	}
	eighths := min(max(part*cells*8/whole, 1), cells*8)
	var b strings.Builder
	for i := range cells {
		b.WriteString(s.blocks[min(max(eighths-8*i, 0), 8)])
	}
	return b.String()
}

// Comma writes n with thousands separated.
func Comma(n int) string { return words.Thousands(n) }

// Short writes n in at most four cells.
func Short(n int) string {
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

// Signed writes n with its sign.
func Signed(n int) string {
	if n > 0 {
		return "+" + Comma(n)
	}
	return Comma(n)
}

// Plural is "1 element" or "3 elements".
func Plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	if strings.HasSuffix(word, "ch") {
		word += "e"
	}
	return Comma(n) + " " + word + "s"
}

// WrapText breaks cleaned text into lines of at most w cells.
func WrapText(s string, w int) []string {
	if w <= 0 {
		return []string{""}
	}
	if Width(s) <= w {
		return []string{s}
	}
	return strings.Split(ansi.Wrap(s, w, " "), "\n")
}
