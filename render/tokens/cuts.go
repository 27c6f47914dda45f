package tokens

// A text is first cut into pieces, from left to right, and each piece is then
// counted by itself. So counts add up over a cut exactly where a piece ends
// and the piece before it did not look past the cut. The functions below know
// such places; they hold for every encoding of this package, when parts
// are counted with Part and the sum is turned into a count with Total.

// Part returns what text adds to the count of a whole it is part of: its
// tokens, or its UTF-16 code units for chars4, which rounds only once.
func Part(c Counter, text string) int {
	if _, ok := c.(chars4); ok {
		return utf16Units(text)
	}
	return c.Count(text)
}

// PartBytes is Part for a byte slice, which it does not copy or keep.
func PartBytes(c Counter, text []byte) int {
	if _, ok := c.(chars4); ok {
		return utf16Units(text)
	}
	return c.CountBytes(text)
}

// Spread returns what each part of a text adds to Part(c, text): the part
// before the first cut, those between cuts, and the one after the last. Cuts are
// offsets in ascending order. A piece counts where it begins, so the parts add
// up wherever the cuts are.
func Spread(c Counter, text []byte, cuts []int) []int {
	sums := make([]int, len(cuts)+1)
	b, exact := c.(*bpe)
	var w workspace
	defer w.free()
	for at, part := 0, 0; at < len(text); {
		for part < len(cuts) && cuts[part] <= at {
			part++
		}
		if !exact {
			units, width := unitsAt(text, at)
			sums[part] += units
			at += width
			continue
		}
		end := b.end(text, at)
		sums[part] += tokensOf(b.vocab, text[at:end], &w)
		at = end
	}
	return sums
}

// Newline returns what a "\n" right after text adds to Part(c, text), without
// counting the whole of it again.
//
// Only the last piece can take the "\n" in, unless the text ends with white
// space: no piece before it has looked further than one character past its
// end, or three bytes for a contraction, which a "\n" is not in.
func Newline(c Counter, text []byte) int {
	b, exact := c.(*bpe)
	last, ends := 0, class(space)
	if exact && len(text) > 0 {
		ends = lastClass(text)
	}
	switch {
	case ends&(letter|number) != 0:
		return 1 // it is a piece of its own
	case ends&space == 0:
		if last = symbolsFrom(text); last > 0 && last == len(text)-1 {
			return int(b.vocab.newline[text[last]])
		}
		for end := last; end < len(text); {
			last = end
			end = b.end(text, end)
		}
	}
	var small [128]byte
	return PartBytes(c, append(append(small[:0], text[last:]...), '\n')) - PartBytes(c, text[last:])
}

// symbolsFrom returns where the ASCII symbols at the end of text begin if a
// piece begins there; else 0, where one begins always. A word or a number ends
// before a symbol but for the apostrophe of a contraction, and a symbol joins
// only what is right of it.
func symbolsFrom(text []byte) int {
	at := len(text)
	for at > 0 && text[at-1] < 0x80 && asciiClass[text[at-1]] == 0 {
		at--
	}
	if at == 0 || at == len(text) || text[at] == '\'' || lastClass(text[:at])&(letter|number) == 0 {
		return 0
	}
	return at
}

// Total returns the count of a whole from the sum of its parts.
func Total(c Counter, sum int) int {
	if _, ok := c.(chars4); ok {
		return quarter(sum)
	}
	return sum
}

// SafeLineStart reports whether a line may be counted apart from the lines
// before it, which end with "\n": it has something other than white space, and
// that does not follow a CR, nor is it a slash at the very beginning.
//
// Every piece that holds a "\n" is either symbols with the line ends (and for
// o200k_base slashes) that follow them, or white space up to the last line end
// of its run. Both stop before such a line. Pieces of white space without line
// ends do not reach a "\n".
func SafeLineStart[T text](line T) bool {
	if len(line) > 0 && line[0] == '/' {
		return false
	}
	for p := 0; p < len(line); {
		c, w := classAt(line, p)
		if c != blank {
			return c != newline
		}
		p += w
	}
	return false
}

// lastClass returns the class of the last character of s, which is not empty.
func lastClass[T text](s T) class {
	const longest = 4 // bytes of a character
	for p := max(0, len(s)-longest); p < len(s); p++ {
		if c, w := classAt(s, p); p+w == len(s) && (w > 1 || s[p] < 0x80) {
			return c
		}
	}
	return 0
}
