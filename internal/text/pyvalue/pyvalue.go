// Package pyvalue prints, compares and converts JSON values the way CPython
// 3.11 does once its json module has read them, for renderers whose original
// runs there.
package pyvalue

import (
	"fmt"
	"math"
	"sort"
	"strconv"
	"strings"

	"obscope/internal/text/jsontext"
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

var repr = jsontext.Printer{
	Comma: ", ", Colon: ": ",
	Name:   func(dst []byte, name string) []byte { return append(dst, ReprString(name)...) },
	Scalar: appendReprScalar,
}

// Repr is Python's repr() of a value. CPython gives up at about a thousand
// levels; this does not.
func Repr(v jsontext.Value) string { return string(repr.Append(nil, v)) }

func appendReprScalar(dst []byte, v jsontext.Value) []byte {
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

// IsSpace is str.isspace of one code point: unlike JavaScript's white space it
// has U+001C to U+001F and U+0085, and lacks U+FEFF.
func IsSpace(c rune) bool {
	switch c {
	case 0x85, 0xA0, 0x1680, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000:
		return true
	}
	return c >= 0x09 && c <= 0x0D || c >= 0x1C && c <= 0x20 || c >= 0x2000 && c <= 0x200A
}

// Strip is str.strip.
func Strip(s string) string { return strings.TrimFunc(s, IsSpace) }

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

var dumps = jsontext.Printer{Comma: ", ", Colon: ": ", Name: AppendJSONString, Scalar: appendJSONScalar}

// AppendJSON appends json.dumps(v, ensure_ascii=False): ", " and ": " between
// parts, non-ASCII raw, NaN and Infinity bare, floats as repr prints them.
func AppendJSON(dst []byte, v jsontext.Value) []byte { return dumps.Append(dst, v) }

func appendJSONScalar(dst []byte, v jsontext.Value) []byte {
	switch v.Kind {
	case jsontext.Bool:
		return append(dst, v.Text...)
	case jsontext.Number:
		return append(dst, jsonNumber(v.Text)...)
	case jsontext.String:
		return AppendJSONString(dst, v.Text)
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
// surrogate half, on which Python would fail while writing, stays an escape.
func AppendJSONString(dst []byte, s string) []byte { return jsontext.AppendQuote(dst, s) }
