package render_test

import (
	"slices"
	"testing"

	"obscope/loaders"
	"obscope/model"
	"obscope/render"
)

// AutoControl asks whether children are true before it walks through them.
func TestIndexedFailsOnlyOnChildrenThatAreWalked(t *testing.T) {
	for children, fails := range map[string]bool{
		`null`: false, `false`: false, `0`: false, `0.0`: false, `""`: false, `[]`: false, `{}`: false,
		`true`: true, `1`: true, `1.5`: true, `"x"`: true, `[1]`: true, `{"a":1}`: true,
	} {
		rec, err := loaders.LoadBytes("made", []byte(`[{"role":"pane","x":0,"y":0,"width":4,"height":4,"children":`+children+`}]`), loaders.Options{Format: "autocontrol"})
		if err != nil {
			t.Fatal(err)
		}
		obs, err := render.New(rec.Captures[0]).Observe(render.Options{Dialect: render.Set("indexed")})
		if err != nil {
			t.Fatal(err)
		}
		said := slices.Concat(rec.Captures[0].Warnings, obs.Warnings)
		if got := slices.ContainsFunc(said, func(w model.Warning) bool { return w.Kind == model.OriginalFails }); got != fails {
			t.Errorf("children %s: says that AutoControl would fail: %t, want %t (%v)", children, got, fails, said)
		}
	}
}
