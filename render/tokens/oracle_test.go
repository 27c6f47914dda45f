package tokens

import (
	"math/rand"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	tiktoken "github.com/pkoukk/tiktoken-go"
	loader "github.com/pkoukk/tiktoken-go-loader"

	"obscope/internal/testkit/testscale"
)

// oracles are the encodings of another implementation, which cuts with the
// patterns themselves. Its tables are Go's, so newer characters are left out.
var oracles = sync.OnceValue(func() map[string]*tiktoken.Tiktoken {
	tiktoken.SetBpeLoader(loader.NewOfflineLoader())
	all := map[string]*tiktoken.Tiktoken{}
	for _, name := range []string{"o200k_base", "cl100k_base"} {
		enc, err := tiktoken.GetEncoding(name)
		if err != nil {
			panic(err)
		}
		all[name] = enc
	}
	return all
})

// atoms are what the patterns treat differently, or did so in some library.
var atoms = []string{
	"a", "b", "A", "B", "the", "The", "HTTPServer", "camelCase", "résumé", "ß", "É", "e\u0301", "Σ", "ǅ", "ʰ",
	"'s", "'S", "'t", "'LL", "'ll", "'re", "'RE", "'Ve", "'m", "'D", "'", "'ſ", "ſ", "’s", "K",
	" ", "  ", "\t", "\n", "\r", "\r\n", "\n\n", "\v", "\f", "\u0085", "\u00a0", "\u1680", "\u2000", "\u2001", "\u2002",
	"\u2003", "\u2004", "\u2005", "\u2006", "\u2007", "\u2008", "\u2009", "\u200a", "\u2028", "\u2029", "\u202f",
	"\u205f", "\u3000", "\u200b", "\ufeff", "\u2060", "\u180e", "\u001c", "\x00", "\x7f", "\x1b[31m",
	"1", "12", "123", "1234", "007", "١٢٣٤", "१२३", "１２３", "²", "½", "Ⅷ", "①", "〇", "𝟘𝟙",
	"保存", "字", "设置", "カタカナ", "ﾊﾝｶｸ", "ひらがな", "한국어", "ไทย", "क्षत्रिय", "العربية", "مُحَمَّد", "שָׁלוֹם",
	"👩‍👩‍👧‍👦", "🏳️‍🌈", "👍🏽", "🇩🇪", "1️⃣", "⌘", "▶︎", "\u0301", "\u0308", "\u20dd", "\u200d", "\ufe0f", "𝐀𝐛",
	"!", "\"", "/", "//", "\\", "-", "--", "=", "_", "#", "@", "[", "]", "(", ")", "{}", "<|", "|>", "…", "—", "「", "$", "+",
	"<|endoftext|>", "<|im_start|>", "<|endofprompt|>", "\ue000", "\uffff", "\ufffd", "\U000e0041", "\U0010ffff",
	"AXTextField", "@10,20 300x22", "\n/", "!\n", "\n\t\t", " [12] ",
}

// invalid are bytes that are not UTF-8: strays, cut-off and overlong sequences,
// and halves of surrogate pairs in three bytes each (WTF-8).
var invalid = []string{"\xff", "\x80", "\xc2", "\xe4\xbf", "\xf0\x9f\x98", "\xc0\xaf", "\xe0\x80\xaf",
	"\xed\xa0\xbd", "\xed\xb8\x80", "\xed\xa0\xbd\xed\xb8\x80", "\xf4\x90\x80\x80"}

// nasty returns a random text of atoms, single characters and long runs; a
// third of the atoms are from extra, if there is one.
func nasty(r *rand.Rand, extra []string) string {
	var b strings.Builder
	for range 1 + r.Intn(14) {
		atom := atoms[r.Intn(len(atoms))]
		if len(extra) > 0 && r.Intn(3) == 0 {
			atom = extra[r.Intn(len(extra))]
		}
		switch r.Intn(8) {
		case 0:
			b.WriteRune(rune(r.Intn(1 << (8 + r.Intn(10)))))
		case 1:
			b.WriteString(strings.Repeat(atom, 1+r.Intn(8)))
		case 2:
			b.WriteString(strings.Repeat(atom, 1+r.Intn(1+r.Intn(60))))
		default:
			b.WriteString(atom)
		}
	}
	return b.String()
}

// known returns s without characters newer than Go's tables.
func known(s string) string {
	return strings.Map(func(r rune) rune {
		if c, _ := classAt(string(r), 0); c != goClass(r) {
			return -1
		}
		return r
	}, s)
}

func checkAgainstOracle(t *testing.T, s string) {
	t.Helper()
	for _, name := range []string{"o200k_base", "cl100k_base"} {
		c, err := Open(name)
		if err != nil {
			t.Fatal(err)
		}
		want := len(oracles()[name].EncodeOrdinary(s))
		if got := c.Count(s); got != want {
			t.Errorf("%s %q: %d tokens, want %d", name, s, got, want)
		}
		if got := c.CountBytes([]byte(s)); got != want {
			t.Errorf("%s, as bytes %q: %d tokens, want %d", name, s, got, want)
		}
	}
}

func TestCountsAsAnotherImplementationDoes(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for range testscale.Of(4000) {
		checkAgainstOracle(t, known(nasty(r, nil)))
	}
}

// FuzzCount wants -fuzzminimizetime=10x: the other implementation is slow, and
// minimizing would take most of the time.
func FuzzCount(f *testing.F) {
	for _, atom := range append(atoms, invalid...) {
		f.Add(atom)
		f.Add("a" + atom + " " + atom + atom + "\n" + atom)
	}
	for _, long := range []string{"a", "aB", " ", "\n", " \n", "-", "/", "1", "字", "é", "👍🏽", "\u0301"} {
		f.Add(strings.Repeat(long, 300))
	}
	r := rand.New(rand.NewSource(4))
	for range 100 {
		f.Add(nasty(r, nil))
		f.Add(nasty(r, invalid))
	}
	f.Fuzz(func(t *testing.T, s string) {
		checkInvalidBytesAreSymbols(t, s)
		if utf8.ValidString(s) {
			checkAgainstOracle(t, known(s))
			return
		}
		for _, name := range Names() {
			c, _ := Open(name)
			if n, m := c.Count(s), c.CountBytes([]byte(s)); n != m || n < 1 || n > len(s) {
				t.Errorf("%s %q: %d tokens, %d as bytes", name, s, n, m)
			}
		}
	})
}
