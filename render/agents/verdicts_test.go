package agents

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"obscope/internal/testkit/testscale"
	"obscope/loaders"
	"obscope/model"
	"obscope/render"
)

// samples are captures of every format that testdata has.
func samples(t *testing.T) map[string]*model.Capture {
	t.Helper()
	files, _ := filepath.Glob("../../testdata/captures/*/*")
	all := map[string]*model.Capture{}
	for i, file := range files {
		if (testing.Short() || testscale.Race) && i%4 > 0 {
			continue
		}
		rec, err := loaders.Load(os.DirFS(filepath.Dir(file)), filepath.Base(file), loaders.Options{})
		if err == nil {
			all[strings.TrimPrefix(file, "../../testdata/captures/")] = rec.Captures[0]
		}
	}
	if len(all) < 15 {
		t.Fatalf("only %d captures", len(all))
	}
	return all
}

// eachFit calls do with every capture in every dialect that can write it.
func eachFit(t *testing.T, do func(t *testing.T, r *render.Renderer, info render.Info)) {
	t.Helper()
	for name, c := range samples(t) {
		r := render.New(c)
		for _, info := range r.Fits() {
			t.Run(name+"/"+info.Name, func(t *testing.T) { do(t, r, info) })
		}
	}
}

// tight are values of a knob that take elements out.
func tight(k render.Knob) []string {
	values := map[string][]string{
		"query": {"e", "no line has this"}, "ignored_roles": {"StaticText,button,link"}, "screen": {"300x300"}, "max_obs_length": {"40", "300"},
		"max_tokens": {"40", "300"}, "max_characters": {"0", "300"}, "max_tree_nodes": {"0", "7"}, "max_tree_depth": {"0", "2"}, "depth": {"0", "2"},
		"screen_width": {"200"}, "screen_height": {"200"},
	}[k.Name]
	for _, choice := range k.Choices {
		if choice != k.Default {
			values = append(values, choice)
		}
	}
	return values
}

// tightened are the settings of knobs, alone and together, that take elements out.
func tightened(info render.Info) []render.Knobs {
	all := render.Knobs{}
	sets := []render.Knobs{nil}
	for _, k := range info.Knobs {
		for _, value := range tight(k) {
			sets = append(sets, render.Knobs{k.Name: value})
			all[k.Name] = value
		}
	}
	return append(sets, all)
}

// loosened are the common options and the knobs of a dialect at their weakest,
// each alone, every two of them, and all at once.
func loosened(info render.Info, o render.Options) []render.Options {
	steps := []func(*render.Options){
		func(o *render.Options) { o.Interactive = render.Set(false) },
		func(o *render.Options) { o.Viewport = render.Set(render.Viewport{}) },
		func(o *render.Options) { o.Query = render.Set("") },
		func(o *render.Options) { o.Collapse = render.Set(render.CollapseNone) },
		func(o *render.Options) { o.MaxElements = render.Set(render.NoCap) },
	}
	for _, k := range info.Knobs {
		if len(k.Hides) > 0 {
			steps = append(steps, func(o *render.Options) { o.Knobs = o.Knobs.With(k.Name, k.Open) })
		}
	}
	all := o
	var list []render.Options
	for i, step := range steps {
		step(&all)
		for _, other := range steps[i:] {
			one := o
			step(&one)
			other(&one)
			list = append(list, one)
		}
	}
	return append(list, all)
}

// TestEveryRemedyBringsBack asks for the remedy of every element that any
// setting takes out: what is offered writes the element, and nothing is offered
// only where no setting of the dialect writes it.
func TestEveryRemedyBringsBack(t *testing.T) {
	eachFit(t, func(t *testing.T, r *render.Renderer, info render.Info) {
		for _, knobs := range tightened(info) {
			for name, o := range optionSets(r.Capture()) {
				if name != "none" && name != "all" || name == "all" && len(knobs) < 2 {
					continue
				}
				o.Dialect, o.Knobs = render.Set(info.Name), knobs
				now, err := r.Observe(o)
				if err != nil {
					t.Fatal(err)
				}
				checkRemedies(t, now, info, o)
			}
		}
	})
}

func checkRemedies(t *testing.T, now *render.Observation, info render.Info, o render.Options) {
	t.Helper()
	r := now.Renderer()
	const asked = 5 // elements of each stage
	seen := map[render.Stage]int{}
	var loose []*render.Observation
	for id := range now.Verdicts {
		id := model.ID(id)
		stage := now.Verdicts[id].Stage
		if seen[stage]++; stage == render.Kept || seen[stage] > asked {
			continue
		}
		back, err := now.BringBack(o, id)
		if err != nil {
			t.Fatal(err)
		}
		if back.Possible() {
			obs, err := r.Observe(back.Options)
			if err != nil || !obs.Verdicts[id].In() {
				t.Fatalf("%v: %q does not bring element %d back, which went out at %s", o.Flags(), back.Changes, id, now.Why(id).Name)
			}
			if got := obs.Tokens() - now.Tokens(); got != back.Price || len(back.Changes) == 0 {
				t.Fatalf("%v: %q costs %d tokens, not %d", o.Flags(), back.Changes, got, back.Price)
			}
			continue
		}
		if loose == nil {
			for _, other := range loosened(info, o) {
				obs, err := r.Observe(other)
				if err != nil {
					t.Fatal(err)
				}
				loose = append(loose, obs)
			}
		}
		if at := slices.IndexFunc(loose, func(obs *render.Observation) bool { return obs.Verdicts[id].In() }); at >= 0 {
			t.Fatalf("%v: %s, for element %d (%s); but it is in with %v", o.Flags(), back.Why, id, now.Why(id).Name, loosened(info, o)[at].Flags())
		}
	}
}

var _ = rand.Int
