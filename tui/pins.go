package tui

import (
	"cmp"
	"slices"

	"obscope/model"
	"obscope/render/match"
	"obscope/tui/paint"
	"obscope/tui/panel"
	"obscope/tui/strip"

	tea "charm.land/bubbletea/v2"
)

// pinned lists the pinned elements that the capture on the screen has, in the
// order in which they were pinned.
func (m *Model) pinned() []model.ID {
	var ids []model.ID
	for _, p := range m.pins {
		if p.Here != model.None {
			ids = append(ids, p.Here)
		}
	}
	return ids
}

// flipPin pins the selected element, or lets it go.
func (m *Model) flipPin() tea.Cmd {
	if m.sel == model.None {
		return nil
	}
	selected := func(p panel.Pin) bool { return p.Here == m.sel }
	if slices.ContainsFunc(m.pins, selected) {
		m.letGo(selected)
	} else {
		m.pin(m.sel)
		m.say("pinned: the line of the gauge tells whether it is in; P lets go")
	}
	return m.panelStale()
}

// letGo unpins those for which which holds.
func (m *Model) letGo(which func(panel.Pin) bool) {
	m.pins = slices.DeleteFunc(slices.Clone(m.pins), which)
	m.markPins()
	m.say("let go; " + paint.Plural(len(m.pins), "pin") + " left")
}

func (m *Model) pin(id model.ID) {
	m.pins = append(m.pins, panel.Pin{C: m.shot().c, ID: id, Here: id})
	m.markPins()
}

// markPins lets the tree know.
func (m *Model) markPins() {
	m.tree.Pinned = map[model.ID]bool{}
	for _, id := range m.pinned() {
		m.tree.Pinned[id] = true
	}
}

// pinAtStart pins what the inspector was asked to open with, once.
func (m *Model) pinAtStart() {
	for _, target := range m.cfg.Pins {
		ids, err := m.obs.Find(target)
		if err != nil {
			m.warn("not pinned: " + m.st.Clean.Text(err.Error(), 200))
			continue
		}
		if !slices.Contains(m.pinned(), ids[0]) {
			m.pin(ids[0])
		}
	}
	m.cfg.Pins = nil
}

// carryPins finds pins in another capture, one of steps: those that are there
// move to it.
func carryPins(pins []panel.Pin, to *model.Capture, steps []*model.Capture) []panel.Pin {
	moved := slices.Clone(pins)
	type way struct{ from, to *model.Capture }
	pairs := map[way]*match.Pairs{}
	find := func(p panel.Pin, in *model.Capture) model.ID {
		w := way{p.C, in}
		if pairs[w] == nil {
			pairs[w] = match.Between(p.C, in)
		}
		return pairs[w].Same(p.ID)
	}
	for i, p := range moved {
		there := p.ID
		if p.C != to {
			there = find(p, to)
		}
		if there != model.None {
			moved[i] = panel.Pin{C: to, ID: there, Here: there}
		} else {
			moved[i].Here, moved[i].Lost = model.None, lostAt(p, to, steps, find)
		}
	}
	return moved
}

// lostAt is the first step without a pinned element on the way from where it was
// seen last to a capture that does not have it; nil if one of the two is no step
// any more.
func lostAt(p panel.Pin, to *model.Capture, steps []*model.Capture, find func(panel.Pin, *model.Capture) model.ID) *model.Capture {
	from, at := slices.Index(steps, p.C), slices.Index(steps, to)
	switch {
	case from < 0 && slices.Contains(steps, p.Lost):
		return p.Lost
	case from < 0 || at < 0:
		return nil
	}
	by := cmp.Compare(at, from)
	for i := from + by; i != at; i += by {
		if find(p, steps[i]) == model.None {
			return steps[i]
		}
	}
	return to
}

// pinCount is how many pins there are, and how many are in the text.
func (m *Model) pinCount() strip.Pins {
	count := strip.Pins{All: len(m.pins)}
	for _, p := range m.pins {
		if p.Here != model.None && m.obs.Verdicts[p.Here].In() {
			count.In++
		} else {
			count.Missing, count.Fate = paint.Label(&m.st, p.C.Element(p.ID)), "out"
			if p.Here == model.None {
				count.Fate = p.Fate()
			}
		}
	}
	return count
}
