package lint_test

import (
	"fmt"
	"testing"

	"obscope/model"
	"obscope/render"
	"obscope/render/lint"
)

// large is a window of n elements or a few more: rows of a label, a field and
// two buttons in panels of ten, every hundredth button without a name.
func large(n int) *model.Capture {
	visible := func(n node) node { return n.is(model.Visible, model.Yes) }
	row := func(i int) node {
		y := float64(i%10) * 24
		name := "Delete"
		if i%100 == 0 {
			name = ""
		}
		return visible(group("",
			visible(text(fmt.Sprintf("Item %d", i)).at(0, y, 200, 20)),
			visible(textbox("Amount", fmt.Sprint(i*7)).at(210, y, 100, 20)),
			visible(button("Edit").at(320, y, 60, 20)),
			visible(button(name).at(390, y, 60, 20)),
		).at(0, y, 500, 24))
	}
	i := -1
	next := func(int) node { i++; return row(i) }
	panels := repeat(n/51+1, func(p int) node {
		return visible(group(fmt.Sprintf("Panel %d", p), repeat(10, next)...).at(0, 0, 500, 240))
	})
	return capture("osworld", visible(window("Orders", panels...)))
}

func BenchmarkCheck(b *testing.B) {
	for _, n := range []int{1_000, 10_000, 100_000} {
		r := render.New(large(n))
		for _, o := range []render.Options{outline, {Dialect: render.Set("indexed"), MaxElements: render.Set(render.NoCap)}} {
			obs, err := r.Observe(o)
			if err != nil {
				b.Fatal(err)
			}
			b.Run(fmt.Sprintf("%s/%d", o.Dialect.Or(""), n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					lint.Check(obs, lint.Options{})
				}
			})
		}
	}
}

// BenchmarkRule checks with one rule on.
func BenchmarkRule(b *testing.B) {
	obs, err := render.New(large(100_000)).Observe(outline)
	if err != nil {
		b.Fatal(err)
	}
	for _, r := range lint.Rules() {
		var o lint.Options
		for _, other := range lint.Rules() {
			if other.Name != r.Name {
				o.Off = append(o.Off, other.Name)
			}
		}
		b.Run(r.Name, func(b *testing.B) {
			for b.Loop() {
				lint.Check(obs, o)
			}
		})
	}
}
