package tokens

// chars4 is the estimate many agents use, Maka's estimateTokens among them: a
// quarter of the characters, as JavaScript counts them, rounded up.
type chars4 struct{}

// charsPerToken is Maka's DEFAULT_CHARS_PER_TOKEN.
const charsPerToken = 4

func (chars4) Name() string               { return "chars4" }
func (chars4) Exact() bool                { return false }
func (chars4) Count(text string) int      { return quarter(utf16Units(text)) }
func (chars4) CountBytes(text []byte) int { return quarter(utf16Units(text)) }

func quarter(units int) int { return (units + charsPerToken - 1) / charsPerToken }

// utf16Units returns the length of s in JavaScript. A lone half of a surrogate
// pair, written in three bytes (WTF-8), is one unit, and so is any other byte
// that is not UTF-8, as it would be read as U+FFFD.
func utf16Units[T text](s T) int {
	n := 0
	for p := 0; p < len(s); {
		if s[p] < 0x80 {
			p++
			n++
			continue
		}
		units, width := unitsAt(s, p)
		p += width
		n += units
	}
	return n
}

// unitsAt returns the length in JavaScript of the character at p, and its
// width in bytes.
func unitsAt[T text](s T, p int) (units, width int) {
	_, width = decode(s, p)
	switch {
	case width == 4:
		return 2, width
	case s[p] == 0xed && p+2 < len(s) && s[p+1] >= 0xa0 && s[p+1] < 0xc0 && s[p+2]&0xc0 == 0x80:
		return 1, 3
	}
	return 1, width
}
