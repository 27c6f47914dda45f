package autocontrol

import (
	"math/big"

	"obscope/internal/text/jsontext"
	"obscope/internal/text/pyvalue"
	"obscope/model"
	"obscope/render"
)

// A box is x, y, width and height in AutoControl's integers.
type box struct {
	x, y, w, h int64
	ints       *[4]pyvalue.Int // set instead if a side is beyond nearSide
}

// nearSide bounds the sides of boxes whose edges and differences of edges are
// exact as doubles.
const nearSide = 1 << 51

// smallSide bounds the sides of boxes whose areas, and sums of two of them, are
// exact as doubles.
const smallSide = 1 << 25

func makeBox(side [4]pyvalue.Int) box {
	var v [4]int64
	for i := range side {
		v[i] = side[i].Clamped()
		if v[i] >= nearSide || v[i] <= -nearSide {
			return box{ints: &side}
		}
	}
	return box{x: v[0], y: v[1], w: v[2], h: v[3]}
}

// boxOf reads the box of a JSON value, or what AutoControl raises.
func boxOf(v jsontext.Value) (box, error) {
	if v.Kind != jsontext.Object {
		return box{}, subscriptError(v)
	}
	var side [4]pyvalue.Int
	for i, name := range sides {
		member, ok := v.Lookup(name)
		if !ok {
			return box{}, pyvalue.KeyError(name)
		}
		var err error
		if side[i], err = pyvalue.ToInt(member); err != nil {
			return box{}, err
		}
	}
	return makeBox(side), nil
}

// shownBox is the box of an element of an observation. What has no place has no
// size either, and so matches nothing.
func shownBox(c *model.Capture, e *model.Element) box {
	if !captured(c) || e.Has(model.HasFrame) && !e.Irregular {
		var side [4]pyvalue.Int
		for i, f := range [...]float64{e.Frame.X, e.Frame.Y, e.Frame.W, e.Frame.H} {
			var err error
			if side[i], err = pyvalue.FloatToInt(f); err != nil {
				return box{}
			}
		}
		return makeBox(side)
	}
	side, err := render.AutoControlBox(e)
	if err != nil {
		return box{}
	}
	return makeBox(side)
}

func (b box) sides() [4]pyvalue.Int {
	if b.ints != nil {
		return *b.ints
	}
	return [4]pyvalue.Int{pyvalue.Small(b.x), pyvalue.Small(b.y), pyvalue.Small(b.w), pyvalue.Small(b.h)}
}

// center is where an agent clicks.
func (b box) center() (x, y pyvalue.Int) {
	s := b.sides()
	return s[0].Add(s[2].Half()), s[1].Add(s[3].Half())
}

// moved reports whether the centres are further apart than limit in x or in y.
func moved(a, b box, limit pyvalue.Int) bool {
	if n, small := limit.Int64(); small && a.ints == nil && b.ints == nil {
		dx := a.x + a.w>>1 - b.x - b.w>>1
		dy := a.y + a.h>>1 - b.y - b.h>>1
		return max(dx, -dx) > n || max(dy, -dy) > n
	}
	ax, ay := a.center()
	bx, by := b.center()
	return further(ax, bx, limit) || further(ay, by, limit)
}

func further(a, b, limit pyvalue.Int) bool {
	d := a.Sub(b)
	if d.Cmp(pyvalue.Small(0)) < 0 {
		d = b.Sub(a)
	}
	return d.Cmp(limit) > 0
}

// overlap is the intersection over the union of two boxes, from 0 to 1, rounded
// once, as Python divides integers. Boxes without area overlap nothing.
func overlap(a, b box) float64 {
	if a.ints != nil || b.ints != nil {
		return hugeOverlap(a, b)
	}
	w := min(a.x+a.w, b.x+b.w) - max(a.x, b.x)
	h := min(a.y+a.h, b.y+b.h) - max(a.y, b.y)
	if w <= 0 || h <= 0 {
		return 0
	}
	if max(a.w, a.h, b.w, b.h) < smallSide {
		both := w * h
		return float64(both) / float64(a.w*a.h+b.w*b.h-both)
	}
	return ratio(area(w, h), area(a.w, a.h), area(b.w, b.h))
}

func area(w, h int64) *big.Int { return new(big.Int).Mul(big.NewInt(w), big.NewInt(h)) }

func hugeOverlap(a, b box) float64 {
	p, q := a.sides(), b.sides()
	span := func(at int) *big.Int {
		low, high := p[at], p[at].Add(p[at+2])
		if q[at].Cmp(low) > 0 {
			low = q[at]
		}
		if end := q[at].Add(q[at+2]); end.Cmp(high) < 0 {
			high = end
		}
		return high.Sub(low).Big()
	}
	w, h := span(0), span(1)
	if w.Sign() <= 0 || h.Sign() <= 0 {
		return 0
	}
	mul := func(x, y *big.Int) *big.Int { return new(big.Int).Mul(x, y) }
	return ratio(mul(w, h), mul(p[2].Big(), p[3].Big()), mul(q[2].Big(), q[3].Big()))
}

func ratio(both, a, b *big.Int) float64 {
	union := new(big.Int).Add(a, b)
	f, _ := new(big.Rat).SetFrac(both, union.Sub(union, both)).Float64()
	return f
}
