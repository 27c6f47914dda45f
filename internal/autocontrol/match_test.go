package autocontrol

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"obscope/internal/text/pyvalue"
)

// plainPairUp is the match as it is defined: every earlier box against every
// later one that is left.
func plainPairUp(prev, curr []box, threshold float64) (matched []pair) {
	taken := make([]bool, len(curr))
	for i, p := range prev {
		at, best := -1, threshold
		for j, c := range curr {
			if taken[j] {
				continue
			}
			if score := overlap(p, c); score >= best {
				at, best = j, score
			}
		}
		if at >= 0 {
			taken[at] = true
			matched = append(matched, pair{i, at, best})
		}
	}
	return matched
}

func matchBoxes(prev, curr []box, threshold float64) pairing {
	at := func(list []box) func(int) (box, error) { return func(i int) (box, error) { return list[i], nil } }
	p, err := pairUp(len(prev), len(curr), at(prev), at(curr), threshold)
	if err != nil {
		panic(err)
	}
	return p
}

// worlds are ways of placing boxes that stress the search differently.
var worlds = map[string]func(r *rand.Rand) box{
	"sparse": func(r *rand.Rand) box {
		return box{x: r.Int64N(4000), y: r.Int64N(4000), w: r.Int64N(60), h: r.Int64N(60)}
	},
	"dense": func(r *rand.Rand) box {
		return box{x: r.Int64N(20), y: r.Int64N(20), w: 10 + r.Int64N(20), h: 10 + r.Int64N(20)}
	},
	"identical": func(r *rand.Rand) box { return box{x: r.Int64N(2), y: 0, w: 10, h: 10} },
	"rows":      func(r *rand.Rand) box { return box{x: 0, y: 7 * r.Int64N(40), w: 300, h: 20} },
	"nested": func(r *rand.Rand) box {
		d := r.Int64N(100)
		return box{x: d, y: d, w: 1000 - 2*d, h: 800 - 2*d}
	},
	"degenerate": func(r *rand.Rand) box {
		return box{x: r.Int64N(9) - 4, y: r.Int64N(9) - 4, w: r.Int64N(9) - 3, h: r.Int64N(9) - 3}
	},
	"large": func(r *rand.Rand) box {
		return box{x: r.Int64N(1 << 20), y: -1 << 40, w: 1<<49 + r.Int64N(4), h: 1<<45 + r.Int64N(4)}
	},
	"huge": func(r *rand.Rand) box {
		if r.IntN(3) > 0 {
			return box{x: r.Int64N(30), y: r.Int64N(30), w: 20, h: 20}
		}
		big := pyvalue.Small(1 << 60)
		big = big.Add(big).Add(pyvalue.Small(r.Int64N(3)))
		return makeBox([4]pyvalue.Int{pyvalue.Small(r.Int64N(20)), pyvalue.Small(r.Int64N(20)), big, pyvalue.Small(1 + r.Int64N(20))})
	},
}

// TestMatchEqualsPlainSearch holds the indexed match to the quadratic one: the
// same pairs with the same scores, in every world and for every threshold.
func TestMatchEqualsPlainSearch(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	matched := 0
	for name, place := range worlds {
		for round := range 50 {
			prev, curr := make([]box, r.IntN(90)), make([]box, r.IntN(90))
			for i := range prev {
				prev[i] = place(r)
			}
			for i := range curr {
				if curr[i] = place(r); len(prev) > 0 && r.IntN(2) == 0 {
					curr[i] = prev[r.IntN(len(prev))]
					if curr[i].ints == nil {
						curr[i].x += r.Int64N(3)
					}
				}
			}
			for _, threshold := range []float64{0.5, 0.1, 1e-9, 0.9, 1, 1.5, 0, -1} {
				want := plainPairUp(prev, curr, threshold)
				got := matchBoxes(prev, curr, threshold)
				if !slices.Equal(got.pairs, want) {
					t.Fatalf("%s, round %d, threshold %v:\ngot  %v\nwant %v", name, round, threshold, got.pairs, want)
				}
				if len(got.pairs)+len(got.removed) != len(prev) || len(got.pairs)+len(got.added) != len(curr) {
					t.Fatalf("%s: %d pairs, %d removed of %d, %d added of %d", name, len(got.pairs), len(got.removed), len(prev), len(got.added), len(curr))
				}
				matched += len(want)
			}
		}
	}
	if matched < 5000 {
		t.Errorf("only %d pairs were compared", matched)
	}
}

// TestTiesGoToTheLaterCandidate is the rule that makes stacked boxes cross over.
func TestTiesGoToTheLaterCandidate(t *testing.T) {
	b := box{x: 0, y: 0, w: 10, h: 10}
	left, right := box{x: -2, w: 10, h: 10}, box{x: 2, w: 10, h: 10}
	for _, c := range []struct {
		prev, curr []box
		want       []pair
	}{
		{[]box{b, b}, []box{b, b}, []pair{{0, 1, 1}, {1, 0, 1}}},
		{[]box{b}, []box{left, right}, []pair{{0, 1, 80.0 / 120}}},
		{[]box{b}, []box{right, left, {x: 3, w: 10, h: 10}}, []pair{{0, 1, 80.0 / 120}}},
	} {
		if got := matchBoxes(c.prev, c.curr, 0.5).pairs; !slices.Equal(got, c.want) {
			t.Errorf("%v against %v: %v, want %v", c.prev, c.curr, got, c.want)
		}
	}
}

// BenchmarkMatch matches two screens of which one element in three moved a
// little, and two stacks that overlap everywhere.
func BenchmarkMatch(b *testing.B) {
	for _, n := range []int{2000, 100000} {
		r := rand.New(rand.NewPCG(3, 4))
		screens := map[string][2][]box{"screen": {}, "overlapping": {}, "identical": {}}
		for name := range screens {
			var s [2][]box
			for i := range n {
				var p box
				switch name {
				case "screen":
					p = box{x: int64(i%40) * 48, y: int64(i/40) * 24, w: 40, h: 20}
				case "overlapping":
					p = box{x: r.Int64N(1000), y: r.Int64N(1000), w: 400 + r.Int64N(400), h: 400 + r.Int64N(400)}
				case "identical":
					p = box{w: 40, h: 20}
				}
				s[0] = append(s[0], p)
				if r.IntN(3) == 0 {
					p.x += r.Int64N(9) - 4
					p.w += r.Int64N(3)
				}
				s[1] = append(s[1], p)
			}
			r.Shuffle(n, func(i, j int) { s[1][i], s[1][j] = s[1][j], s[1][i] })
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				for b.Loop() {
					matchBoxes(s[0], s[1], 0.5)
				}
			})
		}
	}
}
