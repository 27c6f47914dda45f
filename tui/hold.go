package tui

import (
	"obscope/render"
	"obscope/tui/panel"

	tea "charm.land/bubbletea/v2"
)

// A holding is a set of options that the present ones are compared with.
type holding struct{ options render.Options }

// hold keeps the present options for comparison; with options held, it puts
// those in force and holds the present ones: the two sets flip.
func (m *Model) hold() tea.Cmd {
	if m.obs == nil {
		return nil
	}
	now := m.history.now()
	if m.held != nil {
		o := m.held.options
		m.held = &holding{options: now}
		m.say("flipped: A is what was in force")
		return m.change(o)
	}
	m.held = &holding{options: now}
	m.say("held as A; change options and see what B gains and loses; a flips, esc lets go")
	return m.openPanel(panel.Compare{})
}

// release lets the held options go.
func (m *Model) release() {
	m.held = nil
	if m.panel.Open && m.panel.Panel == panel.Panel(panel.Compare{}) {
		m.closePanel()
	}
}
