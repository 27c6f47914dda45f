package tui

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"obscope/model"
	"obscope/render"

	tea "charm.land/bubbletea/v2"
)

// walk goes to the previous or next step of the recording.
func (m *Model) walk(by int) tea.Cmd {
	to := m.goal + by
	switch {
	case len(m.shots) == 1:
		return m.warn("the recording has one step")
	case to < 0:
		return m.warn("this is the first step")
	case to >= len(m.shots):
		return m.warn("this is the last step")
	}
	return m.goStep(to)
}

// goStep goes to a step: options stay, the selection and the folds are found
// again.
func (m *Model) goStep(to int) tea.Cmd { return m.goStepFor(to, model.None) }

// goStepFor goes to a step for the sake of an element there, which it selects;
// with None the selection is found again.
func (m *Model) goStepFor(to int, sel model.ID) tea.Cmd {
	m.goal = to
	if to == m.step && !m.tasks.observe.busy {
		return nil
	}
	into := m.shots[to]
	c, o := m.rec.Captures[to], m.options()
	carry, ctx := m.carrying(), m.tasks.observe.context()
	return m.run(&m.tasks.observe, func() apply {
		if into == nil {
			into = newShot(c)
		}
		carried := carry.to(into)
		seen, err := into.observe(ctx, o, nil)
		if ctx.Err() != nil {
			return nothing
		}
		return func(m *Model) tea.Cmd {
			if err != nil {
				m.goal = m.step
				return m.warn(m.st.clean.text(err.Error(), 200))
			}
			m.shots[to] = into
			carried := m.repacked(carry, carried, into)
			if sel != model.None {
				carried.sel = sel
			}
			carried.apply(m, into)
			if sel != model.None {
				into.rows.reveal(sel)
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
	pins   []pin
}

// carried is a carrier's luggage, found in another capture.
type carried struct {
	sel, root model.ID
	folded    []model.ID
	pins      []pin
}

// carrying packs the view of the present step.
func (m *Model) carrying() carrier {
	s := m.shot()
	k := carrier{c: s.c, sel: m.sel, root: s.rows.root, pins: slices.Clone(m.pins)}
	for id, folded := range s.rows.folded {
		if folded {
			k.folded = append(k.folded, model.ID(id))
		}
	}
	return k
}

// repacked is what of the present view goes along to s: what was carried there
// already, unless cursor, pins or folds have changed since it was packed.
func (m *Model) repacked(was carrier, there carried, s *shot) carried {
	now := m.carrying()
	if now.c != was.c || now.sel == was.sel && now.root == was.root && slices.Equal(now.pins, was.pins) && slices.Equal(now.folded, was.folded) {
		return there
	}
	return now.to(s)
}

// to finds the luggage in another capture.
func (k carrier) to(s *shot) carried {
	out := carried{sel: model.None, root: model.None, pins: carryPins(k.pins, s.c)}
	if len(s.c.Elements) == 0 {
		return out
	}
	j := newJoin(k.c, s.c)
	if k.sel != model.None {
		out.sel = j.find(k.sel)
	}
	if k.root != model.None {
		if id, ok := j.same(k.root); ok {
			out.root = id
		}
	}
	for _, id := range k.folded {
		if there, ok := j.same(id); ok && s.c.Tree.Size[there] > 1 {
			out.folded = append(out.folded, there)
		}
	}
	return out
}

func (k carried) apply(m *Model, s *shot) {
	m.sel, m.pins = k.sel, k.pins
	r := s.rows
	clear(r.folded)
	for _, id := range k.folded {
		r.folded[id] = true
	}
	r.root, r.only = k.root, nil
	r.rebuild()
}

// A stepCost is what a step costs under the options in force, and what became
// of the elements that the agent used next.
type stepCost struct {
	known  bool
	tokens int
	kept   int
	uses   []useFate
}

// A useFate is what became of an element that was used.
type useFate struct {
	id    model.ID
	text  string
	in    bool
	where string // the line it is on, or the stage that it went out at
}

// fates tells what became of what the agent used next.
func fates(obs *render.Observation, clean func(*model.Element) string) []useFate {
	var list []useFate
	for _, u := range obs.Capture().Uses {
		f := useFate{id: u.Element, text: u.Action + " " + u.Ref, where: "not in the capture"}
		if u.Element != model.None {
			f.text = strings.TrimSpace(u.Action + " " + clean(obs.Capture().Element(u.Element)))
			v := obs.Verdicts[u.Element]
			f.in = v.In()
			f.where = "lost at " + obs.StageName(v.Stage)
			if f.in {
				f.where = "kept"
			}
		}
		list = append(list, f)
	}
	return list
}

// stepSlice is how long the costs of steps are computed before what there is
// is shown.
const stepSlice = 150 * time.Millisecond

// countSteps computes what is not known of the steps under the options in
// force, a slice at a time.
func (m *Model) countSteps() tea.Cmd {
	o := m.options()
	flags := fmt.Sprint(o.Flags())
	if m.stepFlags != flags || len(m.stepCosts) != len(m.shots) {
		m.stepFlags = flags
		m.stepCosts = make([]stepCost, len(m.shots))
	}
	var todo []int
	for i := range m.stepCosts {
		if !m.stepCosts[i].known {
			todo = append(todo, i)
		}
	}
	if len(todo) == 0 {
		return nil
	}
	shots := append([]*shot(nil), m.shots...)
	captures := m.rec.Captures
	st := m.st
	name := func(e *model.Element) string { return label(&st, e) }
	return m.runQuietly(&m.tasks.steps, func(context.Context) apply {
		start := time.Now()
		got := map[int]stepCost{}
		for _, i := range todo {
			if shots[i] == nil {
				shots[i] = newShot(captures[i])
			}
			cost := stepCost{known: true}
			if obs, err := shots[i].r.Observe(o); err == nil {
				cost.tokens, cost.kept = obs.Tokens(), obs.Kept()
				cost.uses = fates(obs, name)
			}
			got[i] = cost
			if time.Since(start) > stepSlice {
				break
			}
		}
		return func(m *Model) tea.Cmd {
			if m.stepFlags != flags || len(m.shots) != len(shots) || m.rec.Captures[0] != captures[0] {
				return m.panelStale()
			}
			for i, cost := range got {
				m.stepCosts[i] = cost
				if m.shots[i] == nil {
					m.shots[i] = shots[i]
				}
			}
			return m.panelStale()
		}
	})
}

// stepRows lists the steps with what they cost and what was used next.
func (m *Model) stepRows() builder {
	costs := append([]stepCost(nil), m.stepCosts...)
	st, w, at, budget := m.st, m.panel.w, m.step, m.settings().Budget
	captures := m.rec.Captures
	return func(context.Context) ([]panelRow, string) {
		var rows []panelRow
		most, known, lost := 1, 0, 0
		for _, c := range costs {
			if c.known {
				known++
				most = max(most, c.tokens)
			}
			for _, u := range c.uses {
				if !u.in {
					lost++
				}
			}
		}
		for _, s := range sparkline(&st, costs, most, max(1, w-2)) {
			strip := plainRow(piece{toneBar, " " + s})
			strip.head = true
			rows = append(rows, strip)
		}
		for i := range captures {
			row := plainRow(piece{toneText, fmt.Sprintf(" %3d", i+1)})
			row.step = i
			if i == at {
				row.left[0].tone = toneTitle
				row.left = append(row.left, piece{toneKey, " " + st.closed})
			} else {
				row.left = append(row.left, piece{toneText, "  "})
			}
			title := captures[i].Window
			if title == "" {
				title = captures[i].Source
			}
			row.left = append(row.left, piece{toneDim, " " + st.clean.text(title, 40)})
			if i < len(costs) && costs[i].known {
				tone := toneText
				if costs[i].tokens > budget {
					tone = toneBad
				}
				row.right = []piece{{toneBar, st.bar(costs[i].tokens, most, 8)}, {tone, fmt.Sprintf("%8s", comma(costs[i].tokens))}}
			} else {
				row.right = []piece{{toneDim, "counting" + st.cut}}
			}
			rows = append(rows, row)
			if i < len(costs) {
				rows = append(rows, useRows(&st, costs[i].uses, i, i == at)...)
			}
		}
		subtitle := plural(len(captures), "step")
		if known < len(captures) {
			subtitle += st.dot + comma(known) + " counted"
		}
		if lost > 0 {
			subtitle += st.dot + st.out + " " + comma(lost) + " used but lost"
		}
		return rows, subtitle
	}
}

// useRows tells of a step what was used next.
func useRows(st *styles, uses []useFate, step int, here bool) []panelRow {
	var rows []panelRow
	for _, u := range uses {
		mark, tone := st.used, toneGood
		if !u.in {
			mark, tone = st.out, toneBad
		}
		row := plainRow(piece{tone, "       " + mark + " "}, piece{toneText, st.clean.text(u.text, 80)}, piece{tone, ": " + u.where})
		row.step, row.used = step, u.id
		if here {
			row.id = u.id
		}
		rows = append(rows, row)
	}
	return rows
}

// sparkline draws tokens per step, at most w cells of it.
func sparkline(st *styles, costs []stepCost, most, w int) []string {
	if len(costs) < 2 {
		return nil
	}
	if len(costs) > w {
		costs = costs[:w]
	}
	var b strings.Builder
	for _, c := range costs {
		if !c.known {
			b.WriteString(" ")
			continue
		}
		b.WriteString(st.sparks[min(c.tokens*len(st.sparks)/max(most, 1), len(st.sparks)-1)])
	}
	return []string{b.String()}
}
