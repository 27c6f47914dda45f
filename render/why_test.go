package render_test

import (
	"strconv"
	"strings"
	"testing"

	"obscope/model"
	"obscope/render"
)

// TestWhyOfEveryCappedElement asks for every element behind a cap: each has
// its own rank, and many of them take no longer than one observation does.
func TestWhyOfEveryCappedElement(t *testing.T) {
	const limit = 80
	r := render.New(generated(t, 50_000))
	for _, dialect := range []string{"indexed", "outline"} {
		obs, err := r.Observe(render.Options{Dialect: render.Set(dialect), MaxElements: render.Set(limit)})
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		capped := 0
		for i := range obs.Verdicts {
			why := obs.Why(model.ID(i))
			if why.Stage != render.AtCap {
				continue
			}
			capped++
			if seen[why.Fact] {
				t.Fatalf("two elements are the %s", why.Fact)
			}
			seen[why.Fact] = true
			rank, rest, _ := strings.Cut(why.Fact, " ")
			n, err := strconv.Atoi(strings.TrimRight(rank, "thsndr"))
			if err != nil || n <= limit || !strings.HasSuffix(rest, "and the cap is "+strconv.Itoa(limit)) {
				t.Fatalf("element %d: %s", i, why.Fact)
			}
		}
		if capped == 0 {
			t.Fatal("the cap left nothing out")
		}
	}
}
