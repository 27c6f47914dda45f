package replay

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"obscope/internal/text/jsontext"
	"obscope/model"
	"obscope/render"
	"obscope/render/tokens"
)

// A meter observes one capture again and again. The strategies write mostly
// the same lines, so that each is counted once.
type meter struct {
	counter tokens.Counter // nil if nothing is counted exactly
	out     *outcome
	line    []byte
	lines   map[string]int32 // tokens of a line without its tabs but one, its newline included
	tabs    []int            // tokens of n tabs
}

func newMeter(vocabulary string, out *outcome) *meter {
	m := &meter{out: out}
	if vocabulary != "" {
		m.lines = map[string]int32{}
		m.counter, out.err = tokens.Open(vocabulary)
	}
	return m
}

// observe writes one observation, counts it and notes the elements in it; ids
// maps the elements of a filtered capture to those of the whole.
func (m *meter) observe(on *render.Renderer, o render.Options, ids []model.ID) *render.Observation {
	obs, err := on.Observe(o)
	if err != nil {
		m.out.err = err
		return nil
	}
	m.out.costs = append(m.out.costs, m.count(obs))
	in := newBits(len(m.out.record.sign))
	for id := range obs.Verdicts {
		if obs.Verdicts[id].In() {
			if ids != nil {
				in.add(ids[id])
			} else {
				in.add(model.ID(id))
			}
		}
	}
	m.out.record.in = append(m.out.record.in, in)
	return obs
}

// count adds up the lines of an observation. Package tokens proves that counts
// add up where a newline is followed by tabs and something that is no white
// space; what does not fit is counted as one text.
func (m *meter) count(obs *render.Observation) cost {
	var k cost
	units, exact := 0, m.counter != nil
	for i := range obs.Entries {
		m.line = append(obs.AppendEntry(m.line[:0], i), '\n')
		units += jsontext.Units(m.line)
		if exact {
			n, ok := m.lineTokens(i)
			k.exact += n
			exact = ok
		}
	}
	if n := len(obs.Entries); n > 0 {
		units-- // the newline after the last line
		if exact {
			last := m.line[:len(m.line)-1]
			k.exact += m.counter.CountBytes(last) - m.counter.CountBytes(m.line)
		}
	}
	if tail := obs.Tail(); tail != "" {
		units += jsontext.Units(tail)
		exact = false
	}
	k.tokens = quarter(units)
	if m.counter != nil && !exact {
		k.exact = m.counter.Count(obs.Text())
	}
	return k
}

// lineTokens is what line i adds; false if it cannot be counted apart.
func (m *meter) lineTokens(i int) (int, bool) {
	depth := 0
	for m.line[depth] == '\t' {
		depth++
	}
	body := m.line[depth:]
	first, _ := utf8.DecodeRune(body)
	if unicode.IsSpace(first) || first == '/' && depth == 0 && i > 0 || bytes.ContainsAny(body[:len(body)-1], "\r\n") {
		return 0, false
	}
	indent := 0
	if depth > 0 {
		// All tabs but the last are a token of their own.
		body = m.line[depth-1:]
		indent = m.tabTokens(depth - 1)
	}
	n, ok := m.lines[string(body)]
	if !ok {
		n = int32(m.counter.CountBytes(body))
		m.lines[string(body)] = n
	}
	return indent + int(n), true
}

func (m *meter) tabTokens(n int) int {
	for len(m.tabs) <= n {
		m.tabs = append(m.tabs, m.counter.CountBytes(bytes.Repeat([]byte{'\t'}, len(m.tabs))))
	}
	return m.tabs[n]
}

// quarter is Maka's estimate: four UTF-16 units are a token.
func quarter(units int) int { return (units + 3) / 4 }
