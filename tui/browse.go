package tui

import (
	"strconv"

	"obscope/model"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// sideways is how many columns a step to the side scrolls.
const sideways = 8

// pressBrowse is the keys of the screen without a prompt or a list over it.
func (m *Model) pressBrowse(msg tea.KeyPressMsg) tea.Cmd {
	k := &m.keys
	is := func(b key.Binding) bool { return key.Matches(msg, b) }
	switch {
	case is(k.Down):
		return m.move(1)
	case is(k.Up):
		return m.move(-1)
	case is(k.Top):
		return m.move(-1 << 30)
	case is(k.Bottom):
		return m.move(1 << 30)
	case is(k.HalfDown):
		return m.move(max(1, m.pageLines()/2))
	case is(k.HalfUp):
		return m.move(-max(1, m.pageLines()/2))
	case is(k.PageDown):
		return m.move(m.pageLines())
	case is(k.PageUp):
		return m.move(-m.pageLines())
	case is(k.OtherPane):
		m.otherPane()
		return nil
	case is(k.Close):
		return m.close(false)
	case is(k.Quit):
		return m.close(true)
	case is(k.Suspend):
		return tea.Suspend
	}
	if cmd, done := m.pressPane(msg); done {
		return cmd
	}
	if cmd, done := m.pressKnob(msg); done {
		return cmd
	}
	return m.pressLook(msg)
}

// pressPane is the keys that mean something only in the pane with the focus.
func (m *Model) pressPane(msg tea.KeyPressMsg) (tea.Cmd, bool) {
	k := &m.keys
	is := func(b key.Binding) bool { return key.Matches(msg, b) }
	switch m.focus {
	case paneTree:
		return m.pressTree(msg)
	case paneText:
		switch {
		case is(k.Left):
			m.text.Shift(-sideways)
		case is(k.Right):
			m.text.Shift(sideways)
		default:
			return nil, false
		}
		return nil, true
	case panePanel:
		return m.pressPanel(msg)
	}
	return nil, false
}

func (m *Model) pressTree(msg tea.KeyPressMsg) (tea.Cmd, bool) {
	k, rows := &m.keys, m.tree.rows
	is := func(b key.Binding) bool { return key.Matches(msg, b) }
	row, exact := rows.row(m.sel)
	if row < 0 {
		return nil, false
	}
	// Folding acts on the row with the cursor, which is the selected element
	// or the ancestor that it is folded into.
	id := rows.id(row)
	switch {
	case is(k.Fold):
		if exact && (rows.leaf(id) || rows.folded[id]) {
			if p := rows.tree.Parent[id]; p != model.None && (rows.root == model.None || id != rows.root) {
				return m.choose(p, false), true
			}
			return nil, true
		}
		if !exact {
			return m.choose(id, false), true
		}
		rows.fold(id, true)
	case is(k.Unfold):
		switch {
		case rows.folded[id]:
			rows.fold(id, false)
		case !rows.leaf(id):
			return m.move(1), true
		}
	case is(k.Toggle):
		rows.fold(id, !rows.folded[id])
	case is(k.FoldSubtree):
		rows.foldAll(id, true)
	case is(k.UnfoldSubtree):
		rows.foldAll(id, false)
	case is(k.Depth):
		depth, _ := strconv.Atoi(msg.String())
		rows.unfoldTo(depth)
	case is(k.UnfoldAll):
		rows.unfoldTo(0)
	default:
		return nil, false
	}
	m.tree.follow()
	return nil, true
}

// pressLook is the keys that show something.
func (m *Model) pressLook(msg tea.KeyPressMsg) tea.Cmd {
	k := &m.keys
	is := func(b key.Binding) bool { return key.Matches(msg, b) }
	switch {
	case is(k.Find):
		return m.openFind()
	case is(k.Next):
		return m.nextMatch(1)
	case is(k.Previous):
		return m.nextMatch(-1)
	case is(k.Goto):
		return m.openGoto()
	case is(k.NextOut):
		return m.nextOut(1)
	case is(k.PreviousOut):
		return m.nextOut(-1)
	case is(k.Pin):
		return m.flipPin()
	case is(k.Dialects):
		return m.openDialects()
	case is(k.Details):
		m.details = !m.details
		m.relayout()
	case is(k.Panels):
		return m.nextPanel()
	case is(k.SortCost):
		m.tree.byCost = !m.tree.byCost
		return m.resort()
	case is(k.Zoom):
		m.zoom()
	case is(k.Unzoom):
		m.unzoom()
	case is(k.Secrets):
		m.reveal(!m.unmask)
		if m.unmask {
			return m.warn("secrets are shown; S hides them")
		}
		return m.say("secrets are hidden")
	case is(k.Wrap):
		m.text.wrap = !m.text.wrap
		m.text.shift = 0
		m.text.forget()
		m.text.follow()
	case is(k.Help):
		m.openHelp()
	case is(k.Mouse):
		m.mouseOff = !m.mouseOff
		if m.mouseOff {
			return m.say("the mouse is the terminal's; M takes it back")
		}
		return m.say("the mouse works here; shift-drag selects text")
	case is(k.PreviousStep):
		return m.walk(-1)
	case is(k.NextStep):
		return m.walk(1)
	case is(k.Difference):
		return m.openDifference()
	case is(k.Hold):
		return m.hold()
	case is(k.Copy):
		return m.copyText()
	case is(k.CopyAs):
		return m.openCopyMenu()
	case is(k.Export):
		return m.openExport()
	case is(k.Reload):
		return m.reload()
	}
	return nil
}

// pageLines is the height of the pane with the focus.
func (m *Model) pageLines() int { return max(1, m.lay.panes[m.focus].h-1) }

// move moves the cursor of the pane with the focus by rows.
func (m *Model) move(by int) tea.Cmd {
	switch m.focus {
	case paneText:
		if m.obs == nil {
			return nil
		}
		return m.read(m.text.Move(by))
	case panePanel:
		return m.movePanel(by)
	}
	return m.choose(m.tree.Move(by), false)
}

// zoom shows the tree from the selected element down.
func (m *Model) zoom() {
	rows := m.tree.rows
	if m.sel == model.None || rows.leaf(m.sel) {
		m.warn("nothing is below this element")
		return
	}
	rows.root = m.sel
	rows.folded[m.sel] = false
	rows.rebuild()
	m.tree.follow()
}

// unzoom shows the whole tree again.
func (m *Model) unzoom() {
	m.tree.rows.root = model.None
	m.tree.rows.rebuild()
	m.tree.follow()
}

// close takes the topmost thing away that can be closed; with nothing left it
// leaves the program if quit is set.
func (m *Model) close(quit bool) tea.Cmd {
	rows := m.tree.rows
	switch {
	case m.tasks.fit.busy && m.tasks.fit.stop != nil:
		m.tasks.fit.halt()
		m.tasks.fit.drop()
		return m.say("fitting stopped")
	case m.observing():
		return m.stopObserving()
	case m.details:
		m.details = false
		m.relayout()
	case rows.only != nil:
		rows.filter(nil)
		m.tree.follow()
	case m.held != nil:
		m.release()
	case m.panel.open:
		m.closePanel()
	case rows.root != model.None:
		m.unzoom()
	case len(m.find.hits) > 0:
		m.find.forget()
		m.tree.matches = nil
	case quit:
		return tea.Quit
	}
	return nil
}
