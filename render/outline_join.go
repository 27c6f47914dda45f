package render

import "obscope/model"

// A joiner makes a tree of a list of elements that name their parents by key, as
// Maka does by id. Keys may be missing, shared or in a circle, so the tree of the
// capture is of no use here. collapse takes elements out and hangs what is below
// them under the nearest ancestor that stays; walk writes what is left:
//
//	key parent                   collapse takes out b    walk
//	a   –      window            a   –                   a window
//	b   a      group             c   a  (was b)            c button
//	c   b      button            c   a                   (dropped: c is written)
//	c   b      button, its twin  d   x                   d text, a root: x is not there
//	d   x      text
//
// Its arrays are indexed by key or by element and reused between passes.
type joiner struct {
	c           *model.Capture
	o           *outline
	parent      []int32 // by element: the key it hangs under now
	from        []int32 // by key: where its children start in kids
	kids        []model.ID
	present     []bool // by key: an element of the list has it
	visited     []bool // by key
	children    []int32
	collapsedTo []int32 // by key: where a collapsed key's children go, or notCollapsed
}

const notCollapsed int32 = -2

func newJoiner(o *outline) *joiner {
	return &joiner{c: o.c, o: o, parent: make([]int32, len(o.c.Elements)), from: make([]int32, o.keys+1),
		present: make([]bool, o.keys), visited: make([]bool, o.keys)}
}

// reset starts from the parents that the capture reports.
func (j *joiner) reset(list []model.ID) {
	for _, id := range list {
		j.parent[id] = j.o.parentKey(id)
	}
}

func (j *joiner) countChildren(list []model.ID) []int32 {
	j.children = make([]int32, len(j.present))
	for _, id := range list {
		if p := j.parent[id]; p >= 0 {
			j.children[p]++
		}
	}
	return j.children
}

// collapse takes out the elements that pass and hangs their children under
// the nearest ancestor that stays. A chain of more than 24 collapsed elements
// keeps the ones beyond, and a cycle stays whole.
func (j *joiner) collapse(p *Plan, list []model.ID, stage Stage, pass func(model.ID) bool) []model.ID {
	j.collapsedTo = make([]int32, len(j.present))
	for k := range j.collapsedTo {
		j.collapsedTo[k] = notCollapsed
	}
	passed := make([]bool, len(j.parent))
	var keys []int32
	for _, id := range list {
		if pass(id) {
			passed[id] = true
			if k := j.c.Elements[id].Key; k >= 0 {
				if j.collapsedTo[k] == notCollapsed {
					keys = append(keys, k)
				}
				j.collapsedTo[k] = j.parent[id]
			}
		}
	}
	if len(keys) == 0 {
		return list
	}
	var unsettled []int32
	for _, k := range keys {
		if !j.settles(k) {
			unsettled = append(unsettled, k)
		}
	}
	for _, k := range unsettled {
		j.collapsedTo[k] = notCollapsed
	}
	kept := make([]model.ID, 0, len(list))
	for _, id := range list {
		if k := j.c.Elements[id].Key; k >= 0 && j.collapsedTo[k] != notCollapsed {
			if passed[id] {
				p.Drop(id, stage)
			} else {
				p.Drop(id, AtSharedRef)
			}
			continue
		}
		kept = append(kept, id)
	}
	for _, id := range kept {
		up := j.parent[id]
		for up >= 0 && j.collapsedTo[up] != notCollapsed {
			up = j.collapsedTo[up]
		}
		j.parent[id] = up
	}
	return kept
}

// settles reports whether the collapsed ancestors of a collapsed key end at
// one that stays, within 24 hops.
func (j *joiner) settles(key int32) bool {
	at := j.collapsedTo[key]
	for hops := 0; hops < maxHops; hops++ {
		if at < 0 || j.collapsedTo[at] == notCollapsed {
			return true
		}
		if at == key {
			return false
		}
		at = j.collapsedTo[at]
	}
	return false
}

// walk writes the list in pre-order. Of elements with one key only the first
// visited is written; what cannot be reached from a root follows at depth 0.
func (j *joiner) walk(p *Plan, list []model.ID) {
	for k := range j.present {
		j.present[k], j.visited[k] = false, false
	}
	for _, id := range list {
		if k := j.c.Elements[id].Key; k >= 0 {
			j.present[k] = true
		}
	}
	roots := j.sortChildren(list)
	type item struct {
		id    model.ID
		depth int32
	}
	stack := make([]item, 0, 64)
	reached := make([]bool, len(j.parent))
	for _, root := range roots {
		stack = append(stack[:0], item{root, 0})
		for len(stack) > 0 {
			at := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			reached[at.id] = true
			key := j.c.Elements[at.id].Key
			if key >= 0 {
				if j.visited[key] {
					p.Drop(at.id, AtDuplicate)
					continue
				}
				j.visited[key] = true
			}
			p.Write(at.id, min(at.depth, maxHops), auxElement)
			if key < 0 {
				continue
			}
			kids := j.kids[j.from[key]:j.from[key+1]]
			for i := len(kids) - 1; i >= 0; i-- {
				stack = append(stack, item{kids[i], at.depth + 1})
			}
		}
	}
	for _, id := range list {
		if reached[id] {
			continue
		}
		if k := j.c.Elements[id].Key; k >= 0 && j.visited[k] {
			p.Drop(id, AtDuplicate)
			continue
		}
		p.Write(id, 0, auxElement)
	}
}

// sortChildren groups the list by parent, in reported order, and returns the
// elements without one in the list.
func (j *joiner) sortChildren(list []model.ID) []model.ID {
	for k := range j.from {
		j.from[k] = 0
	}
	isRoot := func(id model.ID) bool {
		up := j.parent[id]
		return up < 0 || up == j.c.Elements[id].Key || !j.present[up]
	}
	var roots []model.ID
	for _, id := range list {
		if isRoot(id) {
			roots = append(roots, id)
		} else {
			j.from[j.parent[id]+1]++
		}
	}
	for k := 1; k < len(j.from); k++ {
		j.from[k] += j.from[k-1]
	}
	if cap(j.kids) < len(list) {
		j.kids = make([]model.ID, len(list))
	}
	j.kids = j.kids[:len(list)]
	next := append([]int32(nil), j.from...)
	for _, id := range list {
		if !isRoot(id) {
			up := j.parent[id]
			j.kids[next[up]] = id
			next[up]++
		}
	}
	return roots
}
