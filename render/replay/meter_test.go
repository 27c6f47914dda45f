package replay

import (
	"testing"

	"obscope/internal/testkit/vectors"
	"obscope/loaders"
	"obscope/render"
	"obscope/render/tokens"
)

// TestMeterCountsWholeTexts compares the sums of lines with the count of the
// whole text, for every recorded case of Maka's renderer.
func TestMeterCountsWholeTexts(t *testing.T) {
	cases := vectors.Read(t, "../../testdata/vectors/maka.json.gz")
	estimate, _ := tokens.Open("chars4")
	for _, vocabulary := range []string{"o200k_base", "cl100k_base"} {
		counter, _ := tokens.Open(vocabulary)
		apart := 0
		for _, item := range cases {
			rec, err := loaders.LoadBytes("case", []byte(vectors.Input(item)), loaders.Options{Format: "maka"})
			if err != nil {
				t.Fatal(err)
			}
			on := render.New(rec.Captures[0])
			m := newMeter(vocabulary, &outcome{record: newRecord(rec.Captures[0])})
			for _, dialect := range []string{"outline", "indexed", "json"} {
				obs := m.observe(on, render.Options{Dialect: render.Set(dialect), Collapse: render.Set(render.CollapseSingle)}, nil)
				got := m.out.costs[len(m.out.costs)-1]
				if want := (cost{estimate.Count(obs.Text()), counter.Count(obs.Text())}); got != want {
					t.Errorf("%s, %s, %s: %+v, want %+v\n%q", item.Member("name").Text, vocabulary, dialect, got, want, obs.Text())
				}
			}
			apart += len(m.lines)
		}
		if apart < 1000 {
			t.Errorf("only %d lines were counted apart", apart)
		}
	}
}

func TestFixedBreaksTiesUpward(t *testing.T) {
	for x, want := range map[float64]string{6.25: "6.3", 0.25: "0.3", 0.75: "0.8", 100: "100.0", 33.33333333333333: "33.3", 0.05: "0.1", 99.95: "100.0", 0: "0.0", 12.5: "12.5", 1.15: "1.1"} {
		if got := fixed1(x); got != want {
			t.Errorf("%v: %s, want %s", x, got, want)
		}
	}
	if got := percent(0, 0); got != "n/a" {
		t.Errorf("nothing of nothing: %s", got)
	}
}

func TestCleanMakesTextSafeToPrint(t *testing.T) {
	if got := clean("a\x1b[2Jb\u202ec\nd"); got != "a\uFFFD[2Jb\uFFFDc\uFFFDd" {
		t.Errorf("%q", got)
	}
}
