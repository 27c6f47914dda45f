package loaders

import (
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/model"
)

var cupFormat = Format{
	Name: "cup", About: "Computer Use Protocol: JSON envelope",
	Recognised: "a JSON object with platform, screen and tree",
	Sniff: func(p *Peek) Score {
		switch {
		case p.Has("platform", "screen", "tree"):
			return Sure
		case p.Has("platform", "tree"):
			return Likely
		}
		return No
	},
	Load: loadCUP,
}

func loadCUP(s *Source) (*model.Recording, error) {
	c := &model.Capture{Format: "cup", Unit: "screen pixels"}
	n := newNest(s.Text, c, "children", cupElement)
	found := false
	for n.r.Object(); n.r.NextName(); {
		name := n.r.Name()
		if name == "tree" && n.r.Peek() == jsontext.Array {
			found = true
			n.value()
			continue
		}
		v := n.r.Value()
		n.tellRaw(name, v.Raw)
		switch name {
		case "screen":
			w, okW := number(v.Member("w"))
			h, okH := number(v.Member("h"))
			if okW && okH {
				c.Screen = model.Rect{W: w, H: h}
			}
		case "app":
			c.App = textOf(v.Member("name"))
		case "platform":
			c.Shape = textOf(v)
			if c.Shape == "ios" || c.Shape == "macos" {
				c.Unit = "points"
			}
		}
	}
	if err := n.done(); err != nil {
		return nil, err
	}
	for i := range c.Elements {
		if e := &c.Elements[i]; c.Window == "" && e.Kind == model.KindWindow {
			c.Window = e.Name
		}
	}
	if !found || len(c.Elements) == 0 {
		c.Warn("the tree is empty: no window in the captured scope, or no permission to read it")
	}
	return one(c), nil
}

// cupStates maps the words of a state list to what they say.
var cupStates = map[string]struct {
	state model.State
	truth model.Truth
}{
	"disabled": {model.Enabled, model.No}, "enabled": {model.Enabled, model.Yes}, "focused": {model.Focused, model.Yes},
	"selected": {model.Selected, model.Yes}, "checked": {model.Checked, model.Yes}, "unchecked": {model.Checked, model.No},
	"mixed": {model.Checked, model.Mixed}, "pressed": {model.Pressed, model.Yes}, "expanded": {model.Expanded, model.Yes},
	"collapsed": {model.Expanded, model.No}, "editable": {model.Editable, model.Yes}, "readonly": {model.ReadOnly, model.Yes},
	"required": {model.Required, model.Yes}, "invalid": {model.Invalid, model.Yes}, "busy": {model.Busy, model.Yes},
	"hidden": {model.Hidden, model.Yes}, "offscreen": {model.Offscreen, model.Yes}, "modal": {model.Modal, model.Yes},
	"multiselectable": {model.Multiselectable, model.Yes}, "multiline": {model.Multiline, model.Yes}, "focusable": {model.Focusable, model.Yes},
	"visible": {model.Visible, model.Yes}, "selectable": {model.Selectable, model.Yes}, "scrollable": {model.Scrollable, model.Yes},
}

func cupElement(e *model.Element, members []jsontext.Member) {
	for _, m := range members {
		switch v := m.Value; m.Name {
		case "id":
			setText(e, &e.Ref, model.HasRef, v)
		case "role":
			setText(e, &e.Role, model.HasRole, v)
		case "name":
			setText(e, &e.Name, model.HasName, v)
		case "value":
			setText(e, &e.Value, model.HasValue, v)
		case "description":
			setText(e, &e.Description, model.HasDescription, v)
		case "states":
			for _, item := range v.Items {
				word := strings.ToLower(item.Text)
				if s, ok := cupStates[word]; ok {
					e.States.Set(s.state, s.truth)
				}
				e.Secure = e.Secure || word == "protected" || word == "password"
			}
		case "actions":
			e.Given |= model.HasActions
			for _, item := range v.Items {
				e.Actions = append(e.Actions, item.Text)
			}
		case "bounds":
			if r, ok := rectOf(v, "x", "y", "w", "h"); ok {
				setFrame(e, r)
			}
		case "attributes":
			setText(e, &e.Placeholder, model.HasPlaceholder, v.Member("placeholder"))
			e.Secure = e.Secure || v.Member("inputType").Text == "password" || v.Member("password").IsTrue()
		}
	}
	e.Kind = kindOf(e.Role)
	e.Secure = e.Secure || secureRole(e.Role)
}
