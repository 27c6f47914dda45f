package render

import (
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/internal/text/jsvalue"
	"obscope/model"
)

// A difference is what a capture says has changed since an earlier one, ready
// to be written instead of the tree.
type difference struct {
	noChange bool
	base     string
	removed  string // the ranges as printed; "" if there are none
	changes  []change
	fault    string // what Maka would fail on
}

type change struct {
	kind  string
	id    model.ID
	depth int32
}

// parseDifference reads the difference of a capture; nil means that the tree
// is written in full.
func parseDifference(c *model.Capture) *difference {
	v := c.Header.Difference
	presentation := v.Member("presentation")
	says := func(word string) bool { return presentation.Kind == jsontext.String && presentation.Text == word }
	if !jsvalue.Truthy(v) || says("full") {
		return nil
	}
	base := v.Member("baseObservationId")
	d := &difference{noChange: says("no-change"), base: jsvalue.String(base)}
	if d.noChange {
		if !jsvalue.Printable(base) {
			d.fault = "difference.baseObservationId cannot be made a text"
		}
		return d
	}
	d.fault = rangesFault(v.Member("removedStableIdRanges"))
	var ranges []string
	for _, r := range v.Member("removedStableIdRanges").Items {
		start, end := r.Member("start"), r.Member("end")
		if sameValue(start, end) {
			ranges = append(ranges, jsvalue.String(start))
		} else {
			ranges = append(ranges, jsvalue.String(start)+"-"+jsvalue.String(end))
		}
	}
	d.removed = plain(strings.Join(ranges, ","))
	byID := map[string]model.ID{} // the last of duplicates
	for i := range c.Elements {
		byID[refText(&c.Elements[i])] = model.ID(i)
	}
	changes := v.Member("changes")
	if d.fault == "" && changes.Kind != jsontext.Array && changes.Kind != jsontext.String {
		d.fault = "difference.changes is no list"
	}
	for _, ch := range changes.Items {
		if ch.Kind == jsontext.Null && d.fault == "" {
			d.fault = "a change is null"
		}
		kind := ch.Member("kind")
		ref := ch.Member("elementId")
		if kind.Kind == jsontext.String && kind.Text == "remove" || ref.Kind == jsontext.Missing {
			continue
		}
		id, ok := byID[keyText(ref)]
		if !ok {
			continue
		}
		if d.fault == "" {
			d.fault = changeFault(ch)
		}
		d.changes = append(d.changes, change{jsvalue.String(kind), id, indentOf(ch.Member("path"))})
	}
	return d
}

// indentOf is the depth that a path gives: its length less one, whatever has
// that length. What is deeper than any tree is written at the margin.
func indentOf(path jsontext.Value) int32 {
	const deepest = 1 << 20
	if n := jsLength(path) - 1; n > 0 && n < deepest {
		return int32(n)
	}
	return 0
}

// refText and keyText spell a ref with its JSON type, so that 1 is not "1".
func refText(e *model.Element) string {
	if e.Irregular {
		return keyText(jsMembers(e).id)
	}
	return "string " + e.Ref
}

func keyText(v jsontext.Value) string { return v.Kind.String() + " " + jsvalue.String(v) }

func sameValue(a, b jsontext.Value) bool {
	return a.Kind == b.Kind && jsvalue.String(a) == jsvalue.String(b) && a.Kind != jsontext.Array && a.Kind != jsontext.Object
}

// planDifference writes the difference and gives every element that is not in
// it the verdict unchanged.
func (o *outline) planDifference(p *Plan) {
	written := make([]bool, len(p.Verdicts))
	if o.diff.noChange {
		p.Note(auxNoChange)
	} else {
		if o.diff.removed != "" {
			p.Note(auxRemoved)
		}
		for i, ch := range o.diff.changes {
			written[ch.id] = true
			p.Write(ch.id, ch.depth, auxChange+int32(i))
		}
	}
	for id := range p.Verdicts {
		if !written[id] && p.Verdicts[id].Stage == Kept {
			p.Drop(model.ID(id), AtUnchanged)
		} else if written[id] {
			p.Verdicts[id].Stage = Kept
		}
	}
}

func (o *outline) appendChange(dst []byte, p *Plan, e Entry) []byte {
	for range e.Depth {
		dst = append(dst, '\t')
	}
	dst = append(append(append(dst, "change="...), plain(o.diff.changes[e.Aux-auxChange].kind)...), ' ')
	return appendElementLine(dst, o.c.Element(e.ID), 0, p.Set)
}
