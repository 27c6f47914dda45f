package agents

import (
	"testing"

	"obscope/internal/text/jsontext"
)

// TestSameNodesHaveOneNumber whatever way their ids are spelled, and nodes of
// other documents have others.
func TestSameNodesHaveOneNumber(t *testing.T) {
	number := func(s string) atom { return atom{kind: jsontext.Number, text: s} }
	same := newSameTable(4)
	for _, c := range []struct {
		loader string
		id     atom
		want   int32
	}{
		{"A", number("7"), 0}, {"B", number("7"), 1}, {"A", number("7"), 0}, {"A", number("7.0"), 0}, {"A", textAtom("7"), 0}, {"A", textAtom("07"), 2},
		{"A", number("99999999"), 3}, {"B", number("99999999"), 4}, {"A", number("99999999"), 3}, {"A", number("-7"), 5}, {"B", number("70"), 6}, {"B", number("7"), 1},
		{"A", atom{}, 7}, {"A", textAtom(""), 8}, {"A", number("0"), 9}, {"A", textAtom("0"), 9},
	} {
		if got := same.of(c.loader, c.id); got != c.want {
			t.Errorf("%s %v %q: %d, want %d", c.loader, c.id.kind, c.id.text, got, c.want)
		}
	}
	if same.n != 10 {
		t.Errorf("%d numbers", same.n)
	}
}
