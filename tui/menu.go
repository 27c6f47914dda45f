package tui

import (
	"obscope/tui/paint"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// A menu is a short list to choose from, and what the chosen item would give.
type menu struct {
	title   string
	items   []menuItem
	at      int
	preview []string // rows; nil until it is made
}

type menuItem struct {
	name, about string
	gives       func() (string, error) // away from the loop: it may take long
	do          func() tea.Cmd
}

// previewRows is how many rows of a preview are shown, and previewBytes how much
// of the text is looked at for them.
const (
	previewRows  = 5
	previewBytes = 2000
)

func (m *Model) openMenu(title string, items []menuItem) tea.Cmd {
	m.menu = menu{title: title, items: items}
	m.mode = modeMenu
	return m.previewItem()
}

func (m *Model) pressMenu(msg tea.KeyPressMsg) tea.Cmd {
	k := &m.keys
	switch {
	case key.Matches(msg, k.Close, k.Quit):
		m.mode = modeBrowse
	case key.Matches(msg, k.Down):
		return m.chooseItem(m.menu.at + 1)
	case key.Matches(msg, k.Up):
		return m.chooseItem(m.menu.at - 1)
	case key.Matches(msg, k.Accept):
		m.mode = modeBrowse
		return m.menu.items[m.menu.at].do()
	}
	return nil
}

func (m *Model) chooseItem(at int) tea.Cmd {
	m.menu.at = max(0, min(at, len(m.menu.items)-1))
	return m.previewItem()
}

// previewItem makes the first rows of what the chosen item gives.
func (m *Model) previewItem() tea.Cmd {
	m.menu.preview = nil
	at, gives := m.menu.at, m.menu.items[m.menu.at].gives
	return m.jobs.Run(&m.tasks.menu, func() apply {
		text, err := gives()
		return func(m *Model) tea.Cmd {
			if m.mode != modeMenu || m.menu.at != at {
				return nil
			}
			if err != nil {
				text = m.fault(err)
			}
			m.menu.preview = m.shownRows(text[:min(len(text), previewBytes)], m.secured(), m.menuWidth()-2)
			return nil
		}
	})
}

func (m *Model) menuWidth() int {
	w := 24
	for _, item := range m.menu.items {
		w = max(w, 22+paint.Width(item.about))
	}
	return max(4, min(w, m.w-6))
}

func (m *Model) menuBox() box {
	foot := "enter copies and shows it in full" + m.st.Dot + "esc"
	return box{title: m.menu.title, foot: foot, w: m.menuWidth(), h: len(m.menu.items) + 1 + previewRows, lines: m.menuLines}
}

// menuLines draws the items, and below them, where there is room, the preview.
func (m *Model) menuLines(w, h int) []string {
	var lines []string
	items := m.menuRows(h)
	top := paint.Scrolled(0, m.menu.at, items, len(m.menu.items))
	for i := top; i < len(m.menu.items) && len(lines) < items; i++ {
		g, mark := paint.Plain, " "
		if i == m.menu.at {
			g, mark = paint.Cursor, m.st.Cursor
		}
		l := m.st.Line(g, w)
		l.Put(paint.Title, mark)
		l.Put(paint.Text, m.menu.items[i].name)
		l.Pad(20)
		l.Put(paint.Dim, m.menu.items[i].about)
		lines = append(lines, l.Done())
	}
	if items == h {
		return lines
	}
	lines = append(lines, m.st.Ruled(w, "", false))
	for i, row := range m.menu.preview {
		if len(lines) == h {
			break
		}
		if i == previewRows-1 && len(m.menu.preview) > previewRows {
			row = m.st.Cut
		}
		l := m.st.Line(paint.Plain, w)
		l.Put(paint.Dim, " "+row)
		lines = append(lines, l.Done())
	}
	return lines
}

// menuRows is how many of h rows the items get.
func (m *Model) menuRows(h int) int {
	if n := len(m.menu.items); h > n+1 {
		return n
	}
	return h
}
