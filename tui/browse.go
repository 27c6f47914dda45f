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
	k, rows := &m.keys, m.tree.Rows
	is := func(b key.Binding) bool { return key.Matches(msg, b) }
	row, exact := rows.Row(m.sel)
	if row < 0 {
		return nil, false
	}
	// Folding acts on the row with the cursor, which is the selected element
	// or the ancestor that it is folded into.
	id := rows.Id(row)
	switch {
	case is(k.Fold):
		if exact && (rows.Leaf(id) || rows.Folded[id]) {
			if p := rows.Tree.Parent[id]; p != model.None && (rows.Root == model.None || id != rows.Root) {
				return m.choose(p, false), true
			}
			return nil, true
		}
		if !exact {
			return m.choose(id, false), true
		}
		rows.Fold(id, true)
	case is(k.Unfold):
		switch {
		case rows.Folded[id]:
			rows.Fold(id, false)
		case !rows.Leaf(id):
			return m.move(1), true
		}
	case is(k.Toggle):
		rows.Fold(id, !rows.Folded[id])
	case is(k.FoldSubtree):
		rows.FoldAll(id, true)
	case is(k.UnfoldSubtree):
		rows.FoldAll(id, false)
	case is(k.Depth):
		depth, _ := strconv.Atoi(msg.String())
		rows.UnfoldTo(depth)
	case is(k.UnfoldAll):
		rows.UnfoldTo(0)
	default:
		return nil, false
	}
	m.tree.Follow()
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
	case is(k.Mend):
		return m.mend()
	case is(k.Pin):
		return m.flipPin()
	case is(k.Dialects):
		return m.togglePanel(m.panels[1])
	case is(k.Details):
		m.details = !m.details
		m.relayout()
	case is(k.Panels):
		return m.nextPanel()
	case is(k.SortCost):
		m.tree.ByCost = !m.tree.ByCost
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
		m.text.FlipWrap()
	case is(k.Help):
		m.openHelp()
	case is(k.Mouse):
		m.mouseOff = !m.mouseOff
		if m.mouseOff {
			return m.say("the mouse is the terminal's; M takes it back")
		}
		return m.say("the mouse works here; shift-drag selects text")
	case is(k.PreviousTree):
		return m.walk(-1, withTree)
	case is(k.NextTree):
		return m.walk(1, withTree)
	case is(k.PreviousStep):
		return m.walk(-1, anyStep)
	case is(k.NextStep):
		return m.walk(1, anyStep)
	case is(k.Tools):
		return m.openTools()
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
	case is(k.Live):
		return m.flipLive()
	case is(k.Reload):
		return m.reload(true)
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
	rows := m.tree.Rows
	if m.sel == model.None || rows.Leaf(m.sel) {
		m.warn("nothing is below this element")
		return
	}
	rows.Root = m.sel
	rows.Folded[m.sel] = false
	rows.Rebuild()
	m.tree.Follow()
}

// unzoom shows the whole tree again.
func (m *Model) unzoom() {
	m.tree.Rows.Root = model.None
	m.tree.Rows.Rebuild()
	m.tree.Follow()
}

// close takes the topmost thing away that can be closed; with nothing left it
// leaves the program if quit is set.
func (m *Model) close(quit bool) tea.Cmd {
	rows := m.tree.Rows
	switch {
	case m.tasks.fit.Stoppable():
		m.tasks.fit.Halt()
		m.tasks.fit.Drop()
		return m.say("fitting stopped")
	case m.growing != nil && !quit:
		return m.stopGrowing()
	case m.readingHangs():
		return m.stopReading()
	case m.observing():
		return m.stopObserving()
	case m.details:
		m.details = false
		m.relayout()
	case rows.Only != nil:
		rows.Filter(nil)
		m.tree.Follow()
	case m.held != nil:
		m.release()
	case m.panel.Open:
		m.closePanel()
	case rows.Root != model.None:
		m.unzoom()
	case len(m.find.hits) > 0:
		m.find.forget()
		m.tree.Matches = nil
	case quit:
		return tea.Quit
	}
	return nil
}
