package autocontrol

import (
	"cmp"
	"slices"
)

// A boxTree finds the box that overlaps another one most. It is a k-d tree over
// the four edges; a node knows the range of each edge below it, which bounds how
// much anything below can overlap.
type boxTree struct {
	edges [][4]float64 // left, top, right, bottom of each stack
	order []int32      // stacks, so that a node's are a run
	nodes []treeNode
	leaf  []int32 // the leaf of each stack
}

type treeNode struct {
	low, high   [4]float64 // of each edge
	from, to    int32      // in order
	left, right int32      // nodes; 0 in a leaf
	parent      int32      // -1 at the root
	alive       int32      // stacks below that are not empty
}

const leafSize = 8

func newBoxTree(stacks []stack) *boxTree {
	t := &boxTree{
		edges: make([][4]float64, len(stacks)), order: make([]int32, len(stacks)), leaf: make([]int32, len(stacks)),
		nodes: make([]treeNode, 0, len(stacks)/2+1),
	}
	for i, s := range stacks {
		b := s.box
		t.edges[i] = [4]float64{float64(b.x), float64(b.y), float64(b.x + b.w), float64(b.y + b.h)}
		t.order[i] = int32(i)
	}
	if len(stacks) > 0 {
		t.grow(0, int32(len(stacks)), -1)
	}
	return t
}

// grow builds the node of a run of order. Halving bounds the depth of its
// recursion to that of a balanced tree.
func (t *boxTree) grow(from, to, parent int32) int32 {
	at := int32(len(t.nodes))
	n := treeNode{from: from, to: to, parent: parent, alive: to - from}
	n.low = t.edges[t.order[from]]
	n.high = n.low
	for _, s := range t.order[from:to] {
		for i, v := range t.edges[s] {
			n.low[i] = min(n.low[i], v)
			n.high[i] = max(n.high[i], v)
		}
	}
	t.nodes = append(t.nodes, n)
	if to-from <= leafSize {
		for _, s := range t.order[from:to] {
			t.leaf[s] = at
		}
		return at
	}
	widest := 0
	for i := range n.low {
		if n.high[i]-n.low[i] > n.high[widest]-n.low[widest] {
			widest = i
		}
	}
	middle := (from + to) / 2
	t.halve(t.order[from:to], int(middle-from), widest)
	left := t.grow(from, middle, at)
	right := t.grow(middle, to, at)
	t.nodes[at].left, t.nodes[at].right = left, right
	return at
}

// halve reorders list so that what stands before k has no larger edge than what
// stands from there on: quickselect, or a sort where the pivots keep being bad.
func (t *boxTree) halve(list []int32, k, edge int) {
	const mostTries = 40
	for tries := 0; len(list) > leafSize && tries <= mostTries; tries++ {
		a, b, c := t.edges[list[0]][edge], t.edges[list[len(list)/2]][edge], t.edges[list[len(list)-1]][edge]
		pivot := max(min(a, b), min(max(a, b), c))
		less, more := 0, len(list)
		for i := 0; i < more; {
			switch v := t.edges[list[i]][edge]; {
			case v < pivot:
				list[i], list[less] = list[less], list[i]
				less++
				i++
			case v > pivot:
				more--
				list[i], list[more] = list[more], list[i]
			default:
				i++
			}
		}
		switch {
		case k < less:
			list = list[:less]
		case k >= more:
			list, k = list[more:], k-more
		default:
			return
		}
	}
	slices.SortFunc(list, func(a, b int32) int { return cmp.Compare(t.edges[a][edge], t.edges[b][edge]) })
}

// remove takes out a stack that became empty.
func (t *boxTree) remove(s int32) {
	for at := t.leaf[s]; at >= 0; at = t.nodes[at].parent {
		t.nodes[at].alive--
	}
}

// search offers every stack that can be the best choice for b.
func (t *boxTree) search(b box, stacks []stack, ch *choice) {
	if len(t.nodes) == 0 {
		return
	}
	q := query{edges: [4]float64{float64(b.x), float64(b.y), float64(b.x + b.w), float64(b.y + b.h)}, box: b, stacks: stacks, choice: ch}
	q.area = (q.edges[2] - q.edges[0]) * (q.edges[3] - q.edges[1])
	t.visit(0, q.bound(&t.nodes[0]), &q)
}

type query struct {
	edges  [4]float64
	area   float64
	box    box
	stacks []stack
	choice *choice
}

// roundingRoom is more than what the few operations of bound can lose.
const roundingRoom = 1 + 1e-12

// bound is what no box below the node overlaps by more.
func (q *query) bound(n *treeNode) float64 {
	if n.alive == 0 {
		return 0
	}
	w := min(q.edges[2], n.high[2]) - max(q.edges[0], n.low[0])
	h := min(q.edges[3], n.high[3]) - max(q.edges[1], n.low[1])
	if w <= 0 || h <= 0 {
		return 0
	}
	both := w * h
	// The smallest box below is this wide and high, and no smaller than what
	// it shares with the other.
	least := max(n.low[2]-n.high[0], 0) * max(n.low[3]-n.high[1], 0)
	return both / (q.area + max(least, both) - both) * roundingRoom
}

// visit walks the nodes that can hold something as good as the best so far, the
// more promising child first.
func (t *boxTree) visit(at int32, bound float64, q *query) {
	if bound <= 0 || bound < q.choice.score {
		return
	}
	n := &t.nodes[at]
	if n.left == 0 {
		for _, s := range t.order[n.from:n.to] {
			if ids := q.stacks[s].ids; len(ids) > 0 {
				if score := overlap(q.box, q.stacks[s].box); score > 0 {
					q.choice.offer(int(ids[len(ids)-1]), score)
				}
			}
		}
		return
	}
	left, right := q.bound(&t.nodes[n.left]), q.bound(&t.nodes[n.right])
	if left >= right {
		t.visit(n.left, left, q)
		t.visit(n.right, right, q)
	} else {
		t.visit(n.right, right, q)
		t.visit(n.left, left, q)
	}
}
