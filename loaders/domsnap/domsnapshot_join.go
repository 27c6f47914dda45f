package domsnap

import (
	"strings"

	"obscope/model"
)

// index resolves the names of documents and finds nodes and boxes by id.
func (d *DomSnapshot) index() {
	d.byFrame = map[string]int{}
	for i := range d.Docs {
		doc := &d.Docs[i]
		doc.frame, doc.Url, doc.base = d.text(doc.frameAt), d.text(doc.urlAt), d.text(doc.baseAt)
		if _, dup := d.byFrame[doc.frame]; !dup && doc.frame != "" {
			d.byFrame[doc.frame] = i
		}
		for n := range min(len(doc.name), len(doc.kind)) {
			if doc.kind[n] == NodeElement {
				doc.html = d.text(doc.name[n]) == "HTML"
				break
			}
		}
		doc.node = make(map[int64]int, len(doc.backend))
		doc.boxOf = make([]int, len(doc.backend))
		for n, id := range doc.backend {
			doc.boxOf[n] = -1
			if _, dup := doc.node[id]; !dup {
				doc.node[id] = n
			}
		}
		for box, n := range doc.boxNode {
			// An inline element that is split has several boxes; the first is its place.
			if n >= 0 && n < len(doc.boxOf) && doc.boxOf[n] < 0 && box < len(doc.bounds) {
				doc.boxOf[n] = box
			}
		}
	}
}

// place finds where each document lies in the viewport: a document in a frame
// starts at the content box of its iframe, and each has scrolled by its own
// offset.
func (d *DomSnapshot) place() {
	shown := make([]bool, len(d.Docs))
	for i := range d.Docs {
		doc := &d.Docs[i]
		doc.dx, doc.dy, doc.host = -doc.scrollX, -doc.scrollY, -1
		for _, link := range doc.content {
			if link.value >= 0 && link.value < len(d.Docs) {
				shown[link.value] = true
			}
		}
	}
	placed := make([]bool, len(d.Docs))
	for start := range d.Docs {
		if !shown[start] {
			d.placeBelow(start, placed)
		}
	}
	for start := range d.Docs { // those that show one another in a circle
		d.placeBelow(start, placed)
	}
}

func (d *DomSnapshot) placeBelow(start int, placed []bool) {
	if placed[start] {
		return
	}
	placed[start] = true
	d.Docs[start].adrift = start >= d.own
	for queue := []int{start}; len(queue) > 0; queue = queue[1:] {
		doc := &d.Docs[queue[0]]
		for _, link := range doc.content {
			if link.value < 0 || link.value >= len(d.Docs) || placed[link.value] || link.index < 0 || link.index >= len(doc.boxOf) {
				continue
			}
			inner := &d.Docs[link.value]
			placed[link.value] = true
			inner.host, inner.hostNode, inner.adrift = queue[0], link.index, doc.adrift
			if box := doc.boxOf[link.index]; box >= 0 {
				inner.dx += doc.dx + doc.bounds[box].X
				inner.dy += doc.dy + doc.bounds[box].Y
				if box < len(doc.client) {
					inner.dx += doc.client[box].X
					inner.dy += doc.client[box].Y
				}
			}
			queue = append(queue, link.value)
		}
	}
}

// A Host is the element of a frame that shows another frame.
type Host struct {
	Frame string // "" if it is not known
	Node  int64  // its backend node id; 0 if there is none
}

// Hang tells which elements show the frames of other processes, of which a
// snapshot knows nothing.
func (d *DomSnapshot) Hang(hosts map[string]Host) {
	for i := d.own; i < len(d.Docs); i++ {
		inner := &d.Docs[i]
		host, told := hosts[inner.frame]
		at, known := d.byFrame[host.Frame]
		if inner.host >= 0 || !told || !known {
			continue
		}
		if n, ok := d.Docs[at].node[host.Node]; ok {
			d.Docs[at].content = append(d.Docs[at].content, indexPair{n, i})
		}
	}
	d.place()
}

// HostOf is the element that shows a frame.
func (d *DomSnapshot) HostOf(frame string) Host {
	at, ok := d.byFrame[frame]
	if !ok || d.Docs[at].host < 0 {
		return Host{}
	}
	host := &d.Docs[d.Docs[at].host]
	return Host{host.frame, host.backend[d.Docs[at].hostNode]}
}

// Adrift counts the documents of other processes that no element is known to
// show: where they lie on the screen is not known.
func (d *DomSnapshot) Adrift() int {
	n := 0
	for i := range d.Docs {
		if d.Docs[i].adrift {
			n++
		}
	}
	return n
}

// find looks for a node in the document of a frame, or, if there is none of
// that name, in all those of the page's own process.
func (d *DomSnapshot) find(frame string, id int64) (*snapshotDoc, int, bool) {
	if at, known := d.byFrame[frame]; known {
		n, ok := d.Docs[at].node[id]
		return &d.Docs[at], n, ok
	}
	if d.byNode == nil {
		d.byNode = map[int64]int{}
		for i := d.own - 1; i >= 0; i-- {
			for node := range d.Docs[i].node {
				d.byNode[node] = i
			}
		}
	}
	at, ok := d.byNode[id]
	if !ok {
		return nil, 0, false
	}
	return &d.Docs[at], d.Docs[at].node[id], true
}

// Join gives elements their frames, tags and listeners, and the capture what
// agents read of the DOM besides. Where the snapshot has none of the elements it
// tells nothing.
func (d *DomSnapshot) Join(c *model.Capture, backend []int64) {
	c.DOM = make([]model.DOMNode, len(c.Elements))
	for i := range d.Docs {
		d.Docs[i].clicks = d.Docs[i].listClickable()
	}
	nodes := make([]nodeAt, len(c.Elements))
	found := false
	frame := ""
	next := 0
	for i := range c.Elements {
		for next < len(c.Parts) && c.Parts[next].From <= model.ID(i) {
			frame = c.Parts[next].Ref
			next++
		}
		if backend[i] == 0 {
			continue
		}
		if _, known := d.byFrame[frame]; !known && len(c.Parts) > 1 && frame != "" {
			continue // a frame of another process, whose ids may be those of other nodes here
		}
		doc, n, ok := d.find(frame, backend[i])
		if !ok {
			continue
		}
		nodes[i], found = nodeAt{doc, n}, true
		e := &c.Elements[i]
		c.DOM[i].Tag = d.tag(doc, n)
		if c.DOM[i].Tag == "input" {
			c.DOM[i].Type, _ = d.attr(doc, n, "type")
			e.Secure = e.Secure || strings.EqualFold(c.DOM[i].Type, "password")
		}
		if doc.clicks[n] {
			c.DOM[i].Clickable = true
			e.States.Set(model.Clickable, model.Yes)
		}
		box := doc.boxOf[n]
		if box < 0 || doc.adrift {
			continue
		}
		e.Frame, e.Given = doc.shift(doc.bounds[box]), e.Given|model.HasFrame
		doc.joinLines(c, model.ID(i), box)
	}
	if !found {
		c.DOM = nil
		return
	}
	d.facts(c, backend, nodes)
}

func (doc *snapshotDoc) listClickable() []bool {
	set := make([]bool, len(doc.backend))
	for _, n := range doc.clickable {
		if n >= 0 && n < len(set) {
			set[n] = true
		}
	}
	return set
}

func (doc *snapshotDoc) shift(r model.Rect) model.Rect {
	r.X += doc.dx
	r.Y += doc.dy
	return r
}

// joinLines gives the inline text boxes of a text their places, where the
// snapshot has as many lines.
func (doc *snapshotDoc) joinLines(c *model.Capture, text model.ID, box int) {
	if c.Elements[text].Role != "StaticText" || c.Tree.Size[text] == 1 {
		return
	}
	from := 0
	for to := len(doc.textBox); from < to; {
		// The lines are listed by their layout box.
		if mid := (from + to) / 2; doc.textBox[mid] < box {
			from = mid + 1
		} else {
			to = mid
		}
	}
	c.Tree.Children(text, func(id model.ID) bool {
		e := &c.Elements[id]
		if from >= len(doc.textBox) || from >= len(doc.textBounds) || doc.textBox[from] != box {
			return false
		}
		if e.Role == "InlineTextBox" {
			e.Frame, e.Given = doc.shift(doc.textBounds[from]), e.Given|model.HasFrame
			from++
		}
		return true
	})
}
