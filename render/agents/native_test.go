package agents

import (
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"obscope/internal/jsontext"
	"obscope/loaders"
	"obscope/render"
)

type vectorRun struct {
	format func(v jsontext.Value) string
	knobs  func(v jsontext.Value) render.Knobs
	name   string
}

func opt(v jsontext.Value, name string) string { return v.Member("options").Member(name).Text }

var runs = map[string]vectorRun{
	"androidworld-m3a": {name: "androidworld-m3a", knobs: func(v jsontext.Value) render.Knobs {
		k := render.Knobs{"screen": opt(v, "screen_width") + "x" + opt(v, "screen_height")}
		if e := opt(v, "exclude_invisible_elements"); e != "" {
			k["exclude_invisible_elements"] = e
		}
		return k
	}},
	"mobile-mcp":     {name: "mobile-mcp", knobs: func(v jsontext.Value) render.Knobs { return render.Knobs{"format": opt(v, "format")} }},
	"mobile-mcp-0.0": {name: "mobile-mcp", knobs: func(v jsontext.Value) render.Knobs { return render.Knobs{"version": "0.0"} }},
}

var inputFormats = map[string]string{"a11y-forest-json": "a11y-forest", "uiautomator-xml": "uiautomator", "mobilecli-dump-ui": "mobilecli"}

func TestNativeVectors(t *testing.T) {
	dir := os.Getenv("OBSCOPE_VECTORS")
	for file, run := range runs {
		f, err := os.Open(filepath.Join(dir, file+".json.gz"))
		if err != nil {
			t.Skip(err)
		}
		z, _ := gzip.NewReader(f)
		text, _ := io.ReadAll(z)
		all, err := jsontext.Parse(string(text))
		if err != nil {
			t.Fatal(err)
		}
		passed, total, shown := 0, 0, 0
		for _, v := range all.Member("vectors").Items {
			total++
			name := v.Member("name").Text
			var input []byte
			if in, ok := v.Lookup("input"); ok {
				input = []byte(in.Raw)
				if in.Kind == jsontext.String {
					input = []byte(in.Text)
				}
			} else {
				input, _ = os.ReadFile(filepath.Join(dir, v.Member("input_file").Text))
			}
			got, warnings, err := observeNative(input, inputFormats[v.Member("input_format").Text], run.name, run.knobs(v))
			want, ok := v.Lookup("expected")
			if !ok {
				if err == nil && len(warnings) == 0 {
					t.Errorf("%s/%s: no warning where the original fails with %s", file, name, v.Member("expected_error").Text)
					continue
				}
				passed++
				continue
			}
			if err != nil || got != want.Text {
				if shown++; shown < 4 {
					t.Errorf("%s/%s: %v\ninput %s\ngot:\n%s\nwant:\n%s", file, name, err, clipText(string(input)), clipText(got), clipText(want.Text))
				}
				continue
			}
			passed++
		}
		t.Logf("%s %d/%d", file, passed, total)
		if passed != total {
			t.Errorf("%s %d/%d", file, passed, total)
		}
	}
}

func clipText(s string) string { return s[:min(len(s), 2500)] }

func observeNative(input []byte, format, dialect string, knobs render.Knobs) (string, []string, error) {
	rec, err := loaders.LoadBytes("input", input, loaders.Options{Format: format})
	if err != nil {
		return "", nil, err
	}
	obs, err := render.New(rec.Captures[0]).Observe(render.Options{Dialect: render.Set(dialect), Knobs: knobs})
	if err != nil {
		return "", nil, err
	}
	for id, v := range obs.Verdicts {
		if v.In() && v.Line < 0 {
			return "", nil, errorf("element %d is in without a line", id)
		}
	}
	return obs.Text(), append(obs.Warnings, rec.Captures[0].Warnings...), nil
}

type textError string

func (e textError) Error() string { return string(e) }

func errorf(format string, args ...any) error { return textError(strings.TrimSpace(format)) }
