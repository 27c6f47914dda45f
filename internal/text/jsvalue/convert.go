package jsvalue

import (
	"math"
	"strconv"
	"strings"

	"obscope/internal/text/jsontext"
)

// Printable reports whether String(v) returns. An object with a member
// toString, which is never a function in JSON, makes it throw, also within
// arrays.
func Printable(v jsontext.Value) bool {
	for left := []jsontext.Value{v}; len(left) > 0; {
		v, left = left[len(left)-1], left[:len(left)-1]
		if _, own := v.Lookup("toString"); own {
			return false
		}
		left = append(left, v.Items...)
	}
	return true
}

// ToNumber is Number(v), for the values that Printable passes.
func ToNumber(v jsontext.Value) float64 {
	switch v.Kind {
	case jsontext.Null:
		return 0
	case jsontext.Bool:
		if v.IsTrue() {
			return 1
		}
		return 0
	case jsontext.Number:
		f, err := strconv.ParseFloat(v.Text, 64)
		if err != nil && !math.IsInf(f, 0) {
			return math.NaN()
		}
		return f
	case jsontext.String:
		return textToNumber(v.Text)
	case jsontext.Array:
		return textToNumber(String(v))
	}
	return math.NaN()
}

// textToNumber is Number(s) of a text: white space around it is passed over,
// nothing is 0, and the prefixes 0x, 0o and 0b take no sign.
func textToNumber(s string) float64 {
	s = Trim(s)
	if s == "" {
		return 0
	}
	if len(s) > 2 && s[0] == '0' && strings.ContainsRune("xXoObB", rune(s[1])) && !strings.Contains(s, "_") {
		n, err := strconv.ParseUint(s, 0, 64)
		if err != nil {
			return math.NaN()
		}
		return float64(n)
	}
	switch s {
	case "Infinity", "+Infinity":
		return math.Inf(1)
	case "-Infinity":
		return math.Inf(-1)
	}
	if strings.Trim(s, "+-.eE0123456789") != "" {
		return math.NaN()
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil && !math.IsInf(f, 0) {
		return math.NaN()
	}
	return f
}
