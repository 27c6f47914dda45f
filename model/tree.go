package model

import "fmt"

// A Tree is the shape of a capture, as an index beside its elements. Every
// element is in it exactly once.
type Tree struct {
	Order  []ID    // the elements in pre-order: a subtree is a run of Size entries
	Pos    []int32 // Pos[id] is the position of id in Order
	Parent []ID    // Parent[id], None for a root
	Depth  []int32 // Depth[id], 0 for a root
	Size   []int32 // Size[id], the elements of the subtree, itself included
}

// Children calls yield for each child of id in order; None stands for the
// roots. It stops when yield returns false.
func (t *Tree) Children(id ID, yield func(ID) bool) {
	at, end := int32(0), int32(len(t.Order))
	if id != None {
		at = t.Pos[id] + 1
		end = t.Pos[id] + t.Size[id]
	}
	for at < end {
		child := t.Order[at]
		if !yield(child) {
			return
		}
		at += t.Size[child]
	}
}

// Subtree returns id and what is below it, in pre-order.
func (t *Tree) Subtree(id ID) []ID {
	at := t.Pos[id]
	return t.Order[at : at+t.Size[id]]
}

// Within reports whether id is root or below it.
func (t *Tree) Within(id, root ID) bool {
	return t.Pos[id] >= t.Pos[root] && t.Pos[id] < t.Pos[root]+t.Size[root]
}

// Ancestors calls yield for the parent of id, its parent, and so on.
func (t *Tree) Ancestors(id ID, yield func(ID) bool) {
	for id = t.Parent[id]; id != None; id = t.Parent[id] {
		if !yield(id) {
			return
		}
	}
}

// Plant builds the tree of c from its elements' keys and settles what does
// not fit a tree: of elements with the same key the first one gets the
// children, an element whose parent is missing becomes a root, and so does
// the first reported element of a cycle. Each is told in a warning.
func Plant(c *Capture) {
	n := len(c.Elements)
	t := Tree{
		Order: make([]ID, 0, n), Pos: make([]int32, n), Parent: make([]ID, n),
		Depth: make([]int32, n), Size: make([]int32, n),
	}
	keys := int32(0)
	for i := range c.Elements {
		keys = max(keys, c.Elements[i].Key+1, c.Elements[i].ParentKey+1)
	}
	first := make([]ID, keys)
	for k := range first {
		first[k] = None
	}
	var duplicates, orphans, cycles int
	for i := range c.Elements {
		switch k := c.Elements[i].Key; {
		case k == NoKey:
		case first[k] == None:
			first[k] = ID(i)
		default:
			duplicates++
		}
	}
	for i := range c.Elements {
		e := &c.Elements[i]
		t.Parent[i] = None
		if e.ParentKey == NoKey || e.ParentKey == e.Key {
			continue
		}
		if p := first[e.ParentKey]; p != None && p != ID(i) {
			t.Parent[i] = p
		} else if p == None {
			orphans++
		}
	}
	children := newChildLists(t.Parent)
	var stack []ID
	visit := func(root ID) {
		stack = append(stack[:0], root)
		for len(stack) > 0 {
			id := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			t.Pos[id] = int32(len(t.Order))
			t.Order = append(t.Order, id)
			t.Size[id] = 1
			if p := t.Parent[id]; p != None {
				t.Depth[id] = t.Depth[p] + 1
			}
			kids := children.of(id)
			for j := len(kids) - 1; j >= 0; j-- {
				stack = append(stack, kids[j])
			}
		}
	}
	for i := range c.Elements {
		if t.Parent[i] == None {
			visit(ID(i))
		}
	}
	for i := range c.Elements {
		if t.Size[i] == 0 {
			// What is left over is in or under a cycle.
			root := cycleStart(&t, ID(i))
			children.remove(t.Parent[root], root)
			t.Parent[root] = None
			visit(root)
			cycles++
		}
	}
	for at := n - 1; at >= 0; at-- {
		if p := t.Parent[t.Order[at]]; p != None {
			t.Size[p] += t.Size[t.Order[at]]
		}
	}
	c.Tree = t
	warnCount(c, SharedRefs, duplicates, "%d element has a ref that an earlier element has already", "%d elements have a ref that an earlier element has already")
	warnCount(c, Noted, orphans, "%d element names a parent that is not in the capture; it became a root", "%d elements name a parent that is not in the capture; they became roots")
	warnCount(c, Noted, cycles, "%d cycle of parents was cut at its first element", "%d cycles of parents were cut at their first elements")
}

func warnCount(c *Capture, kind WarningKind, n int, one, many string) {
	switch {
	case n == 1:
		c.Warnings.Add(kind, fmt.Sprintf(one, n))
	case n > 1:
		c.Warnings.Add(kind, fmt.Sprintf(many, n))
	}
}

// cycleStart returns the first reported element of the cycle above id.
func cycleStart(t *Tree, id ID) ID {
	slow, fast := id, t.Parent[id]
	for slow != fast {
		slow, fast = t.Parent[slow], t.Parent[t.Parent[fast]]
	}
	start := slow
	for at := t.Parent[slow]; at != slow; at = t.Parent[at] {
		start = min(start, at)
	}
	return start
}

// childLists holds the children of every element in reported order.
type childLists struct {
	from []int32 // from[p+1] is where the children of p start; p = None is 0
	ids  []ID
}

func newChildLists(parent []ID) childLists {
	l := childLists{from: make([]int32, len(parent)+2), ids: make([]ID, len(parent))}
	for _, p := range parent {
		l.from[p+2]++
	}
	for i := 1; i < len(l.from); i++ {
		l.from[i] += l.from[i-1]
	}
	next := append([]int32(nil), l.from...)
	for i, p := range parent {
		l.ids[next[p+1]] = ID(i)
		next[p+1]++
	}
	return l
}

func (l childLists) of(p ID) []ID {
	list := l.ids[l.from[p+1]:l.from[p+2]]
	for len(list) > 0 && list[len(list)-1] == None {
		list = list[:len(list)-1]
	}
	return list
}

func (l childLists) remove(p, child ID) {
	list := l.ids[l.from[p+1]:l.from[p+2]]
	for i, id := range list {
		if id == child {
			copy(list[i:], list[i+1:])
			list[len(list)-1] = None
			return
		}
	}
}

// Link sets the keys of elements whose parents are known by position: the
// loaders of nested formats use it. parent[i] is the parent of element i.
func Link(c *Capture, parent []ID) {
	for i := range c.Elements {
		c.Elements[i].Key = int32(i)
		c.Elements[i].ParentKey = int32(parent[i])
	}
	Plant(c)
}
