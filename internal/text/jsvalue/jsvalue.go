// Package jsvalue prints, trims, rounds and lower-cases JSON values the way
// JavaScript does, for renderers whose original runs there.
package jsvalue

import (
	"math"
	"strconv"
	"strings"
	"unicode"

	"obscope/internal/text/jsontext"
)

// Number prints a JSON number as JavaScript prints the value it denotes: 7.0
// is 7, -0 is 0, exponents start at 1e+21 and 1e-7.
func Number(spelling string) string {
	f, err := strconv.ParseFloat(spelling, 64)
	if err != nil && !math.IsInf(f, 0) {
		return spelling
	}
	return Float(f)
}

// Float prints a double as JavaScript does.
func Float(f float64) string {
	switch {
	case math.IsNaN(f):
		return "NaN"
	case math.IsInf(f, 1):
		return "Infinity"
	case math.IsInf(f, -1):
		return "-Infinity"
	case f == 0:
		return "0"
	}
	abs := math.Abs(f)
	if abs >= 1e21 || abs < 1e-6 {
		s := strconv.FormatFloat(f, 'e', -1, 64)
		mantissa, exp, _ := strings.Cut(s, "e")
		sign := exp[:1]
		return mantissa + "e" + sign + strings.TrimLeft(exp[1:], "0")
	}
	return strconv.FormatFloat(f, 'f', -1, 64)
}

// Round is Math.round: half goes up, toward +infinity.
func Round(f float64) float64 {
	floor := math.Floor(f)
	if f-floor >= 0.5 {
		floor++
	}
	return floor
}

// Truthy is JavaScript's conversion to boolean; Missing is undefined.
func Truthy(v jsontext.Value) bool {
	switch v.Kind {
	case jsontext.Missing, jsontext.Null:
		return false
	case jsontext.Bool:
		return v.Text == "true"
	case jsontext.Number:
		f, _ := strconv.ParseFloat(v.Text, 64)
		return f != 0 && !math.IsNaN(f)
	case jsontext.String:
		return v.Text != ""
	}
	return true
}

// String is JavaScript's conversion to string, as a template literal does it;
// Missing is undefined.
func String(v jsontext.Value) string {
	switch v.Kind {
	case jsontext.Missing:
		return "undefined"
	case jsontext.Null:
		return "null"
	case jsontext.Number:
		return Number(v.Text)
	case jsontext.Array:
		return Join(v.Items, ",")
	case jsontext.Object:
		return "[object Object]"
	}
	return v.Text
}

// Join is Array.prototype.join: null and undefined items are empty, and arrays
// among the items, however deep, are joined with commas.
func Join(items []jsontext.Value, sep string) string {
	type level struct {
		items []jsontext.Value // still to come
		sep   string
		begun bool
	}
	var b strings.Builder
	for open := []level{{items: items, sep: sep}}; len(open) > 0; {
		top := &open[len(open)-1]
		if len(top.items) == 0 {
			open = open[:len(open)-1]
			continue
		}
		if top.begun {
			b.WriteString(top.sep)
		}
		item := top.items[0]
		top.items, top.begun = top.items[1:], true
		switch item.Kind {
		case jsontext.Null, jsontext.Missing:
		case jsontext.Array:
			open = append(open, level{items: item.Items, sep: ","})
		default:
			b.WriteString(String(item))
		}
	}
	return b.String()
}

// IsSpace reports the white space that String.prototype.trim removes: it has
// U+FEFF and lacks U+0085, unlike unicode.IsSpace.
func IsSpace(c rune) bool {
	switch c {
	case '\t', '\n', '\v', '\f', '\r', ' ', 0xA0, 0x1680, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF:
		return true
	}
	return c >= 0x2000 && c <= 0x200A
}

// Trim is String.prototype.trim.
func Trim(s string) string { return strings.TrimFunc(s, IsSpace) }

// Lower is String.prototype.toLowerCase: Unicode's full default mapping, with
// the final sigma and U+0130 becoming two code points.
func Lower(s string) string {
	ascii := true
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			ascii = false
			break
		}
	}
	if ascii {
		return strings.ToLower(s)
	}
	var b []byte
	for i := 0; i < len(s); {
		c, n := jsontext.DecodeRune(s[i:])
		switch {
		case c == 0x130:
			b = append(b, "i\u0307"...)
		case c == 0x3A3:
			if finalSigma(s, i, n) {
				b = append(b, "\u03C2"...)
			} else {
				b = append(b, "\u03C3"...)
			}
		case c == unicode.ReplacementChar || c >= 0xD800 && c < 0xE000:
			b = append(b, s[i:i+n]...)
		default:
			b = jsontext.AppendUnit(b, lowerRune(c))
		}
		i += n
	}
	return string(b)
}

// finalSigma applies Unicode's Final_Sigma condition to the sigma at s[at:at+n].
func finalSigma(s string, at, n int) bool {
	before := false
	for i := at; i > 0; {
		c, size := lastRune(s[:i])
		i -= size
		if caseIgnorable(c) {
			continue
		}
		before = cased(c)
		break
	}
	if !before {
		return false
	}
	for i := at + n; i < len(s); {
		c, size := jsontext.DecodeRune(s[i:])
		i += size
		if caseIgnorable(c) {
			continue
		}
		return !cased(c)
	}
	return true
}

func lastRune(s string) (rune, int) {
	for size := 1; size <= 4 && size <= len(s); size++ {
		if c := s[len(s)-size]; c < 0x80 || c >= 0xC0 {
			r, _ := jsontext.DecodeRune(s[len(s)-size:])
			return r, size
		}
	}
	return unicode.ReplacementChar, 1
}

// In Unicode 17 U+1171E is no mark and U+0295 no small letter any more.

func caseIgnorable(c rune) bool {
	switch c {
	case '\'', '.', ':', 0xB7, 0x387, 0x55F, 0x5F4, 0x2018, 0x2019, 0x2024, 0x2027, 0xFE13, 0xFE52, 0xFE55, 0xFF07, 0xFF0E, 0xFF1A:
		return true
	}
	return c != 0x1171E && unicode.In(c, unicode.Mn, unicode.Me, unicode.Cf, unicode.Lm, unicode.Sk, newerIgnorable)
}

func cased(c rune) bool {
	return c != 0x295 && unicode.In(c, unicode.Lu, unicode.Ll, unicode.Lt, unicode.Other_Lowercase, unicode.Other_Uppercase, newerCased)
}
