package cli

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// hides reports characters that would act on a terminal instead of being
// drawn: control characters, and format characters that turn the direction of
// text around or hide it. The two joiners are part of words and emoji.
func hides(c rune) bool {
	switch {
	case c >= ' ' && c < 0x7F, c == '\u200C', c == '\u200D':
		return false
	}
	return unicode.In(c, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp)
}

// printable replaces what would act on a terminal; the text keeps its lines
// and tabs.
func printable(s string) string {
	return strings.Map(func(c rune) rune {
		if hides(c) && c != '\n' && c != '\t' {
			return utf8.RuneError
		}
		return c
	}, s)
}

// oneLine is printable for a name, a path or a sentence, which a line break of
// its own would forge a line of the answer with.
func oneLine(s string) string {
	return strings.Map(func(c rune) rune {
		if hides(c) {
			return utf8.RuneError
		}
		return c
	}, s)
}

// escaped writes what would act on a terminal as \u escapes. It takes JSON,
// where such characters stand in strings alone, and the JSON stays equal.
func escaped(text []byte) []byte {
	var out []byte
	from := 0
	for i := 0; i < len(text); {
		if c := text[i]; c >= ' ' && c < 0x7F || c == '\n' || c == '\t' || c == '\r' {
			i++
			continue
		}
		c, n := utf8.DecodeRune(text[i:])
		if hides(c) {
			out = append(out, text[from:i]...)
			if c > 0xFFFF {
				c -= 0x10000
				out = fmt.Appendf(out, `\u%04x\u%04x`, 0xD800+c>>10, 0xDC00+c&0x3FF)
			} else {
				out = fmt.Appendf(out, `\u%04x`, c)
			}
			from = i + n
		}
		i += n
	}
	if from == 0 {
		return text
	}
	return append(out, text[from:]...)
}
