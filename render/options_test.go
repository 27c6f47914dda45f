package render_test

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"obscope/model"
	"obscope/render"
)

// TestOptionsRoundTrip writes options as flags and as JSON and reads them back.
func TestOptionsRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	covered := map[string]bool{"budget": true} // which changes no text
	for range 500 {
		o := randomOptions(r)
		if r.IntN(3) == 0 {
			o.Knobs = render.Knobs{"row_tol": "7"}
		}
		if r.IntN(3) == 0 {
			o.MaxElements = render.Set(render.NoCap)
		}
		for _, spec := range render.OptionSpecs() {
			if _, set := spec.Get(o); set {
				covered[spec.Name] = true
			}
		}
		back, err := render.ParseFlags(o.Flags())
		if err != nil || !reflect.DeepEqual(back, o) {
			t.Fatalf("flags %q: %v\n%+v\n%+v", o.Flags(), err, o, back)
		}
		text, err := json.Marshal(o)
		if err != nil {
			t.Fatal(err)
		}
		var again render.Options
		if err := json.Unmarshal(text, &again); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if !reflect.DeepEqual(again, o) {
			// encoding/json replaces surrogate halves and bad bytes; nothing else may change.
			q, _ := o.Query, again
			if q.Or("") == again.Query.Or("") {
				t.Fatalf("%s:\n%+v\n%+v", text, o, again)
			}
		}
	}
	for _, spec := range render.OptionSpecs() {
		if !covered[spec.Name] {
			t.Errorf("randomOptions never sets %s", spec.Name)
		}
	}
}

// TestBringBackBringsBack asks for every element that is out and checks that
// the change named brings it back, at the price named.
func TestBringBackBringsBack(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	back := 0
	for range 120 {
		c := randomCapture(r, "osworld", 1+r.IntN(40))
		renderer := render.New(c)
		o := randomOptions(r)
		obs, err := renderer.Observe(o)
		if err != nil {
			t.Fatal(err)
		}
		for id, v := range obs.Verdicts {
			why := obs.Why(model.ID(id))
			if why.Fact == "" || why.In != v.In() {
				t.Fatalf("%+v says %+v", v, why)
			}
			if v.In() {
				continue
			}
			b, err := renderer.BringBack(o, model.ID(id))
			if err != nil {
				t.Fatal(err)
			}
			if !b.Possible() {
				if v.Stage != render.AtRepeat && v.Stage != render.AtDuplicate && v.Stage != render.AtSharedRef && v.Stage != render.AtCollapse {
					t.Fatalf("element %d, out at %s: %s", id, obs.StageName(v.Stage), b.Why)
				}
				continue
			}
			with, err := renderer.Observe(b.Options)
			if err != nil || !with.Verdicts[id].In() {
				t.Fatalf("%v does not bring element %d back (%v)", b.Changes, id, err)
			}
			if got := with.Tokens() - obs.Tokens(); got != b.Price {
				t.Fatalf("%v costs %d, not %d", b.Changes, got, b.Price)
			}
			back++
		}
	}
	if back == 0 {
		t.Fatal("nothing was brought back")
	}
}

// TestFitIsLargest checks that one element more would not fit.
func TestFitIsLargest(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 60 {
		renderer := render.New(randomCapture(r, "maka", 5+r.IntN(60)))
		budget := 50 + r.IntN(1500)
		o, fit, err := renderer.Fit(render.Options{}, budget)
		if err != nil {
			continue
		}
		obs, err := renderer.Observe(o)
		if err != nil || obs.Tokens() != fit.Tokens || fit.Tokens > budget {
			t.Fatalf("fit says %d of %d tokens, the text has %d (%v)", fit.Tokens, budget, obs.Tokens(), err)
		}
		if fit.MaxElements == render.NoCap {
			continue
		}
		o.MaxElements = render.Set(fit.MaxElements + 1)
		more, err := renderer.Observe(o)
		if err != nil || more.Tokens() <= budget && len(fit.Dropped) > 1 {
			t.Fatalf("%d elements cost %d of %d tokens, fit stopped at %d (%v)", fit.MaxElements+1, more.Tokens(), budget, fit.MaxElements, err)
		}
	}
}

// TestNumbersOfKnobsAreNumbers refuses a value that the dialect would silently
// leave out.
func TestNumbersOfKnobsAreNumbers(t *testing.T) {
	counts := render.Knob{Name: "max", Default: "12"}
	depth := render.Knob{Name: "depth", Number: true}
	word := render.Knob{Name: "mode", Default: "a", Choices: []string{"a", "b"}}
	for _, tt := range []struct {
		knob  render.Knob
		value string
		takes bool
	}{
		{counts, "0", true}, {counts, "-3", true}, {counts, "x", false}, {counts, "", false}, {counts, "1.5", false},
		{depth, "", true}, {depth, "4", true}, {depth, "x", false},
		{word, "b", true}, {word, "c", false},
	} {
		if err := tt.knob.Check(tt.value); (err == nil) != tt.takes {
			t.Errorf("%s=%q: %v", tt.knob.Name, tt.value, err)
		}
	}
}

// TestBadOptionsOfOneDialectAreToldInOrder looks at the message again and
// again: of several bad names it is always the first in their order.
func TestBadOptionsOfOneDialectAreToldInOrder(t *testing.T) {
	o := render.Options{Dialect: render.Set("indexed"), Knobs: render.Knobs{"a": "1", "b": "1", "c": "1", "d": "1"}}
	for range 20 {
		if _, err := render.Settle(&model.Capture{}, o); err == nil || !strings.Contains(err.Error(), `no option "a"`) {
			t.Fatalf("%v", err)
		}
	}
}

// TestViewportAsAList reads a viewport as an array, however it is spaced.
func TestViewportAsAList(t *testing.T) {
	var o render.Options
	if err := o.UnmarshalJSON([]byte("{\"viewport\": [\n\t1,\n\t2.5,\n\t3,\n\t4\n]}")); err != nil {
		t.Fatal(err)
	}
	if got := o.Flags(); len(got) != 2 || got[1] != "1,2.5,3,4" {
		t.Errorf("flags %q", got)
	}
}
