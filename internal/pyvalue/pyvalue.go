// Package pyvalue prints, compares and converts JSON values the way CPython
// 3.11 does once its json module has read them, for renderers whose original
// runs there.
package pyvalue

import (
	"fmt"
	"math"
	"math/big"
	"sort"
	"strconv"
	"strings"

	"obscope/internal/jsontext"
)

// An Error is an exception that the original would raise.
type Error struct {
	Class string // KeyError, TypeError, ValueError …
	Text  string // what str() of the exception gives
}

func (e *Error) Error() string { return e.Class + ": " + e.Text }

// Errorf makes an Error.
func Errorf(class, format string, args ...any) *Error {
	return &Error{class, fmt.Sprintf(format, args...)}
}

// KeyError is the exception for a missing key.
func KeyError(key string) *Error { return &Error{"KeyError", ReprString(key)} }

// TypeName is the name of the Python type that json reads the value as.
func TypeName(v jsontext.Value) string {
	switch v.Kind {
	case jsontext.Bool:
		return "bool"
	case jsontext.Number:
		if IsIntSpelling(v.Text) {
			return "int"
		}
		return "float"
	case jsontext.String:
		return "str"
	case jsontext.Array:
		return "list"
	case jsontext.Object:
		return "dict"
	}
	return "NoneType"
}

// IsIntSpelling reports whether json reads the number as an int.
func IsIntSpelling(spelling string) bool { return !strings.ContainsAny(spelling, ".eENI") }

func parseFloat(spelling string) float64 {
	f, _ := strconv.ParseFloat(spelling, 64) // out of range comes back as ±Inf, as in Python
	return f
}

// Float prints a double as repr does: 1.0, 1e+16, 1e-07, inf, nan.
func Float(f float64) string {
	switch {
	case math.IsNaN(f):
		return "nan"
	case math.IsInf(f, 1):
		return "inf"
	case math.IsInf(f, -1):
		return "-inf"
	}
	s := strconv.FormatFloat(f, 'e', -1, 64)
	mantissa, expText, _ := strings.Cut(s, "e")
	exp, _ := strconv.Atoi(expText)
	if exp < -4 || exp >= 16 {
		return fmt.Sprintf("%se%+03d", mantissa, exp)
	}
	s = strconv.FormatFloat(f, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}

// Number prints a JSON number as Python prints the value json reads.
func Number(spelling string) string {
	if !IsIntSpelling(spelling) {
		return Float(parseFloat(spelling))
	}
	if spelling == "-0" {
		return "0"
	}
	return spelling
}

// Str is Python's str() of a value; Missing prints as None.
func Str(v jsontext.Value) string {
	if v.Kind == jsontext.String {
		return v.Text
	}
	return Repr(v)
}

// Repr is Python's repr() of a value.
func Repr(v jsontext.Value) string { return string(appendRepr(nil, v, 0)) }

// maxDepth bounds the nesting that is printed or compared. CPython gives up
// at about a thousand levels.
const maxDepth = 10_000

func appendRepr(dst []byte, v jsontext.Value, depth int) []byte {
	if depth > maxDepth {
		return append(dst, "..."...)
	}
	switch v.Kind {
	case jsontext.Bool:
		if v.Text == "true" {
			return append(dst, "True"...)
		}
		return append(dst, "False"...)
	case jsontext.Number:
		return append(dst, Number(v.Text)...)
	case jsontext.String:
		return append(dst, ReprString(v.Text)...)
	case jsontext.Array:
		dst = append(dst, '[')
		for i, item := range v.Items {
			if i > 0 {
				dst = append(dst, ", "...)
			}
			dst = appendRepr(dst, item, depth+1)
		}
		return append(dst, ']')
	case jsontext.Object:
		dst = append(dst, '{')
		for i, m := range v.Unique() {
			if i > 0 {
				dst = append(dst, ", "...)
			}
			dst = append(append(dst, ReprString(m.Name)...), ": "...)
			dst = appendRepr(dst, m.Value, depth+1)
		}
		return append(dst, '}')
	}
	return append(dst, "None"...)
}

// ReprString is repr() of a str: single quotes unless only those are inside,
// non-printable code points of Unicode 14 escaped.
func ReprString(s string) string {
	quote := byte('\'')
	if strings.IndexByte(s, '\'') >= 0 && strings.IndexByte(s, '"') < 0 {
		quote = '"'
	}
	b := make([]byte, 0, len(s)+2)
	b = append(b, quote)
	for i := 0; i < len(s); {
		c, n := jsontext.DecodeRune(s[i:])
		switch {
		case c == rune(quote) || c == '\\':
			b = append(b, '\\', byte(c))
		case c == '\n':
			b = append(b, `\n`...)
		case c == '\r':
			b = append(b, `\r`...)
		case c == '\t':
			b = append(b, `\t`...)
		case c >= 0x20 && c < 0x7F || c >= 0xA1 && Printable(c):
			b = append(b, s[i:i+n]...)
		case c < 0x100:
			b = fmt.Appendf(b, `\x%02x`, c)
		case c < 0x10000:
			b = fmt.Appendf(b, `\u%04x`, c)
		default:
			b = fmt.Appendf(b, `\U%08x`, c)
		}
		i += n
	}
	return string(append(b, quote))
}

// Printable is str.isprintable of one code point in CPython 3.11.
func Printable(c rune) bool {
	i := sort.Search(len(nonprintable), func(i int) bool { return nonprintable[i][1] >= c })
	return i == len(nonprintable) || c < nonprintable[i][0]
}

// Truthy is Python's truth value.
func Truthy(v jsontext.Value) bool {
	switch v.Kind {
	case jsontext.Bool:
		return v.Text == "true"
	case jsontext.Number:
		return parseFloat(v.Text) != 0 // NaN is true
	case jsontext.String:
		return v.Text != ""
	case jsontext.Array:
		return len(v.Items) > 0
	case jsontext.Object:
		return len(v.Members) > 0
	}
	return false
}

// AppendJSON appends json.dumps(v, ensure_ascii=False): ", " and ": " between
// parts, non-ASCII raw, NaN and Infinity bare, floats as repr prints them.
func AppendJSON(dst []byte, v jsontext.Value) []byte { return appendJSON(dst, v, 0) }

func appendJSON(dst []byte, v jsontext.Value, depth int) []byte {
	if depth > maxDepth {
		return append(dst, "null"...)
	}
	switch v.Kind {
	case jsontext.Bool:
		return append(dst, v.Text...)
	case jsontext.Number:
		return append(dst, jsonNumber(v.Text)...)
	case jsontext.String:
		return AppendJSONString(dst, v.Text)
	case jsontext.Array:
		dst = append(dst, '[')
		for i, item := range v.Items {
			if i > 0 {
				dst = append(dst, ", "...)
			}
			dst = appendJSON(dst, item, depth+1)
		}
		return append(dst, ']')
	case jsontext.Object:
		dst = append(dst, '{')
		for i, m := range v.Unique() {
			if i > 0 {
				dst = append(dst, ", "...)
			}
			dst = append(AppendJSONString(dst, m.Name), ": "...)
			dst = appendJSON(dst, m.Value, depth+1)
		}
		return append(dst, '}')
	}
	return append(dst, "null"...)
}

func jsonNumber(spelling string) string {
	s := Number(spelling)
	switch s {
	case "nan":
		return "NaN"
	case "inf":
		return "Infinity"
	case "-inf":
		return "-Infinity"
	}
	return s
}

// AppendJSONString appends a string as json.dumps(ensure_ascii=False) does. A
// surrogate half, on which Python would fail while writing, becomes U+FFFD.
func AppendJSONString(dst []byte, s string) []byte {
	s = jsontext.Scrub(s)
	dst = append(dst, '"')
	from := 0
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < 0x20 || c == '"' || c == '\\' {
			dst = jsontext.AppendControl(append(dst, s[from:i]...), c)
			from = i + 1
		}
	}
	return append(append(dst, s[from:]...), '"')
}

// Equal is Python's ==: 1, 1.0 and True are equal, the order of a dict's keys
// does not count, ints and floats compare exactly. Missing equals null.
func Equal(a, b jsontext.Value) bool { return equal(a, b, 0) }

func equal(a, b jsontext.Value, depth int) bool {
	if depth > maxDepth {
		return false
	}
	if isNumber(a) && isNumber(b) {
		return equalNumbers(a, b)
	}
	switch {
	case isNone(a) || isNone(b):
		return isNone(a) && isNone(b)
	case a.Kind != b.Kind:
		return false
	case a.Kind == jsontext.String:
		return a.Text == b.Text
	case a.Kind == jsontext.Array:
		if len(a.Items) != len(b.Items) {
			return false
		}
		for i := range a.Items {
			if !sameItem(a.Items[i], b.Items[i], depth+1) {
				return false
			}
		}
		return true
	}
	left, right := a.Unique(), b.Unique()
	if len(left) != len(right) {
		return false
	}
	for _, m := range left {
		other, ok := b.Lookup(m.Name)
		if !ok || !sameItem(m.Value, other, depth+1) {
			return false
		}
	}
	return true
}

// sameItem is how lists and dicts compare what they hold: what is one object is
// equal, and the json module reads every NaN as the same object.
func sameItem(a, b jsontext.Value, depth int) bool {
	return a.Kind == jsontext.Number && b.Kind == jsontext.Number && a.Text == "NaN" && b.Text == "NaN" || equal(a, b, depth)
}

func isNone(v jsontext.Value) bool { return v.Kind == jsontext.Null || v.Kind == jsontext.Missing }

func isNumber(v jsontext.Value) bool { return v.Kind == jsontext.Number || v.Kind == jsontext.Bool }

func equalNumbers(a, b jsontext.Value) bool {
	if a.Kind == jsontext.Number && b.Kind == jsontext.Number && a.Text == b.Text {
		return !strings.Contains(a.Text, "NaN")
	}
	x, okX := exact(a)
	y, okY := exact(b)
	if !okX || !okY {
		// An infinity equals itself alone, NaN nothing.
		return !okX && !okY && parseFloat(a.Text) == parseFloat(b.Text)
	}
	return x.Cmp(y) == 0
}

func exact(v jsontext.Value) (*big.Rat, bool) {
	if v.Kind == jsontext.Bool {
		if v.Text == "true" {
			return big.NewRat(1, 1), true
		}
		return new(big.Rat), true
	}
	if IsIntSpelling(v.Text) {
		r, ok := new(big.Rat).SetString(v.Text)
		return r, ok
	}
	f := parseFloat(v.Text)
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return nil, false
	}
	return new(big.Rat).SetFloat64(f), true
}
