package loaders

import "testing"

func FuzzLoadCua(f *testing.F)       { fuzzFormat(f, "cua") }
func FuzzLoadOpenCodex(f *testing.F) { fuzzFormat(f, "open-codex") }

// TestCuaTextAndNodesTellTheSame reads one window in both shapes.
func TestCuaTextAndNodesTellTheSame(t *testing.T) {
	text, err := openFile("../testdata/captures/cua/mail.cua.txt")
	if err != nil {
		t.Fatal(err)
	}
	nodes, err := openFile("../testdata/captures/cua/mail.cua-nodes.json")
	if err != nil {
		t.Fatal(err)
	}
	a, b := text.Captures[0], nodes.Captures[0]
	for i := range 5 {
		e, n := &a.Elements[i], &b.Elements[i]
		if e.Role != n.Role || e.Name != n.Name || e.Value != n.Value || e.Description != n.Description || a.Tree.Depth[i] != b.Tree.Depth[i] || len(e.Actions) != len(n.Actions) {
			t.Errorf("element %d is %+v as text and %+v as nodes", i, *e, *n)
		}
	}
}

// TestTextsTellTheLinesOfElements holds the loaders of texts to Capture.Lines.
func TestTextsTellTheLinesOfElements(t *testing.T) {
	for file, lines := range map[string][]int32{
		"cua/mail.cua.txt":                     {0, 1, 2, 3, 4, 6, 7, 8, 9},
		"mobile-mcp/checkout.mobile-mcp.txt":   {1, 2, 3},
		"codex/calculator-linux.codex.txt":     {2, 3, 4},
		"devtools/devtools-form-snapshot.txt":  nil,
		"stagehand/stagehand-form.txt":         nil,
		"agent-browser/agent-browser-form.txt": nil,
		"playwright/form.playwright-aria.yaml": nil,
	} {
		rec, err := openFile("../testdata/captures/" + file)
		if err != nil {
			t.Fatal(err)
		}
		c := rec.Captures[0]
		if len(c.Lines) != len(c.Elements) {
			t.Errorf("%s: %d lines for %d elements", file, len(c.Lines), len(c.Elements))
			continue
		}
		for i, want := range lines {
			if c.Lines[i] != want {
				t.Errorf("%s: element %d on line %d, want %d", file, i, c.Lines[i], want)
			}
		}
	}
}
