package domsnap

import (
	"sort"
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/internal/text/jsvalue"
)

// Values of nodeType.
const (
	NodeElement  = 1
	NodeText     = 3
	nodeCDATA    = 4
	NodeDocument = 9
)

// A lightTree is the body of a document as its scripts see it: without shadow
// trees, pseudo-elements and the documents of iframes.
type lightTree struct {
	d     *DomSnapshot
	doc   *snapshotDoc
	html  int     // the document element
	order []int32 // nodes in document order; the body is the first
	first []int32 // by node: its place in order, -1 outside of the body
	end   []int32 // by node: the place after its subtree

	texts []int32 // places of texts that are not empty
	solid []int32 // by index in texts: the next index, from it on, of a text that is more than white space
}

// lightTree is the body of a document, or nil if the snapshot does not tell how
// its nodes hang together.
func (d *DomSnapshot) lightTree(at int) *lightTree {
	doc := &d.Docs[at]
	n := len(doc.backend)
	if len(doc.parent) < n || len(doc.kind) < n || len(doc.name) < n {
		return nil
	}
	t := &lightTree{d: d, doc: doc}
	body := t.findBody()
	if body < 0 {
		return nil
	}
	t.walk(body)
	t.listTexts()
	return t
}

// findBody finds the document element and its first body or frameset.
func (t *lightTree) findBody() int {
	t.html = -1
	for n := range t.doc.backend {
		up := t.doc.parent[n]
		if t.doc.kind[n] != NodeElement || up < 0 || up >= len(t.doc.backend) {
			continue
		}
		if t.html < 0 && t.doc.kind[up] == NodeDocument {
			t.html = n
		}
		if tag := t.tag(n); up == t.html && (tag == "body" || tag == "frameset") {
			return n
		}
	}
	return -1
}

// walk lists the nodes of the body.
func (t *lightTree) walk(body int) {
	n := len(t.doc.backend)
	child, next := make([]int32, n), make([]int32, n) // the first child, the next one of the same parent
	for i := range n {
		child[i], next[i] = -1, -1
	}
	for i := n - 1; i >= 0; i-- {
		if up := t.doc.lightParent(i); up >= 0 && i != body && t.inLight(i) {
			next[i], child[up] = child[up], int32(i)
		}
	}
	t.first, t.end = make([]int32, n), make([]int32, n)
	for i := range t.first {
		t.first[i] = -1
	}
	for stack := []int32{int32(body)}; len(stack) > 0; {
		at := stack[len(stack)-1]
		if t.first[at] < 0 {
			t.first[at] = int32(len(t.order))
			t.order = append(t.order, at)
		}
		if kid := child[at]; kid >= 0 {
			child[at] = next[kid]
			stack = append(stack, kid)
			continue
		}
		t.end[at] = int32(len(t.order))
		stack = stack[:len(stack)-1]
	}
}

// inLight reports an element or a text that scripts find by walking down.
func (t *lightTree) inLight(n int) bool {
	if t.doc.shadow[n] {
		return false
	}
	switch t.doc.kind[n] {
	case NodeElement:
		return !strings.HasPrefix(t.d.text(t.doc.name[n]), "::")
	case NodeText, nodeCDATA:
		return true
	}
	return false
}

func (t *lightTree) listTexts() {
	for place, n := range t.order {
		if t.doc.kind[n] != NodeElement && t.value(int(n)) != "" {
			t.texts = append(t.texts, int32(place))
		}
	}
	t.solid = make([]int32, len(t.texts))
	next := int32(len(t.texts))
	for i := len(t.texts) - 1; i >= 0; i-- {
		if jsvalue.Trim(t.value(int(t.order[t.texts[i]]))) != "" {
			next = int32(i)
		}
		t.solid[i] = next
	}
}

// parent is the place of an element's parent, -1 for the body's.
func (t *lightTree) parent(n int) int32 {
	if up := t.doc.lightParent(n); up >= 0 {
		return t.first[up]
	}
	return -1
}

// lightParent is the parent that scripts find, -1 for none. A snapshot of
// Chromium 156 hangs a shadow tree straight under its host, and what is slotted
// under the slot.
func (doc *snapshotDoc) lightParent(n int) int {
	up := doc.parent[n]
	for steps := 0; up >= 0 && up < len(doc.parent) && doc.shadow[up] && steps < len(doc.parent); steps++ {
		up = doc.parent[up]
	}
	if up >= len(doc.backend) {
		return -1
	}
	return up
}

func (t *lightTree) tag(n int) string { return t.d.tag(t.doc, n) }

func (t *lightTree) value(n int) string {
	if n < len(t.doc.value) {
		return t.d.text(t.doc.value[n])
	}
	return ""
}

// attr is an attribute of a node, and whether it has it.
func (t *lightTree) attr(n int, name string) (string, bool) { return t.d.attr(t.doc, n, name) }

func (d *DomSnapshot) attr(doc *snapshotDoc, n int, name string) (string, bool) {
	if n >= len(doc.attrs) {
		return "", false
	}
	for list := doc.attrs[n]; len(list) > 1; list = list[2:] {
		if strings.EqualFold(d.text(list[0]), name) {
			return d.text(list[1]), true
		}
	}
	return "", false
}

// box is the layout box of a node, -1 for none.
func (t *lightTree) box(n int) int { return t.doc.boxOf[n] }

// isVoid reports an element whose bounding rectangle has no width or no height.
func (t *lightTree) isVoid(n int) bool {
	box := t.box(n)
	return box < 0 || t.doc.bounds[box].W == 0 || t.doc.bounds[box].H == 0
}

// textUnits is how much of an element's text agent-browser keeps.
const textUnits = 100

// text is the start of an element's textContent, without white space around it.
func (t *lightTree) text(n int) string {
	i := sort.Search(len(t.texts), func(i int) bool { return t.texts[i] >= t.first[n] })
	if i == len(t.texts) {
		return ""
	}
	var b strings.Builder
	units := 0
	for i = int(t.solid[i]); i < len(t.texts) && t.texts[i] < t.end[n] && units < textUnits; i++ {
		said := t.value(int(t.order[t.texts[i]]))
		if units == 0 {
			said = strings.TrimLeftFunc(said, jsvalue.IsSpace)
		}
		said = jsontext.CutUnits(said, textUnits-units)
		units += jsontext.Units(said)
		b.WriteString(said)
	}
	if units < textUnits {
		return jsvalue.Trim(b.String())
	}
	return strings.TrimSpace(b.String())
}
