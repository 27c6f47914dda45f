package agents

import (
	"math"
	"strconv"
	"strings"

	"obscope/internal/text/pyvalue"
)

// pyPair reads a Python literal of at least two numbers: "(1, 2)", "[1.5, 2e1]".
func pyPair(s string) (a, b float64, ok bool) {
	if a, b, ok := plainPair(s); ok {
		return a, b, true
	}
	s = strings.Trim(s, " \t")
	if n := len(s); n >= 2 && (s[0] == '(' && s[n-1] == ')' || s[0] == '[' && s[n-1] == ']') {
		s = s[1 : n-1]
	}
	items := strings.Split(s, ",")
	if n := len(items); n > 2 && strings.TrimSpace(items[n-1]) == "" {
		items = items[:n-1]
	}
	if len(items) < 2 {
		return 0, 0, false
	}
	var v [2]float64
	for i, item := range items {
		f, ok := pyNumber(strings.TrimSpace(item))
		if !ok {
			return 0, 0, false
		}
		if i < len(v) {
			v[i] = f
		}
	}
	return v[0], v[1], true
}

// plainPair reads "(12, 34)", as places are mostly written.
func plainPair(s string) (a, b float64, ok bool) {
	if len(s) < 6 || s[0] != '(' || s[len(s)-1] != ')' {
		return 0, 0, false
	}
	x, y, found := strings.Cut(s[1:len(s)-1], ", ")
	const longest = 9 // digits that any int holds
	if !found || len(x) > longest || len(y) > longest {
		return 0, 0, false
	}
	digits := func(s string) (n int, ok bool) {
		for i := range len(s) {
			if s[i] < '0' || s[i] > '9' {
				return 0, false
			}
			n = 10*n + int(s[i]-'0')
		}
		return n, s != "" && (s[0] != '0' || len(s) == 1)
	}
	n, okX := digits(x)
	m, okY := digits(y)
	return float64(n), float64(m), okX && okY
}

// pyNumber reads a number as Python's source spells it.
func pyNumber(s string) (float64, bool) {
	negative := false
	for s != "" && (s[0] == '-' || s[0] == '+') {
		negative = negative != (s[0] == '-')
		s = strings.TrimLeft(s[1:], " \t")
	}
	if s == "" || s[0] != '.' && (s[0] < '0' || s[0] > '9') || strings.HasPrefix(s, "0") && pyvalue.IsIntSpelling(s) && strings.Trim(s, "0_") != "" && s[1] <= '9' {
		return 0, false
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil && !math.IsInf(f, 0) {
		n, errInt := strconv.ParseInt(s, 0, 64)
		if errInt != nil {
			if f, err = strconv.ParseFloat(strings.ReplaceAll(s, "_", ""), 64); err != nil {
				return 0, false
			}
		} else {
			f = float64(n)
		}
	}
	if negative {
		f = -f
	}
	return f, true
}
