// Package words spells numbers in sentences for people.
package words

import (
	"strconv"
	"strings"
)

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

// Article prints a noun with a or an before it, by its first letter.
func Article(noun string) string {
	if noun != "" && strings.ContainsRune("aeiouAEIOU", rune(noun[0])) {
		return "an " + noun
	}
	return "a " + noun
}

// Pick is what a sentence says of one thing, or of any other number of them.
func Pick(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// Nearest is the name that a word was meant to be; "" if none is near. A short
// word has few letters to get wrong.
func Nearest(word string, names []string) string {
	best, distance := "", min(3, 1+len(word)/3)
	for _, name := range names {
		if d := editDistance(word, name); d < distance {
			best, distance = name, d
		}
	}
	return best
}

// editDistance counts the letters to add, drop or change.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		diagonal := row[0]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := diagonal
			if a[i-1] != b[j-1] {
				cost++
			}
			diagonal = row[j]
			row[j] = min(cost, row[j]+1, row[j-1]+1)
		}
	}
	return row[len(b)]
}
