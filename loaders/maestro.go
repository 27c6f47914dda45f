package loaders

import (
	"slices"
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/internal/text/words"
	"obscope/model"
)

var maestroFormat = Format{
	Name: "maestro", About: "Maestro: hierarchy as JSON, and the compact one as CSV",
	Recognised: "JSON objects with attributes, whose bounds are a string, and children; a table that starts with element_num,depth,attributes",
	Sniff: func(p *Peek) Score {
		if p.Has("role") || p.Has("nodes") {
			return No
		}
		text := strings.Contains(p.Start, `"accessibilityText"`) || strings.Contains(p.Start, `"hintText"`) || strings.Contains(p.Start, `"resource-id"`)
		switch {
		case strings.HasPrefix(p.Start, maestroColumns):
			return Sure
		case p.Has("attributes") && text:
			return Sure
		case p.Has("attributes", "children"):
			return Maybe
		case p.JSON == jsontext.Missing && text && strings.Contains(p.Start, "\n{"):
			return Likely // the program prints words before the JSON
		}
		return No
	},
	Load:    loadMaestro,
	grammar: maestroGrammar,
}

func loadMaestro(s *Source) (*model.Recording, error) {
	if strings.HasPrefix(strings.TrimLeft(s.Text, " \t\r\n\uFEFF"), maestroColumns) {
		return loadMaestroCSV(s)
	}
	c := &model.Capture{Format: "maestro", Unit: "points", Shape: "ios"}
	text := s.Text
	if at := strings.Index(text, "\n{"); at >= 0 && !strings.HasPrefix(strings.TrimLeft(text, " \t\r\n"), "{") {
		text = strings.Repeat(" ", at) + text[at:] // offsets of errors stay those of the file
	}
	l := &maestroReader{c: c}
	n := newNest(text, c, "children", l.element)
	if err := n.document(); err != nil {
		return nil, err
	}
	c.Screen = largestFrame(c)
	if l.badBounds > 0 {
		c.Warn(words.Count(l.badBounds, "element has", "elements have") + " bounds that are not [x1,y1][x2,y2], and so no frame")
	}
	if !l.anything {
		c.Warn("no element has a text or a size: the app was starting or in the background, or its framework exposes nothing (React Native 0.81 and iOS 26.2 are known for it)")
	}
	return one(c), nil
}

type maestroReader struct {
	c         *model.Capture
	badBounds int
	anything  bool
}

// maestroStates maps the names of states, which stand among the attributes as
// words and beside them as booleans.
var maestroStates = map[string]model.State{
	"enabled": model.Enabled, "focused": model.Focused, "selected": model.Selected, "checked": model.Checked, "clickable": model.Clickable,
	"scrollable": model.Scrollable, "focusable": model.Focusable, "long-clickable": model.LongClickable, "checkable": model.Checkable,
}

func (l *maestroReader) element(e *model.Element, members []jsontext.Member) {
	var n androidNode
	var label, title, value string
	for _, m := range members {
		if st, ok := maestroStates[m.Name]; ok && m.Value.Kind == jsontext.Bool {
			l.state(e, st, m.Value)
		}
		if m.Name != "attributes" {
			continue
		}
		for _, a := range m.Value.Members {
			text := textOf(a.Value)
			switch a.Name {
			case "accessibilityText":
				label = text
			case "text":
				n.text, n.hasText = text, a.Value.Kind == jsontext.String
			case "title":
				title = text
			case "value":
				value = text
				if a.Value.Kind == jsontext.String {
					e.Given |= model.HasValue
				}
			case "hintText":
				setText(e, &e.Placeholder, model.HasPlaceholder, a.Value)
			case "class":
				n.class = text
			case "package":
				if l.c.App == "" {
					l.c.App = text
				}
			case "password":
				n.password = text == "true"
			case "bounds":
				n.bounds = text
			default:
				if st, ok := maestroStates[a.Name]; ok && e.States.Is(st) == model.Unsaid {
					l.state(e, st, a.Value)
				}
			}
		}
	}
	l.role(e, &n)
	l.texts(e, &n, label, title, value)
	if n.bounds != "" {
		if frame, ok := androidBounds(n.bounds); ok {
			setFrame(e, frame)
		} else {
			l.badBounds++
		}
	}
	if e.Name != "" || e.Value != "" || !e.Frame.Empty() {
		l.anything = true
	}
}

func (l *maestroReader) state(e *model.Element, st model.State, v jsontext.Value) {
	setState(e, st, v)
	if action, ok := androidActions[st.String()]; ok {
		e.Given |= model.HasActions
		if e.States.Is(st) == model.Yes && !slices.Contains(e.Actions, action) {
			e.Actions = append(e.Actions, action)
		}
	}
}

// role takes the class, which only Android has.
func (l *maestroReader) role(e *model.Element, n *androidNode) {
	e.Secure = n.password
	if n.class == "" {
		e.Role = noRole
		return
	}
	l.c.Unit, l.c.Shape = "device pixels", "android"
	e.Given |= model.HasRole
	e.Role = n.class[strings.LastIndexByte(n.class, '.')+1:]
	e.Kind = androidKind(e.Role)
}

// texts sorts the texts: what is in a field is its value, never its name if it
// is a password; else the first that is there is the name.
func (l *maestroReader) texts(e *model.Element, n *androidNode, label, title, value string) {
	field := e.Kind == model.KindTextbox || n.password
	names := [...]string{label, n.text, title}
	if field {
		names = [...]string{label, title, ""}
	}
	for _, name := range names {
		if name != "" {
			e.Name = name
			break
		}
	}
	e.Given |= model.HasName
	if field && value == "" {
		value = n.text
	}
	if value == "" && n.text != e.Name {
		value = n.text
	}
	if value != "" {
		e.Value, e.Given = value, e.Given|model.HasValue
	}
	if e.Placeholder == "" {
		e.Given &^= model.HasPlaceholder
		dropEmptyValue(e)
	}
	if e.Kind == model.KindUnknown && e.Name == "" && e.Value == "" && e.Placeholder == "" {
		e.Kind = model.KindGeneric
	}
}
