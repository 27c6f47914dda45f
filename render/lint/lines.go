package lint

import (
	"bytes"
	"math"

	"obscope/internal/text/fingerprint"
	"obscope/model"
)

// lines is what the rules about the text know of each entry.
type lines struct {
	reads  []uint64   // by entry: equal if two entries read the same but for ref, index and position
	odd    []oddEntry // entries that hold characters which need a look
	nested bool       // whether indentation tells the parent
}

type oddEntry struct {
	entry int32
	what  classes
}

// lines reads the text once.
func (c *checker) lines() *lines {
	if c.text != nil {
		return c.text
	}
	entries := c.o.Entries
	t := &lines{reads: make([]uint64, len(entries))}
	c.text = t
	var buf, masked []byte
	for i := range entries {
		buf = c.o.AppendEntry(buf[:0], i)
		if what := classesIn(buf); what != 0 {
			t.odd = append(t.odd, oddEntry{int32(i), what})
		}
		id := entries[i].ID
		if id == model.None {
			continue
		}
		t.nested = t.nested || entries[i].Depth > 0
		masked = appendMasked(masked[:0], buf, c.c.Element(id), i)
		t.reads[i] = fingerprint.Bytes(masked)
	}
	return t
}

// appendMasked appends a line as far as it tells elements apart: without its
// indentation, with # for the ref, the index and the numbers of the frame.
func appendMasked(dst, line []byte, e *model.Element, index int) []byte {
	line = bytes.TrimLeft(line, " \t")
	keep := spansOf(line, e)
	ref := findWord(line, e.Ref)
	for i := 0; i < len(line); {
		if i == ref {
			dst = append(dst, '#')
			i += len(e.Ref)
			continue
		}
		if c := line[i]; c < '0' || c > '9' || keep.holds(i) {
			dst = append(dst, c)
			i++
			continue
		}
		value, end := parseNumber(line, i)
		before := keep.start(i)
		if before && leading(line[:i]) || value == float64(index) && before || frameHas(e, value) {
			dst = bytes.TrimSuffix(dst, minus) // of a negative coordinate
			dst = append(dst, '#')
		} else {
			dst = append(dst, line[i:end]...)
		}
		i = end
	}
	return dst
}

var minus = []byte("-")

// leading reports whether a number after these bytes is the first of its
// line: an index, whatever it counts.
func leading(before []byte) bool { return !bytes.ContainsAny(before, "\"'0123456789") }

// spans are the parts of a line that repeat the element's own texts, where a
// digit means what it says.
type spans struct{ from, to [2]int }

func spansOf(line []byte, e *model.Element) spans {
	var s spans
	for i, text := range [...]string{e.Name, e.Value} {
		if !hasDigit(text) {
			continue
		}
		if at := bytes.Index(line, []byte(text)); at >= 0 {
			s.from[i], s.to[i] = at, at+len(text)
		}
	}
	return s
}

func (s *spans) holds(i int) bool {
	return i >= s.from[0] && i < s.to[0] || i >= s.from[1] && i < s.to[1]
}

// start reports whether i is before the element's own texts.
func (s *spans) start(i int) bool {
	return (s.to[0] == 0 || i < s.from[0]) && (s.to[1] == 0 || i < s.from[1])
}

func hasDigit(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= '0' && s[i] <= '9' {
			return true
		}
	}
	return false
}

// findWord finds a ref that stands in the line as a word of its own.
func findWord(line []byte, ref string) int {
	if ref == "" {
		return -1
	}
	for from := 0; ; {
		at := bytes.Index(line[from:], []byte(ref))
		if at < 0 {
			return -1
		}
		at += from
		if end := at + len(ref); (at == 0 || !alphanumeric(line[at-1])) && (end == len(line) || !alphanumeric(line[end])) {
			return at
		}
		from = at + 1
	}
}

func alphanumeric(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
}

// parseNumber reads digits with an optional fraction.
func parseNumber(s []byte, i int) (value float64, end int) {
	for ; i < len(s) && s[i] >= '0' && s[i] <= '9'; i++ {
		value = value*10 + float64(s[i]-'0')
	}
	if i+1 < len(s) && s[i] == '.' && s[i+1] >= '0' && s[i+1] <= '9' {
		for i++; i < len(s) && s[i] >= '0' && s[i] <= '9'; i++ {
		}
	}
	return value, i
}

// frameHas reports whether a number is one of those by which dialects write a
// frame: edges, sizes, centre.
func frameHas(e *model.Element, v float64) bool {
	if !e.Has(model.HasFrame) {
		return false
	}
	f := e.Frame
	for _, of := range [...]float64{f.X, f.Y, f.W, f.H, f.X + f.W/2, f.Y + f.H/2, f.X + f.W, f.Y + f.H} {
		if math.Abs(math.Abs(of)-v) <= 1 {
			return true
		}
	}
	return false
}

// parents finds, for every entry, the entry under whose indentation it
// stands, or -1.
func (c *checker) parents() []int32 {
	entries := c.o.Entries
	up := make([]int32, len(entries))
	var open []int32
	for i, e := range entries {
		up[i] = -1
		if e.ID == model.None {
			open = open[:0]
			continue
		}
		for len(open) > 0 && entries[open[len(open)-1]].Depth >= e.Depth {
			open = open[:len(open)-1]
		}
		if len(open) > 0 {
			up[i] = open[len(open)-1]
		}
		open = append(open, int32(i))
	}
	return up
}
