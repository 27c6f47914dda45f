package loaders

import (
	"obscope/internal/text/jsontext"
	"obscope/model"
)

var peekabooFormat = Format{
	Name: "peekaboo", About: "Peekaboo: see --json",
	Recognised: "a JSON object with data.ui_elements, or ui_elements itself",
	Sniff: func(p *Peek) Score {
		if p.Has("ui_elements") {
			return Sure
		}
		if !p.Has("data") {
			return No // nothing to look for in a large file
		}
		if kind, keys := p.Inner("data"); kind == jsontext.Object && hasAll(keys, []string{"ui_elements"}) {
			return Sure
		}
		return No
	},
	Load: loadPeekaboo,
}

func loadPeekaboo(s *Source) (*model.Recording, error) {
	c := &model.Capture{Format: "peekaboo", Unit: "points"}
	l := &peekabooReader{c: c}
	l.nest = newNest(s.Text, c, "children", peekabooElement)
	l.object(false)
	if err := l.nest.done(); err != nil {
		return nil, err
	}
	if len(c.Elements) == 0 {
		c.Warn("there are no elements: accessibility permission is missing, the window is minimised, or its app draws everything itself")
	}
	return one(c), nil
}

type peekabooReader struct {
	c    *model.Capture
	nest *nest
}

// object reads the envelope and, within it, the data.
func (l *peekabooReader) object(inside bool) {
	r := l.nest.r
	for r.Object(); r.NextName(); {
		name := r.Name()
		switch {
		case name == "data" && !inside && r.Peek() == jsontext.Object:
			l.object(true)
			continue
		case name == "ui_elements" && r.Peek() == jsontext.Array:
			l.nest.value()
			continue
		}
		v := r.Value()
		l.nest.tellRaw(name, v.Raw)
		switch name {
		case "application_name":
			l.c.App = textOf(v)
		case "window_title":
			l.c.Window = textOf(v)
		case "window_bounds":
			l.c.Bounds, _ = peekabooFrame(v)
		}
	}
}

func peekabooElement(e *model.Element, members []jsontext.Member) {
	var title, description string
	for _, m := range members {
		switch v := m.Value; m.Name {
		case "id":
			setText(e, &e.Ref, model.HasRef, v)
		case "role":
			setText(e, &e.Role, model.HasRole, v)
		case "subrole":
			setText(e, &e.Subrole, model.HasSubrole, v)
		case "label":
			setText(e, &e.Name, model.HasName, v)
		case "title":
			title = textOf(v)
		case "description":
			description = textOf(v)
			setText(e, &e.Description, model.HasDescription, v)
		case "value":
			setText(e, &e.Value, model.HasValue, v)
		case "placeholder":
			setText(e, &e.Placeholder, model.HasPlaceholder, v)
		case "is_enabled", "enabled":
			setState(e, model.Enabled, v)
		case "is_focused", "focused":
			setState(e, model.Focused, v)
		case "is_selected", "selected":
			setState(e, model.Selected, v)
		case "is_actionable":
			setState(e, model.Clickable, v)
			e.Given |= model.HasActions
			if v.IsTrue() {
				e.Actions = append(e.Actions, "click")
			}
		case "bounds", "frame":
			if r, ok := peekabooFrame(v); ok {
				setFrame(e, r)
			}
		}
	}
	for _, name := range [...]string{title, description} {
		if e.Name == "" && name != "" {
			e.Name, e.Given = name, e.Given|model.HasName
		}
	}
	e.Kind = kindOf(e.Role)
	e.Secure = secureRole(e.Role) || secureRole(e.Subrole)
}

// peekabooFrame reads {x, y, width, height}, [x, y, w, h] or [[x, y], [w, h]].
func peekabooFrame(v jsontext.Value) (model.Rect, bool) {
	if v.Kind == jsontext.Object {
		return rectOf(v, "x", "y", "width", "height")
	}
	var flat []jsontext.Value
	for _, item := range v.Items {
		if item.Kind == jsontext.Array {
			flat = append(flat, item.Items...)
		} else {
			flat = append(flat, item)
		}
	}
	if len(flat) != 4 {
		return model.Rect{}, false
	}
	return fourSides(flat...)
}
