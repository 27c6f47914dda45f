package render

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"obscope/model"
)

// A Comparison is what one dialect makes of a capture.
type Comparison struct {
	Info       Info
	Exact      bool // the original's text to the byte, for captures of this format
	Lines      int  // of the text; see Observation.Lines
	Tokens     int
	Share      float64 // of the capture as compact JSON, 0.31 for 31 %
	Kept       int     // elements in the text
	Actionable int     // of those that can be operated, how many are in
	Of         int     // how many there are
	Targets    []bool  // which of the targets are in
	Warnings   model.Warnings
	Refused    string // why the dialect cannot apply the options: there is no text, and nothing else is known
}

// Compare writes a capture in every dialect that can: those that equal an
// original on this format first. The common options of o hold in all of them, and
// dialects that cannot apply them say so; its dialect and knobs do not.
func (r *Renderer) Compare(o Options, targets []model.ID) ([]Comparison, error) {
	return r.CompareContext(context.Background(), o, targets)
}

// CompareContext is Compare that ends with the error of ctx once that is done.
func (r *Renderer) CompareContext(ctx context.Context, o Options, targets []model.ID) ([]Comparison, error) {
	var list []Comparison
	fits, err := r.fits(ctx)
	if err != nil {
		return nil, err
	}
	for _, info := range fits {
		if info.Hidden {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		c, err := r.CompareInContext(ctx, info, o, targets)
		if refused, ok := errors.AsType[*RefusedError](err); ok {
			c, err = Comparison{Info: info, Refused: refused.Err.Error(), Targets: make([]bool, len(targets))}, nil
		}
		if err != nil {
			return nil, err
		}
		list = append(list, c)
	}
	return list, nil
}

// CompareIn is one row of Compare: the capture in the dialect that info is of.
func (r *Renderer) CompareIn(info Info, o Options, targets []model.ID) (Comparison, error) {
	return r.CompareInContext(context.Background(), info, o, targets)
}

// CompareInContext is CompareIn that ends with the error of ctx once that is
// done.
func (r *Renderer) CompareInContext(ctx context.Context, info Info, o Options, targets []model.ID) (Comparison, error) {
	o.Dialect, o.Knobs = Set(info.Name), nil
	obs, err := r.ObserveContext(ctx, o)
	if err != nil {
		return Comparison{}, err
	}
	if err := obs.Count(ctx); err != nil {
		return Comparison{}, err
	}
	whole, err := r.JSONTokensContext(ctx, obs.Set.Tokens)
	if err != nil {
		return Comparison{}, err
	}
	return obs.comparison(info, r.facts.actionable(), whole, targets), nil
}

func (o *Observation) comparison(info Info, actionable []bool, whole int, targets []model.ID) Comparison {
	c := Comparison{
		Info: info, Exact: info.IsExact(o.r.c.Format), Lines: o.Lines(), Tokens: o.Tokens(), Kept: o.Kept(), Warnings: o.Warnings,
	}
	if whole > 0 {
		c.Share = float64(c.Tokens) / float64(whole)
	}
	for id, is := range actionable {
		if is {
			c.Of++
			if o.Verdicts[id].In() {
				c.Actionable++
			}
		}
	}
	for _, id := range targets {
		c.Targets = append(c.Targets, o.Verdicts[id].In())
	}
	return c
}

// Fidelity is how far a text is the original's, the most faithful first.
type Fidelity uint8

// The fidelities of a Comparison.
const (
	ExactText     Fidelity = iota // to the byte
	ExactNoted                    // the same, but for what Warnings tell of the original
	OtherFormat                   // by the original's rules, from a capture that it does not read
	Approximation                 // a likeness
)

// String is how tables call it.
func (f Fidelity) String() string {
	return [...]string{"exact", "exact, noted", "other format", "approximation"}[f]
}

// Fidelity is how far the text is the original's.
func (c *Comparison) Fidelity() Fidelity {
	switch {
	case c.Info.Approx:
		return Approximation
	case !c.Exact:
		return OtherFormat
	case len(c.Warnings) > 0:
		return ExactNoted
	}
	return ExactText
}

// TargetsIn is how many of the targets are in the text.
func (c *Comparison) TargetsIn() int {
	n := 0
	for _, in := range c.Targets {
		if in {
			n++
		}
	}
	return n
}

// comparisonOrders are the columns that a comparison can be sorted by, with
// what comes first: names from a, the faithful, the cheap, and what has most
// in it.
var comparisonOrders = []struct {
	column string
	order  func(a, b *Comparison) int
}{
	{"dialect", func(a, b *Comparison) int { return cmp.Compare(a.Info.Name, b.Info.Name) }},
	{"status", func(a, b *Comparison) int { return cmp.Compare(a.Fidelity(), b.Fidelity()) }},
	{"lines", func(a, b *Comparison) int { return cmp.Compare(a.Lines, b.Lines) }},
	{"tokens", func(a, b *Comparison) int { return cmp.Compare(a.Tokens, b.Tokens) }},
	{"share", func(a, b *Comparison) int { return cmp.Compare(a.Share, b.Share) }},
	{"elements", func(a, b *Comparison) int { return cmp.Compare(b.Kept, a.Kept) }},
	{"actionable", func(a, b *Comparison) int { return cmp.Compare(b.Actionable, a.Actionable) }},
	{"targets", func(a, b *Comparison) int { return cmp.Compare(b.TargetsIn(), a.TargetsIn()) }},
}

// ComparisonColumns are the names of the columns that SortComparisons takes.
func ComparisonColumns() []string {
	var names []string
	for _, o := range comparisonOrders {
		names = append(names, o.column)
	}
	return names
}

// SortComparisons sorts by a column: names from a, faithful and cheap ones
// first, or those with most in them; reversed the other way round. Rows that
// are equal keep their order. The error lists the columns there are.
func SortComparisons(list []Comparison, column string, reversed bool) error {
	for _, o := range comparisonOrders {
		if o.column == column {
			slices.SortStableFunc(list, func(a, b Comparison) int {
				switch last := b.Refused != ""; {
				case last && a.Refused != "":
					return 0
				case last:
					return -1
				case a.Refused != "":
					return 1
				}
				if reversed {
					return o.order(&b, &a)
				}
				return o.order(&a, &b)
			})
			return nil
		}
	}
	names := ComparisonColumns()
	last := len(names) - 1
	return fmt.Errorf("%s: it takes %s or %s", column, strings.Join(names[:last], ", "), names[last])
}
