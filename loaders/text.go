package loaders

import (
	"strconv"
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/model"
)

// textLines walks the lines of a text with their numbers. Where every line
// ends as on Windows, that is not part of the lines.
func textLines(text string, yield func(n int, line string) bool) {
	crlf := strings.Contains(text, "\r\n") && strings.Count(text, "\n") == strings.Count(text, "\r\n")
	for n := 0; text != ""; n++ {
		line, rest, _ := strings.Cut(text, "\n")
		if crlf {
			line = strings.TrimSuffix(line, "\r")
		}
		if !yield(n, line) {
			return
		}
		text = rest
	}
}

// textItems walks the elements of a text whose names and values are not
// escaped: a line that does not start an element goes on with the one before,
// unless it ends the tree. n is the number of an element's first line.
func textItems(text string, starts, ends func(line string) bool, yield func(n int, item string)) {
	var lines []string
	first := 0
	flush := func() {
		for len(lines) > 1 && lines[len(lines)-1] == "" {
			lines = lines[:len(lines)-1]
		}
		if len(lines) > 0 {
			yield(first, strings.Join(lines, "\n"))
		}
		lines = lines[:0]
	}
	textLines(text, func(n int, line string) bool {
		switch {
		case starts(line):
			flush()
			lines, first = append(lines, line), n
		case ends != nil && ends(line):
			flush()
		case len(lines) > 0:
			lines = append(lines, line)
		}
		return true
	})
	flush()
}

// indentOf counts the blanks before a line.
func indentOf(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// A textTree collects the elements of a format that shows depth by
// indentation.
type textTree struct {
	c      *model.Capture
	parent []model.ID
	own    [][]byte // by element: its members so far
	open   []textLevel
}

// A textElement is an element with its members so far.
type textElement struct {
	model.Element
	own []byte
}

type textLevel struct {
	indent int
	id     model.ID
}

// add appends an element below the nearest line that is indented less.
func (t *textTree) add(e textElement, indent, line int) {
	id := model.ID(len(t.c.Elements))
	for len(t.open) > 0 && t.open[len(t.open)-1].indent >= indent {
		t.open = t.open[:len(t.open)-1]
	}
	up := model.None
	if len(t.open) > 0 {
		up = t.open[len(t.open)-1].id
	}
	t.open = append(t.open, textLevel{indent, id})
	t.parent = append(t.parent, up)
	t.c.Elements = append(t.c.Elements, e.Element)
	t.own = append(t.own, e.own)
	t.c.Lines = append(t.c.Lines, int32(line))
}

// above is the element whose children are indented as much.
func (t *textTree) above(indent int) model.ID {
	for i := len(t.open) - 1; i >= 0; i-- {
		if t.open[i].indent < indent {
			return t.open[i].id
		}
	}
	return model.None
}

// finish builds the tree and what all formats of browsers settle at the end.
func (t *textTree) finish() {
	for i, own := range t.own {
		t.c.Elements[i].Raw = string(own)
	}
	model.Link(t.c, t.parent)
	markWebRepeats(t.c)
	markWebSecrets(t.c)
}

// leadingWord is the word at the start of s: letters, digits, hyphens and
// underscores.
func leadingWord(s string) string {
	i := 0
	for i < len(s) && (isNameStart(s[i]) || s[i] == '-' || s[i] >= '0' && s[i] <= '9') {
		i++
	}
	return s[:i]
}

// cutQuoted takes the JSON string off the start of s.
func cutQuoted(s string) (text, rest string, ok bool) {
	r := jsontext.NewReader(s)
	text = r.String()
	if r.Err() != nil {
		return "", s, false
	}
	return text, s[r.Offset():], true
}

// cutBracket takes "[…]" off the start of s.
func cutBracket(s string) (inside, rest string, ok bool) {
	if !strings.HasPrefix(s, "[") {
		return "", s, false
	}
	inside, rest, ok = strings.Cut(s[1:], "]")
	if !ok {
		return "", s, false
	}
	return inside, rest, true
}

// ordinal is the ref of an element that has none of its own: its place in the
// document. Such a ref is not one that an agent could quote back, and is not
// marked as given.
func ordinal(i int) string { return strconv.Itoa(i) }
