package tokens

import _ "embed"

// class says what a character is to the patterns that cut text into pieces.
// Each character has one bit, or none: punctuation, symbols, controls,
// unassigned code points and bytes that are not UTF-8.
type class = uint8

const (
	upper    class = 1 << iota // Lu and Lt
	lower                      // Ll
	caseless                   // Lm and Lo, which may stand for either case
	mark                       // M
	number                     // N
	blank                      // White_Space other than CR and LF
	newline                    // CR and LF

	letter    = upper | lower | caseless
	space     = blank | newline
	wordStart = upper | caseless | mark // what o200k lets a word begin with
	wordRest  = lower | caseless | mark // what o200k lets it go on with
)

// classTable is Unicode 16.0 as gen_classes.go lays it out: a page number for
// each 256 code points, then the pages.
//
//go:embed classes.bin
var classTable string

const classPages = 0x110000 >> 8 // where the pages begin in classTable

// asciiClass is the beginning of classTable at hand.
var asciiClass = [128]class{
	'\t': blank, '\n': newline, '\v': blank, '\f': blank, '\r': newline, ' ': blank,
	'0': number, '1': number, '2': number, '3': number, '4': number,
	'5': number, '6': number, '7': number, '8': number, '9': number,
	'A': upper, 'B': upper, 'C': upper, 'D': upper, 'E': upper, 'F': upper, 'G': upper,
	'H': upper, 'I': upper, 'J': upper, 'K': upper, 'L': upper, 'M': upper, 'N': upper,
	'O': upper, 'P': upper, 'Q': upper, 'R': upper, 'S': upper, 'T': upper, 'U': upper,
	'V': upper, 'W': upper, 'X': upper, 'Y': upper, 'Z': upper,
	'a': lower, 'b': lower, 'c': lower, 'd': lower, 'e': lower, 'f': lower, 'g': lower,
	'h': lower, 'i': lower, 'j': lower, 'k': lower, 'l': lower, 'm': lower, 'n': lower,
	'o': lower, 'p': lower, 'q': lower, 'r': lower, 's': lower, 't': lower, 'u': lower,
	'v': lower, 'w': lower, 'x': lower, 'y': lower, 'z': lower,
}

// classAt returns the class of the character at p and its length in bytes. At
// the end of the text it returns 0, 0.
func classAt[T text](s T, p int) (class, int) {
	if p >= len(s) {
		return 0, 0
	}
	if c := s[p]; c < 0x80 {
		return asciiClass[c], 1
	}
	r, width := decode(s, p)
	if width == 1 {
		return 0, 1
	}
	page := int(classTable[r>>8])
	return classTable[classPages+page<<8+int(r&0xff)], width
}

// decode returns the character at p, which does not begin with an ASCII byte,
// and its length in bytes; 1 for a byte that begins no valid character. It
// accepts what utf8.DecodeRune accepts, from a string and a slice alike.
func decode[T text](s T, p int) (rune, int) {
	const cont = 0xc0
	c := s[p]
	switch left := len(s) - p; {
	case c < 0xc2:
	case c < 0xe0:
		if left >= 2 && s[p+1]&cont == 0x80 {
			return rune(c&0x1f)<<6 | rune(s[p+1]&0x3f), 2
		}
	case c < 0xf0:
		if left >= 3 && s[p+1]&cont == 0x80 && s[p+2]&cont == 0x80 {
			r := rune(c&0x0f)<<12 | rune(s[p+1]&0x3f)<<6 | rune(s[p+2]&0x3f)
			if r >= 0x800 && !(r >= 0xd800 && r < 0xe000) {
				return r, 3
			}
		}
	case c < 0xf5:
		if left >= 4 && s[p+1]&cont == 0x80 && s[p+2]&cont == 0x80 && s[p+3]&cont == 0x80 {
			r := rune(c&0x07)<<18 | rune(s[p+1]&0x3f)<<12 | rune(s[p+2]&0x3f)<<6 | rune(s[p+3]&0x3f)
			if r >= 0x10000 && r < 0x110000 {
				return r, 4
			}
		}
	}
	return 0xfffd, 1
}
