//go:build !race

package screentest

const raceEnabled = false
