package agents

import (
	"errors"
	"io/fs"

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
