package loaders

import (
	"strconv"
	"strings"

	"obscope/internal/text/words"
	"obscope/model"
)

var uiautomatorFormat = Format{
	Name: "uiautomator", About: "Android: uiautomator dump, and page source of Appium's UiAutomator2 driver",
	Recognised: "XML with root <hierarchy> (or <displays>, of dump --windows)",
	Sniff:      sniffUIAutomator,
	Load:       loadUIAutomator,
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
	l := &uiautomatorReader{xmlBuilder: xmlBuilder{builder: builder{c: c}}}
	warnings, err := readXML(s.Text, l)
	if err != nil {
		return nil, err
	}
	c.Warnings = append(c.Warnings, warnings...)
	if l.badFrames > 0 {
		c.Warn(words.Count(l.badFrames, "element has", "elements have") + " bounds that are not [x1,y1][x2,y2], and so no frame")
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
	xmlBuilder
	strings   map[string]string
	anyNode   bool
	hierarchy model.Rect // the size that Appium writes on the hierarchy
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
		e.Raw = string(l.own)
		l.frame(e, &n)
		l.size(attrs)
		return
	case "node":
	default:
		l.c.Shape = "appium"
		l.own = appendMember(l.own, "#tag", tag)
	}
	e.Raw = string(l.own)
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
	androidNames(e, n)
	if n.checkable {
		e.States.Set(model.Checked, n.checked)
	}
	// The dump leaves out what is not visible, so saying nothing means yes.
	e.States.Set(model.Visible, model.TruthOf(n.displayed != "false"))
	if n.actionable {
		e.Given |= model.HasActions
	}
}

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

func (l *uiautomatorReader) frame(e *model.Element, n *androidNode) {
	if n.bounds == "" {
		return
	}
	frame, ok := androidBounds(n.bounds)
	if !ok {
		l.badFrames++
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
