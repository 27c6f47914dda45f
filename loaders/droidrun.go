package loaders

import (
	"errors"
	"fmt"
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/internal/text/words"
	"obscope/model"
)

var droidrunFormat = Format{
	Name: "droidrun", About: "DroidRun: the state of a phone that its portal reports as JSON, and the text that its agent reads",
	Recognised: "JSON with a11y_tree, a content provider's Row: 0 result=…, or text with Current Clickable UI elements",
	Sniff:      sniffDroidrun,
	Load:       loadDroidrun,
	grammar:    droidrunGrammar,
}

const (
	droidrunRow    = "Row: 0 result="
	droidrunPhone  = "**Current Phone State:**"
	droidrunLegend = "Current Clickable UI elements"
)

func sniffDroidrun(p *Peek) Score {
	switch {
	case p.JSON == jsontext.Missing:
		if strings.HasPrefix(p.Start, droidrunRow) || strings.Contains(p.Start, droidrunLegend) && strings.Contains(p.Start, "className: resourceId") {
			return Sure
		}
		if strings.HasPrefix(p.Start, droidrunPhone) {
			return Likely
		}
	case p.Has("a11y_tree", "phone_state"):
		return Sure
	case p.Has("a11y_tree"), p.ItemHas("index", "className", "bounds"):
		return Likely
	case p.Has("status", "data"), p.Has("status", "result"):
		_, keys := p.Inner("data")
		if hasAll(keys, []string{"a11y_tree"}) || strings.Contains(p.TextOf("data"), `"a11y_tree"`) || strings.Contains(p.TextOf("result"), `"className"`) {
			return Sure
		}
	}
	return No
}

func loadDroidrun(s *Source) (*model.Recording, error) {
	c := &model.Capture{Format: "droidrun", Shape: shapeJSON, Unit: "device pixels"}
	text := strings.TrimLeft(s.Text, " \t\r\n")
	tree, err := droidrunTree(strings.TrimPrefix(text, droidrunRow), c)
	switch {
	case err != nil:
		return nil, err
	case tree == "":
		c.Shape, c.Text = shapeText, s.Text
		droidrunLines(c, s.Text)
	default:
		n := newNest(tree, c, "children", droidrunElement)
		n.about = []byte(c.Raw)
		if err := n.document(); err != nil {
			return nil, err
		}
	}
	c.Screen = largestFrame(c)
	if len(c.Elements) == 0 {
		c.Warn("the list is empty: the accessibility service of the portal was off or still starting, or nothing on the screen can be operated")
	}
	return one(c), nil
}

// droidrunTree finds the nodes in a portal's answer: {status, result or data}
// around them, perhaps as a text, {a11y_tree, phone_state}, or the list itself.
// It returns "" for what is no JSON.
func droidrunTree(text string, c *model.Capture) (string, error) {
	for range maxWrapped {
		if text == "" || text[0] != '{' && text[0] != '[' {
			return "", nil
		}
		v, err := jsontext.Parse(text)
		if err != nil {
			return "", err
		}
		if why := v.Member("error"); v.Member("status").Text == "error" && why.Kind == jsontext.String {
			return "", fmt.Errorf("the portal answered with an error instead of a tree: %s; open an app, turn its accessibility service on and ask again", jsontext.QuoteShort(why.Text, 200))
		}
		if tree, ok := v.Lookup("a11y_tree"); ok {
			droidrunPhoneState(c, v.Member("phone_state"))
			v = tree
			if v.Kind != jsontext.String {
				return v.Raw, nil
			}
		}
		inner := v
		for _, name := range [...]string{"result", "data"} {
			if w, ok := v.Lookup(name); ok {
				inner = w
			}
		}
		switch {
		case inner.Kind == jsontext.String:
			text = strings.TrimSpace(inner.Text)
		case inner.Raw != text && (inner.Kind == jsontext.Object || inner.Kind == jsontext.Array):
			text = inner.Raw
		default:
			return text, nil
		}
	}
	return "", errors.New("wrapped too many times")
}

// droidrunPhoneState keeps what the answer says of the phone.
func droidrunPhoneState(c *model.Capture, state jsontext.Value) {
	if state.Kind == jsontext.Missing {
		return
	}
	c.Raw = string(appendRawMember(nil, "phone_state", state.Raw))
	for _, name := range [...]string{"currentApp", "packageName"} {
		if app := state.Member(name).Text; app != "" && c.App == "" {
			c.App = app
		}
	}
}

// droidrunStates are the members that some versions of the portal add.
var droidrunStates = map[string]model.State{
	"clickable": model.Clickable, "longclickable": model.LongClickable, "scrollable": model.Scrollable, "checkable": model.Checkable,
	"checked": model.Checked, "focused": model.Focused, "focusable": model.Focusable, "selected": model.Selected, "enabled": model.Enabled,
	"editable": model.Editable,
}

func droidrunElement(e *model.Element, members []jsontext.Member) {
	var n androidNode
	for _, m := range members {
		switch v := m.Value; m.Name {
		case "index":
			setText(e, &e.Ref, model.HasRef, v)
		case "className":
			n.class = textOf(v)
		case "text":
			n.text, n.hasText = textOf(v), v.Kind == jsontext.String
		case "contentDescription":
			n.desc, n.hasDesc = textOf(v), v.Kind == jsontext.String
		case "hint":
			n.hint = textOf(v)
		case "isPassword", "password":
			n.password = v.IsTrue()
		case "bounds", "boundsInScreen":
			r, ok := edgesOf(v)
			if !ok {
				r, ok = fourEdges(textOf(v))
			}
			if ok {
				setFrame(e, r)
			}
		default:
			if st, ok := droidrunStates[strings.ToLower(strings.TrimPrefix(m.Name, "is"))]; ok {
				setState(e, st, v)
			}
		}
	}
	droidrunFinish(e, &n)
}

// droidrunFinish sets role, kind, texts and what can be done.
func droidrunFinish(e *model.Element, n *androidNode) {
	e.Role = n.class[strings.LastIndexByte(n.class, '.')+1:]
	if e.Given |= model.HasRole; e.Role == "" {
		e.Role, e.Given = noRole, e.Given&^model.HasRole
	}
	e.Kind, e.Secure = androidKind(e.Role), n.password
	androidNames(e, n)
	for _, a := range [...]struct {
		state model.State
		name  string
	}{{model.Clickable, "click"}, {model.LongClickable, "long-click"}, {model.Scrollable, "scroll"}, {model.Checkable, "check"}} {
		if e.States.Is(a.state) == model.Yes {
			e.Actions, e.Given = append(e.Actions, a.name), e.Given|model.HasActions
		}
	}
}

// fourEdges reads left,top,right,bottom.
func fourEdges(s string) (model.Rect, bool) {
	parts := strings.Split(strings.ReplaceAll(s, " ", ""), ",")
	if len(parts) != 4 {
		return model.Rect{}, false
	}
	var v [4]float64
	for i, part := range parts {
		var ok bool
		if v[i], ok = spelled(part); !ok {
			return model.Rect{}, false
		}
	}
	return model.Rect{X: v[0], Y: v[1], W: v[2] - v[0], H: v[3] - v[1]}, true
}

// droidrunLines reads what the agent is shown:
//
//  1. TextView: "com.android.settings:id/title", "Wi-Fi" - (100,200,300,250)
func droidrunLines(c *model.Capture, text string) {
	t := &textTree{c: c}
	var about []byte
	listed := false
	starts := func(line string) bool { return listed && isDroidrunItem(line) }
	note := func(line string) bool {
		listed = listed || strings.Contains(line, droidrunLegend)
		if key, value, ok := strings.Cut(strings.TrimPrefix(line, "• **"), ":** "); ok && strings.HasPrefix(line, "• **") {
			about = appendMember(about, key, value)
			if key == "App" {
				c.App, _, _ = strings.Cut(value, " (")
			}
		}
		return !listed
	}
	textItems(text, starts, note, func(n int, item string) {
		t.add(droidrunItem(item), indentOf(item), n)
	})
	c.Raw = string(about)
	for i := range t.own {
		c.Elements[i].Raw = string(t.own[i])
	}
	model.Link(c, t.parent)
	if left := droidrunUnplaced(c); left > 0 {
		c.Warn(words.Count(left, "element has", "elements have") + " no (x1,y1,x2,y2) at the end of the line, and so no frame")
	}
}

func droidrunUnplaced(c *model.Capture) (n int) {
	for i := range c.Elements {
		if !c.Elements[i].Has(model.HasFrame) {
			n++
		}
	}
	return n
}

// droidrunItem reads an element from its lines. Nothing is escaped, so that the
// text is what is left between the resource id and the bounds.
func droidrunItem(item string) textElement {
	var e textElement
	index, rest, _ := strings.Cut(strings.TrimLeft(item, " "), ". ")
	e.Ref, e.Given = index, model.HasRef
	e.own = appendDigits(e.own, "index", index)
	class, rest, _ := strings.Cut(rest, ":")
	n := androidNode{class: class}
	e.own = appendMember(e.own, "className", class)
	rest = strings.TrimSpace(rest)
	if at := strings.LastIndex(rest, "- ("); at >= 0 && strings.HasSuffix(rest, ")") {
		bounds := rest[at+len("- (") : len(rest)-1]
		e.own = appendMember(e.own, "bounds", bounds)
		if r, ok := fourEdges(bounds); ok {
			setFrame(&e.Element, r)
		}
		rest = strings.TrimRight(rest[:at], " ")
	}
	for _, part := range strings.SplitN(rest, `", "`, 2) {
		part = strings.TrimSuffix(strings.TrimPrefix(part, `"`), `"`)
		switch {
		case part == "":
		case n.text == "" && strings.Contains(part, ":id/") && !strings.Contains(part, " "):
			e.own = appendMember(e.own, "resourceId", part)
		default:
			n.text, n.hasText = part, true
			e.own = appendMember(e.own, "text", part)
		}
	}
	droidrunFinish(&e.Element, &n)
	return e
}

// droidrunGrammar tells the lines of what the agent is shown. Texts are not
// escaped: an element's lines end with its bounds.
var droidrunGrammar = &grammar{
	format: "droidrun", headed: true,
	head: func(line string) bool {
		return strings.HasPrefix(line, droidrunLegend) || strings.HasPrefix(line, droidrunPhone)
	},
	starts: isDroidrunItem,
	goesOn: func(_ int, last string, more []string) int {
		for i, line := range more {
			if last = strings.TrimRight(last, " "); strings.HasSuffix(last, ")") {
				return i
			}
			last = line
		}
		if strings.HasSuffix(strings.TrimRight(last, " "), ")") {
			return len(more)
		}
		return 0
	},
	anew: func(first, line string, _ bool) bool {
		index, _, _ := strings.Cut(line, ". ")
		return strings.HasPrefix(first, index+". ")
	},
}

// isDroidrunItem reports a line that starts an element: 3. Button: …
func isDroidrunItem(line string) bool {
	index, rest, ok := strings.Cut(strings.TrimLeft(line, " "), ". ")
	class, _, named := strings.Cut(rest, ":")
	return ok && isDigits(index) && named && !strings.ContainsAny(class, ` "`)
}
