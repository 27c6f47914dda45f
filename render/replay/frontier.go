package replay

import (
	"cmp"
	"slices"
	"strings"

	"obscope/model"
	"obscope/render"
)

// DefaultCaps are the max_elements of the sweep.
var DefaultCaps = []int{400, 200, 120, 80, 60, 40, 30, 20, 10}

// A Frontier is a sweep over max_elements, collapse, viewport and interactive:
// what every combination costs and keeps.
type Frontier struct {
	Uses   int     `json:"uses"`
	Points []Point `json:"points"`
}

// A Point is one combination.
type Point struct {
	Flags string `json:"flags"` // as the command line takes them
	Sum
	options render.Options
	limit   int // max_elements, NoCap for none
}

// newFrontier lists the combinations. Those that differ in max_elements only
// follow each other, the one without a cap first.
func newFrontier(caps []int) *Frontier {
	if caps == nil {
		caps = DefaultCaps
	}
	f := &Frontier{}
	for _, collapse := range [...]render.Collapse{render.CollapseNone, render.CollapseSingle, render.CollapseAny} {
		for _, viewport := range [...]render.ViewportMode{render.ViewportOff, render.ViewportCapture} {
			for _, interactive := range [...]bool{false, true} {
				for _, limit := range append([]int{render.NoCap}, caps...) {
					o := render.Options{
						MaxElements: render.Set(limit), Interactive: render.Set(interactive),
						Collapse: render.Set(collapse), Viewport: render.Set(render.Viewport{Mode: viewport}),
					}
					f.Points = append(f.Points, Point{Flags: strings.Join(o.Flags(), " "), options: o, limit: limit})
				}
			}
		}
	}
	return f
}

// measure writes a capture under every combination. A cap that cuts nothing
// gives the text that no cap gives, so it is not written again.
func (f *Frontier) measure(m *meter, on *render.Renderer) {
	lines := 0
	var free int // the cost without a cap
	for i := range f.Points {
		p := &f.Points[i]
		if p.limit != render.NoCap && p.limit >= lines {
			m.out.costs = append(m.out.costs, m.out.costs[free])
			m.out.record.in = append(m.out.record.in, m.out.record.in[free])
			continue
		}
		at := len(m.out.costs)
		obs := m.observe(on, p.options, nil)
		if obs == nil {
			return
		}
		if p.limit == render.NoCap {
			free, lines = at, 0
			for _, e := range obs.Entries {
				if e.ID != model.None {
					lines++
				}
			}
		}
	}
}

func (f *Frontier) observe(costs []cost) {
	for i, k := range costs {
		f.Points[i].Tokens += k.tokens
		f.Points[i].Exact += k.exact
	}
}

func (f *Frontier) empty() *Frontier {
	e := &Frontier{Points: slices.Clone(f.Points)}
	for i := range e.Points {
		e.Points[i].Sum = Sum{}
	}
	return e
}

func (f *Frontier) same(g *Frontier) bool {
	return slices.EqualFunc(f.Points, g.Points, func(a, b Point) bool { return a.Flags == b.Flags })
}

func (f *Frontier) add(g *Frontier) {
	f.Uses += g.Uses
	for i := range f.Points {
		a, b := Tally{Sums: []Sum{f.Points[i].Sum}}, Tally{Sums: []Sum{g.Points[i].Sum}}
		a.add(&b)
		f.Points[i].Sum = a.Sums[0]
	}
}

// price orders points by what they cost, exactly if that was counted.
func price(a, b Point) int {
	return cmp.Or(cmp.Compare(a.Exact, b.Exact), cmp.Compare(a.Tokens, b.Tokens))
}

// Best lists the points at which less cannot be paid for as much: from the
// cheapest up, each keeps more of the operated elements than all before it.
// Kept is Sum.ByRef: the line that the agent would have to quote.
func (f *Frontier) Best() []Point {
	sorted := slices.Clone(f.Points)
	slices.SortStableFunc(sorted, func(a, b Point) int { return cmp.Or(price(a, b), cmp.Compare(b.ByRef, a.ByRef)) })
	var best []Point
	for _, p := range sorted {
		if len(best) == 0 || p.ByRef > best[len(best)-1].ByRef {
			best = append(best, p)
		}
	}
	return best
}

// Cheapest is the cheapest point that keeps every operated element, by ref or
// by the text of its line; false if there is none.
func (f *Frontier) Cheapest(byRef bool) (Point, bool) {
	found, ok := Point{}, false
	for _, p := range f.Points {
		kept := p.Retained
		if byRef {
			kept = p.ByRef
		}
		if kept == f.Uses && (!ok || price(p, found) < 0) {
			found, ok = p, true
		}
	}
	return found, ok
}

// Whole is the point that leaves nothing out.
func (f *Frontier) Whole() Point { return f.Points[0] }
