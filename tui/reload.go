package tui

import (
	"context"
	"fmt"
	"slices"
	"time"

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

// A reading of the recording is under way, or was.
type reading struct {
	since time.Time
	asked bool   // a person did, and is told what comes of it
	fault string // what was said of one that failed
}

// hangs is how long a reading takes that esc stops although nobody asked for it.
const hangs = time.Second

// readingHangs reports whether a person waits for a reading of the recording.
func (m *Model) readingHangs() bool {
	return m.tasks.reload.Stoppable() && (m.reading.asked || m.now().Sub(m.reading.since) >= hangs)
}

// stopReading leaves a reading, such as of a command that hangs.
func (m *Model) stopReading() tea.Cmd {
	m.tasks.reload.Halt()
	m.tasks.reload.Drop()
	return m.say(m.readingWord() + " stopped; r tries again")
}

// readingWord is what reading the recording is called.
func (m *Model) readingWord() string {
	if m.cfg.Live != nil {
		return "capturing"
	}
	return "reloading"
}

// reload reads the recording again; cursor, folds and options stay. What comes of
// it is told if it was asked for, since what is captured all the time would hide
// the options; that it failed is told always.
func (m *Model) reload(asked bool) tea.Cmd {
	if m.cfg.Reload == nil {
		return m.warn("this recording cannot be read again")
	}
	if m.growing != nil {
		m.changed = true
		return nil
	}
	read, o, carry := m.cfg.Reload, m.options(), m.carrying()
	was, step, last, shown := m.rec, m.step, m.atEnd(), m.shot()
	if !m.tasks.reload.Busy {
		m.reading.since, m.reading.asked = m.now(), false
	}
	m.reading.asked = m.reading.asked || asked
	if asked {
		m.say(m.readingWord() + m.st.Cut + " esc stops it")
	}
	ctx := m.tasks.reload.Joined()
	return m.jobs.Run(&m.tasks.reload, func() apply {
		rec, err := read(ctx)
		switch {
		case ctx.Err() != nil:
			return nothing
		case err != nil:
			return func(m *Model) tea.Cmd { return m.unread(err) }
		}
		keepSteps(was, rec)
		same := slices.Index(rec.Captures, shown.c)
		end, log := len(rec.Captures)-1, rec.Session != nil
		if log {
			end = slices.Index(rec.Captures, rec.LastTree())
		}
		switch {
		case last && (same == end && !log || same >= 0 && log && len(rec.Captures) == len(was.Captures)):
			return func(m *Model) tea.Cmd { return m.tell("nothing has changed") }
		case same >= 0 && (!last || same == end):
			// Steps came behind the one that is read.
			return func(m *Model) tea.Cmd {
				m.take(rec, same, shown)
				m.step, m.goal = same, same
				m.tell(paint.Plural(len(rec.Captures)-1-same, "step") + " after this one")
				return m.panelStale()
			}
		case last:
			step = end
		}
		step = min(step, len(rec.Captures)-1)
		s := newShot(rec.Captures[step])
		carried := carry.to(s, rec.Captures)
		seen, err := s.observe(context.Background(), o, nil)
		return func(m *Model) tea.Cmd {
			carried := m.repacked(carry, carried, s, rec.Captures)
			m.take(rec, step, s)
			carried.apply(m, s)
			m.enter(step)
			m.tell(m.reloaded() + ": " + paint.Plural(len(s.c.Elements), "element"))
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

// unread says why the recording could not be read.
func (m *Model) unread(err error) tea.Cmd {
	word := "not reloaded: "
	if m.cfg.Live != nil {
		word = "not captured: "
	}
	m.reading.fault = word + m.fault(err)
	return m.warn(m.reading.fault)
}

// tell says what came of a reading, to who asked; that one failed before holds
// no longer.
func (m *Model) tell(text string) tea.Cmd {
	switch {
	case m.reading.asked:
		m.say(text)
	case m.reading.fault != "" && m.note.text == m.reading.fault:
		m.note = note{}
	}
	m.reading.fault = ""
	return nil
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
		return fmt.Sprintf("step %d", m.shot().c.Step)
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
		m.say("live: every change is a step; A stops")
		return m.reload(false) // it may have changed since
	}
	return m.say("live is off; r captures")
}
