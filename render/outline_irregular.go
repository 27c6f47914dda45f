package render

import (
	"math"
	"strconv"
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/internal/text/jsvalue"
	"obscope/model"
)

// This file knows how JavaScript prints members that are not of their ordinary
// type. It reads Element.Raw, and only for elements that are Irregular. What would
// throw there is written as the nearest thing that does not.

// A jsElement is the members of a Maka element, of any type.
type jsElement struct {
	id, role, subrole, label, value, placeholder, enabled, selected, focused, actions, frame jsontext.Value
}

func jsMembers(e *model.Element) jsElement {
	var m jsElement
	for _, member := range e.Members() {
		switch member.Name {
		case "elementId":
			m.id = member.Value
		case "role":
			m.role = member.Value
		case "subrole":
			m.subrole = member.Value
		case "label":
			m.label = member.Value
		case "value":
			m.value = member.Value
		case "placeholder":
			m.placeholder = member.Value
		case "enabled":
			m.enabled = member.Value
		case "selected":
			m.selected = member.Value
		case "focused":
			m.focused = member.Value
		case "actions":
			m.actions = member.Value
		case "frame":
			m.frame = member.Value
		}
	}
	return m
}

func appendPieceIrregular(dst []byte, e *model.Element, at piece, valueCap int) []byte {
	m := jsMembers(e)
	switch at {
	case pieceRef:
		// The parts of a line are joined as an array is: undefined is empty.
		return append(dst, plain(jsvalue.Join([]jsontext.Value{m.id}, ""))...)
	case pieceRole:
		return append(append(dst, ' '), plain(roleIrregular(m))...)
	case pieceName:
		if jsvalue.Truthy(m.label) {
			return jsvalue.AppendJSON(append(dst, ' '), m.label)
		}
	case pieceValue:
		if m.value.Kind != jsontext.Missing {
			return appendTruncatedIrregular(append(dst, ` =`...), m.value, valueCap)
		}
		if m.placeholder.Kind != jsontext.Missing {
			return appendTruncatedIrregular(append(dst, ` ~`...), m.placeholder, valueCap)
		}
	case pieceStates:
		return appendStates(dst, e.States)
	case pieceActions:
		if m.actions.Kind == jsontext.Array && len(m.actions.Items) > 0 {
			return append(append(dst, ` +`...), plain(jsvalue.Join(m.actions.Items, ","))...)
		}
		if m.actions.Kind == jsontext.String && m.actions.Text != "" {
			return append(append(dst, ` +`...), plain(m.actions.Text)...)
		}
	case pieceFrame:
		if jsvalue.Truthy(m.frame) {
			return appendFrame(dst, frameIrregular(m.frame))
		}
	}
	return dst
}

// appendTruncatedIrregular writes a value that Maka measures by its length; only
// strings and arrays have one.
func appendTruncatedIrregular(dst []byte, v jsontext.Value, limit int) []byte {
	if v.Kind == jsontext.String {
		return jsontext.AppendQuote(dst, truncate(v.Text, limit))
	}
	if v.Kind == jsontext.Array && len(v.Items) > limit {
		return jsontext.AppendQuote(dst, jsvalue.Join(v.Items[:limit], ",")+"…(+"+strconv.Itoa(len(v.Items)-limit)+" chars)")
	}
	return jsvalue.AppendJSON(dst, v)
}

func roleIrregular(m jsElement) string {
	role, label := jsvalue.String(m.role), ""
	subrole := ""
	if m.subrole.Kind != jsontext.Missing && m.subrole.Kind != jsontext.Null {
		subrole = jsvalue.String(m.subrole)
	}
	if m.label.Kind != jsontext.Missing && m.label.Kind != jsontext.Null {
		label = jsvalue.String(m.label)
	}
	return roleOf(role, subrole, label)
}

// frameIrregular reads a frame whose sides may be of any type: what is not a finite
// number counts as 0.
func frameIrregular(v jsontext.Value) model.Rect {
	side := func(name string) float64 {
		n := v.Member(name)
		if n.Kind != jsontext.Number {
			return 0
		}
		f, err := strconv.ParseFloat(n.Text, 64)
		if err != nil || math.IsNaN(f) || math.IsInf(f, 0) {
			return 0
		}
		return f
	}
	return model.Rect{X: side("x"), Y: side("y"), W: side("width"), H: side("height")}
}

func labelTruthy(e *model.Element) bool {
	if e.Irregular {
		return jsvalue.Truthy(jsMembers(e).label)
	}
	return e.Name != ""
}

// actionsTruthyIrregular reports actions that are there but not a list of strings.
func actionsTruthyIrregular(e *model.Element) bool {
	if !e.Irregular {
		return false
	}
	a := jsMembers(e).actions
	return a.Kind == jsontext.Array && len(a.Items) > 0 || a.Kind == jsontext.String && a.Text != ""
}

func wrapperIrregular(c *model.Capture, e *model.Element) bool {
	return c.Structural(e) && !labelTruthy(e) && !e.Has(model.HasValue) && len(e.Actions) == 0 && !actionsTruthyIrregular(e) &&
		e.States.Is(model.Focused) != model.Yes && e.States.Is(model.Selected) != model.Yes
}

func searchedIrregular(e *model.Element) []string {
	var parts []string
	m := jsMembers(e)
	for _, v := range [...]jsontext.Value{m.label, m.value, m.role, m.subrole} {
		if v.Kind == jsontext.String {
			parts = append(parts, v.Text)
		}
	}
	if len(parts) == 0 && e.Role != "" {
		// A capture of another tool has other names for these.
		parts = append(parts, e.Name, e.Value, e.Role, e.Subrole)
	}
	return parts
}

func hasHalf(s string) bool { return jsontext.HasHalf(s) }

// containsUnits is a substring test on UTF-16 units: half an emoji is found in
// a whole one.
func containsUnits(s, sub string) bool { return strings.Contains(units(s), units(sub)) }

// units spells s with surrogate pairs split into halves.
func units(s string) string {
	var b []byte
	for i := 0; i < len(s); {
		c, n := jsontext.DecodeRune(s[i:])
		if c >= 0x10000 {
			b = jsontext.AppendUnit(b, 0xD800+(c-0x10000)>>10)
			b = jsontext.AppendUnit(b, 0xDC00+(c-0x10000)&0x3FF)
		} else {
			b = append(b, s[i:i+n]...)
		}
		i += n
	}
	return string(b)
}
