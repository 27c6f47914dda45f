package agents

import (
	"errors"
	"strconv"
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/internal/text/pyvalue"
	"obscope/model"
	"obscope/render"
)

// m3a is the list of elements in the prompt of AndroidWorld's M3A agent
// (Apache-2.0; matched: agents/m3a.py, m3a_utils.validate_ui_element and
// representation_utils of 2026-02-24).
type m3a struct{}

const (
	m3aRoot       = render.OwnStages + iota // the root, or a window of a forest
	m3aContainer                            // of a forest: has children and says nothing
	m3aInvisible                            // not visible to the user
	m3aOutOfPlace                           // an empty box, or one outside the screen
)

func (m3a) Info() render.Info {
	return render.Info{
		Name: "androidworld-m3a", About: "the UI elements in the prompt of AndroidWorld's M3A agent", Version: "2026-02-24",
		ExactFor: []string{"uiautomator", "a11y-forest"},
		Knobs: []render.Knob{
			render.Knob{Name: "screen", About: "the logical screen size, as WIDTHxHEIGHT; empty: as captured", Takes: takesSize}.Hiding("", m3aOutOfPlace),
			flagOn("exclude_invisible_elements", "leave what the user cannot see out of a forest before numbering, as the environment does").Hiding("false", m3aInvisible),
		},
		Stages: []string{"the root or a window", "a container without a description that does not scroll", "not visible", "an empty box or outside the screen"},
		Defects: []string{
			"quotes and line ends in texts are not escaped, so a text can forge a line",
			"from uiautomator's XML every element counts as visible, and none as editable",
			"the two sources, XML and forest, give different lists for the same screen (google-research/android_world#207)",
			"indexes count elements that are not written, so they have holes",
		},
	}
}

// The words of an element, in the order in which they are written.
const (
	m3aText = iota
	m3aDescription
	m3aHint
	m3aTooltip
	m3aWords
)

var m3aWordKeys = [m3aWords]string{`"text": "`, `"content_description": "`, `"hint_text": "`, `"tooltip": "`}

type m3aFlags uint16

const (
	m3aClickable m3aFlags = 1 << iota
	m3aLongClickable
	m3aEditable
	m3aScrollable
	m3aFocusable
	m3aSelected
	m3aChecked
	m3aVisible
	m3aBadBox // its bounds are not four whole numbers
)

// m3aFlagKeys are the flags in the order in which they are written; the ones
// that are optional only when they are true.
var m3aFlagKeys = [...]struct {
	key      string
	flag     m3aFlags
	optional bool
}{
	{`"is_clickable": `, m3aClickable, false}, {`"is_long_clickable": `, m3aLongClickable, false}, {`"is_editable": `, m3aEditable, false},
	{`"is_scrollable": `, m3aScrollable, true}, {`"is_focusable": `, m3aFocusable, true},
	{`"is_selected": `, m3aSelected, false}, {`"is_checked": `, m3aChecked, false},
}

type m3aElement struct {
	words [m3aWords]string
	box   [4]int64 // left, top, right, bottom
	boxed bool
	flags m3aFlags
	stage render.Stage
}

type m3aBound struct {
	c        *model.Capture
	elements []m3aElement
	warnings model.Warnings
}

func (m3a) Bind(c *model.Capture) (render.Bound, error) {
	b := &m3aBound{c: c, elements: make([]m3aElement, len(c.Elements))}
	switch c.Format {
	case "uiautomator":
		b.xml()
	case "a11y-forest":
		b.forest()
	default:
		for id := range c.Elements {
			b.elements[id] = m3aFromModel(&c.Elements[id])
		}
		if !anyFrame(c) {
			return nil, errors.New("it lists what is on the screen, and this capture has no frames; outline and indexed need none")
		}
	}
	return b, nil
}

// xml takes over every element below the root, in document order.
func (b *m3aBound) xml() {
	eachElement(b.c, func(id model.ID, e *model.Element) {
		m := &b.elements[id]
		if b.c.Tree.Parent[id] == model.None {
			m.stage = m3aRoot
			return
		}
		m.flags = m3aVisible
		eachAttr(e.Raw, func(name string, v xmlAttr) {
			var flag m3aFlags
			switch name {
			case "text":
				m.words[m3aText] = v.text()
			case "content-desc":
				m.words[m3aDescription] = v.text()
			case "clickable":
				flag = m3aClickable
			case "long-clickable":
				flag = m3aLongClickable
			case "scrollable":
				flag = m3aScrollable
			case "focusable":
				flag = m3aFocusable
			case "selected":
				flag = m3aSelected
			case "checked":
				flag = m3aChecked
			case "bounds":
				var ok bool
				if m.box, ok = m3aBounds(e, v.text()); ok {
					m.boxed = true
				} else if !v.empty() {
					m.flags |= m3aBadBox
				}
			}
			if flag != 0 && v.is("true") {
				m.flags |= flag
			}
		})
	})
	for id := range b.elements {
		if b.elements[id].flags&m3aBadBox != 0 {
			bad := jsontext.Quote(b.c.Elements[id].Member("bounds").Text)
			b.warnings.Add(model.OriginalFails, "the bounds "+bad+" are not four whole numbers, on which AndroidWorld fails")
			break
		}
	}
	if malformed(b.c) {
		b.warnings.Add(model.OriginalFails, "the file is not well-formed XML, on which AndroidWorld's parser fails")
	}
}

// m3aBounds reads bounds as representation_utils does: brackets stripped from
// both ends, ][ a comma, four ints.
func m3aBounds(e *model.Element, s string) (box [4]int64, ok bool) {
	if wholeBounds(s) && e.Has(model.HasFrame) && e.Frame.OnScreen() {
		f := e.Frame // the same numbers, read already
		return [4]int64{int64(f.X), int64(f.Y), int64(f.X + f.W), int64(f.Y + f.H)}, true
	}
	if s == "" {
		return box, false
	}
	parts := strings.Split(strings.ReplaceAll(strings.Trim(s, "[]"), "][", ","), ",")
	if len(parts) != len(box) {
		return box, false
	}
	for i, part := range parts {
		n, err := pyvalue.ParseInt(part)
		if err != nil {
			return box, false
		}
		box[i] = n.Clamped()
	}
	return box, true
}

// forest takes over the nodes that AndroidWorld's forest_to_ui_elements would.
func (b *m3aBound) forest() {
	for id := range b.c.Elements {
		e, m := &b.c.Elements[id], &b.elements[id]
		if e.Role == "window" && e.Kind == model.KindWindow && b.c.Tree.Parent[id] == model.None {
			m.stage = m3aRoot
			continue
		}
		leaf := true
		m.boxed = true // what a message leaves out is 0
		eachMember(e.Raw, func(name string, v jsontext.Value) {
			is := func(flag m3aFlags) {
				if v.IsTrue() {
					m.flags |= flag
				}
			}
			switch name {
			case "text":
				m.words[m3aText] = v.Text
			case "content_description", "contentDescription":
				m.words[m3aDescription] = v.Text
			case "hint_text", "hintText":
				m.words[m3aHint] = v.Text
			case "tooltip_text", "tooltipText":
				m.words[m3aTooltip] = v.Text
			case "child_ids", "childIds":
				leaf = len(v.Items) == 0
			case "is_clickable", "isClickable":
				is(m3aClickable)
			case "is_long_clickable", "isLongClickable":
				is(m3aLongClickable)
			case "is_editable", "isEditable":
				is(m3aEditable)
			case "is_scrollable", "isScrollable":
				is(m3aScrollable)
			case "is_focusable", "isFocusable":
				is(m3aFocusable)
			case "is_selected", "isSelected":
				is(m3aSelected)
			case "is_checked", "isChecked":
				is(m3aChecked)
			case "is_visible_to_user", "isVisibleToUser":
				is(m3aVisible)
			case "bounds_in_screen", "boundsInScreen":
				for i, side := range [...]string{"left", "top", "right", "bottom"} {
					n, _ := pyvalue.ToInt(v.Member(side))
					m.box[i] = n.Clamped()
				}
			}
		})
		if !leaf && m.words[m3aDescription] == "" && m.flags&m3aScrollable == 0 {
			m.stage = m3aContainer
		}
	}
}

// m3aFromModel is what M3A would be given of an element of another format.
func m3aFromModel(e *model.Element) m3aElement {
	var m m3aElement
	m.words[m3aText], m.words[m3aDescription], m.words[m3aHint] = e.Name, e.Description, e.Placeholder
	if e.Value != "" && !e.Secure {
		m.words[m3aText] = e.Value
	}
	set := func(flag m3aFlags, is bool) {
		if is {
			m.flags |= flag
		}
	}
	yes := func(s model.State) bool { return e.States.Is(s) == model.Yes }
	set(m3aClickable, e.Actionable())
	set(m3aLongClickable, yes(model.LongClickable))
	set(m3aEditable, yes(model.Editable) || e.Kind == model.KindTextbox)
	set(m3aScrollable, yes(model.Scrollable))
	set(m3aFocusable, yes(model.Focusable))
	set(m3aSelected, yes(model.Selected))
	set(m3aChecked, yes(model.Checked))
	set(m3aVisible, e.States.Is(model.Visible) != model.No && e.States.Is(model.Showing) != model.No)
	if e.Has(model.HasFrame) && e.Frame.OnScreen() {
		m.boxed = true
		m.box = [4]int64{int64(e.Frame.X), int64(e.Frame.Y), int64(e.Frame.X + e.Frame.W), int64(e.Frame.Y + e.Frame.H)}
	}
	if e.Ignored || e.Repeat {
		m.stage = m3aContainer
	}
	return m
}

func (b *m3aBound) Plan(p *render.Plan) {
	p.Warnings = append(p.Warnings, b.warnings...)
	w, h, sized := b.screen(p)
	early := b.c.Format == "a11y-forest" && isOn(p, "exclude_invisible_elements")
	index := int32(0)
	listed := b.c.Format == "uiautomator" || b.c.Format == "a11y-forest"
	for id, next := range b.c.Tree.Order {
		id := model.ID(id) // in the order of the list, where there is one
		if !listed {
			id = next
		}
		m := &b.elements[id]
		stage := m.stage
		if stage == render.Kept && early && m.flags&m3aVisible == 0 {
			stage = m3aInvisible
		}
		if stage == render.Kept {
			index++
			box := m.box
			switch {
			case m.flags&m3aVisible == 0:
				stage = m3aInvisible
			case m.boxed && (box[0] >= box[2] || box[1] >= box[3]):
				stage = m3aOutOfPlace
			case m.boxed && sized && (box[0] >= w || box[2] <= 0 || box[1] >= h || box[3] <= 0):
				stage = m3aOutOfPlace
			}
		}
		if p.Out != nil && p.Out[id] != render.Kept {
			stage = p.Out[id]
		}
		if stage != render.Kept {
			p.Drop(id, stage)
			continue
		}
		p.Write(id, 0, index-1)
	}
	if len(p.Entries) > 0 {
		p.Tail = "\n"
	}
}

// screen is the logical screen size; sized is false if nobody tells it.
func (b *m3aBound) screen(p *render.Plan) (w, h int64, sized bool) {
	if w, h, ok := parseSize(p.Knob("screen")); ok {
		return w, h, true
	}
	if s := b.c.Screen; !s.Empty() {
		return int64(s.X + s.W), int64(s.Y + s.H), true
	}
	p.Warn("the capture does not tell the size of the screen; set it with --set screen=WIDTHxHEIGHT")
	return 0, 0, false
}

func (b *m3aBound) AppendLine(dst []byte, p *render.Plan, i int) []byte {
	e := p.Entries[i]
	m := &b.elements[e.ID]
	dst = strconv.AppendInt(append(dst, "UI element "...), int64(e.Aux), 10)
	dst = strconv.AppendInt(append(dst, `: {"index": `...), int64(e.Aux), 10)
	for at, word := range m.words {
		if word != "" {
			dst = append(append(append(append(dst, ", "...), m3aWordKeys[at]...), word...), '"')
		}
	}
	return append(dst, m3aTails[m.flags%m3aVisible]...)
}

// m3aTails is how a line ends, by its flags.
var m3aTails = func() (tails [m3aVisible]string) {
	for flags := range m3aVisible {
		var b strings.Builder
		for _, f := range m3aFlagKeys {
			switch {
			case flags&f.flag != 0:
				b.WriteString(", " + f.key + "True")
			case !f.optional:
				b.WriteString(", " + f.key + "False")
			}
		}
		tails[flags] = b.String() + "}"
	}
	return tails
}()

// parseSize reads WIDTHxHEIGHT.
func parseSize(s string) (w, h int64, ok bool) {
	left, right, _ := strings.Cut(s, "x")
	w, errW := strconv.ParseInt(left, 10, 64)
	h, errH := strconv.ParseInt(right, 10, 64)
	return w, h, errW == nil && errH == nil
}

func takesSize(value string) error {
	if _, _, ok := parseSize(value); !ok {
		return render.WrongValue("it takes WIDTHxHEIGHT, such as 1080x2400", "%q: ", value)
	}
	return nil
}

// AppendRef appends the index that an action takes.
func (b *m3aBound) AppendRef(dst []byte, p *render.Plan, i int, _ model.ID) []byte {
	return strconv.AppendInt(dst, int64(p.Entries[i].Aux), 10)
}
