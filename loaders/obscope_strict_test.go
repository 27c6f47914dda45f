package loaders

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"obscope/model"
)

// hostileInputs hold what JSON readers of other languages refuse, in formats that
// keep what they were given.
func hostileInputs() map[string]string {
	deep := strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000)
	nearly := strings.Repeat("[", 9_997) + strings.Repeat("]", 9_997)
	inputs := map[string]string{
		"raw tab":            `{"observationId":"o","app":"a","elements":[{"elementId":"1","role":"AXButton","label":"x","note":"a` + "\t" + `b"}]}`,
		"raw tab in a name":  `[{"AXLabel":"x","no` + "\t" + `te":1}]`,
		"raw line end":       "[{\"AXLabel\":\"x\",\"note\":\"a\nb\x00\x1f\"}]",
		"raw tab in header":  "{\"observationId\":\"o\tp\",\"app\":\"a\",\"windowTitle\":NaN,\"elements\":[{\"elementId\":\"1\",\"role\":\"AXButton\"}]}",
		"NaN":                `[{"AXLabel":"x","frame":{"x":NaN,"y":Infinity,"width":-Infinity,"height":1e999},"n":[NaN]}]`,
		"NaN as Python":      `[{'role': 'button', 'name': 'x', 'x': nan, 'y': inf, 'width': 1, 'height': 2}]`,
		"lone surrogates":    `[{"AXLabel":"\ud83d","AXValue":"\udc00x","k\ud800":"\udfff"}]`,
		"deep value":         `[{"AXLabel":"x","n":` + deep + `}]`,
		"nearly too deep":    `[{"AXLabel":"x","n":` + nearly + `}]`,
		"deep header":        `{"observationId":` + deep + `,"elements":[{"elementId":"1","role":"AXButton"}]}`,
		"looks replaced":     `[{"AXLabel":"w"},{"#own":"\"a\":1"},{"#own":"x","AXLabel":"y"},{ "#own" : {"#own":"z"}}]`,
		"header replaced":    `{"observationId":{"#own":"NaN"},"elements":[{"elementId":"1","role":"AXButton"}]}`,
		"duplicate members":  `[{"AXLabel":"x","AXLabel":"y","n":1,"n":NaN}]`,
		"big numbers":        `[{"AXLabel":"x","n":123456789012345678901234567890,"m":1E+400,"o":-0.0}]`,
		"not UTF-8":          "[{\"AXLabel\":\"a\xffb\xed\xa0\x80\",\"n\":\"\xc3\"}]",
		"separators":         "[{\"AXLabel\":\"a\u2028b\u2029\u0085\ufeff\"}]",
		"XML control":        "<hierarchy rotation=\"0\"><node text=\"a\tb&#1;\x02\" bounds=\"[0,0][1,1]\"/></hierarchy>",
		"text of cua":        "- AXWindow \"a\tb\x01\"\n  - [0] AXButton \"\"c\" = \"\x7f\"\n",
		"parts with NaN":     `[{"frameId":"f","n":NaN,"nodes":[{"nodeId":"1","ignored":false,"role":{"value":"button"},"p":"` + "\t" + `"}]}]`,
		"droidrun phone NaN": `{"a11y_tree":[{"index":1,"className":"Button","text":"x"}],"phone_state":{"n":NaN}}`,
	}
	return inputs
}

// TestWhatConvertWritesIsStrictJSON: every reader takes it, and nothing is lost.
func TestWhatConvertWritesIsStrictJSON(t *testing.T) {
	strict := func(name string, rec *model.Recording) {
		t.Run(name, func(t *testing.T) {
			if text := encoded(t, rec); !json.Valid([]byte(text)) {
				t.Errorf("not valid JSON: %.300s", text)
			}
			again(t, rec)
		})
	}
	for name, text := range hostileInputs() {
		rec, err := LoadBytes(name, []byte(text), Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		strict(name, rec)
	}
	strict("odd values", irregularRecording())
	files, _ := filepath.Glob(filepath.Join("..", "testdata", "captures", "*", "*"))
	for _, file := range files {
		if rec, err := openFile(file); err == nil {
			strict(file, rec)
		}
	}
}
