package tui

import (
	"context"
	"math"
	"time"

	"obscope/model"
	"obscope/render"
	"obscope/tui/paint"
	"obscope/tui/pane"

	tea "charm.land/bubbletea/v2"
)

// choose selects an element: both panes go there. The tree unfolds if reveal
// is set; else an ancestor of a folded element is marked.
func (m *Model) choose(id model.ID, reveal bool) tea.Cmd {
	if id == model.None {
		return nil
	}
	m.sel = id
	if reveal {
		m.tree.Rows.Reveal(id)
	}
	m.tree.Select(id)
	m.link()
	return m.rest()
}

// link puts the text's cursor where the selected element is, or would be.
func (m *Model) link() {
	m.back = backing{}
	m.verdict = render.Why{In: true}
	if m.obs == nil || m.sel == model.None {
		return
	}
	m.tree.Select(m.sel)
	if entry, ok := m.obs.EntryOf(m.sel); ok {
		m.text.Select(entry, -1, "")
		return
	}
	if m.obs.Verdicts[m.sel].In() {
		// Some dialects name an element only within another's line.
		m.text.Select(-1, -1, "")
		return
	}
	m.verdict = m.obs.QuickWhy(m.sel)
	says := paint.Label(&m.st, m.shot().c.Element(m.sel)) + " would stand here" + m.st.Dot + m.verdict.Out()
	m.text.Select(-1, standsAt(m.obs, m.sel), says)
}

// standsAt is the entry before which an element that is out would be written.
func standsAt(obs *render.Observation, id model.ID) int {
	c := obs.Capture()
	if obs.Set.Dialect == "indexed" {
		return standsInReadingOrder(obs, c.Element(id))
	}
	order := c.Tree.Order
	for at := c.Tree.Pos[id] - 1; at >= 0; at-- {
		if entry, ok := obs.EntryOf(order[at]); ok {
			return entry + 1
		}
	}
	for i, e := range obs.Entries {
		if e.ID != model.None {
			return i
		}
	}
	return len(obs.Entries)
}

// rowTolerance is AutoControl's: tops that are closer are on one row.
const rowTolerance = 12

func standsInReadingOrder(obs *render.Observation, e *model.Element) int {
	if !e.Has(model.HasFrame) || !e.Frame.OnScreen() {
		return len(obs.Entries)
	}
	c := obs.Capture()
	rowTop := math.Inf(-1)
	for i, entry := range obs.Entries {
		if entry.ID == model.None {
			continue
		}
		f := c.Element(entry.ID).Frame
		if math.Abs(f.Y-rowTop) > rowTolerance {
			rowTop = f.Y
		}
		sameRow := math.Abs(e.Frame.Y-rowTop) <= rowTolerance
		if !sameRow && rowTop > e.Frame.Y || sameRow && f.X > e.Frame.X {
			return i
		}
	}
	return len(obs.Entries)
}

// read moves the text's cursor to an entry and selects its element.
func (m *Model) read(entry int) tea.Cmd {
	if m.obs == nil || entry < 0 || entry >= len(m.obs.Entries) {
		return nil
	}
	if id := m.obs.Entries[entry].ID; id != model.None {
		cmd := m.choose(id, false)
		// An element may be written more than once; stay on this line.
		m.text.Select(entry, -1, "")
		return cmd
	}
	m.text.OnHeader(entry)
	return nil
}

// A backing is what would bring the selected element back.
type backing struct {
	known  bool
	answer render.BringBack
}

// rested says that the selection has not moved for a moment.
type rested struct {
	id  model.ID
	obs *render.Observation
}

// restDelay is how long a selection rests before its way back is looked for.
const restDelay = 40 * time.Millisecond

// rest waits for the selection to come to rest.
func (m *Model) rest() tea.Cmd {
	if m.obs == nil || m.sel == model.None || m.obs.Verdicts[m.sel].In() {
		return nil
	}
	msg := rested{m.sel, m.obs}
	if m.jobs.Patience > time.Second {
		return m.bringBack(msg)
	}
	return tea.Tick(restDelay, func(time.Time) tea.Msg { return msg })
}

// bringBack looks for the smallest change that brings an element back.
func (m *Model) bringBack(at rested) tea.Cmd {
	if m.sel != at.id || m.obs != at.obs {
		return nil
	}
	o := m.options()
	return m.jobs.Quietly(&m.tasks.back, func(context.Context) apply {
		why := at.obs.Why(at.id)
		answer, err := at.obs.BringBack(o, at.id)
		return func(m *Model) tea.Cmd {
			if err == nil && m.sel == at.id && m.obs == at.obs {
				m.verdict = why
				m.back = backing{true, answer}
			}
			return nil
		}
	})
}

// nextOut selects the next element in that direction that is out; of those
// that only say what is said elsewhere it takes no notice, unless the tree
// shows the victims of their stage.
func (m *Model) nextOut(by int) tea.Cmd {
	if m.obs == nil {
		return nil
	}
	rows := m.tree.Rows
	from, to := rows.Span()
	n := to - from
	if n == 0 {
		return nil
	}
	at := from
	if m.sel != model.None {
		at = rows.Pos[m.sel]
	}
	for range n {
		at += int32(by)
		if at < from {
			at = to - 1
		} else if at >= to {
			at = from
		}
		id := rows.Order[at]
		v := m.obs.Verdicts[id]
		if v.In() || rows.Only == nil && pane.Harmless(m.shot().c, m.obs, id) || rows.Only != nil && v.Stage != m.tree.Stage {
			continue
		}
		return m.choose(id, true)
	}
	return m.say("nothing is out")
}

// nextMatch selects the next match of the last find.
func (m *Model) nextMatch(by int) tea.Cmd {
	if len(m.find.hits) == 0 {
		return m.warn("find something first: f")
	}
	if m.find.lines {
		return m.nextLine(by)
	}
	rows := m.tree.Rows
	best, at := model.None, int32(-1)
	if m.sel != model.None {
		at = rows.Pos[m.sel]
	}
	n := int32(len(rows.Order))
	nearest := n + 1
	for _, id := range m.find.hits {
		d := (rows.Pos[id] - at) * int32(by)
		if d <= 0 {
			d += n
		}
		if d < nearest {
			nearest, best = d, id
		}
	}
	return m.choose(best, true)
}
