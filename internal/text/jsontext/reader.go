// Package jsontext reads and writes JSON text without losing anything a
// capture may hold: the spelling of numbers, duplicate keys, lone surrogates
// (kept as WTF-8), NaN and 1e999, and any depth of nesting.
//
// Strings that need no decoding are substrings of the input, so reading a
// large capture allocates little beyond what the caller keeps.
package jsontext

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// A SyntaxError says where the text stops being JSON.
type SyntaxError struct {
	Offset int    // in bytes, from the start of the text
	What   string // what was met or missed there
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("byte %d: %s", e.Offset, e.What) }

// A Reader pulls values out of a JSON text, one after the other. After an
// error every method returns zero values and Err tells it; a caller may
// therefore read a whole structure and ask once.
//
//	r := jsontext.NewReader(text)
//	for r.Object(); r.NextName(); {
//		switch r.Name() { case "role": role = r.String() default: r.Skip() }
//	}
type Reader struct {
	s     string
	pos   int
	name  string
	stack []level
	bare  bool // the outermost object has no braces: its end is the end of the text
	err   *SyntaxError
}

type level struct {
	open  byte // '{' or '['
	begun bool // something was read inside
}

// NewReader reads the values of s.
func NewReader(s string) *Reader { return &Reader{s: s} }

// NewMembersReader reads the members of an object that is kept without its
// braces: NextName walks them, from the start.
func NewMembersReader(s string) *Reader {
	return &Reader{s: s, bare: true, stack: []level{{open: '{'}}}
}

// Err is the first error met, or nil.
func (r *Reader) Err() error {
	if r.err == nil {
		return nil
	}
	return r.err
}

// Offset is the position in bytes of what is read next.
func (r *Reader) Offset() int { return r.pos }

// Text is the input between two offsets.
func (r *Reader) Text(from, to int) string { return r.s[from:to] }

// Count counts what is left of the text for a word: a guess of how many values
// are to come.
func (r *Reader) Count(word string) int { return strings.Count(r.s[r.pos:], word) }

// Depth is the number of objects and arrays that are open.
func (r *Reader) Depth() int { return len(r.stack) }

// Fail records an error at the present position, unless there is one already.
func (r *Reader) Fail(what string) { r.fail(r.pos, what) }

func (r *Reader) fail(at int, what string) {
	if r.err == nil {
		r.err = &SyntaxError{at, what}
		r.stack = r.stack[:0]
	}
}

func (r *Reader) space() {
	for r.pos < len(r.s) {
		switch r.s[r.pos] {
		case ' ', '\t', '\n', '\r':
			r.pos++
		default:
			return
		}
	}
}

// Peek tells the type of the next value; Missing at the end of the text or
// where no value can start.
func (r *Reader) Peek() Kind {
	if r.err != nil {
		return Missing
	}
	r.space()
	if r.pos >= len(r.s) {
		return Missing
	}
	switch c := r.s[r.pos]; {
	case c == '{':
		return Object
	case c == '[':
		return Array
	case c == '"':
		return String
	case c == 't' || c == 'f':
		return Bool
	case c == 'n':
		return Null
	case c == '-' || c >= '0' && c <= '9' || c == 'N' || c == 'I':
		return Number
	}
	return Missing
}

// Object enters an object; NextName walks it.
func (r *Reader) Object() { r.enter('{', "an object") }

// Array enters an array; NextItem walks it.
func (r *Reader) Array() { r.enter('[', "an array") }

func (r *Reader) enter(open byte, what string) {
	if r.err != nil {
		return
	}
	r.space()
	if r.pos >= len(r.s) || r.s[r.pos] != open {
		r.expected(what)
		return
	}
	r.pos++
	r.stack = append(r.stack, level{open: open})
}

func (r *Reader) expected(what string) {
	if r.pos >= len(r.s) {
		r.fail(r.pos, "the text ends where "+what+" should be")
		return
	}
	c, n := utf8.DecodeRuneInString(r.s[r.pos:])
	if c == utf8.RuneError && n == 1 {
		r.fail(r.pos, fmt.Sprintf("byte 0x%02x where %s should be", r.s[r.pos], what))
		return
	}
	r.fail(r.pos, fmt.Sprintf("%q where %s should be", c, what))
}

// NextItem moves to the next item of the innermost array; false leaves it.
func (r *Reader) NextItem() bool { return r.next(']') }

// NextName moves to the next member of the innermost object; its name is
// Name and its value is read next. False leaves the object.
func (r *Reader) NextName() bool {
	if !r.next('}') {
		return false
	}
	r.space()
	if r.pos >= len(r.s) || r.s[r.pos] != '"' {
		r.expected("a member name")
		return false
	}
	r.name = r.quoted()
	r.space()
	if r.err != nil {
		return false
	}
	if r.pos >= len(r.s) || r.s[r.pos] != ':' {
		r.expected("a colon")
		return false
	}
	r.pos++
	return true
}

// Name is the member name that NextName moved to.
func (r *Reader) Name() string { return r.name }

func (r *Reader) next(end byte) bool {
	if r.err != nil || len(r.stack) == 0 {
		return false
	}
	top := &r.stack[len(r.stack)-1]
	r.space()
	if r.pos >= len(r.s) {
		if r.bare && len(r.stack) == 1 {
			r.stack = r.stack[:0]
			return false
		}
		r.fail(r.pos, fmt.Sprintf("the text ends before the closing %q", end))
		return false
	}
	if r.s[r.pos] == end {
		r.pos++
		r.stack = r.stack[:len(r.stack)-1]
		return false
	}
	if top.begun {
		if r.s[r.pos] != ',' {
			r.expected(fmt.Sprintf("a comma or %q", end))
			return false
		}
		r.pos++
	}
	top.begun = true
	return true
}

// End reports an error if anything but white space is left.
func (r *Reader) End() {
	if r.err != nil {
		return
	}
	r.space()
	if r.pos < len(r.s) {
		r.expected("the end")
	}
}
