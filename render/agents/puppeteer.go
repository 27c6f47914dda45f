package agents

import "obscope/model"

// A pupTree is a page as Puppeteer's Accessibility.snapshot tells it: nodes with
// the members that they have in the snapshot, and which nodes are in it.
// Behaviour matched: puppeteer-core 25.14.
type pupTree struct {
	c *model.Capture
	adjacency
	nodes []pupNode
	attrs []pupAttr
	docs  []pupDoc // what is shown in a frame comes after what shows it
	keys  int32    // pupNode.same is below it
	shows []int32  // by node: the document that it shows as an iframe, -1 for none; nil if no node does

	// What follows is of a DevTools capture, from which a snapshot is still to
	// be taken; a puppeteer capture is one already.
	raw    bool
	forest bool           // its documents are the windows of one snapshot
	odd    bool           // the children of some node lead back to it
	fault  bool           // Puppeteer throws whatever it writes
	faults map[int32]bool // it throws when it writes one of these nodes
}

// A pupDoc is a document, or a snapshot that was taken before the others.
type pupDoc struct {
	root int32
	host int32 // -1 for a document that is nowhere shown
}

// A pupNode is one node.
type pupNode struct {
	role, name       atom
	backend          atom
	same             int32 // nodes with one loader and backend id have one number
	attrFrom, attrTo int32
	flags            pupFlags
}

// A pupAttr is a further member of a node in the snapshot.
type pupAttr struct {
	name  string
	value atom
}

// pupFlags are what decides whether a node is interesting.
type pupFlags uint16

const (
	pupNever      pupFlags = 1 << iota // hidden or ignored
	pupAlways                          // a landmark, focusable, busy …
	pupControl                         // a widget: what is inside is not interesting by itself
	pupSaysMore                        // it has a name or a description
	pupFocusable                       // it takes the focus
	pupLeaf                            // whatever is below it is its own business
	pupHeading                         // a named heading: a leaf unless something below takes the focus
	pupFocusBelow                      // something below it takes the focus
)

func (t *pupTree) attrsOf(i int32) []pupAttr {
	return t.attrs[t.nodes[i].attrFrom:t.nodes[i].attrTo]
}

// leaf reports whether the walk stops at a node.
func (t *pupTree) leaf(i int32) bool {
	f := t.nodes[i].flags
	return f&pupLeaf != 0 || f&pupHeading != 0 && f&pupFocusBelow == 0 || len(t.kidsOf(i)) == 0
}

// interesting reports whether a node is worth a line, by itself.
func (t *pupTree) interesting(i int32, inControl bool) bool {
	f := t.nodes[i].flags
	switch {
	case f&pupNever != 0:
		return false
	case f&(pupAlways|pupControl) != 0:
		return true
	case inControl:
		return false
	}
	return f&pupSaysMore != 0 && t.leaf(i)
}

// findFocusBelow marks the nodes that something below them can take the focus.
func (t *pupTree) findFocusBelow() {
	order, cycles := postorder(int32(len(t.nodes)), t.kidsOf)
	t.odd = cycles
	for _, i := range order {
		for _, kid := range t.kidsOf(i) {
			if t.nodes[kid].flags&(pupFocusable|pupFocusBelow) != 0 {
				t.nodes[i].flags |= pupFocusBelow
				break
			}
		}
	}
}

// postorder lists the nodes so that children come before their parents, and
// reports whether some node is its own descendant.
func postorder(n int32, kids func(int32) []int32) (order []int32, cycles bool) {
	const open, done = 1, 2
	type frame struct{ node, next int32 }
	state := make([]uint8, n)
	order = make([]int32, 0, n)
	var stack []frame
	for root := range n {
		if state[root] != 0 {
			continue
		}
		state[root] = open
		stack = append(stack[:0], frame{node: root})
		for len(stack) > 0 {
			top := &stack[len(stack)-1]
			below := kids(top.node)
			if int(top.next) == len(below) {
				state[top.node] = done
				order = append(order, top.node)
				stack = stack[:len(stack)-1]
				continue
			}
			kid := below[top.next]
			top.next++
			switch state[kid] {
			case 0:
				state[kid] = open
				stack = append(stack, frame{node: kid})
			case open:
				cycles = true
			}
		}
	}
	return order, cycles
}

// snapshot decides which nodes are in a snapshot and finds its root: of a
// document, the first node that is in. all keeps everything.
func (t *pupTree) snapshot(all bool) (keep []bool, tops []int32) {
	keep = make([]bool, len(t.nodes))
	tops = make([]int32, len(t.docs))
	seen := make([]uint8, len(t.nodes))
	for d := len(t.docs) - 1; d >= 0; d-- {
		root := t.docs[d].root
		if all || !t.raw {
			tops[d] = root
			continue
		}
		t.collect(root, keep, seen, tops)
		tops[d] = t.firstKept(root, keep, seen)
	}
	if all || !t.raw {
		for i := range keep {
			keep[i] = true
		}
	}
	return keep, tops
}

// collect walks a document for what is interesting. A node that several
// parents list may be reached inside and outside of a control.
func (t *pupTree) collect(root int32, keep []bool, seen []uint8, tops []int32) {
	type step struct {
		node      int32
		inControl bool
	}
	stack := []step{{root, false}}
	for len(stack) > 0 {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		mark := uint8(1)
		if at.inControl {
			mark = 2
		}
		if seen[at.node]&mark != 0 {
			continue
		}
		seen[at.node] |= mark
		if t.interesting(at.node, at.inControl) || t.shown(at.node, tops) >= 0 {
			keep[at.node] = true
		}
		if t.leaf(at.node) {
			continue
		}
		in := at.inControl || t.nodes[at.node].flags&pupControl != 0
		for _, kid := range t.kidsOf(at.node) {
			stack = append(stack, step{kid, in})
		}
	}
}

// shown is the root of what an iframe shows, -1 for nothing.
func (t *pupTree) shown(i int32, tops []int32) int32 {
	if t.shows == nil || t.shows[i] < 0 {
		return -1
	}
	return tops[t.shows[i]]
}

// firstKept finds the first node in pre-order that is kept: an uninteresting
// node stands for its children, and only the first of them is the snapshot.
func (t *pupTree) firstKept(root int32, keep []bool, seen []uint8) int32 {
	const passed = 4
	stack := []int32{root}
	for len(stack) > 0 {
		i := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if keep[i] {
			return i
		}
		if seen[i]&passed != 0 {
			continue
		}
		seen[i] |= passed
		kids := t.kidsOf(i)
		for k := len(kids) - 1; k >= 0; k-- {
			stack = append(stack, kids[k])
		}
	}
	return -1
}

// A pupRow is a node in its place in the snapshot.
type pupRow struct {
	node, depth int32
	snapshot    int32 // the number and the count that make its uid
	count       int32
	redundant   int32 // the row whose name it repeats, from 1; 0 if none
}

// rows lists a snapshot in pre-order, from the given root on. visit is told
// every node that was come across, in or not.
func (t *pupTree) rows(dst []pupRow, root int32, keep []bool, tops []int32, visit func(node int32)) (rows []pupRow, cut bool) {
	type frame struct {
		node, next, depth int32
		framed            bool // what it shows was listed
	}
	limit := len(dst) + mostVisits(len(t.nodes))
	onPath := openSet(len(t.nodes), t.odd)
	var stack []frame
	enter := func(i, depth int32) {
		if onPath != nil {
			if onPath[i] {
				cut = true
				return
			}
			onPath[i] = true
		}
		visit(i)
		if keep[i] {
			dst = append(dst, pupRow{node: i, depth: depth})
			depth++
		}
		stack = append(stack, frame{node: i, depth: depth})
	}
	if root >= 0 {
		enter(root, 0)
	}
	visits := len(dst)
	for len(stack) > 0 {
		if visits++; visits > limit {
			return dst, true
		}
		top := &stack[len(stack)-1]
		kids := t.kidsOf(top.node)
		if int(top.next) < len(kids) {
			top.next++
			enter(kids[top.next-1], top.depth)
			continue
		}
		if !top.framed && keep[top.node] {
			top.framed = true
			if doc := t.shown(top.node, tops); doc >= 0 {
				enter(doc, top.depth)
				continue
			}
		}
		if onPath != nil {
			onPath[top.node] = false
		}
		stack = stack[:len(stack)-1]
	}
	return dst, cut
}
