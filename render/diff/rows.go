package diff

import "obscope/model"

// A Sign says what happened to a row or a line.
type Sign byte

// The signs.
const (
	Context Sign = ' ' // the same, shown for what is below or around it
	Added   Sign = '+'
	Removed Sign = '-'
	Changed Sign = '~'
)

// A Row is one line of the tree difference.
type Row struct {
	Sign  Sign
	Depth int
	Prev  model.ID // None for what was added
	Curr  model.ID // None for what was removed
	What  Fields   // for Changed
	Alike int      // siblings after this one that moved by as much and are told with it
}

// Rows lists what changed as a tree: added, removed and changed elements, and
// those they stand under. What was removed stands where it was, after the
// sibling that was before it.
func (d *Diff) Rows() []Row {
	w := rowWriter{d: d, shown: d.shown()}
	w.merge(model.None, model.None, 0)
	for len(w.stack) > 0 {
		at := w.stack[len(w.stack)-1]
		w.stack = w.stack[:len(w.stack)-1]
		w.rows = append(w.rows, at)
		w.merge(at.Prev, at.Curr, at.Depth+1)
	}
	return w.rows
}

// shown counts, for every element of Curr, the rows in its subtree, those for
// removed elements included.
func (d *Diff) shown() []int32 {
	n := make([]int32, len(d.Curr.Elements))
	for _, id := range d.Added {
		n[id]++
	}
	for _, c := range d.Changed {
		n[c.Curr]++
	}
	up := nearestMatched(&d.Prev.Tree, d.To)
	for _, id := range d.Removed {
		if up[id] != model.None {
			n[d.To[up[id]]]++
		}
	}
	order := d.Curr.Tree.Order
	for at := len(order) - 1; at >= 0; at-- {
		if p := d.Curr.Tree.Parent[order[at]]; p != model.None {
			n[p] += n[order[at]]
		}
	}
	return n
}

type rowWriter struct {
	d     *Diff
	shown []int32
	rows  []Row
	stack []Row // to be written, the next one last
}

// merge pushes the rows for the children of a pair: either side may be None,
// and both are for the roots.
func (w *rowWriter) merge(prev, curr model.ID, depth int) {
	d := w.d
	var rows []Row
	var gone map[model.ID][]Row // removed children by the counterpart of the sibling before them
	if prev != model.None || curr == model.None {
		after := model.None
		d.Prev.Tree.Children(prev, func(id model.ID) bool {
			switch c := d.To[id]; {
			case c == model.None && !d.Prev.Elements[id].Repeat:
				if gone == nil {
					gone = map[model.ID][]Row{}
				}
				gone[after] = append(gone[after], Row{Sign: Removed, Depth: depth, Prev: id, Curr: model.None})
			case c != model.None && curr != model.None && d.Curr.Tree.Parent[c] == curr,
				c != model.None && prev == model.None && d.Curr.Tree.Parent[c] == model.None:
				after = c
			}
			return true
		})
	}
	rows = append(rows, gone[model.None]...)
	if curr != model.None || prev == model.None {
		d.Curr.Tree.Children(curr, func(id model.ID) bool {
			rows = w.child(rows, id, depth)
			rows = append(rows, gone[id]...)
			return true
		})
	}
	for i := len(rows) - 1; i >= 0; i-- {
		w.stack = append(w.stack, rows[i])
	}
}

// child appends the row of an element of Curr, or adds it to the row before if
// both only moved by as much.
func (w *rowWriter) child(rows []Row, id model.ID, depth int) []Row {
	d := w.d
	if w.shown[id] == 0 {
		return rows
	}
	row := Row{Sign: Context, Depth: depth, Prev: d.From[id], Curr: id, What: d.what[id]}
	switch {
	case row.Prev == model.None:
		row.Sign = Added
	case row.What != 0:
		row.Sign = Changed
	}
	if n := len(rows); n > 0 && w.alike(rows[n-1], row) {
		rows[n-1].Alike++
		return rows
	}
	return append(rows, row)
}

// alike reports rows of elements that moved by as much, with nothing else to
// tell of them or below them.
func (w *rowWriter) alike(a, b Row) bool {
	if a.What != Moved || b.What != Moved || a.Sign != Changed || w.shown[a.Curr] > 1 || w.shown[b.Curr] > 1 {
		return false
	}
	dx, dy, ok := w.d.move(a)
	ex, ey, ok2 := w.d.move(b)
	return ok && ok2 && !differ(dx, ex) && !differ(dy, ey)
}

// move is how far an element moved, if both captures have its place.
func (d *Diff) move(r Row) (dx, dy float64, ok bool) {
	a, b := d.Prev.Element(r.Prev), d.Curr.Element(r.Curr)
	if !a.Has(model.HasFrame) || !b.Has(model.HasFrame) {
		return 0, 0, false
	}
	return b.Frame.X - a.Frame.X, b.Frame.Y - a.Frame.Y, true
}
