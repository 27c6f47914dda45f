package tokens

import (
	"math/rand"
	"strings"
	"testing"

	"obscope/internal/testkit/testscale"
)

// TestPrefixEndsWhereTokensEnd compares with where the tokens of another
// implementation end.
func TestPrefixEndsWhereTokensEnd(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for name, oracle := range oracles() {
		c, err := Open(name)
		if err != nil {
			t.Fatal(err)
		}
		texts := []string{
			"", "a", strings.Repeat("ab", 300), strings.Repeat("=", 1000), strings.Repeat("x", 129),
			strings.Repeat("supercalifragilistic", 40), strings.Repeat("\u65e5\u672c", 100),
		}
		for range testscale.Of(300) {
			texts = append(texts, nasty(r, nil))
		}
		for _, text := range texts {
			ids := oracle.Encode(text, nil, nil)
			if len(ids) != c.Count(text) {
				continue // newer characters, which other tests look at
			}
			want := 0
			for k := range len(ids) + 2 {
				end, n := Prefix(c, text, k)
				if end != want || n != min(k, len(ids)) {
					t.Fatalf("%s: Prefix(%q, %d) = %d, %d; want %d, %d", name, text, k, end, n, want, min(k, len(ids)))
				}
				if k < len(ids) {
					want += len(oracle.Decode(ids[k : k+1]))
				}
			}
		}
	}
}

// TestPrefixOfAnEstimateCountsTheSame holds chars4 to its own count.
func TestPrefixOfAnEstimateCountsTheSame(t *testing.T) {
	c, _ := Open("chars4")
	text := "abc\U0001F600def\xed\xa0\xbdxyz \u65e5\u672c\u8a9e12345"
	for k := range c.Count(text) + 1 {
		end, n := Prefix(c, text, k)
		if n != k && end < len(text) && n != k-1 || c.Count(text[:end]) != n {
			t.Errorf("Prefix(%d) = %d, %d; its count is %d", k, end, n, c.Count(text[:end]))
		}
	}
}

// TestDecodedLeavesOneMarkOfACutCharacter as Python does.
func TestDecodedLeavesOneMarkOfACutCharacter(t *testing.T) {
	for _, text := range []string{"", "a", "\u00e9", "x\u65e5", "\U0001F600"} {
		if got := Decoded(text); got != text {
			t.Errorf("Decoded(%q) = %q", text, got)
		}
	}
	for _, cut := range []string{"a\xc3", "a\xe6", "a\xe6\x97", "a\xf0", "a\xf0\x9f", "a\xf0\x9f\x98"} {
		if got := Decoded(cut); got != "a\uFFFD" {
			t.Errorf("Decoded(%q) = %q", cut, got)
		}
	}
}
