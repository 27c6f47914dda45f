package autocontrol_test

import (
	"errors"
	"slices"
	"testing"

	"obscope/internal/autocontrol"
	"obscope/internal/testkit/vectors"
	"obscope/internal/text/jsontext"
	"obscope/internal/text/pyvalue"
	"obscope/loaders"
	"obscope/model"
	"obscope/render"
)

// input is what a case feeds.
func input(t testing.TB, v jsontext.Value) jsontext.Value {
	t.Helper()
	parsed, err := jsontext.Parse(vectors.Input(v))
	if err != nil {
		t.Fatal(err)
	}
	return parsed
}

// callArguments puts a case's input and options together as keyword arguments.
func callArguments(t testing.TB, v jsontext.Value) jsontext.Value {
	t.Helper()
	args := jsontext.Value{Kind: jsontext.Object}
	in := input(t, v)
	add := func(name string, value jsontext.Value) {
		args.Members = append(args.Members, jsontext.Member{Name: name, Value: value})
	}
	switch v.Member("fn").Text {
	case "match_elements":
		add("before", in.Member("prev"))
		add("after", in.Member("curr"))
	case "delta_index", "delta_observation", "ac_delta_observation":
		add("prev", in.Member("prev"))
		add("curr", in.Member("curr"))
	default:
		add("elements", in)
	}
	args.Members = append(args.Members, v.Member("options").Members...)
	return args
}

// TestEqualsAutoControl runs every recorded call of AutoControl: results and
// exceptions are equal to the byte.
func TestEqualsAutoControl(t *testing.T) {
	for _, file := range []string{"autocontrol.json.gz", "delta.json.gz"} {
		cases := vectors.Read(t, "../../testdata/vectors/"+file)
		passed := 0
		for _, v := range cases {
			name := v.Member("name").Text + " " + v.Member("fn").Text
			got, err := autocontrol.Call(v.Member("fn").Text, callArguments(t, v))
			want, fails := v.Lookup("error")
			if !fails {
				want = v.Member("expected")
			}
			if err != nil {
				var raised *pyvalue.Error
				if !errors.As(err, &raised) {
					t.Errorf("%s: %v is not an exception of AutoControl's", name, err)
				}
				got = err.Error()
			}
			if fails != (err != nil) || got != want.Text {
				t.Errorf("%s %s:\ngot:  %s\nwant: %s", name, v.Member("options").Raw, got, want.Text)
				continue
			}
			passed++
		}
		t.Logf("%s: %d of %d", file, passed, len(cases))
	}
}

// TestRenderEqualsSerializeObservation loads the recorded inputs as captures:
// with the same options the text is the same, and what AutoControl fails on is
// rendered with a warning.
func TestRenderEqualsSerializeObservation(t *testing.T) {
	passed, warned := 0, 0
	for _, v := range vectors.Read(t, "../../testdata/vectors/autocontrol.json.gz") {
		o, ok := renderOptions(v)
		if v.Member("fn").Text != "serialize_observation" || !ok {
			continue
		}
		name := v.Member("name").Text
		rec, err := loaders.LoadBytes(name, []byte(input(t, v).Raw), loaders.Options{Format: "autocontrol"})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		obs, err := render.New(rec.Captures[0]).Observe(o)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if _, fails := v.Lookup("error"); fails {
			says := func(w model.Warning) bool { return w.Kind == model.OriginalFails }
			if !slices.ContainsFunc(slices.Concat(obs.Warnings, rec.Captures[0].Warnings), says) {
				t.Errorf("%s: AutoControl raises %s, and no warning says so", name, v.Member("error").Text)
			}
			warned++
			continue
		}
		if got, want := obs.Text(), v.Member("expected").Text; got != want {
			t.Errorf("%s:\ngot:\n%s\nwant:\n%s", name, got, want)
			continue
		}
		passed++
	}
	t.Logf("rendered %d, with a warning %d", passed, warned)
	if passed < 150 || warned < 30 {
		t.Errorf("only %d cases were compared and %d warned", passed, warned)
	}
}

// renderOptions turns a case's options into a renderer's, if they have the types
// that options have.
func renderOptions(v jsontext.Value) (o render.Options, ok bool) {
	for _, m := range v.Member("options").Members {
		switch {
		case m.Name == "interactive_only" && m.Value.Kind == jsontext.Bool:
			o.Interactive = render.Set(m.Value.IsTrue())
		case m.Name == "max_elements" && m.Value.Kind == jsontext.Number && pyvalue.IsIntSpelling(m.Value.Text):
			n, _ := pyvalue.ToInt(m.Value)
			o.MaxElements = render.Set(int(n.Clamped()))
		case m.Name == "viewport" && (m.Value.Kind == jsontext.Null || len(m.Value.Items) == 4):
			var ints [4]pyvalue.Int
			for i, item := range m.Value.Items {
				var err error
				if ints[i], err = pyvalue.ToInt(item); err != nil {
					return o, false
				}
			}
			if len(m.Value.Items) == 4 {
				o.Viewport = render.Set(render.ExactViewport(ints))
			}
		default:
			return o, false
		}
	}
	return o, true
}
