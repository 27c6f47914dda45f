package tui

import (
	"slices"

	"obscope/model"
	"obscope/tui/paint"

	tea "charm.land/bubbletea/v2"
)

// nextLine goes to the next line in that direction that the last find found.
func (m *Model) nextLine(by int) tea.Cmd {
	hits, at := slices.Clone(m.find.Hits), model.ID(m.text.Cursor)
	slices.Sort(hits)
	if by < 0 {
		slices.Reverse(hits)
	}
	next := slices.IndexFunc(hits, func(id model.ID) bool { return by > 0 && id > at || by < 0 && id < at })
	return m.read(int(hits[max(next, 0)]))
}

// takeGone goes to the step that holds what this one does not.
func (m *Model) takeGone() tea.Cmd {
	gone := m.find.Gone
	m.leave()
	cmd := m.goStepFor(gone.Step, gone.ID)
	m.note = note{gone.Says(), paint.Warn}
	return cmd
}
