package tui

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

func TestCleanTextCannotMoveTheCursorOrHide(t *testing.T) {
	for _, c := range []struct{ raw, want string }{
		{"plain", "plain"},
		{"a\x1b[2Jb", "a␛[2Jb"},
		{"\x1b]52;c;aGk=\x07", "␛]52;c;aGk=␇"},
		{"a\nb\rc", "a␊b␍c"},
		{"\t\tx\ty", "    x␉y"},
		{"safe\u202Etxt.exe", "safe\uFFFDtxt.exe"},
		{"a\u200B\u200B\u2060b", "a\uFFFDb"},
		{"\U000E0041\U000E0042", "\uFFFD"},
		{"👨\u200D👩\u200D👧", "👨👩👧"},
		{"⚙\uFE0F", "⚙"},
		{"Zoë 東京", "Zoë 東京"},
		{"e" + strings.Repeat("\u0301", 40), "e" + strings.Repeat("\u0301", maxMarks)},
		{"bad\xffbyte", "bad\uFFFDbyte"},
		{"nul\x00", "nul␀"},
		{"nb\u00A0sp", "nb sp"},
		{"\x9b31m", "\uFFFD31m"},
	} {
		if got := Clean(c.raw); got != c.want {
			t.Errorf("Clean(%q) = %q, want %q", c.raw, got, c.want)
		}
	}
}

func TestASCIICleaningIsASCII(t *testing.T) {
	got := cleaner{ascii: true}.text("Zoë 東京 \x1b ok", 80)
	if !isPlain(got) || !strings.Contains(got, "ok") {
		t.Errorf("%q", got)
	}
}

func FuzzClean(f *testing.F) {
	f.Add("a\x1b[0m\u202e東京\t\n", 10)
	f.Add("0", 0)
	f.Fuzz(func(t *testing.T, s string, limit int) {
		limit = limit & 0xFF
		for _, c := range []cleaner{{}, {ascii: true}} {
			got := c.text(s, limit)
			if w := ansi.StringWidth(got); w > limit {
				t.Fatalf("%q takes %d cells of %d", got, w, limit)
			}
			if ansi.Strip(got) != got || strings.ContainsAny(got, "\x1b\n\r\t\a") {
				t.Fatalf("%q can move the cursor", got)
			}
		}
	})
}
