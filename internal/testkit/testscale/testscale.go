// Package testscale sizes tests whose work grows with a number: under the race
// detector, which makes them many times slower, they do less of the same.
package testscale

// raceShare is the part of its work that a test does under the race detector.
const raceShare = 10

// Of returns n, and a tenth of it, at least 1, under the race detector.
func Of(n int) int {
	if Race {
		return max(1, n/raceShare)
	}
	return n
}
