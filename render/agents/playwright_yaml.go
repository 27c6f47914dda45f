package agents

import (
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/internal/text/jsvalue"
)

// yamlKey quotes a key where YAML would read it as something else.
func yamlKey(s string) string {
	if !yamlNeedsQuotes(s) {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", "''") + "'"
}

// appendYAMLValue writes a value, quoted where YAML would read it as something
// else.
func appendYAMLValue(dst []byte, s string) []byte {
	if !yamlNeedsQuotes(s) {
		return append(dst, s...)
	}
	dst = append(dst, '"')
	for i := 0; i < len(s); {
		c, n := jsontext.DecodeRune(s[i:])
		switch {
		case c == '\\' || c == '"':
			dst = append(dst, '\\', byte(c))
		case c == '\b':
			dst = append(dst, `\b`...)
		case c == '\f':
			dst = append(dst, `\f`...)
		case c == '\n':
			dst = append(dst, `\n`...)
		case c == '\r':
			dst = append(dst, `\r`...)
		case c == '\t':
			dst = append(dst, `\t`...)
		case c < 0x20 || c >= 0x7F && c < 0xA0:
			dst = append(dst, '\\', 'x', "0123456789abcdef"[c>>4], "0123456789abcdef"[c&15])
		default:
			dst = append(dst, s[i:i+n]...)
		}
		i += n
	}
	return append(dst, '"')
}

// yamlNeedsQuotes is Playwright's test for a text that YAML would not read as
// itself.
func yamlNeedsQuotes(s string) bool {
	if s == "" || strings.ContainsRune("-&*],?!>|@\"'#%[", rune(s[0])) {
		return true
	}
	before := rune(-1)
	first := true
	for i := 0; i < len(s); {
		c, n := jsontext.DecodeRune(s[i:])
		i += n
		switch {
		case c == '{' || c == '}' || c == '`' || c == '\n' || c == '\r',
			c < 0x20 && c != '\t', c >= 0x7F && c < 0xA0,
			c == '#' && jsvalue.IsSpace(before),
			jsvalue.IsSpace(c) && (first || i == len(s) || before == ':'),
			c == ':' && i == len(s):
			return true
		}
		before, first = c, false
	}
	return yamlWord(s) || isJSNumber(s)
}

// yamlWord reports the words that YAML reads as booleans, null or numbers.
func yamlWord(s string) bool {
	const longest = 5
	if len(s) > longest {
		return false
	}
	lower := strings.ToLower(s)
	switch lower {
	case "y", "n", "yes", "no", "true", "false", "on", "off", "null", "~":
		return true
	}
	number := strings.TrimLeft(lower, "+-")
	return number == ".inf" || number == ".nan"
}

// isJSNumber reports a text that JavaScript's Number does not turn into NaN.
func isJSNumber(s string) bool {
	s = jsvalue.Trim(s)
	if s == "" {
		return true
	}
	if len(s) > 2 && s[0] == '0' {
		base := map[byte]int{'x': 16, 'X': 16, 'o': 8, 'O': 8, 'b': 2, 'B': 2}[s[1]]
		if base != 0 {
			return strings.Trim(strings.ToLower(s[2:]), "0123456789abcdef"[:base]) == ""
		}
	}
	s = strings.TrimPrefix(strings.TrimPrefix(s, "+"), "-")
	if s == "Infinity" {
		return true
	}
	mantissa, exp, hasExp := strings.Cut(strings.Replace(s, "E", "e", 1), "e")
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits := func(d string) bool { return strings.Trim(d, "0123456789") == "" }
	if whole == "" && fraction == "" || !digits(whole) || !digits(fraction) {
		return false
	}
	if !hasExp {
		return true
	}
	exp = strings.TrimPrefix(strings.TrimPrefix(exp, "+"), "-")
	return exp != "" && digits(exp)
}
