package pyvalue

import (
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode"

	"obscope/internal/text/jsontext"
)

// An Int is a Python integer: of any size, fast when it is small.
type Int struct {
	small int64
	big   *big.Int // set if the value does not fit small
}

// smallLimit keeps sums and differences of small values inside int64.
const smallLimit = 1 << 61

// Small makes an Int.
func Small(v int64) Int {
	if v > -smallLimit && v < smallLimit {
		return Int{small: v}
	}
	return Int{big: big.NewInt(v)}
}

func fromBig(b *big.Int) Int {
	if b.IsInt64() {
		if v := b.Int64(); v > -smallLimit && v < smallLimit {
			return Int{small: v}
		}
	}
	return Int{big: b}
}

// Big returns the value as a big.Int.
func (a Int) Big() *big.Int {
	if a.big != nil {
		return a.big
	}
	return big.NewInt(a.small)
}

// Int64 returns the value, and false if it is beyond ±2^61.
func (a Int) Int64() (int64, bool) { return a.small, a.big == nil }

// Clamped returns the value held within ±2^61.
func (a Int) Clamped() int64 {
	if a.big == nil {
		return a.small
	}
	return int64(a.big.Sign()) * smallLimit
}

// Add returns a + b.
func (a Int) Add(b Int) Int {
	if a.big == nil && b.big == nil {
		return Small(a.small + b.small)
	}
	return fromBig(new(big.Int).Add(a.Big(), b.Big()))
}

// Sub returns a - b.
func (a Int) Sub(b Int) Int {
	if a.big == nil && b.big == nil {
		return Small(a.small - b.small)
	}
	return fromBig(new(big.Int).Sub(a.Big(), b.Big()))
}

// Half is a // 2: division that rounds toward negative infinity.
func (a Int) Half() Int {
	if a.big == nil {
		return Int{small: a.small >> 1}
	}
	return fromBig(new(big.Int).Rsh(a.big, 1))
}

// Cmp compares a and b: -1, 0 or 1.
func (a Int) Cmp(b Int) int {
	if a.big == nil && b.big == nil {
		switch {
		case a.small < b.small:
			return -1
		case a.small > b.small:
			return 1
		}
		return 0
	}
	return a.Big().Cmp(b.Big())
}

// String prints the integer in decimal.
func (a Int) String() string {
	if a.big == nil {
		return strconv.FormatInt(a.small, 10)
	}
	return a.big.String()
}

// ToInt is Python's int() of a JSON value: floats truncate, booleans are 0 and
// 1, strings are parsed in any script's decimal digits. The error is the one
// Python raises.
func ToInt(v jsontext.Value) (Int, error) {
	switch v.Kind {
	case jsontext.Bool:
		if v.Text == "true" {
			return Small(1), nil
		}
		return Small(0), nil
	case jsontext.Number:
		return numberToInt(v.Text)
	case jsontext.String:
		return ParseInt(v.Text)
	}
	return Int{}, Errorf("TypeError", "int() argument must be a string, a bytes-like object or a real number, not '%s'", TypeName(v))
}

func numberToInt(spelling string) (Int, error) {
	if IsIntSpelling(spelling) {
		if n, err := strconv.ParseInt(spelling, 10, 64); err == nil {
			return Small(n), nil
		}
		if tooLong(spelling) {
			return Int{}, DigitsError(digitsOf(spelling))
		}
		b, _ := new(big.Int).SetString(spelling, 10)
		return fromBig(b), nil
	}
	return FloatToInt(parseFloat(spelling))
}

// FloatToInt is int() of a float: it truncates toward zero.
func FloatToInt(f float64) (Int, error) {
	switch {
	case math.IsNaN(f):
		return Int{}, Errorf("ValueError", "cannot convert float NaN to integer")
	case math.IsInf(f, 0):
		return Int{}, Errorf("OverflowError", "cannot convert float infinity to integer")
	case math.Abs(f) < smallLimit:
		return Small(int64(f)), nil
	}
	b, _ := big.NewFloat(f).Int(nil)
	return fromBig(b), nil
}

// intSpace is what int() strips from a string.
func intSpace(c rune) bool {
	switch c {
	case '\t', '\n', '\v', '\f', '\r', ' ', 0x85, 0xA0, 0x1680, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000:
		return true
	}
	return c >= 0x2000 && c <= 0x200A
}

// MaxIntDigits is CPython's limit on the digits of an integer that it reads.
const MaxIntDigits = 4300

// DigitsError is what CPython raises for an integer of so many digits.
func DigitsError(digits int) *Error {
	return Errorf("ValueError", "Exceeds the limit (%d digits) for integer string conversion: value has %d digits; use sys.set_int_max_str_digits() to increase the limit", MaxIntDigits, digits)
}

func digitsOf(spelling string) int { return len(strings.TrimPrefix(spelling, "-")) }

// tooLong reports an integer that CPython's json module refuses. Reading it
// would take time that grows with the square of its length.
func tooLong(spelling string) bool { return digitsOf(spelling) > MaxIntDigits }

// ParseInt is Python's int() of a string, base 10.
func ParseInt(s string) (Int, error) {
	invalid := func() error {
		// CPython writes %.200R: at most so many characters of the repr.
		return Errorf("ValueError", "invalid literal for int() with base 10: %.200s", ReprString(s))
	}
	body := strings.TrimFunc(s, intSpace)
	digits := make([]byte, 0, len(body))
	count := 0
	if body != "" && (body[0] == '+' || body[0] == '-') {
		digits = append(digits, body[0])
		body = body[1:]
	}
	afterDigit := false
	for _, c := range body {
		if c == '_' {
			if !afterDigit {
				return Int{}, invalid()
			}
			afterDigit = false
			continue
		}
		d, ok := decimalDigit(c)
		if !ok {
			return Int{}, invalid()
		}
		digits = append(digits, d)
		count++
		afterDigit = true
	}
	if !afterDigit {
		return Int{}, invalid()
	}
	if count > MaxIntDigits {
		return Int{}, DigitsError(count)
	}
	if n, err := strconv.ParseInt(string(digits), 10, 64); err == nil {
		return Small(n), nil
	}
	b, _ := new(big.Int).SetString(string(digits), 10)
	return fromBig(b), nil
}

// decimalDigit reads a digit of any script (category Nd): each script's ten
// digits follow one another, so the value is the distance to its zero.
func decimalDigit(c rune) (byte, bool) {
	if c >= '0' && c <= '9' {
		return byte(c), true
	}
	if c < 0x80 || !unicode.Is(unicode.Nd, c) {
		return 0, false
	}
	if c >= 0x1D7CE && c <= 0x1D7FF {
		// The mathematical digits are five runs of ten without a gap.
		return '0' + byte((c-0x1D7CE)%10), true
	}
	zero := c
	for unicode.Is(unicode.Nd, zero-1) && c-zero < 9 {
		zero--
	}
	return '0' + byte(c-zero), true
}
