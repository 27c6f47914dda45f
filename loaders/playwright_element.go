package loaders

import (
	"errors"
	"strings"

	"obscope/model"
)

// valueKinds are the kinds whose text is a value that can be changed; the text
// of others is what they say.
var valueKinds = map[model.Kind]bool{
	model.KindTextbox: true, model.KindSearchbox: true, model.KindCombobox: true, model.KindSpinbutton: true,
	model.KindSlider: true, model.KindProgressbar: true, model.KindMeter: true, model.KindScrollbar: true,
}

// property reads "/url: …" and the like: members of the element above.
func (l *ariaReader) property(indent int, name, text string) {
	up := l.above(indent)
	if up == model.None {
		return
	}
	l.own[up] = appendMember(l.own[up], "/"+name, text)
	e := &l.c.Elements[up]
	if name == "placeholder" {
		e.Placeholder, e.Given = text, e.Given|model.HasPlaceholder
	}
}

// text reads a text between elements. The text of a field is its value; it
// stays in the tree, marked as a repetition.
func (l *ariaReader) text(indent int, text string) {
	e := textElement{Element: model.Element{Role: "text", Kind: model.KindText, Name: text, Given: model.HasRole | model.HasName}}
	if id := l.above(indent); id != model.None {
		if up := &l.c.Elements[id]; valueKinds[up.Kind] && !up.Has(model.HasValue) {
			up.Value, up.Given = text, up.Given|model.HasValue
			e.Repeat = true
		}
	}
	l.add(e, indent, l.n)
}

// The marks of a snapshot that only tells what changed.
const (
	ariaChanged    = "<changed> "
	ariaChangedOwn = `"changed":true` // how the mark is kept in Raw
)

// element reads a key: role, name and attributes.
func (l *ariaReader) element(key string) (textElement, error) {
	e := textElement{Element: model.Element{Given: model.HasRole}}
	if rest, ok := strings.CutPrefix(key, ariaChanged); ok {
		key, l.part = rest, true
		e.own = appendFlag(e.own, "changed")
	}
	e.Role = leadingWord(key)
	rest := key[len(e.Role):]
	if value, ok := strings.CutPrefix(rest, "="); ok && e.Role == "ref" {
		// ref=e5 [unchanged] stands for a whole subtree.
		e.Ref = leadingWord(value)
		rest = value[len(e.Ref):]
		e.Role, e.Given = "", model.HasRef
		l.part = true
	} else if e.Role == "" {
		return e, errors.New("no role at the start of " + quoted(key))
	}
	rest = strings.TrimLeft(rest, " ")
	switch {
	case strings.HasPrefix(rest, `"`):
		name, after, ok := cutQuoted(rest)
		if !ok {
			return e, errors.New("the quoted name does not end: " + quoted(rest))
		}
		e.Name, e.Given, rest = name, e.Given|model.HasName, after
	case strings.HasPrefix(rest, "/"):
		if end := strings.LastIndexByte(rest, '/'); end > 0 {
			e.Name, e.Given, rest = rest[:end+1], e.Given|model.HasName, rest[end+1:]
		}
	}
	for {
		rest = strings.TrimLeft(rest, " ")
		inside, after, ok := cutBracket(rest)
		if !ok {
			break
		}
		rest = after
		l.attribute(&e, inside)
	}
	if rest != "" {
		return e, errors.New("neither a name nor an attribute: " + quoted(rest))
	}
	e.Kind = webKind(e.Role)
	setWebActions(&e.Element, false)
	return e, nil
}

// attribute reads what stands in one bracket.
func (l *ariaReader) attribute(e *textElement, s string) {
	name, value, ok := strings.Cut(s, "=")
	e.own = appendAttribute(e.own, name, value, ok)
	switch {
	case name == "ref":
		e.Ref, e.Given = value, e.Given|model.HasRef
	case name == "box":
		if box, ok := boxOf(value); ok {
			e.Frame, e.Given = box, e.Given|model.HasFrame
			l.c.Unit = cssPixels
		}
	case name == "cursor" && value == "pointer":
		e.States.Set(model.Clickable, model.Yes)
		e.Actions, e.Given = actionsClick, e.Given|model.HasActions
	case ok:
		setWebState(&e.Element, name, value)
	default:
		setWebState(&e.Element, name, "true")
	}
}

// actionsClick are the actions of what has a pointer for a cursor.
var actionsClick = []string{"click"}

// finishAria builds the tree. What has no ref is counted instead.
func (l *ariaReader) finishAria() {
	countRefless(l.c)
	if l.part {
		l.c.Warnings.Add(model.Partial, "the snapshot tells only what changed since the one before; unchanged parts are not listed")
	}
	l.finish()
	tellAria(l.c)
}

// countRefless gives what has no ref its place in the document for one.
func countRefless(c *model.Capture) {
	for i := range c.Elements {
		if e := &c.Elements[i]; !e.Has(model.HasRef) {
			e.Ref = ordinal(i)
		}
	}
}

// tellAria tells what a person should know of a snapshot.
func tellAria(c *model.Capture) {
	warnOffsets(c)
	for i := range c.Elements {
		if e := &c.Elements[i]; e.Secure && e.Value != "" && strings.Trim(e.Value, "•*") != "" {
			warnOnce(c, model.Warning{Text: "a password is in it in clear text: Playwright prints the values of password fields"})
			return
		}
	}
}

// warnOffsets tells where frames are not all of one origin.
func warnOffsets(c *model.Capture) {
	for id := range c.Elements {
		if e := &c.Elements[id]; e.Kind == model.KindIframe && e.Has(model.HasFrame) && c.Tree.Size[id] > 1 {
			warnOnce(c, model.Warning{Text: "boxes inside an iframe count from the frame's own corner, as Playwright prints them"})
			return
		}
	}
}
