//go:build race

package screentest

const raceEnabled = true
