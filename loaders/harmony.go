package loaders

import (
	"strconv"
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/model"
)

var harmonyFormat = Format{
	Name: "harmony", About: "HarmonyOS and OpenHarmony: uitest dumpLayout",
	Recognised: "JSON objects with attributes, among them type, bounds and hostWindowId, origBounds or longClickable, and children",
	Sniff:      sniffHarmony,
	Load:       loadHarmony,
}

// harmonySaved is what uitest prints before the file is shown.
const harmonySaved = "DumpLayout saved to"

// harmonyMarks are attributes that no other tool writes.
var harmonyMarks = []string{"hostWindowId", "origBounds", "longClickable", "accessibilityId", "hitTestBehavior"}

func sniffHarmony(p *Peek) Score {
	switch {
	case p.JSON == jsontext.Missing:
		if strings.HasPrefix(p.Start, harmonySaved) && strings.Contains(p.Start, "\n{") {
			return Sure
		}
	case p.Has("attributes"):
		_, keys := p.Inner("attributes")
		if !hasAll(keys, []string{"bounds", "type"}) {
			return No
		}
		for _, mark := range harmonyMarks {
			if hasAll(keys, []string{mark}) {
				return Sure
			}
		}
		return Likely
	case p.ItemHas("attributes"):
		for _, mark := range harmonyMarks {
			if strings.Contains(p.Start, `"`+mark+`"`) {
				return Sure
			}
		}
	}
	return No
}

func loadHarmony(s *Source) (*model.Recording, error) {
	c := &model.Capture{Format: "harmony", Unit: "device pixels"}
	text := s.Text
	if at := strings.Index(text, "\n{"); at >= 0 && strings.HasPrefix(strings.TrimLeft(text, " \t\r\n"), harmonySaved) {
		text = strings.Repeat(" ", at) + text[at:] // offsets of errors stay those of the file
	}
	l := &harmonyReader{c: c}
	n := newNest(text, c, "children", l.element)
	if err := n.document(); err != nil {
		return nil, err
	}
	c.Screen = largestFrame(c)
	if l.badBounds > 0 {
		c.Warn(strconv.Itoa(l.badBounds) + " elements have bounds that are not [x1,y1][x2,y2]; they have no frame")
	}
	if len(c.Elements) <= 1 {
		c.Warn("nothing is below the display: the screen was off or locked, or the window forbids being read; dump it again")
	}
	return one(c), nil
}

type harmonyReader struct {
	c         *model.Capture
	badBounds int
}

// harmonyStates maps attributes to states, harmonyActions to what can be done.
var (
	harmonyStates = map[string]model.State{
		"enabled": model.Enabled, "focused": model.Focused, "selected": model.Selected, "visible": model.Visible,
		"clickable": model.Clickable, "longClickable": model.LongClickable, "scrollable": model.Scrollable, "checkable": model.Checkable,
	}
	harmonyActions = map[string]string{"clickable": "click", "longClickable": "long-click", "scrollable": "scroll", "checkable": "check"}
)

// element reads the attributes, all of which are strings; "" says nothing.
func (l *harmonyReader) element(e *model.Element, members []jsontext.Member) {
	var n androidNode
	for _, m := range members {
		if m.Name != "attributes" {
			continue
		}
		for _, a := range m.Value.Members {
			l.attribute(e, &n, a.Name, textOf(a.Value), a.Value.Kind == jsontext.String)
		}
	}
	e.Role, e.Kind = n.class, harmonyKind(n.class)
	if e.Given |= model.HasRole; n.class == "" {
		// What has no type is the display, with a window in it each.
		e.Role, e.Kind, e.Given = "display", model.KindGeneric, e.Given&^model.HasRole
	}
	e.Secure = n.password || secureRole(e.Role)
	androidNames(e, &n)
	if n.checkable {
		e.States.Set(model.Checked, n.checked)
	}
	if n.actionable {
		e.Given |= model.HasActions
	}
	if n.bounds == "" {
		return
	}
	if frame, ok := androidBounds(n.bounds); ok {
		setFrame(e, frame)
	} else {
		l.badBounds++
	}
}

func (l *harmonyReader) attribute(e *model.Element, n *androidNode, name, value string, given bool) {
	switch name {
	case "type":
		n.class = value
	case "text":
		n.text, n.hasText = value, given
	case "originalText":
		if n.text == "" && value != "" {
			n.text, n.hasText = value, true
		}
	case "description":
		n.desc, n.hasDesc = value, value != ""
	case "hint":
		n.hint, n.hasHint = value, value != ""
	case "bounds":
		n.bounds = value
	case "password":
		n.password = value == "true"
	case "inputType":
		n.password = n.password || strings.Contains(strings.ToLower(value), "password")
	case "checked":
		n.checked = truthWord(value)
	case "bundleName":
		if l.c.App == "" {
			l.c.App = value
		}
	case "abilityName":
		if l.c.Window == "" {
			l.c.Window = value
		}
	}
	st, ok := harmonyStates[name]
	if !ok || value == "" {
		return
	}
	truth := truthWord(value)
	e.States.Set(st, truth)
	if name == "checkable" {
		n.checkable = truth == model.Yes
	}
	if action, ok := harmonyActions[name]; ok {
		n.actionable = true
		if truth == model.Yes {
			e.Actions = append(e.Actions, action)
		}
	}
}

// harmonyKind finds the kind of an ArkUI component.
func harmonyKind(name string) model.Kind {
	if k, ok := harmonyKinds[name]; ok {
		return k
	}
	return kindOf(name)
}

// harmonyKinds holds the components whose words mean something else elsewhere,
// or nothing.
var harmonyKinds = map[string]model.Kind{
	"root": model.KindWindow, "WindowScene": model.KindWindow, "Column": model.KindGeneric, "Row": model.KindGeneric, "Stack": model.KindGeneric,
	"Flex": model.KindGeneric, "RelativeContainer": model.KindGeneric, "GridRow": model.KindGeneric, "GridCol": model.KindGeneric,
	"FolderStack": model.KindGeneric, "Scroll": model.KindGeneric, "Blank": model.KindGeneric, "__Common__": model.KindGeneric,
	"Badge": model.KindGeneric, "Refresh": model.KindGeneric, "Swiper": model.KindGroup, "Panel": model.KindGroup, "SideBarContainer": model.KindGroup,
	"Text": model.KindText, "Span": model.KindText, "RichText": model.KindText, "Marquee": model.KindText, "TextClock": model.KindTime,
	"TextTimer": model.KindTimer, "Toggle": model.KindSwitch, "TextInput": model.KindTextbox, "TextArea": model.KindTextbox,
	"RichEditor": model.KindTextbox, "Search": model.KindSearchbox, "SearchField": model.KindSearchbox, "Select": model.KindCombobox,
	"List": model.KindList, "ListItem": model.KindListItem, "ListItemGroup": model.KindGroup, "WaterFlow": model.KindList, "FlowItem": model.KindListItem,
	"GridItem": model.KindGridCell, "Tabs": model.KindGroup, "TabBar": model.KindTablist, "TabContent": model.KindTabpanel,
	"Navigation": model.KindGroup, "NavDestination": model.KindGroup, "NavBar": model.KindGroup, "TitleBar": model.KindToolbar,
	"CheckboxGroup": model.KindCheckbox, "Rating": model.KindSlider, "Counter": model.KindSpinbutton, "LoadingProgress": model.KindProgressbar,
	"DataPanel": model.KindProgressbar, "Gauge": model.KindProgressbar, "SymbolGlyph": model.KindImage, "ImageAnimator": model.KindImage,
	"Hyperlink": model.KindLink, "Web": model.KindWebview, "XComponent": model.KindCanvas, "Video": model.KindFigure,
	"DatePicker": model.KindGroup, "TimePicker": model.KindGroup, "TextPicker": model.KindSpinbutton, "CalendarPicker": model.KindCombobox,
	"AlphabetIndexer": model.KindList, "Popup": model.KindDialog, "SheetPage": model.KindDialog, "Divider": model.KindSeparator,
}
