package tui

import (
	"hash/maphash"
	"math"

	"obscope/model"
)

// A join finds elements of one capture in another.
type join struct {
	from, to   *model.Capture
	fromPath   []uint64 // role, name and path of every element, hashed
	toPath     []uint64
	byRef      map[string]model.ID // None where several have the ref
	byPath     map[uint64][]model.ID
	fromByPath map[uint64][]model.ID
}

func newJoin(from, to *model.Capture) *join {
	j := &join{from: from, to: to, byRef: map[string]model.ID{}}
	seed := maphash.MakeSeed()
	j.fromPath, j.fromByPath = paths(from, seed)
	j.toPath, j.byPath = paths(to, seed)
	for i := range to.Elements {
		ref := to.Elements[i].Ref
		if ref == "" {
			continue
		}
		if _, twice := j.byRef[ref]; twice {
			j.byRef[ref] = model.None
		} else {
			j.byRef[ref] = model.ID(i)
		}
	}
	return j
}

// paths hashes role, name and ancestors of every element, and lists the
// elements of each hash in the order of the tree.
func paths(c *model.Capture, seed maphash.Seed) ([]uint64, map[uint64][]model.ID) {
	hash := make([]uint64, len(c.Elements))
	byHash := make(map[uint64][]model.ID, len(c.Elements))
	var h maphash.Hash
	h.SetSeed(seed)
	for _, id := range c.Tree.Order {
		e := &c.Elements[id]
		h.Reset()
		if p := c.Tree.Parent[id]; p != model.None {
			var up [8]byte
			for i := range up {
				up[i] = byte(hash[p] >> (8 * i))
			}
			h.Write(up[:])
		}
		h.WriteString(e.Role)
		h.WriteByte(0)
		h.WriteString(e.Name)
		hash[id] = h.Sum64()
		byHash[hash[id]] = append(byHash[hash[id]], id)
	}
	return hash, byHash
}

// same finds an element by ref, then by role, name and path.
func (j *join) same(id model.ID) (model.ID, bool) {
	e := j.from.Element(id)
	ref, hasRef := j.byRef[e.Ref]
	hasRef = hasRef && ref != model.None
	if hasRef {
		// Many tools number elements anew for each capture: a ref counts only
		// for an element that looks the same.
		if t := j.to.Element(ref); t.Role == e.Role && t.Name == e.Name {
			return ref, true
		}
	}
	if there := j.byPath[j.fromPath[id]]; len(there) > 0 {
		for i, twin := range j.fromByPath[j.fromPath[id]] {
			if twin == id {
				return there[min(i, len(there)-1)], true
			}
		}
	}
	return model.None, false
}

// alone finds the one element with the role and the name of another, wherever
// it has moved to.
func (j *join) alone(id model.ID) (model.ID, bool) {
	e := j.from.Element(id)
	found := model.None
	for i := range j.to.Elements {
		if t := &j.to.Elements[i]; e.Name != "" && t.Name == e.Name && t.Role == e.Role {
			if found != model.None {
				return model.None, false
			}
			found = model.ID(i)
		}
	}
	return found, found != model.None
}

// find is same, or alone, or what is nearest: by place among elements of the role, else
// by the order of the tree.
func (j *join) find(id model.ID) model.ID {
	if there, ok := j.same(id); ok {
		return there
	}
	if there, ok := j.alone(id); ok {
		return there
	}
	e := j.from.Element(id)
	best, nearest := model.None, math.Inf(1)
	if e.Has(model.HasFrame) && e.Frame.OnScreen() {
		x, y := e.Frame.Center()
		for i := range j.to.Elements {
			t := &j.to.Elements[i]
			if t.Role != e.Role || !t.Has(model.HasFrame) || !t.Frame.OnScreen() {
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
	// The nearest ancestor that is still there.
	j.from.Tree.Ancestors(id, func(p model.ID) bool {
		if there, ok := j.same(p); ok {
			best = there
			return false
		}
		return true
	})
	if best != model.None {
		return best
	}
	at := min(int(j.from.Tree.Pos[id]), len(j.to.Tree.Order)-1)
	return j.to.Tree.Order[at]
}
