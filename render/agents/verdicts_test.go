package agents

import (
	"errors"
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

// refused reports that a text was not written because the capture has no map of
// its lines.
func refused(c *model.Capture, err error) bool {
	_, is := errors.AsType[*render.RefusedError](err)
	return is && c.Lines == nil
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
				if refused(r.Capture(), err) {
					continue
				}
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
	const asked = 3 // elements of each stage
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

// randomOptions are options and knobs of a dialect at random.
func randomOptions(r *rand.Rand, c *model.Capture, info render.Info) render.Options {
	o := render.Options{Dialect: render.Set(info.Name)}
	some := func(n int) bool { return r.IntN(n) == 0 }
	if some(3) {
		screen := model.Rect{W: 1280, H: 800}
		if !c.Screen.Empty() {
			screen = c.Screen
		}
		o.Viewport = render.Set(render.ViewportOf(model.Rect{X: screen.X, Y: screen.Y, W: screen.W * r.Float64(), H: screen.H * r.Float64()}))
	}
	if some(3) {
		o.MaxElements = render.Set(r.IntN(len(c.Elements) + 2))
	}
	if some(3) {
		o.Interactive = render.Set(some(2))
	}
	if some(3) {
		o.Query = render.Set([]string{"e", "a", "button", "no line has this", "st"}[r.IntN(5)])
	}
	if some(3) {
		o.Collapse = render.Set(render.Collapse(r.IntN(3)))
	}
	for _, k := range info.Knobs {
		if values := tight(k); len(values) > 0 && some(4) {
			o.Knobs = o.Knobs.With(k.Name, values[r.IntN(len(values))])
		}
	}
	return o
}

// uniqueNames are, by element, a text that no other element of a capture has,
// and "" where there is none.
func uniqueNames(c *model.Capture) []string {
	names := make([]string, len(c.Elements))
	for id := range c.Elements {
		e := &c.Elements[id]
		name := strings.TrimSpace(e.Name)
		if len(name) < 5 || strings.ContainsAny(name, "\"'\\\n<&") {
			continue
		}
		alone := !strings.Contains(c.App+c.Window+c.Raw, name)
		for other := range c.Elements {
			o := &c.Elements[other]
			text := o.Role + "\n" + o.Name + "\n" + o.Value + "\n" + o.Description + "\n" + o.Placeholder + "\n" + o.Raw
			alone = alone && (other == id || !strings.Contains(text, name))
		}
		if alone {
			names[id] = name
		}
	}
	return names
}

// TestKeptIsWhatIsInTheText is about all dialects under random options: an
// element is kept if and only if its line is in the text. A name that nothing
// else has tells, whatever the dialect says of its lines.
func TestKeptIsWhatIsInTheText(t *testing.T) {
	told := 0
	eachFit(t, func(t *testing.T, r *render.Renderer, info render.Info) {
		random := rand.New(rand.NewPCG(3, 4))
		names := uniqueNames(r.Capture())
		for range 25 {
			o := randomOptions(random, r.Capture(), info)
			obs, err := r.Observe(o)
			if refused(r.Capture(), err) {
				continue
			}
			if err == nil {
				err = checkVerdicts(obs)
			}
			if err != nil {
				t.Fatalf("%v: %v", o.Flags(), err)
			}
			whole, err := r.Observe(render.Options{Dialect: o.Dialect, Knobs: obs.Set.Knobs})
			if err != nil {
				t.Fatal(err)
			}
			text := obs.Text()
			for id, v := range obs.Verdicts {
				// Where the dialect writes the name, and its line was not cut.
				base := whole.Verdicts[id]
				if names[id] == "" || !base.In() || !strings.Contains(whole.Text(), names[id]) || int(v.Line) == len(obs.Entries)-1 && isCut(obs) {
					continue
				}
				told++
				if in := strings.Contains(text, names[id]); in != v.In() {
					t.Fatalf("%v: element %d %q is kept: %v (%s); in the text: %v\n%.2000s", o.Flags(), id, names[id], v.In(), obs.StageName(v.Stage), in, text)
				}
			}
		}
	})
	if told < 1000 {
		t.Errorf("only %d names could be looked for", told)
	}
}

func isCut(obs *render.Observation) bool { return slices.Contains(obs.Info.Stages, cutStage) }

// TestLinesOfATextFollowTheVerdicts is about texts as the tools print them: of
// the lines that stand for elements, those of the kept ones are printed, as
// often as there are such lines.
func TestLinesOfATextFollowTheVerdicts(t *testing.T) {
	mapped, unmapped := 0, 0
	for name, c := range samples(t) {
		if c.Text == "" || len(c.Elements) == 0 {
			continue
		}
		r := render.New(c)
		lines := strings.Split(c.Text, "\n")
		forged := map[string]bool{} // lines that also stand where they are no element's
		for n, line := range lines {
			if !slices.Contains(c.Lines, int32(n)) {
				forged[line] = true
			}
		}
		random := rand.New(rand.NewPCG(5, 6))
		for range 40 {
			o := randomOptions(random, c, text{}.Info())
			obs, err := r.Observe(o)
			if c.Lines == nil {
				if narrows(o) != (err != nil) {
					t.Errorf("%s: %v: %v", name, o.Flags(), err)
				}
				unmapped++
				continue
			}
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			mapped++
			written := map[string]int{}
			for _, line := range strings.Split(obs.Text(), "\n") {
				written[line]++
			}
			kept, out := map[int32]bool{}, map[int32]bool{}
			for id, v := range obs.Verdicts {
				if c.Lines[id] < 0 {
					continue
				}
				if v.In() {
					kept[c.Lines[id]] = true
				} else {
					out[c.Lines[id]] = true
				}
			}
			want := map[string]int{}
			for line := range kept {
				if out[line] {
					t.Fatalf("%s: %v: line %d has elements that are in and others that are out", name, o.Flags(), line+1)
				}
				want[lines[line]]++
			}
			for line := range out {
				want[lines[line]] += 0
			}
			for line, n := range want {
				if written[line] != n && !forged[line] {
					t.Fatalf("%s: %v: the verdicts keep %q %d times, the text has it %d times", name, o.Flags(), line, n, written[line])
				}
			}
		}
	}
	if mapped < 300 || unmapped == 0 {
		t.Errorf("%d texts with a map of lines, %d without", mapped, unmapped)
	}
}

func narrows(o render.Options) bool {
	return o.Viewport.IsSet() || o.MaxElements.IsSet() || o.Interactive.Or(false) || o.Query.Or("") != "" || o.Collapse.Or(render.CollapseNone) != render.CollapseNone
}

func TestCompareSaysWhyADialectRefuses(t *testing.T) {
	text := `"Element subtree:\n →Application, 0x1, {{0.0, 0.0}, {9.0, 9.0}}, label: \'Shop\'\n    Button, 0x2, {{0.0, 0.0}, {9.0, 9.0}}, label: \'Pay\'\n"`
	rec, err := loaders.LoadBytes("made", []byte(text), loaders.Options{})
	if err != nil {
		t.Fatal(err)
	}
	list, err := render.New(rec.Captures[0]).Compare(render.Options{MaxElements: render.Set(1)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := render.SortComparisons(list, "tokens", true); err != nil {
		t.Fatal(err)
	}
	last := list[len(list)-1]
	if last.Info.Name != "text" || !strings.HasPrefix(last.Refused, "max_elements cannot be applied") || list[0].Refused != "" {
		t.Errorf("%+v", last)
	}
}
