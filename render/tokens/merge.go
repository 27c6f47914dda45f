package tokens

import (
	"math"
	"sync"
)

// noPair stands for two neighbours that are no token together; it is above
// every id.
const noPair id = 1 << idBits

const (
	maxToken = 128          // bytes; the longest token of the vocabularies
	window   = maxToken     // bytes merged at once by looking at every pair
	maxParts = 2 * maxToken // bytes of two tokens side by side
	fewTries = 8            // to find a cut in a piece of few windows
)

// tokensOf returns how many tokens a piece is: one if the vocabulary has it,
// else what is left when no two neighbours can be merged any more.
func tokensOf[T text](v *vocabulary, piece T, w *workspace) int {
	switch {
	case len(piece) == 1 || len(piece) <= 3 && allDigits(piece):
		return 1 // every byte is a token, and so are all numbers up to 999
	case len(piece) <= maxToken && find(v, piece) != 0:
		return 1
	case len(piece) <= window:
		p := w.parts()
		merge(v, piece, p)
		return p.n
	}
	n, _ := mergeLong(v, piece, math.MaxInt)
	return n
}

// tokensUpTo returns how many tokens a piece is, or limit if it is more, and
// where they end.
func tokensUpTo[T text](v *vocabulary, piece T, limit int, w *workspace) (n, end int) {
	switch n = tokensOf(v, piece, w); {
	case n <= limit:
		return n, len(piece)
	case len(piece) <= window:
		return limit, int(w.parts().starts[limit])
	}
	return mergeLong(v, piece, limit)
}

func allDigits[T text](s T) bool {
	for i := range len(s) {
		if s[i]-'0' > 9 {
			return false
		}
	}
	return true
}

// parts is a piece of up to maxParts bytes on its way to tokens.
type parts struct {
	n      int
	starts [maxParts + 1]uint16 // where each part begins; then the end of the piece
	merged [maxParts]id         // the token that a part and the next are together
}

// A workspace lends the room to merge pieces of one text. Most short texts are
// tokens as they stand, and clearing room for each would cost as much as they.
type workspace struct{ p *parts }

var partsPool = sync.Pool{New: func() any { return new(parts) }}

func (w *workspace) parts() *parts {
	if w.p == nil {
		w.p = partsPool.Get().(*parts)
	}
	return w.p
}

func (w *workspace) free() {
	if w.p != nil {
		partsPool.Put(w.p)
	}
}

// merge turns a piece into tokens: it merges the pair of neighbours with the
// lowest rank, the leftmost of equals, until no pair is a token.
func merge[T text](v *vocabulary, piece T, p *parts) {
	n := len(piece)
	starts, merged := p.starts[:n+1], p.merged[:n]
	for i := range merged {
		starts[i] = uint16(i)
		if i+1 < n {
			merged[i] = v.pairs[int(piece[i])<<8|int(piece[i+1])]
		}
	}
	starts[n] = uint16(n)
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
		n--
		for i := best + 1; i < n; i++ {
			starts[i], merged[i-1] = starts[i+1], merged[i]
		}
		starts[n] = starts[n+1]
		if best < n-1 {
			merged[best] = pair(v, piece[starts[best]:starts[best+2]])
		}
		if best > 0 {
			merged[best-1] = pair(v, piece[starts[best-1]:starts[best+1]])
		}
	}
	p.n = n
}

// pair returns the token that s, two neighbours, is; or noPair.
func pair[T text](v *vocabulary, s T) id {
	if len(s) > maxToken {
		return noPair
	}
	if t := find(v, s); t != 0 {
		return t
	}
	return noPair
}

// mergeLong returns how many tokens a piece of any length is, in linear time,
// or limit if it is more; and where they end. It merges windows of the piece and goes on from a token's end in each, where
// the tokens on both sides stay apart when they are merged by themselves.
//
// That is exact. Merges within a token's bytes come in the same order whatever
// is around them. Were a pair across the cut ever the next to be merged, the
// parts of the two tokens beside the cut would be as far along as when those
// two are merged by themselves, and the pair would be the next there too.
func mergeLong[T text](v *vocabulary, piece T, limit int) (tokens, end int) {
	var a, b, both parts
	here, next := &a, &b
	merge(v, piece[:window], here)
	var l, r T                              // the last two tokens found to stay apart
	tries := fewTries + len(piece)/window*4 // four times what is usual
	for n, at := 0, 0; ; here, next = next, here {
		if at+window >= len(piece) {
			if n+here.n <= limit {
				return n + here.n, len(piece)
			}
			return limit, at + int(here.starts[limit-n])
		}
		// The last tokens of a window would be others if it went on.
		const unsure = 2
		taken := max(1, here.n-unsure)
		for ; taken > 0 && tries > 0; taken-- {
			tries--
			cut := at + int(here.starts[taken])
			end := min(cut+window, len(piece))
			// Long pieces are often one character over and over.
			if string(piece[cut:end]) == string(piece[at:at+window]) {
				*next = *here
			} else {
				merge(v, piece[cut:end], next)
			}
			left, right := at+int(here.starts[taken-1]), cut+int(next.starts[1])
			if string(piece[left:cut]) != string(l) || string(piece[cut:right]) != string(r) {
				merge(v, piece[left:right], &both)
				if both.n != 2 || left+int(both.starts[1]) != cut {
					continue
				}
				l, r = piece[left:cut], piece[cut:right]
			}
			if n+taken >= limit {
				return limit, at + int(here.starts[limit-n])
			}
			n += taken
			at = cut
			break
		}
		if taken == 0 || tries == 0 {
			return mergeHeap(v, piece, limit)
		}
	}
}
