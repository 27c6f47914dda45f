package agents

import (
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"obscope/internal/jsontext"
	"obscope/model"
	"obscope/render"
)

// nativeFormats are the loaders of what the vectors call their inputs.
var nativeFormats = map[string]string{
	"uiautomator-xml": "uiautomator", "mobilecli-dump-ui": "mobilecli", "a11y-forest-json": "a11y-forest", "osworld-xml": "osworld",
	"cua-model": "cua", "open-codex-model": "open-codex",
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
	runners["cua-driver"] = runNative("cua-driver", func(v vector) render.Knobs {
		query, given := v.Member("options").Lookup("query")
		return render.Knobs{"query": query.Text, "empty_query": strconv.FormatBool(given && query.Text == "")}
	})
	runners["open-codex-linux"] = runNative("open-codex-linux", vector.knobs)
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
	runners["text-roundtrip"] = runText
}

// runText loads a rendering and prints it unchanged.
func runText(v vector) (result, error) {
	input, err := v.input()
	if err != nil {
		return result{}, err
	}
	wrapped := v.Member("input_format").Text == "codex-app-state" && strings.HasPrefix(string(input), "{")
	file, _ := jsontext.Parse(string(input))
	if wrapped && file.Member("result_excerpt").Kind == jsontext.Missing {
		return result{skipped: true}, nil // a note about a call, without the text that it gave
	}
	c, err := v.load(textLoaders[v.Member("input_format").Text])
	if err != nil {
		return result{}, err
	}
	got, err := observe(c, "text", nil)
	if !wrapped || err != nil {
		return got, err
	}
	// The agent read the lines that the file quotes, not the file.
	var lines []string
	for _, line := range file.Member("result_excerpt").Items {
		lines = append(lines, line.Text)
	}
	if want := strings.Join(lines, "\n"); got.text != want {
		return result{}, fmt.Errorf("the lines of result_excerpt come back as %q", got.text)
	}
	return result{text: string(input), warnings: got.warnings}, nil
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
