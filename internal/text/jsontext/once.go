package jsontext

import (
	"slices"
	"strings"
)

// Once writes a text that is one JSON value with every member of its objects
// once: of a duplicate with its last value, at the place of its first, as
// JavaScript and Python keep it. A text without duplicates, and one that is no
// JSON, is returned as it is.
func Once(text string) string {
	if !Repeats(text) {
		return text
	}
	v, err := Parse(text)
	if err != nil {
		return text
	}
	verbatim := Printer{Comma: ",", Colon: ":", Name: AppendQuote, Scalar: func(dst []byte, v Value) []byte { return append(dst, v.Raw...) }}
	return string(verbatim.Append(nil, v))
}

// Repeats reports whether some object of a text that is JSON has a member twice.
// Of a text that is no JSON the answer means nothing.
//
// It looks at quotes and brackets only. The names of an object are compared with
// those of the object before it at the same depth, in order: captures are lists
// of objects alike, and as long as the names come in the same order, none of them
// came twice.
func Repeats(text string) bool {
	var open []names
	depth := -1
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '{', '[':
			if depth++; depth == len(open) {
				open = append(open, names{})
			}
			open[depth].begin(text[i] == '{')
		case '}', ']':
			depth--
		case '"':
			from := i + 1
			if i = endOfString(text, from); i < 0 {
				return false
			}
			if depth < 0 || !open[depth].object || !isName(text, i+1) {
				continue
			}
			name := text[from:i]
			if strings.IndexByte(name, '\\') >= 0 {
				name = NewReader(text[from-1 : i+1]).String()
			}
			if open[depth].meet(name) {
				return true
			}
		}
		if depth < -1 {
			return false
		}
	}
	return false
}

// endOfString is where the quote is that ends a string, negative if none is.
func endOfString(text string, from int) int {
	for at := from; ; {
		n := strings.IndexByte(text[at:], '"')
		if n < 0 {
			return -1
		}
		at += n
		slashes := 0
		for at-slashes > from && text[at-slashes-1] == '\\' {
			slashes++
		}
		if slashes%2 == 0 {
			return at
		}
		at++
	}
}

// isName reports whether a colon comes next: the string before it is a name.
func isName(text string, at int) bool {
	for at < len(text) && (text[at] == ' ' || text[at] == '\n' || text[at] == '\t' || text[at] == '\r') {
		at++
	}
	return at < len(text) && text[at] == ':'
}

// names are those that an object has had so far.
type names struct {
	object bool
	list   []string // list[:met] are of this object, the rest of one before
	met    int
	many   map[string]bool // of this object, where they are more than few
}

// few is how many names are compared one by one.
const few = 24

func (n *names) begin(object bool) { n.object, n.met, n.many = object, 0, nil }

// meet takes a name in and reports whether it was there already.
func (n *names) meet(name string) bool {
	if n.met < len(n.list) && n.list[n.met] == name {
		n.met++ // as in the object before, which had none twice
		return false
	}
	n.list = n.list[:n.met]
	switch {
	case n.many != nil:
		if n.many[name] {
			return true
		}
		n.many[name] = true
	case slices.Contains(n.list, name):
		return true
	case len(n.list) >= few:
		n.many = make(map[string]bool, 2*few)
		for _, one := range n.list {
			n.many[one] = true
		}
		n.many[name] = true
	}
	n.list, n.met = append(n.list, name), n.met+1
	return false
}
