package render_test

import (
	"slices"
	"strings"
	"testing"

	"obscope/loaders"
	"obscope/model"
	"obscope/render"
)

// outlineOf renders a Maka observation and reports whether it says that Maka
// would fail.
func outlineOf(t *testing.T, text string) (lines string, fails bool) {
	t.Helper()
	rec, err := loaders.LoadBytes("made", []byte(text), loaders.Options{Format: "maka"})
	if err != nil {
		t.Fatal(err)
	}
	c := rec.Captures[0]
	o, err := render.New(c).Observe(render.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return o.Text(), saysFails(o.Warnings) || saysFails(c.Warnings)
}

func saysFails(warnings model.Warnings) bool {
	return slices.ContainsFunc(warnings, func(w model.Warning) bool { return w.Kind == model.OriginalFails })
}

// jsonTypes are one value of every JSON type, and those on which truth and
// length turn.
var jsonTypes = strings.Fields(`missing null true false 0 5 "" "x" [] ["a"] [null] {} {"length":1} {"toString":1}`)

// makaFails lists for every member the values of jsonTypes on which Maka
// throws; the others it takes.
var makaFails = []struct{ at, fails string }{
	{`"elements":[{"elementId":?,"role":"AXButton"}]`, `{"toString":1}`},
	{`"elements":[{"elementId":"1","parentElementId":?,"role":"AXButton"}]`, ``},
	{`"elements":[{"elementId":"1","role":?}]`, `missing null true false 0 5 [] ["a"] [null] {} {"length":1} {"toString":1}`},
	{`"elements":[{"elementId":"1","role":"AXButton","subrole":?}]`, `true false 0 5 [] ["a"] [null] {} {"length":1} {"toString":1}`},
	{`"elements":[{"elementId":"1","role":"AXButton","label":?}]`, ``},
	{`"elements":[{"elementId":"1","role":"AXButton","subrole":"AXq","label":?}]`, `true false 0 5 [] ["a"] [null] {} {"length":1} {"toString":1}`},
	{`"elements":[{"elementId":"1","role":"AXButton","subrole":"AXSecureq","label":?}]`, ``},
	{`"elements":[{"elementId":"1","role":"AXButton","subrole":"Button","label":?}]`, ``},
	{`"elements":[{"elementId":"1","role":"AXButton","value":?}]`, `null true false 0 5 {} {"toString":1}`},
	{`"elements":[{"elementId":"1","role":"AXButton","placeholder":?}]`, `null true false 0 5 {} {"toString":1}`},
	{`"elements":[{"elementId":"1","role":"AXButton","value":"","placeholder":?}]`, ``},
	{`"elements":[{"elementId":"1","role":"AXButton","actions":?}]`, `"x" {"length":1}`},
	{`"elements":[{"elementId":"1","role":"AXButton","frame":?}]`, ``},
	{`"elements":[{"elementId":"1","role":"AXButton","enabled":?}]`, ``},
	{`"elements":[?]`, `null true false 0 5 "" "x" [] ["a"] [null] {} {"length":1} {"toString":1}`},
	{`"elements":?`, `missing null true false 0 5 "" "x" ["a"] [null] {} {"length":1} {"toString":1}`},
	{`"elements":[],"query":?`, `true 5 [] ["a"] [null] {} {"length":1} {"toString":1}`},
	{`"elements":[],"appId":?`, `{"toString":1}`},
	{`"elements":[],"windowTitle":?`, ``},
	{`"elements":[],"menu":?`, ``},
	{`"elements":[],"renderDifference":true,"difference":?`, `true 5 "x" [] ["a"] [null] {} {"length":1} {"toString":1}`},
	{`"elements":[],"renderDifference":?,"difference":{}`, `true`},
	{`"elements":[],"renderDifference":true,"difference":{"removedStableIdRanges":?,"changes":[]}`, `missing null "x" [null] {"length":1}`},
	{`"elements":[],"renderDifference":true,"difference":{"removedStableIdRanges":[],"changes":?}`, `missing null true false 0 5 [null] {} {"length":1} {"toString":1}`},
	{`"elements":[],"renderDifference":true,"difference":{"presentation":"no-change","baseObservationId":?}`, `{"toString":1}`},
	{`"elements":[{"elementId":"1","role":"AXButton"}],"renderDifference":true,"difference":{"removedStableIdRanges":[],"changes":[{"kind":"insert","elementId":"1","path":?}]}`, `missing null`},
	{`"elements":[{"elementId":"1","role":"AXButton"}],"renderDifference":true,"difference":{"removedStableIdRanges":[],"changes":[{"kind":?,"elementId":"1","path":[]}]}`, `{"toString":1}`},
	{`"elements":[{"elementId":"1","role":?}],"renderDifference":true,"difference":{"presentation":"no-change"}`, ``},
	{`"elements":[{"elementId":"1"},{"elementId":"2","role":"AXButton","label":"y"}],"query":"y","pid":?`, `{"toString":1}`},
}

func TestOutlineTellsWhereMakaThrows(t *testing.T) {
	for _, row := range makaFails {
		fails := strings.Fields(row.fails)
		for _, value := range jsonTypes {
			text := strings.ReplaceAll(row.at, "?", value)
			if value == "missing" {
				// A member of another name stands where this one is missing.
				i := strings.IndexByte(row.at, '?')
				j := strings.LastIndexByte(row.at[:i-2], '"')
				if row.at[i-1] != ':' {
					continue
				}
				text = row.at[:j] + `"-":0` + row.at[i+1:]
			}
			_, got := outlineOf(t, `{"observationId":"o",`+text+`}`)
			if want := slices.Contains(fails, value); got != want {
				t.Errorf("%s: says that Maka fails: %t, want %t", text, got, want)
			}
		}
	}
}

func TestOutlineOfOddMembersEqualsMaka(t *testing.T) {
	for text, want := range map[string]string{
		`"windowTitle":true,"elements":[]`:                   `window=true elements=0`,
		`"windowTitle":[1,"a"],"elements":[]`:                `window=[1,"a"] elements=0`,
		`"windowTitle":0,"elements":[]`:                      `elements=0`,
		`"observation_id":"other","elements":[]`:             `elements=0`,
		`"elements":5,"elements":[]`:                         `elements=0`,
		`"windowTitle":"a","windowTitle":null,"elements":[]`: `elements=0`,
		`"elements":[{"elementId":"1","role":"AXButton","actions":["x"],"actions":["y"],"enabled":false,"enabled":0,"frame":{"x":1},"frame":null,"value":5,"value":"v","subrole":"AXq","subrole":null}]`: "elements=1\n1 AXButton =\"v\" +y",
		`"elements":[{"elementId":"1","role":"AXButton","frame":{"x":7,"x":"a","y":2,"width":3,"height":4}}]`:                                                                                            "elements=1\n1 AXButton @0,2 3x4",
		`"elements":[{"elementId":"1","role":"AXButton"}],"renderDifference":true,"difference":{"removedStableIdRanges":[],"changes":[{"kind":"insert","elementId":"1","path":"abc"}]}`:                  "elements=1\n\t\tchange=insert 1 AXButton",
		`"query":"Σ","elements":[{"elementId":"1","role":"AXButton","label":"\u1c89\u03a3"}]`:                                                                                                            `elements=1 query="Σ"(showing 0 of 1: matches and the elements containing them. Observe without a query for the rest)`,
	} {
		got, fails := outlineOf(t, `{"observationId":"o","appId":"a","pid":1,"windowId":2,`+text+`}`)
		if want = "observation_id=o app=a pid=1 window_id=2 " + want; got != want || fails {
			t.Errorf("%s:\n%s\nwant\n%s (says that Maka fails: %t)", text, got, want, fails)
		}
	}
}
