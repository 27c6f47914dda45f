package loaders

import (
	"obscope/internal/text/jsontext"
	"obscope/model"
)

var ufoFormat = Format{
	Name: "ufo", About: "UFO: the tree of a Windows application that it logs for a step, as JSON",
	Recognised: "JSON objects with control_type, rectangle and adjusted_rectangle",
	Sniff: func(p *Peek) Score {
		switch {
		case p.Has("control_type", "rectangle", "adjusted_rectangle"), p.ItemHas("control_type", "rectangle", "adjusted_rectangle"):
			return Sure
		case p.Has("control_type", "rectangle"), p.ItemHas("control_type", "rectangle"):
			return Likely
		}
		return No
	},
	Load: loadUFO,
}

func loadUFO(s *Source) (*model.Recording, error) {
	c := &model.Capture{Format: "ufo", Unit: "screen pixels"}
	n := newNest(s.Text, c, "children", ufoElement)
	if err := n.document(); err != nil {
		return nil, err
	}
	if len(c.Elements) == 0 {
		c.Warn("the tree is empty: the window was closed or minimised when it was read")
		return one(c), nil
	}
	root := &c.Elements[0]
	c.Window = root.Name
	if root.Frame.OnScreen() {
		c.Bounds = root.Frame
	}
	return one(c), nil
}

// ufoElement reads an element; its rectangle is on the screen, the adjusted one
// within the window.
func ufoElement(e *model.Element, members []jsontext.Member) {
	for _, m := range members {
		switch v := m.Value; m.Name {
		case "id":
			setText(e, &e.Ref, model.HasRef, v)
		case "control_type":
			setText(e, &e.Role, model.HasRole, v)
		case "name":
			setText(e, &e.Name, model.HasName, v)
		case "rectangle":
			if r, ok := edgesOf(v); ok {
				setFrame(e, r)
			}
		}
	}
	e.Kind, e.Secure = uiaKind(e.Role), secureRole(e.Role)
}

// edgesOf reads left, top, right and bottom of an object.
func edgesOf(v jsontext.Value) (model.Rect, bool) {
	r, ok := fourSides(v.Member("left"), v.Member("top"), v.Member("right"), v.Member("bottom"))
	r.W, r.H = r.W-r.X, r.H-r.Y
	return r, ok
}
