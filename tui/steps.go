package tui

import (
	"slices"

	"obscope/model"
	"obscope/render/match"
	"obscope/tui/panel"

	tea "charm.land/bubbletea/v2"
)

// Which steps a walk goes through.
const (
	withTree = true
	anyStep  = false
)

// walk goes to the previous or next step of the recording; of a session's to
// one with a tree, or to any.
func (m *Model) walk(by int, trees bool) tea.Cmd {
	to := m.goal + by
	for trees && to >= 0 && to < len(m.shots) && m.treeless(to) {
		to += by
	}
	if to >= 0 && to < len(m.shots) {
		return m.goStep(to)
	}
	if len(m.shots) == 1 {
		return m.warn("the recording has one step")
	}
	which, more := "step", ""
	if end := m.goal + by; trees && end >= 0 && end < len(m.shots) {
		which, more = "step with a tree", "; < and > go through all"
	}
	return m.warn("this is the " + map[bool]string{true: "first ", false: "last "}[by < 0] + which + more)
}

// goStep goes to a step: options stay, the selection and the folds are found
// again.
func (m *Model) goStep(to int) tea.Cmd { return m.goStepFor(to, model.None) }

// goStepFor goes to a step for the sake of an element there, which it selects;
// with None the selection is found again.
func (m *Model) goStepFor(to int, sel model.ID) tea.Cmd {
	m.goal = to
	if to == m.step && !m.tasks.observe.Busy {
		return nil
	}
	into := m.shots[to]
	steps, o := m.rec.Captures, m.options()
	carry, ctx := m.carrying(), m.tasks.observe.Context()
	return m.jobs.Run(&m.tasks.observe, func() apply {
		if into == nil {
			into = newShot(steps[to])
		}
		carried := carry.to(into, steps)
		seen, err := into.observe(ctx, o, nil)
		if ctx.Err() != nil {
			return nothing
		}
		return func(m *Model) tea.Cmd {
			if err != nil {
				m.goal = m.step
				return m.warn(m.st.Clean.Text(err.Error(), 200))
			}
			// Steps may have come or gone since: it is this capture that is meant.
			to := slices.Index(m.rec.Captures, steps[to])
			if to < 0 {
				m.goal = m.step
				return m.refresh()
			}
			m.shots[to] = into
			carried := m.repacked(carry, carried, into, steps)
			if sel != model.None {
				carried.sel = sel
			}
			carried.apply(m, into)
			if sel != model.None {
				into.rows.Reveal(sel)
			}
			m.enter(to)
			return m.observed(seen, nil)
		}
	})
}

// A carrier holds what of a capture's view goes along to another.
type carrier struct {
	c      *model.Capture
	sel    model.ID
	root   model.ID
	folded []model.ID
	pins   []panel.Pin
}

// carried is a carrier's luggage, found in another capture.
type carried struct {
	sel, root model.ID
	folded    []model.ID
	pins      []panel.Pin
}

// carrying packs the view of the present step; where that has no elements, the
// view of the step before it that had some.
func (m *Model) carrying() carrier {
	s := m.shot()
	if len(s.c.Elements) == 0 && m.carried.c != nil {
		k := m.carried
		k.pins = slices.Clone(m.pins)
		return k
	}
	k := carrier{c: s.c, sel: m.sel, root: s.rows.Root, pins: slices.Clone(m.pins)}
	for id, folded := range s.rows.Folded {
		if folded {
			k.folded = append(k.folded, model.ID(id))
		}
	}
	m.carried = k
	return k
}

// repacked is what of the present view goes along to s: what was carried there
// already, unless cursor, pins or folds have changed since it was packed.
func (m *Model) repacked(was carrier, there carried, s *shot, steps []*model.Capture) carried {
	now := m.carrying()
	if now.c != was.c || now.sel == was.sel && now.root == was.root && slices.Equal(now.pins, was.pins) && slices.Equal(now.folded, was.folded) {
		return there
	}
	return now.to(s, steps)
}

// to finds the luggage in another capture, one of steps.
func (k carrier) to(s *shot, steps []*model.Capture) carried {
	out := carried{sel: model.None, root: model.None, pins: carryPins(k.pins, s.c, steps)}
	if len(s.c.Elements) == 0 {
		return out
	}
	pairs := match.Between(k.c, s.c)
	if k.sel != model.None {
		out.sel = pairs.Nearest(k.sel)
	}
	if k.root != model.None {
		out.root = pairs.Same(k.root)
	}
	for _, id := range k.folded {
		if there := pairs.Same(id); there != model.None && s.c.Tree.Size[there] > 1 {
			out.folded = append(out.folded, there)
		}
	}
	return out
}

func (k carried) apply(m *Model, s *shot) {
	m.sel, m.pins = k.sel, k.pins
	r := s.rows
	clear(r.Folded)
	for _, id := range k.folded {
		r.Folded[id] = true
	}
	r.Root, r.Only = k.root, nil
	r.Rebuild()
}
