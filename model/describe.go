package model

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"obscope/internal/text/jsontext"
)

// labelUnits bounds the name in a Label, in UTF-16 units.
const labelUnits = 60

// Label names an element for people, in one line: its role and, quoted, what
// Caption says. A role that would not stay in its place is quoted, too.
func (e *Element) Label() string {
	role := e.Role
	if e.Subrole != "" {
		role += "/" + strings.TrimPrefix(e.Subrole, "AX")
	}
	switch {
	case role == "":
		role = "element"
	case strings.ContainsFunc(role, unicode.IsControl) || jsontext.Units(role) > labelUnits:
		role = jsontext.QuoteShort(role, labelUnits)
	}
	if caption := e.Caption(); caption != "" {
		return role + " " + jsontext.QuoteShort(caption, labelUnits)
	}
	return role
}

// Caption is what a person would call an element: its name, else the value of a
// field that is not secret, else its placeholder or description; "" if it has
// none of them.
func (e *Element) Caption() string {
	switch {
	case e.Name != "":
		return e.Name
	case e.Value != "" && !e.Secure:
		return e.Value
	case e.Placeholder != "":
		return e.Placeholder
	}
	return e.Description
}

// Path lists the labels from the root to the element itself.
func (c *Capture) Path(id ID) []string {
	var up []string
	for at := id; at != None; at = c.Tree.Parent[at] {
		up = append(up, c.Elements[at].Label())
	}
	slices.Reverse(up)
	return up
}

// Coordinate prints a coordinate or a length for people: with one decimal at
// most, halves away from zero, and what no screen holds in four digits.
func Coordinate(f float64) string {
	const exact = 1e15 // above, a float64 has no decimals left
	if math.Abs(f) < exact {
		return strconv.FormatFloat(math.Round(f*10)/10+0, 'f', -1, 64) // +0: -0 is 0
	}
	return strconv.FormatFloat(f, 'g', 4, 64)
}

// String prints a place for people: 10,20.5 300x40.
func (r Rect) String() string {
	return Coordinate(r.X) + "," + Coordinate(r.Y) + " " + Coordinate(r.W) + "x" + Coordinate(r.H)
}
