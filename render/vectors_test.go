package render_test

import (
	"compress/gzip"
	"io"
	"os"
	"testing"

	"obscope/internal/jsontext"
	"obscope/loaders"
	"obscope/render"
)

// readVectors reads a gzipped JSON array of conformance cases without losing
// the spelling of numbers or surrogate halves.
func readVectors(t testing.TB, path string) []jsontext.Value {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	v, err := jsontext.Parse(string(text))
	if err != nil {
		t.Fatal(err)
	}
	return v.Items
}

// input is the JSON text of a case's input.
func input(v jsontext.Value) string {
	if raw, ok := v.Lookup("input_raw"); ok {
		return raw.Text
	}
	return v.Member("input").Raw
}

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
	cases := readVectors(t, "../testdata/vectors/maka.json.gz")
	for _, v := range cases {
		name := v.Member("name").Text
		rec, err := loaders.LoadBytes(name, []byte(input(v)), loaders.Options{Format: "maka"})
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
		if !ok {
			passed++
			continue
		}
		if got := obs.Text(); got != want.Text {
			t.Errorf("%s:\n%s\ngot:\n%s\nwant:\n%s", name, input(v)[:min(len(input(v)), 1500)], got, want.Text)
			continue
		}
		passed++
	}
	t.Logf("maka: %d of %d", passed, len(cases))
}
