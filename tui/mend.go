package tui

import (
	"context"
	"strings"

	"obscope/model"
	"obscope/render"
	"obscope/tui/paint"

	tea "charm.land/bubbletea/v2"
)

// mend brings the selected element back with the smallest change of options, as
// the details name it; with one selected that is in, the pin that is not. It is
// one step of the history.
func (m *Model) mend() tea.Cmd {
	switch {
	case m.obs == nil || m.sel == model.None:
		return m.warn("there is no element to bring back")
	case m.obs.Verdicts[m.sel].In():
		if m.missingPin() != model.None {
			return m.mendPin()
		}
		return m.say("it is in the text; x goes to the next element that is not")
	case m.back.known:
		return m.applyRemedy(m.back.answer)
	}
	return m.findRemedy(m.sel)
}

// mendPin brings a pinned element back that is out, and selects it.
func (m *Model) mendPin() tea.Cmd {
	id := m.missingPin()
	if m.obs == nil || id == model.None {
		return m.warn("the pinned element is not in this capture")
	}
	return tea.Batch(m.choose(id, true), m.findRemedy(id))
}

// missingPin is a pinned element that is in the capture and not in the text.
func (m *Model) missingPin() model.ID {
	for _, p := range m.pins {
		if m.obs != nil && p.Here != model.None && !m.obs.Verdicts[p.Here].In() {
			return p.Here
		}
	}
	return model.None
}

// findRemedy looks for the smallest change that brings an element back, and
// makes it.
func (m *Model) findRemedy(id model.ID) tea.Cmd {
	obs, o := m.obs, m.options()
	m.say("looking for what brings it back" + m.st.Cut)
	return m.jobs.Quietly(&m.tasks.back, func(context.Context) apply {
		answer, err := obs.BringBack(o, id)
		return func(m *Model) tea.Cmd {
			switch {
			case m.obs != obs:
				return nil // other options are in force already
			case err != nil:
				return m.warn(m.fault(err))
			}
			return m.applyRemedy(answer)
		}
	})
}

// applyRemedy makes the change, or says why there is none.
func (m *Model) applyRemedy(answer render.BringBack) tea.Cmd {
	if !answer.Possible() {
		return m.warn("no option brings it back: " + m.st.Clean.Text(answer.Why, 200))
	}
	m.say("back with " + m.st.Clean.Text(strings.Join(answer.Changes, ", "), 200) + " (" + paint.Signed(answer.Price) + " tokens); u undoes")
	return m.change(answer.Options)
}
