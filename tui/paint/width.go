package paint

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"github.com/mattn/go-runewidth"
	"golang.org/x/text/unicode/norm"
)

// Terminals disagree on how wide some text is. Those that report mode 2027
// count by grapheme clusters, as Clean does; the others rune by rune. Some of
// those give two cells to what Unicode calls ambiguous, which is half of the
// usual marks and borders.

// sameWidth leaves of cleaned text only what takes the same cells counted by
// cluster and counted by rune: flags become their letters, tones of skin go,
// and for what the counts differ on stands mark.
func sameWidth(s string, mark rune) string {
	if ansi.StringWidth(s) == ansi.StringWidthWc(s) && !hasFlags(s) {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		cluster, w := ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
		s = s[len(cluster):]
		if w == ansi.StringWidthWc(cluster) && !hasFlags(cluster) {
			b.WriteString(cluster)
			continue
		}
		sameWidthCluster(&b, cluster, mark)
	}
	return b.String()
}

func sameWidthCluster(b *strings.Builder, cluster string, mark rune) {
	kept := ""
	for _, r := range cluster {
		switch {
		case isFlag(r):
			kept += string('A' + r - firstFlag)
			continue
		case isSkinTone(r):
			continue
		}
		next := kept + string(r)
		if parts, ok := amVowels[r]; ok {
			next = kept + parts
		}
		if ansi.StringWidth(next) == ansi.StringWidthWc(next) {
			kept = next
		} else if !strings.HasSuffix(kept, string(mark)) {
			kept += string(mark)
		}
	}
	b.WriteString(kept)
}

// amVowels are the vowels of Thai and Lao that belong to the letter before and
// take a cell of their own; their two parts look the same, and of those the
// counts agree.
var amVowels = map[rune]string{'\u0E33': "\u0E4D\u0E32", '\u0EB3': "\u0ECD\u0EB2"}

// The regional indicators A to Z, of which two are a flag.
const firstFlag, lastFlag = 0x1F1E6, 0x1F1FF

func isFlag(r rune) bool { return r >= firstFlag && r <= lastFlag }

func hasFlags(s string) bool { return strings.IndexFunc(s, isFlag) >= 0 }

func isSkinTone(r rune) bool { return r >= 0x1F3FB && r <= 0x1F3FF }

// narrowed are stand-ins of one cell for frequent characters that take two in
// terminals that give ambiguous characters two.
var narrowed = map[rune]rune{
	'–': '-', '—': '-', '‐': '-', '―': '-', '−': '-', '‘': '\'', '’': '\'', '“': '"', '”': '"', '…': '~', '•': '*', '·': '.', '×': 'x',
	'→': '>', '←': '<', '↑': '^', '↓': 'v', '›': '>', '‹': '<', '°': 'o', '´': '\'', '¨': '"', '¡': '!', '¿': '?', 'ø': 'o', 'Ø': 'O', 'ß': 's',
	'Æ': 'A', 'æ': 'a', 'Ð': 'D', 'ð': 'd', 'Þ': 'T', 'þ': 't',
}

// narrow is r, or what stands for it where ambiguous characters are wide.
func narrow(r rune) rune {
	if r < 0x80 || !runewidth.IsAmbiguousWidth(r) {
		return r
	}
	return lookAlike(r)
}

// lookAlike is the ASCII character that stands for r: a letter without its
// accent, a plain quote or dash; else a question mark.
func lookAlike(r rune) rune {
	if n, ok := narrowed[r]; ok {
		return n
	}
	if base, _ := utf8.DecodeRuneInString(norm.NFD.String(string(r))); base >= ' ' && base < 0x7F {
		return base
	}
	return '?'
}

// WideAmbiguous is the question whether the terminal gives ambiguous characters
// two cells: it writes one and asks for the cursor.
const WideAmbiguous = "\x1b7\x1b[2;1H─\x1b[6n\x1b8"

// MayBeWide reports a locale in which some terminals do so.
func MayBeWide(getenv func(string) string) bool {
	for _, name := range [...]string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if locale := getenv(name); locale != "" {
			return strings.HasPrefix(locale, "ja") || strings.HasPrefix(locale, "zh") || strings.HasPrefix(locale, "ko")
		}
	}
	return false
}
