package pyvalue

import (
	"math"
	"math/big"
	"strings"

	"obscope/internal/text/jsontext"
)

// Equal is Python's ==: 1, 1.0 and True are equal, the order of a dict's keys
// does not count, ints and floats compare exactly. Missing equals null.
func Equal(a, b jsontext.Value) bool { return equal(a, b, 0) }

// maxDepth bounds the nesting that is compared. CPython gives up at about a
// thousand levels.
const maxDepth = 10_000

func equal(a, b jsontext.Value, depth int) bool {
	if depth > maxDepth {
		return false
	}
	if isNumber(a) && isNumber(b) {
		return equalNumbers(a, b)
	}
	switch {
	case isNone(a) || isNone(b):
		return isNone(a) && isNone(b)
	case a.Kind != b.Kind:
		return false
	case a.Kind == jsontext.String:
		return a.Text == b.Text
	case a.Kind == jsontext.Array:
		if len(a.Items) != len(b.Items) {
			return false
		}
		for i := range a.Items {
			if !sameItem(a.Items[i], b.Items[i], depth+1) {
				return false
			}
		}
		return true
	}
	return equalMembers(a.Unique(), b.Unique(), depth+1)
}

// equalMembers compares dicts, whose names are unique.
func equalMembers(a, b []jsontext.Member, depth int) bool {
	if len(a) != len(b) {
		return false
	}
	var at map[string]int // of b by name, where its order is another
	for i, m := range a {
		other := i
		if m.Name != b[i].Name {
			if at == nil {
				at = make(map[string]int, len(b))
				for j := range b {
					at[b[j].Name] = j
				}
			}
			var ok bool
			if other, ok = at[m.Name]; !ok {
				return false
			}
		}
		if !sameItem(m.Value, b[other].Value, depth) {
			return false
		}
	}
	return true
}

// sameItem is how lists and dicts compare what they hold: what is one object is
// equal, and the json module reads every NaN as the same object.
func sameItem(a, b jsontext.Value, depth int) bool {
	return a.Kind == jsontext.Number && b.Kind == jsontext.Number && a.Text == "NaN" && b.Text == "NaN" || equal(a, b, depth)
}

func isNone(v jsontext.Value) bool { return v.Kind == jsontext.Null || v.Kind == jsontext.Missing }

func isNumber(v jsontext.Value) bool { return v.Kind == jsontext.Number || v.Kind == jsontext.Bool }

func equalNumbers(a, b jsontext.Value) bool {
	if a.Kind == jsontext.Number && b.Kind == jsontext.Number && a.Text == b.Text {
		return !strings.Contains(a.Text, "NaN")
	}
	if tooLong(a.Text) || tooLong(b.Text) {
		return false // an integer is spelled in one way only
	}
	x, okX := exact(a)
	y, okY := exact(b)
	if !okX || !okY {
		// An infinity equals itself alone, NaN nothing.
		return !okX && !okY && parseFloat(a.Text) == parseFloat(b.Text)
	}
	return x.Cmp(y) == 0
}

func exact(v jsontext.Value) (*big.Rat, bool) {
	if v.Kind == jsontext.Bool {
		if v.Text == "true" {
			return big.NewRat(1, 1), true
		}
		return new(big.Rat), true
	}
	if IsIntSpelling(v.Text) {
		r, ok := new(big.Rat).SetString(v.Text)
		return r, ok
	}
	f := parseFloat(v.Text)
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return nil, false
	}
	return new(big.Rat).SetFloat64(f), true
}
