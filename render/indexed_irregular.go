package render

import (
	"obscope/internal/text/jsontext"
	"obscope/internal/text/jsvalue"
	"obscope/internal/text/pyvalue"
	"obscope/model"
)

// This file knows how Python prints and converts members that are not of their
// ordinary type. It reads Element.Raw, and only for elements that are Irregular.

func pyLower(s string) string { return jsvalue.Lower(s) }

// pyRole is str(role) as the interactive test sees it: a missing role is "".
func pyRole(e *model.Element) string {
	if e.Irregular {
		if v := e.Member("role"); v.Kind != jsontext.Missing {
			return pyvalue.Str(v)
		}
		return ""
	}
	return e.Role
}

// pyRoleShown is str(role) as the line prints it: a missing role is "element".
func pyRoleShown(e *model.Element) string {
	if e.Irregular {
		if v := e.Member("role"); v.Kind != jsontext.Missing {
			return pyvalue.Str(v)
		}
		return "element"
	}
	if !e.Has(model.HasRole) {
		return "element"
	}
	return e.Role
}

func pyName(e *model.Element) string {
	if e.Irregular {
		if v := e.Member("name"); v.Kind != jsontext.Missing {
			return pyvalue.Str(v)
		}
		return ""
	}
	return e.Name
}

// AutoControlBox is where AutoControl finds an element of its own captures: x,
// y, width and height, all of which must be there, as int() reads them. The
// error is the first exception it raises.
func AutoControlBox(e *model.Element) (side [4]pyvalue.Int, err error) {
	if !e.Irregular {
		if !e.Has(model.HasFrame) {
			return side, pyvalue.KeyError("x")
		}
		return frameBox(e.Frame)
	}
	for i, name := range [...]string{"x", "y", "width", "height"} {
		v := e.Member(name)
		if v.Kind == jsontext.Missing {
			return side, pyvalue.KeyError(name)
		}
		if side[i], err = pyvalue.ToInt(v); err != nil {
			return side, err
		}
	}
	return side, nil
}

// pyClipCenter is the centre by which AutoControl clips: a missing side is 0.
func pyClipCenter(e *model.Element) (cx, cy pyvalue.Int, err error) {
	var side [4]pyvalue.Int
	for i, name := range [...]string{"x", "width", "y", "height"} {
		v := e.Member(name)
		if v.Kind == jsontext.Missing {
			continue
		}
		if side[i], err = pyvalue.ToInt(v); err != nil {
			return cx, cy, err
		}
	}
	return side[0].Add(side[1].Half()), side[2].Add(side[3].Half()), nil
}
