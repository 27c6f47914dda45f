package loaders

import (
	"strconv"

	"obscope/internal/jsontext"
	"obscope/model"
)

// A builder makes the elements of a nested document, in document order.
type builder struct {
	c      *model.Capture
	parent []model.ID
	open   []model.ID
	own    []byte // for putting together an element's own

	later map[model.ID][]byte // members that were met after an element was made
	about []byte              // members of the capture itself
}

// more adds a member to an element that is made already; link puts it there.
func (b *builder) more(id model.ID, name, value string) {
	if b.later == nil {
		b.later = make(map[model.ID][]byte)
	}
	b.later[id] = appendMember(b.later[id], name, value)
}

// tell adds a member that is a text to the capture itself.
func (b *builder) tell(name, value string) { b.about = appendMember(b.about, name, value) }

// tellRaw adds a member that is JSON to the capture itself.
func (b *builder) tellRaw(name, value string) {
	if len(b.about) > 0 {
		b.about = append(b.about, ',')
	}
	b.about = append(append(jsontext.AppendQuote(b.about, name), ':'), value...)
}

// link finishes the capture: its elements, their tree and what it says of
// itself.
func (b *builder) link() {
	for id, members := range b.later {
		b.c.Elements[id].Own = joinMembers(b.c.Elements[id].Own, string(members))
	}
	b.c.Own = string(b.about)
	model.Link(b.c, b.parent)
}

// enter starts an element within the one that is open. Its ref is its place
// in the document; a format with refs of its own overwrites it.
func (b *builder) enter() *model.Element {
	return b.under(b.top())
}

// top is the innermost element that is open.
func (b *builder) top() model.ID {
	if n := len(b.open); n > 0 {
		return b.open[n-1]
	}
	return model.None
}

func (b *builder) under(parent model.ID) *model.Element {
	id := model.ID(len(b.c.Elements))
	b.parent = append(b.parent, parent)
	b.open = append(b.open, id)
	b.c.Elements = append(b.c.Elements, model.Element{Ref: strconv.Itoa(int(id)), Given: model.HasRef})
	b.own = b.own[:0]
	return &b.c.Elements[id]
}

func (b *builder) leave() { b.open = b.open[:len(b.open)-1] }

// A nest reads elements that are JSON objects within each other.
type nest struct {
	builder
	r        *jsontext.Reader
	children string // the member that holds the elements within
	set      func(e *model.Element, members []jsontext.Member)
	odd      int // items among elements that are not objects
	frames   []nestFrame
}

type nestFrame struct {
	own     []byte
	members []jsontext.Member
	within  bool // its children are being read
	end     int  // where its last member ended
}

func newNest(text string, c *model.Capture, children string, set func(*model.Element, []jsontext.Member)) *nest {
	return &nest{builder: builder{c: c}, r: jsontext.NewReader(text), children: children, set: set}
}

// value reads an element, or a list of elements, with all below.
func (n *nest) value() {
	if n.r.Peek() == jsontext.Array {
		for n.r.Array(); n.r.NextItem(); {
			n.value1()
		}
		return
	}
	n.value1()
}

// value1 reads one element with all below it, without recursion.
func (n *nest) value1() {
	if !n.start() {
		return
	}
	for base := len(n.frames) - 1; len(n.frames) > base && n.r.Err() == nil; {
		f := &n.frames[len(n.frames)-1]
		switch {
		case f.within && n.r.NextItem():
			n.start()
		case f.within:
			f.within, f.end = false, n.r.Offset()
		case n.r.NextName():
			n.member(f)
		default:
			n.finish(f)
		}
	}
}

// start enters the object that is next; other values are counted and passed
// over.
func (n *nest) start() bool {
	if n.r.Peek() != jsontext.Object {
		if n.r.Peek() != jsontext.Null {
			n.odd++
		}
		n.r.Skip()
		return false
	}
	n.enter()
	n.r.Object()
	n.frames = append(n.frames, nestFrame{end: n.r.Offset()})
	return true
}

func (n *nest) member(f *nestFrame) {
	name := n.r.Name()
	if name == n.children && n.r.Peek() == jsontext.Array {
		n.r.Array()
		f.within = true
		return
	}
	v := n.r.Value()
	f.members = append(f.members, jsontext.Member{Name: name, Value: v})
	if piece := trimMember(n.r.Text(f.end, n.r.Offset())); piece != "" {
		if len(f.own) > 0 {
			f.own = append(f.own, ',')
		}
		f.own = append(f.own, piece...)
	}
	f.end = n.r.Offset()
}

func (n *nest) finish(f *nestFrame) {
	e := &n.c.Elements[n.top()]
	e.Own = string(f.own)
	n.set(e, f.members)
	n.leave()
	n.frames = n.frames[:len(n.frames)-1]
}

// end checks that nothing follows, settles the tree and tells what was passed
// over.
func (n *nest) done() error {
	if err := n.r.Err(); err != nil {
		return err
	}
	if n.odd > 0 {
		n.c.Warn(strconv.Itoa(n.odd) + " items among the elements are not objects and were left out")
	}
	n.link()
	return nil
}

// setText puts a captured string into a field; numbers and booleans stand as
// they are spelled. Null is absent.
func setText(e *model.Element, field *string, has model.Fields, v jsontext.Value) {
	switch v.Kind {
	case jsontext.String, jsontext.Number, jsontext.Bool:
		*field = v.Text
	case jsontext.Array, jsontext.Object:
		*field = v.Raw
	default:
		return
	}
	e.Given |= has
}

// dropEmptyValue forgets a value that is "" on what is no field: some tools
// write one on every element. In a field it says that nothing is typed.
func dropEmptyValue(e *model.Element) {
	switch e.Kind {
	case model.KindTextbox, model.KindSearchbox, model.KindCombobox, model.KindSpinbutton:
		return
	}
	if e.Value == "" {
		e.Given &^= model.HasValue
	}
}

// noRole is the role of elements that a format gives none; Given tells that it
// was not captured.
const noRole = "element"

// setState reads a state that is a boolean, the word of one, or 0 and 1.
func setState(e *model.Element, st model.State, v jsontext.Value) {
	switch v.Kind {
	case jsontext.Bool, jsontext.String, jsontext.Number:
		e.States.Set(st, truthWord(v.Text))
	}
}

// number is a JSON number, or a string that spells one.
func number(v jsontext.Value) (float64, bool) {
	if v.Kind != jsontext.Number && v.Kind != jsontext.String {
		return 0, false
	}
	return spelled(v.Text)
}

// spelled is the double that a text spells; what is too large is infinite.
func spelled(s string) (float64, bool) {
	if f, ok := smallInt(s); ok {
		return f, true
	}
	f, err := strconv.ParseFloat(s, 64)
	if err, is := err.(*strconv.NumError); is && err.Err == strconv.ErrRange {
		return f, true
	}
	return f, err == nil
}

// rectOf reads a frame whose sides are members of an object.
func rectOf(v jsontext.Value, x, y, w, h string) (model.Rect, bool) {
	if v.Kind != jsontext.Object {
		return model.Rect{}, false
	}
	return fourSides(v.Member(x), v.Member(y), v.Member(w), v.Member(h))
}

// fourSides makes a frame of four numbers; it needs all of them.
func fourSides(v ...jsontext.Value) (model.Rect, bool) {
	var sides [4]float64
	for i := range sides {
		var ok bool
		if sides[i], ok = number(v[i]); !ok {
			return model.Rect{}, false
		}
	}
	return model.Rect{X: sides[0], Y: sides[1], W: sides[2], H: sides[3]}, true
}

// sidesOf makes a frame of the spellings of its sides; "" is a side that is
// not given.
func sidesOf(sides [4]string) (r model.Rect, given, ok bool) {
	good := 0
	for i, side := range sides {
		given = given || side != ""
		v, is := spelled(side)
		if is {
			good++
		}
		*[...]*float64{&r.X, &r.Y, &r.W, &r.H}[i] = v
	}
	return r, given, good == len(sides)
}

// setFrame sets the frame of an element.
func setFrame(e *model.Element, r model.Rect) { e.Frame, e.Given = r, e.Given|model.HasFrame }

// largestFrame is the largest frame of the roots that a screen can hold; if
// they have none, of what is in the first.
func largestFrame(c *model.Capture) (largest model.Rect) {
	take := func(id model.ID) bool {
		if e := &c.Elements[id]; e.Has(model.HasFrame) && e.Frame.OnScreen() && e.Frame.W*e.Frame.H > largest.W*largest.H {
			largest = e.Frame
		}
		return true
	}
	c.Tree.Children(model.None, take)
	if largest.Empty() && len(c.Elements) > 0 {
		c.Tree.Children(0, take) // the root only holds the others
	}
	return largest
}
