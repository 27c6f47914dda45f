package tui

import (
	"context"
	"fmt"
	"slices"

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
	step, last, shown := m.step, m.step == len(m.shots)-1, m.shot()
	m.say(map[bool]string{true: "capturing", false: "reloading"}[m.cfg.Live != nil] + m.st.Cut)
	return m.jobs.Run(&m.tasks.reload, func() apply {
		rec, err := read()
		if err != nil {
			return func(m *Model) tea.Cmd { return m.warn("not reloaded: " + m.fault(err)) }
		}
		same := slices.Index(rec.Captures, shown.c)
		switch {
		case same == len(rec.Captures)-1 && last:
			return func(m *Model) tea.Cmd { return m.say("nothing has changed") }
		case same >= 0 && !last:
			// Steps came behind the one that is read.
			return func(m *Model) tea.Cmd {
				m.take(rec, same, shown)
				m.step, m.goal = same, same
				m.say(paint.Plural(len(rec.Captures)-1-same, "step") + " after this one")
				return m.panelStale()
			}
		case last:
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
			m.say(m.reloaded() + ": " + paint.Plural(len(s.c.Elements), "element"))
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
	kept := make(map[*model.Capture]*shot, len(m.shots))
	for _, shot := range m.shots {
		if shot != nil {
			kept[shot.c] = shot
		}
	}
	m.rec = rec
	m.shots = make([]*shot, len(rec.Captures))
	for i, c := range rec.Captures {
		m.shots[i] = kept[c] // nil until it is looked at
	}
	if m.shots[step] == s {
		return
	}
	m.shots[step] = s
	m.applyTally(tally{}) // the costs of other elements
	if m.tasks.observe.Busy {
		// An observation of the old recording is under way.
		m.tasks.observe.Then(func() apply { return func(m *Model) tea.Cmd { return m.refresh() } })
	}
}

// reloaded says what was done.
func (m *Model) reloaded() string {
	if m.cfg.Live != nil {
		return fmt.Sprintf("step %d", m.step+1)
	}
	return "reloaded"
}

// flipLive turns capturing on every change on or off.
func (m *Model) flipLive() tea.Cmd {
	live := m.cfg.Live
	if live == nil {
		return m.warn("this is not a live source; --watch follows files, and obscope attach pages and applications")
	}
	live.On = !live.On
	live.Set(live.On)
	if live.On {
		return m.say("live: every change is a step; A stops")
	}
	return m.say("live is off; r captures")
}
