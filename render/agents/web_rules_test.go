package agents_test

import (
	"fmt"
	"strings"
	"testing"

	"obscope/model"
	"obscope/render"
)

// axPage is a page with one node, whose members are given as JSON.
func axPage(role, name, more string) string {
	return fmt.Sprintf(`{"nodes":[{"nodeId":"1","ignored":false,"role":{"type":"r","value":"RootWebArea"},"name":{"type":"s","value":"t"},"childIds":["2"],"backendDOMNodeId":1},
{"nodeId":"2","ignored":false,"role":{"type":"r","value":%q},"name":{"type":"s","value":%s}%s,"childIds":[],"parentId":"1","backendDOMNodeId":2}]}`, role, name, more)
}

// TestAgentBrowserReadsAsItsVersionDoes has a rule for each line; the outputs
// are those of the original for these answers of a browser.
func TestAgentBrowserReadsAsItsVersionDoes(t *testing.T) {
	value := func(number string) string { return `,"value":{"type":"number","value":` + number + `}` }
	for _, test := range []struct {
		name, version, page, want string
		fails                     bool
	}{
		{"a large number", "0.41", axPage("slider", `"s"`, value("1e21")), `- slider "s" [ref=e1]: 1e+21`, false},
		{"a small number", "0.41", axPage("slider", `"s"`, value("1e-7")), `- slider "s" [ref=e1]: 1e-7`, false},
		{"a number beyond all", "0.41", axPage("slider", `"s"`, value("9e999")), "", true},
		{"half a surrogate pair", "0.41", axPage("button", `"a\ud83db"`, ""), "", false},
		{"half a surrogate pair before", "0.33", axPage("button", `"a\ud83db"`, ""), "", true},
		{"a cell without a name", "0.41", axPage("cell", `""`, ""), "- cell [ref=e1]", false},
		{"a cell without a name before", "0.33", axPage("cell", `""`, ""), "- cell", false},
		{"an iframe for looks", "0.41", axPage("IframePresentational", `"x"`, ""), `- Iframe "x" [ref=e1]`, false},
		{"an iframe for looks before", "0.33", axPage("IframePresentational", `"x"`, ""), `- IframePresentational "x"`, false},
	} {
		got, fails := irregularObservation(t, "cdp", "agent-browser", test.page, render.Knobs{"version": test.version})
		if fails != test.fails || test.want != "" && strings.TrimRight(got, "\n") != test.want {
			t.Errorf("%s: %q, fails %t; want %q, %t", test.name, got, fails, test.want, test.fails)
		}
	}
}

// TestStagehandNamesInputs has the names that Stagehand gave to inputs of which
// a browser said that they scroll, or do not.
func TestStagehandNamesInputs(t *testing.T) {
	for _, test := range []struct {
		kind    string
		scrolls bool
		want    string
	}{
		{"file", false, "input, file: x"},
		{"file", true, "input, file: x"},
		{"FILE", false, "button: x"},
		{"FILE", true, "scrollable, input, FILE: x"},
		{"TEXT", true, "scrollable, input, TEXT: x"},
		{"", true, "scrollable, input: x"},
	} {
		c := irregularCapture(t, "cdp", axPage("button", `"x"`, ""))
		c.DOM = make([]model.DOMNode, len(c.Elements))
		c.DOM[0].Tag = "#document"
		c.DOM[1] = model.DOMNode{Tag: "input", Type: test.kind}
		c.Extras = map[string]string{"scrollable": fmt.Sprintf(`{"2":%t}`, test.scrolls)}
		if got, _ := observeIrregular(t, c, "stagehand", nil); !strings.HasSuffix(strings.TrimRight(got, "\n"), "[0-2] "+test.want) {
			t.Errorf("%q, scrolls %t:\n%s\nwant %s", test.kind, test.scrolls, got, test.want)
		}
	}
}

// TestStagehandPrintsNamesThatAreTexts has names of other kinds: what is false
// to a script counts as none.
func TestStagehandPrintsNamesThatAreTexts(t *testing.T) {
	for name, want := range map[string]string{`"x"`: "button: x", "0": "button", "false": "button", "7": ""} {
		got, fails := irregularObservation(t, "cdp", "stagehand", axPage("button", name, ""), nil)
		if fails != (want == "") || want != "" && !strings.HasSuffix(strings.TrimRight(got, "\n"), "[0-2] "+want) {
			t.Errorf("%s: fails %t\n%s\nwant %s", name, fails, got, want)
		}
	}
}

// TestFactsAreOfTheirFrame gives a node of another process
// the id of a control of the page, and tells that it scrolls.
func TestFactsAreOfTheirFrame(t *testing.T) {
	frame := func(id, host string) string {
		return `{"frameId":"` + id + `"` + host + `,` + axPage("group", `"n"`, "")[1:]
	}
	c := irregularCapture(t, "cdp", "["+frame("A", "")+","+frame("B", "")+"]")
	c.DOM = make([]model.DOMNode, len(c.Elements))
	c.Extras = map[string]string{"scrollable": `{"B/2":true}`, "cursor": `{"2":{"kind":"clickable","hints":["onclick"],"text":"n"}}`}
	c.Parts[1].Host = 1
	if got, _ := observeIrregular(t, c, "stagehand", nil); strings.Count(got, "scrollable") != 1 || !strings.Contains(got, "[1-2] scrollable, group: n") {
		t.Errorf("Stagehand:\n%s", got)
	}
	c.Extras["cursor"] = `{"2":{"kind":"clickable","hints":["onclick"],"text":"n"}}`
	if got, _ := observeIrregular(t, c, "agent-browser", nil); strings.Count(got, "clickable") != 1 {
		t.Errorf("agent-browser:\n%s", got)
	}
}
