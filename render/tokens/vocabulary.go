package tokens

import (
	_ "embed"
	"math/bits"
)

// The blobs hold each token as one length byte and its bytes, in rank order.
// gen_vocab.go writes them.
var (
	//go:embed o200k_base.bin
	o200kBlob string
	//go:embed cl100k_base.bin
	cl100kBlob string
)

// An id names a token by where its bytes begin in the blob. The blob is in rank
// order, so of two tokens the one with the lower id has the lower rank. 0 is no
// token: a length byte comes first.
type id = uint32

const (
	idBits = 21 // a blob is smaller than 2 MiB
	idMask = 1<<idBits - 1
)

// vocabulary finds tokens by their bytes: an open-addressing table whose
// entries are an id and, above it, as many bits of the hash as there is room
// for, so that the blob is seldom looked at in vain.
type vocabulary struct {
	blob  string
	table []uint32
	shift uint // takes a hash to its place in table
	pairs []id // the token of every two bytes, or noPair

	newline [128]int8 // what a newline adds to the piece that is one ASCII symbol
}

func newVocabulary(blob string, sizeBits uint) *vocabulary {
	v := &vocabulary{blob: blob, table: make([]uint32, 1<<sizeBits), shift: 64 - sizeBits, pairs: make([]id, 1<<16)}
	for i := range v.pairs {
		v.pairs[i] = noPair
	}
	mask := uint64(len(v.table) - 1)
	for at := 0; at < len(blob); {
		start, end := at+1, at+1+int(blob[at])
		h := hash(blob[start:end])
		i := h >> v.shift
		for v.table[i] != 0 {
			i = (i + 1) & mask
		}
		v.table[i] = uint32(h)<<idBits | uint32(start)
		if end-start == 2 {
			v.pairs[int(blob[start])<<8|int(blob[start+1])] = id(start)
		}
		at = end
	}
	for c := range v.newline {
		if v.pairs[c<<8|'\n'] == noPair {
			v.newline[c] = 1
		}
	}
	return v
}

// find returns the token with exactly these bytes, or 0.
func find[T text](v *vocabulary, s T) id {
	h := hash(s)
	mask := uint64(len(v.table) - 1)
	for i := h >> v.shift; ; i = (i + 1) & mask {
		e := v.table[i]
		if e == 0 {
			return 0
		}
		if (e^uint32(h)<<idBits)>>idBits != 0 {
			continue
		}
		at := int(e & idMask)
		if int(v.blob[at-1]) == len(s) && v.blob[at:at+len(s)] == string(s) {
			return e & idMask
		}
	}
}

// hash mixes the length and all bytes of s. Its high bits place an entry, its
// low ones are kept with it.
func hash[T text](s T) uint64 {
	const k0, k1 = 0x9e3779b97f4a7c15, 0xd6e8feb86659fd93
	var a, b uint64
	switch n := len(s); {
	case n == 0:
	case n < 4:
		a = uint64(s[0]) | uint64(s[n/2])<<8 | uint64(s[n-1])<<16
	case n <= 8:
		a, b = four(s, 0), four(s, n-4)
	default:
		for i := 0; i+8 < n; i += 8 {
			hi, lo := bits.Mul64(a^eight(s, i)^k0, k1)
			a = hi ^ lo
		}
		b = eight(s, n-8)
	}
	hi, lo := bits.Mul64(a^k0, b^k1^uint64(len(s)))
	hi, lo = bits.Mul64(hi^lo, k0)
	return hi ^ lo
}

func four[T text](s T, i int) uint64 {
	_ = s[i+3]
	return uint64(s[i]) | uint64(s[i+1])<<8 | uint64(s[i+2])<<16 | uint64(s[i+3])<<24
}

func eight[T text](s T, i int) uint64 {
	_ = s[i+7]
	return uint64(s[i]) | uint64(s[i+1])<<8 | uint64(s[i+2])<<16 | uint64(s[i+3])<<24 |
		uint64(s[i+4])<<32 | uint64(s[i+5])<<40 | uint64(s[i+6])<<48 | uint64(s[i+7])<<56
}
