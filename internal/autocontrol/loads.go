package autocontrol

import (
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/internal/text/pyvalue"
)

// loadsJSON is json.loads of a string, with the errors of CPython 3.11.
func loadsJSON(s string) (jsontext.Value, error) {
	if err := checkJSON(s); err != nil {
		return jsontext.Value{}, err
	}
	return jsontext.Parse(s)
}

// checkJSON reports where CPython's decoder stops. It walks the text as that
// decoder does, because what it says and where differs from other readers.
func checkJSON(s string) error {
	if strings.HasPrefix(s, "\ufeff") {
		return decodeError(s, 0, "Unexpected UTF-8 BOM (decode using utf-8-sig)")
	}
	c := checker{s: s}
	c.space()
	for c.err == nil && c.step() {
	}
	if c.err == nil && c.at < len(s) {
		c.fail(c.at, "Extra data")
	}
	return c.err
}

// A checker walks a JSON text. open holds the brackets that are open.
type checker struct {
	s    string
	at   int
	open []byte
	err  error
}

// decodeError is a JSONDecodeError: places are counted in code points.
func decodeError(s string, at int, what string) error {
	before := s[:at]
	line := strings.Count(before, "\n") + 1
	column := codePoints(before[strings.LastIndexByte(before, '\n')+1:]) + 1
	return pyvalue.Errorf("JSONDecodeError", "%s: line %d column %d (char %d)", what, line, column, codePoints(before))
}

func codePoints(s string) int {
	n := 0
	for i := 0; i < len(s); i++ {
		if s[i]&0xC0 != 0x80 {
			n++
		}
	}
	return n
}

func (c *checker) fail(at int, what string) bool {
	if c.err == nil {
		c.err = decodeError(c.s, at, what)
	}
	return false
}

func (c *checker) space() {
	for c.at < len(c.s) && strings.IndexByte(" \t\n\r", c.s[c.at]) >= 0 {
		c.at++
	}
}

func (c *checker) has(b byte) bool { return c.at < len(c.s) && c.s[c.at] == b }

// step reads one value, or its opening bracket, and then closes what ends after
// it; false at the end of the outermost value.
func (c *checker) step() bool {
	opened := false
	switch {
	case c.has('{') || c.has('['):
		b := c.s[c.at]
		if len(c.open) == maxNesting {
			c.err = recursionError(b)
			return false
		}
		c.open = append(c.open, b)
		c.at++
		c.space()
		opened = true
	case c.has('"'):
		if !c.text() {
			return false
		}
	case !c.word() && !c.number():
		return c.fail(c.at, "Expecting value")
	}
	for c.err == nil {
		if len(c.open) > 0 || !opened {
			c.space()
		}
		if len(c.open) == 0 {
			return false
		}
		top := c.open[len(c.open)-1]
		if c.has(top + 2) { // ] and } are two after [ and {
			c.at++
			c.open = c.open[:len(c.open)-1]
			opened = false
			continue
		}
		if !opened {
			if !c.has(',') {
				return c.fail(c.at, "Expecting ',' delimiter")
			}
			c.at++
			c.space()
		}
		return top == '[' || c.key()
	}
	return false
}

// key reads a member's name and the colon.
func (c *checker) key() bool {
	if !c.has('"') {
		return c.fail(c.at, "Expecting property name enclosed in double quotes")
	}
	if !c.text() {
		return false
	}
	c.space()
	if !c.has(':') {
		return c.fail(c.at, "Expecting ':' delimiter")
	}
	c.at++
	c.space()
	return true
}

func (c *checker) text() bool {
	begin := c.at
	for i := begin + 1; i < len(c.s); i++ {
		switch b := c.s[i]; {
		case b == '"':
			c.at = i + 1
			return true
		case b < 0x20:
			return c.fail(i, "Invalid control character at")
		case b == '\\':
			i++
			switch {
			case i == len(c.s):
				return c.fail(begin, "Unterminated string starting at")
			case c.s[i] == 'u':
				if i+5 >= len(c.s) || !hex4(c.s[i+1:i+5]) {
					return c.fail(i, `Invalid \uXXXX escape`)
				}
				i += 4
			case strings.IndexByte(`"\/bfnrt`, c.s[i]) < 0:
				return c.fail(i-1, `Invalid \escape`)
			}
		}
	}
	return c.fail(begin, "Unterminated string starting at")
}

func hex4(s string) bool {
	return strings.Trim(s, "0123456789abcdefABCDEF") == ""
}

func (c *checker) word() bool {
	for _, w := range [...]string{"null", "true", "false", "NaN", "Infinity", "-Infinity"} {
		if strings.HasPrefix(c.s[c.at:], w) {
			c.at += len(w)
			return true
		}
	}
	return false
}

// number reads what the decoder takes for one: it leaves a fraction or an
// exponent without digits to whoever comes next.
func (c *checker) number() bool {
	i := c.at
	digits := func() int {
		from := i
		for i < len(c.s) && c.s[i] >= '0' && c.s[i] <= '9' {
			i++
		}
		return i - from
	}
	if i < len(c.s) && c.s[i] == '-' {
		i++
	}
	whole := 1
	if i < len(c.s) && c.s[i] == '0' {
		i++
	} else if whole = digits(); whole == 0 {
		return false
	}
	isInt := true
	if end := i; i < len(c.s) && c.s[i] == '.' {
		if i++; digits() == 0 {
			i = end
		} else {
			isInt = false
		}
	}
	if end := i; i < len(c.s) && (c.s[i] == 'e' || c.s[i] == 'E') {
		if i++; i < len(c.s) && (c.s[i] == '+' || c.s[i] == '-') {
			i++
		}
		if digits() == 0 {
			i = end
		} else {
			isInt = false
		}
	}
	if isInt && whole > pyvalue.MaxIntDigits {
		c.err = pyvalue.DigitsError(whole)
	}
	c.at = i
	return true
}
