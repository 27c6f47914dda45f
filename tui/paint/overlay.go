package paint

import "github.com/charmbracelet/x/ansi"

// Overlay puts a piece of w cells over a line of total cells, at column x.
func Overlay(under, piece string, x, w, total int) string {
	left := ansi.Cut(under, 0, x)
	// A wide character that the piece cuts in half leaves a gap.
	if n := x - ansi.StringWidth(left); n > 0 {
		left += Blanks(n)
	}
	right := ansi.Cut(under, x+w, total)
	if ansi.StringWidth(right) > total-x-w {
		right = ansi.Cut(under, x+w+1, total) // and one that begins under it goes
	}
	if n := total - x - w - ansi.StringWidth(right); n > 0 {
		right = Blanks(n) + right
	}
	return left + Reset + piece + right
}
