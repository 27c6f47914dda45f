package tokens

// noPair stands for two neighbours that are no token together; it is above
// every id.
const noPair id = 1 << idBits

// tokensOf returns how many tokens a piece is: one if the vocabulary has it,
// else what is left when no two neighbours can be merged any more.
func tokensOf[T text](v *vocabulary, piece T) int {
	switch {
	case len(piece) == 1:
		return 1 // every byte is a token
	case len(piece) <= maxToken && find(v, piece) != 0:
		return 1
	case len(piece) <= shortPiece:
		return mergeShort(v, piece)
	}
	return mergeLong(v, piece)
}

const (
	maxToken   = 255 // bytes; what a length byte can say
	shortPiece = 128 // bytes; from here on a heap is faster than looking at every pair
)

// pair returns the token that s is, or noPair.
func pair[T text](v *vocabulary, s T) id {
	if len(s) > maxToken {
		return noPair
	}
	if t := find(v, s); t != 0 {
		return t
	}
	return noPair
}

// mergeShort merges the pair of lowest rank, the leftmost of equals, until none
// is left.
func mergeShort[T text](v *vocabulary, piece T) int {
	var starts [shortPiece + 1]uint8 // where the parts begin, and the end
	var merged [shortPiece]id        // what part i and the next are together
	n := len(piece)
	for i := range n {
		starts[i] = uint8(i)
		if i+1 < n {
			merged[i] = pair(v, piece[i:i+2])
		}
	}
	starts[n] = uint8(n)
	for n > 1 {
		best := 0
		for i := 1; i < n-1; i++ {
			if merged[i] < merged[best] {
				best = i
			}
		}
		if merged[best] == noPair {
			break
		}
		// Part best+1 goes into part best.
		copy(starts[best+1:n], starts[best+2:n+1])
		copy(merged[best:n-2], merged[best+1:n-1])
		n--
		if best < n-1 {
			merged[best] = pair(v, piece[starts[best]:starts[best+2]])
		}
		if best > 0 {
			merged[best-1] = pair(v, piece[starts[best-1]:starts[best+1]])
		}
	}
	return n
}
