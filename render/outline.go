package render

import (
	"fmt"
	"slices"

	"obscope/internal/text/words"
	"obscope/model"
)

// outlineDialect is Maka's indented outline.
type outlineDialect struct{}

func (outlineDialect) Info() Info {
	return Info{
		Name: "outline", About: "Maka's indented outline: one line per element, tabs for depth", Version: "f19eede03a82",
		ExactFor: makaFormats,
		Defects: []string{
			"refs, roles, actions and the application are not escaped: a newline in them forges lines",
			"an element that shares its ref with a collapsed container vanishes with it",
			"of elements with one ref only the first visited is written, but all are counted in elements=",
			"a disabled, secure or placeholder-bearing container can be collapsed away",
			"the ancestors of a query match are kept for 24 levels only",
		},
	}
}

func (d outlineDialect) Bind(c *model.Capture) (Bound, error) { return d.bindFacts(&facts{c: c}) }

func (outlineDialect) bindFacts(f *facts) (Bound, error) { return newOutline(f), nil }

// Header and caption entries, in Entry.Aux.
const (
	auxElement int32 = iota
	auxHeader
	auxMenuCaption
	auxMenuUnavailable
	auxNoChange
	auxRemoved
	auxChange // auxChange+i is the i-th change of a difference
)

// maxHops bounds what Maka follows: ancestors of a match, chains of wrappers,
// and printed depth.
const maxHops = 24

// outline is one capture with the sets that do not depend on options. Elements
// are joined by key, as Maka joins them by id.
type outline struct {
	f      *facts
	c      *model.Capture
	keys   int32
	inMenu []bool     // part of the menu bar
	menu   int        // how many are
	wraps  []bool     // says nothing, but for the number of children
	lifted []model.ID // by element: the nearest parent that is not ignored; nil if no element is
	diff   *difference
}

func (*outline) ownStages() {}

func newOutline(f *facts) *outline {
	o := &outline{f: f, c: f.c, inMenu: make([]bool, len(f.c.Elements)), wraps: f.wrappers()}
	for i := range o.c.Elements {
		e := &o.c.Elements[i]
		o.keys = max(o.keys, e.Key+1, e.ParentKey+1)
	}
	o.lifted = lift(o.c)
	o.splitMenu()
	if o.c.Header.RenderDifference {
		o.diff = parseDifference(o.c)
	}
	return o
}

// lift finds for every element the nearest parent that is not ignored.
func lift(c *model.Capture) []model.ID {
	if !slices.ContainsFunc(c.Elements, func(e model.Element) bool { return e.Ignored }) {
		return nil
	}
	lifted := make([]model.ID, len(c.Elements))
	for _, id := range c.Tree.Order {
		p := c.Tree.Parent[id]
		if p != model.None && c.Elements[p].Ignored {
			p = lifted[p]
		}
		lifted[id] = p
	}
	return lifted
}

// parent is the element that id hangs under.
func (o *outline) parent(id model.ID) model.ID {
	if o.lifted != nil {
		return o.lifted[id]
	}
	return o.c.Tree.Parent[id]
}

// parentKey is the key of that element, as the capture reports it.
func (o *outline) parentKey(id model.ID) int32 {
	switch p := o.parent(id); {
	case p == o.c.Tree.Parent[id]:
		return o.c.Elements[id].ParentKey
	case p == model.None:
		return model.NoKey
	default:
		return o.c.Elements[p].Key
	}
}

// outlineState is what the header of one observation tells.
type outlineState struct {
	elements                 int // the window part before narrowing
	interactive, view, query narrowing
	capped                   bool
	lines                    int // element lines before the cap
	menuItems                int
	menuDisabled             bool
}

type narrowing struct {
	active   bool
	left, of int
}

func (o *outline) Plan(p *Plan) {
	st := &outlineState{}
	p.State = st
	p.Entries = make([]Entry, 0, len(o.c.Elements)+2)
	window := o.window(p)
	st.elements = len(window)
	st.menuDisabled = o.c.Header.Stated.MenuDisabled
	if o.c.Header.Stated.Is {
		st.elements = o.c.Header.Stated.Elements
	}
	window = o.narrow(p, st, window)
	p.Note(auxHeader)
	if o.diff != nil {
		o.planDifference(p)
		o.tellFaults(p)
		return
	}
	joiner := newJoiner(o)
	shown := o.collapseWrappers(p, joiner, window)
	joiner.walk(p, shown)
	windowLines := len(p.Entries) - 1
	caption := len(p.Entries)
	switch {
	case o.menu > 0:
		p.Note(auxMenuCaption)
		o.planMenu(p, st, joiner)
	case o.c.Header.Menu.Member("unavailable").IsTrue():
		p.Note(auxMenuUnavailable)
	}
	o.tellFaults(p)
	o.cap(p, st, windowLines, caption)
	o.tellNumbered(p)
}

// tellNumbered warns of lines that start with a number of ours where others have
// the capture's ref: no agent could use it.
func (o *outline) tellNumbered(p *Plan) {
	given, own := 0, 0
	for i := range p.Entries {
		switch id := p.Entries[i].ID; {
		case id == model.None:
		case o.c.Elements[id].Has(model.HasRef):
			given++
		default:
			own++
		}
	}
	if given > 0 && own > 0 {
		p.Warn(words.Count(own, "line has a number in place of a ref: its element has", "lines have a number in place of a ref: their elements have") + " none in the capture")
	}
}

// window lists the elements outside the menu, without those that only repeat
// their parent.
func (o *outline) window(p *Plan) []model.ID {
	window := make([]model.ID, 0, len(o.c.Elements))
	for i := range o.c.Elements {
		switch {
		case o.c.Elements[i].Repeat:
			p.Drop(model.ID(i), AtRepeat)
		case o.c.Elements[i].Ignored:
			p.Drop(model.ID(i), AtIgnored)
		case !o.inMenu[i]:
			window = append(window, model.ID(i))
		}
	}
	return window
}

// narrow applies interactive, viewport and query to the window part and notes
// for the header what each left.
func (o *outline) narrow(p *Plan, st *outlineState, window []model.ID) []model.ID {
	tree := &o.c.Tree
	filter := func(stage Stage, note *narrowing, keep []bool) {
		left := window[:0:0]
		for _, id := range window {
			if keep[id] {
				left = append(left, id)
			} else {
				p.Drop(id, stage)
			}
		}
		*note = narrowing{true, len(left), len(window)}
		window = left
	}
	if p.Set.Interactive {
		keep := make([]bool, len(o.c.Elements))
		actionable := o.f.actionable()
		for _, id := range window {
			keep[id] = actionable[id]
		}
		withAncestors(tree, keep)
		filter(AtRole, &st.interactive, keep)
	}
	if p.Set.Viewport.Mode == ViewportAt {
		keep := make([]bool, len(o.c.Elements))
		for _, id := range window {
			in, placed := inside(&o.c.Elements[id], p.Set.Viewport.Rect)
			keep[id] = in || !placed
		}
		withAncestors(tree, keep)
		filter(AtViewport, &st.view, keep)
	}
	if stated := &o.c.Header.Stated; stated.Is && o.c.HasQuery && p.Set.Query == o.c.Query {
		// A text was written under its query; searching it again would miss
		// what matched in parts that the text does not show.
		st.query = narrowing{true, stated.Shown, stated.Elements}
	} else if p.Set.HasQuery {
		of := st.elements
		filter(AtQuery, &st.query, o.matching(p.Set.Query, window))
		st.query.of = of
	}
	return window
}

// matching is Maka's query: every hit and up to 24 ancestors, the climb
// stopping at an ancestor that is kept already.
func (o *outline) matching(query string, window []model.ID) []bool {
	keep := make([]bool, len(o.c.Elements))
	if needle(query) == "" {
		for _, id := range window {
			keep[id] = true
		}
		return keep
	}
	hit := o.f.matches(query)
	byKey := make([]model.ID, o.keys) // 1-based; the last of duplicates
	for _, id := range window {
		if k := o.c.Elements[id].Key; k >= 0 {
			byKey[k] = id + 1
		}
	}
	keptKey := make([]bool, o.keys)
	for _, id := range window {
		if !hit[id] {
			continue
		}
		key := o.c.Elements[id].Key
		if key < 0 {
			keep[id] = true
			continue
		}
		keptKey[key] = true
		at := id
		for hops := 0; hops < maxHops; hops++ {
			parent := o.parentKey(at)
			if parent < 0 || byKey[parent] == 0 || keptKey[parent] {
				break
			}
			keptKey[parent] = true
			at = byKey[parent] - 1
		}
	}
	for _, id := range window {
		if k := o.c.Elements[id].Key; k >= 0 && keptKey[k] {
			keep[id] = true
		}
	}
	return keep
}

// collapseWrappers lifts the children of containers that say nothing.
func (o *outline) collapseWrappers(p *Plan, j *joiner, window []model.ID) []model.ID {
	j.reset(window)
	if p.Set.Collapse == CollapseNone {
		return window
	}
	children := j.countChildren(window)
	return j.collapse(p, window, AtCollapse, func(id model.ID) bool {
		if !o.wraps[id] {
			return false
		}
		n := int32(0)
		if k := o.c.Elements[id].Key; k >= 0 {
			n = children[k]
		}
		return n == 1 || n > 1 && p.Set.Collapse == CollapseAny
	})
}

// cap keeps the first max_elements element lines of window, then menu; the
// caption of the menu stays.
func (o *outline) cap(p *Plan, st *outlineState, windowLines, caption int) {
	st.lines = windowLines
	if len(p.Entries) > caption {
		st.lines += len(p.Entries) - caption - 1
	}
	limit := p.Set.MaxElements
	if limit >= st.lines {
		return
	}
	st.capped = true
	kept := p.Entries[:0]
	element := 0
	for _, e := range p.Entries {
		if e.ID == model.None {
			kept = append(kept, e)
			continue
		}
		if element < limit {
			p.Verdicts[e.ID].Line = int32(len(kept))
			kept = append(kept, e)
		} else {
			p.Drop(e.ID, AtCap)
		}
		element++
	}
	p.Entries = kept
}

func (o *outline) AppendLine(dst []byte, p *Plan, i int) []byte {
	e := p.Entries[i]
	switch {
	case e.ID != model.None && e.Aux >= auxChange:
		return o.appendChange(dst, p, e)
	case e.ID != model.None:
		return appendElementLine(dst, o.c.Element(e.ID), int(e.Depth), p.Set)
	case e.Aux == auxHeader:
		return o.appendHeader(dst, p)
	case e.Aux == auxMenuCaption:
		return o.appendMenuCaption(dst, p.State.(*outlineState))
	case e.Aux == auxMenuUnavailable:
		return append(dst, "menu_bar=unavailable(this executor did not return the menu bar, so the menu argument had no effect and no menu command is reachable from here; use the window's own controls)"...)
	case e.Aux == auxNoChange:
		return fmt.Appendf(dst, "no_change=true(the window has no effective accessibility changes since %s)", plain(o.diff.base))
	}
	return append(append(dst, "removed_element_ids="...), o.diff.removed...)
}
