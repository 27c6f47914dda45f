package loaders

import (
	"obscope/internal/text/jsontext"
	"obscope/model"
)

// The members of an object are kept as JSON text without the braces around
// them: Element.Own, and the like of captures and parts.

// appendMember appends one more member to an element's own.
func appendMember(own []byte, name, value string) []byte {
	if len(own) > 0 {
		own = append(own, ',')
	}
	own = append(jsontext.AppendQuote(own, name), ':')
	return jsontext.AppendQuote(own, value)
}

// appendRawMember appends a member whose value is JSON text.
func appendRawMember(own []byte, name, raw string) []byte {
	if len(own) > 0 {
		own = append(own, ',')
	}
	own = append(jsontext.AppendQuote(own, name), ':')
	return append(own, raw...)
}

// appendFlag appends a member that is true.
func appendFlag(own []byte, name string) []byte {
	if len(own) > 0 {
		own = append(own, ',')
	}
	return append(jsontext.AppendQuote(own, name), ":true"...)
}

// appendAttribute appends a member with a value, or one that is true.
func appendAttribute(own []byte, name, value string, valued bool) []byte {
	if valued {
		return appendMember(own, name, value)
	}
	return appendFlag(own, name)
}

// appendRun appends a run of members as it stands in the file; a comma may be
// before it.
func appendRun(own []byte, run string) []byte {
	run = trimMember(run)
	if len(own) > 0 && run != "" {
		own = append(own, ',')
	}
	return append(own, run...)
}

func trimMember(s string) string {
	for len(s) > 0 && (s[0] == ',' || s[0] == ' ' || s[0] == '\n' || s[0] == '\t' || s[0] == '\r') {
		s = s[1:]
	}
	return s
}

// uniqueMembers is own with every name once, with its last value.
func uniqueMembers(own string) string {
	var unique []byte
	for _, m := range model.ParseMembers(own) {
		unique = appendRawMember(unique, m.Name, m.Value.Raw)
	}
	return string(unique)
}

// A nameSet is the names of one object's members that were met so far.
type nameSet struct {
	list [24]string
	n    int
}

// met notes a name and reports whether it was met before.
func (s *nameSet) met(name string) bool {
	for _, one := range s.list[:s.n] {
		if one == name {
			return true
		}
	}
	if s.n == len(s.list) {
		return true // so many that one of them may be; the caller looks at all
	}
	s.list[s.n] = name
	s.n++
	return false
}
