package render

import (
	"context"
	"strings"

	"obscope/model"
)

// A Comparison is what one dialect makes of a capture.
type Comparison struct {
	Info       Info
	Exact      bool // the original's text to the byte, for captures of this format
	Lines      int  // of the text, newlines within entries included
	Tokens     int
	Share      float64 // of the capture as compact JSON, 0.31 for 31 %
	Kept       int     // elements in the text
	Actionable int     // of those that can be operated, how many are in
	Of         int     // how many there are
	Targets    []bool  // which of the targets are in
	Warnings   model.Warnings
}

// Compare writes a capture in every dialect that can: those that equal an
// original on this format first. The common options of o hold in all of them;
// its dialect and knobs do not.
func (r *Renderer) Compare(o Options, targets []model.ID) ([]Comparison, error) {
	return r.CompareContext(context.Background(), o, targets)
}

// CompareContext is Compare that ends with the error of ctx once that is done.
func (r *Renderer) CompareContext(ctx context.Context, o Options, targets []model.ID) ([]Comparison, error) {
	actionable := r.facts.actionable()
	total := 0
	for _, is := range actionable {
		if is {
			total++
		}
	}
	o.Knobs = nil
	vocabulary := ""
	whole := 0
	var list []Comparison
	for _, info := range r.Fits() {
		if info.Hidden {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		o.Dialect = Set(info.Name)
		obs, err := r.Observe(o)
		if err != nil {
			return nil, err
		}
		if vocabulary == "" {
			vocabulary = obs.Set.Tokens
			whole = r.JSONTokens(vocabulary)
		}
		list = append(list, obs.comparison(info, actionable, total, whole, targets))
	}
	return list, nil
}

func (o *Observation) comparison(info Info, actionable []bool, total, whole int, targets []model.ID) Comparison {
	c := Comparison{
		Info: info, Exact: info.IsExact(o.r.c.Format), Tokens: o.Tokens(), Kept: o.Kept(), Of: total, Warnings: o.Warnings,
	}
	if n := len(o.Entries); n > 0 {
		last := o.Entry(n - 1)
		c.Lines = o.LineOf(n-1) + strings.Count(last, "\n")
	}
	if whole > 0 {
		c.Share = float64(c.Tokens) / float64(whole)
	}
	for id, is := range actionable {
		if is && o.Verdicts[id].In() {
			c.Actionable++
		}
	}
	for _, id := range targets {
		c.Targets = append(c.Targets, o.Verdicts[id].In())
	}
	return c
}
