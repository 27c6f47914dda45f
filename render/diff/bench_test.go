package diff_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"obscope/model"
	"obscope/render"
	"obscope/render/diff"
)

// table is a window of n elements or a few more: rows of a caption and two
// buttons, with every share-th caption and everything above drop changed.
func table(n, share, drop int) *model.Capture {
	var list []node
	for i := drop; i < n/4+drop; i++ {
		name := fmt.Sprint("item ", i)
		if share > 0 && i%share == 0 {
			name += " changed"
		}
		y := float64(i-drop) * 20
		list = append(list, group(text(name).at(0, y, 80, 20), button("Edit").at(90, y, 40, 20), button("Delete").at(140, y, 40, 20)).at(0, y, 200, 20))
	}
	return capture(window("Table", list...).at(0, 0, 1280, 800))
}

// shuffled is a window of n buttons in random places and of few names.
func shuffled(r *rand.Rand, n int) *model.Capture {
	var list []node
	for range n {
		list = append(list, button(fmt.Sprint(r.IntN(50))).at(float64(r.IntN(5000)), float64(r.IntN(5000)), 40, 20))
	}
	return capture(window("W", list...))
}

func BenchmarkCaptures(b *testing.B) {
	const n = 100_000
	r := rand.New(rand.NewPCG(1, 2))
	for _, bench := range []struct {
		name       string
		prev, curr *model.Capture
	}{
		{"same", table(n, 0, 0), table(n, 0, 0)},
		{"1percent", table(n, 0, 0), table(n, 100, 0)},
		{"scrolled", table(n, 0, 0), table(n, 0, 50)},
		{"alike", shuffled(r, n), shuffled(r, n)},
		{"different", table(n, 0, 0), table(n, 1, 1_000_000)},
	} {
		b.Run(bench.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				diff.Captures(bench.prev, bench.curr)
			}
		})
	}
}

func BenchmarkRows(b *testing.B) {
	d := diff.Captures(table(100_000, 0, 0), table(100_000, 100, 0))
	for b.Loop() {
		d.Rows()
	}
}

func BenchmarkObservations(b *testing.B) {
	const n = 100_000
	o := render.Options{Dialect: render.Set("outline"), Geometry: render.Set(false), Tokens: render.Set("chars4")}
	r := rand.New(rand.NewPCG(3, 4))
	all := func(c *model.Capture) *render.Observation { return observe(b, c, o) }
	for _, bench := range []struct {
		name       string
		prev, curr *render.Observation
	}{
		{"1percent", all(table(n, 0, 0)), all(table(n, 100, 0))},
		{"alike", all(shuffled(r, n)), all(shuffled(r, n))},
		{"different", all(table(n, 0, 0)), all(table(n, 1, 1_000_000))},
	} {
		bench.prev.Tokens()
		bench.curr.Tokens()
		b.Run(bench.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				diff.Observations(bench.prev, bench.curr)
			}
		})
	}
}
