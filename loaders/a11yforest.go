package loaders

import (
	"strconv"
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/internal/text/pyvalue"
	"obscope/loaders/domsnap"
	"obscope/model"
)

var a11yforestFormat = Format{
	Name: "a11y-forest", About: "AndroidWorld: the accessibility forest of android_env, as JSON",
	Recognised: "JSON with windows, whose trees have nodes",
	Sniff:      sniffForest,
	Load:       loadForest,
}

func sniffForest(p *Peek) Score {
	switch {
	case !p.Has("windows"):
		return No
	case strings.Contains(p.Start, `"tree"`) && strings.Contains(p.Start, `"nodes"`):
		return Sure
	}
	return Maybe
}

// loadForest reads {"windows":[{"tree":{"nodes":[{"unique_id","child_ids",
// "text","is_clickable"…}]}}]}. Each window is an element above its nodes. The
// names may also be spelled as protobuf's JSON does: uniqueId.
func loadForest(s *Source) (*model.Recording, error) {
	c := &model.Capture{Format: "a11y-forest", Unit: "device pixels"}
	l := &forestReader{r: jsontext.NewReader(s.Text), c: c}
	var own []byte
	for l.r.Object(); l.r.NextName(); {
		if name := l.r.Name(); name != "windows" || l.r.Peek() != jsontext.Array {
			own = appendRawMember(own, name, l.r.Skip())
			continue
		}
		for l.r.Array(); l.r.NextItem(); {
			l.window()
		}
	}
	l.r.End()
	if err := l.r.Err(); err != nil {
		return nil, err
	}
	c.Raw = string(own)
	model.Link(c, l.parent)
	return one(c), nil
}

type forestReader struct {
	r      *jsontext.Reader
	c      *model.Capture
	parent []model.ID
}

func (l *forestReader) window() {
	id := l.add(model.Element{Role: "window", Kind: model.KindWindow, Given: model.HasRole}, model.None)
	if l.r.Peek() != jsontext.Object {
		l.r.Skip()
		return
	}
	var own []byte
	for l.r.Object(); l.r.NextName(); {
		switch name := l.r.Name(); {
		case name == "tree" && l.r.Peek() == jsontext.Object:
			for l.r.Object(); l.r.NextName(); {
				if l.r.Name() == "nodes" && l.r.Peek() == jsontext.Array {
					l.nodes(id)
					continue
				}
				l.r.Skip()
			}
		default:
			v := l.r.Value()
			own = appendRawMember(own, name, v.Raw)
			e := &l.c.Elements[id]
			switch forestName(name) {
			case "title":
				e.Name, e.Given = textOf(v), e.Given|model.HasName
				if l.c.Window == "" {
					l.c.Window = e.Name
				}
			case "is_focused":
				e.States.Set(model.Focused, model.TruthOf(v.IsTrue()))
			case "bounds_in_screen":
				e.Frame, e.Given = forestFrame(v), e.Given|model.HasFrame
			}
		}
	}
	e := &l.c.Elements[id]
	e.Raw = string(own)
	if e.Frame.W*e.Frame.H > l.c.Screen.W*l.c.Screen.H {
		l.c.Screen = e.Frame
	}
}

func (l *forestReader) add(e model.Element, up model.ID) model.ID {
	id := model.ID(len(l.c.Elements))
	e.Ref, e.Given = strconv.Itoa(int(id)), e.Given|model.HasRef
	l.c.Elements = append(l.c.Elements, e)
	l.parent = append(l.parent, up)
	return id
}

// nodes reads the nodes of a window. Children name each other by unique_id;
// where no node has one, by position.
func (l *forestReader) nodes(window model.ID) {
	first := model.ID(len(l.c.Elements))
	var children [][]string
	byID := map[string]model.ID{}
	for l.r.Array(); l.r.NextItem(); {
		id := l.add(model.Element{}, window)
		unique, kids := l.node(&l.c.Elements[id])
		children = append(children, kids)
		if _, taken := byID[unique]; !taken && unique != "" {
			byID[unique] = id
		}
	}
	if len(byID) == 0 {
		for i := range children {
			byID[strconv.Itoa(i)] = first + model.ID(i)
		}
	}
	for i, kids := range children {
		for _, unique := range kids {
			// Of several parents the first one has the child, and only an
			// earlier node can be one: so there are no cycles.
			child, ok := byID[unique]
			if ok && child > first+model.ID(i) && l.parent[child] == window {
				l.parent[child] = first + model.ID(i)
			}
		}
	}
	for at := int(first); at < len(l.c.Elements); at++ {
		if e := &l.c.Elements[at]; e.Frame.W*e.Frame.H > l.c.Screen.W*l.c.Screen.H {
			l.c.Screen = e.Frame
		}
	}
}

// forestName is a member's name as android_env's messages spell it: is_enabled
// for isEnabled.
func forestName(name string) string {
	at := strings.IndexFunc(name, func(c rune) bool { return c >= 'A' && c <= 'Z' })
	if at < 0 {
		return name
	}
	b := append(make([]byte, 0, len(name)+4), name[:at]...)
	for _, c := range []byte(name[at:]) {
		if c >= 'A' && c <= 'Z' {
			b = append(b, '_', c|0x20)
		} else {
			b = append(b, c)
		}
	}
	return string(b)
}

// forestStates maps members to states.
var forestStates = map[string]model.State{
	"is_checkable": model.Checkable, "is_checked": model.Checked, "is_clickable": model.Clickable, "is_editable": model.Editable,
	"is_enabled": model.Enabled, "is_focused": model.Focused, "is_focusable": model.Focusable, "is_long_clickable": model.LongClickable,
	"is_scrollable": model.Scrollable, "is_selected": model.Selected, "is_visible_to_user": model.Visible,
}

// forestActions maps members to what can be done.
var forestActions = map[string]string{
	"is_clickable": "click", "is_long_clickable": "long-click", "is_scrollable": "scroll", "is_checkable": "check",
}

func (l *forestReader) node(e *model.Element) (unique string, kids []string) {
	if l.r.Peek() != jsontext.Object {
		l.r.Skip()
		return "", nil
	}
	// What a message leaves out is false, and 0.
	e.Given |= model.HasRole | model.HasFrame | model.HasActions
	for name, st := range forestStates {
		if name != "is_checked" {
			e.States.Set(st, model.No)
		}
	}
	var own []byte
	var text, desc, hint string
	for l.r.Object(); l.r.NextName(); {
		name := l.r.Name()
		v := l.r.Value()
		own = appendRawMember(own, name, v.Raw)
		name = forestName(name)
		switch name {
		case "unique_id":
			unique = forestID(v)
		case "child_ids":
			for _, kid := range v.Items {
				kids = append(kids, forestID(kid))
			}
		case "text":
			text = textOf(v)
		case "content_description":
			desc = textOf(v)
		case "hint_text":
			hint = textOf(v)
		case "class_name":
			class := textOf(v)
			e.Role = class[strings.LastIndexByte(class, '.')+1:]
			e.Kind = androidKind(e.Role)
		case "package_name":
			if l.c.App == "" {
				l.c.App = textOf(v)
			}
		case "is_password":
			e.Secure = v.IsTrue()
		case "bounds_in_screen":
			e.Frame = forestFrame(v)
		}
		if st, ok := forestStates[name]; ok {
			e.States.Set(st, model.TruthOf(v.IsTrue()))
			if action, ok := forestActions[name]; ok && v.IsTrue() {
				e.Actions = append(e.Actions, action)
			}
		}
	}
	e.Raw = string(own)
	if e.States.Is(model.Checkable) != model.Yes && e.States.Is(model.Checked) == model.No {
		e.States.Set(model.Checked, model.Unsaid)
	}
	forestNames(e, text, desc, hint)
	return unique, kids
}

// forestNames sorts the texts as the loader of uiautomator dumps does.
func forestNames(e *model.Element, text, desc, hint string) {
	n := androidNode{text: text, desc: desc, hint: hint, hasText: text != "", hasDesc: desc != "", hasHint: hint != "", password: e.Secure}
	androidNames(e, &n)
}

// forestID is a node's id as it prints; protobuf's JSON writes 64-bit numbers
// as strings.
func forestID(v jsontext.Value) string {
	if v.Kind == jsontext.Number {
		return pyvalue.Number(v.Text)
	}
	return textOf(v)
}

func forestFrame(v jsontext.Value) model.Rect {
	var side [4]float64
	for _, m := range v.Members {
		for i, name := range [...]string{"left", "top", "right", "bottom"} {
			if m.Name == name {
				side[i] = domsnap.Finite(m.Value.Text)
			}
		}
	}
	return model.Rect{X: side[0], Y: side[1], W: side[2] - side[0], H: side[3] - side[1]}
}
