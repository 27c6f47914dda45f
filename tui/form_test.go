package tui

import (
	"slices"
	"testing"

	"obscope/render"
)

// TestTheFormHasEveryOption holds the form to the table of options: each has a
// row with a label, and a key or the form to change it.
func TestTheFormHasEveryOption(t *testing.T) {
	in := inspect(t, Config{Recording: recording(orderForm())}, 120, 40)
	rows := in.formRows()
	for _, spec := range render.OptionSpecs() {
		at := slices.IndexFunc(rows, func(r formRow) bool { return r.option.Name == spec.Name })
		if at < 0 {
			t.Errorf("%s is not in the form: give it a row in knobs.go", spec.Name)
			continue
		}
		if r := rows[at]; r.option.Label == "" || r.about == "" {
			t.Errorf("%s has no label or nothing about it: give it a label in prompt.go", spec.Name)
		}
	}
}
