package tui

import (
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
		w = max(w, 22+width(item.about))
	}
	return box{title: m.menu.title, foot: "enter" + m.st.dot + "esc", w: min(w, m.w-6), h: len(m.menu.items), lines: func(w, h int) []string {
		var lines []string
		top := scrolled(0, m.menu.at, h, len(m.menu.items))
		for i := top; i < len(m.menu.items) && len(lines) < h; i++ {
			g, mark := groundPlain, " "
			if i == m.menu.at {
				g, mark = groundCursor, m.st.cursor
			}
			l := m.st.line(g, w)
			l.put(toneTitle, mark)
			l.put(toneText, m.menu.items[i].name)
			l.pad(20)
			l.put(toneDim, m.menu.items[i].about)
			lines = append(lines, l.done())
		}
		return lines
	}}
}
