// Package domsnap reads Chrome's DOM snapshots (DOMSnapshot.captureSnapshot), and
// what they tell of a capture of the accessibility tree beside them.
//
// A snapshot is columns: the names, values and parents of the nodes of each
// document as numbers into one list of strings, and boxes for the nodes that are
// laid out. Its nodes and the elements of a capture have one number in common,
// the backend node id. From a snapshot come places on the screen, tags, what
// takes clicks, links and what scrolls.
//
//	documents[0].nodes    parentIndex [-1 0 1]   nodeName [2 7 9]   backendNodeId [1 4 6]
//	documents[0].layout   nodeIndex [1 2]        bounds [[0 0 800 600] [8 8 40 20]]
//	strings               … 9: "BUTTON"
//
// says that node 6 is a button at 8,8 and 40x20 large: so is the element of the
// capture whose backendDOMNodeId is 6, once place has added where the document of
// its frame lies and taken off how far it has scrolled.
package domsnap

import (
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/model"
)

// A DomSnapshot is what DOMSnapshot.captureSnapshot answers, as far as elements
// need it; of a page in several processes, what each of them answers.
type DomSnapshot struct {
	Docs    []snapshotDoc
	own     int // the documents of the page's own process; they come first
	strings []string
	byFrame map[string]int
	byNode  map[int64]int  // the first document that has a node; nil until it is needed
	lower   map[int]string // names in lower case, by index in strings
}

// A snapshotDoc is one document of a snapshot. Its slices are by node, or by
// layout box.
type snapshotDoc struct {
	frame, Url, base       string
	frameAt, urlAt, baseAt int
	scrollX, scrollY       float64

	backend   []int64
	parent    []int        // by node, -1 for none
	kind      []int        // by node: its nodeType
	name      []int        // by node, in strings
	value     []int        // by node, in strings
	attrs     [][]int      // by node: names and values in turn, in strings
	content   []indexPair  // iframe nodes and the documents they show
	clickable []int        // nodes
	checked   []int        // inputs
	shadow    map[int]bool // nodes of shadow trees
	clicks    []bool       // by node
	html      bool         // its elements have upper-case names

	boxNode []int
	bounds  []model.Rect
	client  []model.Rect // within bounds, without border; if the snapshot has DOM rects
	scroll  []model.Rect // where the content is scrolled to, and its size; likewise
	styles  [][]int      // the computed styles that were asked for, in strings

	textBox    []int // the layout box of each line of text
	textBounds []model.Rect

	node     map[int64]int // by backend node id
	boxOf    []int         // by node, -1 for none
	host     int           // the document that shows this one, -1 for none
	hostNode int
	adrift   bool    // of another process, and nothing is known to show it
	dx, dy   float64 // from the document's coordinates to the viewport's
}

type indexPair struct{ index, value int }

// ReadDOMSnapshot reads a snapshot, or a list of those of a page's processes,
// of which the page's own is the first.
func ReadDOMSnapshot(text string) (*DomSnapshot, error) {
	d := &DomSnapshot{lower: map[int]string{}}
	r := jsontext.NewReader(text)
	if r.Peek() == jsontext.Array {
		for r.Array(); r.NextItem(); {
			if r.Peek() == jsontext.Object {
				d.readProcess(r)
			} else {
				r.Skip()
			}
		}
	} else {
		d.readProcess(r)
	}
	if err := r.Err(); err != nil {
		return nil, err
	}
	d.index()
	d.place()
	return d, nil
}

// readProcess appends the documents and texts of one process.
func (d *DomSnapshot) readProcess(r *jsontext.Reader) {
	docs, texts := len(d.Docs), len(d.strings)
	for r.Object(); r.NextName(); {
		switch {
		case r.Name() == "documents" && r.Peek() == jsontext.Array:
			for r.Array(); r.NextItem(); {
				if r.Peek() == jsontext.Object {
					d.Docs = append(d.Docs, readSnapshotDoc(r))
				} else {
					r.Skip()
					d.Docs = append(d.Docs, newSnapshotDoc())
				}
			}
		case r.Name() == "strings" && r.Peek() == jsontext.Array:
			for r.Array(); r.NextItem(); {
				s, _ := Scalar(r)
				d.strings = append(d.strings, s)
			}
		default:
			r.Skip()
		}
	}
	if docs == 0 && d.own == 0 {
		d.own = len(d.Docs)
		return
	}
	for i := docs; i < len(d.Docs); i++ {
		d.Docs[i].rebase(docs, texts)
	}
}

// rebase counts the documents and texts that a document names from those on.
func (doc *snapshotDoc) rebase(docs, texts int) {
	for _, at := range []*int{&doc.frameAt, &doc.urlAt, &doc.baseAt} {
		rebase(at, texts)
	}
	lists := append(append([][]int{doc.name, doc.value}, doc.attrs...), doc.styles...)
	for _, list := range lists {
		for i := range list {
			rebase(&list[i], texts)
		}
	}
	for i := range doc.content {
		rebase(&doc.content[i].value, docs)
	}
}

// rebase leaves -1, which names nothing.
func rebase(at *int, by int) {
	if *at >= 0 {
		*at += by
	}
}

// newSnapshotDoc is a document of which nothing is known.
func newSnapshotDoc() snapshotDoc { return snapshotDoc{frameAt: -1, urlAt: -1, baseAt: -1, host: -1} }

func readSnapshotDoc(r *jsontext.Reader) snapshotDoc {
	doc := newSnapshotDoc()
	for r.Object(); r.NextName(); {
		name, kind := r.Name(), r.Peek()
		switch {
		case name == "frameId" && kind == jsontext.Number:
			doc.frameAt = int(Finite(r.Number()))
		case name == "documentURL" && kind == jsontext.Number:
			doc.urlAt = int(Finite(r.Number()))
		case name == "baseURL" && kind == jsontext.Number:
			doc.baseAt = int(Finite(r.Number()))
		case name == "scrollOffsetX" && kind == jsontext.Number:
			doc.scrollX = Finite(r.Number())
		case name == "scrollOffsetY" && kind == jsontext.Number:
			doc.scrollY = Finite(r.Number())
		case name == "nodes" && kind == jsontext.Object:
			doc.readNodes(r)
		case name == "layout" && kind == jsontext.Object:
			doc.readLayout(r)
		case name == "textBoxes" && kind == jsontext.Object:
			for r.Object(); r.NextName(); {
				switch {
				case r.Name() == "layoutIndex" && r.Peek() == jsontext.Array:
					doc.textBox = readInts(r)
				case r.Name() == "bounds" && r.Peek() == jsontext.Array:
					doc.textBounds = readRects(r)
				default:
					r.Skip()
				}
			}
		default:
			r.Skip()
		}
	}
	return doc
}

func (doc *snapshotDoc) readNodes(r *jsontext.Reader) {
	for r.Object(); r.NextName(); {
		name, kind := r.Name(), r.Peek()
		switch {
		case name == "backendNodeId" && kind == jsontext.Array:
			for r.Array(); r.NextItem(); {
				text, _ := Scalar(r)
				doc.backend = append(doc.backend, int64(Finite(text)))
			}
		case name == "parentIndex" && kind == jsontext.Array:
			doc.parent = readInts(r)
		case name == "nodeType" && kind == jsontext.Array:
			doc.kind = readInts(r)
		case name == "nodeName" && kind == jsontext.Array:
			doc.name = readInts(r)
		case name == "nodeValue" && kind == jsontext.Array:
			doc.value = readInts(r)
		case name == "attributes" && kind == jsontext.Array:
			doc.attrs = readLists(r)
		case name == "inputChecked" && kind == jsontext.Object:
			doc.checked, _ = readSparse(r)
		case name == "contentDocumentIndex" && kind == jsontext.Object:
			var index, value []int
			index, value = readSparse(r)
			for i := range min(len(index), len(value)) {
				doc.content = append(doc.content, indexPair{index[i], value[i]})
			}
		case name == "shadowRootType" && kind == jsontext.Object:
			index, _ := readSparse(r)
			doc.shadow = make(map[int]bool, len(index))
			for _, n := range index {
				doc.shadow[n] = true
			}
		case name == "isClickable" && kind == jsontext.Object:
			doc.clickable, _ = readSparse(r)
		default:
			r.Skip()
		}
	}
}

// readSparse reads {index: […], value: […]}.
func readSparse(r *jsontext.Reader) (index, value []int) {
	for r.Object(); r.NextName(); {
		switch {
		case r.Name() == "index" && r.Peek() == jsontext.Array:
			index = readInts(r)
		case r.Name() == "value" && r.Peek() == jsontext.Array:
			value = readInts(r)
		default:
			r.Skip()
		}
	}
	return index, value
}

func (doc *snapshotDoc) readLayout(r *jsontext.Reader) {
	for r.Object(); r.NextName(); {
		name, kind := r.Name(), r.Peek()
		switch {
		case name == "nodeIndex" && kind == jsontext.Array:
			doc.boxNode = readInts(r)
		case name == "bounds" && kind == jsontext.Array:
			doc.bounds = readRects(r)
		case name == "clientRects" && kind == jsontext.Array:
			doc.client = readRects(r)
		case name == "scrollRects" && kind == jsontext.Array:
			doc.scroll = readRects(r)
		case name == "styles" && kind == jsontext.Array:
			doc.styles = readLists(r)
		default:
			r.Skip()
		}
	}
}

func readInts(r *jsontext.Reader) []int { return appendInts(nil, r) }

func appendInts(list []int, r *jsontext.Reader) []int {
	for r.Array(); r.NextItem(); {
		text, _ := Scalar(r)
		list = append(list, int(Finite(text)))
	}
	return list
}

// readLists reads a list of lists of numbers; what is no list is an empty one.
func readLists(r *jsontext.Reader) [][]int {
	var flat, ends []int
	for r.Array(); r.NextItem(); {
		if r.Peek() == jsontext.Array {
			flat = appendInts(flat, r)
		} else {
			r.Skip()
		}
		ends = append(ends, len(flat))
	}
	lists := make([][]int, len(ends))
	from := 0
	for i, to := range ends {
		lists[i] = flat[from:to:to]
		from = to
	}
	return lists
}

// readRects reads a list of [x, y, width, height]; what has another length is
// an empty rectangle.
func readRects(r *jsontext.Reader) []model.Rect {
	var list []model.Rect
	var sides []float64
	for r.Array(); r.NextItem(); {
		if r.Peek() != jsontext.Array {
			r.Skip()
			list = append(list, model.Rect{})
			continue
		}
		sides = ReadFloats(r, sides[:0])
		if len(sides) != 4 {
			list = append(list, model.Rect{})
			continue
		}
		list = append(list, model.Rect{X: sides[0], Y: sides[1], W: sides[2], H: sides[3]})
	}
	return list
}

// tag is the name of a node in lower case, "" if it has none.
func (d *DomSnapshot) tag(doc *snapshotDoc, n int) string {
	if n >= len(doc.name) {
		return ""
	}
	name, ok := d.lower[doc.name[n]]
	if !ok {
		name = strings.ToLower(d.text(doc.name[n]))
		d.lower[doc.name[n]] = name
	}
	return name
}

func (d *DomSnapshot) text(at int) string {
	if at < 0 || at >= len(d.strings) {
		return ""
	}
	return d.strings[at]
}
