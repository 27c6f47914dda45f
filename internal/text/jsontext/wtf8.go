package jsontext

import (
	"strings"
	"unicode/utf8"
)

// AppendUnit appends a UTF-16 code unit or code point; a surrogate half is
// written as its three WTF-8 bytes.
func AppendUnit(dst []byte, u rune) []byte {
	if u >= 0xD800 && u < 0xE000 {
		return append(dst, 0xE0|byte(u>>12), 0x80|byte(u>>6)&0xBF, 0x80|byte(u)&0xBF)
	}
	return utf8.AppendRune(dst, u)
}

// DecodeRune is utf8.DecodeRuneInString that also reads a surrogate half in
// its three WTF-8 bytes.
func DecodeRune(s string) (rune, int) {
	if c, n, ok := half(s); ok {
		return c, n
	}
	return utf8.DecodeRuneInString(s)
}

func half(s string) (rune, int, bool) {
	if len(s) >= 3 && s[0] == 0xED && s[1] >= 0xA0 && s[1] <= 0xBF && s[2]&0xC0 == 0x80 {
		return 0xD000 | rune(s[1]&0x3F)<<6 | rune(s[2]&0x3F), 3, true
	}
	return 0, 0, false
}

// HasHalf reports whether s holds a surrogate half.
func HasHalf(s string) bool {
	for i := strings.IndexByte(s, 0xED); i >= 0 && i < len(s); {
		if _, _, ok := half(s[i:]); ok {
			return true
		}
		next := strings.IndexByte(s[i+1:], 0xED)
		if next < 0 {
			return false
		}
		i += 1 + next
	}
	return false
}

// Scrub replaces every surrogate half with U+FFFD: what an encoder to UTF-8
// writes for it.
func Scrub(s string) string {
	if !HasHalf(s) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		if _, n, ok := half(s[i:]); ok {
			b.WriteString("\uFFFD")
			i += n
			continue
		}
		b.WriteByte(s[i])
		i++
	}
	return b.String()
}

// Units is the length of s in UTF-16 code units: what JavaScript calls length.
func Units[T string | []byte](s T) int {
	n := 0
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c < 0x80 || c >= 0xC0 && c < 0xF0:
			n++
		case c >= 0xF0:
			n += 2
		}
	}
	return n
}

// CutUnits returns the first n UTF-16 code units of s. A cut inside a
// surrogate pair leaves its first half.
func CutUnits(s string, n int) string {
	count := 0
	for i := 0; i < len(s); {
		if count == n {
			return s[:i]
		}
		c, size := DecodeRune(s[i:])
		if c >= 0x10000 {
			if count+2 > n {
				return string(AppendUnit([]byte(s[:i]), 0xD800+(c-0x10000)>>10))
			}
			count++
		}
		count++
		i += size
	}
	return s
}

const lowerHex = "0123456789abcdef"

// AppendQuote appends s as JavaScript's JSON.stringify writes it: only quotes,
// backslashes, control characters below U+0020 and surrogate halves are
// escaped.
func AppendQuote(dst []byte, s string) []byte {
	dst = append(dst, '"')
	from := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= 0x20 && c != '"' && c != '\\' && c != 0xED {
			continue
		}
		if c == 0xED {
			u, n, ok := half(s[i:])
			if !ok {
				continue
			}
			dst = append(dst, s[from:i]...)
			dst = append(dst, '\\', 'u', 'd', lowerHex[u>>8&15], lowerHex[u>>4&15], lowerHex[u&15])
			i += n - 1
			from = i + 1
			continue
		}
		dst = append(dst, s[from:i]...)
		dst = AppendControl(dst, c)
		from = i + 1
	}
	dst = append(dst, s[from:]...)
	return append(dst, '"')
}

// AppendControl appends the JSON escape of a quote, a backslash or a control
// character below U+0020.
func AppendControl(dst []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(dst, '\\', c)
	case '\b':
		return append(dst, `\b`...)
	case '\t':
		return append(dst, `\t`...)
	case '\n':
		return append(dst, `\n`...)
	case '\f':
		return append(dst, `\f`...)
	case '\r':
		return append(dst, `\r`...)
	}
	return append(dst, '\\', 'u', '0', '0', lowerHex[c>>4], lowerHex[c&15])
}

// Quote is AppendQuote into a new string.
func Quote(s string) string { return string(AppendQuote(nil, s)) }

// QuoteShort is Quote of a text that people read in a sentence: of one that is
// longer than most UTF-16 units, as much as fits before an ellipsis.
func QuoteShort(s string, most int) string {
	if Units(s) > most {
		s = CutUnits(s, most-1) + "…"
	}
	return Quote(s)
}
