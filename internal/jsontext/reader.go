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

// Kind is the JSON type of a value.
type Kind uint8

// The JSON types. Missing is the zero Kind: no value at all.
const (
	Missing Kind = iota
	Null
	Bool
	Number
	String
	Array
	Object
)

var kindNames = [...]string{"missing", "null", "boolean", "number", "string", "array", "object"}

// String names the type as JSON does.
func (k Kind) String() string { return kindNames[k] }

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

// String reads a string. Lone surrogates come back as their three WTF-8 bytes.
func (r *Reader) String() string {
	if r.err != nil {
		return ""
	}
	r.space()
	if r.pos >= len(r.s) || r.s[r.pos] != '"' {
		r.expected("a string")
		return ""
	}
	return r.quoted()
}

func (r *Reader) quoted() string {
	start := r.pos
	i := start + 1
	for i < len(r.s) && r.s[i] != '"' && r.s[i] != '\\' {
		i++
	}
	if i >= len(r.s) {
		r.fail(start, "the string that starts here does not end")
		r.pos = len(r.s)
		return ""
	}
	if r.s[i] == '"' {
		r.pos = i + 1
		return r.s[start+1 : i]
	}
	return r.escaped(start, i)
}

// Number reads a number and returns its spelling. NaN, Infinity and -Infinity,
// which Python writes, count as numbers.
func (r *Reader) Number() string {
	if r.err != nil {
		return ""
	}
	r.space()
	start := r.pos
	i := start
	for _, word := range [...]string{"NaN", "Infinity", "-Infinity"} {
		if strings.HasPrefix(r.s[i:], word) {
			r.pos = i + len(word)
			return word
		}
	}
	if i < len(r.s) && r.s[i] == '-' {
		i++
	}
	digits := func() bool {
		from := i
		for i < len(r.s) && r.s[i] >= '0' && r.s[i] <= '9' {
			i++
		}
		return i > from
	}
	leading := i
	ok := digits()
	if ok && r.s[leading] == '0' && i > leading+1 {
		ok, i = false, leading+1
	}
	if ok && i < len(r.s) && r.s[i] == '.' {
		i++
		ok = digits()
	}
	if ok && i < len(r.s) && (r.s[i] == 'e' || r.s[i] == 'E') {
		i++
		if i < len(r.s) && (r.s[i] == '+' || r.s[i] == '-') {
			i++
		}
		ok = digits()
	}
	if !ok {
		r.pos = i
		r.expected("a digit of a number")
		return ""
	}
	r.pos = i
	return r.s[start:i]
}

// Bool reads true or false.
func (r *Reader) Bool() bool {
	if r.err != nil {
		return false
	}
	r.space()
	switch {
	case strings.HasPrefix(r.s[r.pos:], "true"):
		r.pos += 4
		return true
	case strings.HasPrefix(r.s[r.pos:], "false"):
		r.pos += 5
	default:
		r.expected("true or false")
	}
	return false
}

// Null reads null.
func (r *Reader) Null() {
	if r.err != nil {
		return
	}
	r.space()
	if !strings.HasPrefix(r.s[r.pos:], "null") {
		r.expected("null")
		return
	}
	r.pos += 4
}

// Skip reads one value of any type and returns its text, verbatim.
func (r *Reader) Skip() string {
	if r.err != nil {
		return ""
	}
	r.space()
	start, depth := r.pos, len(r.stack)
	for {
		r.skipOne()
		for r.err == nil && len(r.stack) > depth {
			if r.stack[len(r.stack)-1].open == '{' {
				if r.skipName() {
					break
				}
			} else if r.NextItem() {
				break
			}
		}
		if r.err != nil {
			return ""
		}
		if len(r.stack) <= depth {
			return r.s[start:r.pos]
		}
	}
}

// skipName is NextName without decoding the name.
func (r *Reader) skipName() bool {
	kept := r.name
	ok := r.NextName()
	r.name = kept
	return ok
}

func (r *Reader) skipOne() {
	switch r.Peek() {
	case Object:
		r.Object()
	case Array:
		r.Array()
	case String:
		r.skipString()
	case Number:
		r.Number()
	case Bool:
		r.Bool()
	case Null:
		r.Null()
	default:
		r.expected("a value")
	}
}

func (r *Reader) skipString() {
	start := r.pos
	i := start + 1
	for i < len(r.s) {
		switch r.s[i] {
		case '"':
			r.pos = i + 1
			return
		case '\\':
			// What an escape means is judged when the string is read.
			i += 2
		default:
			i++
		}
	}
	r.pos = len(r.s)
	r.fail(start, "the string that starts here does not end")
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
