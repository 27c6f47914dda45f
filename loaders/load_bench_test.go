package loaders_test

import (
	"fmt"
	"maps"
	"runtime"
	"slices"
	"testing"

	"obscope/internal/testkit/gentree"
	"obscope/loaders"
)

// BenchmarkLoad loads trees of several sizes in every format that gentree
// writes. Kept is what the loaded capture holds, in bytes for each element.
func BenchmarkLoad(b *testing.B) {
	for _, format := range slices.Sorted(maps.Keys(gentree.Captures)) {
		for _, n := range []int{1_000, 10_000, 100_000, 1_000_000} {
			b.Run(fmt.Sprintf("%s/%d", format, n), func(b *testing.B) {
				data := []byte(gentree.Text(gentree.Captures[format], n))
				b.SetBytes(int64(len(data)))
				b.ReportAllocs()
				before := held()
				rec, err := loaders.LoadBytes("bench", data, loaders.Options{})
				if err != nil {
					b.Fatal(err)
				}
				elements := float64(len(rec.Captures[0].Elements))
				kept := float64(held()-before) / elements
				runtime.KeepAlive(rec)
				for b.Loop() {
					if _, err := loaders.LoadBytes("bench", data, loaders.Options{}); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(kept, "kept-B/element")
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/elements, "ns/element")
			})
		}
	}
}

// held is how many bytes are in use.
func held() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
