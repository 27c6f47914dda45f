package tui

import (
	"time"

	"obscope/model"
	"obscope/tui/paint"
	"obscope/tui/panel"
	"obscope/tui/strip"

	tea "charm.land/bubbletea/v2"
)

// wheelLines is how far one notch of the wheel scrolls.
const wheelLines = 3

// doubleClick is the time within which two clicks are one.
const doubleClick = 400 * time.Millisecond

type lastClick struct {
	id model.ID
	at time.Time
}

func (m *Model) mouse(msg tea.MouseMsg) tea.Cmd {
	if m.mouseOff {
		return nil
	}
	switch msg := msg.(type) {
	case tea.MouseWheelMsg:
		return m.wheel(msg)
	case tea.MouseClickMsg:
		return m.clicked(msg)
	case tea.MouseMotionMsg:
		if m.drag && m.w > 0 {
			m.split = max(100, min(msg.X*1000/m.w, 900))
			m.relayout()
		}
	case tea.MouseReleaseMsg:
		m.drag = false
	}
	return nil
}

// wheel scrolls what is under the pointer.
func (m *Model) wheel(msg tea.MouseWheelMsg) tea.Cmd {
	by := 0
	switch msg.Button {
	case tea.MouseWheelDown:
		by = wheelLines
	case tea.MouseWheelUp:
		by = -wheelLines
	default:
		return nil
	}
	switch m.mode {
	case modeHelp:
		m.help.top += by
		return nil
	case modePrompt:
		if m.prompt.asks == askFind {
			m.find.move(by)
		}
		return nil
	case modeForm, modeMenu, modeCopied:
		return nil
	}
	p, ok := m.lay.at(msg.X, msg.Y)
	if !ok {
		return nil
	}
	switch p {
	case paneTree:
		m.tree.Scroll(by)
	case paneText:
		if m.obs != nil {
			m.text.Scroll(by)
		}
	case panePanel:
		m.panel.Scroll(by)
	}
	return nil
}

func (m *Model) clicked(msg tea.MouseClickMsg) tea.Cmd {
	if msg.Button != tea.MouseLeft {
		return nil
	}
	m.note = note{}
	if m.mode != modeBrowse {
		return m.clickedOver(msg.X, msg.Y)
	}
	if m.lay.options.holds(msg.X, msg.Y) {
		return m.clickedOption(msg.X - m.lay.options.x)
	}
	if d := m.lay.details; d.holds(msg.X, msg.Y) && msg.Y == d.y+1 && m.stripState().Remedied() {
		return m.mend()
	}
	if g := m.lay.gauge; g.holds(msg.X, msg.Y) && m.stripState().OnPins(msg.X-g.x, g.w) {
		return m.mendPin()
	}
	if m.lay.divider >= 0 && msg.X == m.lay.divider && m.lay.panes[paneTree].holds(m.lay.divider-1, msg.Y) {
		m.drag = true
		return nil
	}
	p, ok := m.lay.at(msg.X, msg.Y)
	if !ok {
		return nil
	}
	m.setFocus(p)
	r := m.lay.panes[p]
	x, y := msg.X-r.x, msg.Y-r.y
	switch p {
	case paneTree:
		id, ok := m.tree.At(y)
		if !ok {
			return nil
		}
		return m.clickedElement(id)
	case paneText:
		return m.read(m.text.At(y))
	case panePanel:
		if d, ok := m.panel.Panel.(panel.Drawer); ok {
			return m.choose(d.Find(x, y), true)
		}
		if h, ok := m.panel.Panel.(panel.Header); ok {
			if y == 0 {
				return m.look(h.ClickHead(x, m.panel.W))
			}
			y--
		}
		if row := m.panel.Top + y; row < len(m.panel.Rows) && !m.panel.Rows[row].Head {
			again := m.panel.Cursor == row && m.click.id == model.ID(-2-row) && m.now().Sub(m.click.at) < doubleClick
			look := m.panel.Click(row)
			m.click = lastClick{model.ID(-2 - row), m.now()}
			if again {
				return m.enterRow(m.panel.Rows[row])
			}
			return m.look(look)
		}
	}
	return nil
}

// clickedElement selects a row of the tree; a second click folds it.
func (m *Model) clickedElement(id model.ID) tea.Cmd {
	again := m.click.id == id && m.now().Sub(m.click.at) < doubleClick
	m.click = lastClick{id, m.now()}
	if again {
		m.tree.Rows.Fold(id, !m.tree.Rows.Folded[id])
		m.click.at = time.Time{}
	}
	cmd := m.choose(id, false)
	return cmd
}

// clickedOption does what the key of an option in the footer does.
func (m *Model) clickedOption(x int) tea.Cmd {
	k := strip.KeyAt(&m.st, m.knobs(), x, m.lay.options.w)
	if k == "" {
		return nil
	}
	return m.press(tea.KeyPressMsg{Code: rune(k[0]), Text: k})
}

// clickedOver is a click while something lies over the screen: on a row it
// takes it, beside it closes it.
func (m *Model) clickedOver(x, y int) tea.Cmd {
	switch m.mode {
	case modePrompt:
		r := m.foundRect()
		if m.prompt.asks != askFind || !r.holds(x, y) {
			return nil
		}
		m.find.at = min(paint.Scrolled(0, m.find.at, r.h, len(m.find.found))+y-r.y, len(m.find.found)-1)
		return m.takeFind()
	case modeForm:
		r := m.boxRect(m.formBox())
		if row := m.form.top + y - r.y; r.holds(x, y) && row < len(m.formRows()) && y < r.y+r.h-2 {
			m.form.at = row
			return m.changeRow(m.formRows()[row])
		} else if r.holds(x, y) {
			return nil
		}
	case modeMenu:
		r := m.boxRect(m.menuBox())
		n := m.menuRows(r.h)
		if row := paint.Scrolled(0, m.menu.at, n, len(m.menu.items)) + y - r.y; r.holds(x, y) && row < len(m.menu.items) && y-r.y < n {
			m.mode = modeBrowse
			return m.menu.items[row].do()
		} else if r.holds(x, y) {
			return nil
		}
	}
	m.mode = modeBrowse
	return nil
}
