package paint

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/mattn/go-runewidth"
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
	got := Cleaner{Ascii: true}.Text("Zoë 東京 \x1b ok", 80)
	if want := "Zoe ?? ? ok"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestTextIsAsWideAsAnyTerminalThinks(t *testing.T) {
	for _, c := range []struct{ raw, want string }{
		{"👍🏽 yes", "👍 yes"},
		{"🇯🇵🇩🇪", "JPDE"},
		{"नमस्ते", "नमस्�े"},
		{"ทำน้ำ ຄຳ", "ทําน้ํา ຄໍາ"},
		{"Zoë 東京", "Zoë 東京"},
	} {
		if got := (Cleaner{}).Text(c.raw, 80); got != c.want {
			t.Errorf("%q is drawn as %q, not %q", c.raw, got, c.want)
		}
		if got := (Cleaner{Clusters: true}).Text(c.raw, 80); got != c.raw {
			t.Errorf("%q is drawn as %q where clusters are counted", c.raw, got)
		}
	}
	if got := (Cleaner{Narrow: true}).Text("Zoé – “東京” ½ Ж", 80); got != `Zoe - "東京" ? ?` {
		t.Errorf("where ambiguous characters are wide: %q", got)
	}
}

func FuzzClean(f *testing.F) {
	f.Add("a\x1b[0m\u202e東京\t\n", 10)
	f.Add("0", 0)
	f.Add("👍🏽🇯🇵🇩 हिन्दी กำลัง – “é” ½ ±", 60)
	f.Fuzz(func(t *testing.T, s string, limit int) {
		limit = limit & 0xFF
		for _, c := range []Cleaner{{}, {Clusters: true}, {Narrow: true}, {Ascii: true}} {
			got := c.Text(s, limit)
			if w := ansi.StringWidth(got); w > limit {
				t.Fatalf("%q takes %d cells of %d", got, w, limit)
			}
			if !c.Clusters && ansi.StringWidth(got) != ansi.StringWidthWc(got) {
				t.Fatalf("%q takes %d cells by cluster and %d by rune", got, ansi.StringWidth(got), ansi.StringWidthWc(got))
			}
			if c.Narrow && strings.IndexFunc(got, runewidth.IsAmbiguousWidth) >= 0 {
				t.Fatalf("%q has characters of ambiguous width", got)
			}
			if ansi.Strip(got) != got || strings.ContainsAny(got, "\x1b\n\r\t\a") {
				t.Fatalf("%q can move the cursor", got)
			}
		}
	})
}
