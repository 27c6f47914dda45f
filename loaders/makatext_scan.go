package loaders

import (
	"strconv"
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/loaders/domsnap"
	"obscope/model"
)

// A scanner reads the parts of one line of an outline from the left.
type scanner struct{ s string }

func (s *scanner) starts(prefix string) bool { return strings.HasPrefix(s.s, prefix) }

func (s *scanner) optional(c byte) bool {
	if s.s == "" || s.s[0] != c {
		return false
	}
	s.s = s.s[1:]
	return true
}

// word reads up to the next blank; it may be empty.
func (s *scanner) word() string {
	at := strings.IndexByte(s.s, ' ')
	if at < 0 {
		at = len(s.s)
	}
	w := s.s[:at]
	s.s = s.s[at:]
	return w
}

// quoted reads a JSON string that starts after skip bytes.
func (s *scanner) quoted(skip int) (string, bool) {
	text := s.s[skip:]
	end := 1
	for end < len(text) && text[end] != '"' {
		if text[end] < 0x20 {
			return "", false
		}
		if text[end] == '\\' {
			end++
		}
		end++
	}
	if end >= len(text) {
		return "", false
	}
	s.s = text[end+1:]
	inner := text[1:end]
	if strings.IndexByte(inner, '\\') < 0 {
		return inner, true
	}
	r := jsontext.NewReader(text[:end+1])
	inner = r.String()
	return inner, r.Err() == nil
}

// states reads ` [disabled,selected,focused]`: some of them, in this order.
func (s *scanner) states(e *model.Element) bool {
	if !s.starts(" [") {
		return true
	}
	inner, rest, ok := strings.Cut(s.s[2:], "]")
	if !ok || inner == "" {
		return false
	}
	s.s = rest
	for _, state := range [...]struct {
		word string
		set  model.State
		to   model.Truth
	}{{"disabled", model.Enabled, model.No}, {"selected", model.Selected, model.Yes}, {"focused", model.Focused, model.Yes}} {
		word, after, more := strings.Cut(inner, ",")
		if word != state.word {
			continue
		}
		e.States.Set(state.set, state.to)
		if !more {
			return true
		}
		inner = after
	}
	return false
}

func (s *scanner) actions(e *model.Element) bool {
	if !s.starts(" +") {
		return true
	}
	s.s = s.s[2:]
	e.Actions = strings.Split(s.word(), ",")
	e.Given |= model.HasActions
	return true
}

// frame reads ` @x,y wxh`, four integers.
func (s *scanner) frame(e *model.Element) bool {
	if !s.starts(" @") {
		return true
	}
	s.s = s.s[2:]
	f := &e.Frame
	e.Given |= model.HasFrame
	return s.integer(&f.X) && s.optional(',') && s.integer(&f.Y) && s.optional(' ') &&
		s.integer(&f.W) && s.optional('x') && s.integer(&f.H)
}

func (s *scanner) integer(to *float64) bool {
	end := 0
	if end < len(s.s) && s.s[end] == '-' {
		end++
	}
	digits := end
	for end < len(s.s) && s.s[end] >= '0' && s.s[end] <= '9' {
		end++
	}
	if end == digits {
		return false
	}
	*to = domsnap.Finite(s.s[:end])
	s.s = s.s[end:]
	return true
}

// number reads a count that fits an int.
func (s *scanner) number() (int, bool) {
	end := 0
	for end < len(s.s) && s.s[end] >= '0' && s.s[end] <= '9' {
		end++
	}
	n, err := strconv.Atoi(s.s[:end])
	s.s = s.s[end:]
	return n, err == nil
}

// through reads past the next occurrence of mark.
func (s *scanner) through(mark string) bool {
	_, rest, ok := strings.Cut(s.s, mark)
	if ok {
		s.s = rest
	}
	return ok
}

const (
	makaValueCap = 256      // UTF-16 units of a value that Maka writes
	maxPad       = 16 << 20 // units by which one value is lengthened
	maxPadAll    = 64 << 20 // and all of a capture together
)

// pad restores the length of a value that Maka cut, `…(+N chars)` after 256
// units: what was cut is unknown and read as N x's, so that the value is
// measured and cut again as the original was.
func (m *MakaText) pad(v string) string {
	head, ok := strings.CutSuffix(v, " chars)")
	if !ok {
		return v
	}
	at := strings.LastIndex(head, "…(+")
	if at < 0 {
		return v
	}
	digits := head[at+len("…(+"):]
	head = head[:at]
	s := scanner{digits}
	n, ok := s.number()
	if s.s != "" || digits == "" || digits[0] == '0' || jsontext.Units(head) != makaValueCap {
		return v
	}
	if !ok || n > maxPad || m.padded+n > maxPadAll {
		m.unpad++
		return v
	}
	m.padded += n
	return head + strings.Repeat("x", n)
}
