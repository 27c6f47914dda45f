package match

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"obscope/internal/text/fingerprint"
	"obscope/model"
)

// Pairs are the elements that two captures share: one of the earlier and one of
// the later capture each, and no element twice.
type Pairs struct {
	To   []model.ID // by element of the earlier capture: the same in the later one, or None
	From []model.ID // by element of the later capture: the same in the earlier one, or None

	prev, curr side
}

// A side is one capture with what identifies its elements.
type side struct {
	c     *model.Capture
	says  []uint64 // role and name
	path  []uint64 // role and name, and those of all ancestors
	roles []uint64 // role, and those of all ancestors
	whole []uint64 // role, name and value of the whole subtree
}

// Between pairs the elements of an earlier and a later capture.
func Between(prev, curr *model.Capture) *Pairs {
	m := &Pairs{prev: newSide(prev), curr: newSide(curr), To: make([]model.ID, len(prev.Elements)), From: make([]model.ID, len(curr.Elements))}
	for i := range m.To {
		m.To[i] = model.None
	}
	for i := range m.From {
		m.From[i] = model.None
	}
	refs := m.sameRefs()
	for _, p := range refs {
		if m.prev.says[p[0]] == m.curr.says[p[1]] {
			m.pair(p[0], p[1])
		}
	}
	m.unchangedSubtrees()
	for _, p := range refs {
		if m.parentRef(p[0], p[1]) { // another name, but in the same place
			m.pair(p[0], p[1])
		}
	}
	m.below()
	m.uniqueWords()
	m.places()
	m.below()
	return m
}

// pair joins two elements that are both free.
func (m *Pairs) pair(prev, curr model.ID) {
	if m.To[prev] == model.None && m.From[curr] == model.None {
		m.To[prev], m.From[curr] = curr, prev
	}
}

func newSide(c *model.Capture) side {
	n := len(c.Elements)
	s := side{c: c, says: make([]uint64, n), path: make([]uint64, n), roles: make([]uint64, n), whole: make([]uint64, n)}
	t := &c.Tree
	for _, id := range t.Order {
		e := c.Element(id)
		role := fingerprint.Text(e.Role)
		s.says[id] = fingerprint.Mix(role, fingerprint.Text(e.Name))
		s.path[id], s.roles[id] = s.says[id], role
		if p := t.Parent[id]; p != model.None {
			s.path[id], s.roles[id] = fingerprint.Mix(s.path[p], s.says[id]), fingerprint.Mix(s.roles[p], role)
		}
	}
	for at := n - 1; at >= 0; at-- {
		id := t.Order[at]
		s.whole[id] = fingerprint.Mix(fingerprint.Mix(s.whole[id], s.says[id]), fingerprint.Text(c.Elements[id].Value))
		if p := t.Parent[id]; p != model.None {
			s.whole[p] = fingerprint.Mix(s.whole[p], s.whole[id])
		}
	}
	return s
}

// sameRefs lists the pairs of one ref and one role, if refs are more than
// numbers in order of appearance and most pairs have one name as well.
func (m *Pairs) sameRefs() [][2]model.ID {
	if numbered(m.prev.c) || numbered(m.curr.c) {
		return nil
	}
	const several = -2
	unique := func(c *model.Capture) map[string]model.ID {
		at := make(map[string]model.ID, len(c.Elements))
		for i := range c.Elements {
			e := &c.Elements[i]
			if !e.Has(model.HasRef) || e.Ref == "" || e.Repeat {
				continue
			}
			if _, seen := at[e.Ref]; seen {
				at[e.Ref] = several
			} else {
				at[e.Ref] = model.ID(i)
			}
		}
		return at
	}
	prev := unique(m.prev.c)
	var pairs [][2]model.ID
	alike := 0
	for ref, c := range unique(m.curr.c) {
		p, ok := prev[ref]
		if !ok || c == several || p == several || m.prev.c.Elements[p].Role != m.curr.c.Elements[c].Role {
			continue
		}
		pairs = append(pairs, [2]model.ID{p, c})
		if m.prev.c.Elements[p].Name == m.curr.c.Elements[c].Name {
			alike++
		}
	}
	if 2*alike < len(pairs) {
		return nil // numbered anew in every capture
	}
	return pairs
}

// parentRef reports two elements under elements of one ref: one that changed
// its name and its place is another, whose number was used again.
func (m *Pairs) parentRef(prev, curr model.ID) bool {
	p, c := m.prev.c.Tree.Parent[prev], m.curr.c.Tree.Parent[curr]
	if p == model.None || c == model.None {
		return p == c
	}
	return m.prev.c.Elements[p].Ref == m.curr.c.Elements[c].Ref
}

// numbered reports refs that are the positions of the elements: the format
// has none of its own.
func numbered(c *model.Capture) bool {
	for i := range c.Elements {
		if c.Elements[i].Ref != strconv.Itoa(i) {
			return false
		}
	}
	return true
}

// A spot is a place in a list of siblings of one kind.
type spot struct {
	a, b uint64
}

// queues holds free elements by a key, to be taken in order.
type queues map[spot][]model.ID

func (q queues) add(k spot, id model.ID) { q[k] = append(q[k], id) }

func (q queues) take(k spot) (model.ID, bool) {
	list := q[k]
	if len(list) == 0 {
		return model.None, false
	}
	q[k] = list[1:]
	return list[0], true
}

// unchangedSubtrees pairs subtrees that say the same, and all that is in them:
// the largest first, so that no part of one is taken for a part of another.
// Single elements are left to the later steps, which know their parents.
func (m *Pairs) unchangedSubtrees() {
	prev, curr := bySize(m.prev.c), bySize(m.curr.c)
	for len(prev) > 0 && len(curr) > 0 {
		n, k := m.prev.c.Tree.Size[prev[0]], m.curr.c.Tree.Size[curr[0]]
		a, b := run(&m.prev.c.Tree, prev), run(&m.curr.c.Tree, curr)
		if n == k {
			for _, key := range subtreeKeys {
				m.pairRuns(prev[:a], curr[:b], key)
			}
		}
		if n >= k {
			prev = prev[a:]
		}
		if k >= n {
			curr = curr[b:]
		}
	}
}

// subtreeKeys are what two subtrees have in common besides what they say, the
// surest first.
var subtreeKeys = []func(s *side, id model.ID) uint64{
	func(s *side, id model.ID) uint64 { return fingerprint.Mix(s.path[id], frameHash(s.c.Element(id))) },
	func(s *side, id model.ID) uint64 { return s.path[id] },
	func(s *side, id model.ID) uint64 { return s.roles[id] }, // a window's title changes, and with it every path
}

func (m *Pairs) pairRuns(prev, curr []model.ID, key func(*side, model.ID) uint64) {
	free := queues{}
	for _, id := range prev {
		if m.To[id] == model.None {
			free.add(spot{key(&m.prev, id), m.prev.whole[id]}, id)
		}
	}
	if len(free) == 0 {
		return
	}
	for _, id := range curr {
		if m.From[id] != model.None {
			continue
		}
		if p, ok := free.take(spot{key(&m.curr, id), m.curr.whole[id]}); ok {
			m.pairSubtrees(p, id)
		}
	}
}

// bySize lists the elements that have others below them, the largest subtrees
// first, else in document order.
func bySize(c *model.Capture) []model.ID {
	var ids []model.ID
	for _, id := range c.Tree.Order {
		if c.Tree.Size[id] > 1 {
			ids = append(ids, id)
		}
	}
	slices.SortStableFunc(ids, func(a, b model.ID) int { return cmp.Compare(c.Tree.Size[b], c.Tree.Size[a]) })
	return ids
}

// run is how many subtrees at the start of a list have one size.
func run(t *model.Tree, ids []model.ID) int {
	n := 1
	for n < len(ids) && t.Size[ids[n]] == t.Size[ids[0]] {
		n++
	}
	return n
}

// frameHash is equal for elements in one place.
func frameHash(e *model.Element) uint64 {
	if !e.Has(model.HasFrame) {
		return 0
	}
	h := fingerprint.Mix(math.Float64bits(e.Frame.X), math.Float64bits(e.Frame.Y))
	return fingerprint.Mix(h, fingerprint.Mix(math.Float64bits(e.Frame.W), math.Float64bits(e.Frame.H)))
}

// pairSubtrees pairs two subtrees of one shape, element by element.
func (m *Pairs) pairSubtrees(prev, curr model.ID) {
	a, b := m.prev.c.Tree.Subtree(prev), m.curr.c.Tree.Subtree(curr)
	if len(a) != len(b) {
		return // one hash for two texts: not in a lifetime
	}
	for i := range a {
		if m.prev.says[a[i]] == m.curr.says[b[i]] {
			m.pair(a[i], b[i])
		}
	}
}

// below walks down the pairs and joins their children: those of one role and
// name in order, then those of one role that stand between the same siblings.
func (m *Pairs) below() {
	m.children(model.None, model.None)
	for _, id := range m.curr.c.Tree.Order {
		if p := m.From[id]; p != model.None {
			m.children(p, id)
		}
	}
}

func (m *Pairs) children(prev, curr model.ID) {
	free := m.freeChildren(prev, curr)
	if len(free) == 0 {
		return
	}
	left := m.pairChildren(free, curr, false, func(s *side, id model.ID) spot { return spot{s.says[id], frameHash(s.c.Element(id))} })
	if left {
		left = m.pairChildren(free, curr, true, func(s *side, id model.ID) spot { return spot{s.says[id], 0} })
	}
	if left {
		m.betweenSiblings(prev, curr)
	}
}

// pairChildren joins free elements to free children of curr by a key, in
// order, and reports whether any child is left. What has no name is known by
// its place among its siblings or on screen, not by its order.
func (m *Pairs) pairChildren(free []model.ID, curr model.ID, named bool, key func(*side, model.ID) spot) (left bool) {
	keyed := queues{}
	for _, id := range free {
		if e := m.prev.c.Element(id); m.To[id] == model.None && (e.Name != "" || !named && e.Has(model.HasFrame)) {
			keyed.add(key(&m.prev, id), id)
		}
	}
	m.curr.c.Tree.Children(curr, func(id model.ID) bool {
		if m.From[id] == model.None {
			if p, ok := keyed.take(key(&m.curr, id)); ok {
				m.pair(p, id)
			} else {
				left = true
			}
		}
		return true
	})
	return left
}

// freeChildren lists the children of prev without a counterpart, if curr has
// such children as well.
func (m *Pairs) freeChildren(prev, curr model.ID) []model.ID {
	any := false
	m.curr.c.Tree.Children(curr, func(id model.ID) bool {
		any = m.From[id] == model.None
		return !any
	})
	if !any {
		return nil
	}
	var free []model.ID
	m.prev.c.Tree.Children(prev, func(id model.ID) bool {
		if m.To[id] == model.None {
			free = append(free, id)
		}
		return true
	})
	return free
}

func (m *Pairs) betweenSiblings(prev, curr model.ID) {
	gaps := queues{}
	after := model.None // the counterpart of the sibling before
	m.prev.c.Tree.Children(prev, func(id model.ID) bool {
		if c := m.To[id]; c != model.None {
			after = c
		} else {
			gaps.add(spot{uint64(after) + 1, fingerprint.Text(m.prev.c.Elements[id].Role)}, id)
		}
		return true
	})
	after = model.None
	m.curr.c.Tree.Children(curr, func(id model.ID) bool {
		if m.From[id] != model.None {
			after = id
		} else if p, ok := gaps.take(spot{uint64(after) + 1, fingerprint.Text(m.curr.c.Elements[id].Role)}); ok {
			m.pair(p, id)
		}
		return true
	})
}

// uniqueWords pairs what has a role and name that is left once on each side,
// wherever it stands.
func (m *Pairs) uniqueWords() {
	type found struct {
		id    model.ID
		count int
	}
	collect := func(s *side, match []model.ID) map[uint64]found {
		all := map[uint64]found{}
		for i := range s.c.Elements {
			if match[i] == model.None && s.c.Elements[i].Name != "" && !s.c.Elements[i].Repeat {
				all[s.says[i]] = found{model.ID(i), all[s.says[i]].count + 1}
			}
		}
		return all
	}
	prev := collect(&m.prev, m.To)
	if len(prev) == 0 {
		return
	}
	for says, c := range collect(&m.curr, m.From) {
		if p := prev[says]; p.count == 1 && c.count == 1 {
			m.pair(p.id, c.id)
		}
	}
}
