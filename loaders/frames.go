package loaders

import (
	"math"
	"strconv"
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/loaders/domsnap"
	"obscope/model"
)

// exactNumber is the double of a JSON number, and whether AutoControl's
// integers can be computed from it.
func exactNumber(v jsontext.Value) (float64, bool) {
	if v.Kind != jsontext.Number {
		return 0, false
	}
	if f, ok := domsnap.SmallInt(v.Text); ok {
		return f, true
	}
	f, err := strconv.ParseFloat(v.Text, 64)
	return f, err == nil && math.Abs(f) < 1<<53
}

// number is a JSON number, or a string that spells one.
func number(v jsontext.Value) (float64, bool) {
	if v.Kind != jsontext.Number && v.Kind != jsontext.String {
		return 0, false
	}
	return spelled(v.Text)
}

// spelled is the double that a text spells; what is too large is infinite.
func spelled(s string) (float64, bool) {
	if f, ok := domsnap.SmallInt(s); ok {
		return f, true
	}
	f, err := strconv.ParseFloat(s, 64)
	if err, is := err.(*strconv.NumError); is && err.Err == strconv.ErrRange {
		return f, true
	}
	return f, err == nil
}

// numberPair reads two numbers with a mark between them.
func numberPair(s, mark string) (a, b float64, ok bool) {
	left, right, _ := strings.Cut(s, mark)
	a, okA := spelled(left)
	b, okB := spelled(right)
	return a, b, okA && okB
}

// rectOf reads a frame whose sides are members of an object.
func rectOf(v jsontext.Value, x, y, w, h string) (model.Rect, bool) {
	if v.Kind != jsontext.Object {
		return model.Rect{}, false
	}
	return fourSides(v.Member(x), v.Member(y), v.Member(w), v.Member(h))
}

// fourSides makes a frame of four numbers; it needs all of them.
func fourSides(v ...jsontext.Value) (model.Rect, bool) {
	var sides [4]float64
	for i := range sides {
		var ok bool
		if sides[i], ok = number(v[i]); !ok {
			return model.Rect{}, false
		}
	}
	return model.Rect{X: sides[0], Y: sides[1], W: sides[2], H: sides[3]}, true
}

// sidesOf makes a frame of the spellings of its sides; "" is a side that is
// not given.
func sidesOf(sides [4]string) (r model.Rect, given, ok bool) {
	good := 0
	for i, side := range sides {
		given = given || side != ""
		v, is := spelled(side)
		if is {
			good++
		}
		*[...]*float64{&r.X, &r.Y, &r.W, &r.H}[i] = v
	}
	return r, given, good == len(sides)
}

// setFrame sets the frame of an element.
func setFrame(e *model.Element, r model.Rect) { e.Frame, e.Given = r, e.Given|model.HasFrame }

// looseRect reads a frame as x, y, width and height of an object; a side that is
// not a finite number is 0.
func looseRect(v jsontext.Value) (model.Rect, bool) {
	side := func(name string) float64 { return domsnap.Finite(v.Member(name).Text) }
	return model.Rect{X: side("x"), Y: side("y"), W: side("width"), H: side("height")}, v.Kind == jsontext.Object
}

// boxOf reads "x,y,w,h".
func boxOf(s string) (model.Rect, bool) {
	parts := strings.Split(s, ",")
	if len(parts) != 4 {
		return model.Rect{}, false
	}
	var sides [4]float64
	for i, p := range parts {
		r := jsontext.NewReader(p)
		if sides[i] = domsnap.Finite(r.Number()); r.Err() != nil {
			return model.Rect{}, false
		}
	}
	return model.Rect{X: sides[0], Y: sides[1], W: sides[2], H: sides[3]}, true
}

// braceFrame reads {x: 1, y: 2, width: 3, height: 4} with the given names;
// the braces inside {{x, y}, {w, h}} have none.
func braceFrame(s string, names ...string) (model.Rect, bool) {
	fields := strings.FieldsFunc(s, func(c rune) bool { return strings.ContainsRune("{}, ", c) })
	var sides [4]float64
	n := 0
	for _, f := range fields {
		if n < len(names) && f == names[n] {
			continue
		}
		v, ok := spelled(f)
		if !ok || n >= len(sides) {
			return model.Rect{}, false
		}
		sides[n] = v
		n++
	}
	return model.Rect{X: sides[0], Y: sides[1], W: sides[2], H: sides[3]}, n == len(sides)
}

// largestFrame is the largest frame of the roots that a screen can hold; if
// they have none, of what is in the first.
func largestFrame(c *model.Capture) (largest model.Rect) {
	take := func(id model.ID) bool {
		if e := &c.Elements[id]; e.Has(model.HasFrame) && e.Frame.OnScreen() && e.Frame.W*e.Frame.H > largest.W*largest.H {
			largest = e.Frame
		}
		return true
	}
	c.Tree.Children(model.None, take)
	if largest.Empty() && len(c.Elements) > 0 {
		c.Tree.Children(0, take) // the root only holds the others
	}
	return largest
}
