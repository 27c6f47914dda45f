package agents

import (
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/model"
	"obscope/render"
)

// nativeFormats are the loaders of what the vectors call their inputs.
var nativeFormats = map[string]string{
	"uiautomator-xml": "uiautomator", "mobilecli-dump-ui": "mobilecli", "a11y-forest-json": "a11y-forest", "osworld-xml": "osworld",
	"wda-json": "wda", "cua-model": "cua", "open-codex-model": "open-codex",
}

func init() {
	runners["mobile-mcp"] = runNative("mobile-mcp", func(v vector) render.Knobs {
		return render.Knobs{"format": v.option("format")}
	})
	runners["mobile-mcp-android"] = runNative("mobile-mcp", func(v vector) render.Knobs {
		return render.Knobs{"version": "0.0"}
	})
	runners["mobile-mcp-wda"] = runNative("mobile-mcp", func(v vector) render.Knobs {
		return render.Knobs{"format": v.option("format")}
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
	runners["token-cut"] = runCut
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

// runCut cuts a text; where that is what a dialect writes, also in that
// dialect, which must come to the same.
func runCut(v vector) (result, error) {
	input, err := v.input()
	from := v.Member("input_vector").Text
	var other vector
	if from != "" {
		other, err = v.other(from)
		input = []byte(other.Member("expected").Text)
	}
	if err != nil {
		return result{}, err
	}
	c := &model.Capture{Format: "text", Text: string(input)}
	got, err := observe(c, "token-cut", render.Knobs{"mode": v.option("mode"), "max_tokens": v.option("max_tokens")})
	if from == "" || err != nil {
		return got, err
	}
	within, err := cutWithin(other, v.option("mode"), v.option("max_tokens"))
	if err == nil && within.text != got.text {
		return result{}, fmt.Errorf("dialect %s cuts differently: %q", v.option("mode"), within.text)
	}
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return got, err
}

// cutWithin renders the vector of a dialect with its knob for the cut.
func cutWithin(v vector, dialect, limit string) (result, error) {
	if dialect == "osworld" {
		c, err := v.load("osworld")
		if err != nil {
			return result{}, err
		}
		return observe(c, dialect, render.Knobs{"platform": v.option("platform"), "max_tokens": limit})
	}
	c, err := v.load("cdp")
	if err == nil {
		err = attach(c, v)
	}
	if err != nil {
		return result{}, err
	}
	knobs := v.knobs()
	if tabs := v.Member("options").Member("tabs"); tabs.Kind == jsontext.Array {
		knobs["tabs"] = tabs.Raw
	}
	knobs["max_obs_length"] = limit
	return observe(c, dialect, knobs)
}

// other is another file's vector, named as dialect:name.
func (v vector) other(name string) (vector, error) {
	file, name, _ := strings.Cut(name, ":")
	data, err := v.file(file + ".json.gz")
	if err != nil {
		return vector{}, err
	}
	top, err := jsontext.Parse(string(data))
	if err != nil {
		return vector{}, err
	}
	for _, item := range top.Member("vectors").Items {
		if item.Member("name").Text == name {
			return vector{item, file, name, v.dir}, nil
		}
	}
	return vector{}, fs.ErrNotExist
}

func (v vector) option(name string) string { return v.Member("options").Member(name).Text }

// runNative renders a capture of a device or desktop. What the original fails
// on, the loader may refuse as well.
func runNative(dialect string, knobs func(v vector) render.Knobs) func(v vector) (result, error) {
	return func(v vector) (result, error) {
		c, err := v.load(nativeFormats[v.Member("input_format").Text])
		if _, fails := v.Lookup("expected_error"); fails && err != nil && !errors.Is(err, fs.ErrNotExist) {
			return result{warnings: model.Warnings{{Kind: model.OriginalFails, Text: err.Error()}}}, nil
		}
		if err != nil {
			return result{}, err
		}
		return observe(c, dialect, knobs(v))
	}
}
