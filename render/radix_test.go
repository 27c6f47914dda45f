package render

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"obscope/model"
)

// TestSortedByIsAStableSort compares with the library's, for keys that are near
// each other, far apart, and at the ends of what there is.
func TestSortedByIsAStableSort(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	draw := []func() int64{
		func() int64 { return 7 },
		func() int64 { return r.Int64N(3) - 1 },
		func() int64 { return r.Int64N(100_000) - 50_000 },
		func() int64 { return int64(r.Uint64()) },
		func() int64 { return []int64{math.MinInt64, -1, 0, 1, math.MaxInt64}[r.IntN(5)] },
	}
	for _, key := range draw {
		for _, n := range []int{0, 1, 2, 300} {
			keys, ids := make([]int64, n), make([]model.ID, n)
			for i := range ids {
				keys[i], ids[i] = key(), model.ID(i)
			}
			r.Shuffle(n, func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
			want := slices.Clone(ids)
			slices.SortStableFunc(want, func(p, q model.ID) int { return cmp.Compare(keys[p], keys[q]) })
			if got := sortedBy(ids, func(id model.ID) int64 { return keys[id] }); !slices.Equal(got, want) {
				t.Fatalf("keys %v: got %v, want %v", keys, got, want)
			}
		}
	}
}
