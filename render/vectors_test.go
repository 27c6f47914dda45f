package render_test

import (
	"testing"

	"obscope/internal/testkit/vectors"
	"obscope/internal/text/jsontext"
	"obscope/loaders"
	"obscope/render"
)

// makaOptions are the options of a case of Maka's renderer.
func makaOptions(v jsontext.Value) render.Options {
	var o render.Options
	if v.Member("options").Member("multiChildWrappers").IsFalse() {
		o.Collapse = render.Set(render.CollapseSingle)
	}
	return o
}

// TestOutlineEqualsMaka renders every recorded case of Maka's renderer. Where
// the original throws, obscope renders something and says so.
func TestOutlineEqualsMaka(t *testing.T) {
	passed := 0
	cases := vectors.Read(t, "../testdata/vectors/maka.json.gz")
	for _, v := range cases {
		name := v.Member("name").Text
		rec, err := loaders.LoadBytes(name, []byte(vectors.Input(v)), loaders.Options{Format: "maka"})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		obs, err := render.New(rec.Captures[0]).Observe(makaOptions(v))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		want, ok := v.Lookup("expected")
		if says := saysFails(obs.Warnings) || saysFails(rec.Captures[0].Warnings); says == ok {
			t.Errorf("%s: says that Maka fails: %t", name, says)
		}
		if !ok {
			passed++
			continue
		}
		if got := obs.Text(); got != want.Text {
			t.Errorf("%s:\n%s\ngot:\n%s\nwant:\n%s", name, vectors.Input(v)[:min(len(vectors.Input(v)), 1500)], got, want.Text)
			continue
		}
		passed++
	}
	t.Logf("maka: %d of %d", passed, len(cases))
}
