package loaders

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"obscope/internal/text/jsontext"
	"obscope/model"
)

// twice writes a value with every member of its objects twice: first with a
// value of another content, or of another type, then as it is.
func twice(dst []byte, v jsontext.Value, decoy func(jsontext.Value) string) []byte {
	switch v.Kind {
	case jsontext.Array:
		dst = append(dst, '[')
		for i, item := range v.Items {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = twice(dst, item, decoy)
		}
		return append(dst, ']')
	case jsontext.Object:
		dst = append(dst, '{')
		for i, m := range v.Members {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(append(append(jsontext.AppendQuote(dst, m.Name), ':'), decoy(m.Value)...), ',')
			dst = twice(append(jsontext.AppendQuote(dst, m.Name), ':'), m.Value, decoy)
		}
		return append(dst, '}')
	}
	return append(dst, v.Raw...)
}

var decoys = map[string]func(jsontext.Value) string{
	"null": func(jsontext.Value) string { return "null" },
	"text": func(jsontext.Value) string { return `"decoy"` },
	"list": func(jsontext.Value) string { return `[{"role":"button","name":"decoy"}]` },
	"like": func(v jsontext.Value) string {
		switch v.Kind {
		case jsontext.String:
			return `"decoy"`
		case jsontext.Number:
			return "77777"
		case jsontext.Bool:
			return map[bool]string{true: "false", false: "true"}[v.IsTrue()]
		}
		return v.Raw // with its own members once
	},
}

// TestOfDuplicateMembersTheLastCounts reads every JSON sample with its members
// doubled.
func TestOfDuplicateMembersTheLastCounts(t *testing.T) {
	files, _ := filepath.Glob("../testdata/captures/*/*.json")
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		v, err := jsontext.Parse(string(data))
		if err != nil || len(data) > 1<<18 {
			continue
		}
		format := filepath.Base(filepath.Dir(file))
		if format == "obscope" {
			continue // what obscope wrote has no member twice
		}
		want, err := LoadBytes("sample", data, Options{Format: format})
		if err != nil {
			continue
		}
		for name, decoy := range decoys {
			got, err := LoadBytes("sample", twice(nil, v, decoy), Options{Format: format})
			if err != nil {
				t.Errorf("%s with %s before each member: %v", file, name, err)
				continue
			}
			tellTwice(t, strings.TrimPrefix(file, "../testdata/captures/")+" with "+name, got, want)
		}
	}
}

func tellTwice(t *testing.T, where string, got, want *model.Recording) {
	if len(got.Captures) != len(want.Captures) {
		t.Errorf("%s: %d captures, want %d", where, len(got.Captures), len(want.Captures))
		return
	}
	for at, c := range got.Captures {
		w := want.Captures[at]
		if len(c.Elements) != len(w.Elements) {
			t.Errorf("%s: %d elements, want %d", where, len(c.Elements), len(w.Elements))
			continue
		}
		for i := range c.Elements {
			a, b := c.Elements[i], w.Elements[i]
			a.Raw, b.Raw, a.Irregular, b.Irregular = "", "", false, false
			if fmt.Sprintf("%+v", a) != fmt.Sprintf("%+v", b) {
				t.Errorf("%s: element %d is %+v, want %+v", where, i, a, b)
				break
			}
		}
		if c.App != w.App || c.Window != w.Window || c.Screen != w.Screen {
			t.Errorf("%s: %q %q %v, want %q %q %v", where, c.App, c.Window, c.Screen, w.App, w.Window, w.Screen)
		}
	}
}
