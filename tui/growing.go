package tui

import (
	"fmt"
	"slices"

	"obscope/model"
	"obscope/tui/paint"

	tea "charm.land/bubbletea/v2"
)

// Growing is a log of which the first steps are shown while the rest is read.
type Growing struct {
	So   Growth        // how far it was read for what is shown first
	Next func() Growth // waits until there is more; Whole or Err come last
	Stop func()        // ends the reading soon; what was read then comes as Whole
}

// A Growth is what was read since the last one.
type Growth struct {
	Steps      []*model.Capture
	Read, Size int64            // bytes so far, and of the file, 0 if that is not known
	Whole      *model.Recording // once all is read: the steps told so far and those that remained
	Err        error            // why there will be no more
}

// grown brings a growth to the program.
type grown Growth

// grow waits for the next growth.
func (m *Model) grow() tea.Cmd {
	if m.growing == nil {
		return nil
	}
	next := m.growing.Next
	return func() tea.Msg { return grown(next()) }
}

// more takes in what was read meanwhile. The reader's place stays; only at the end
// the last step is gone to, if the person has not begun to look around.
func (m *Model) more(g grown) tea.Cmd {
	m.grew = Growth{Read: g.Read, Size: g.Size}
	switch {
	case g.Err != nil:
		m.growing = nil
		m.warn("not read to the end: " + m.fault(g.Err))
	case g.Whole != nil:
		m.growing = nil
		return m.whole(g.Whole)
	case len(g.Steps) > 0:
		rec := *m.rec
		rec.Captures = append(rec.Captures, g.Steps...)
		m.rec, m.shots = &rec, append(m.shots, make([]*shot, len(g.Steps))...)
	}
	if m.tasks.panel.Busy {
		return m.grow() // its rows are being made; those of this growth come with the next
	}
	return tea.Batch(m.grow(), m.panelStale())
}

// whole takes the recording once it is read.
func (m *Model) whole(rec *model.Recording) tea.Cmd {
	shown := m.shot()
	at := slices.Index(rec.Captures, shown.c)
	if at < 0 { // it was replaced by what came later
		at = min(m.step, len(rec.Captures)-1)
		shown = newShot(rec.Captures[at])
	}
	m.take(rec, at, shown)
	if m.step = at; !m.tasks.observe.Busy || m.goal >= len(m.shots) {
		m.goal = at
	}
	if last := slices.Index(rec.Captures, rec.LastTree()); !m.touched && last != at {
		return tea.Batch(m.goStep(last), m.changedMeanwhile())
	}
	return tea.Batch(m.panelStale(), m.changedMeanwhile())
}

// changedMeanwhile reads the log again if it has grown while it was read.
func (m *Model) changedMeanwhile() tea.Cmd {
	if !m.changed {
		return nil
	}
	m.changed = false
	return m.reload(false)
}

// stopGrowing leaves it at what was read.
func (m *Model) stopGrowing() tea.Cmd {
	m.growing.Stop()
	return m.say("reading stopped after " + m.grewSoFar() + "; r reads all")
}

// growingLine says how far the reading is.
func (m *Model) growingLine() string { return "reading " + m.grewSoFar() + m.st.Dot + "esc stops" }

func (m *Model) grewSoFar() string {
	const mega = 1_000_000
	read := fmt.Sprintf("%d", m.grew.Read/mega)
	if m.grew.Size > 0 {
		return read + fmt.Sprintf(" of %d MB", (m.grew.Size+mega/2)/mega)
	}
	return read + " MB, " + paint.Plural(len(m.shots), "step")
}
