package agents_test

import (
	"slices"
	"strings"
	"testing"

	"obscope/loaders"
	"obscope/model"
	"obscope/render"
)

// irregularObservation writes a text of one format in one dialect, and reports whether
// it says that the original fails.
func irregularObservation(t *testing.T, format, dialect, text string, knobs render.Knobs) (lines string, fails bool) {
	t.Helper()
	return observeIrregular(t, irregularCapture(t, format, text), dialect, knobs)
}

func irregularCapture(t *testing.T, format, text string) *model.Capture {
	t.Helper()
	rec, err := loaders.LoadBytes("made", []byte(text), loaders.Options{Format: format})
	if err != nil {
		t.Fatal(err)
	}
	return rec.Captures[0]
}

func observeIrregular(t *testing.T, c *model.Capture, dialect string, knobs render.Knobs) (lines string, fails bool) {
	t.Helper()
	obs, err := render.New(c).Observe(render.Options{Dialect: render.Set(dialect), Knobs: knobs})
	if err != nil {
		t.Fatal(err)
	}
	return obs.Text(), slices.ContainsFunc(obs.Warnings, func(w model.Warning) bool { return w.Kind == model.OriginalFails })
}

func TestOpenCodexPassesOverBlankTexts(t *testing.T) {
	for text, want := range map[string]string{
		`{"app":{"name":"A","pid":1},"windowTitle":" \t","root":{"name":"x"},"selectedText":" \n","focusedSummary":"\u00a0"}`:    "App=A (pid 1)\nWindow: \"A\", App: A.\n\t0 element x",
		`{"app":{"name":"A","pid":1},"windowTitle":"w","root":{"name":"x"},"selectedText":" ","focusedSummary":"1 b"}`:           "App=A (pid 1)\nWindow: \"w\", App: A.\n\t0 element x\n\nThe focused UI element is 1 b.",
		`{"app":{"name":"A","pid":1},"windowTitle":"w","root":{"name":"  ","automationId":"id"}}`:                                "App=A (pid 1)\nWindow: \"w\", App: A.\n\t0 element id",
		`{"app":{"name":"A","pid":1},"windowTitle":"w","root":{"name":"x","localizedControlType":" ","controlType":"b"}}`:        "App=A (pid 1)\nWindow: \"w\", App: A.\n\t0 b x",
		`{"app":{"name":"A","pid":1},"windowTitle":"w","root":{"name":"x","actions":["a"],"actions":["b"]}}`:                     "App=A (pid 1)\nWindow: \"w\", App: A.\n\t0 element x Secondary Actions: b",
		`{"app":{"name":"A","pid":1},"windowTitle":"w","root":{"name":"x","children":[{"name":"y"}],"children":[{"name":"z"}]}}`: "App=A (pid 1)\nWindow: \"w\", App: A.\n\t0 element x\n\t\t1 element z",
	} {
		if got, _ := irregularObservation(t, "open-codex", "open-codex-linux", text, nil); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", text, got, want)
		}
	}
}

func TestOSWorldReadsItsOwnNamespacesOnly(t *testing.T) {
	const file = `<desktop-frame xmlns:st="uri:deskat:state.at-spi.gnome.org" xmlns:cp="uri:deskat:component.at-spi.gnome.org">` +
		`<push-button name="OK" st:visible="true" st:showing="true" st:enabled="true" cp:screencoord="(1, 2)" cp:size="(3, 4)"/></desktop-frame>`
	const header = "tag\tname\ttext\tclass\tdescription\tposition (top-left x&y)\tsize (w&h)"
	for platform, want := range map[string]string{
		"captured": header + "\npush-button\tOK\t\"\"\t\t\t(1, 2)\t(3, 4)", "ubuntu": header, "windows": header,
	} {
		if got, _ := irregularObservation(t, "osworld", "osworld", file, render.Knobs{"platform": platform}); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", platform, got, want)
		}
	}
}

func TestDevtoolsTellsWherePuppeteerThrows(t *testing.T) {
	const before, after = `{"nodes":[{"nodeId":"1","role":{"value":"RootWebArea"},"name":{"value":"p"},"childIds":["2"],"backendDOMNodeId":1},` +
		`{"nodeId":"2","parentId":"1","role":{"value":"button"},"name":{"value":"b"},"childIds":[],"backendDOMNodeId":2,"properties":`, `}]}`
	for properties, fails := range map[string]bool{
		`[]`: false, `null`: false, `0`: false, `""`: false, `false`: false, `5`: true, `true`: true, `{}`: true,
		`[null]`: true, `[5]`: true, `[{}]`: true, `[{"name":"x"}]`: true, `[{"name":"x","value":null}]`: true, `[{"name":5,"value":{}}]`: true,
		`[{"name":"x","value":{}}]`: false, `[{"name":"x","value":5}]`: false, `[{"name":"focusable"}]`: true,
	} {
		if _, got := irregularObservation(t, "cdp", "chrome-devtools-mcp", before+properties+after, nil); got != fails {
			t.Errorf("%s: says that the original fails: %t, want %t", properties, got, fails)
		}
	}
	got, _ := irregularObservation(t, "cdp", "chrome-devtools-mcp", before+`[{"name":"expanded","value":{"type":"booleanOrUndefined"}}]`+after, nil)
	if want := "uid=1_0 button \"b\" expandable\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestWebArenaFollowsRemovals takes nodes out whose parents were taken out
// before them.
func TestWebArenaFollowsRemovals(t *testing.T) {
	node := func(id, parent, kids, name, bounds string) string {
		return `{"nodeId":"` + id + `",` + parent + `"role":{"value":"group"},"name":{"value":"` + name + `"},"childIds":[` + kids + `],"backendDOMNodeId":` + id + bounds + `}`
	}
	root := `{"nodes":[{"nodeId":"1","role":{"value":"RootWebArea"},"name":{"value":"p"},"childIds":["2"],"backendDOMNodeId":1},`
	for text, fails := range map[string]bool{
		node("2", `"parentId":"1",`, `"3"`, "a", "") + "," + node("3", `"parentId":"2",`, ``, "b", ""): false,
		// The parent that node 3 names is another; 2, which lists it, hands it over.
		node("2", `"parentId":"1",`, `"3"`, "a", "") + "," + node("3", `"parentId":"9",`, ``, "b", ""): false,
		node("2", `"parentId":"1",`, ``, "a", "") + "," + node("3", `"parentId":"2",`, ``, "b", ""):    true,
		node("2", `"parentId":"1",`, `"7"`, "a", ""):                                                   true,
	} {
		c := irregularCapture(t, "cdp", root+text+`]}`)
		c.Elements[0].Frame, c.Elements[0].Given = model.Rect{W: 10, H: 10}, c.Elements[0].Given|model.HasFrame
		_, got := observeIrregular(t, c, "webarena", render.Knobs{"current_viewport_only": "true"})
		if got != fails {
			t.Errorf("%s: says that the original fails: %t, want %t", text, got, fails)
		}
	}
	got, _ := irregularObservation(t, "cdp", "webarena", `{"nodes":[{"nodeId":"1","role":{"value":"generic"},"name":{"value":""},"childIds":[],"backendDOMNodeId":1}]}`, render.Knobs{"tabs": `[{"title":"t","current":true}]`})
	if want := "Tab 0 (current): t\n\n"; got != want {
		t.Errorf("an empty tree below tabs: %q, want %q", got, want)
	}
}

// TestStagehandTellsWhereTheOriginalThrows has what Stagehand 3.7.3 did when a
// browser answered with each of these members, on a node with children, on a text
// and on a button alike.
func TestStagehandTellsWhereTheOriginalThrows(t *testing.T) {
	types := []string{``, `null`, `true`, `false`, `0`, `5`, `1.5`, `""`, `"x"`, `[]`, `{}`, `[1]`, `{"a":1}`}
	for member, throws := range map[string][]string{
		`"name":{"value":%}`: {`true`, `5`, `1.5`, `[]`, `{}`, `[1]`, `{"a":1}`},
		`"name":%`:           nil,
		`"role":{"value":%}`: nil,
		`"role":%`:           nil,
		`"properties":%`:     {`true`, `false`, `0`, `5`, `1.5`, `""`, `"x"`, `{}`, `{"a":1}`},
		`"properties":[%]`:   {`null`},
		`"properties":[{"name":"selected","value":%}]`: nil,
		`"childIds":%`:    nil,
		`"value":%`:       nil,
		`"description":%`: nil,
		`"ignored":%`:     nil,
	} {
		for _, value := range types {
			given := strings.Replace(member, "%", value, 1)
			if value == "" {
				given = `"other":0` // the member is missing
			}
			for _, node := range []string{`"2"`, `"3"`} {
				text := `{"nodes":[{"nodeId":"1","role":{"value":"RootWebArea"},"name":{"value":"p"},"childIds":["2"],"backendDOMNodeId":1},` +
					oddStagehandNode("2", "1", "3", node, given) + "," + oddStagehandNode("3", "2", "", node, given) + `]}`
				_, got := irregularObservation(t, "cdp", "stagehand", text, nil)
				if want := slices.Contains(throws, value); got != want {
					t.Errorf("%s in node %s: says that the original fails: %t, want %t", given, node, got, want)
				}
			}
		}
	}
}

// oddStagehandNode is a node, of which the last members count: given stands in
// the one that is odd.
func oddStagehandNode(id, parent, kid, odd, given string) string {
	kids := "[]"
	if kid != "" {
		kids = `["` + kid + `"]`
	}
	text := `{"nodeId":"` + id + `","parentId":"` + parent + `","role":{"value":"group"},"name":{"value":"b"},"childIds":` + kids + `,"backendDOMNodeId":` + id
	if odd == `"`+id+`"` {
		text += "," + given
	}
	return text + "}"
}
