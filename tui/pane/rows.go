package pane

import (
	"cmp"
	"slices"
	"sort"

	"obscope/model"
)

// Rows knows which elements of a tree are on which row of the tree pane: a
// pre-order in which folded subtrees are skipped.
type Rows struct {
	Tree   *model.Tree
	Order  []model.ID // the pre-order that is shown: the captured one, or by cost
	Pos    []int32    // the position of each element in order
	Folded []bool     // by element; a leaf is never folded
	Root   model.ID   // what is shown; None is everything
	Only   []bool     // by element: what is shown of it; nil is everything
	shown  []int32    // the positions of the visible rows, ascending

	deepest int // level of the tree
}

func NewRows(t *model.Tree) *Rows {
	r := &Rows{Tree: t, Order: t.Order, Pos: t.Pos, Folded: make([]bool, len(t.Order)), Root: model.None}
	for _, d := range t.Depth {
		r.deepest = max(r.deepest, int(d))
	}
	r.Rebuild()
	return r
}

// Rebuild walks the visible rows; a folded subtree costs one step.
func (r *Rows) Rebuild() {
	from, to := r.Span()
	r.shown = r.shown[:0]
	for at := from; at < to; {
		id := r.Order[at]
		if r.Only != nil && !r.Only[id] {
			at += r.Tree.Size[id]
			continue
		}
		r.shown = append(r.shown, at)
		if r.Folded[id] {
			at += r.Tree.Size[id]
		} else {
			at++
		}
	}
}

// Span is the run of positions under the root that is shown.
func (r *Rows) Span() (from, to int32) {
	if r.Root == model.None {
		return 0, int32(len(r.Order))
	}
	at := r.Pos[r.Root]
	return at, at + r.Tree.Size[r.Root]
}

func (r *Rows) Len() int { return len(r.shown) }

// Id is the element on a row.
func (r *Rows) Id(row int) model.ID { return r.Order[r.shown[row]] }

// Row finds the row of an element. If it is folded away, row is that of its
// visible ancestor and exact is false; -1 if nothing above it is shown.
func (r *Rows) Row(id model.ID) (row int, exact bool) {
	if id == model.None {
		return -1, false
	}
	at := r.Pos[id]
	if from, to := r.Span(); at < from || at >= to {
		return -1, false
	}
	row = sort.Search(len(r.shown), func(i int) bool { return r.shown[i] > at }) - 1
	if row < 0 {
		return -1, false
	}
	return row, r.shown[row] == at
}

// depth is how deep an element is below what is shown.
func (r *Rows) depth(id model.ID) int {
	d := r.Tree.Depth[id]
	if r.Root != model.None {
		d -= r.Tree.Depth[r.Root]
	}
	return int(d)
}

func (r *Rows) Leaf(id model.ID) bool { return r.Tree.Size[id] == 1 }

// Fold folds or unfolds one element.
func (r *Rows) Fold(id model.ID, fold bool) {
	if r.Leaf(id) || r.Folded[id] == fold {
		return
	}
	r.Folded[id] = fold
	r.Rebuild()
}

// FoldAll folds or unfolds a subtree with everything in it.
func (r *Rows) FoldAll(id model.ID, fold bool) {
	at := r.Pos[id]
	for _, below := range r.Order[at : at+r.Tree.Size[id]] {
		r.Folded[below] = fold && !r.Leaf(below)
	}
	r.Rebuild()
}

// UnfoldTo shows everything down to a depth, counted from 1; 0 is all.
func (r *Rows) UnfoldTo(depth int) {
	from, to := r.Span()
	for _, id := range r.Order[from:to] {
		r.Folded[id] = depth > 0 && r.depth(id) >= depth-1 && !r.Leaf(id)
	}
	r.Rebuild()
}

// Reveal unfolds what is above an element, and leaves a root or a filter that
// hides it.
func (r *Rows) Reveal(id model.ID) {
	changed := false
	if r.Root != model.None && !r.Tree.Within(id, r.Root) {
		r.Root, changed = model.None, true
	}
	if r.Only != nil && !r.Only[id] {
		r.Only, changed = nil, true
	}
	r.Tree.Ancestors(id, func(p model.ID) bool {
		if r.Folded[p] {
			r.Folded[p], changed = false, true
		}
		return true
	})
	if changed {
		r.Rebuild()
	}
}

// Filter shows only some elements and what is above them; nil is everything.
func (r *Rows) Filter(keep []bool) {
	for id := range keep {
		if !keep[id] {
			continue
		}
		for p := r.Tree.Parent[id]; p != model.None && !keep[p]; p = r.Tree.Parent[p] {
			keep[p] = true
		}
	}
	r.Only = keep
	r.Rebuild()
}

// SortBy orders siblings by falling cost; nil restores the captured order.
func (r *Rows) SortBy(cost []int32) {
	if cost == nil {
		r.Order, r.Pos = r.Tree.Order, r.Tree.Pos
	} else {
		r.Order, r.Pos = ByCost(r.Tree, cost)
	}
	r.Rebuild()
}

// ByCost is a pre-order in which the siblings with the highest cost come first.
func ByCost(t *model.Tree, cost []int32) ([]model.ID, []int32) {
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
