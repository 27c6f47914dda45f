package loaders

import (
	"fmt"
	"strings"
	"testing"

	"obscope/model"
)

// answers is a log of Playwright MCP's answers.
func answers(snapshots ...string) string {
	var b strings.Builder
	for i, s := range snapshots {
		text := strings.ReplaceAll("### Page\n- Page Title: T\n### Snapshot\n```yaml\n"+s+"\n```\n", "\n", `\n`)
		fmt.Fprintf(&b, `{"jsonrpc":"2.0","id":%d,"result":{"content":[{"type":"text","text":"%s"}]}}`+"\n", i, strings.ReplaceAll(text, `"`, `\"`))
	}
	return b.String() + "{\"method\":\"end\",\"jsonrpc\":\"2.0\"}\n"
}

func TestIncrementalSnapshotsAreJoined(t *testing.T) {
	const first = "- generic [ref=e1]:\n  - navigation [ref=e2]:\n    - link \"Home\" [ref=e3]\n  - main [ref=e6]:\n    - button \"Save\" [ref=e4]\n    - text: hint"
	for _, c := range []struct{ name, next, want string }{
		{"the root changed", "- <changed> generic [active] [ref=e1]:\n  - ref=e2 [unchanged]\n  - button \"Save\" [disabled] [ref=e4]\n  - alert [ref=e5]: Saved",
			"generic e1 0;navigation e2 1;link e3 -;button e4 2;alert e5 3"},
		{"parts changed", "- <changed> navigation [ref=e2]:\n  - link \"Away\" [ref=e9]\n- <changed> button \"Saved\" [ref=e4]",
			"generic e1 -;navigation e2 0;link e9 1;main e6 -;button e4 2;text 5 -"},
		{"nothing changed", "- ref=e1 [unchanged]", "generic e1 0;navigation e2 -;link e3 -;main e6 -;button e4 -;text 5 -"},
		{"another page", "- <changed> generic [ref=f1e1]:\n  - button \"New\" [ref=f1e2]", "generic f1e1 0;button f1e2 1"},
		{"a ref that is nowhere", "- <changed> main [ref=e6]:\n  - ref=e77 [unchanged]", "generic e1 -;navigation e2 -;link e3 -;main e6 0; e77 1"},
		{"the same twice", "- <changed> navigation [ref=e2]:\n  - ref=e3 [unchanged]\n  - ref=e1 [unchanged]",
			"generic e1 -;navigation e2 0;link e3 1; e1 2;main e6 -;button e4 -;text 6 -"},
		{"within another that changed", "- <changed> main [ref=e6]\n- <changed> button \"Lost\" [ref=e4]",
			"generic e1 -;navigation e2 -;link e3 -;main e6 0;button e4 1"},
	} {
		rec, err := LoadBytes("log", []byte(answers(first, c.next)), Options{})
		if err != nil || len(rec.Captures) != 2 {
			t.Fatalf("%s: %v %v", c.name, err, rec)
		}
		step := rec.Captures[1]
		var got []string
		for _, id := range step.Tree.Order {
			line := "-"
			if n := step.Lines[id]; n >= 0 {
				line = fmt.Sprint(n - 4)
			}
			e := &step.Elements[id]
			got = append(got, e.Role+" "+e.Ref+" "+line)
		}
		if strings.Join(got, ";") != c.want {
			t.Errorf("%s:\n%s, want\n%s", c.name, strings.Join(got, ";"), c.want)
		}
		if !strings.Contains(step.Text, strings.SplitN(c.next, "\n", 2)[0]) {
			t.Errorf("%s: the text is no longer what the model read: %q", c.name, step.Text)
		}
		if partial := incremental(step); partial != strings.Contains("a ref that is nowhere, the same twice, within another that changed", c.name) {
			t.Errorf("%s: warnings %q", c.name, step.Warnings.Texts())
		}
	}
}

func TestIncrementalSnapshotsJoinWhatWasJoined(t *testing.T) {
	rec, err := LoadBytes("log", []byte(answers("- main [ref=e1]:\n  - list [ref=e2]:\n    - button \"A\" [ref=e3]",
		"- <changed> main [active] [ref=e1]:\n  - ref=e2 [unchanged]", "- <changed> main [ref=e1]:\n  - ref=e2 [unchanged]\n  - alert [ref=e4]")), Options{})
	if err != nil {
		t.Fatal(err)
	}
	last := rec.Captures[2]
	if got, want := told(last), "main \"\"\n list \"\"\n  button \"A\"\n alert \"\"\n"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if own := last.Elements[0].Raw; strings.Contains(own, "changed") {
		t.Errorf("a joined element is still marked: %s", own)
	}
}

// TestIncrementalSnapshotsDoNotGrow joins snapshots each of which asks for the
// whole page twice.
func TestIncrementalSnapshotsDoNotGrow(t *testing.T) {
	snapshots := []string{"- main [ref=e1]:\n  - list [ref=e2]:\n    - button [ref=e3]"}
	for range 64 {
		snapshots = append(snapshots, "- <changed> main [ref=e1]:\n  - ref=e2 [unchanged]\n  - ref=e2 [unchanged]\n  - ref=e1 [unchanged]\n  - ref=e3 [unchanged]")
	}
	rec, err := LoadBytes("log", []byte(answers(snapshots...)), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if n := len(rec.Captures[64].Elements); n > 400 {
		t.Errorf("%d elements", n)
	}
}

func TestIncrementalSnapshotAlone(t *testing.T) {
	c := open(t, "- <changed> generic [ref=e1]:\n  - ref=e2 [unchanged]\n  - button \"Save\" [ref=e4]", Options{})
	if !incremental(c) || len(c.Elements) != 3 || c.Elements[1].Given != model.HasRef {
		t.Errorf("%q %+v", c.Warnings.Texts(), c.Elements)
	}
}
