// Package match finds the elements of one capture in another: what a diff
// compares, and where the cursor, pins and folds go when the screen moves on.
//
// Between pairs elements by evidence, the surest first, and an element that has
// found its counterpart takes no further part:
//
//	earlier                    later                      paired by
//	[e1] dialog "Pay"          [e1] dialog "Pay"          ref, role and name
//	  [e2] group "Card"          [e7] group "Card"        whole subtree: same texts below
//	    [e3] textbox "Number"      [e8] textbox "Number"
//	  [e4] button "Pay 5 €"      [e4] button "Pay 6 €"    ref below the same ref
//	  [e5] link "Help"         [e9] link "Help"           role and name, once on each side
//	  [e6] image @10,10          [e6] image @10,12        boxes that overlap
//
// Refs count only where they are more than numbers in order of appearance: many
// tools number elements anew for each capture. No step looks at an element more
// than a bounded number of times.
package match

import (
	"math"

	"obscope/model"
)

// Same is the counterpart of an element of the earlier capture, if it has the
// same role and name; else None.
func (m *Pairs) Same(id model.ID) model.ID {
	there := m.To[id]
	if there == model.None || m.prev.says[id] != m.curr.says[there] {
		return model.None
	}
	return there
}

// Nearest is the counterpart of an element of the earlier capture, or what comes
// nearest to it in the later one, which must not be empty: the nearest by place
// among elements of its role, else the counterpart of its nearest ancestor, else
// what stands at its place in the order of the tree.
func (m *Pairs) Nearest(id model.ID) model.ID {
	if there := m.To[id]; there != model.None {
		return there
	}
	from, to := m.prev.c, m.curr.c
	e := from.Element(id)
	best, nearest := model.None, math.Inf(1)
	if placed(e) {
		x, y := e.Frame.Center()
		for i := range to.Elements {
			t := &to.Elements[i]
			if t.Role != e.Role || !placed(t) {
				continue
			}
			tx, ty := t.Frame.Center()
			if d := math.Hypot(tx-x, ty-y); d < nearest {
				best, nearest = model.ID(i), d
			}
		}
	}
	if best != model.None {
		return best
	}
	from.Tree.Ancestors(id, func(p model.ID) bool {
		best = m.To[p]
		return best == model.None
	})
	if best != model.None {
		return best
	}
	at := min(int(from.Tree.Pos[id]), len(to.Tree.Order)-1)
	return to.Tree.Order[at]
}
