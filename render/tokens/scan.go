package tokens

// The scanners below cut text where tiktoken's patterns cut it, without
// backtracking. The alternatives of o200k_base's pattern, in order, are
//
//	[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?
//	[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?
//	\p{N}{1,3}
//	 ?[^\s\p{L}\p{N}]+[\r\n/]*
//	\s*[\r\n]+
//	\s+(?!\S)
//	\s+
//
// and of cl100k_base's
//
//	(?i:'s|'t|'re|'ve|'m|'ll|'d)
//	[^\r\n\p{L}\p{N}]?\p{L}+
//	\p{N}{1,3}
//	 ?[^\s\p{L}\p{N}]+[\r\n]*
//	\s*[\r\n]+
//	\s+(?!\S)
//	\s+

// endO200k returns where the piece that begins at p ends under o200k_base.
func endO200k[T text](s T, p int) int {
	c, w := classAt(s, p)
	switch {
	case c&(letter|mark) != 0:
		// A mark may also be the odd character before a word, but the word
		// then ends in the same place.
		return casedWord(s, p)
	case c == number:
		return numbers(s, p+w)
	case c == newline:
		return spaces(s, p)
	}
	next, _ := classAt(s, p+w)
	switch {
	case next&(letter|mark) != 0:
		return casedWord(s, p+w)
	case c == 0:
		return symbols(s, p+w, true)
	case s[p] == ' ' && next == 0 && p+1 < len(s):
		return symbols(s, p+1, true)
	}
	return spaces(s, p)
}

// endCl100k returns where the piece that begins at p ends under cl100k_base.
func endCl100k[T text](s T, p int) int {
	if end := contraction(s, p); end > p {
		return end
	}
	c, w := classAt(s, p)
	switch {
	case c&letter != 0:
		return word(s, p+w)
	case c == number:
		return numbers(s, p+w)
	case c == newline:
		return spaces(s, p)
	}
	next, _ := classAt(s, p+w)
	switch {
	case next&letter != 0:
		return word(s, p+w)
	case c&space == 0:
		return symbols(s, p+w, false)
	case s[p] == ' ' && next&^mark == 0 && p+1 < len(s):
		return symbols(s, p+1, false)
	}
	return spaces(s, p)
}

// casedWord returns the end of the word that begins at p, with its
// contraction. There is a letter or a mark at p.
func casedWord[T text](s T, p int) int {
	c, w := classAt(s, p)
	swing := -1 // the end of the last character that may begin a word or go on with it
	for c&wordStart != 0 {
		p += w
		if c != upper {
			swing = p
		}
		c, w = classAt(s, p)
	}
	switch {
	case c == lower:
		for c&wordRest != 0 {
			p += w
			c, w = classAt(s, p)
		}
	case swing >= 0:
		// The first alternative wants something to go on with, and backs up
		// over the upper-case letters to get it.
		p = swing
	}
	return contraction(s, p)
}

// word returns the end of the letters from p on.
func word[T text](s T, p int) int {
	c, w := classAt(s, p)
	for c&letter != 0 {
		p += w
		c, w = classAt(s, p)
	}
	return p
}

// numbers returns the end of a piece of up to three numbers, one of which has
// been read.
func numbers[T text](s T, p int) int {
	for range 2 {
		c, w := classAt(s, p)
		if c != number {
			break
		}
		p += w
	}
	return p
}

// symbols returns the end of the symbols from p on and of the line ends that
// follow them, which for o200k_base may have slashes among them.
func symbols[T text](s T, p int, slash bool) int {
	for p < len(s) {
		c, w := classAt(s, p)
		if c&^mark != 0 {
			break
		}
		p += w
	}
	for p < len(s) && (s[p] == '\n' || s[p] == '\r' || slash && s[p] == '/') {
		p++
	}
	return p
}

// spaces returns the end of the piece of white space that begins at p: after
// the last line end of the run, or else before the run's last character, which
// is left to what follows.
func spaces[T text](s T, p int) int {
	line, last, start := -1, p, p
	c, w := classAt(s, p)
	for c&space != 0 {
		last = p
		p += w
		if c == newline {
			line = p
		}
		c, w = classAt(s, p)
	}
	switch {
	case line >= 0:
		return line
	case p == len(s) || last == start:
		return p
	}
	return last
}

// contraction returns the end of the contraction at p, or p if there is none.
// Case does not matter, and the long s (U+017F) is an s.
func contraction[T text](s T, p int) int {
	if p+1 >= len(s) || s[p] != '\'' {
		return p
	}
	const toLower = 0x20
	switch a := s[p+1] | toLower; {
	case a == 's' || a == 't' || a == 'm' || a == 'd':
		return p + 2
	case p+2 >= len(s):
		return p
	case s[p+1] == 0xc5 && s[p+2] == 0xbf: // ſ
		return p + 3
	default:
		b := s[p+2] | toLower
		if b == 'e' && (a == 'r' || a == 'v') || a == 'l' && b == 'l' {
			return p + 3
		}
	}
	return p
}
