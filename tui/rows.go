package tui

import (
	"cmp"
	"slices"
	"sort"

	"obscope/model"
)

// rows knows which elements of a tree are on which row of the tree pane: a
// pre-order in which folded subtrees are skipped.
type rows struct {
	tree   *model.Tree
	order  []model.ID // the pre-order that is shown: the captured one, or by cost
	pos    []int32    // the position of each element in order
	folded []bool     // by element; a leaf is never folded
	root   model.ID   // what is shown; None is everything
	only   []bool     // by element: what is shown of it; nil is everything
	shown  []int32    // the positions of the visible rows, ascending

	deepest int // level of the tree
}

func newRows(t *model.Tree) *rows {
	r := &rows{tree: t, order: t.Order, pos: t.Pos, folded: make([]bool, len(t.Order)), root: model.None}
	for _, d := range t.Depth {
		r.deepest = max(r.deepest, int(d))
	}
	r.rebuild()
	return r
}

// rebuild walks the visible rows; a folded subtree costs one step.
func (r *rows) rebuild() {
	from, to := r.span()
	r.shown = r.shown[:0]
	for at := from; at < to; {
		id := r.order[at]
		if r.only != nil && !r.only[id] {
			at += r.tree.Size[id]
			continue
		}
		r.shown = append(r.shown, at)
		if r.folded[id] {
			at += r.tree.Size[id]
		} else {
			at++
		}
	}
}

// span is the run of positions under the root that is shown.
func (r *rows) span() (from, to int32) {
	if r.root == model.None {
		return 0, int32(len(r.order))
	}
	at := r.pos[r.root]
	return at, at + r.tree.Size[r.root]
}

func (r *rows) len() int { return len(r.shown) }

// id is the element on a row.
func (r *rows) id(row int) model.ID { return r.order[r.shown[row]] }

// row finds the row of an element. If it is folded away, row is that of its
// visible ancestor and exact is false; -1 if nothing above it is shown.
func (r *rows) row(id model.ID) (row int, exact bool) {
	if id == model.None {
		return -1, false
	}
	at := r.pos[id]
	if from, to := r.span(); at < from || at >= to {
		return -1, false
	}
	row = sort.Search(len(r.shown), func(i int) bool { return r.shown[i] > at }) - 1
	if row < 0 {
		return -1, false
	}
	return row, r.shown[row] == at
}

// depth is how deep an element is below what is shown.
func (r *rows) depth(id model.ID) int {
	d := r.tree.Depth[id]
	if r.root != model.None {
		d -= r.tree.Depth[r.root]
	}
	return int(d)
}

func (r *rows) leaf(id model.ID) bool { return r.tree.Size[id] == 1 }

// fold folds or unfolds one element.
func (r *rows) fold(id model.ID, fold bool) {
	if r.leaf(id) || r.folded[id] == fold {
		return
	}
	r.folded[id] = fold
	r.rebuild()
}

// foldAll folds or unfolds a subtree with everything in it.
func (r *rows) foldAll(id model.ID, fold bool) {
	at := r.pos[id]
	for _, below := range r.order[at : at+r.tree.Size[id]] {
		r.folded[below] = fold && !r.leaf(below)
	}
	r.rebuild()
}

// unfoldTo shows everything down to a depth, counted from 1; 0 is all.
func (r *rows) unfoldTo(depth int) {
	from, to := r.span()
	for _, id := range r.order[from:to] {
		r.folded[id] = depth > 0 && r.depth(id) >= depth-1 && !r.leaf(id)
	}
	r.rebuild()
}

// reveal unfolds what is above an element, and leaves a root or a filter that
// hides it.
func (r *rows) reveal(id model.ID) {
	changed := false
	if r.root != model.None && !r.tree.Within(id, r.root) {
		r.root, changed = model.None, true
	}
	if r.only != nil && !r.only[id] {
		r.only, changed = nil, true
	}
	r.tree.Ancestors(id, func(p model.ID) bool {
		if r.folded[p] {
			r.folded[p], changed = false, true
		}
		return true
	})
	if changed {
		r.rebuild()
	}
}

// filter shows only some elements and what is above them; nil is everything.
func (r *rows) filter(keep []bool) {
	for id := range keep {
		if !keep[id] {
			continue
		}
		for p := r.tree.Parent[id]; p != model.None && !keep[p]; p = r.tree.Parent[p] {
			keep[p] = true
		}
	}
	r.only = keep
	r.rebuild()
}

// sortBy orders siblings by falling cost; nil restores the captured order.
func (r *rows) sortBy(cost []int32) {
	if cost == nil {
		r.order, r.pos = r.tree.Order, r.tree.Pos
	} else {
		r.order, r.pos = byCost(r.tree, cost)
	}
	r.rebuild()
}

// byCost is a pre-order in which the siblings with the highest cost come first.
func byCost(t *model.Tree, cost []int32) ([]model.ID, []int32) {
	order := make([]model.ID, 0, len(t.Order))
	pos := make([]int32, len(t.Order))
	var stack []model.ID
	push := func(parent model.ID) {
		from := len(stack)
		t.Children(parent, func(id model.ID) bool { stack = append(stack, id); return true })
		kids := stack[from:]
		slices.Reverse(kids)
		slices.SortStableFunc(kids, func(a, b model.ID) int { return cmp.Compare(cost[a], cost[b]) })
	}
	push(model.None)
	for len(stack) > 0 {
		id := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		pos[id] = int32(len(order))
		order = append(order, id)
		if t.Size[id] > 1 {
			push(id)
		}
	}
	return order, pos
}
