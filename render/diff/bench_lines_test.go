package diff

import (
	"math/rand/v2"
	"testing"
)

// BenchmarkLines compares lists of 100,000 lines.
func BenchmarkLines(b *testing.B) {
	const n = 100_000
	r := rand.New(rand.NewPCG(11, 12))
	base := make([]int32, n)
	for i := range base {
		base[i] = int32(i)
	}
	edited := append([]int32(nil), base...)
	for range n / 100 {
		edited[r.IntN(n)] = int32(n + r.IntN(n))
	}
	shuffled := append([]int32(nil), base...)
	r.Shuffle(n, func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
	for _, bench := range []struct {
		name string
		a, b []int32
	}{
		{"1percent", base, edited}, {"shuffled", base, shuffled},
		{"two-values", randomList(r, n, 2), randomList(r, n, 2)}, {"300-values", randomList(r, n, 300), randomList(r, n, 300)},
	} {
		b.Run(bench.name, func(b *testing.B) {
			for b.Loop() {
				equalRuns(bench.a, bench.b)
			}
		})
	}
}
