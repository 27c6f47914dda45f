package autocontrol

import (
	"strconv"
	"strings"

	"obscope/internal/text/pyvalue"
	"obscope/model"
	"obscope/render"
)

// DeltaOptions are the knobs of a delta. DefaultDelta has AutoControl's values.
type DeltaOptions struct {
	Overlap float64 // intersection over union from which two elements are the same, inclusive
	Move    int     // how far a centre may go before the element counts as moved, in the capture's unit
}

// DefaultDelta is what AutoControl compares with.
var DefaultDelta = DeltaOptions{Overlap: 0.5, Move: 5}

// DefaultDeltaLines is how many lines of a delta AutoControl writes.
const DefaultDeltaLines = 40

// A Delta is the churn between two observations in the indexed dialect. Numbers
// are entries: the positions of lines.
type Delta struct {
	Added   []int // entries of the later observation
	Changed []Change
	Removed []int    // entries of the earlier observation
	Stable  [][2]int // entries of both that are the same

	prev, curr *render.Observation
}

// A Change is an element that is in both observations and differs.
type Change struct {
	Prev, Curr int      // its entries
	Fields     []string // of role, name, enabled, value, moved
}

// Compare finds what changed between two observations in the indexed dialect, by
// AutoControl's rules: elements are the same if their boxes overlap enough. The
// observations may be of captures of any format; what has no place matches
// nothing.
func Compare(prev, curr *render.Observation, o DeltaOptions) *Delta {
	limit := pyvalue.Small(int64(o.Move))
	d, _ := compare(prev, curr, o.Overlap, func() (pyvalue.Int, error) { return limit, nil })
	return d
}

// compare is Compare with a distance that is read when there is a pair to judge.
func compare(prev, curr *render.Observation, threshold float64, move func() (pyvalue.Int, error)) (*Delta, error) {
	left, right := shownBoxes(prev), shownBoxes(curr)
	boxAt := func(list []box) func(int) (box, error) {
		return func(i int) (box, error) { return list[i], nil }
	}
	p, err := pairUp(len(left), len(right), boxAt(left), boxAt(right), threshold)
	if err != nil {
		return nil, err
	}
	d := &Delta{Added: p.added, Removed: p.removed, prev: prev, curr: curr}
	var limit pyvalue.Int
	for i, pr := range p.pairs {
		if i == 0 {
			if limit, err = move(); err != nil {
				return nil, err
			}
		}
		fields := changedFields(prev, curr, pr)
		if moved(left[pr.prev], right[pr.curr], limit) {
			fields = append(fields, "moved")
		}
		if len(fields) > 0 {
			d.Changed = append(d.Changed, Change{pr.prev, pr.curr, fields})
		} else {
			d.Stable = append(d.Stable, [2]int{pr.prev, pr.curr})
		}
	}
	return d, nil
}

func shownBoxes(o *render.Observation) []box {
	boxes := make([]box, len(o.Entries))
	for i, entry := range o.Entries {
		if entry.ID != model.None {
			boxes[i] = shownBox(o.Capture(), o.Capture().Element(entry.ID))
		}
	}
	return boxes
}

// changedFields lists which of role, name, enabled and value differ. Of
// AutoControl's captures they are compared as Python compares them.
func changedFields(prev, curr *render.Observation, p pair) []string {
	before, after := prev.Entries[p.prev].ID, curr.Entries[p.curr].ID
	if before == model.None || after == model.None {
		return nil
	}
	a, b := prev.Capture().Element(before), curr.Capture().Element(after)
	if captured(prev.Capture()) && captured(curr.Capture()) {
		if a.Raw == b.Raw && !strings.Contains(a.Raw, "NaN") {
			return nil
		}
		return changedMembers(a.Members(), b.Members())
	}
	var fields []string
	if prev.ShownRole(before) != curr.ShownRole(after) {
		fields = append(fields, "role")
	}
	if a.Name != b.Name {
		fields = append(fields, "name")
	}
	if a.States.Is(model.Enabled) != b.States.Is(model.Enabled) {
		fields = append(fields, "enabled")
	}
	if a.Value != b.Value || a.Has(model.HasValue) != b.Has(model.HasValue) {
		fields = append(fields, "value")
	}
	return fields
}

// Summary writes the delta: a line for each element that was added (+), changed
// (~, as it is now) or removed (-, with its earlier number). Beyond maxLines a
// last line counts the rest; a negative maxLines leaves out as many lines from
// the end, as Python slices.
func (d *Delta) Summary(maxLines int) string {
	return d.summary(pyvalue.Small(int64(maxLines)))
}

func (d *Delta) summary(maxLines pyvalue.Int) string {
	total := len(d.Added) + len(d.Changed) + len(d.Removed)
	all := pyvalue.Small(int64(total))
	keep := total
	if all.Cmp(maxLines) > 0 {
		if keep = int(maxLines.Clamped()); keep < 0 {
			keep = max(0, total+keep)
		}
	}
	var dst []byte
	for i := range keep {
		dst = append(d.appendLine(dst, i), '\n')
	}
	if all.Cmp(maxLines) > 0 {
		dst = append(append(append(dst, "… (+"...), all.Sub(maxLines).String()...), " more)\n"...)
	}
	return strings.TrimSuffix(string(dst), "\n")
}

func (d *Delta) appendLine(dst []byte, i int) []byte {
	if i < len(d.Added) {
		return d.curr.AppendEntry(append(dst, "+ "...), d.Added[i])
	}
	i -= len(d.Added)
	if i < len(d.Changed) {
		c := d.Changed[i]
		dst = d.curr.AppendEntry(append(dst, "~ "...), c.Curr)
		return append(append(append(dst, " ("...), strings.Join(c.Fields, "/")...), ')')
	}
	return d.prev.AppendEntry(append(dst, "- "...), d.Removed[i-len(d.Changed)])
}

// counts writes the object that the executor's command returns. The numbers are
// those of the raw lists: AutoControl takes them from there.
func counts(summary string, added, removed, changed int) string {
	dst := pyvalue.AppendJSONString([]byte(`{"summary": `), summary)
	dst = strconv.AppendInt(append(dst, `, "added": `...), int64(added), 10)
	dst = strconv.AppendInt(append(dst, `, "removed": `...), int64(removed), 10)
	dst = strconv.AppendInt(append(dst, `, "changed": `...), int64(changed), 10)
	return string(append(dst, '}'))
}
