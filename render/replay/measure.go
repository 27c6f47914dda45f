package replay

import (
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/model"
	"obscope/render"
)

// An outcome is a measured observation.
type outcome struct {
	err        error
	unfaithful bool // left out by the fidelity gate
	kind       string
	stored     string
	ours       string
	unparsed   int

	app    string
	costs  []cost // by strategy, then by point of the sweep
	frames int    // UTF-16 units of the baseline that are positions
	capped [len(valueCaps)]int
	record *record
	refs   []string
	uses   []model.ID
}

// A cost is what an observation costs under one strategy.
type cost struct{ tokens, exact int }

// A record is what later calls may ask of an observation: which elements were
// written under which strategy.
type record struct {
	id       string // of the observation
	app      *App
	refs     []int32    // by element
	sign     []int32    // by element: the first element with the same role and name
	ancestor []model.ID // the nearest with a name, None if there is none
	unnamed  bits
	in       []bits // by strategy and point, the elements that were written
}

// bits is a set of elements.
type bits []uint64

func newBits(n int) bits            { return make(bits, (n+63)/64) }
func (b bits) has(id model.ID) bool { return b[id>>6]>>(id&63)&1 == 1 }
func (b bits) add(id model.ID)      { b[id>>6] |= 1 << (id & 63) }
func (b bits) count(r *record, sign int32) int {
	n := 0
	for id, s := range r.sign {
		if s == sign && b.has(model.ID(id)) {
			n++
		}
	}
	return n
}

// number replaces refs by numbers that all records of a log share.
func (r *record) number(known map[string]int32, refs []string) {
	r.refs = make([]int32, len(refs))
	for i, ref := range refs {
		n, ok := known[ref]
		if !ok {
			n = int32(len(known))
			known[strings.Clone(ref)] = n
		}
		r.refs[i] = n
	}
}

func (r *record) find(known map[string]int32, ref string) (model.ID, bool) {
	n, ok := known[ref]
	if !ok {
		return model.None, false
	}
	for id, have := range r.refs {
		if have == n {
			return model.ID(id), true
		}
	}
	return model.None, false
}

// maxAncestors bounds how far up a name is looked for, as in Maka's evaluator.
const maxAncestors = 32

func newRecord(c *model.Capture) *record {
	n := len(c.Elements)
	r := &record{sign: make([]int32, n), ancestor: make([]model.ID, n), unnamed: newBits(n)}
	type signature struct{ role, name string }
	first := make(map[signature]int32, n)
	for i := range c.Elements {
		e := &c.Elements[i]
		s := signature{e.Role, e.Name}
		at, ok := first[s]
		if !ok {
			at = int32(i)
			first[s] = at
		}
		r.sign[i] = at
		if e.Name == "" {
			r.unnamed.add(model.ID(i))
		}
		r.ancestor[i] = model.None
		hops := 0
		c.Tree.Ancestors(model.ID(i), func(up model.ID) bool {
			if c.Elements[up].Name != "" {
				r.ancestor[i] = up
				return false
			}
			hops++
			return hops < maxAncestors
		})
	}
	return r
}

// measure writes an observation under every strategy.
func (r *runner) measure(call *model.Call) *outcome {
	c := call.Capture
	out := &outcome{app: c.App}
	if out.app == "" {
		out.app = c.Format
	}
	if call.FromText && !out.faithful(call) {
		return out
	}
	out.record = newRecord(c)
	for i := range c.Elements {
		out.refs = append(out.refs, c.Elements[i].Ref)
	}
	for _, u := range c.Uses {
		if u.Element != model.None {
			out.uses = append(out.uses, u.Element)
		}
	}
	m := newMeter(r.o.Tokens, out)
	whole := render.New(c)
	for i, s := range r.report.strategies {
		on, ids := whole, []model.ID(nil)
		if s.Keep != nil {
			var f *model.Capture
			f, ids = filtered(c, s.Keep(c))
			on = render.New(f)
		}
		obs := m.observe(on, s.Options, ids)
		if out.err != nil {
			return out
		}
		if i == 0 {
			out.arithmetic(obs)
		}
	}
	if r.report.Frontier != nil {
		r.report.Frontier.measure(m, whole)
	}
	return out
}

// faithful is the gate: the lines of the observation, written again from the
// tree that was read, must be the lines that were stored, in their order. The
// header, depths and captions are not compared.
func (o *outcome) faithful(call *model.Call) bool {
	c := call.Capture
	if o.unparsed = len(call.Unparsed); o.unparsed > 0 {
		o.unfaithful, o.kind, o.stored = true, "unparsed", call.Unparsed[0]
		return false
	}
	differs := func(stored, ours string) bool {
		o.unfaithful, o.kind, o.stored, o.ours = true, "stored", stored, ours
		return false
	}
	var line []byte
	for i, stored := range call.Lines {
		line = render.AppendOutlineLine(line[:0], &c.Elements[i])
		if string(line) != jsontext.Scrub(stored) {
			return differs(stored, string(line))
		}
	}
	// Read from indented lines, the elements are in pre-order. Writing them
	// changes that where an id stands on two lines, for the second is not
	// written, and where the menu bar, which is written last, is not last.
	seen := make([]bool, len(c.Elements)+1)
	bar := false
	for i := range c.Elements {
		e := &c.Elements[i]
		if seen[e.Key] {
			return differs(call.Lines[i], "(the id was written already)")
		}
		seen[e.Key] = true
		if e.Role == "AXMenuBar" && !bar {
			bar = true
			if end := i + int(c.Tree.Size[i]); end < len(c.Elements) {
				return differs(call.Lines[i], call.Lines[end])
			}
		}
	}
	return true
}

// valueCaps are the caps on values that the report computes beside what is
// shipped.
var valueCaps = [...]int{128, 96, 64}

// arithmetic measures parts of the baseline text that no strategy changes.
func (o *outcome) arithmetic(obs *render.Observation) {
	c := obs.Capture()
	var line []byte
	for i, entry := range obs.Entries {
		if entry.ID == model.None {
			continue
		}
		e := c.Element(entry.ID)
		if e.Has(model.HasFrame) {
			// A position is the last part of a line.
			line = obs.AppendEntry(line[:0], i)
			o.frames += len(line) - strings.LastIndex(string(line), " @")
		}
		if !e.Has(model.HasValue) {
			continue
		}
		units := printedUnits(e.Value)
		for at, limit := range valueCaps {
			if units > limit {
				o.capped[at] += units - limit - noteUnits(units-limit)
			}
		}
	}
}

// printedUnits is the length of a value in the baseline text: a cut one is as
// long as its head and the note of the cut.
func printedUnits(value string) int {
	units := jsontext.Units(value)
	if units <= render.DefaultValueCap {
		return units
	}
	return render.DefaultValueCap + noteUnits(units-render.DefaultValueCap)
}

// noteUnits is the length of "…(+N chars)".
func noteUnits(n int) int { return len("(+ chars)") + 1 + digits(n) }

func digits(n int) int {
	d := 1
	for ; n >= 10; n /= 10 {
		d++
	}
	return d
}
