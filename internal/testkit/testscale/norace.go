//go:build !race

package testscale

// Race reports that the race detector is on.
const Race = false
