package render_test

import (
	"fmt"
	"testing"

	"obscope/internal/testkit/gentree"
	"obscope/loaders"
	"obscope/model"
	"obscope/render"
)

func generated(tb testing.TB, n int) *model.Capture {
	tb.Helper()
	rec, err := loaders.LoadBytes("generated", []byte(gentree.Text(gentree.Maka, n)), loaders.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	return rec.Captures[0]
}

// knobs are the changes that a key press makes.
var knobs = []struct {
	name string
	o    render.Options
}{
	{"outline", render.Options{}},
	{"collapse-none", render.Options{Collapse: render.Set(render.CollapseNone)}},
	{"viewport", render.Options{Viewport: render.Set(render.ViewportOf(model.Rect{W: 1280, H: 800}))}},
	{"interactive", render.Options{Interactive: render.Set(true)}},
	{"query", render.Options{Query: render.Set("save")}},
	{"cap", render.Options{MaxElements: render.Set(60)}},
	{"geometry-off", render.Options{Geometry: render.Set(false)}},
	{"indexed", render.Options{Dialect: render.Set("indexed")}},
	{"indexed-all", render.Options{Dialect: render.Set("indexed"), Interactive: render.Set(false), MaxElements: render.Set(render.NoCap)}},
}

// BenchmarkObserve measures an observation with its token total after an
// option changed, everything counted before.
func BenchmarkObserve(b *testing.B) {
	for _, n := range []int{1_000, 10_000, 100_000} {
		r := render.New(generated(b, n))
		for _, k := range knobs {
			b.Run(fmt.Sprintf("%d/%s", n, k.name), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					obs, err := r.Observe(k.o)
					if err != nil {
						b.Fatal(err)
					}
					obs.Tokens()
				}
			})
		}
	}
}

// BenchmarkFirst measures what opening costs: the first observation, and the
// first count of a vocabulary.
func BenchmarkFirst(b *testing.B) {
	c := generated(b, 100_000)
	b.Run("observe", func(b *testing.B) {
		for b.Loop() {
			if _, err := render.New(c).Observe(render.Options{}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("count", func(b *testing.B) {
		for b.Loop() {
			obs, err := render.New(c).Observe(render.Options{})
			if err != nil {
				b.Fatal(err)
			}
			obs.Tokens()
		}
	})
	b.Run("text", func(b *testing.B) {
		obs, err := render.New(c).Observe(render.Options{})
		if err != nil {
			b.Fatal(err)
		}
		var text []byte
		for b.Loop() {
			text = obs.AppendText(text[:0])
		}
		b.SetBytes(int64(len(text)))
	})
}

// loaded is a generated capture of a format.
func loaded(tb testing.TB, format string, n int) *model.Capture {
	tb.Helper()
	rec, err := loaders.LoadBytes("generated", []byte(gentree.Text(gentree.Captures[format], n)), loaders.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	return rec.Captures[0]
}

// BenchmarkBringBack looks for the way back of one element after the other, as
// the inspector does where the selection rests.
func BenchmarkBringBack(b *testing.B) {
	for _, format := range []string{"autocontrol", "maka"} {
		b.Run(format, func(b *testing.B) {
			r := render.New(loaded(b, format, 100_000))
			o := render.Options{MaxElements: render.Set(200), Interactive: render.Set(true)}
			obs, err := r.Observe(o)
			if err != nil {
				b.Fatal(err)
			}
			if _, err := obs.BringBack(o, 1); err != nil { // counts the vocabulary
				b.Fatal(err)
			}
			id := 0
			for b.Loop() {
				for id = (id + 4999) % len(obs.Verdicts); obs.Verdicts[id].In(); id++ {
				}
				obs.Why(model.ID(id))
				if _, err := obs.BringBack(o, model.ID(id)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// chain is a capture in which every element is in the one before it, or all are
// in the first; of three two say nothing.
func chain(n int, wide bool) *model.Capture {
	c := &model.Capture{Format: "osworld"}
	parent := make([]model.ID, n)
	for i := range n {
		e := model.Element{Ref: fmt.Sprint(i), Role: "panel", Kind: model.KindGeneric, Given: model.HasRef | model.HasRole | model.HasFrame}
		e.Frame = model.Rect{X: float64(i % 1000), Y: float64(i % 700), W: 20, H: 10}
		if i%3 == 0 {
			e.Role, e.Kind, e.Name, e.Given = "push-button", model.KindButton, fmt.Sprint("Item ", i), e.Given|model.HasName
		}
		parent[i] = model.ID(i - 1)
		if wide && i > 0 {
			parent[i] = 0
		}
		c.Elements = append(c.Elements, e)
	}
	model.Link(c, parent)
	return c
}

// BenchmarkExtremeTrees observes 100,000 elements that are a chain or siblings,
// counts them, and asks why each is in or out.
func BenchmarkExtremeTrees(b *testing.B) {
	for _, wide := range []bool{false, true} {
		c := chain(100_000, wide)
		for _, d := range render.Dialects() {
			b.Run(fmt.Sprintf("wide=%v/%s", wide, d.Info().Name), func(b *testing.B) {
				for b.Loop() {
					obs, err := render.New(c).Observe(render.Options{Dialect: render.Set(d.Info().Name), Collapse: render.Set(render.CollapseAny), MaxElements: render.Set(50_000)})
					if err != nil {
						b.Skip(err)
					}
					obs.Tokens()
					obs.SubtreeTokens()
					obs.Costs()
					for id := range obs.Verdicts {
						obs.Why(model.ID(id))
					}
				}
			})
		}
	}
}

// BenchmarkText writes 100,000 elements from a loaded capture, with nothing
// prepared, as a harness does for each observation: Maka's outline, and
// AutoControl's list with its defaults (interactive, 80 elements) and whole.
func BenchmarkText(b *testing.B) {
	for _, k := range []struct {
		name, format string
		o            render.Options
	}{
		{"maka", "maka", render.Options{}},
		{"autocontrol", "autocontrol", render.Options{}},
		{"autocontrol-whole", "autocontrol", render.Options{Interactive: render.Set(false), MaxElements: render.Set(render.NoCap)}},
	} {
		b.Run(k.name, func(b *testing.B) {
			c := loaded(b, k.format, 100_000)
			var text []byte
			for b.Loop() {
				obs, err := render.New(c).Observe(k.o)
				if err != nil {
					b.Fatal(err)
				}
				text = obs.AppendText(text[:0])
			}
			b.ReportMetric(float64(len(text))/1e6, "MB")
		})
	}
}
