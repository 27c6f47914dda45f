package loaders

import (
	"maps"
	"slices"
	"strings"

	"obscope/model"
)

// A joiner completes the snapshots of one agent's run: Playwright tells only
// what changed since the snapshot before.
type joiner struct {
	before *model.Capture // the last snapshot, whole; nil if there was none
}

// next takes the captures of a run one after the other and completes those that
// are incremental, in place.
func (j *joiner) next(c *model.Capture) {
	if !formatOf(c.Format).Partial || len(c.Elements) == 0 {
		return
	}
	if j.before != nil && incremental(c) {
		joinIncremental(j.before, c)
	}
	j.before = c
}

// incremental reports a snapshot that tells only what changed.
func incremental(c *model.Capture) bool {
	return slices.ContainsFunc(c.Warnings, func(w model.Warning) bool { return w.Kind == model.Partial })
}

// joinIncremental makes a whole tree of an incremental snapshot and the whole
// one before it: what is <changed> replaces the element of its ref, what is
// [unchanged] is taken from there. The text stays the one that the model read,
// in which an element that only the snapshot before lists has no line.
func joinIncremental(before, c *model.Capture) {
	j := &incrementalJoin{before: before, part: *c, byRef: refIndex(before), changed: map[string]model.ID{}}
	var apart []model.ID // roots that replace nothing
	c.Tree.Children(model.None, func(root model.ID) bool {
		e := &c.Elements[root]
		if _, known := j.byRef[e.Ref]; known && e.Has(model.HasRef) {
			j.changed[e.Ref] = root
		} else {
			apart = append(apart, root)
		}
		return true
	})
	replaces := len(j.changed) > 0
	if replaces {
		j.whole()
	} else {
		j.room = len(before.Elements)
	}
	// What lies within another that changed was not in its place.
	apart = slices.AppendSeq(apart, maps.Values(j.changed))
	slices.Sort(apart)
	j.lost = j.lost || replaces && len(apart) > 0
	for _, root := range apart {
		j.changedTree(root, model.None)
	}
	c.Elements, c.Lines = j.elements, j.lines
	c.Warnings = slices.DeleteFunc(slices.Clone(c.Warnings), func(w model.Warning) bool { return w.Kind == model.Partial })
	switch {
	case !replaces && j.taken == 0:
		c.Warn("the snapshot is marked as changes, and none of its refs is in the one before: it stands alone")
	case j.lost:
		c.Warnings.Add(model.Partial, "the rest is joined from the snapshot before, into which not all of this one fits")
	default:
		c.Warn("the snapshot tells only what changed; the rest is joined from the one before")
	}
	if c.Unit == "" {
		c.Unit = before.Unit
	}
	countRefless(c)
	model.Link(c, j.parent)
	markWebRepeats(c)
	markWebSecrets(c)
	tellAria(c)
}

// refIndex is the elements by the refs that were given to them, of several the
// first.
func refIndex(c *model.Capture) map[string]model.ID {
	byRef := make(map[string]model.ID, len(c.Elements))
	for _, id := range c.Tree.Order {
		e := &c.Elements[id]
		if _, dup := byRef[e.Ref]; !dup && e.Has(model.HasRef) {
			byRef[e.Ref] = id
		}
	}
	return byRef
}

// An incrementalJoin is a tree that is put together from two.
type incrementalJoin struct {
	before  *model.Capture
	part    model.Capture // the incremental snapshot as it was read
	byRef   map[string]model.ID
	changed map[string]model.ID // by ref: the root of part that replaces the element

	elements []model.Element
	parent   []model.ID
	lines    []int32
	room     int  // elements before that were replaced and may be taken from there: no more, or a run of snapshots would grow without end
	taken    int  // [unchanged] marks that were resolved
	lost     bool // some could not be, or what changed is in no place
}

// add appends an element.
func (j *incrementalJoin) add(e model.Element, parent model.ID, line int32) model.ID {
	j.elements = append(j.elements, e)
	j.parent = append(j.parent, parent)
	j.lines = append(j.lines, line)
	return model.ID(len(j.elements) - 1)
}

// isReplaced reports an element before that changed.
func (j *incrementalJoin) isReplaced(id model.ID) bool {
	ref := j.before.Elements[id].Ref
	_, changed := j.changed[ref]
	return changed && j.byRef[ref] == id
}

// whole writes the tree before, with what changed in its places.
func (j *incrementalJoin) whole() {
	t := &j.before.Tree
	for pos := int32(0); pos < int32(len(t.Order)); pos++ {
		if id := t.Order[pos]; j.isReplaced(id) {
			j.room += int(t.Size[id])
			pos += t.Size[id] - 1
		}
	}
	at := make([]model.ID, len(t.Order)) // by element before: where it is now
	for pos := int32(0); pos < int32(len(t.Order)); {
		id := t.Order[pos]
		parent := model.None
		if up := t.Parent[id]; up != model.None {
			parent = at[up]
		}
		if e := &j.before.Elements[id]; !j.isReplaced(id) {
			at[id] = j.add(*e, parent, -1)
			pos++
		} else {
			j.changedTree(j.changed[e.Ref], parent)
			delete(j.changed, e.Ref)
			pos += t.Size[id]
		}
	}
}

// changedTree writes a subtree of the incremental snapshot, and what it marks
// as unchanged from the one before.
func (j *incrementalJoin) changedTree(root, parent model.ID) {
	t := &j.part.Tree
	sub := t.Subtree(root)
	at := make(map[model.ID]model.ID, len(sub))
	for _, id := range sub {
		up := parent
		if id != root {
			up = at[t.Parent[id]]
		}
		e := j.part.Elements[id]
		if old, ok := j.byRef[e.Ref]; ok && standsForSame(&e) && int(j.before.Tree.Size[old]) <= j.room {
			at[id] = j.unchanged(old, up, j.part.Lines[id])
			continue
		}
		j.lost = j.lost || standsForSame(&e)
		e.Raw = strings.TrimPrefix(strings.TrimPrefix(e.Raw, ariaChangedOwn), ",")
		at[id] = j.add(e, up, j.part.Lines[id])
	}
}

// standsForSame reports the line ref=e5 [unchanged].
func standsForSame(e *model.Element) bool { return !e.Has(model.HasRole) && e.Has(model.HasRef) }

// unchanged writes a subtree of the snapshot before.
func (j *incrementalJoin) unchanged(root, parent model.ID, line int32) model.ID {
	j.taken++
	t := &j.before.Tree
	sub := t.Subtree(root)
	j.room -= len(sub)
	shift := model.ID(len(j.elements))
	for i, id := range sub {
		up := parent
		if i > 0 {
			up = shift + model.ID(t.Pos[t.Parent[id]]-t.Pos[root])
		}
		j.add(j.before.Elements[id], up, line)
		line = -1
	}
	return shift
}
