package paint

import (
	"strings"

	"obscope/internal/text/jsontext"
)

// PaintEntry writes a line of an observation with its parts told apart: quoted
// text, values after =, refs, and geometry after @.
func PaintEntry(l *Line, s string) {
	for len(s) > 0 && l.Left() > 0 {
		n, t := nextPiece(s)
		l.Put(t, s[:n])
		s = s[n:]
	}
}

// nextPiece is the length and the tone of the first piece of s.
func nextPiece(s string) (int, Tone) {
	switch c := s[0]; {
	case c == ' ':
		n := 1
		for n < len(s) && s[n] == ' ' {
			n++
		}
		return n, Text
	case c == '"':
		return jsontext.QuotedLen(s), Text
	case (c == '=' || c == '~') && len(s) > 1 && s[1] == '"':
		return 1 + jsontext.QuotedLen(s[1:]), Value
	case c == '@':
		return geometryLen(s), Dim
	case c == '[' || c == '{':
		return wordLen(s), toneRef
	case c == '+' || c == '(':
		return wordLen(s), Dim
	case c >= '0' && c <= '9':
		return wordLen(s), toneRef
	}
	return wordLen(s), Role
}

func wordLen(s string) int {
	if n := strings.IndexByte(s[1:], ' '); n >= 0 {
		return n + 1
	}
	return len(s)
}

// geometryLen is the length of a position: @x,y wxh at the end of a line.
func geometryLen(s string) int {
	for i := 1; i < len(s); i++ {
		switch c := s[i]; {
		case c == '~' || c >= 0x80:
			return len(s) // the mark of a cut
		case c > '9' && c != 'x' || c < ' ' || c == '"':
			return wordLen(s)
		}
	}
	return len(s)
}
