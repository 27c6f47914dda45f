// Package model is a captured element tree and the questions one can ask it.
//
// It reads no files and renders nothing. A capture is kept as it was
// reported: elements in reported order, frames and numbers verbatim, and every
// member that has no field of its own in Raw. The tree is an index beside the
// elements.
package model

import (
	"math"

	"obscope/internal/text/jsontext"
)

// ID is the position of an element as the capture reported it, from 0.
type ID int32

// None is the ID of no element: the parent of a root, or the element behind a
// header line.
const None ID = -1

// An Element is one accessibility element as captured.
type Element struct {
	// Key and ParentKey are refs interned by JSON type and value, so that the
	// number 1 is not the string "1" and null is not missing. ParentKey is
	// NoKey where no parent was named.
	Key, ParentKey int32

	Kind      Kind
	Given     Fields // which of the fields below were captured at all: "" is not absent
	Irregular bool   // some known member is not of its ordinary JSON type; Raw knows better
	Repeat    bool   // repeats its parent (InlineTextBox, a StaticText that echoes a name)

	// Ignored marks what the capture lists and says itself is not part of the
	// accessibility tree, such as Chromium's ignored nodes. What is below it
	// counts as its parent's.
	Ignored bool

	Secure bool // a password field: its value is masked where people look
	States States

	Ref         string // the id that an agent quotes back, as it prints
	Role        string // as captured: AXButton, push-button, android.widget.Button
	Subrole     string // as captured; macOS has them
	Name        string
	Value       string
	Placeholder string
	Description string   // what the toolkit says beside the name
	Actions     []string // as captured: AXPress, click, doDefault
	Frame       Rect     // in the unit of the capture

	// Raw holds the element's captured members in order as JSON text, without
	// the surrounding braces and without its children: nothing is lost.
	// Formats that are not JSON keep their attributes here in the same form.
	Raw string
}

// NoKey is the key of a ref that was not given.
const NoKey int32 = -1

// Members parses Raw.
func (e *Element) Members() []jsontext.Member { return ParseMembers(e.Raw) }

// Member finds a captured member by name; its Kind is Missing if there is none.
func (e *Element) Member(name string) jsontext.Value { return FindMember(e.Raw, name) }

// ParseMembers parses the members of an object that is kept without braces; of
// a duplicate the last one counts, at the place of the first.
func ParseMembers(own string) []jsontext.Member {
	v, err := jsontext.Parse("{" + own + "}")
	if err != nil {
		return nil
	}
	return v.Unique()
}

// FindMember returns the last member of that name, without parsing the others.
func FindMember(own, name string) jsontext.Value {
	var found jsontext.Value
	r := jsontext.NewReader("{" + own + "}")
	for r.Object(); r.NextName(); {
		if r.Name() == name {
			found = r.Value()
			continue
		}
		r.Skip()
	}
	return found
}

// Fields is a set of element fields.
type Fields uint16

// The fields whose absence a capture can tell from emptiness.
const (
	HasRef Fields = 1 << iota
	HasRole
	HasSubrole
	HasName
	HasValue
	HasPlaceholder
	HasDescription
	HasActions
	HasFrame
)

// Has reports whether all of f were captured.
func (e *Element) Has(f Fields) bool { return e.Given&f == f }

// A Rect is a place on the captured surface, in the capture's unit, as the
// capture spelled it: it may be empty, negative or impossible.
type Rect struct{ X, Y, W, H float64 }

// impossible is the magnitude from which a coordinate is a sentinel, not a
// place: AT-SPI reports -2147483648 for what has never been laid out.
const impossible = 1<<31 - 1

// OnScreen is false for frames that no screen can hold: NaN, infinities, and
// the sentinels that toolkits write for elements they have not laid out.
func (r Rect) OnScreen() bool {
	for _, v := range [...]float64{r.X, r.Y, r.W, r.H} {
		if math.IsNaN(v) || math.Abs(v) >= impossible {
			return false
		}
	}
	return true
}

// Center is the middle of r, where an agent clicks.
func (r Rect) Center() (x, y float64) { return r.X + r.W/2, r.Y + r.H/2 }

// Holds reports whether the point is in r; the edges belong to r.
func (r Rect) Holds(x, y float64) bool {
	return r.X <= x && x <= r.X+r.W && r.Y <= y && y <= r.Y+r.H
}

// Empty reports a rectangle without area.
func (r Rect) Empty() bool { return !(r.W > 0 && r.H > 0) }
