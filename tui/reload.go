package tui

import (
	"context"

	"obscope/model"
	"obscope/render"
	"obscope/tui/paint"

	tea "charm.land/bubbletea/v2"
)

// reloadMsg says that the recording has changed where it came from.
type reloadMsg struct{}

// watch waits for the next change of the recording.
func (m *Model) watch() tea.Cmd {
	if m.cfg.Watch == nil {
		return nil
	}
	changes := m.cfg.Watch
	return func() tea.Msg {
		if _, ok := <-changes; !ok {
			return nil
		}
		return reloadMsg{}
	}
}

// reload reads the recording again; cursor, folds and options stay.
func (m *Model) reload() tea.Cmd {
	if m.cfg.Reload == nil {
		return m.warn("this recording cannot be read again")
	}
	read, o, carry := m.cfg.Reload, m.options(), m.carrying()
	step, last := m.step, m.step == len(m.shots)-1
	m.say("reloading" + m.st.Cut)
	return m.jobs.Run(&m.tasks.reload, func() apply {
		rec, err := read()
		if err != nil {
			return func(m *Model) tea.Cmd { return m.warn("not reloaded: " + m.fault(err)) }
		}
		if last {
			step = len(rec.Captures) - 1
		}
		step = min(step, len(rec.Captures)-1)
		s := newShot(rec.Captures[step])
		carried := carry.to(s)
		seen, err := s.observe(context.Background(), o, nil)
		return func(m *Model) tea.Cmd {
			carried := m.repacked(carry, carried, s)
			m.take(rec, step, s)
			carried.apply(m, s)
			m.enter(step)
			m.say("reloaded: " + paint.Plural(len(s.c.Elements), "element"))
			if optionsKey(o) != optionsKey(m.options()) {
				return m.refresh() // they were changed while it was read
			}
			if o := m.history.now(); err != nil && m.preview == nil && o.Dialect.IsSet() {
				// This dialect cannot write what there is now.
				o.Dialect, o.Knobs = render.Opt[string]{}, nil
				m.warn("in the default dialect now; " + m.st.Clean.Text(err.Error(), 200))
				return m.change(o)
			}
			return m.observed(seen, err)
		}
	})
}

// take puts another recording in the place of the present one.
func (m *Model) take(rec *model.Recording, step int, s *shot) {
	m.rec = rec
	m.shots = make([]*shot, len(rec.Captures))
	m.shots[step] = s
	m.applyTally(tally{}) // the costs of other elements
	if m.tasks.observe.Busy {
		// An observation of the old recording is under way.
		m.tasks.observe.Then(func() apply { return func(m *Model) tea.Cmd { return m.refresh() } })
	}
}
