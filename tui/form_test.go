package tui

import (
	"slices"
	"testing"

	"obscope/render"
	"obscope/tui/keymap"
)

// TestTheFormHasEveryOption holds the form to the table of options: each has a
// row with a label, and a key that help names, or the form alone to change it.
func TestTheFormHasEveryOption(t *testing.T) {
	in := inspect(t, Config{Recording: recording(orderForm())}, 120, 40)
	rows := in.formRows()
	var keys []string
	for _, b := range keymap.DefaultKeys().Groups()[0].Keys {
		keys = append(keys, b.Keys()...)
	}
	for _, spec := range render.OptionSpecs() {
		at := slices.IndexFunc(rows, func(r formRow) bool { return r.option.Spec.Name == spec.Name })
		if at < 0 {
			t.Errorf("%s is not in the form", spec.Name)
			continue
		}
		if r := rows[at]; r.label == "" || r.about == "" {
			t.Errorf("%s has no label or nothing about it: see its row in render/flags.go", spec.Name)
		}
		if spec.Key != "" && !slices.Contains(keys, spec.Key) {
			t.Errorf("%s is changed by %s, which is not in the KeyMap: help would not name it", spec.Name, spec.Key)
		}
	}
}

// TestEnterInTheFormChangesTheOption steps every option of a few values once
// round, and asks for the value of the others.
func TestEnterInTheFormChangesTheOption(t *testing.T) {
	for i, row := range inspect(t, Config{Recording: recording(orderForm())}, 120, 40).formRows() {
		spec := row.option.Spec
		if spec.Name == "" {
			continue
		}
		t.Run(spec.Name, func(t *testing.T) {
			in := inspect(t, Config{Recording: recording(orderForm())}, 120, 40)
			in.press("O")
			for range i {
				in.press("down")
			}
			before := spec.Now(in.settings())
			in.press("enter")
			if o := in.options(); !spec.Step(&o, in.settings()) && spec.Type != render.DialectOption {
				if in.mode != modePrompt || in.prompt.spec.Name != spec.Name {
					t.Fatalf("enter does not ask for a value")
				}
				return
			}
			seen := []string{before}
			for now := spec.Now(in.settings()); now != before; now = spec.Now(in.settings()) {
				if slices.Contains(seen, now) {
					t.Fatalf("enter never comes back to %s: %q, then %s", before, seen, now)
				}
				seen = append(seen, now)
				in.press("enter")
			}
			if spec.Choices != nil && spec.Type == render.ChoiceOption && len(seen) != len(spec.Choices()) || len(seen) < 2 && spec.Type != render.DialectOption {
				t.Errorf("enter steps through %q", seen)
			}
			in.press("ctrl+x")
			if _, set := spec.Get(in.options()); set {
				t.Errorf("ctrl+x leaves it set")
			}
		})
	}
}
