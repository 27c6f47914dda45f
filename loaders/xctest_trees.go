package loaders

import (
	"strconv"
	"strings"
)

// An xctestTree is a subtree with what is printed around it.
type xctestTree struct {
	from, at     int // where its first words and where its lines start
	before, text string
	after        string
}

// xctestTrees cuts a text at its subtrees. Without one it is all lines of
// elements, or the answer of a query: what its last step put out.
func xctestTrees(text string) []xctestTree {
	var parts []xctestTree
	for from := 0; ; {
		at := strings.Index(text[from:], xctestSubtree)
		if at < 0 {
			if len(parts) > 0 {
				parts[len(parts)-1].after += text[from:]
				return parts
			}
			if at = strings.LastIndex(text, "Output: {"); at >= 0 {
				at += len("Output: {")
				return []xctestTree{{at: at, before: text[:at], text: text[at:]}}
			}
			return []xctestTree{{text: text}}
		}
		at += from
		start := from
		if head := strings.LastIndex(text[from:at], "Attributes: "); head >= 0 {
			start = from + head
		}
		if len(parts) > 0 {
			parts[len(parts)-1].after += text[from:start]
		} else {
			start = 0
		}
		p := xctestTree{from: start, before: text[start:at], at: at + len(xctestSubtree)}
		end := len(text)
		for _, mark := range [...]string{"\nPath to element:", "\nQuery chain:", "\nAttributes: ", "\n" + xctestSubtree} {
			if n := strings.Index(text[p.at:end], mark); n >= 0 {
				end = p.at + n + 1
			}
		}
		p.text = text[p.at:end]
		parts, from = append(parts, p), end
	}
}

// unescapeLLDB undoes how lldb's po prints a string: in quotes, on one line,
// with Swift's escapes.
func unescapeLLDB(text string) string {
	mark := strings.Index(text, xctestSubtree+`\n`)
	if mark < 0 {
		return text
	}
	start := strings.LastIndexByte(text[:mark], '\n') + 1
	open := strings.IndexByte(text[start:mark], '"')
	if open < 0 {
		return text
	}
	var b strings.Builder
	b.WriteString(text[:start+open])
	rest := text[start+open+1:]
	for rest != "" && rest[0] != '"' && rest[0] != '\n' {
		if rest[0] != '\\' || len(rest) == 1 {
			b.WriteByte(rest[0])
			rest = rest[1:]
			continue
		}
		c, n := swiftEscape(rest)
		b.WriteString(c)
		rest = rest[n:]
	}
	b.WriteString(unescapeLLDB(strings.TrimPrefix(rest, `"`))) // it was asked again
	return b.String()
}

// swiftEscape is what an escape at the start of s stands for, and its length.
func swiftEscape(s string) (string, int) {
	switch s[1] {
	case 'n':
		return "\n", 2
	case 't':
		return "\t", 2
	case 'r':
		return "\r", 2
	case '0':
		return "\x00", 2
	case 'u':
		digits, _, ok := strings.Cut(s[2:], "}")
		if code, err := strconv.ParseUint(strings.TrimPrefix(digits, "{"), 16, 32); ok && err == nil {
			return string(rune(code)), len(`\u}`) + len(digits)
		}
	}
	return s[1:2], 2
}
