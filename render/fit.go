package render

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sort"

	"obscope/internal/text/words"
	"obscope/model"
)

// A FitResult is what fitting a budget came to.
type FitResult struct {
	MaxElements int        // NoCap if everything fits
	Tokens      int        // of the observation that fits
	Before      int        // tokens without a cap
	Dropped     []model.ID // what the cap leaves out, in the order of the text
}

// Fit finds the largest max_elements whose observation costs at most budget
// tokens. The error tells the cost of an observation without any element if
// that is over the budget already.
func (r *Renderer) Fit(o Options, budget int) (Options, FitResult, error) {
	return r.FitContext(context.Background(), o, budget)
}

// FitContext is Fit that ends with the error of ctx once that is done.
func (r *Renderer) FitContext(ctx context.Context, o Options, budget int) (Options, FitResult, error) {
	o.MaxElements = Set(NoCap)
	full, err := r.ObserveContext(ctx, o)
	if err != nil {
		return o, FitResult{}, err
	}
	if err := full.Count(ctx); err != nil {
		return o, FitResult{}, err
	}
	result := FitResult{MaxElements: NoCap, Before: full.Tokens()}
	if result.Before <= budget {
		result.Tokens = result.Before
		return o, result, nil
	}
	var failed error
	capped := func(n int) *Observation {
		o.MaxElements = Set(n)
		obs, err := r.ObserveContext(ctx, o)
		if err = cmp.Or(ctx.Err(), err); err != nil {
			failed = err
			return full // which is over the budget
		}
		return obs
	}
	n := sort.Search(len(full.listed()), func(n int) bool { return capped(n).Tokens() > budget }) - 1
	obs := capped(max(n, 0))
	if failed != nil {
		return o, result, failed
	}
	if n < 0 {
		return o, result, fmt.Errorf("budget %d: the text without any element costs %s already", budget, words.Count(obs.Tokens(), "token", "tokens"))
	}
	result.MaxElements, result.Tokens = n, obs.Tokens()
	for _, id := range full.KeptInOrder() {
		if !obs.Verdicts[id].In() {
			result.Dropped = append(result.Dropped, id)
		}
	}
	return o, result, nil
}

// A CurvePoint is what an observation of so many elements costs.
type CurvePoint struct{ Elements, Tokens int }

// Curve samples tokens over elements kept, from none to all, at up to points
// caps.
func (r *Renderer) Curve(o Options, points int) ([]CurvePoint, error) {
	return r.CurveContext(context.Background(), o, points)
}

// CurveContext is Curve that ends with the error of ctx once that is done.
func (r *Renderer) CurveContext(ctx context.Context, o Options, points int) ([]CurvePoint, error) {
	o.MaxElements = Set(NoCap)
	full, err := r.ObserveContext(ctx, o)
	if err != nil {
		return nil, err
	}
	n := full.Kept()
	points = max(1, min(points, n))
	var curve []CurvePoint
	for i := range points + 1 {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		at := n * i / points
		o.MaxElements = Set(at)
		obs, err := r.Observe(o)
		if err != nil {
			return nil, err
		}
		curve = append(curve, CurvePoint{at, obs.Tokens()})
	}
	return curve, nil
}

// A Price is what changing one option would save or cost.
type Price struct {
	Option   string  // its name: viewport, collapse, geometry
	Change   string  // in words: collapse none
	Options  Options // with the change
	Tokens   int     // the difference of the totals: negative saves
	Elements int     // the difference in elements kept
}

// Prices tells what each option would save or cost if it were changed alone.
func (r *Renderer) Prices(o Options) ([]Price, error) {
	return r.PricesContext(context.Background(), o)
}

// PricesContext is Prices that ends with the error of ctx once that is done.
func (r *Renderer) PricesContext(ctx context.Context, o Options) ([]Price, error) {
	now, err := r.ObserveContext(ctx, o)
	if err != nil {
		return nil, err
	}
	var prices []Price
	try := func(option, change string, with func(*Options)) error {
		changed := o
		with(&changed)
		obs, err := r.ObserveContext(ctx, changed)
		if _, refused := errors.AsType[*RefusedError](err); refused {
			return nil
		}
		if err != nil {
			return err
		}
		if err := obs.Count(ctx); err != nil {
			return err
		}
		prices = append(prices, Price{option, change, changed, obs.Tokens() - now.Tokens(), obs.Kept() - now.Kept()})
		return nil
	}
	for _, p := range alternatives(now.Set) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := try(p.option, p.change, p.with); err != nil {
			return nil, err
		}
	}
	return prices, nil
}

type alternative struct {
	option, change string
	with           func(*Options)
}

// alternatives lists the single changes that a person would try next.
func alternatives(s Settings) []alternative {
	var list []alternative
	for _, spec := range optionSpecs {
		if spec.Prices == nil {
			continue
		}
		for _, value := range spec.Prices(s) {
			list = append(list, alternative{spec.Name, spec.Name + " " + cmp.Or(value, "none"), func(o *Options) {
				_ = spec.Set(o, value) // the table spells what it takes
			}})
		}
	}
	return list
}
