package jsontext

import (
	"strings"
	"unicode/utf8"
)

// escaped decodes a string that has a backslash at i. Most escapes of a text are
// its line ends: what stands between them is copied as a whole.
func (r *Reader) escaped(start, i int) string {
	end := i + QuotedLen(r.s[i-1:]) - 2 // where its quote is, or the text ends
	closed := end < len(r.s) && r.s[end] == '"'
	if !closed {
		end = len(r.s)
	}
	var text strings.Builder
	text.Grow(end - start)
	text.WriteString(r.s[start+1 : i])
	var one [utf8.UTFMax]byte
	for i < end {
		run := strings.IndexByte(r.s[i:end], '\\')
		if run < 0 {
			text.WriteString(r.s[i:end])
			break
		}
		text.WriteString(r.s[i : i+run])
		i += run
		decoded, n, ok := appendEscape(one[:0], r.s[i:])
		if !ok {
			r.fail(i, "not an escape of JSON")
			return ""
		}
		text.Write(decoded)
		i += n
	}
	if !closed || i > end { // or its quote was an escaped one
		r.fail(start, "the string that starts here does not end")
		r.pos = len(r.s)
		return ""
	}
	r.pos = end + 1
	if text.Cap() > 2*text.Len() {
		return strings.Clone(text.String()) // mostly \u escapes
	}
	return text.String()
}

// simpleEscapes are the characters that a letter behind a backslash stands for.
var simpleEscapes = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// appendEscape decodes the escape at the start of s and tells its length.
func appendEscape(dst []byte, s string) ([]byte, int, bool) {
	if len(s) < 2 {
		return dst, 0, false
	}
	if s[1] != 'u' {
		c := simpleEscapes[s[1]]
		return append(dst, c), 2, c != 0
	}
	u, ok := hex4(s[2:])
	if !ok {
		return dst, 0, false
	}
	if u >= 0xD800 && u < 0xDC00 && len(s) >= 12 && s[6] == '\\' && s[7] == 'u' {
		if low, ok := hex4(s[8:]); ok && low >= 0xDC00 && low < 0xE000 {
			return utf8.AppendRune(dst, 0x10000+(u-0xD800)<<10+(low-0xDC00)), 12, true
		}
	}
	return AppendUnit(dst, u), 6, true
}

func hex4(s string) (rune, bool) {
	if len(s) < 4 {
		return 0, false
	}
	var u rune
	for _, c := range []byte(s[:4]) {
		switch {
		case c >= '0' && c <= '9':
			u = u<<4 | rune(c-'0')
		case c >= 'a' && c <= 'f':
			u = u<<4 | rune(c-'a'+10)
		case c >= 'A' && c <= 'F':
			u = u<<4 | rune(c-'A'+10)
		default:
			return 0, false
		}
	}
	return u, true
}
