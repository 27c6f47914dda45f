// Package fingerprint hashes what elements say, so that equal things are found
// without comparing all with all. Hashes hold within one process only: they
// are never written.
package fingerprint

import "hash/maphash"

var seed = maphash.MakeSeed()

// Text is the hash of a text; that of "" is 0.
func Text(s string) uint64 {
	if s == "" {
		return 0
	}
	return maphash.String(seed, s)
}

// Bytes is Text of a byte slice.
func Bytes(b []byte) uint64 {
	if len(b) == 0 {
		return 0
	}
	return maphash.Bytes(seed, b)
}

// Mix joins two hashes; the order counts.
func Mix(a, b uint64) uint64 {
	h := a*0x9E3779B97F4A7C15 ^ b
	h ^= h >> 30
	h *= 0xBF58476D1CE4E5B9
	h ^= h >> 27
	h *= 0x94D049BB133111EB
	return h ^ h>>31
}
