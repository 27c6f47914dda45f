package render

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/internal/text/jsvalue"
	"obscope/model"
)

// This file knows where Maka's renderer throws: it calls methods of strings and
// arrays on members of any type.

// tellFaults warns of the first thing on which Maka would fail while it writes
// the entries of the plan and the header.
func (o *outline) tellFaults(p *Plan) {
	if !makaJSON(o.c) {
		return
	}
	fault := headerFault(&o.c.Header)
	if fault == "" && o.diff != nil {
		fault = o.diff.fault
	}
	for i := 0; i < len(p.Entries) && fault == ""; i++ {
		if id := p.Entries[i].ID; id != model.None {
			fault = elementFault(o.c.Element(id))
		}
	}
	if fault != "" {
		p.Warnings.Add(model.OriginalFails, "Maka would fail here: "+fault)
	}
}

func headerFault(h *model.Header) string {
	for _, field := range [...]struct {
		name string
		v    jsontext.Value
	}{{"observationId", h.ObservationID}, {"appId", h.App}, {"pid", h.PID}, {"windowId", h.WindowID}} {
		if !jsvalue.Printable(field.v) {
			return field.name + " cannot be made a text"
		}
	}
	return ""
}

// elementFault is what Maka would fail on while it writes the line of e.
func elementFault(e *model.Element) string {
	if !e.Irregular {
		return ""
	}
	m := jsMembers(e)
	where := "element " + jsontext.Scrub(strconv.Quote(e.Ref)) + " has "
	isText := func(v jsontext.Value) bool { return v.Kind == jsontext.String }
	switch {
	case m.role.Kind == jsontext.Missing:
		return where + "no role"
	case !isText(m.role):
		return where + "a role that is no text"
	case !absent(m.subrole) && !isText(m.subrole):
		return where + "a subrole that is no text"
	case !absent(m.label) && !isText(m.label) && trimsLabel(m):
		return where + "a label that is no text beside its subrole"
	case m.value.Kind != jsontext.Missing && !measurable(m.value):
		return where + "a value that is no text"
	case m.value.Kind == jsontext.Missing && m.placeholder.Kind != jsontext.Missing && !measurable(m.placeholder):
		return where + "a placeholder that is no text"
	case m.actions.Kind == jsontext.String && m.actions.Text != "",
		m.actions.Kind == jsontext.Object && jsvalue.ToNumber(m.actions.Member("length")) > 0:
		return where + "actions that are no list"
	case !jsvalue.Printable(m.id) || m.actions.Kind == jsontext.Array && !jsvalue.Printable(m.actions):
		return where + "an id or an action that cannot be made a text"
	}
	return ""
}

// absent is what ?. and ?? pass over.
func absent(v jsontext.Value) bool { return v.Kind == jsontext.Missing || v.Kind == jsontext.Null }

// trimsLabel reports whether the label decides if the subrole is written.
func trimsLabel(m jsElement) bool {
	r, s := strings.TrimPrefix(m.role.Text, "AX"), strings.TrimPrefix(m.subrole.Text, "AX")
	return s != "" && s != r && !isSecure(s)
}

// measurable reports whether a value passes the test of its length, or can be
// cut where it does not.
func measurable(v jsontext.Value) bool {
	switch v.Kind {
	case jsontext.String:
		return true
	case jsontext.Array:
		return len(v.Items) <= DefaultValueCap || jsvalue.Printable(v)
	case jsontext.Object:
		length, has := v.Lookup("length")
		return has && jsvalue.ToNumber(length) <= DefaultValueCap
	}
	return false
}

// rangesFault is what Maka would fail on in the ranges of removed ids.
func rangesFault(v jsontext.Value) string {
	const what = "difference.removedStableIdRanges "
	switch v.Kind {
	case jsontext.Missing:
		return what + "is missing"
	case jsontext.Null:
		return what + "is null"
	case jsontext.String, jsontext.Object:
		if v.Text != "" || jsvalue.ToNumber(v.Member("length")) > 0 {
			return what + "is no list"
		}
	}
	for i, r := range v.Items {
		if r.Kind == jsontext.Null || !jsvalue.Printable(r.Member("start")) || !jsvalue.Printable(r.Member("end")) {
			return fmt.Sprintf("%s[%d] cannot be printed", strings.TrimSpace(what), i)
		}
	}
	return ""
}

// changeFault is what Maka would fail on in a change whose element was found.
func changeFault(ch jsontext.Value) string {
	switch path := ch.Member("path"); {
	case absent(path):
		return "a change has no path"
	case jsLength(path)-1 >= longestText:
		return "a change has a path that is too long to indent by"
	case !jsvalue.Printable(ch.Member("kind")):
		return "the kind of a change cannot be made a text"
	}
	return ""
}

// longestText is how many units a text may have in V8.
const longestText = 1<<29 - 24

// jsLength is the member length of a value as a number, NaN if it has none.
func jsLength(v jsontext.Value) float64 {
	switch v.Kind {
	case jsontext.String:
		return float64(jsontext.Units(v.Text))
	case jsontext.Array:
		return float64(len(v.Items))
	case jsontext.Object:
		return jsvalue.ToNumber(v.Member("length"))
	}
	return math.NaN()
}
