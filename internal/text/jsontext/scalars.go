package jsontext

import "strings"

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
	length := strings.IndexByte(r.s[start+1:], '"')
	i := start + 1 + length
	if length < 0 {
		i = len(r.s)
	}
	if at := strings.IndexByte(r.s[start+1:i], '\\'); at >= 0 {
		return r.escaped(start, start+1+at)
	}
	if i >= len(r.s) {
		r.fail(start, "the string that starts here does not end")
		r.pos = len(r.s)
		return ""
	}
	r.pos = i + 1
	return r.s[start+1 : i]
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

// skipName is NextName that leaves Name as it is.
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

// QuotedLen is the length of a quoted string; a backslash escapes.
func QuotedLen(s string) int {
	for i := 1; i < len(s); {
		quote := strings.IndexByte(s[i:], '"')
		if quote < 0 {
			break
		}
		at := i + quote
		escapes := 0
		for at-escapes > i && s[at-escapes-1] == '\\' {
			escapes++
		}
		if i = at + 1; escapes%2 == 0 {
			return i
		}
	}
	return len(s)
}
