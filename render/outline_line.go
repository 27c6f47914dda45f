package render

import (
	"math"
	"strconv"
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/internal/text/jsvalue"
	"obscope/model"
)

// A piece is one of the parts of an element's line in outline, in their order.
type piece uint8

const (
	pieceRef piece = iota
	pieceRole
	pieceName
	pieceValue // or the placeholder
	pieceStates
	pieceActions
	pieceFrame
	numPieces
)

// AppendOutlineLine appends the line that outline writes for e with nothing
// set, without its tabs.
func AppendOutlineLine(dst []byte, e *model.Element) []byte {
	return appendElementLine(dst, e, 0, Settings{Geometry: true, ValueCap: DefaultValueCap})
}

// appendElementLine writes one element: tabs, then its pieces.
func appendElementLine(dst []byte, e *model.Element, depth int, s Settings) []byte {
	for range depth {
		dst = append(dst, '\t')
	}
	for at := pieceRef; at < numPieces; at++ {
		if at == pieceFrame && !s.Geometry {
			continue
		}
		dst = appendPiece(dst, e, at, s.ValueCap)
	}
	return dst
}

// appendPiece writes one piece with the blank before it, or nothing.
func appendPiece(dst []byte, e *model.Element, at piece, valueCap int) []byte {
	if e.Irregular {
		return appendPieceIrregular(dst, e, at, valueCap)
	}
	switch at {
	case pieceRef:
		return append(dst, plain(e.Ref)...)
	case pieceRole:
		return append(append(dst, ' '), plain(roleOf(e.Role, e.Subrole, e.Name))...)
	case pieceName:
		if e.Name != "" {
			return jsontext.AppendQuote(append(dst, ' '), e.Name)
		}
	case pieceValue:
		if e.Has(model.HasValue) {
			return jsontext.AppendQuote(append(dst, ` =`...), truncate(e.Value, valueCap))
		}
		if e.Has(model.HasPlaceholder) {
			return jsontext.AppendQuote(append(dst, ` ~`...), truncate(e.Placeholder, valueCap))
		}
	case pieceStates:
		return appendStates(dst, e.States)
	case pieceActions:
		if len(e.Actions) > 0 {
			return append(append(dst, ` +`...), plain(strings.Join(e.Actions, ","))...)
		}
	case pieceFrame:
		if e.Has(model.HasFrame) {
			return appendFrame(dst, e.Frame)
		}
	}
	return dst
}

func appendStates(dst []byte, st model.States) []byte {
	open := byte('[')
	add := func(word string) {
		if open == '[' {
			dst = append(dst, ' ')
		}
		dst = append(append(dst, open), word...)
		open = ','
	}
	if st.Is(model.Enabled) == model.No {
		add("disabled")
	}
	if st.Is(model.Selected) == model.Yes {
		add("selected")
	}
	if st.Is(model.Focused) == model.Yes {
		add("focused")
	}
	if open == ',' {
		dst = append(dst, ']')
	}
	return dst
}

func appendFrame(dst []byte, f model.Rect) []byte {
	dst = appendRounded(append(dst, ` @`...), f.X)
	dst = appendRounded(append(dst, ','), f.Y)
	dst = appendRounded(append(dst, ' '), f.W)
	return appendRounded(append(dst, 'x'), f.H)
}

// appendRounded writes Math.round(v), and 0 for what is not a finite number.
func appendRounded(dst []byte, v float64) []byte {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return append(dst, '0')
	}
	r := jsvalue.Round(v)
	if math.Abs(r) < 1e15 {
		return strconv.AppendInt(dst, int64(r), 10)
	}
	return append(dst, jsvalue.Float(r)...)
}

// truncate cuts a value at limit UTF-16 units and tells how many it cut.
func truncate(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	units := jsontext.Units(s)
	if units <= limit {
		return s
	}
	return jsontext.CutUnits(s, limit) + "…(+" + strconv.Itoa(units-limit) + " chars)"
}

// containerRoles are the roles, without AX, to which a subrole adds nothing.
var containerRoles = map[string]bool{
	"Window": true, "Group": true, "SplitGroup": true, "ScrollArea": true, "Layout": true, "LayoutArea": true, "Unknown": true,
}

// roleOf is the role as it is written: with the subrole where that says more
// than the label does, and always for a secure field.
func roleOf(role, subrole, label string) string {
	r := strings.TrimPrefix(role, "AX")
	s := strings.TrimPrefix(subrole, "AX")
	switch {
	case s == "" || s == r:
		return role
	case isSecure(s):
		return role + "/" + s
	case jsvalue.Trim(label) != "" || containerRoles[r]:
		return role
	}
	return role + "/" + s
}

// isSecure finds "secure" in any ASCII case.
func isSecure(s string) bool {
	const word = "secure"
	for i := 0; i+len(word) <= len(s); i++ {
		if s[i]|0x20 == word[0] && strings.EqualFold(s[i:i+len(word)], word) {
			return true
		}
	}
	return false
}
