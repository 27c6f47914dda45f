package render_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"

	"obscope/internal/testkit/gentree"
	"obscope/loaders"
	"obscope/model"
	"obscope/render"
	_ "obscope/render/agents"
	"obscope/render/tokens"
)

// impatient is a context that is done after it was looked at a few times.
type impatient struct {
	context.Context
	left atomic.Int64
}

func within(looks int64) *impatient {
	c := &impatient{Context: context.Background()}
	c.left.Store(looks)
	return c
}

func (c *impatient) Err() error {
	if c.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// Counting that is stopped goes on where it was, and comes to the same total.
func TestCountingGoesOnWhereItWasStopped(t *testing.T) {
	c := randomCapture(rand.New(rand.NewPCG(2, 3)), "maka", 3000)
	for _, dialect := range []string{"outline", "indexed", "json", "browsergym"} {
		obs, err := render.New(c).Observe(render.Options{Dialect: render.Set(dialect), MaxElements: render.Set(render.NoCap)})
		if err != nil {
			t.Fatal(err)
		}
		stops := 0
		for looks := int64(0); ; looks = 2*looks + 1 {
			err := obs.Count(within(looks))
			if err == nil {
				break
			}
			if !errors.Is(err, context.Canceled) || obs.Counted() {
				t.Fatalf("%s: stopped with %v; counted: %v", dialect, err, obs.Counted())
			}
			stops++
		}
		if stops == 0 || !obs.Counted() {
			t.Errorf("%s: stopped %d times; counted: %v", dialect, stops, obs.Counted())
		}
		counter, _ := tokens.Open(obs.Set.Tokens)
		if got, want := obs.Tokens(), counter.Count(obs.Text()); got != want {
			t.Errorf("%s: %d tokens, the text has %d", dialect, got, want)
		}
	}
}

// In every dialect the total is that of the text, and what entries cost is the
// same before and after all are counted.
func TestEveryDialectIsCountedAsItsText(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for _, format := range []string{"maka", "osworld", "playwright"} {
		c := randomCapture(r, format, 700)
		for _, d := range render.Dialects() {
			for _, name := range tokens.Names() {
				obs, err := render.New(c).Observe(render.Options{Dialect: render.Set(d.Info().Name), Tokens: render.Set(name)})
				if err != nil {
					continue
				}
				counter, _ := tokens.Open(name)
				var before []int
				for i := range obs.Entries {
					before = append(before, obs.EntryTokens(i))
				}
				if got, want := obs.Tokens(), counter.Count(obs.Text()); got != want {
					t.Fatalf("%s of %s: %d tokens, the text has %d", d.Info().Name, format, got, want)
				}
				for i, want := range before {
					if got := obs.EntryTokens(i); got != want {
						t.Fatalf("%s of %s: entry %d costs %d, and %d alone", d.Info().Name, format, i, got, want)
					}
				}
			}
		}
	}
}

// inOneLine is the observation that writes all elements in one entry.
func inOneLine(tb testing.TB, n int) *render.Observation {
	tb.Helper()
	rec, err := loaders.LoadBytes("generated", []byte(gentree.Text(gentree.UIAutomator, n)), loaders.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	obs, err := render.New(rec.Captures[0]).Observe(render.Options{Dialect: render.Set("mobile-mcp"), Knobs: render.Knobs{"format": "json"}})
	if err != nil {
		tb.Fatal(err)
	}
	return obs
}

// Of a list in one line every element has its share, and the shares with what
// is around them are the total.
func TestElementsOfOneLineShareItsTokens(t *testing.T) {
	obs := inOneLine(t, 500)
	sum := 0
	for id := range obs.Verdicts {
		n := obs.ElementTokens(model.ID(id))
		if in := obs.Verdicts[id].In(); in != (n > 0) {
			t.Fatalf("element %d, in: %v, has %d tokens", id, in, n)
		}
		sum += n
	}
	around := tokens.Part(counterOf(t, obs), "Found these elements on screen: ") // what the first object does not take
	if rest := obs.Tokens() - sum; rest < around || rest > around+2 {
		t.Errorf("%d of %d tokens are no element's; the text around them has %d", rest, obs.Tokens(), around)
	}
	roots := 0
	subtree := obs.SubtreeTokens()
	obs.Capture().Tree.Children(model.None, func(id model.ID) bool {
		roots += int(subtree[id])
		return true
	})
	if roots != sum {
		t.Errorf("the roots have %d tokens, the elements %d", roots, sum)
	}
	costs := obs.Costs()
	shares, apart := 0, 0
	for _, role := range costs.Roles {
		shares += role.Tokens
		if role.Count == 0 { // of the text around the elements
			apart = role.Tokens
		}
	}
	if shares != obs.Tokens() || shares-apart != sum || !strings.HasPrefix(costs.Parts[0].Name, "lines") || costs.Parts[0].Tokens != sum {
		t.Errorf("the roles have %d tokens of %d, the parts %v", shares, sum, costs.Parts)
	}
}

func counterOf(tb testing.TB, obs *render.Observation) tokens.Counter {
	tb.Helper()
	c, err := tokens.Open(obs.Set.Tokens)
	if err != nil {
		tb.Fatal(err)
	}
	return c
}

// BenchmarkOneLine counts a list of 100,000 elements in one line, and the share
// of each.
func BenchmarkOneLine(b *testing.B) {
	obs := inOneLine(b, 100_000)
	for b.Loop() {
		fresh, err := obs.Renderer().ObserveSettings(obs.Set)
		if err != nil {
			b.Fatal(err)
		}
		for id := range fresh.Verdicts {
			fresh.ElementTokens(model.ID(id))
		}
	}
}
