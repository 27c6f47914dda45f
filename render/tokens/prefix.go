package tokens

// Prefix returns where the first limit tokens of a text end, in bytes, and how
// many tokens those are: fewer than limit only if the whole text is. The end
// may lie within a character; Decoded reads what is before it. An estimate is
// cut at the character where it reaches limit.
func Prefix(c Counter, text string, limit int) (end, tokens int) {
	limit = max(0, limit)
	b, ok := c.(*bpe)
	if !ok {
		return prefixChars4(text, limit)
	}
	var w workspace
	defer w.free()
	for end < len(text) && tokens < limit {
		next := endCl100k(text, end)
		if b.cased {
			next = endO200k(text, end)
		}
		n, size := tokensUpTo(b.vocab, text[end:next], limit-tokens, &w)
		tokens += n
		end += size
	}
	return end, tokens
}

func prefixChars4(text string, limit int) (end, tokens int) {
	sum := 0
	for end < len(text) {
		units, width := unitsAt(text, end)
		if (sum+units-1)/charsPerToken >= limit {
			break
		}
		sum += units
		end += width
	}
	return end, quarter(sum)
}

// Decoded reads the bytes of some tokens as Python's bytes.decode("utf-8",
// errors="replace") does where they are the beginning of a text: of a character
// that was cut, one U+FFFD is left.
func Decoded(prefix string) string {
	const longest = 4
	for back := 1; back <= min(longest-1, len(prefix)); back++ {
		c := prefix[len(prefix)-back]
		if c < 0xC0 {
			if c < 0x80 {
				break
			}
			continue
		}
		size := 2
		switch {
		case c >= 0xF0:
			size = 4
		case c >= 0xE0:
			size = 3
		}
		if size > back {
			return prefix[:len(prefix)-back] + "\uFFFD"
		}
		break
	}
	return prefix
}
