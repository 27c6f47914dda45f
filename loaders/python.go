package loaders

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"

	"obscope/internal/text/jsontext"
)

// pythonLiteral finds the start of a dictionary or list as Python prints it,
// with at most a name before it: axtree: {'nodes': […
func pythonLiteral(start string) (int, bool) {
	at := 0
	if word := strings.IndexByte(start, ':'); word > 0 && word < 64 && isName(start[:word]) {
		at = word + 1
	} else if word := strings.IndexByte(start, '='); word > 0 && word < 64 && isName(strings.TrimSpace(start[:word])) {
		at = word + 1
	}
	for at < len(start) && strings.IndexByte(" \t\r\n", start[at]) >= 0 {
		at++
	}
	i := at
	for i < len(start) && strings.IndexByte("[( \t\r\n", start[i]) >= 0 {
		i++
	}
	if i >= len(start) || start[i] != '{' {
		return 0, false
	}
	for i++; i < len(start) && strings.IndexByte(" \t\r\n", start[i]) >= 0; i++ {
	}
	// A double quote starts a key of JSON too; there it follows a prefix only.
	return at, i < len(start) && (start[i] == '\'' || start[i] == '"' && at > 0)
}

func isName(s string) bool {
	for _, c := range []byte(s) {
		if !isNameStart(c) && (c < '0' || c > '9') {
			return false
		}
	}
	return s != ""
}

// pythonToJSON rewrites a Python literal as JSON: dictionaries, lists, tuples,
// strings of any prefix, numbers, True, False and None. It stops after the
// first value; what else was printed does not count. Any depth is read.
func pythonToJSON(s string) (string, error) {
	p := &pythonReader{s: s, out: make([]byte, 0, len(s)+len(s)/16)}
	if err := p.value(); err != nil {
		return "", err
	}
	return string(p.out), nil
}

type pythonReader struct {
	s    string
	pos  int
	out  []byte
	open []byte // the closing characters of what is open
}

func (p *pythonReader) fail(what string) error { return fmt.Errorf("byte %d: %s", p.pos, what) }

func (p *pythonReader) space() {
	for p.pos < len(p.s) {
		switch p.s[p.pos] {
		case ' ', '\t', '\r', '\n':
			p.pos++
		case '#':
			if at := strings.IndexByte(p.s[p.pos:], '\n'); at >= 0 {
				p.pos += at
			} else {
				p.pos = len(p.s)
			}
		default:
			return
		}
	}
}

// value reads one value with everything in it.
func (p *pythonReader) value() error {
	for {
		p.space()
		if p.pos >= len(p.s) {
			return p.fail("the text ends where a value should be")
		}
		switch c := p.s[p.pos]; {
		case len(p.open) > 0 && c == p.open[len(p.open)-1]:
			// Empty, or after a trailing comma.
			if last := len(p.out) - 1; p.out[last] == ',' {
				p.out = p.out[:last]
			}
		case c == '{':
			p.enter('{', '}')
			continue
		case c == '[':
			p.enter('[', ']')
			continue
		case c == '(':
			p.enter('[', ')')
			continue
		default:
			if err := p.atom(); err != nil {
				return err
			}
		}
		more, err := p.after()
		if err != nil || !more {
			return err
		}
	}
}

func (p *pythonReader) enter(json, end byte) {
	p.out = append(p.out, json)
	p.open = append(p.open, end)
	p.pos++
}

// after reads what follows a value: separators, and the ends of what is open.
// It reports whether another value follows.
func (p *pythonReader) after() (bool, error) {
	for len(p.open) > 0 {
		p.space()
		if p.pos >= len(p.s) {
			return false, p.fail(fmt.Sprintf("the text ends inside %d open brackets: it is cut short", len(p.open)))
		}
		end := p.open[len(p.open)-1]
		switch c := p.s[p.pos]; {
		case c == ',':
			p.pos++
			p.out = append(p.out, ',')
			return true, nil
		case c == ':' && end == '}':
			p.pos++
			p.out = append(p.out, ':')
			return true, nil
		case c == end:
			p.pos++
			if end == ')' {
				end = ']'
			}
			p.out = append(p.out, end)
			p.open = p.open[:len(p.open)-1]
		default:
			return false, p.fail(fmt.Sprintf("%q where a comma or %q should be", c, end))
		}
	}
	return false, nil
}

func (p *pythonReader) atom() error {
	at := p.pos
	for at < len(p.s) && (isNameStart(p.s[at]) || p.s[at] >= '0' && p.s[at] <= '9' || strings.IndexByte("+-.", p.s[at]) >= 0) {
		at++
	}
	word := p.s[p.pos:at]
	if at < len(p.s) && (p.s[at] == '\'' || p.s[at] == '"') {
		prefix := strings.ToLower(word)
		switch prefix {
		case "", "u", "r", "b", "br", "rb":
			p.pos = at
			return p.text(strings.Contains(prefix, "r"))
		}
	}
	switch word {
	case "True":
		p.out = append(p.out, "true"...)
	case "False":
		p.out = append(p.out, "false"...)
	case "None":
		p.out = append(p.out, "null"...)
	case "nan":
		p.out = append(p.out, "NaN"...)
	case "inf":
		p.out = append(p.out, "Infinity"...)
	case "-inf":
		p.out = append(p.out, "-Infinity"...)
	default:
		number, ok := pythonNumber(word)
		if !ok {
			return p.fail("neither a string, a number nor True, False or None")
		}
		if len(p.open) > 0 && p.open[len(p.open)-1] == '}' && isKeyPosition(p.out) {
			number = `"` + number + `"`
		}
		p.out = append(p.out, number...)
	}
	p.pos = at
	return nil
}

// isKeyPosition reports whether a key of an object comes next.
func isKeyPosition(out []byte) bool {
	return len(out) > 0 && (out[len(out)-1] == '{' || out[len(out)-1] == ',')
}

// mostPythonDigits bounds the numbers that are not spelled as in JSON: reading
// them takes time that grows with the square of their length.
const mostPythonDigits = 4096

// pythonNumber spells a number as JSON does.
func pythonNumber(word string) (string, bool) {
	r := jsontext.NewReader(word)
	if n := r.Number(); r.Err() == nil && len(n) == len(word) {
		return word, true
	}
	if len(word) < mostPythonDigits {
		if n, ok := new(big.Int).SetString(word, 0); ok {
			return n.String(), true
		}
	}
	if f, err := strconv.ParseFloat(word, 64); err == nil {
		return strconv.FormatFloat(f, 'g', -1, 64), true
	}
	return "", false
}

// text reads a string in single, double or triple quotes.
func (p *pythonReader) text(raw bool) error {
	start := p.pos
	quote := p.s[p.pos : p.pos+1]
	if triple := quote + quote + quote; strings.HasPrefix(p.s[p.pos:], triple) {
		quote = triple
	}
	i := p.pos + len(quote)
	var buf []byte
	for {
		switch {
		case i >= len(p.s):
			p.pos = start
			return p.fail("the string that starts here does not end")
		case strings.HasPrefix(p.s[i:], quote):
			p.pos = i + len(quote)
			p.out = jsontext.AppendQuote(p.out, string(buf))
			return nil
		case p.s[i] == '\\' && i+1 < len(p.s):
			n := 2
			if raw {
				buf = append(buf, p.s[i:i+2]...)
			} else {
				buf, n = appendPythonEscape(buf, p.s[i:])
			}
			i += n
		default:
			buf = append(buf, p.s[i])
			i++
		}
	}
}

var pythonEscapes = map[byte]byte{'\\': '\\', '\'': '\'', '"': '"', 'n': '\n', 'r': '\r', 't': '\t', 'b': '\b', 'f': '\f', 'a': '\a', 'v': '\v', '0': 0}

// appendPythonEscape decodes the escape at the start of s and tells its length;
// an escape that Python does not know stands for itself.
func appendPythonEscape(buf []byte, s string) ([]byte, int) {
	digits := map[byte]int{'x': 2, 'u': 4, 'U': 8}[s[1]]
	if digits > 0 && len(s) >= 2+digits {
		if n, err := strconv.ParseUint(s[2:2+digits], 16, 32); err == nil && n <= utf8.MaxRune {
			return jsontext.AppendUnit(buf, rune(n)), 2 + digits
		}
	}
	if s[1] == '\n' {
		return buf, 2
	}
	if c, ok := pythonEscapes[s[1]]; ok {
		return append(buf, c), 2
	}
	_, n := utf8.DecodeRuneInString(s[1:])
	return append(buf, s[:1+n]...), 1 + n
}
