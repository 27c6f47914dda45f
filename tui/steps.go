package tui

import (
	"obscope/model"

	tea "charm.land/bubbletea/v2"
)

// walk goes to the previous or next step of the recording.
func (m *Model) walk(by int) tea.Cmd {
	to := m.step + by
	switch {
	case len(m.shots) == 1:
		return m.warn("the recording has one step")
	case to < 0:
		return m.warn("this is the first step")
	case to >= len(m.shots):
		return m.warn("this is the last step")
	}
	return m.goStep(to)
}

// goStep goes to a step: options stay, the selection and the folds are found
// again.
func (m *Model) goStep(to int) tea.Cmd {
	if to == m.step {
		return nil
	}
	from, into := m.shot(), m.shotAt(to)
	m.sel = counterpart(from.c, into.c, m.sel)
	carryFolds(from, into)
	return m.show(to)
}

func (m *Model) stepRows() func() ([]panelRow, string) { return nil }

// counterpart finds an element of one capture in another: by ref, then by
// role, name and path, else what is nearest.
func counterpart(from, to *model.Capture, id model.ID) model.ID { return model.None }

func carryFolds(from, to *shot) {}
