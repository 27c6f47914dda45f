package tui

import (
	"context"
	"fmt"

	"obscope/model"
	"obscope/render"
)

// topShares is how many roles or windows the panel of costs lists.
const topShares = 12

// costRows tells where the tokens went, and what each option would change.
func (m *Model) costRows() builder {
	obs, r, o, st, w := m.obs, m.shot().r, m.options(), m.st, m.panel.w
	budget := obs.Set.Budget
	return func(ctx context.Context) ([]panelRow, string) {
		total := obs.Tokens()
		costs := obs.Costs()
		var rows []panelRow
		rows = append(rows, priceRows(ctx, &st, r, o, w)...)
		rows = append(rows, shareRows(&st, "by part", costs.Parts, total, w)...)
		rows = append(rows, shareRows(&st, "by role", costs.Roles, total, w)...)
		if len(costs.Windows) > 1 {
			rows = append(rows, shareRows(&st, "by window", costs.Windows, total, w)...)
		}
		rows = append(rows, curveRows(ctx, &st, r, o, budget, w)...)
		return rows, comma(total) + " tokens"
	}
}

func shareRows(st *styles, title string, shares []render.Share, total, w int) []panelRow {
	rows := []panelRow{heading(title)}
	for i, s := range shares {
		if i == topShares {
			rest := 0
			for _, more := range shares[i:] {
				rest += more.Tokens
			}
			rows = append(rows, costRow(st, fmt.Sprintf("%d more", len(shares)-i), rest, total, 0, w))
			break
		}
		rows = append(rows, costRow(st, st.clean.text(s.Name, 60), s.Tokens, total, s.Count, w))
	}
	return rows
}

func costRow(st *styles, name string, n, total, count, w int) panelRow {
	row := plainRow(piece{toneText, " " + name})
	if count > 0 {
		row.left = append(row.left, piece{toneDim, " x" + comma(count)})
	}
	if w >= 40 {
		row.right = append(row.right, piece{toneBar, st.bar(n, total, 10)})
	}
	row.right = append(row.right, piece{toneText, fmt.Sprintf("%7s", comma(n))}, piece{toneDim, fmt.Sprintf("%6s", percent(n, max(total, 1)))})
	return row
}

// priceFrom is the width of a panel from which prices are told in elements,
// too.
const priceFrom = 60

// priceRows tells what changing each option would save or cost; choosing one
// changes it.
func priceRows(ctx context.Context, st *styles, r *render.Renderer, o render.Options, w int) []panelRow {
	prices, err := r.PricesContext(ctx, o)
	if err != nil {
		return nil
	}
	rows := []panelRow{heading("if you changed (enter does)")}
	for _, p := range prices {
		options := p.Options
		row := plainRow(piece{toneText, " " + st.clean.text(p.Change, 60)})
		row.options = &options
		tone := toneDim
		switch {
		case p.Tokens < 0:
			tone = toneGood
		case p.Tokens > 0:
			tone = toneWarn
		}
		row.right = []piece{{toneDim, signed(p.Elements) + " elements"}, {tone, fmt.Sprintf("%9s", signed(p.Tokens))}, {toneDim, " tokens"}}
		if w < priceFrom {
			row.right = []piece{{tone, signed(p.Tokens)}, {toneDim, " tokens"}}
		}
		if p.Tokens == 0 && p.Elements == 0 {
			row.right = []piece{{toneDim, "no difference"}}
		}
		rows = append(rows, row)
	}
	return rows
}

// curvePoints is how many caps the curve samples.
const curvePoints = 12

// curveRows draws tokens over elements kept, with the cap that is in force.
func curveRows(ctx context.Context, st *styles, r *render.Renderer, o render.Options, budget, w int) []panelRow {
	curve, err := r.CurveContext(ctx, o, curvePoints)
	if err != nil || len(curve) < 2 {
		return nil
	}
	most := max(curve[len(curve)-1].Tokens, 1)
	limit := o.MaxElements.Or(render.NoCap)
	if set, err := render.Settle(r.Capture(), o); err == nil {
		limit = set.MaxElements
	}
	rows := []panelRow{heading("tokens over elements kept")}
	cells := max(4, min(30, w-28))
	marked := false
	for _, p := range curve {
		tone := toneBar
		if p.Tokens > budget {
			tone = toneBad
		}
		o := o
		o.MaxElements = render.Set(p.Elements)
		row := plainRow(piece{toneDim, fmt.Sprintf(" %7s ", comma(p.Elements))}, piece{tone, st.bar(p.Tokens, most, cells)})
		row.options = &o
		row.right = []piece{{toneText, comma(p.Tokens)}}
		if !marked && limit != render.NoCap && p.Elements >= limit {
			marked = true
			row.left = append(row.left, piece{toneKey, " " + st.arrow + " cap"})
		}
		rows = append(rows, row)
	}
	return rows
}

// funnelRows tells what each stage took out; on a stage the tree shows its
// victims.
func (m *Model) funnelRows() builder {
	obs, r, o, st, w := m.obs, m.shot().r, m.options(), m.st, m.panel.w
	c := m.shot().c
	return func(ctx context.Context) ([]panelRow, string) {
		n := len(c.Elements)
		all := plainRow(piece{toneText, " captured"})
		all.right = []piece{{toneBar, st.bar(n, n, 12)}, {toneText, fmt.Sprintf("%8s", comma(n))}}
		rows := []panelRow{all}
		for _, step := range obs.Funnel {
			row := plainRow(piece{toneText, " " + step.Name})
			row.stage = step.Stage
			if ctx.Err() != nil {
				return nil, ""
			}
			if step.Removed == 0 {
				row.left[0].tone = toneDim
				row.left = append(row.left, piece{toneDim, ": takes nothing out"})
			} else {
				row.left = append(row.left, piece{toneBad, ": -" + comma(step.Removed)})
				if tokens, ok := stagePrice(r, o, step.Stage); ok {
					row.left = append(row.left, piece{toneDim, " (" + comma(tokens) + " tokens)"})
				}
			}
			if w >= 44 {
				row.right = append(row.right, piece{toneBar, st.bar(step.Left, n, 12)})
			}
			row.right = append(row.right, piece{toneText, fmt.Sprintf("%8s", comma(step.Left))})
			rows = append(rows, row)
		}
		rows = append(rows, fullness(&st, obs, c))
		return rows, "the tree shows what the stage took out"
	}
}

// stagePrice is what the text would cost more without a stage.
func stagePrice(r *render.Renderer, o render.Options, stage render.Stage) (int, bool) {
	now, err := r.Observe(o)
	if err != nil {
		return 0, false
	}
	switch stage {
	case render.AtRole:
		o.Interactive = render.Set(false)
	case render.AtViewport:
		o.Viewport = render.Set(render.Viewport{})
	case render.AtQuery:
		o.Query = render.Set("")
	case render.AtCollapse:
		o.Collapse = render.Set(render.CollapseNone)
	case render.AtCap:
		o.MaxElements = render.Set(render.NoCap)
	default:
		return 0, false
	}
	without, err := r.Observe(o)
	if err != nil {
		return 0, false
	}
	return without.Tokens() - now.Tokens(), true
}

// fullness tells full from cut.
func fullness(st *styles, obs *render.Observation, c *model.Capture) panelRow {
	text, tone := "the text has everything that the other stages left", toneGood
	switch beyond := obs.Beyond(); {
	case beyond > 0:
		text, tone = "cut at the cap: "+plural(beyond, "element")+" beyond it", toneWarn
	case obs.Set.MaxElements != render.NoCap && obs.Kept() == obs.Set.MaxElements:
		text = "exactly full: the cap cuts nothing"
	}
	if c.Truncated {
		text, tone = text+"; the capture itself was cut", toneWarn
	}
	row := plainRow(piece{tone, " " + st.arrow + " " + text})
	row.head = true
	return row
}
