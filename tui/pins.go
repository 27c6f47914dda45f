package tui

import (
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

// carryPins finds pins in another capture: those that are there move to it.
func carryPins(pins []panel.Pin, to *model.Capture) []panel.Pin {
	moved := slices.Clone(pins)
	pairs := map[*model.Capture]*match.Pairs{}
	for i := range moved {
		p := &moved[i]
		p.Here = model.None
		if p.C == to {
			p.Here = p.ID
			continue
		}
		if pairs[p.C] == nil {
			pairs[p.C] = match.Between(p.C, to)
		}
		if there := pairs[p.C].Same(p.ID); there != model.None {
			*p = panel.Pin{C: to, ID: there, Here: there}
		}
	}
	return moved
}

// pinCount is how many pins there are, and how many are in the text.
func (m *Model) pinCount() strip.Pins {
	count := strip.Pins{All: len(m.pins)}
	for _, p := range m.pins {
		if p.Here != model.None && m.obs.Verdicts[p.Here].In() {
			count.In++
		} else {
			count.Missing, count.Gone = paint.Label(&m.st, p.C.Element(p.ID)), p.Here == model.None
		}
	}
	return count
}
