package loaders

import (
	"strings"
	"testing"

	"obscope/model"
)

func FuzzLoadCodex(f *testing.F) { fuzzFormat(f, "codex") }

func TestCodexMacOS(t *testing.T) {
	c := sample(t, "codex", "notes-macos.codex.txt")
	if len(c.Elements) != 41 || c.App != "Notes" || c.Window != `Shopping "list"` || len(c.Warnings) != 0 {
		t.Errorf("%d elements, app %q, window %q, %q", len(c.Elements), c.App, c.Window, c.Warnings)
	}
	for _, want := range []struct {
		ref, role, name, value string
		kind                   model.Kind
	}{
		{"0", "standard window", `Shopping "list"`, "", model.KindWindow},
		{"3", "outline", "folders", "", model.KindTree},
		{"4", "row", "", "Favorites", model.KindRow},
		{"6", "row", "Groceries", "", model.KindRow},
		{"15", "text", "line one\nline two\n12 eggs are not an element", "", model.KindText},
		{"19", "text entry area", "", "Dear Zoë,\nthe bill: 12 (paid)", model.KindTextbox},
		{"27", "pop up button", "typeface", "Helvetica", model.KindCombobox},
		{"31", "", "Categories", "", model.KindUnknown},
		{"34", "secure text field", "Password", "hunter2", model.KindTextbox},
	} {
		id, ok := c.ByRef(want.ref)
		if !ok {
			t.Fatalf("no element %s", want.ref)
		}
		if e := c.Element(id); e.Role != want.role || e.Name != want.name || e.Value != want.value || e.Kind != want.kind {
			t.Errorf("%s: role %q name %q value %q kind %v", want.ref, e.Role, e.Name, e.Value, e.Kind)
		}
	}
	states := func(ref string) model.States {
		id, _ := c.ByRef(ref)
		return c.Elements[id].States
	}
	if states("9").Is(model.Expanded) != model.No || states("4").Is(model.Expanded) != model.Yes || states("6").Is(model.Selected) != model.Yes ||
		states("24").Is(model.Enabled) != model.No || states("25").Is(model.Checked) != model.Yes || states("19").Is(model.Focused) != model.Yes {
		t.Error("states are not as told")
	}
	if id, _ := c.ByRef("34"); !c.Elements[id].Secure {
		t.Error("the password field is not secure")
	}
	id, _ := c.ByRef("2")
	if got := strings.Join(c.Elements[id].Actions, "|"); got != "Scroll Up|Scroll Down" {
		t.Errorf("actions %q", got)
	}
	if parent := c.Tree.Parent[id]; c.Elements[parent].Ref != "1" {
		t.Errorf("2 is in %s", c.Elements[parent].Ref)
	}
}

func TestCodexKeepsEveryLine(t *testing.T) {
	for _, name := range []string{"notes-macos.codex.txt", "calculator-linux.codex.txt"} {
		c := sample(t, "codex", name)
		at := 0
		for i := range c.Elements {
			line := c.Elements[i].Member("#line").Text
			next := strings.Index(c.Text[at:], line)
			if line == "" || next < 0 {
				t.Fatalf("%s: the line of element %d is not in the text: %q", name, i, line)
			}
			at += next + len(line)
		}
	}
}

func TestCodexLinux(t *testing.T) {
	c := sample(t, "codex", "calculator-linux.codex.txt")
	display := named(t, c, "Display")
	if display.Role != "entry" || display.Value != `12×3\n= 36` || display.Frame != (model.Rect{X: 12, Y: 60, W: 336, H: 40}) || display.Actions[0] != "activate" {
		t.Errorf("%+v", display)
	}
	if undo := named(t, c, "Undo"); undo.Frame.OnScreen() || !undo.Has(model.HasFrame) {
		t.Errorf("%+v", undo)
	}
}

func TestCodexExcerpt(t *testing.T) {
	c := sample(t, "codex", "comparison.codex.json")
	if len(c.Elements) != 5 || !c.Truncated || !strings.HasPrefix(c.Text, "App=org") || !warned(c, "1 line is ...") {
		t.Errorf("%d elements, truncated %v, %q", len(c.Elements), c.Truncated, c.Warnings)
	}
	_, err := LoadBytes("test", []byte(`{"tool":"get_app_state","result_summary":{}}`), Options{})
	if err == nil || !strings.Contains(err.Error(), "no result_excerpt") {
		t.Errorf("error %v", err)
	}
}

func TestCodexOddInput(t *testing.T) {
	c := openAs(t, "codex", "App=x (pid 7)\nWindow: \"W\", App: X.\n")
	if !warned(c, "no line is an element") || c.Window != "W" {
		t.Errorf("%q %q", c.Window, c.Warnings)
	}
	c = openAs(t, "codex", "<app_state>\nApp=x (pid 7)\n\t\t\t5 button Value:\n0 row\n\t7\n8 link ID:"+strings.Repeat(" ID:", 1<<16)+"\nThe focused UI element is 99 x.\n</app_state>\nmore\n")
	if len(c.Elements) != 3 || !warned(c, "the focused element 99") {
		t.Errorf("%d elements %q", len(c.Elements), c.Warnings)
	}
}
