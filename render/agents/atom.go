package agents

import (
	"strconv"
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/internal/text/jsvalue"
	"obscope/internal/text/pyvalue"
)

// An atom is a JSON value as a dialect compares and prints it, kept small: an
// object or array is its text, and parsed again where somebody looks inside.
type atom struct {
	kind jsontext.Kind
	text string // decoded for a string, as spelled for everything else
}

func textAtom(s string) atom { return atom{jsontext.String, s} }

func boolAtom(b bool) atom { return atom{jsontext.Bool, strconv.FormatBool(b)} }

// readAtom reads one value.
func readAtom(r *jsontext.Reader) atom {
	kind := r.Peek()
	switch kind {
	case jsontext.String:
		return atom{kind, r.String()}
	case jsontext.Number:
		return atom{kind, r.Number()}
	}
	return atom{kind, r.Skip()}
}

// is reports a string with that text.
func (a atom) is(s string) bool { return a.kind == jsontext.String && a.text == s }

// given reports a value that is there and not null.
func (a atom) given() bool { return a.kind > jsontext.Null }

// value is the atom as a JSON value.
func (a atom) value() jsontext.Value {
	switch a.kind {
	case jsontext.Array, jsontext.Object:
		v, err := jsontext.Parse(a.text)
		if err != nil {
			return jsontext.Value{}
		}
		return v
	}
	return jsontext.Value{Kind: a.kind, Text: a.text, Raw: a.text}
}

// js prints the value as JavaScript's String does.
func (a atom) js() string {
	switch a.kind {
	case jsontext.String:
		return a.text
	case jsontext.Object:
		return "[object Object]"
	case jsontext.Number:
		const exact = 15 // digits that a double holds
		if len(a.text) <= exact && strings.Trim(a.text, "0123456789") == "" {
			return a.text
		}
	}
	return jsvalue.String(a.value())
}

// jsOrEmpty is js with "" for null and for what is not there.
func (a atom) jsOrEmpty() string {
	if a.kind == jsontext.String {
		return a.text
	}
	if !a.given() {
		return ""
	}
	return a.js()
}

// jsTruthy is JavaScript's conversion to boolean.
func (a atom) jsTruthy() bool {
	switch a.kind {
	case jsontext.String:
		return a.text != ""
	case jsontext.Bool:
		return a.text == "true"
	}
	return jsvalue.Truthy(jsontext.Value{Kind: a.kind, Text: a.text})
}

// py prints the value as Python's str does.
func (a atom) py() string {
	if a.kind == jsontext.String {
		return a.text
	}
	return pyvalue.Str(a.value())
}

// pyRepr prints the value as Python's repr does.
func (a atom) pyRepr() string { return pyvalue.Repr(a.value()) }

// pyTruthy is Python's truth value.
func (a atom) pyTruthy() bool {
	if a.kind == jsontext.String {
		return a.text != ""
	}
	return pyvalue.Truthy(a.value())
}
