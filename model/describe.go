package model

import (
	"strings"

	"obscope/internal/jsontext"
)

// labelUnits bounds the name in a Label, in UTF-16 units.
const labelUnits = 60

// Label names an element for people: its role and, quoted, its name, else the
// value of a field that is not secret.
func (e *Element) Label() string {
	role := e.Role
	if e.Subrole != "" {
		role += "/" + strings.TrimPrefix(e.Subrole, "AX")
	}
	if role == "" {
		role = "element"
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
	if jsontext.Units(name) > labelUnits {
		name = jsontext.CutUnits(name, labelUnits-1) + "…"
	}
	return role + " " + jsontext.Quote(name)
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
