package tui

import (
	"context"
	"slices"

	"obscope/model"
	"obscope/render"

	tea "charm.land/bubbletea/v2"
)

// A pin is an element that a person keeps an eye on while options and steps
// change.
type pin struct {
	c    *model.Capture // where it was seen last
	id   model.ID       // there
	here model.ID       // in the capture that is shown; None if it is not in it
}

// pinned lists the pinned elements that the capture on the screen has, in the
// order in which they were pinned.
func (m *Model) pinned() []model.ID {
	var ids []model.ID
	for _, p := range m.pins {
		if p.here != model.None {
			ids = append(ids, p.here)
		}
	}
	return ids
}

// flipPin pins the selected element, or lets it go.
func (m *Model) flipPin() tea.Cmd {
	if m.sel == model.None {
		return nil
	}
	selected := func(p pin) bool { return p.here == m.sel }
	if slices.ContainsFunc(m.pins, selected) {
		m.letGo(selected)
	} else {
		m.pin(m.sel)
		m.say("pinned: the line of the gauge tells whether it is in; P lets go")
	}
	return m.panelStale()
}

// letGo unpins those for which which holds.
func (m *Model) letGo(which func(pin) bool) {
	m.pins = slices.DeleteFunc(slices.Clone(m.pins), which)
	m.markPins()
	m.say("let go; " + plural(len(m.pins), "pin") + " left")
}

func (m *Model) pin(id model.ID) {
	m.pins = append(m.pins, pin{m.shot().c, id, id})
	m.markPins()
}

// markPins lets the tree know.
func (m *Model) markPins() {
	m.tree.pinned = map[model.ID]bool{}
	for _, id := range m.pinned() {
		m.tree.pinned[id] = true
	}
}

// pinAtStart pins what the inspector was asked to open with, once.
func (m *Model) pinAtStart() {
	for _, target := range m.cfg.Pins {
		ids, err := m.obs.Find(target)
		if err != nil {
			m.warn("not pinned: " + m.st.clean.text(err.Error(), 200))
			continue
		}
		if !slices.Contains(m.pinned(), ids[0]) {
			m.pin(ids[0])
		}
	}
	m.cfg.Pins = nil
}

// carryPins finds pins in another capture: those that are there move to it.
func carryPins(pins []pin, to *model.Capture) []pin {
	moved := slices.Clone(pins)
	joins := map[*model.Capture]*join{}
	for i := range moved {
		p := &moved[i]
		p.here = model.None
		if p.c == to {
			p.here = p.id
			continue
		}
		j := joins[p.c]
		if j == nil {
			j = newJoin(p.c, to)
			joins[p.c] = j
		}
		there, ok := j.same(p.id)
		if !ok {
			there, ok = j.alone(p.id)
		}
		if ok {
			*p = pin{to, there, there}
		}
	}
	return moved
}

// pinsPiece says how many of the pins are in the text; of one that is not its
// name, where most cells are enough for it.
func (m *Model) pinsPiece(obs *render.Observation, most int) (piece, bool) {
	all, in, missing := len(m.pins), 0, pin{}
	for _, p := range m.pins {
		if p.here != model.None && obs.Verdicts[p.here].In() {
			in++
		} else {
			missing = p
		}
	}
	mark := m.st.pin + m.st.out + " "
	switch {
	case all == 0:
		return piece{}, false
	case in == all-1:
		fate := " out"
		if missing.here == model.None {
			fate = " not here"
		}
		if name := mark + label(&m.st, missing.c.Element(missing.id)) + fate; width(name) <= most {
			return piece{toneBad, name}, true
		}
		fallthrough
	case in < all:
		return piece{toneBad, mark + comma(all-in) + " of " + plural(all, "pin") + " out"}, true
	case all == 1:
		return piece{toneGood, m.st.pin + " pin in"}, true
	}
	return piece{toneGood, m.st.pin + " " + plural(all, "pin") + " in"}, true
}

// pinRows lists the pins with what became of each.
func (m *Model) pinRows() builder {
	pins, obs, st, lines := slices.Clone(m.pins), m.obs, m.st, m.text.lines
	return func(context.Context) ([]panelRow, string) {
		var rows []panelRow
		for _, p := range pins {
			row := plainRow(piece{toneKey, " " + st.pin + " "}, piece{toneText, label(&st, p.c.Element(p.id))})
			row.id, row.pin = p.here, p
			row.right = []piece{pinFate(&st, obs, &lines, p)}
			rows = append(rows, row)
		}
		return rows, "enter goes there" + st.dot + "backspace lets go"
	}
}

// pinFate is the line that a pinned element is on, or why there is none.
func pinFate(st *styles, obs *render.Observation, lines *textLines, p pin) piece {
	if p.here == model.None {
		return piece{toneBad, st.out + " not in this capture"}
	}
	if v := obs.Verdicts[p.here]; !v.In() {
		return piece{toneBad, st.out + " " + outAt(quickWhy(obs, p.here))}
	}
	if entry, ok := entryOf(obs, p.here); ok {
		return piece{toneGood, "line " + comma(lines.first(entry)+1)}
	}
	return piece{toneGood, "in"}
}
