package autocontrol

import (
	"obscope/internal/text/jsontext"
	"obscope/internal/text/pyvalue"
)

// comparedKeys are the members of a dict whose values AutoControl compares, in
// the order in which it names them.
var comparedKeys = [...]string{"role", "name", "enabled", "value"}

// changedMembers lists the compared members that differ. A missing one equals
// null.
func changedMembers(before, after []jsontext.Member) []string {
	a, b := jsontext.Value{Members: before}, jsontext.Value{Members: after}
	var fields []string
	for _, key := range comparedKeys {
		if !pyvalue.Equal(a.Member(key), b.Member(key)) {
			fields = append(fields, key)
		}
	}
	return fields
}

// listPair reads list(prev) and list(curr).
func listPair(prev, curr jsontext.Value) (left, right []jsontext.Value, err error) {
	if err = checkNesting(prev); err != nil {
		return nil, nil, err
	}
	if err = checkNesting(curr); err != nil {
		return nil, nil, err
	}
	if left, err = iterate(prev); err != nil {
		return nil, nil, err
	}
	right, err = iterate(curr)
	return left, right, err
}

func boxesOf(list []jsontext.Value) func(int) (box, error) {
	return func(i int) (box, error) { return boxOf(list[i]) }
}

func matchElements(a arguments) (string, error) {
	after, before, err := listPair(a["after"], a["before"])
	if err != nil {
		return "", err
	}
	threshold := 0.0
	if len(before) > 0 {
		if threshold, err = toFloat(a.value("iou_threshold", "0.5")); err != nil {
			return "", err
		}
	}
	p, err := pairUp(len(before), len(after), boxesOf(before), boxesOf(after), threshold)
	if err != nil {
		return "", err
	}
	dst := []byte(`{"matched": [`)
	for _, pr := range p.pairs {
		dst = pyvalue.AppendJSON(append(comma(dst), `{"before": `...), before[pr.prev])
		dst = pyvalue.AppendJSON(append(dst, `, "after": `...), after[pr.curr])
		dst = append(append(append(dst, `, "iou": `...), round4(pr.score)...), '}')
	}
	dst = appendPicked(append(dst, `], "added": `...), after, p.added)
	dst = appendPicked(append(dst, `, "removed": `...), before, p.removed)
	return string(append(dst, '}')), nil
}

func appendPicked(dst []byte, list []jsontext.Value, picked []int) []byte {
	dst = append(dst, '[')
	for _, i := range picked {
		dst = pyvalue.AppendJSON(comma(dst), list[i])
	}
	return append(dst, ']')
}

// A rawDelta is delta_index of two lists as they are.
type rawDelta struct {
	pairing
	prev, curr []jsontext.Value
	fields     [][]string // of each pair; none if it is stable
	changed    int
}

func compareLists(prev, curr, threshold, move jsontext.Value) (*rawDelta, error) {
	d := &rawDelta{}
	var err error
	if d.prev, d.curr, err = listPair(prev, curr); err != nil {
		return nil, err
	}
	overlap, err := toFloat(threshold)
	if err != nil {
		return nil, err
	}
	if d.pairing, err = pairUp(len(d.prev), len(d.curr), boxesOf(d.prev), boxesOf(d.curr), overlap); err != nil {
		return nil, err
	}
	d.fields = make([][]string, len(d.pairs))
	for i, p := range d.pairs {
		limit, err := pyvalue.ToInt(move)
		if err != nil {
			return nil, err
		}
		before, after := d.prev[p.prev], d.curr[p.curr]
		a, _ := boxOf(before)
		b, _ := boxOf(after)
		d.fields[i] = changedMembers(before.Members, after.Members)
		if moved(a, b, limit) {
			d.fields[i] = append(d.fields[i], "moved")
		}
		if len(d.fields[i]) > 0 {
			d.changed++
		}
	}
	return d, nil
}

func deltaIndex(a arguments) (string, error) {
	d, err := compareLists(a["prev"], a["curr"], a.value("iou_threshold", "0.5"), a.value("move_threshold", "5"))
	if err != nil {
		return "", err
	}
	dst := appendPicked([]byte(`{"added": `), d.curr, d.added)
	dst = appendPicked(append(dst, `, "removed": `...), d.prev, d.removed)
	dst = append(dst, `, "changed": [`...)
	for i, p := range d.pairs {
		if len(d.fields[i]) == 0 {
			continue
		}
		dst = pyvalue.AppendJSON(append(comma(dst), `{"after": `...), d.curr[p.curr])
		dst = append(dst, `, "fields": [`...)
		for _, field := range d.fields[i] {
			dst = pyvalue.AppendJSONString(comma(dst), field)
		}
		dst = append(dst, "]}"...)
	}
	dst = append(dst, `], "stable": [`...)
	for i, p := range d.pairs {
		if len(d.fields[i]) == 0 {
			dst = pyvalue.AppendJSON(comma(dst), d.curr[p.curr])
		}
	}
	return string(append(dst, "]}"...)), nil
}

func deltaObservation(a arguments) (string, error) {
	d, err := observedDelta(a.request("prev"), a.request("curr"), a.value("iou_threshold", "0.5"), a.value("move_threshold", "5"))
	if err != nil {
		return "", err
	}
	limit, err := lineLimit(a.value("max_lines", "40"), len(d.Added)+len(d.Changed)+len(d.Removed))
	if err != nil {
		return "", err
	}
	return d.summary(limit), nil
}

// observedDelta observes both frames and compares them.
func observedDelta(prev, curr request, threshold, move jsontext.Value) (*Delta, error) {
	before, err := prev.observe()
	if err != nil {
		return nil, err
	}
	after, err := curr.observe()
	if err != nil {
		return nil, err
	}
	overlap, err := toFloat(threshold)
	if err != nil {
		return nil, err
	}
	return compare(before, after, overlap, func() (pyvalue.Int, error) { return pyvalue.ToInt(move) })
}

// lineLimit reads max_lines, which is compared with the number of lines and, if
// there are more, cuts a slice: any number compares, only an integer slices.
func lineLimit(v jsontext.Value, lines int) (pyvalue.Int, error) {
	if v.Kind != jsontext.Number && v.Kind != jsontext.Bool {
		return pyvalue.Int{}, pyvalue.Errorf("TypeError", "'>' not supported between instances of 'int' and '%s'", pyvalue.TypeName(v))
	}
	if pyvalue.TypeName(v) != "float" {
		return pyvalue.ToInt(v)
	}
	if f, _ := numberToFloat(v); float64(lines) > f {
		return pyvalue.Int{}, pyvalue.Errorf("TypeError", "slice indices must be integers or None or have an __index__ method")
	}
	return pyvalue.Small(int64(lines)), nil
}

// acDeltaObservation writes the summary of what is observed, and counts what
// changed in the lists as they were given: no filter, no cap, nothing below
// their top level. The two can disagree.
func acDeltaObservation(a arguments) (string, error) {
	prev, err := listArgument(a["prev"])
	if err != nil {
		return "", err
	}
	curr, err := listArgument(a["curr"])
	if err != nil {
		return "", err
	}
	viewport, limit, err := a.adaptedLimits()
	if err != nil {
		return "", err
	}
	lines, err := pyvalue.ToInt(a.value("max_lines", "40"))
	if err != nil {
		return "", err
	}
	interactive := a.interactiveOnly()
	half, _ := jsontext.Parse("0.5")
	five, _ := jsontext.Parse("5")
	d, err := observedDelta(request{prev, viewport, limit, interactive}, request{curr, viewport, limit, interactive}, half, five)
	if err != nil {
		return "", err
	}
	raw, err := compareLists(prev, curr, half, five)
	if err != nil {
		return "", err
	}
	return counts(d.summary(lines), len(raw.added), len(raw.removed), raw.changed), nil
}
