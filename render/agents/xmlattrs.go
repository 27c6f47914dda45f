package agents

import (
	"strings"

	"obscope/internal/text/jsontext"
)

// An xmlAttr is the value of an XML attribute as an element's Raw has it: JSON
// text with its quotes, which is decoded only where somebody looks.
type xmlAttr string

// eachAttr calls yield for every attribute in the Raw of an element that was
// read from XML. Its values are strings; another tool's Raw is read too, but
// for values of other types.
func eachAttr(own string, yield func(name string, value xmlAttr)) {
	for at := 0; at < len(own); {
		// "name":"value", as the loaders write it.
		name, next, ok := plainString(own, at)
		if !ok || next+1 >= len(own) || own[next] != ':' || own[next+1] != '"' {
			slowAttrs(own[at:], yield)
			return
		}
		start := next + 1
		end := stringEnd(own, start)
		if end < 0 {
			return
		}
		yield(name, xmlAttr(own[start:end]))
		if at = end; at < len(own) && own[at] == ',' {
			at++
		}
	}
}

// plainString reads a JSON string without escapes at a place.
func plainString(s string, at int) (text string, next int, ok bool) {
	if s[at] != '"' {
		return "", 0, false
	}
	n := strings.IndexByte(s[at+1:], '"')
	if n < 0 {
		return "", 0, false
	}
	text = s[at+1 : at+1+n]
	return text, at + n + 2, strings.IndexByte(text, '\\') < 0
}

// stringEnd finds where the JSON string that starts at a place ends, -1 if it
// does not.
func stringEnd(s string, start int) int {
	for at := start + 1; ; at++ {
		n := strings.IndexByte(s[at:], '"')
		if n < 0 {
			return -1
		}
		at += n
		back := at
		for s[back-1] == '\\' {
			back--
		}
		if (at-back)%2 == 0 {
			return at + 1
		}
	}
}

// slowAttrs reads members of any spelling.
func slowAttrs(own string, yield func(name string, value xmlAttr)) {
	r := jsontext.NewMembersReader(own)
	for r.NextName() {
		name := r.Name()
		raw := strings.TrimLeft(r.Skip(), " \t\r\n")
		if r.Err() == nil && strings.HasPrefix(raw, `"`) {
			yield(name, xmlAttr(raw))
		}
	}
}

// text is the value itself.
func (a xmlAttr) text() string {
	if strings.IndexByte(string(a), '\\') < 0 {
		return string(a[1 : len(a)-1])
	}
	return jsontext.NewReader(string(a)).String()
}

// is reports whether the value is a plain word.
func (a xmlAttr) is(word string) bool { return len(a) == len(word)+2 && string(a[1:len(a)-1]) == word }

// empty reports a value without text.
func (a xmlAttr) empty() bool { return len(a) <= 2 }
