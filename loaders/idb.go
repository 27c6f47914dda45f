package loaders

import (
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/model"
)

var idbFormat = Format{
	Name: "idb", About: "iOS simulators: idb ui describe-all, AXe describe-ui",
	Recognised: "JSON elements with AXFrame, AXUniqueId or AXLabel",
	Sniff: func(p *Peek) Score {
		for _, mark := range []string{"AXFrame", "AXUniqueId", "AXLabel"} {
			if p.Has(mark) || p.ItemHas(mark) {
				return Sure
			}
		}
		if (p.Has("role", "frame") || p.ItemHas("role", "frame")) && (strings.Contains(p.Start, `"role":"AX`) || strings.Contains(p.Start, `"role": "AX`)) {
			return Likely
		}
		if p.Has("role_description", "frame") || p.ItemHas("role_description", "frame") {
			return Likely
		}
		return No
	},
	Load: loadIDB,
}

// loadIDB reads the flat list of describe-all and the nested one of AXe and
// of --nested.
func loadIDB(s *Source) (*model.Recording, error) {
	c := &model.Capture{Format: "idb", Unit: "points"}
	n := newNest(s.Text, c, "children", func(e *model.Element, members []jsontext.Member) { idbElement(c, e, members) })
	if err := n.document(); err != nil {
		return nil, err
	}
	for i := range c.Elements {
		e := &c.Elements[i]
		if e.Kind != model.KindApplication {
			continue
		}
		if c.App == "" {
			c.App = e.Name
		}
		if c.Screen.Empty() && e.Frame.OnScreen() {
			c.Screen = e.Frame
		}
	}
	warnAppleEmpty(c)
	return one(c), nil
}

func idbElement(c *model.Capture, e *model.Element, members []jsontext.Member) {
	var typeName, title, text string
	for _, m := range members {
		switch v := m.Value; m.Name {
		case "role":
			setText(e, &e.Role, model.HasRole, v)
			c.AX = c.AX || strings.HasPrefix(e.Role, "AX")
		case "type":
			typeName = textOf(v)
		case "subrole":
			setText(e, &e.Subrole, model.HasSubrole, v)
		case "AXLabel":
			setText(e, &e.Name, model.HasName, v)
		case "title":
			title = textOf(v)
		case "AXValue":
			setText(e, &e.Value, model.HasValue, v)
		case "help", "AXHint":
			setText(e, &e.Description, model.HasDescription, v)
		case "placeholder", "AXPlaceholderValue":
			setText(e, &e.Placeholder, model.HasPlaceholder, v)
		case "enabled", "AXEnabled":
			setState(e, model.Enabled, v)
		case "AXFocused", "focused":
			setState(e, model.Focused, v)
		case "AXSelected", "selected":
			setState(e, model.Selected, v)
		case "custom_actions":
			e.Given |= model.HasActions
			for _, a := range v.Items {
				e.Actions = append(e.Actions, a.Text)
			}
		case "frame":
			if r, ok := rectOf(v, "x", "y", "width", "height"); ok {
				setFrame(e, r)
			}
		case "AXFrame":
			text = textOf(v)
		case "traits":
			for _, trait := range v.Items {
				idbTrait(e, trait.Text)
			}
		}
	}
	if e.Role == "" {
		e.Role = typeName
	}
	if typeName != "" {
		e.Given |= model.HasRole
	}
	if e.Name == "" && title != "" {
		e.Name, e.Given = title, e.Given|model.HasName
	}
	if r, ok := braceFrame(text); ok && !e.Has(model.HasFrame) {
		setFrame(e, r)
	}
	e.Kind = appleKind(typeName)
	if typeName == "" {
		e.Kind = appleKind(strings.TrimPrefix(e.Role, "AX"))
	}
	e.Secure = e.Secure || secureRole(typeName) || secureRole(e.Subrole) || secureRole(e.Role)
	appleChecked(e)
}

// idbTrait reads the traits that older versions list.
func idbTrait(e *model.Element, trait string) {
	switch trait {
	case "Selected":
		e.States.Set(model.Selected, model.Yes)
	case "NotEnabled":
		e.States.Set(model.Enabled, model.No)
	case "SecureTextField":
		e.Secure = true
	}
}
