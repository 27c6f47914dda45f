package model

import (
	"strings"
	"unicode"

	"obscope/internal/jsontext"
)

// labelUnits bounds the name in a Label, in UTF-16 units.
const labelUnits = 60

// Label names an element for people, in one line: its role and, quoted, its
// name, else the value of a field that is not secret. A role that would not
// stay in its place is quoted, too.
func (e *Element) Label() string {
	role := e.Role
	if e.Subrole != "" {
		role += "/" + strings.TrimPrefix(e.Subrole, "AX")
	}
	switch {
	case role == "":
		role = "element"
	case strings.ContainsFunc(role, unicode.IsControl) || jsontext.Units(role) > labelUnits:
		role = labelQuote(role)
	}
	name := e.Name
	if name == "" && !e.Secure {
		name = e.Value
	}
	if name == "" {
		name = e.Placeholder
	}
	if name == "" {
		name = e.Description
	}
	if name == "" {
		return role
	}
	return role + " " + labelQuote(name)
}

// labelQuote quotes a text for a label, within the bound.
func labelQuote(s string) string {
	if jsontext.Units(s) > labelUnits {
		s = jsontext.CutUnits(s, labelUnits-1) + "…"
	}
	return jsontext.Quote(s)
}

// Path lists the labels from the root to the element itself.
func (c *Capture) Path(id ID) []string {
	var up []string
	for at := id; at != None; at = c.Tree.Parent[at] {
		up = append(up, c.Elements[at].Label())
	}
	for i, j := 0, len(up)-1; i < j; i, j = i+1, j-1 {
		up[i], up[j] = up[j], up[i]
	}
	return up
}
