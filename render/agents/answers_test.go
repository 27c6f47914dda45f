package agents

import (
	"encoding/json"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"obscope/internal/autocontrol"
	"obscope/model"
	"obscope/render"
	"obscope/render/tokens"
)

// eachRandom calls do with observations of every capture in every dialect under
// random options.
func eachRandom(t *testing.T, rounds int, do func(t *testing.T, o render.Options, obs *render.Observation)) {
	t.Helper()
	eachFit(t, func(t *testing.T, r *render.Renderer, info render.Info) {
		random := rand.New(rand.NewPCG(7, 8))
		for range rounds {
			o := randomOptions(random, r.Capture(), info)
			o.Tokens = render.Set(tokens.Names()[random.IntN(len(tokens.Names()))])
			obs, err := r.Observe(o)
			if refused(r.Capture(), err) {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			do(t, o, obs)
		}
	})
}

// shownRefs is how the lines of the dialects show what an element is called.
var shownRefs = map[string]*regexp.Regexp{
	"indexed": regexp.MustCompile(`^(\[\d+\]) `), "outline": regexp.MustCompile(`^\t*(?:change=\w+ )?([^\s"]+) `), "chrome-devtools-mcp": regexp.MustCompile(`^ *(uid=\S+)`),
	"agent-browser": regexp.MustCompile(`\[(?:[a-z]+[^\]]*, )?(ref=e\d+)\]`), "browsergym": regexp.MustCompile(`^\t*(\[\S+\]) `), "webarena": regexp.MustCompile(`^\t*(\[\S+\]) `),
	"stagehand": regexp.MustCompile(`^ *(\[\S+\]) `), "cua-driver": regexp.MustCompile(`^ *- (\[\d+\]) `), "androidworld-m3a": regexp.MustCompile(`^UI element (\d+):`),
	"open-codex-linux": regexp.MustCompile(`^\t+(\d+) `), "browser-use": regexp.MustCompile(`^\t*(?:\|scroll element)?(\[\d+\])<`), "windows-mcp": regexp.MustCompile(`^Label: (\d+) `),
	"mobile-mcp": regexp.MustCompile(`^(@\S+) `), "peekaboo": regexp.MustCompile(`^  (\S+) - `), "playwright-yaml": regexp.MustCompile(`\[(ref=\w+)\]`),
	"text": regexp.MustCompile(`\[?((?:ref|uid)=\w+)\]?`),
}

// TestEveryRefOnTheScreenIsATarget looks for every element by what its line
// calls it.
func TestEveryRefOnTheScreenIsATarget(t *testing.T) {
	found := map[string]int{}
	eachRandom(t, 3, func(t *testing.T, o render.Options, obs *render.Observation) {
		shown := shownRefs[obs.Set.Dialect]
		for i, e := range obs.Entries {
			if shown == nil || e.ID == model.None || int(obs.Verdicts[e.ID].Line) != i {
				continue
			}
			line, _, _ := strings.Cut(obs.Entry(i), "\n")
			m := shown.FindStringSubmatch(line)
			if m == nil {
				continue
			}
			found[obs.Set.Dialect]++
			ids, err := obs.Find(m[1])
			if err != nil || !slices.Contains(ids, e.ID) {
				t.Fatalf("%v: %s of %q: %v, %v", o.Flags(), m[1], line, ids, err)
			}
		}
	})
	for name := range shownRefs {
		if found[name] < 5 && !testing.Short() {
			t.Errorf("%s: only %d lines showed a ref", name, found[name])
		}
	}
}

// TestFitDropsWhatItNames compares what fit says with the two texts.
func TestFitDropsWhatItNames(t *testing.T) {
	fits := 0
	eachRandom(t, 6, func(t *testing.T, o render.Options, obs *render.Observation) {
		r := obs.Renderer()
		o.MaxElements = render.Set(render.NoCap)
		full, err := r.Observe(o)
		if err != nil {
			t.Fatal(err)
		}
		for _, budget := range []int{full.Tokens() / 3, full.Tokens() * 9 / 10} {
			fitted, result, err := r.Fit(o, budget)
			if err != nil {
				continue
			}
			fits++
			small, err := r.Observe(fitted)
			if err != nil || small.Tokens() > budget || small.Tokens() != result.Tokens {
				t.Fatalf("%v: %d tokens of %d, %v", fitted.Flags(), small.Tokens(), budget, err)
			}
			named := map[model.ID]bool{}
			for _, id := range result.Dropped {
				if named[id] || !full.Verdicts[id].In() || small.Verdicts[id].In() {
					t.Fatalf("%v: element %d is named twice or was not dropped", fitted.Flags(), id)
				}
				named[id] = true
			}
			if len(named) != full.Kept()-small.Kept() {
				t.Fatalf("%v: %d are named, %d were dropped", fitted.Flags(), len(named), full.Kept()-small.Kept())
			}
		}
	})
	if fits < 500 {
		t.Errorf("only %d budgets could be met", fits)
	}
}

// TestAnswersAgree holds what is told of an observation beside its text.
func TestAnswersAgree(t *testing.T) {
	eachRandom(t, 12, func(t *testing.T, o render.Options, obs *render.Observation) {
		var index []map[string]any
		if err := json.Unmarshal([]byte(autocontrol.Index(obs)), &index); err != nil || len(index) != obs.Kept() {
			t.Fatalf("%v: index has %d elements, %d are kept (%v)", o.Flags(), len(index), obs.Kept(), err)
		}
		lines := 0
		if len(obs.Entries) > 0 {
			lines = 1 + strings.Count(strings.TrimSuffix(obs.Text(), obs.Tail()), "\n")
		}
		if obs.Lines() != lines {
			t.Fatalf("%v: %d lines, the text has %d", o.Flags(), obs.Lines(), lines)
		}
		costs := obs.Costs()
		for name, shares := range map[string][]render.Share{"parts": costs.Parts, "roles": costs.Roles, "windows": costs.Windows} {
			sum := 0
			for i, s := range shares {
				sum += s.Tokens
				if s.Name == render.Rounding && i != len(shares)-1 || s.Name != render.Rounding && s.Tokens < 0 {
					t.Fatalf("%v: %s: %v", o.Flags(), name, shares)
				}
			}
			if sum != obs.Tokens() {
				t.Fatalf("%v: the %s are %d tokens, the text is %d: %v", o.Flags(), name, sum, obs.Tokens(), shares)
			}
		}
	})
}
