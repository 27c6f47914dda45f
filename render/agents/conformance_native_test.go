package agents

import (
	"errors"
	"io/fs"
	"strings"

	"obscope/internal/jsontext"
	"obscope/model"
	"obscope/render"
)

// nativeFormats are the loaders of what the vectors call their inputs.
var nativeFormats = map[string]string{
	"uiautomator-xml": "uiautomator", "mobilecli-dump-ui": "mobilecli", "a11y-forest-json": "a11y-forest", "osworld-xml": "osworld",
}

func init() {
	runners["mobile-mcp"] = runNative("mobile-mcp", func(v vector) render.Knobs {
		return render.Knobs{"format": v.option("format")}
	})
	runners["mobile-mcp-android"] = runNative("mobile-mcp", func(v vector) render.Knobs {
		return render.Knobs{"version": "0.0"}
	})
	runners["androidworld-m3a"] = runNative("androidworld-m3a", func(v vector) render.Knobs {
		k := render.Knobs{"screen": v.option("screen_width") + "x" + v.option("screen_height")}
		if set := v.option("exclude_invisible_elements"); set != "" {
			k["exclude_invisible_elements"] = set
		}
		return k
	})
	// The vectors are of the table alone, before it is cut.
	runners["osworld"] = runNative("osworld", func(v vector) render.Knobs {
		return render.Knobs{"platform": v.option("platform"), "max_tokens": "0"}
	})
	runners["token-cut"] = func(v vector) (result, error) {
		input, err := v.input()
		if from := v.Member("input_vector").Text; from != "" {
			input, err = v.expectedOf(from)
		}
		if err != nil {
			return result{}, err
		}
		c := &model.Capture{Format: "text", Text: string(input)}
		return observe(c, "token-cut", render.Knobs{"mode": v.option("mode"), "max_tokens": v.option("max_tokens")})
	}
	runners["text-roundtrip"] = func(v vector) (result, error) {
		c, err := v.load(textLoaders[v.Member("input_format").Text])
		if err != nil {
			return result{}, err
		}
		return observe(c, "text", nil)
	}
}

// textLoaders are the loaders of renderings.
var textLoaders = map[string]string{
	"agent-browser-text": "agent-browser", "agent-browser-json": "agent-browser", "chrome-devtools-mcp-text": "devtools",
	"playwright-mcp-response": "playwright", "stagehand-text": "stagehand", "stagehand-json": "stagehand", "codex-app-state": "codex", "cua-text": "cua",
}

// expectedOf is the expected text of another file's vector, named as
// dialect:name.
func (v vector) expectedOf(name string) ([]byte, error) {
	file, name, _ := strings.Cut(name, ":")
	data, err := v.file(file + ".json.gz")
	if err != nil {
		return nil, err
	}
	top, err := jsontext.Parse(string(data))
	if err != nil {
		return nil, err
	}
	for _, other := range top.Member("vectors").Items {
		if other.Member("name").Text == name {
			return []byte(other.Member("expected").Text), nil
		}
	}
	return nil, fs.ErrNotExist
}

func (v vector) option(name string) string { return v.Member("options").Member(name).Text }

// runNative renders a capture of a device or desktop. What the original fails
// on, the loader may refuse as well.
func runNative(dialect string, knobs func(v vector) render.Knobs) func(v vector) (result, error) {
	return func(v vector) (result, error) {
		c, err := v.load(nativeFormats[v.Member("input_format").Text])
		if _, fails := v.Lookup("expected_error"); fails && err != nil && !errors.Is(err, fs.ErrNotExist) {
			return result{warnings: []string{err.Error()}}, nil
		}
		if err != nil {
			return result{}, err
		}
		return observe(c, dialect, knobs(v))
	}
}
