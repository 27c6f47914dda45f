package loaders

import (
	"strconv"
	"strings"

	"obscope/internal/text/jsontext"
)

// decode resolves references and normalises line ends, and in attributes
// blanks. plain tells whether writing the result again with the five named
// entities gives s.
func (r *xmlReader) decode(s string, at int, attr bool) (string, bool) {
	buf, plain := r.buf[:0], true
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c == '&':
			u, n, named := reference(s[i:])
			if n == 0 {
				buf, plain = append(buf, '&'), false
				i++
				continue
			}
			plain = plain && named
			i += n
			if u >= 0xD800 && u < 0xDC00 && i < len(s) {
				// Android writes a character beyond U+FFFF as two references.
				if low, n, _ := reference(s[i:]); n > 0 && low >= 0xDC00 && low < 0xE000 {
					u = 0x10000 + (u-0xD800)<<10 + (low - 0xDC00)
					i += n
				}
			}
			if u < 0x20 && u != '\t' && u != '\n' && u != '\r' {
				r.control(at + i)
			}
			buf = jsontext.AppendUnit(buf, u)
			continue
		case c == '\r' || c == '\n' || c == '\t':
			if c == '\r' && i+1 < len(s) && s[i+1] == '\n' {
				i++
			}
			switch {
			case attr:
				buf, plain = append(buf, ' '), false
			case c == '\t':
				buf = append(buf, c)
			default:
				buf = append(buf, '\n')
			}
		default:
			if c < 0x20 {
				r.control(at + i)
			}
			buf = append(buf, c)
		}
		i++
	}
	r.buf = buf
	return string(buf), plain
}

func (r *xmlReader) control(at int) {
	if r.controls == 0 {
		r.firstControl = at
	}
	r.controls++
}

var namedReferences = [...]struct {
	text string
	c    rune
}{{"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&apos;", '\''}}

// reference decodes the reference at the start of s and tells its length, 0 if
// it is none, and whether it is one of the five named ones.
func reference(s string) (c rune, n int, named bool) {
	for _, e := range namedReferences {
		if strings.HasPrefix(s, e.text) {
			return e.c, len(e.text), true
		}
	}
	const longest = 12
	end := strings.IndexByte(s[:min(len(s), longest)], ';')
	if end < 3 || s[1] != '#' {
		return 0, 0, false
	}
	digits, base := s[2:end], 10
	if digits[0] == 'x' || digits[0] == 'X' {
		digits, base = digits[1:], 16
	}
	u, err := strconv.ParseUint(digits, base, 32)
	if err != nil || u > 0x10FFFF {
		return 0, 0, false
	}
	return rune(u), end + 1, false
}

// clip shortens a name for a message.
func clip(s string) string {
	const shown = 60
	if len(s) <= shown {
		return s
	}
	return strings.ToValidUTF8(s[:shown], "") + "…"
}

// appendAttr appends an attribute under a name to an element's own, and its
// spelling in the file as NAME#source where the value does not tell it.
func appendAttr(own []byte, name string, a *xmlAttr) []byte {
	own = appendMember(own, name, a.Value)
	if a.Source != "" {
		own = appendMember(own, name+"#source", a.Source)
	}
	return own
}
