package loaders

import (
	"strconv"

	"obscope/internal/text/jsontext"
	"obscope/internal/text/words"
	"obscope/model"
)

// A builder makes the elements of a nested document, in document order.
type builder struct {
	c      *model.Capture
	parent []model.ID
	open   []model.ID
	own    []byte // for putting together an element's own

	indents []int // of the open elements, where indentation tells the depth
	line    int32 // of the text, from 1, that is read; 0 where the format has no lines

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
	b.about = appendRawMember(b.about, name, value)
}

// link finishes the capture: its elements, their tree and what it says of
// itself.
func (b *builder) link() {
	for id, members := range b.later {
		b.c.Elements[id].Raw = string(appendRun([]byte(b.c.Elements[id].Raw), string(members)))
	}
	b.c.Raw = string(b.about)
	model.Link(b.c, b.parent)
}

// cutBelow takes back the elements that were read within id, which is open.
func (b *builder) cutBelow(id model.ID) {
	b.c.Elements, b.parent = b.c.Elements[:id+1], b.parent[:id+1]
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
	if b.line > 0 {
		b.c.Lines = append(b.c.Lines, b.line-1)
	}
	return &b.c.Elements[id]
}

func (b *builder) leave() { b.open = b.open[:len(b.open)-1] }

// enterAt starts an element of a text that shows depth by indentation: within
// the innermost open element that is indented less.
func (b *builder) enterAt(indent int) *model.Element {
	for n := len(b.indents); n > 0 && b.indents[n-1] >= indent; n-- {
		b.indents = b.indents[:n-1]
		b.leave()
	}
	b.indents = append(b.indents, indent)
	return b.enter()
}

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
	odd     int  // items that were not objects, before its children
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
	n.frames = append(n.frames, nestFrame{end: n.r.Offset(), odd: n.odd})
	return true
}

func (n *nest) member(f *nestFrame) {
	name := n.r.Name()
	if name == n.children {
		n.cutBelow(n.top()) // of a duplicate the last one counts
		n.odd = f.odd
		if n.r.Peek() == jsontext.Array {
			n.r.Array()
			f.within = true
			return
		}
	}
	v := n.r.Value()
	f.members = append(f.members, jsontext.Member{Name: name, Value: v})
	f.own = appendRun(f.own, n.r.Text(f.end, n.r.Offset()))
	f.end = n.r.Offset()
}

func (n *nest) finish(f *nestFrame) {
	e := &n.c.Elements[n.top()]
	e.Raw = string(f.own)
	n.set(e, jsontext.Value{Members: f.members}.Unique())
	n.leave()
	n.frames = n.frames[:len(n.frames)-1]
}

// document reads a text that is one element, or a list of elements.
func (n *nest) document() error {
	n.value()
	return n.done()
}

// done checks that nothing follows, settles the tree and tells what was passed
// over.
func (n *nest) done() error {
	n.r.End()
	if err := n.r.Err(); err != nil {
		return err
	}
	if n.odd > 0 {
		n.c.Warn(words.Count(n.odd, "item among the elements is no object and was left out", "items among the elements are not objects and were left out"))
	}
	n.link()
	return nil
}

// noRole is the role of elements that a format gives none; Given tells that it
// was not captured.
const noRole = "element"
