package loaders

import "obscope/internal/text/jsontext"

// The members of an object are kept as JSON text without the braces around
// them: Element.Raw, and the like of captures and parts.

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

// appendDigits appends a member that is a number, or a text where JSON has no
// such number: 007.
func appendDigits(own []byte, name, digits string) []byte {
	if len(digits) > 1 && digits[0] == '0' {
		return appendMember(own, name, digits)
	}
	return appendRawMember(own, name, digits)
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
