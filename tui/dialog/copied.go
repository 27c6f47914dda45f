package dialog

import (
	"strings"

	"obscope/model"
	"obscope/tui/paint"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// A Copied is what was copied, shown in full and without borders: where the
// terminal takes no clipboard it is selected with the mouse.
type Copied struct {
	Text   string
	Said   string           // of its copying
	Secure []*model.Element // whose values are masked

	top   int
	rows  []string // as they are drawn, made for width
	width int
}

// maxShown bounds the bytes that are shown in full.
const maxShown = 200_000

// Press is Dialog's.
func (d *Copied) Press(s *State, msg tea.KeyPressMsg) Answer {
	k := s.Keys
	switch {
	case key.Matches(msg, k.Close, k.Quit, k.Accept):
		return Close{}
	case key.Matches(msg, k.Down):
		d.top++
	case key.Matches(msg, k.Up):
		d.top--
	case key.Matches(msg, k.PageDown):
		d.top += s.H - 1
	case key.Matches(msg, k.PageUp):
		d.top -= s.H - 1
	case key.Matches(msg, k.Top):
		d.top = 0
	case key.Matches(msg, k.Bottom):
		d.top = len(d.rows)
	}
	return nil
}

// Click is Dialog's: a click anywhere closes it.
func (*Copied) Click(*State, int, int) Answer { return Close{} }

// Scroll is Dialog's: the wheel is the terminal's while it is open.
func (*Copied) Scroll(int) {}

// Box is Dialog's.
func (d *Copied) Box(s *State) Box {
	return Box{Place: Whole, Lines: func(w, h int) []string { return d.lines(s.Style, w, h) }}
}

// lines draws the text, and below it what is known of the copy.
func (d *Copied) lines(st *paint.Styles, w, h int) []string {
	if d.rows == nil || d.width != w {
		d.rows, d.width = shownRows(st, d.Text, d.Secure, w), w
	}
	d.top = max(0, min(d.top, len(d.rows)-(h-1)))
	lines := make([]string, 0, h)
	for i := d.top; len(lines) < h-1; i++ {
		l := st.Line(paint.Plain, w)
		if i < len(d.rows) {
			l.Put(paint.Text, d.rows[i])
		}
		lines = append(lines, l.Done())
	}
	l := st.Line(paint.Plain, w)
	l.Put(paint.Good, " "+paint.Fit(d.Said, w-len(closesHint)-5, st.Cut))
	l.Pad(w - len(closesHint) - 1)
	l.Put(paint.Dim, closesHint)
	return append(lines, l.Done())
}

const closesHint = "esc closes"

// shownRows cuts a text into rows of at most w cells, cleaned for drawing.
func shownRows(st *paint.Styles, text string, secure []*model.Element, w int) []string {
	lines := strings.Split(text[:min(len(text), maxShown)], "\n")
	if len(text) > maxShown {
		lines = append(lines, st.Cut+" the rest is not shown; e writes it to a file")
	}
	var rows []string
	for _, line := range lines {
		for _, e := range secure {
			line = paint.Mask(line, e)
		}
		line = st.Clean.Text(line, maxShown)
		rows = append(rows, strings.Split(ansi.Hardwrap(line, w, true), "\n")...)
	}
	return rows
}
