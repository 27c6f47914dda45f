package autocontrol_test

import (
	"fmt"
	"strings"
	"testing"

	"obscope/internal/autocontrol"
	"obscope/loaders"
	"obscope/render"
)

// observe renders a text in the indexed dialect.
func observe(t testing.TB, format, text string, o render.Options) *render.Observation {
	t.Helper()
	rec, err := loaders.LoadBytes("test", []byte(text), loaders.Options{Format: format})
	if err != nil {
		t.Fatal(err)
	}
	o.Dialect = render.Set("indexed")
	obs, err := render.New(rec.Captures[0]).Observe(o)
	if err != nil {
		t.Fatal(err)
	}
	return obs
}

func makaScreen(buttons ...string) string {
	return `{"observationId": "o", "app": {"name": "A"}, "elements": [` + strings.Join(buttons, ",") + `]}`
}

func makaButton(id int, label string, x, y int, more string) string {
	return fmt.Sprintf(`{"id": "%d", "role": "AXButton", "label": %q, "frame": {"x": %d, "y": %d, "width": 40, "height": 20}%s}`, id, label, x, y, more)
}

// TestCompareAnyFormat takes the delta of two captures that are not
// AutoControl's.
func TestCompareAnyFormat(t *testing.T) {
	prev := observe(t, "maka", makaScreen(makaButton(1, "Save", 0, 0, ""), makaButton(2, "Open", 100, 0, ""), makaButton(3, "Quit", 200, 0, ""), makaButton(4, "Same", 300, 0, "")), render.Options{})
	curr := observe(t, "maka", makaScreen(makaButton(1, "Saved", 0, 0, ""), makaButton(2, "Open", 108, 0, ""), makaButton(4, "Same", 303, 0, ""), makaButton(9, "New", 0, 400, "")), render.Options{})
	d := autocontrol.Compare(prev, curr, autocontrol.DefaultDelta)
	want := `+ [3] button "New" @(20,410)
~ [0] button "Saved" @(20,10) (name)
~ [1] button "Open" @(128,10) (moved)
- [2] button "Quit" @(220,10)`
	if got := d.Summary(autocontrol.DefaultDeltaLines); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	if len(d.Added) != 1 || len(d.Changed) != 2 || len(d.Removed) != 1 || len(d.Stable) != 1 {
		t.Errorf("%d added, %d changed, %d removed, %d stable", len(d.Added), len(d.Changed), len(d.Removed), len(d.Stable))
	}
	if got, want := d.Summary(1), "+ [3] button \"New\" @(20,410)\n… (+3 more)"; got != want {
		t.Errorf("one line: %q, want %q", got, want)
	}
}

func TestIndexOfAnyFormat(t *testing.T) {
	obs := observe(t, "maka", makaScreen(makaButton(1, "Save", 5, 0, `, "enabled": false, "value": "v"`)), render.Options{})
	want := `[{"role": "button", "name": "Save", "x": 5, "y": 0, "width": 40, "height": 20, "value": "v", "enabled": false, "index": 0}]`
	if got := autocontrol.Index(obs); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestCompareWithoutPlaces: what AutoControl cannot place matches nothing, and
// nothing fails.
func TestCompareWithoutPlaces(t *testing.T) {
	const text = `[{"role": "button", "name": "a"}, {"role": "button", "name": "b", "x": "?", "y": 0, "width": 9, "height": 9}, {"role": "link", "name": "c", "x": 0, "y": 0, "width": 9, "height": 9}]`
	o := observe(t, "autocontrol", text, render.Options{})
	d := autocontrol.Compare(o, o, autocontrol.DefaultDelta)
	if len(d.Added) != 2 || len(d.Removed) != 2 || len(d.Stable) != 1 {
		t.Errorf("%d added, %d removed, %d stable, want 2, 2, 1", len(d.Added), len(d.Removed), len(d.Stable))
	}
}

// BenchmarkDelta compares two screens of which every third button moved.
func BenchmarkDelta(b *testing.B) {
	for _, n := range []int{2000, 100000} {
		screen := func(shift int) string {
			var s strings.Builder
			for i := range n {
				x := i % 40 * 48
				if i%3 == 0 {
					x += shift
				}
				fmt.Fprintf(&s, `,{"role": "button", "name": "n%d", "x": %d, "y": %d, "width": 40, "height": 20}`, i, x, i/40*24)
			}
			return "[" + s.String()[1:] + "]"
		}
		all := render.Options{MaxElements: render.Set(render.NoCap)}
		prev, curr := observe(b, "autocontrol", screen(0), all), observe(b, "autocontrol", screen(7), all)
		b.Run(fmt.Sprint("compare/", n), func(b *testing.B) {
			for b.Loop() {
				autocontrol.Compare(prev, curr, autocontrol.DefaultDelta).Summary(40)
			}
		})
		args := parse(b, `{"prev": `+screen(0)+`, "curr": `+screen(7)+`, "max_elements": 1000000}`)
		b.Run(fmt.Sprint("call/", n), func(b *testing.B) {
			for b.Loop() {
				if _, err := autocontrol.Call("AC_delta_observation", args); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
