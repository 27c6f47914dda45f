package diff_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"obscope/model"
	"obscope/render"
	"obscope/render/diff"
)

func observe(t testing.TB, c *model.Capture, o render.Options) *render.Observation {
	t.Helper()
	obs, err := render.New(c).Observe(o)
	if err != nil {
		t.Fatal(err)
	}
	return obs
}

var (
	outline = render.Options{Dialect: render.Set("outline"), Tokens: render.Set("chars4")}
	indexed = render.Options{Dialect: render.Set("indexed"), Tokens: render.Set("chars4")}
)

// both rebuilds the two texts from a difference.
func both(d *diff.TextDiff, prev, curr []string) (a, b []string) {
	for _, l := range d.Lines {
		if l.Prev > 0 {
			a = append(a, prev[l.Prev-1])
		}
		if l.Curr > 0 {
			b = append(b, curr[l.Curr-1])
		}
	}
	return a, b
}

// TestTextDifferenceIsWhole rebuilds both texts from the difference of random
// captures.
func TestTextDifferenceIsWhole(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		p := random(r)
		c := mutate(r, p)
		o := outline
		if r.IntN(2) == 0 {
			o = indexed
		}
		prev, curr := observe(t, p, o), observe(t, c, o)
		d := diff.Observations(prev, curr)
		before, after := strings.Split(prev.Text(), "\n"), strings.Split(curr.Text(), "\n")
		if prev.Text() == "" {
			before = nil
		}
		if curr.Text() == "" {
			after = nil
		}
		a, b := both(d, before, after)
		if strings.Join(a, "\n") != prev.Text() || strings.Join(b, "\n") != curr.Text() {
			t.Fatalf("%q %q", a, b)
		}
		for _, l := range d.Lines {
			obs := curr
			if l.Curr == 0 {
				obs = prev
			}
			id := d.Element(l)
			if id != model.None && obs.Entry(int(obs.Verdicts[id].Line)) != d.Text(l) {
				t.Fatalf("%q is not the line of element %d", d.Text(l), id)
			}
		}
		if d.PrevTokens != prev.Tokens() || d.CurrTokens != curr.Tokens() {
			t.Fatal("tokens")
		}
	}
}

func TestTextDifferenceReadsAsAPatch(t *testing.T) {
	prev := observe(t, capture(window("A", button("a"), button("b"), button("c"), button("d"), button("e"), button("f"))), indexed)
	curr := observe(t, capture(window("A", button("a"), text("t"), button("b"), button("X"), button("d"), button("e"), button("f"))), indexed)
	var b bytes.Buffer
	if err := diff.Observations(prev, curr).WriteText(&b, 1); err != nil {
		t.Fatal(err)
	}
	want := `@@ line 2 → 2 @@
 [1] button "b"
-[2] button "c"
+[2] button "X"
 [3] button "d"
1 line added, 1 removed, 23 tokens as before
`
	if b.String() != want {
		t.Fatalf("%s", b.String())
	}
}

// TestRenumberedLinesAreTheSame puts a line in above others whose index
// changes with it.
func TestRenumberedLinesAreTheSame(t *testing.T) {
	prev := observe(t, capture(button("a"), button("b")), indexed)
	curr := observe(t, capture(button("new"), button("a"), button("b")), indexed)
	d := diff.Observations(prev, curr)
	if d.Added != 1 || d.Removed != 0 || d.Renumbered != 2 || d.Same() {
		t.Fatal(d.Summary())
	}
	var b bytes.Buffer
	if err := diff.WriteJSON(&b, nil, d); err != nil {
		t.Fatal(err)
	}
	want := `{"text":{"tokens":{"prev":8,"curr":12,"change":4,"vocabulary":"chars4"},"lines":{"added":1,"removed":0,"unchanged":0,"renumbered":2},"hunks":[{"prev":1,"curr":1,"lines":["+[0] button \"new\""," [1] button \"a\""," [2] button \"b\""]}]}}`
	if got := strings.TrimSpace(b.String()); got != want || !json.Valid(b.Bytes()) {
		t.Fatalf("\n%s\n%s", got, want)
	}
}

func TestEmptyTexts(t *testing.T) {
	none := observe(t, capture(), indexed)
	one := observe(t, capture(button("a")), indexed)
	if d := diff.Observations(none, none); !d.Same() || len(d.Lines) != 0 {
		t.Fatal(d.Lines)
	}
	if d := diff.Observations(none, one); d.Added != 1 || len(d.Hunks(3)) != 1 {
		t.Fatal(d.Lines)
	}
}
