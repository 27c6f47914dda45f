package loaders

import (
	"strings"

	"obscope/model"
)

var winappdriverFormat = Format{
	Name: "winappdriver", About: "Windows: page source of WinAppDriver and Appium's Windows driver",
	Recognised: "XML whose root has RuntimeId and ProcessId",
	Sniff: func(p *Peek) Score {
		if strings.Contains(p.RootAttrs, "RuntimeId=") {
			if strings.Contains(p.RootAttrs, "ProcessId=") {
				return Sure
			}
			return Likely
		}
		return No
	},
	Load: loadWinAppDriver,
}

func loadWinAppDriver(s *Source) (*model.Recording, error) {
	c := &model.Capture{Format: "winappdriver", Unit: "screen pixels"}
	l := &winappReader{xmlBuilder: xmlBuilder{builder: builder{c: c}}}
	warnings, err := readXML(s.Text, l)
	if err != nil {
		return nil, err
	}
	c.Warnings = append(c.Warnings, warnings...)
	l.warnSides()
	l.link()
	root := &c.Elements[0]
	if root.Frame.OnScreen() {
		c.Bounds = root.Frame
	}
	if len(c.Elements) == 1 && root.Frame.Empty() {
		c.Warn("one element without a size: the session is attached to the wrong window, to one that has closed, or to a process of higher rights")
	}
	return one(c), nil
}

type winappReader struct{ xmlBuilder }

// winappStates maps attributes, which UI Automation writes as True and False,
// to states.
var winappStates = map[string]model.State{
	"IsEnabled": model.Enabled, "IsOffscreen": model.Offscreen, "HasKeyboardFocus": model.Focused, "IsSelected": model.Selected,
	"IsKeyboardFocusable": model.Focusable, "IsRequiredForForm": model.Required, "IsReadOnly": model.ReadOnly, "IsModal": model.Modal,
}

func (l *winappReader) start(tag string, attrs []xmlAttr) {
	e := l.enter()
	e.Role, e.Kind, e.Given = tag, uiaKind(tag), e.Given|model.HasRole
	var sides [4]string
	for i := range attrs {
		a := &attrs[i]
		l.own = appendAttr(l.own, a.Name, a)
		// Patterns may stand before the property: Toggle.ToggleState.
		switch name := a.Name[strings.LastIndexByte(a.Name, '.')+1:]; name {
		case "Name":
			e.Name, e.Given = a.Value, e.Given|model.HasName
		case "RuntimeId":
			e.Ref = a.Value
		case "HelpText":
			e.Description, e.Given = a.Value, e.Given|model.HasDescription
		case "Value":
			e.Value, e.Given = a.Value, e.Given|model.HasValue
		case "IsPassword":
			e.Secure = truthWord(a.Value) == model.Yes
		case "ToggleState":
			e.States.Set(model.Checked, uiaToggle(a.Value))
		case "ExpandCollapseState":
			e.States.Set(model.Expanded, uiaExpanded(a.Value))
		case "x":
			sides[0] = a.Value
		case "y":
			sides[1] = a.Value
		case "width":
			sides[2] = a.Value
		case "height":
			sides[3] = a.Value
		default:
			if st, ok := winappStates[name]; ok {
				e.States.Set(st, truthWord(a.Value))
			}
		}
	}
	e.Raw = string(l.own)
	l.sides(e, sides)
	if l.c.Window == "" && e.Kind == model.KindWindow {
		l.c.Window = e.Name
	}
}
