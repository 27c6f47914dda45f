package panel

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"obscope/model"
	"obscope/render"
	"obscope/render/tokens"
	"obscope/tui/paint"
)

// Steps is what each step of the recording costs, and what was used next.
type Steps struct {
	costs []stepCost // under flags
	of    []*model.Capture
	flags string
}

// Name is Panel's.
func (*Steps) Name() string { return "steps" }

// Shows is Panel's.
func (*Steps) Shows(s State) bool { return len(s.Captures) > 1 || len(s.Obs.Capture().Uses) > 0 }

// Busy is Worker's.
func (p *Steps) Busy() bool {
	return slices.ContainsFunc(p.costs, func(c stepCost) bool { return !c.known })
}

// Work counts what is not known of the steps under the options in force.
func (p *Steps) Work(s State) func(context.Context) func() {
	flags := fmt.Sprint(s.Options.Flags())
	if p.flags != flags {
		p.flags, p.of = flags, nil
	}
	// What was counted holds as long as the steps are the same.
	costs := make([]stepCost, len(s.Captures))
	copy(costs, p.costs[:same(p.of, s.Captures)])
	p.of, p.costs = s.Captures, costs
	if !p.Busy() {
		return nil
	}
	costs = slices.Clone(costs)
	vocabulary := s.Obs.Set.Tokens
	name := func(e *model.Element) string { return paint.Label(&s.Style, e) }
	return func(context.Context) func() {
		start := time.Now()
		for i := range costs {
			if costs[i].known {
				continue
			}
			costs[i] = costOf(s, i, vocabulary, name)
			if time.Since(start) > stepSlice {
				break
			}
		}
		return func() {
			if p.flags == flags {
				copy(p.costs, costs[:same(p.of, s.Captures)])
			}
		}
	}
}

// same is how many steps two lists begin with alike.
func same(a, b []*model.Capture) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// stepSlice is how long the costs of steps are computed before what there is
// is shown.
const stepSlice = 150 * time.Millisecond

// A stepCost is what a step costs under the options in force, and what became
// of the elements that the agent used next.
type stepCost struct {
	known  bool
	tokens int // of a session's step: of the whole result, as the model read it
	uses   []useFate
}

func costOf(s State, step int, vocabulary string, name func(*model.Element) string) stepCost {
	c, cost := s.Captures[step], stepCost{known: true}
	if counter, err := tokens.Open(vocabulary); err == nil && c.Call != nil {
		cost.tokens = counter.Count(c.Text)
		if len(c.Uses) == 0 {
			return cost
		}
	}
	if obs, err := s.At(step).Observe(s.Options); err == nil {
		if c.Call == nil {
			cost.tokens = obs.Tokens()
		}
		cost.uses = fates(obs, name)
	}
	return cost
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
		f := useFate{id: u.Element, text: shortAction(u.Action) + " " + u.Ref, where: "not in the capture"}
		if u.Element != model.None {
			f.text = strings.TrimSpace(shortAction(u.Action) + " " + clean(obs.Capture().Element(u.Element)))
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

// Build lists the steps with what they cost and what was used next.
func (p *Steps) Build(s State) func(context.Context) Page {
	costs := slices.Clone(p.costs)
	st, w, at, budget, captures := s.Style, s.W, s.Step, s.Obs.Set.Budget, s.Captures
	return func(context.Context) Page {
		var rows []Row
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
			strip := plainRow(paint.Bar.Of(" " + s))
			strip.Head = true
			rows = append(rows, strip)
		}
		for i := range captures {
			row := plainRow(paint.Text.Of(fmt.Sprintf(" %3d", i+1)))
			row.About, row.Enter = i, GoTo{i, model.None}
			if i == at {
				row.Left[0].Tone = paint.Title
				row.Left = append(row.Left, paint.Key.Of(" "+st.Closed))
			} else {
				row.Left = append(row.Left, paint.Text.Of("  "))
			}
			row.Left = append(row.Left, stepName(&st, captures[i])...)
			if i < len(costs) && costs[i].known {
				tone := paint.Text
				if costs[i].tokens > budget {
					tone = paint.Bad
				}
				row.Right = []paint.Piece{paint.Dim.Of(clock(&st, captures[i], w)), paint.Bar.Of(st.Bar(costs[i].tokens, most, 8)), tone.Of(fmt.Sprintf("%8s", paint.Comma(costs[i].tokens)))}
			} else {
				row.Right = []paint.Piece{paint.Dim.Of("counting" + st.Cut)}
			}
			rows = append(rows, row)
			if i < len(costs) {
				rows = append(rows, useRows(&st, costs[i].uses, i, i == at)...)
			}
		}
		subtitle := paint.Plural(len(captures), "step")
		if known < len(captures) {
			subtitle += st.Dot + paint.Comma(known) + " counted"
		}
		if lost > 0 {
			subtitle += st.Dot + st.Out + " " + paint.Comma(lost) + " used but lost"
		}
		return Page{Rows: rows, Subtitle: subtitle, Start: at}
	}
}

// stepName is what tells a step from the others: its call, or its window.
func stepName(st *paint.Styles, c *model.Capture) []paint.Piece {
	call := c.Call
	if call == nil {
		title := c.Window
		if title == "" {
			title = c.Source
		}
		return []paint.Piece{paint.Dim.Of(" " + st.Clean.Text(title, 40))}
	}
	tone := paint.Dim
	if c.HasTree() {
		tone = paint.Text
	}
	pieces := []paint.Piece{paint.Text.Of(" ")}
	if call.Who != "" {
		pieces = append(pieces, paint.Key.Of(st.Clean.Text(call.Who, 12)+" "))
	}
	pieces = append(pieces, tone.Of(paint.Call(st, call)))
	if call.Same > 0 {
		pieces = append(pieces, paint.Warn.Of(st.Dot+fmt.Sprintf("same as step %d", call.Same)))
	}
	if call.Failed {
		pieces = append(pieces, paint.Bad.Of(st.Dot+"failed"))
	}
	return pieces
}

// clockWidth is the width from which a step has room for its time.
const clockWidth = 70

// clock is when a step of a session was, where there is room for it.
func clock(st *paint.Styles, c *model.Capture, w int) string {
	if c.Call == nil || c.Call.Time == "" || w < clockWidth {
		return ""
	}
	return paint.ClockTime(st, c.Call.Time) + " "
}

// useRows tells of a step what was used next.
func useRows(st *paint.Styles, uses []useFate, step int, here bool) []Row {
	var rows []Row
	for _, u := range uses {
		mark, tone := st.Used, paint.Good
		if !u.in {
			mark, tone = st.Out, paint.Bad
		}
		row := plainRow(tone.Of("       "+mark+" "), paint.Text.Of(st.Clean.Text(u.text, 80)), tone.Of(": "+u.where))
		row.About, row.Enter = step, GoTo{step, u.id}
		if here {
			row.Look = selecting(u.id)
		}
		rows = append(rows, row)
	}
	return rows
}

// sparkline draws tokens per step, at most w cells of it.
func sparkline(st *paint.Styles, costs []stepCost, most, w int) []string {
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
		b.WriteString(st.Sparks[min(c.tokens*len(st.Sparks)/max(most, 1), len(st.Sparks)-1)])
	}
	return []string{b.String()}
}
