package loaders

import (
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/model"
)

var wdaFormat = Format{
	Name: "wda", About: "iOS: WebDriverAgent /source?format=json",
	Recognised: "JSON elements with rawIdentifier and rect",
	Sniff: func(p *Peek) Score {
		if p.Has("rawIdentifier", "rect") || p.ItemHas("rawIdentifier", "rect") {
			return Sure
		}
		if p.Has("type", "rect", "isEnabled") || p.Has("type", "rect", "isVisible") {
			return Likely
		}
		return No
	},
	Load: loadWDA,
}

func loadWDA(s *Source) (*model.Recording, error) {
	c := &model.Capture{Format: "wda", Unit: "points"}
	n := newNest(s.Text, c, "children", wdaElement)
	if err := n.document(); err != nil {
		return nil, err
	}
	for i := range c.Elements {
		if e := &c.Elements[i]; e.Kind == model.KindApplication && c.App == "" {
			c.App, c.Screen = e.Name, e.Frame
		}
	}
	warnAppleEmpty(c)
	return one(c), nil
}

// wdaElement reads an element; its states are strings, "1" or "0".
func wdaElement(e *model.Element, members []jsontext.Member) {
	var identifier, text string
	for _, m := range members {
		switch v := m.Value; m.Name {
		case "type":
			setText(e, &e.Role, model.HasRole, v)
			e.Role = strings.TrimPrefix(e.Role, appleType)
		case "label":
			setText(e, &e.Name, model.HasName, v)
		case "name":
			identifier = textOf(v)
		case "value":
			setText(e, &e.Value, model.HasValue, v)
		case "placeholderValue":
			setText(e, &e.Placeholder, model.HasPlaceholder, v)
		case "isEnabled", "enabled":
			setState(e, model.Enabled, v)
		case "isVisible", "visible":
			setState(e, model.Visible, v)
		case "isSelected", "selected":
			setState(e, model.Selected, v)
		case "isFocused", "focused":
			setState(e, model.Focused, v)
		case "rect":
			if r, ok := rectOf(v, "x", "y", "width", "height"); ok {
				setFrame(e, r)
			}
		case "frame":
			text = textOf(v)
		}
	}
	if e.Name == "" && identifier != "" {
		e.Name, e.Given = identifier, e.Given|model.HasName
	}
	if r, ok := braceFrame(text); ok && !e.Has(model.HasFrame) {
		setFrame(e, r)
	}
	e.Kind = appleKind(e.Role)
	e.Secure = secureRole(e.Role)
	appleChecked(e)
	dropEmptyValue(e)
}
