// Package words spells numbers in sentences for people.
package words

import "strconv"

// Thousands prints a whole number with a comma before every third digit from
// the end: 1,234,567.
func Thousands(n int) string {
	s := strconv.Itoa(n)
	first := 0 // the digits start behind the sign
	if n < 0 {
		first = 1
	}
	for at := len(s) - 3; at > first; at -= 3 {
		s = s[:at] + "," + s[at:]
	}
	return s
}

// Count prints a number with its noun: 1 element, 3 elements.
func Count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}
