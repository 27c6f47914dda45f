package autocontrol

import (
	"math"
	"strconv"

	"obscope/internal/text/jsontext"
	"obscope/internal/text/pyvalue"
	"obscope/model"
	"obscope/render"
)

// Index is the list of the elements that are in the text of an observation, each
// once and in its order, as JSON text in the shape of AutoControl's observation_index: the captured
// members with an index each. Captures of other formats are written in
// AutoControl's terms: role, name, x, y, width, height, and value and enabled
// where the capture tells.
func Index(obs *render.Observation) string { return string(appendIndex(nil, obs)) }

func appendIndex(dst []byte, obs *render.Observation) []byte {
	own := captured(obs.Capture())
	dst = append(dst, '[')
	for index, id := range obs.KeptInOrder() {
		dst = append(comma(dst), '{')
		if own {
			dst = appendMembers(dst, obs.Capture().Element(id).Members(), index)
		} else {
			dst = appendTerms(dst, obs, id, index)
		}
		dst = append(dst, '}')
	}
	return append(dst, ']')
}

// captured reports a capture that AutoControl took.
func captured(c *model.Capture) bool { return c.Format == "autocontrol" }

// comma separates items: nothing stands before the first one.
func comma(dst []byte) []byte {
	if c := dst[len(dst)-1]; c == '[' || c == '{' {
		return dst
	}
	return append(dst, ", "...)
}

// appendMembers writes the members of a dict, and index as dict(e, index=i) sets
// it: where it is already, or last. A negative index is not written.
func appendMembers(dst []byte, members []jsontext.Member, index int) []byte {
	for i, m := range (jsontext.Value{Members: members}).Unique() {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		dst = append(pyvalue.AppendJSONString(dst, m.Name), ": "...)
		if m.Name == "index" && index >= 0 {
			dst = strconv.AppendInt(dst, int64(index), 10)
			index = -1
			continue
		}
		dst = pyvalue.AppendJSON(dst, m.Value)
	}
	if index >= 0 {
		if len(members) > 0 {
			dst = append(dst, ", "...)
		}
		dst = strconv.AppendInt(append(dst, `"index": `...), int64(index), 10)
	}
	return dst
}

// appendTerms writes an element of another format in AutoControl's terms.
func appendTerms(dst []byte, obs *render.Observation, id model.ID, index int) []byte {
	e := obs.Capture().Element(id)
	dst = pyvalue.AppendJSONString(append(dst, `"role": `...), obs.ShownRole(id))
	dst = pyvalue.AppendJSONString(append(dst, `, "name": `...), e.Name)
	if e.Has(model.HasFrame) {
		for i, side := range [...]float64{e.Frame.X, e.Frame.Y, e.Frame.W, e.Frame.H} {
			dst = append(append(append(dst, `, "`...), sides[i]...), `": `...)
			dst = append(dst, jsonFloat(side)...)
		}
	}
	if e.Has(model.HasValue) {
		dst = pyvalue.AppendJSONString(append(dst, `, "value": `...), e.Value)
	}
	switch e.States.Is(model.Enabled) {
	case model.Yes:
		dst = append(dst, `, "enabled": true`...)
	case model.No:
		dst = append(dst, `, "enabled": false`...)
	}
	return strconv.AppendInt(append(dst, `, "index": `...), int64(index), 10)
}

// jsonFloat writes whole numbers without a fraction, and what is no number as
// Python's json module does.
func jsonFloat(f float64) string {
	switch {
	case math.IsInf(f, 1):
		return "Infinity"
	case math.IsInf(f, -1):
		return "-Infinity"
	}
	return strconv.FormatFloat(f, 'f', -1, 64)
}

var sides = [...]string{"x", "y", "width", "height"}
