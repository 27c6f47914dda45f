package loaders

import (
	"strconv"

	"obscope/internal/text/jsontext"
	"obscope/internal/text/pyvalue"
	"obscope/internal/text/words"
	"obscope/model"
)

var autocontrolFormat = Format{
	Name: "autocontrol", About: "AutoControl: observation dicts, list_accessibility_elements, dump_accessibility_tree",
	Recognised: "JSON objects with role and x/width or children, or with bounds and app_name",
	Sniff:      sniffAutoControl,
	Load:       loadAutoControl,
}

// The shapes of an AutoControl capture. serialize_observation reads the first
// only; on the others it raises KeyError.
const (
	shapeObservation = "observation" // role, name, x, y, width, height, children
	shapeList        = "list"        // bounds, center, app_name, native_id; flat
	shapeTree        = "tree"        // AXTreeNode: bounds, app_name, attributes, children
)

func sniffAutoControl(p *Peek) Score {
	has := func(names ...string) bool { return p.Has(names...) || p.ItemHas(names...) }
	switch {
	case has("bounds", "app_name"):
		return Likely
	case has("role", "x", "width"):
		return Likely
	case has("role", "children") && p.nests(), has("name", "x", "y"):
		return Maybe
	case p.JSON == jsontext.Array && len(p.ItemKeys) == 0:
		return Maybe
	}
	return No
}

// nests reports that what the first object has for children may be elements:
// objects, or none at all.
func (p *Peek) nests() bool {
	r := jsontext.NewReader(p.text)
	if r.Peek() == jsontext.Array {
		r.Array()
		r.NextItem()
	}
	for r.Object(); r.NextName(); {
		if r.Name() == "children" && r.Peek() == jsontext.Array {
			r.Array()
			return !r.NextItem() || r.Peek() == jsontext.Object
		}
		r.Skip()
	}
	return false
}

func loadAutoControl(s *Source) (*model.Recording, error) {
	c, err := readAutoControl(s.Text, autoControlReader{bounds: true})
	if err != nil {
		return nil, err
	}
	return one(c), nil
}

// AutoControlElements reads the argument of AutoControl's functions: a list of
// elements with children, or one such element. Like those functions it finds a
// place in x, y, width and height only, not in bounds.
func AutoControlElements(text string) (*model.Capture, error) {
	return readAutoControl(text, autoControlReader{})
}

// AutoControlFlat reads the argument of AutoControl's functions that do not
// look below the list: children are a member like any other.
func AutoControlFlat(text string) (*model.Capture, error) {
	return readAutoControl(text, autoControlReader{flat: true})
}

func readAutoControl(text string, with autoControlReader) (*model.Capture, error) {
	l := &with
	l.r = jsontext.NewReader(text)
	l.c = &model.Capture{Format: "autocontrol", Shape: shapeObservation, Unit: "screen pixels"}
	n := l.r.Count(`"role"`)
	l.c.Elements, l.parent = make([]model.Element, 0, n), make([]model.ID, 0, n)
	if l.r.Peek() == jsontext.Array {
		l.r.Array()
		for l.r.NextItem() {
			l.item(model.None)
		}
	} else {
		l.item(model.None)
	}
	l.r.End()
	if err := l.r.Err(); err != nil {
		return nil, err
	}
	if l.odd > 0 {
		l.c.Warnings.Add(model.OriginalFails, words.Count(l.odd, "item is no object and was left out; AutoControl would fail on it", "items are not objects and were left out; AutoControl would fail on them"))
	}
	model.Link(l.c, l.parent)
	if l.c.Shape != shapeObservation {
		l.c.Warnings.Add(model.OriginalFails, "the list has bounds where serialize_observation reads x, y, width and height: AutoControl would raise KeyError: 'x'")
	}
	return l.c, nil
}

type autoControlReader struct {
	bounds bool // bounds are a place
	flat   bool // children are a member like any other

	r      *jsontext.Reader
	c      *model.Capture
	parent []model.ID
	odd    int
	open   []autoControlFrame
}

// An autoControlFrame is an element that is being read.
type autoControlFrame struct {
	id         model.ID
	inChildren bool
	start      int // where its members start
	memberEnd  int // where the last member ended
	cuts       [][2]int
	odd        int        // items that were not objects, before its children
	sides      [4]float64 // x, y, width, height
	given      uint8      // a bit for each of sides that was captured
	inexact    uint8      // and for each that AutoControl's integers cannot be computed from
}

// side takes in one of the sides; of a duplicate member the last one counts.
func (f *autoControlFrame) side(i int, v jsontext.Value) {
	n, exact := exactNumber(v)
	f.sides[i] = n
	f.given |= 1 << i
	f.inexact &^= 1 << i
	if !exact {
		f.inexact |= 1 << i
	}
}

// item reads one element with everything below it.
func (l *autoControlReader) item(parent model.ID) {
	if l.r.Peek() != jsontext.Object {
		l.r.Skip()
		l.odd++
		return
	}
	l.enter(parent)
	for len(l.open) > 0 && l.r.Err() == nil {
		top := &l.open[len(l.open)-1]
		if top.inChildren {
			if l.r.NextItem() {
				if l.r.Peek() == jsontext.Object {
					l.enter(top.id)
				} else {
					l.r.Skip()
					l.odd++
				}
				continue
			}
			top.inChildren = false
			top.cuts[len(top.cuts)-1][1] = l.r.Offset()
			top.memberEnd = l.r.Offset()
			continue
		}
		if !l.r.NextName() {
			l.leave(top)
			continue
		}
		l.member(top)
	}
}

func (l *autoControlReader) enter(parent model.ID) {
	id := model.ID(len(l.c.Elements))
	l.c.Elements = append(l.c.Elements, model.Element{Ref: strconv.Itoa(int(id)), Given: model.HasRef})
	l.parent = append(l.parent, parent)
	l.r.Object()
	var cuts [][2]int
	if n := len(l.open); n < cap(l.open) {
		cuts = l.open[:n+1][n].cuts[:0] // of an element that was read before
	}
	l.open = append(l.open, autoControlFrame{id: id, start: l.r.Offset(), memberEnd: l.r.Offset(), cuts: cuts, odd: l.odd})
}

func (l *autoControlReader) member(f *autoControlFrame) {
	e := &l.c.Elements[f.id]
	name := l.r.Name()
	if name == "children" && !l.flat {
		f.cuts = append(f.cuts, [2]int{f.memberEnd, 0})
		// Of duplicate children the last ones count.
		l.c.Elements, l.parent, l.odd = l.c.Elements[:f.id+1], l.parent[:f.id+1], f.odd
		if l.r.Peek() == jsontext.Array {
			l.r.Array()
			f.inChildren = true
			return
		}
		if pyvalue.Truthy(l.r.Value()) {
			l.odd++
		}
		f.cuts[len(f.cuts)-1][1] = l.r.Offset()
		f.memberEnd = l.r.Offset()
		return
	}
	if l.r.Peek() == jsontext.String {
		l.text(e, name, l.r.String())
	} else {
		l.value(e, f, name, l.r.Value())
	}
	f.memberEnd = l.r.Offset()
}

func (l *autoControlReader) text(e *model.Element, name, s string) {
	switch name {
	case "role":
		e.Role, e.Given = s, e.Given|model.HasRole
	case "name":
		e.Name, e.Given = s, e.Given|model.HasName
	case "value":
		e.Value, e.Given = s, e.Given|model.HasValue
	case "description":
		e.Description, e.Given = s, e.Given|model.HasDescription
	case "app_name":
		if l.c.App == "" && s != "(all)" {
			l.c.App = s
		}
	case "x", "y", "width", "height":
		e.Irregular = true
	}
}

func (l *autoControlReader) value(e *model.Element, f *autoControlFrame, name string, v jsontext.Value) {
	switch name {
	case "role", "name":
		e.Irregular = true
	case "x":
		f.side(0, v)
	case "y":
		f.side(1, v)
	case "width":
		f.side(2, v)
	case "height":
		f.side(3, v)
	case "bounds":
		if l.bounds && v.Kind == jsontext.Array && len(v.Items) == 4 {
			for i, side := range v.Items {
				f.side(i, side)
			}
			l.c.Shape = shapeList
		}
	case "attributes":
		if l.bounds {
			l.c.Shape = shapeTree
		}
	case "enabled", "focused", "selected", "checked", "expanded", "visible":
		if st, ok := model.ParseState(name); ok && v.Kind == jsontext.Bool {
			e.States.Set(st, model.TruthOf(v.Text == "true"))
		}
	case "actions":
		e.Actions = nil
		for _, a := range v.Items {
			e.Actions = append(e.Actions, a.Text)
		}
		e.Given |= model.HasActions
	}
}

// leave finishes an element: its frame, its kind, its own members.
func (l *autoControlReader) leave(f *autoControlFrame) {
	e := &l.c.Elements[f.id]
	e.Kind = kindOf(e.Role)
	e.Secure = secureRole(e.Role)
	e.Frame = model.Rect{X: f.sides[0], Y: f.sides[1], W: f.sides[2], H: f.sides[3]}
	const all = 1<<4 - 1
	switch f.given {
	case all:
		e.Given |= model.HasFrame
	case 0:
	default:
		e.Irregular = true
	}
	if f.inexact != 0 {
		e.Irregular = true
	}
	e.Raw = l.own(f)
	l.open = l.open[:len(l.open)-1]
}

// own is the text of the members without the children.
func (l *autoControlReader) own(f *autoControlFrame) string {
	at := f.start
	if len(f.cuts) == 0 {
		return trimMember(l.r.Text(at, f.memberEnd))
	}
	if len(f.cuts) == 1 && f.cuts[0][1] == f.memberEnd {
		// Children come last nearly always: nothing has to be put together.
		return trimMember(l.r.Text(at, f.cuts[0][0]))
	}
	var own []byte
	for _, cut := range f.cuts {
		own = appendRun(own, l.r.Text(at, cut[0]))
		at = cut[1]
	}
	return string(appendRun(own, l.r.Text(at, f.memberEnd)))
}
