package loaders

import (
	"strconv"
	"strings"

	"obscope/internal/text/jsontext"
)

// yamlScalar reads a value and the lines that it goes on with.
func yamlScalar(value string, more []string) string {
	switch {
	case value == "|" || value == "|-" || value == ">" || value == ">-":
		return yamlBlock(value, more)
	case strings.HasPrefix(value, `"`):
		if text, _, ok := yamlQuoted(fold(value, more)); ok {
			return text
		}
	case strings.HasPrefix(value, "'"):
		if text, _, ok := yamlSingleQuoted(fold(value, more)); ok {
			return text
		}
	}
	return fold(value, more)
}

// fold joins the lines of a flow scalar: a blank for a line end, a newline for
// an empty line.
func fold(first string, more []string) string {
	if len(more) == 0 {
		return first
	}
	var b strings.Builder
	b.WriteString(first)
	blank := 0
	for _, line := range more {
		line = strings.TrimSpace(line)
		if line == "" {
			blank++
			continue
		}
		if blank > 0 {
			b.WriteString(strings.Repeat("\n", blank))
		} else {
			b.WriteByte(' ')
		}
		blank = 0
		b.WriteString(line)
	}
	return b.String()
}

// yamlBlock reads a block scalar, literal or folded.
func yamlBlock(style string, lines []string) string {
	indent := -1
	for i, line := range lines {
		if strings.TrimSpace(line) != "" && indent < 0 {
			indent = indentOf(line)
		}
		if indent >= 0 && len(line) >= indent {
			lines[i] = line[indent:]
		} else {
			lines[i] = strings.TrimLeft(line, " ")
		}
	}
	join := "\n"
	if style[0] == '>' {
		join = " "
	}
	return strings.TrimRight(strings.Join(lines, join), "\n ")
}

// yamlSingleQuoted takes a text in single quotes off s; two of them are one.
func yamlSingleQuoted(s string) (text, rest string, ok bool) {
	var b strings.Builder
	for i := 1; i < len(s); i++ {
		if s[i] != '\'' {
			b.WriteByte(s[i])
			continue
		}
		if i+1 < len(s) && s[i+1] == '\'' {
			b.WriteByte('\'')
			i++
			continue
		}
		return b.String(), s[i+1:], true
	}
	return "", s, false
}

var yamlEscapes = map[byte]string{
	'0': "\x00", 'a': "\a", 'b': "\b", 't': "\t", 'n': "\n", 'v': "\v", 'f': "\f", 'r': "\r", 'e': "\x1b", ' ': " ", '"': `"`, '/': "/", '\\': `\`,
	'N': "\u0085", '_': "\u00a0", 'L': "\u2028", 'P': "\u2029",
}

// yamlQuoted takes a text in double quotes off s.
func yamlQuoted(s string) (text, rest string, ok bool) {
	var b []byte
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '"':
			return string(b), s[i+1:], true
		case '\\':
			if i+1 >= len(s) {
				return "", s, false
			}
			i++
			digits := map[byte]int{'x': 2, 'u': 4, 'U': 8}[s[i]]
			if plain, known := yamlEscapes[s[i]]; known {
				b = append(b, plain...)
			} else if n, err := strconv.ParseUint(s[i+1:min(len(s), i+1+digits)], 16, 32); digits > 0 && err == nil && n <= 0x10FFFF {
				b = jsontext.AppendUnit(b, rune(n))
				i += digits
			} else {
				b = append(b, '\\', s[i])
			}
		default:
			b = append(b, s[i])
		}
	}
	return "", s, false
}
