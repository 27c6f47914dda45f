package tokens

import (
	"math/rand"
	"testing"
	"unicode/utf8"

	"obscope/internal/testkit/testscale"
)

// eachShort calls do with all strings of up to size of these characters, which
// is every kind that the patterns tell apart.
func eachShort(size int, do func(string)) {
	characters := []string{"a", "B", "字", "\u0301", "1", " ", "\u00a0", "\n", "\r", "!", "/", "'", "\xff"}
	var grow func(string, int)
	grow = func(s string, left int) {
		do(s)
		if left > 0 {
			for _, c := range characters {
				grow(s+c, left-1)
			}
		}
	}
	grow("", size)
}

// cutAfterNewline reports a cut that SafeLineStart says to be safe.
func cutAfterNewline(left, right string) bool {
	return left[len(left)-1] == '\n' && SafeLineStart(right)
}

// checkCuts compares the whole with the sum of its parts for every cut that is
// said to be safe, and counts the cuts.
func checkCuts(t *testing.T, s string, cuts *int) {
	t.Helper()
	for _, name := range Names() {
		c, _ := Open(name)
		whole := -1
		for at := 1; at < len(s); at++ {
			if !utf8.RuneStart(s[at]) {
				continue
			}
			if !cutAfterNewline(s[:at], s[at:]) {
				continue
			}
			if whole < 0 {
				whole = c.Count(s)
			}
			*cuts++
			if sum := Total(c, Part(c, s[:at])+Part(c, s[at:])); sum != whole {
				t.Fatalf("%s: cut after a newline, %q and %q: %d tokens, but %d in one", name, s[:at], s[at:], sum, whole)
			}
		}
	}
}

func TestCountsAddUpOverSafeCuts(t *testing.T) {
	cuts := 0
	eachShort(exhaustive(), func(s string) { checkCuts(t, s, &cuts) })
	r := rand.New(rand.NewSource(5))
	for range testscale.Of(3000) {
		checkCuts(t, nasty(r, []string{"\n", "\n\t", " ", "\n/", "\n//", "\r\n"}), &cuts)
	}
	if cuts < testscale.Of(10000) {
		t.Errorf("only %d cuts", cuts)
	}
}

func TestNewlineIsWhatItAdds(t *testing.T) {
	check := func(s string) {
		for _, name := range Names() {
			c, _ := Open(name)
			if got, want := Newline(c, []byte(s)), Part(c, s+"\n")-Part(c, s); got != want {
				t.Fatalf("%s: a newline after %q adds %d, said to add %d", name, s, want, got)
			}
		}
	}
	eachShort(exhaustive(), check)
	r := rand.New(rand.NewSource(6))
	for range testscale.Of(3000) {
		check(nasty(r, []string{"\n", " ", "/", "'", "'l", "\"}", "\r"}))
	}
}

func TestSpreadPartsAddUp(t *testing.T) {
	r := rand.New(rand.NewSource(7))
	for range testscale.Of(3000) {
		s := nasty(r, []string{"\n", " ", "{\"a\":1}", ","})
		var cuts []int
		for at := 0; at <= len(s); at += r.Intn(5) {
			cuts = append(cuts, at)
			if r.Intn(20) == 0 {
				at++
			}
		}
		for _, name := range Names() {
			c, _ := Open(name)
			parts := Spread(c, []byte(s), cuts)
			sum := 0
			for _, n := range parts {
				sum += n
			}
			if len(parts) != len(cuts)+1 || sum != Part(c, s) {
				t.Fatalf("%s: %q cut at %v is %v, not %d in all", name, s, cuts, parts, Part(c, s))
			}
		}
	}
	c, _ := Open(Default)
	if got := Spread(c, []byte("Save 12 Quit"), []int{0, 5, 7}); got[0] != 0 || got[1] != 2 || got[2] != 1 || got[3] != 1 {
		t.Errorf("Save, the blank, 12, Quit are %v", got)
	}
}

func TestUnsafeCutsAreKnown(t *testing.T) {
	for _, cut := range [][2]string{
		{" \n", " \n"}, {"/\n", "\r/a"}, {"/\n", "/"}, {"a\n", "\nb"}, {"a\n", " "}, {"a\n", "\u3000"},
	} {
		if cutAfterNewline(cut[0], cut[1]) {
			t.Errorf("%q and %q are said to add up", cut[0], cut[1])
		}
	}
}

// exhaustive is the length up to which all texts are tried.
func exhaustive() int {
	if testscale.Race {
		return 4
	}
	return 5
}
