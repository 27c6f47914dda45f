package agents

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"obscope/internal/testkit/testscale"
	"obscope/loaders"
	"obscope/model"
	"obscope/render"
)

// optionSets are common options that each take something out.
func optionSets(c *model.Capture) map[string]render.Options {
	return map[string]render.Options{
		"none":        {},
		"interactive": {Interactive: render.Set(true)},
		"query":       {Query: render.Set("e")},
		"collapse":    {Collapse: render.Set(render.CollapseAny)},
		"viewport":    {Viewport: render.Set(render.ViewportOf(model.Rect{W: 300, H: 300}))},
		"max":         {MaxElements: render.Set(3)},
		"all": {Interactive: render.Set(true), Query: render.Set("a"), Collapse: render.Set(render.CollapseSingle),
			Viewport: render.Set(render.ViewportOf(model.Rect{W: 900, H: 300})), MaxElements: render.Set(5)},
	}
}

// knobSets are settings that turn every choice of a dialect once, and all
// switches at once.
func knobSets(info render.Info) []render.Knobs {
	sets := []render.Knobs{nil, {}}
	for _, k := range info.Knobs {
		for _, choice := range k.Choices {
			if choice != k.Default {
				sets = append(sets, render.Knobs{k.Name: choice})
				sets[1][k.Name] = choice
			}
		}
	}
	return sets
}

// checkAll observes a capture with every dialect that can write it, under every
// set of options, and reports the first verdict that does not fit.
func checkAll(t *testing.T, name string, c *model.Capture) {
	t.Helper()
	r := render.New(c)
	for _, d := range table {
		if _, err := d.Bind(c); err != nil {
			if strings.Contains(err.Error(), "\n") || err.Error() == "" {
				t.Errorf("%s: %s: the error is not one line: %q", name, d.Info().Name, err)
			}
			continue
		}
		for _, knobs := range knobSets(d.Info()) {
			for options, o := range optionSets(c) {
				o.Dialect, o.Knobs = render.Set(d.Info().Name), knobs
				obs, err := r.Observe(o)
				if refused(c, err) {
					continue
				}
				if err == nil {
					err = checkVerdicts(obs)
				}
				if err != nil {
					t.Fatalf("%s: %s with %s and %v: %v", name, d.Info().Name, options, knobs, err)
				}
				obs.Text()
			}
		}
	}
}

// TestEveryElementHasOneVerdict is about captures of all formats, exact for a
// dialect or not.
func TestEveryElementHasOneVerdict(t *testing.T) {
	var files []string
	for _, pattern := range []string{"../../testdata/captures/*/*", ownVectors + "/inputs/web/*.cdp*.json.gz", ownVectors + "/inputs/web/p0*.puppeteer*.json.gz"} {
		found, _ := filepath.Glob(pattern)
		files = append(files, found...)
	}
	if len(files) < 40 {
		t.Fatalf("only %d captures", len(files))
	}
	for i, file := range files {
		if (testing.Short() || testscale.Race) && i%4 > 0 {
			continue
		}
		rec, err := loaders.Load(os.DirFS(filepath.Dir(file)), filepath.Base(file), loaders.Options{})
		if err != nil {
			continue
		}
		for _, c := range rec.Captures[:min(len(rec.Captures), 2)] {
			checkAll(t, file, c)
		}
	}
}

// randomNodes makes a DevTools capture in which ids repeat, children are shared
// or missing, and nodes may be their own descendants.
func randomNodes(r *rand.Rand) string {
	roles := []string{"RootWebArea", "button", "StaticText", "generic", "none", "Iframe", "link", "heading", "combobox", "InlineTextBox", "listitem", ""}
	names := []string{"", "a", "Save", "two\nlines", "\u00a0", "ref=e1: x", "StaticText 'x'", `\ud83d`}
	n := 2 + r.IntN(12)
	var nodes []string
	for i := range n {
		var kids []string
		for range r.IntN(4) {
			kids = append(kids, fmt.Sprintf(`"%d"`, r.IntN(n+2)))
		}
		nodes = append(nodes, fmt.Sprintf(`{"nodeId":"%d","ignored":%v,"parentId":"%d","role":{"type":"role","value":%q},"name":{"type":"x","value":"%s"},"value":{"type":"x","value":"v\nw"},"childIds":[%s],"backendDOMNodeId":%d}`,
			(i+r.IntN(5)/4)%n, r.IntN(6) == 0, r.IntN(n), roles[r.IntN(len(roles))], strings.ReplaceAll(names[r.IntN(len(names))], "\n", `\n`), strings.Join(kids, ","), i))
	}
	if r.IntN(2) == 0 {
		half := len(nodes) / 2
		return `[{"frameId":"A","nodes":[` + strings.Join(nodes[:half], ",") + `]},{"frameId":"B","nodes":[` + strings.Join(nodes[half:], ",") + `]}]`
	}
	return `{"nodes":[` + strings.Join(nodes, ",") + `]}`
}

func TestTangledTreesAreWritten(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 150 {
		text := randomNodes(r)
		rec, err := loaders.LoadBytes("random", []byte(text), loaders.Options{Format: "cdp"})
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		c := rec.Captures[0]
		if i%2 == 0 {
			c.Extras = map[string]string{"cursor": `{"1":{"kind":"clickable","hints":["onclick"],"text":"x\ny","hidden":"radio","checked":"true"}}`, "scrollable": `{"2":true}`,
				"extra_element_properties": `{"1":{}}`}
			c.DOM = make([]model.DOMNode, len(c.Elements))
			for j := range c.DOM {
				c.DOM[j].Tag = "div"
			}
		}
		checkAll(t, text, c)
	}
}

// TestDeepTreesAreWritten is about trees on which a recursion, or a text with
// every level of indentation, would fail.
func TestDeepTreesAreWritten(t *testing.T) {
	depth := testscale.Of(30_000)
	c := &model.Capture{Format: "cdp", Elements: make([]model.Element, depth)}
	parents := make([]model.ID, depth)
	for i := range c.Elements {
		kid := ""
		if i+1 < depth {
			kid = fmt.Sprintf(`"%d"`, i+1)
		}
		c.Elements[i] = model.Element{Role: "button", Kind: model.KindButton, Name: "b", Raw: fmt.Sprintf(
			`"nodeId":"%d","parentId":"%d","role":{"type":"r","value":"button"},"name":{"type":"r","value":"b"},"value":{"type":"s","value":"x\ny"},"childIds":[%s],"backendDOMNodeId":%d`, i, i-1, kid, i)}
		parents[i] = model.ID(i - 1)
	}
	c.Elements[0].Raw = strings.Replace(c.Elements[0].Raw, `"parentId":"-1",`, "", 1)
	model.Link(c, parents)
	r := render.New(c)
	for _, d := range table {
		for _, knobs := range []render.Knobs{nil, {"compact": "true", "version": "0.41"}, {"compact": "true", "version": "0.33"}} {
			if knobs != nil && d.Info().Name != "agent-browser" {
				continue
			}
			obs, err := r.Observe(render.Options{Dialect: render.Set(d.Info().Name), Knobs: knobs})
			if err != nil {
				continue
			}
			if n := len(obs.Text()); n > 1<<27 {
				t.Errorf("%s: the text has %d bytes", d.Info().Name, n)
			}
			switch d.(type) {
			case devtoolsDialect, agentBrowserDialect, browserGymDialect, stagehandDialect, playwrightDialect:
			default:
				continue // it has a limit of its own
			}
			if obs.Kept() < depth/2 {
				t.Errorf("%s: only %d of %d elements are written", d.Info().Name, obs.Kept(), depth)
			}
		}
	}
}

func TestDialectsDeclareThemselves(t *testing.T) {
	seen := map[string]bool{}
	for _, d := range table {
		info := d.Info()
		if info.Name == "" || info.About == "" || seen[info.Name] {
			t.Errorf("dialect %q has no name or line of its own", info.Name)
		}
		seen[info.Name] = true
		for _, k := range info.Knobs {
			if k.Name == "" || k.About == "" {
				t.Errorf("%s: knob %q says nothing", info.Name, k.Name)
			}
			if len(k.Choices) > 0 {
				if err := info.CheckKnobs(render.Knobs{k.Name: k.Default}); err != nil {
					t.Errorf("%s: the default of %s is none of its choices: %v", info.Name, k.Name, err)
				}
			}
		}
	}
}

// An observation of BrowserGym's holds, beside the tree, what its options print.
func TestBrowserGymObservationsBringTheirProperties(t *testing.T) {
	const text = `{"goal":"g","axtree_object":{"nodes":[{"nodeId":"1","role":{"value":"RootWebArea"},"name":{"value":"P"},"childIds":["2"]},` +
		`{"nodeId":"2","parentId":"1","role":{"value":"button"},"name":{"value":"Save"},"childIds":[],"browsergym_id":"a7"}]},` +
		`"extra_element_properties":{"a7":{"visibility":1,"bbox":[1,2,30,10],"clickable":true,"set_of_marks":false}}}`
	rec, err := loaders.LoadBytes("obs", []byte(text), loaders.Options{})
	if err != nil {
		t.Fatal(err)
	}
	got, err := observe(rec.Captures[0], "browsergym", render.Knobs{"with_clickable": "true", "with_center_coords": "true"})
	if err != nil {
		t.Fatal(err)
	}
	if want := "RootWebArea 'P'\n\t[a7] button 'Save', center=\"(16,7)\", clickable"; got.text != want || len(got.warnings) > 0 {
		t.Errorf("got %q, %q; want %q", got.text, got.warnings, want)
	}
}
