package loaders

import (
	"strings"

	"obscope/model"
)

var xcuitestFormat = Format{
	Name: "xcuitest", About: "iOS and macOS: page source of Appium's XCUITest and Mac2 drivers, WebDriverAgent /source",
	Recognised: "XML with root <AppiumAUT> or <XCUIElementType…>",
	Sniff: func(p *Peek) Score {
		if p.Root == "AppiumAUT" || strings.HasPrefix(p.Root, appleType) {
			return Sure
		}
		return No
	},
	Load: loadXCUITest,
}

// appleType is the prefix of XCUIElement types.
const appleType = "XCUIElementType"

func loadXCUITest(s *Source) (*model.Recording, error) {
	c := &model.Capture{Format: "xcuitest", Shape: "ios", Unit: "points"}
	l := &xcuitestReader{xmlBuilder: xmlBuilder{builder: builder{c: c}}}
	warnings, err := readXML(s.Text, l)
	if err != nil {
		return nil, err
	}
	c.Warnings = append(c.Warnings, warnings...)
	l.warnSides()
	l.link()
	c.Screen = l.screen
	if l.inside == 0 {
		c.Warn(appleEmpty)
	}
	return one(c), nil
}

type xcuitestReader struct {
	xmlBuilder
	screen model.Rect // of the first application
	inside int        // elements other than the applications
}

// xcuitestStates maps attributes to states.
var xcuitestStates = map[string]model.State{
	"enabled": model.Enabled, "visible": model.Visible, "selected": model.Selected, "focused": model.Focused, "hasFocus": model.Focused,
	"hasKeyboardFocus": model.Focused,
}

func (l *xcuitestReader) start(tag string, attrs []xmlAttr) {
	e := l.enter()
	e.Given |= model.HasRole
	var label, title, name, typeName string
	var sides [4]string
	for i := range attrs {
		a := &attrs[i]
		l.own = appendAttr(l.own, a.Name, a)
		switch a.Name {
		case "type":
			typeName = a.Value
		case "elementType":
			l.c.Shape = "mac2"
		case "label":
			label, e.Given = a.Value, e.Given|model.HasName
		case "title":
			title = a.Value
		case "name":
			name, e.Given = a.Value, e.Given|model.HasName
		case "value":
			e.Value, e.Given = a.Value, e.Given|model.HasValue
		case "placeholderValue":
			e.Placeholder, e.Given = a.Value, e.Given|model.HasPlaceholder
		case "x":
			sides[0] = a.Value
		case "y":
			sides[1] = a.Value
		case "width":
			sides[2] = a.Value
		case "height":
			sides[3] = a.Value
		case "UID", "uid":
			e.Ref = a.Value
		default:
			if st, ok := xcuitestStates[a.Name]; ok {
				e.States.Set(st, truthWord(a.Value))
			}
		}
	}
	if strings.HasPrefix(tag, appleType) || typeName == "" {
		if typeName != "" && typeName != tag {
			l.own = appendMember(l.own, "#tag", tag)
		}
		typeName = tag
	}
	e.Raw = string(l.own)
	e.Role = strings.TrimPrefix(typeName, appleType)
	e.Kind = appleKind(e.Role)
	e.Secure = e.Role == "SecureTextField"
	for _, text := range [...]string{label, title, name} {
		if text != "" {
			e.Name, e.Given = text, e.Given|model.HasName
			break
		}
	}
	appleChecked(e)
	dropEmptyValue(e)
	l.sides(e, sides)
	l.place(e, title)
}

// place takes the application, its window and the screen.
func (l *xcuitestReader) place(e *model.Element, title string) {
	switch e.Role {
	case "AppiumAUT":
		e.Kind = model.KindGeneric
	case "Application":
		if l.c.App == "" {
			l.c.App = e.Name
		}
		if l.screen.Empty() {
			l.screen = e.Frame
		}
	case "Window":
		if l.c.Window == "" {
			l.c.Window = title
		}
		l.inside++
	default:
		l.inside++
	}
}
