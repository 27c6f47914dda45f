package domsnap

import (
	"math"
	"strconv"

	"obscope/internal/text/jsontext"
	"obscope/model"
)

// Finite is the double that a text spells, 0 for what is not a finite number.
func Finite(spelling string) float64 {
	if f, ok := SmallInt(spelling); ok {
		return f
	}
	f, err := strconv.ParseFloat(spelling, 64)
	if err != nil || math.IsNaN(f) || math.IsInf(f, 0) {
		return 0
	}
	return f
}

// SmallInt is the fast path for the integers that most coordinates are.
func SmallInt(s string) (float64, bool) {
	if len(s) == 0 || len(s) > 15 || s[0] == '-' && len(s) == 1 {
		return 0, false
	}
	digits, sign := s, 1.0
	if s[0] == '-' {
		digits, sign = s[1:], -1
	}
	n := 0
	for _, c := range []byte(digits) {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int(c-'0')
	}
	return sign * float64(n), true
}

// Scalar is the spelling of a value that is not an object or array.
func Scalar(r *jsontext.Reader) (string, jsontext.Kind) {
	kind := r.Peek()
	switch kind {
	case jsontext.String:
		return r.String(), kind
	case jsontext.Number:
		return r.Number(), kind
	case jsontext.Bool:
		if r.Bool() {
			return "true", kind
		}
		return "false", kind
	}
	r.Skip()
	return "", kind
}

// ReadFloats reads an array of numbers; what is none counts as 0.
func ReadFloats(r *jsontext.Reader, into []float64) []float64 {
	for r.Array(); r.NextItem(); {
		if r.Peek() == jsontext.Number {
			into = append(into, Finite(r.Number()))
		} else {
			r.Skip()
			into = append(into, 0)
		}
	}
	return into
}

// WebURL is the address of an element, as CDP or puppeteer tells it.
func WebURL(e *model.Element) string {
	if v := e.Member("url"); v.Kind == jsontext.String {
		return v.Text
	}
	for _, p := range e.Member("properties").Items {
		if p.Member("name").Text == "url" {
			return p.Member("value").Member("value").Text
		}
	}
	return ""
}
