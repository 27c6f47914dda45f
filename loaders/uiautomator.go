package loaders

import (
	"strconv"
	"strings"

	"obscope/model"
)

func init() {
	register(Format{
		Name: "uiautomator", About: "Android: uiautomator dump, and page source of Appium's UiAutomator2 driver",
		Recognised: "XML with root <hierarchy> (or <displays>, of dump --windows)",
		Sniff:      sniffUIAutomator,
		Load:       loadUIAutomator,
	})
}

func sniffUIAutomator(p *Peek) Score {
	switch p.Root {
	case "hierarchy":
		if strings.Contains(p.Start, "bounds=") || strings.Contains(p.RootAttrs, "rotation=") {
			return Sure
		}
		return Likely
	case "displays":
		if strings.Contains(p.Start, "<hierarchy") {
			return Sure
		}
	}
	return No
}

// loadUIAutomator reads both shapes: <node class="…"> of the dump, and
// Appium's elements that are named after the class. Every XML element is an
// element, in document order.
func loadUIAutomator(s *Source) (*model.Recording, error) {
	c := &model.Capture{Format: "uiautomator", Shape: "dump", Unit: "device pixels"}
	l := &uiautomatorReader{builder: builder{c: c}}
	warnings, err := readXML(s.Text, l)
	if err != nil {
		return nil, err
	}
	c.Warnings = append(c.Warnings, warnings...)
	if l.badBounds > 0 {
		c.Warn(strconv.Itoa(l.badBounds) + " elements have bounds that are not [x1,y1][x2,y2]; they have no frame")
	}
	markMalformed(&l.builder, s.Text, warnings)
	l.link()
	l.screen()
	if !l.anyNode {
		c.Warn("the hierarchy has no nodes: the dump ran while the screen was changing, was off, or showed a window that forbids it (FLAG_SECURE); capture it again")
	}
	return one(c), nil
}

type uiautomatorReader struct {
	builder
	strings   map[string]string
	badBounds int
	anyNode   bool
	hierarchy model.Rect // the size that Appium writes on the hierarchy
}

// An androidNode holds the attributes that decide each other.
type androidNode struct {
	text, desc, hint, class, bounds, displayed string
	hasText, hasDesc, hasHint                  bool
	checkable, password, hintShown, actionable bool
	checked                                    model.Truth
}

func (l *uiautomatorReader) start(tag string, attrs []xmlAttr) {
	e := l.enter()
	e.Given |= model.HasRole
	var n androidNode
	for i := range attrs {
		l.own = appendAttr(l.own, attrs[i].Name, &attrs[i])
		l.attribute(e, &n, &attrs[i])
	}
	switch tag {
	case "hierarchy", "displays", "display", "window":
		// The frame around the nodes, not something on the screen.
		e.Role, e.Kind = tag, model.KindGeneric
		e.Own = string(l.own)
		l.frame(e, &n)
		l.size(attrs)
		return
	case "node":
	default:
		l.c.Shape = "appium"
		l.own = appendMember(l.own, "#tag", tag)
	}
	e.Own = string(l.own)
	l.anyNode = true
	if n.class == "" {
		n.class = tag
	}
	l.finish(e, &n)
}

// finish sets what follows from several attributes.
func (l *uiautomatorReader) finish(e *model.Element, n *androidNode) {
	e.Role = n.class[strings.LastIndexByte(n.class, '.')+1:]
	e.Kind = androidKind(e.Role)
	e.Secure = n.password
	if n.password {
		e.Subrole, e.Given = "secure", e.Given|model.HasSubrole
	}
	l.frame(e, n)
	l.names(e, n)
	if n.checkable {
		e.States.Set(model.Checked, n.checked)
	}
	// The dump leaves out what is not visible, so saying nothing means yes.
	e.States.Set(model.Visible, model.TruthOf(n.displayed != "false"))
	if n.actionable {
		e.Given |= model.HasActions
	}
}

// names sorts text, description and hint into name, value and placeholder.
// The text of a field is its value and not, where it has another name, also
// its name: of a password field it is never that.
func (l *uiautomatorReader) names(e *model.Element, n *androidNode) {
	if n.hasHint {
		e.Placeholder, e.Given = n.hint, e.Given|model.HasPlaceholder
	}
	field := e.Kind == model.KindTextbox || n.password
	if field && n.hasText && !n.hintShown {
		e.Value, e.Given = n.text, e.Given|model.HasValue
	}
	candidates := [...]string{n.text, n.desc, n.hint}
	if field {
		candidates = [...]string{n.desc, n.hint, n.text}
		if n.password {
			candidates[2] = ""
		}
	}
	for _, name := range candidates {
		if name != "" {
			e.Name = name
			break
		}
	}
	if n.hasText || n.hasDesc || n.hasHint {
		e.Given |= model.HasName
	}
	if n.hasDesc && n.desc != "" && n.desc != e.Name {
		e.Description, e.Given = n.desc, e.Given|model.HasDescription
	}
}

// androidStates maps attributes to states.
var androidStates = map[string]model.State{
	"enabled": model.Enabled, "focused": model.Focused, "selected": model.Selected, "focusable": model.Focusable,
	"clickable": model.Clickable, "long-clickable": model.LongClickable, "scrollable": model.Scrollable, "checkable": model.Checkable,
	"editable": model.Editable, "content-invalid": model.Invalid,
}

// androidActions maps attributes to what can be done.
var androidActions = map[string]string{"clickable": "click", "long-clickable": "long-click", "scrollable": "scroll", "checkable": "check"}

func (l *uiautomatorReader) attribute(e *model.Element, n *androidNode, a *xmlAttr) {
	switch a.Name {
	case "text":
		n.text, n.hasText = a.Value, true
		return
	case "content-desc":
		n.desc, n.hasDesc = a.Value, true
		return
	case "hint":
		n.hint, n.hasHint = a.Value, true
		return
	case "class":
		n.class = l.intern(a.Value)
		return
	case "package":
		if l.c.App == "" {
			l.c.App = a.Value
		}
		return
	case "bounds":
		n.bounds = a.Value
		return
	case "displayed", "visible-to-user":
		n.displayed = a.Value
		return
	case "title":
		if l.c.Window == "" {
			l.c.Window = a.Value
		}
		return
	case "password":
		n.password = a.Value == "true"
		return
	case "showing-hint":
		n.hintShown = a.Value == "true"
		return
	case "checked":
		n.checked = truthWord(a.Value)
		return
	}
	st, ok := androidStates[a.Name]
	if !ok {
		return
	}
	truth := truthWord(a.Value)
	e.States.Set(st, truth)
	if a.Name == "checkable" {
		n.checkable = truth == model.Yes
	}
	if action, ok := androidActions[a.Name]; ok {
		n.actionable = true
		if truth == model.Yes {
			e.Actions = append(e.Actions, action)
		}
	}
}

// truthWord reads the booleans that dumpers write as words.
func truthWord(s string) model.Truth {
	switch s {
	case "true", "True", "TRUE", "1":
		return model.Yes
	case "false", "False", "FALSE", "0":
		return model.No
	case "mixed", "partial":
		return model.Mixed
	}
	return model.Unsaid
}

func (l *uiautomatorReader) frame(e *model.Element, n *androidNode) {
	if n.bounds == "" {
		return
	}
	frame, ok := androidBounds(n.bounds)
	if !ok {
		l.badBounds++
		return
	}
	e.Frame, e.Given = frame, e.Given|model.HasFrame
}

// size reads the screen's width and height from the hierarchy.
func (l *uiautomatorReader) size(attrs []xmlAttr) {
	var w, h string
	for _, a := range attrs {
		switch a.Name {
		case "width":
			w = a.Value
		case "height":
			h = a.Value
		}
	}
	x, errX := strconv.ParseFloat(w, 64)
	y, errY := strconv.ParseFloat(h, 64)
	if size := (model.Rect{W: x, H: y}); errX == nil && errY == nil && size.OnScreen() && l.hierarchy.Empty() {
		l.hierarchy = size
	}
}

// screen is what Appium says, or else the largest of the topmost nodes.
func (l *uiautomatorReader) screen() {
	if !l.hierarchy.Empty() {
		l.c.Screen = l.hierarchy
		return
	}
	for id := range l.c.Elements {
		e := &l.c.Elements[id]
		up := l.parent[id]
		top := up == model.None || l.c.Elements[up].Role == "hierarchy"
		if top && e.Has(model.HasFrame) && e.Frame.OnScreen() && e.Frame.W*e.Frame.H > l.c.Screen.W*l.c.Screen.H {
			l.c.Screen = e.Frame
		}
	}
}

// intern keeps one copy of a word that many elements have.
func (l *uiautomatorReader) intern(s string) string {
	if kept, ok := l.strings[s]; ok {
		return kept
	}
	if l.strings == nil {
		l.strings = make(map[string]string)
	}
	l.strings[s] = s
	return s
}

func (l *uiautomatorReader) text(s string) {
	if strings.TrimSpace(s) == "" {
		return
	}
	l.more(l.top(), "#text", s)
}

func (l *uiautomatorReader) end() { l.leave() }

// androidBounds reads [x1,y1][x2,y2]; width and height may be 0 or negative.
func androidBounds(s string) (model.Rect, bool) {
	var v [4]float64
	for i, mark := range [...]byte{'[', ',', ']', ','} {
		// The third number follows ][ and each may have blanks around it.
		s = strings.TrimLeft(s, " ")
		if len(s) == 0 || s[0] != mark {
			return model.Rect{}, false
		}
		s = s[1:]
		if mark == ']' {
			s = strings.TrimLeft(s, " ")
			if len(s) == 0 || s[0] != '[' {
				return model.Rect{}, false
			}
			s = s[1:]
		}
		end := strings.IndexAny(s, ",]")
		if end < 0 {
			return model.Rect{}, false
		}
		number := strings.Trim(s[:end], " ")
		n, ok := smallInt(number)
		if !ok {
			var err error
			if n, err = strconv.ParseFloat(number, 64); err != nil {
				return model.Rect{}, false
			}
		}
		v[i] = n
		s = s[end:]
	}
	if strings.TrimRight(s, " ") != "]" {
		return model.Rect{}, false
	}
	return model.Rect{X: v[0], Y: v[1], W: v[2] - v[0], H: v[3] - v[1]}, true
}
