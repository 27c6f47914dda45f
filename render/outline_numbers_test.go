package render_test

import (
	"strings"
	"testing"

	"obscope/loaders"
	"obscope/render"
)

func TestOutlineTellsItsOwnNumbers(t *testing.T) {
	for text, want := range map[string]string{
		"- list \"A\" [ref=e1]:\n  - option \"One\"\n  - button \"Go\" [ref=e2]\n": "1 line has a number in place of a ref: its element has none in the capture",
		"- list \"A\" [ref=e1]:\n  - button \"Go\" [ref=e2]\n":                     "",
		"- list \"A\":\n  - button \"Go\"\n":                                       "",
	} {
		rec, err := loaders.LoadBytes("made", []byte(text), loaders.Options{Format: "playwright"})
		if err != nil {
			t.Fatal(err)
		}
		o, err := render.New(rec.Captures[0]).Observe(render.Options{Dialect: render.Set("outline")})
		if err != nil {
			t.Fatal(err)
		}
		var told []string
		for _, w := range o.Warnings {
			told = append(told, w.Text)
		}
		if got := strings.Join(told, "; "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
