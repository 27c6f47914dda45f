package tui

import (
	"obscope/tui/paint"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// A menu is a short list to choose from.
type menu struct {
	title string
	items []menuItem
	at    int
}

type menuItem struct {
	name, about string
	do          func() tea.Cmd
}

func (m *Model) openMenu(title string, items []menuItem) {
	m.menu = menu{title: title, items: items}
	m.mode = modeMenu
}

func (m *Model) pressMenu(msg tea.KeyPressMsg) tea.Cmd {
	k := &m.keys
	switch {
	case key.Matches(msg, k.Close, k.Quit):
		m.mode = modeBrowse
	case key.Matches(msg, k.Down):
		m.menu.at = min(m.menu.at+1, len(m.menu.items)-1)
	case key.Matches(msg, k.Up):
		m.menu.at = max(m.menu.at-1, 0)
	case key.Matches(msg, k.Accept):
		m.mode = modeBrowse
		return m.menu.items[m.menu.at].do()
	}
	return nil
}

func (m *Model) menuBox() box {
	w := 24
	for _, item := range m.menu.items {
		w = max(w, 22+paint.Width(item.about))
	}
	return box{title: m.menu.title, foot: "enter" + m.st.Dot + "esc", w: min(w, m.w-6), h: len(m.menu.items), lines: func(w, h int) []string {
		var lines []string
		top := paint.Scrolled(0, m.menu.at, h, len(m.menu.items))
		for i := top; i < len(m.menu.items) && len(lines) < h; i++ {
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
		return lines
	}}
}
