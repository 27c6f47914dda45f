package panel

import (
	"context"
	"fmt"

	"obscope/render"
	"obscope/tui/paint"
)

// Costs is where the tokens went, and what changing each option would save.
type Costs struct{}

// Name is Panel's.
func (Costs) Name() string { return "costs" }

// Shows is Panel's.
func (Costs) Shows(State) bool { return true }

// topShares is how many roles or windows the panel of costs lists.
const topShares = 12

// Build tells where the tokens went, and what each option would change.
func (Costs) Build(s State) func(context.Context) Page {
	obs, r, o, st, w := s.Obs, s.Obs.Renderer(), s.Options, s.Style, s.W
	budget := obs.Set.Budget
	return func(ctx context.Context) Page {
		total := obs.Tokens()
		costs := obs.Costs()
		var rows []Row
		rows = append(rows, priceRows(ctx, &st, r, o, w)...)
		rows = append(rows, shareRows(&st, "by part", costs.Parts, total, w)...)
		rows = append(rows, shareRows(&st, "by role", costs.Roles, total, w)...)
		if several(costs.Windows) {
			rows = append(rows, shareRows(&st, "by window", costs.Windows, total, w)...)
		}
		rows = append(rows, curveRows(ctx, &st, r, o, budget, w)...)
		return Page{Rows: rows, Subtitle: paint.Comma(total) + " tokens"}
	}
}

// several reports whether more than one share has elements.
func several(shares []render.Share) bool {
	n := 0
	for _, s := range shares {
		if s.Count > 0 {
			n++
		}
	}
	return n > 1
}

func shareRows(st *paint.Styles, title string, shares []render.Share, total, w int) []Row {
	rows := []Row{heading(title)}
	for i, s := range shares {
		if i == topShares {
			rest := 0
			for _, more := range shares[i:] {
				rest += more.Tokens
			}
			rows = append(rows, costRow(st, fmt.Sprintf("%d more", len(shares)-i), rest, total, 0, w))
			break
		}
		rows = append(rows, costRow(st, st.Clean.Text(s.Name, 60), s.Tokens, total, s.Count, w))
	}
	return rows
}

func costRow(st *paint.Styles, name string, n, total, count, w int) Row {
	row := plainRow(paint.Text.Of(" " + name))
	if count > 0 {
		row.Left = append(row.Left, paint.Dim.Of(" x"+paint.Comma(count)))
	}
	if w >= 40 {
		row.Right = append(row.Right, paint.Bar.Of(st.Bar(n, total, 10)))
	}
	row.Right = append(row.Right, paint.Text.Of(fmt.Sprintf("%7s", paint.Comma(n))), paint.Dim.Of(fmt.Sprintf("%6s", paint.Percent(n, max(total, 1)))))
	return row
}

// priceFrom is the width of a panel from which prices are told in elements,
// too.
const priceFrom = 60

// priceRows tells what changing each option would save or cost; choosing one
// changes it.
func priceRows(ctx context.Context, st *paint.Styles, r *render.Renderer, o render.Options, w int) []Row {
	prices, err := r.PricesContext(ctx, o)
	if err != nil {
		return nil
	}
	rows := []Row{heading("if you changed (enter does)")}
	for _, p := range prices {
		row := plainRow(paint.Text.Of(" " + st.Clean.Text(p.Change, 60)))
		row.Enter = Apply{p.Options}
		tone := paint.Dim
		switch {
		case p.Tokens < 0:
			tone = paint.Good
		case p.Tokens > 0:
			tone = paint.Warn
		}
		row.Right = []paint.Piece{paint.Dim.Of(paint.Signed(p.Elements) + " elements"), tone.Of(fmt.Sprintf("%9s", paint.Signed(p.Tokens))), paint.Dim.Of(" tokens")}
		if w < priceFrom {
			row.Right = []paint.Piece{tone.Of(paint.Signed(p.Tokens)), paint.Dim.Of(" tokens")}
		}
		if p.Tokens == 0 && p.Elements == 0 {
			row.Right = []paint.Piece{paint.Dim.Of("no difference")}
		}
		rows = append(rows, row)
	}
	return rows
}

// curvePoints is how many caps the curve samples.
const curvePoints = 12

// curveRows draws tokens over elements kept, with the cap that is in force.
func curveRows(ctx context.Context, st *paint.Styles, r *render.Renderer, o render.Options, budget, w int) []Row {
	curve, err := r.CurveContext(ctx, o, curvePoints)
	if err != nil || len(curve) < 2 {
		return nil
	}
	most := max(curve[len(curve)-1].Tokens, 1)
	limit := o.MaxElements.Or(render.NoCap)
	if set, err := render.Settle(r.Capture(), o); err == nil {
		limit = set.MaxElements
	}
	rows := []Row{heading("tokens over elements kept")}
	cells := max(4, min(30, w-28))
	marked := false
	for _, p := range curve {
		tone := paint.Bar
		if p.Tokens > budget {
			tone = paint.Bad
		}
		o := o
		o.MaxElements = render.Set(p.Elements)
		row := plainRow(paint.Dim.Of(fmt.Sprintf(" %7s ", paint.Comma(p.Elements))), tone.Of(st.Bar(p.Tokens, most, cells)))
		row.Enter = Apply{o}
		row.Right = []paint.Piece{paint.Text.Of(paint.Comma(p.Tokens))}
		if !marked && limit != render.NoCap && p.Elements >= limit {
			marked = true
			row.Left = append(row.Left, paint.Key.Of(" "+st.Arrow+" cap"))
		}
		rows = append(rows, row)
	}
	return rows
}
