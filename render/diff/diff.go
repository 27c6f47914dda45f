// Package diff tells what changed between two captures or two observations,
// for people.
//
// Captures matches the elements of two captures: by ref where refs are stable,
// then by role, name and path, then by place. Observations compares two texts
// line by line. Both take near n log n time, however different the two are.
//
// WriteJSON writes both as one object; either part is left out if it is nil:
//
//	{"tree": {
//	   "elements": {"prev": 210, "curr": 214},
//	   "added":    [{"id": 12, "ref": "e12", "role": "button", "name": "Undo"}],
//	   "removed":  [{"id": 9, "ref": "e9", "role": "text", "name": "Saving…"}],
//	   "changed":  [{"prev": 3, "curr": 4, "ref": "e3", "role": "textbox", "name": "Name",
//	                 "fields": ["value", "moved"],
//	                 "from": {"value": "Zo", "frame": [10, 10, 200, 20]},
//	                 "to":   {"value": "Zoë", "frame": [10, 34, 200, 20]}}]},
//	 "text": {
//	   "tokens": {"prev": 3400, "curr": 3412, "change": 12, "vocabulary": "o200k_base"},
//	   "lines":  {"added": 2, "removed": 1, "unchanged": 60, "renumbered": 12},
//	   "hunks":  [{"prev": 12, "curr": 12, "lines": [" …", "-…", "+…"]}]}}
//
// in which id, prev and curr of elements are positions in their captures from
// 0, and prev and curr of a hunk are the numbers of its first lines from 1.
// The values of secure fields are written as •••.
package diff

import (
	"math"
	"slices"

	"obscope/model"
	"obscope/render/match"
)

// Fields is a set of what can change in an element.
type Fields uint16

// The fields of an element, in the order in which they are told.
const (
	Name Fields = 1 << iota
	Value
	Placeholder
	Description
	States
	Actions
	Moved      // its frame starts elsewhere, and it did not just move along with its parent
	Resized    // its frame has another size
	Reparented // it stands under another element
	numFields  = iota
)

var fieldNames = [numFields]string{"name", "value", "placeholder", "description", "states", "actions", "moved", "resized", "reparented"}

// Names lists the fields of the set.
func (f Fields) Names() []string {
	var names []string
	for i, name := range fieldNames {
		if f&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return names
}

// A Change is an element that is in both captures and not the same.
type Change struct {
	Prev, Curr model.ID
	What       Fields
}

// A Diff is what changed from one capture to another. Elements that only
// repeat their parents are left out of it.
type Diff struct {
	Prev, Curr *model.Capture

	To   []model.ID // by element of Prev: the same element in Curr, None if it was removed
	From []model.ID // by element of Curr: the same element in Prev, None if it was added

	Added   []model.ID // elements of Curr, in document order
	Removed []model.ID // elements of Prev, in document order
	Changed []Change   // in document order of Curr
	Carried int        // elements that only moved along with their parents

	what []Fields // by element of Curr
}

// Captures compares two captures.
func Captures(prev, curr *model.Capture) *Diff {
	m := match.Between(prev, curr)
	d := &Diff{Prev: prev, Curr: curr, To: m.To, From: m.From, what: make([]Fields, len(curr.Elements))}
	upPrev, upCurr := nearestMatched(&prev.Tree, m.To), nearestMatched(&curr.Tree, m.From)
	for _, id := range curr.Tree.Order {
		if curr.Elements[id].Repeat {
			continue
		}
		from := d.From[id]
		if from == model.None {
			d.Added = append(d.Added, id)
			continue
		}
		what, carried := d.compare(from, id, upPrev[from], upCurr[id])
		if carried && what == 0 {
			d.Carried++
		}
		if what != 0 {
			d.what[id] = what
			d.Changed = append(d.Changed, Change{from, id, what})
		}
	}
	for _, id := range prev.Tree.Order {
		if d.To[id] == model.None && !prev.Elements[id].Repeat {
			d.Removed = append(d.Removed, id)
		}
	}
	return d
}

// Same reports whether nothing changed.
func (d *Diff) Same() bool { return len(d.Added)+len(d.Removed)+len(d.Changed)+d.Carried == 0 }

// nearestMatched finds for every element the nearest ancestor that has a
// counterpart: wrappers that come and go reparent nothing.
func nearestMatched(t *model.Tree, to []model.ID) []model.ID {
	up := make([]model.ID, len(to))
	for _, id := range t.Order {
		up[id] = t.Parent[id]
		if p := t.Parent[id]; p != model.None && to[p] == model.None {
			up[id] = up[p]
		}
	}
	return up
}

// compare finds what changed in a pair; carried tells that it moved with the
// ancestor that it stands under.
func (d *Diff) compare(prev, curr, upPrev, upCurr model.ID) (what Fields, carried bool) {
	a, b := d.Prev.Element(prev), d.Curr.Element(curr)
	set := func(f Fields, changed bool) {
		if changed {
			what |= f
		}
	}
	set(Name, a.Name != b.Name)
	set(Value, a.Value != b.Value)
	set(Placeholder, a.Placeholder != b.Placeholder)
	set(Description, a.Description != b.Description)
	set(States, !sameStates(a.States, b.States))
	set(Actions, !slices.Equal(a.Actions, b.Actions))
	switch {
	case upPrev == model.None || upCurr == model.None:
		set(Reparented, upPrev != upCurr)
	default:
		set(Reparented, d.To[upPrev] != upCurr)
	}
	if a.Has(model.HasFrame) != b.Has(model.HasFrame) {
		return what | Moved, false
	}
	if !a.Has(model.HasFrame) || a.Frame == b.Frame {
		return what, false
	}
	set(Resized, differ(a.Frame.W, b.Frame.W) || differ(a.Frame.H, b.Frame.H))
	if differ(a.Frame.X, b.Frame.X) || differ(a.Frame.Y, b.Frame.Y) {
		carried = what&Reparented == 0 && d.carries(upPrev, upCurr, a.Frame, b.Frame)
		set(Moved, !carried)
	}
	return what, carried
}

// carries reports whether the ancestor of an element moved by as much.
func (d *Diff) carries(upPrev, upCurr model.ID, a, b model.Rect) bool {
	if upPrev == model.None || upCurr == model.None {
		return false
	}
	p, q := d.Prev.Element(upPrev), d.Curr.Element(upCurr)
	return p.Has(model.HasFrame) && q.Has(model.HasFrame) &&
		!differ(b.X-a.X, q.Frame.X-p.Frame.X) && !differ(b.Y-a.Y, q.Frame.Y-p.Frame.Y)
}

// differ reports coordinates that are half a unit apart or more; layouts
// shiver by less.
func differ(a, b float64) bool {
	return a != b && !(math.Abs(a-b) < 0.5) && !(math.IsNaN(a) && math.IsNaN(b))
}

// sameStates compares states; what is not said is no, but for those that an
// element has unless it says otherwise.
func sameStates(a, b model.States) bool {
	return a == b || len(changedStates(a, b)) == 0
}

func changedStates(a, b model.States) []model.State {
	var changed []model.State
	for _, s := range allStates {
		ta, tb := a.Is(s), b.Is(s)
		if ta == tb {
			continue
		}
		if s != model.Enabled && s != model.Visible && max(ta, tb) == model.No {
			continue // unsaid and no
		}
		changed = append(changed, s)
	}
	return changed
}

var allStates = model.AllStates()
