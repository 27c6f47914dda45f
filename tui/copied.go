package tui

import (
	"obscope/tui/paint"

	"strings"

	"obscope/model"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// A copiedText is what was copied, shown in full and without borders: where the
// terminal takes no clipboard it is selected with the mouse.
type copiedText struct {
	text   string
	said   string // of its copying
	top    int
	rows   []string // as they are drawn, made for width
	width  int
	secure []*model.Element // whose values are masked
}

// maxShown bounds the bytes that are shown in full.
const maxShown = 200_000

// showCopied shows a text over the whole screen.
func (m *Model) showCopied(text string) {
	m.copied = copiedText{text: text, said: m.note.text, secure: m.secured()}
	m.mode = modeCopied
}

// secured lists the elements whose values are masked now.
func (m *Model) secured() (list []*model.Element) {
	if m.unmask {
		return nil
	}
	c := m.shot().c
	for i := range c.Elements {
		if e := &c.Elements[i]; e.Secure && e.Value != "" {
			list = append(list, e)
		}
	}
	return list
}

func (m *Model) pressCopied(msg tea.KeyPressMsg) tea.Cmd {
	k, p := &m.keys, &m.copied
	switch {
	case key.Matches(msg, k.Close, k.Quit, k.Accept):
		m.mode = modeBrowse
	case key.Matches(msg, k.Down):
		p.top++
	case key.Matches(msg, k.Up):
		p.top--
	case key.Matches(msg, k.PageDown):
		p.top += m.h - 1
	case key.Matches(msg, k.PageUp):
		p.top -= m.h - 1
	case key.Matches(msg, k.Top):
		p.top = 0
	case key.Matches(msg, k.Bottom):
		p.top = len(p.rows)
	}
	return nil
}

// copiedFrame draws the text, and below it what is known of the copy.
func (m *Model) copiedFrame() []string {
	p := &m.copied
	if p.rows == nil || p.width != m.w {
		p.rows, p.width = m.shownRows(p.text, p.secure, m.w), m.w
	}
	p.top = max(0, min(p.top, len(p.rows)-(m.h-1)))
	lines := make([]string, 0, m.h)
	for i := p.top; len(lines) < m.h-1; i++ {
		l := m.st.Line(paint.Plain, m.w)
		if i < len(p.rows) {
			l.Put(paint.Text, p.rows[i])
		}
		lines = append(lines, l.Done())
	}
	l := m.st.Line(paint.Plain, m.w)
	l.Put(paint.Good, " "+paint.Fit(p.said, m.w-len(closesHint)-5, m.st.Cut))
	l.Pad(m.w - len(closesHint) - 1)
	l.Put(paint.Dim, closesHint)
	return append(lines, l.Done())
}

const closesHint = "esc closes"

// shownRows cuts a text into rows of at most w cells, cleaned for drawing.
func (m *Model) shownRows(text string, secure []*model.Element, w int) []string {
	lines := strings.Split(text[:min(len(text), maxShown)], "\n")
	if len(text) > maxShown {
		lines = append(lines, m.st.Cut+" the rest is not shown; e writes it to a file")
	}
	var rows []string
	for _, line := range lines {
		for _, e := range secure {
			line = paint.Mask(line, e)
		}
		line = m.st.Clean.Text(line, maxShown)
		rows = append(rows, strings.Split(ansi.Hardwrap(line, w, true), "\n")...)
	}
	return rows
}
