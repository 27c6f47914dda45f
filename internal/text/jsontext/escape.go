package jsontext

import "unicode/utf8"

// escaped decodes a string that has a backslash at i.
func (r *Reader) escaped(start, i int) string {
	buf := append(make([]byte, 0, i-start+32), r.s[start+1:i]...)
	for i < len(r.s) {
		switch c := r.s[i]; c {
		case '"':
			r.pos = i + 1
			return string(buf)
		case '\\':
			n, ok := 0, false
			buf, n, ok = appendEscape(buf, r.s[i:])
			if !ok {
				r.fail(i, "not an escape of JSON")
				return ""
			}
			i += n
		default:
			buf = append(buf, c)
			i++
		}
	}
	r.fail(start, "the string that starts here does not end")
	r.pos = len(r.s)
	return ""
}

var simpleEscapes = map[byte]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// appendEscape decodes the escape at the start of s and tells its length.
func appendEscape(dst []byte, s string) ([]byte, int, bool) {
	if len(s) < 2 {
		return dst, 0, false
	}
	if s[1] != 'u' {
		c, ok := simpleEscapes[s[1]]
		return append(dst, c), 2, ok
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
