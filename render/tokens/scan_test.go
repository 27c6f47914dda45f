package tokens

import (
	"math"
	"math/rand"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"obscope/internal/testkit/testscale"
)

// goClass is the class of a character by Go's own tables, which are older.
func goClass(r rune) class {
	switch {
	case r == '\r' || r == '\n':
		return newline
	case unicode.In(r, unicode.Lu, unicode.Lt):
		return upper
	case unicode.Is(unicode.Ll, r):
		return lower
	case unicode.In(r, unicode.Lm, unicode.Lo):
		return caseless
	case unicode.Is(unicode.M, r):
		return mark
	case unicode.Is(unicode.N, r):
		return number
	case unicode.Is(unicode.White_Space, r):
		return blank
	}
	return 0
}

func TestClassesAreGosWhereGoKnowsThem(t *testing.T) {
	newer := 0
	for r := range rune(unicode.MaxRune + 1) {
		if r >= 0xd800 && r < 0xe000 {
			continue
		}
		got, width := classAt(string(r), 0)
		if width != utf8.RuneLen(r) {
			t.Fatalf("U+%04X: %d bytes, want %d", r, width, utf8.RuneLen(r))
		}
		switch want := goClass(r); {
		case got == want:
		case want == 0 && unicode.Is(unicode.Cn, r):
			newer++ // assigned since
		case got == 0 && unicode.Version > "16.0.0":
			// assigned in a later version, which the reference does not have
		default:
			t.Errorf("U+%04X: class %#x, want %#x", r, got, want)
		}
	}
	t.Logf("%d characters are newer than Unicode %s", newer, unicode.Version)
}

func TestDecodesAsUTF8Does(t *testing.T) {
	nasty := []byte{0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf,
		0xe0, 0xe1, 0xed, 0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff}
	for _, a := range nasty {
		for _, b := range nasty {
			for _, c := range nasty {
				for _, d := range nasty {
					for s := string([]byte{a, b, c, d}); s != "" && s[0] >= 0x80; s = s[:len(s)-1] {
						r, w := decode(s, 0)
						if wantR, wantW := utf8.DecodeRuneInString(s); r != wantR || w != wantW {
							t.Fatalf("%q: %U in %d bytes, want %U in %d", s, r, w, wantR, wantW)
						}
					}
				}
			}
		}
	}
}

// A byte that is not UTF-8 is a symbol. So text is cut where it would be cut if
// each such byte were a symbol for sure.
func checkInvalidBytesAreSymbols(t *testing.T, s string) {
	t.Helper()
	for _, end := range []func(string, int) int{endO200k[string], endCl100k[string]} {
		for at := 0; at < len(s); {
			next := end(s, at)
			if next <= at || next > len(s) {
				t.Fatalf("%q: a piece from %d to %d", s, at, next)
			}
			if got, want := end(symbolsForInvalid(s[at:]), 0), len(symbolsForInvalid(s[at:next])); got != want {
				t.Fatalf("%q: a piece ends at %d, but at %d with symbols for what is not UTF-8", s[at:], want, got)
			}
			at = next
		}
	}
}

func symbolsForInvalid(s string) string {
	var b strings.Builder
	for s != "" {
		r, w := utf8.DecodeRuneInString(s)
		if r == utf8.RuneError && w == 1 {
			r = '\ue000' // private use, no other class
		}
		b.WriteRune(r)
		s = s[w:]
	}
	return b.String()
}

func TestInvalidBytesAreSymbols(t *testing.T) {
	r := rand.New(rand.NewSource(2))
	for range 5000 {
		checkInvalidBytesAreSymbols(t, nasty(r, invalid))
	}
	for _, name := range []string{"o200k_base", "cl100k_base"} {
		c, _ := Open(name)
		for text, want := range map[string]int{"\xff": 1, "\x80\x80": 2, "a\xff": 2, "\xed\xa0\x80": 2} {
			if got := c.Count(text); got != want {
				t.Errorf("%s %q: %d tokens, want %d", name, text, got, want)
			}
		}
	}
}

func TestLongPiecesMergeAsWithAHeap(t *testing.T) {
	alphabets := []string{"a", "ab", "ACGT", "aB", " ", " \n", "\r\n", "-", "=-", "/\n", "字中", "\x00\xff",
		"etaoinshrdlu", "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"}
	for _, c := range []Counter{newO200k(), newCl100k()} {
		v := c.(*bpe).vocab
		r := rand.New(rand.NewSource(3))
		for k := range testscale.Of(50) * len(alphabets) {
			letters := alphabets[k%len(alphabets)]
			piece := make([]byte, window+1+r.Intn(8*window))
			run := 1 << r.Intn(8) // of the first letter, before another
			for i := range piece {
				switch {
				case r.Intn(run) > 0:
					piece[i] = letters[0]
				default:
					piece[i] = letters[r.Intn(len(letters))]
				}
			}
			got, _ := mergeLong(v, piece, math.MaxInt)
			want, _ := mergeHeap(v, piece, math.MaxInt)
			limit := want / 2
			_, gotEnd := mergeLong(v, piece, limit)
			if _, wantEnd := mergeHeap(v, piece, limit); gotEnd != wantEnd {
				t.Fatalf("the first %d tokens end at %d, want %d: %q", limit, gotEnd, wantEnd, piece)
			}
			if got != want {
				t.Fatalf("%s %q: %d tokens in windows, %d with a heap", c.Name(), piece, got, want)
			}
			var p parts
			short := piece[:1+r.Intn(window)]
			merge(v, short, &p)
			if want, _ := mergeHeap(v, short, math.MaxInt); p.n != want {
				t.Fatalf("%s %q: %d tokens, %d with a heap", c.Name(), short, p.n, want)
			}
		}
	}
}

func TestCountingAllocatesNothing(t *testing.T) {
	text := strings.Repeat("\t38 AXTextField \"Search 保存\" [focused] @10,20 300x22\n", 20) +
		strings.Repeat("x", 1000) + strings.Repeat("-", 1000) + "\xff\xed\xa0\x80"
	bytes := []byte(text)
	for _, name := range Names() {
		c, _ := Open(name)
		if n := testing.AllocsPerRun(10, func() { c.Count(text); c.CountBytes(bytes) }); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

// A token longer than maxToken, or a number that is none, would be miscounted.
func TestVocabulariesAreAsAssumed(t *testing.T) {
	for _, c := range []Counter{newO200k(), newCl100k()} {
		v := c.(*bpe).vocab
		for at := 0; at < len(v.blob); at += 1 + int(v.blob[at]) {
			token := v.blob[at+1 : at+1+int(v.blob[at])]
			if len(token) > maxToken || find(v, token) != id(at+1) {
				t.Fatalf("%s: %q is too long or not found", c.Name(), token)
			}
		}
		for b := range 256 {
			if find(v, []byte{byte(b)}) == 0 {
				t.Errorf("%s: byte %#x is no token", c.Name(), b)
			}
		}
		for n := range 1000 {
			digits := string([]byte{'0' + byte(n/100), '0' + byte(n/10%10), '0' + byte(n%10)})
			for ; digits != ""; digits = digits[1:] {
				if find(v, digits) == 0 {
					t.Errorf("%s: %q is no token", c.Name(), digits)
				}
			}
		}
	}
}
