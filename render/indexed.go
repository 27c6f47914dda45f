package render

import (
	"slices"
	"sync"

	"obscope/internal/text/pyvalue"
	"obscope/model"
)

// indexedDialect is AutoControl's indexed list.
type indexedDialect struct{}

func (indexedDialect) Info() Info {
	return Info{
		Name: "indexed", About: "AutoControl's indexed list: one line per element in reading order",
		ExactFor: autoControlFormats,
		Knobs:    []Knob{{Name: "row_tol", About: "how far apart two tops may be in one row of the reading order, in the capture's unit", Default: "12"}},
		Defects: []string{
			"one element without x, y, width or height fails the whole observation",
			"names are not escaped: quotes and newlines in them forge lines",
			"macOS and AT-SPI roles such as AXButton and push button are never interactive",
			"a missing name that was captured as null prints as None",
		},
	}
}

func (d indexedDialect) Bind(c *model.Capture) (Bound, error) { return d.bindFacts(&facts{c: c}) }

func (indexedDialect) bindFacts(f *facts) (Bound, error) {
	return &indexed{f: f, c: f.c, own: isAutoControl(f.c)}, nil
}

var autoControlFormats = []string{"autocontrol"}

func isAutoControl(c *model.Capture) bool { return slices.Contains(autoControlFormats, c.Format) }

// autoControlRoles are the 15 roles, lower-case, that AutoControl keeps.
var autoControlRoles = map[string]bool{
	"button": true, "link": true, "textbox": true, "edit": true, "textfield": true, "checkbox": true, "radio": true,
	"menuitem": true, "tab": true, "combobox": true, "listitem": true, "switch": true, "slider": true, "menu": true, "option": true,
}

// AutoControlRoles lists the roles that AutoControl calls interactive.
func AutoControlRoles() []string {
	var names []string
	for name := range autoControlRoles {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// indexed is one capture with what does not depend on options.
type indexed struct {
	f   *facts
	c   *model.Capture
	own bool // an AutoControl capture: its roles and integer rules, verbatim

	once   sync.Once
	boxes  []pyBox
	huge   map[model.ID]hugeBox
	faults map[model.ID]error
	keep   []bool     // passes interactive
	byTop  []model.ID // with a place, stable by top
	byLeft []model.ID // the same, by left, ties as in byTop
	loose  []model.ID // without a place, as reported
}

func (*indexed) ownStages() {}

// A pyBox is where an element is in AutoControl's integers.
type pyBox struct {
	x, y, cx, cy int64
	placed       bool
}

type hugeBox struct{ x, y, cx, cy pyvalue.Int }

func (b *indexed) prepare() {
	n := len(b.c.Elements)
	b.boxes = make([]pyBox, n)
	b.huge = map[model.ID]hugeBox{}
	b.faults = map[model.ID]error{}
	b.keep = make([]bool, n)
	actionable := b.f.actionable()
	for i := range b.c.Elements {
		e := &b.c.Elements[i]
		id := model.ID(i)
		b.keep[i] = actionable[i]
		if b.own {
			b.keep[i] = autoControlRoles[pyLower(pyRole(e))]
		}
		b.place(id, e)
		if b.boxes[i].placed {
			b.byTop = append(b.byTop, id)
		} else {
			b.loose = append(b.loose, id)
		}
	}
	if len(b.huge) > 0 {
		slices.SortStableFunc(b.byTop, func(p, q model.ID) int { return b.box(p).y.Cmp(b.box(q).y) })
		b.byLeft = slices.Clone(b.byTop)
		slices.SortStableFunc(b.byLeft, func(p, q model.ID) int { return b.box(p).x.Cmp(b.box(q).x) })
		return
	}
	b.byTop = sortedBy(b.byTop, func(id model.ID) int64 { return b.boxes[id].y })
	b.byLeft = sortedBy(b.byTop, func(id model.ID) int64 { return b.boxes[id].x })
}

// place computes the integers of one element and what AutoControl would raise
// for it.
func (b *indexed) place(id model.ID, e *model.Element) {
	if !b.members(e) && e.Has(model.HasFrame) && b.placeSmall(id, e.Frame) {
		return
	}
	var side [4]pyvalue.Int
	var err error
	switch {
	case b.members(e):
		side, err = AutoControlBox(e)
	case e.Has(model.HasFrame):
		side, err = frameBox(e.Frame)
	default:
		err = pyvalue.KeyError("x")
	}
	if err == nil {
		b.set(id, hugeBox{side[0], side[1], side[0].Add(side[2].Half()), side[1].Add(side[3].Half())})
	} else if b.own {
		b.faults[id] = err
	}
}

// placeSmall places what every capture but a made-up one holds: sides far
// inside int64.
func (b *indexed) placeSmall(id model.ID, f model.Rect) bool {
	const limit = 1 << 52
	for _, v := range [...]float64{f.X, f.Y, f.W, f.H} {
		if !(v > -limit && v < limit) {
			return false
		}
	}
	x, y := int64(f.X), int64(f.Y)
	b.boxes[id] = pyBox{x, y, x + int64(f.W)>>1, y + int64(f.H)>>1, true}
	return true
}

// members reports whether only the captured members tell where an element is.
// Lists with bounds, which AutoControl's own functions cannot read, tell it in
// frames.
func (b *indexed) members(e *model.Element) bool {
	return e.Irregular && b.own && b.c.Shape == "observation"
}

// frameBox is a frame in AutoControl's integers.
func frameBox(f model.Rect) (side [4]pyvalue.Int, err error) {
	for i, v := range [...]float64{f.X, f.Y, f.W, f.H} {
		if side[i], err = pyvalue.FloatToInt(v); err != nil {
			return side, err
		}
	}
	return side, nil
}

func (b *indexed) set(id model.ID, box hugeBox) {
	b.boxes[id] = pyBox{box.x.Clamped(), box.y.Clamped(), box.cx.Clamped(), box.cy.Clamped(), true}
	for _, v := range [...]pyvalue.Int{box.x, box.y, box.cx, box.cy} {
		if _, small := v.Int64(); !small {
			b.huge[id] = box
			return
		}
	}
}

func (b *indexed) box(id model.ID) hugeBox {
	if box, ok := b.huge[id]; ok {
		return box
	}
	s := b.boxes[id]
	return hugeBox{pyvalue.Small(s.x), pyvalue.Small(s.y), pyvalue.Small(s.cx), pyvalue.Small(s.cy)}
}

func (b *indexed) Plan(p *Plan) {
	b.once.Do(b.prepare)
	in := b.filter(p)
	if err := b.fault(p, in); err != nil {
		p.State = err
		p.Warnings.Add(model.OriginalFails, "AutoControl would fail here: "+err.Error())
	}
	ordered := b.readingOrder(p, in)
	keep := len(ordered)
	switch limit := p.Set.MaxElements; {
	case limit < 0:
		keep = max(0, keep+limit)
	case limit < keep:
		keep = limit
	}
	p.Entries = make([]Entry, 0, keep)
	for _, id := range ordered[:keep] {
		p.Write(id, 0, auxElement)
	}
	for _, id := range ordered[keep:] {
		p.Drop(id, AtCap)
	}
}

// filter applies the stages before the order, and reports which elements are
// left.
func (b *indexed) filter(p *Plan) []bool {
	in := make([]bool, len(b.c.Elements))
	var hit []bool
	if p.Set.HasQuery && needle(p.Set.Query) != "" {
		hit = b.f.matches(p.Set.Query)
	}
	var view *exactView
	if p.Set.Viewport.Mode == ViewportAt {
		view = b.exactView(p.Set.Viewport)
	}
	for i := range b.c.Elements {
		id, e := model.ID(i), &b.c.Elements[i]
		switch {
		case e.Repeat:
			p.Drop(id, AtRepeat)
		case e.Ignored:
			p.Drop(id, AtIgnored)
		case p.Set.Interactive && !b.keep[i]:
			p.Drop(id, AtRole)
		case view != nil && !b.inside(id, e, view):
			p.Drop(id, AtViewport)
		case hit != nil && !hit[i]:
			p.Drop(id, AtQuery)
		case p.Set.Collapse != CollapseNone && b.f.wrappers()[i] && wrapsEnough(&b.c.Tree, id, p.Set.Collapse):
			p.Drop(id, AtCollapse)
		default:
			in[i] = true
		}
	}
	return in
}

// An exactView is a viewport in AutoControl's integers.
type exactView struct {
	rect                     model.Rect
	left, top, right, bottom pyvalue.Int
}

func (b *indexed) exactView(v Viewport) *exactView {
	view := &exactView{rect: v.Rect}
	side := func(f float64) pyvalue.Int { n, _ := pyvalue.FloatToInt(f); return n }
	sides := [4]pyvalue.Int{side(v.Rect.X), side(v.Rect.Y), side(v.Rect.W), side(v.Rect.H)}
	if v.ints != nil {
		sides = *v.ints
	}
	view.left, view.top = sides[0], sides[1]
	view.right, view.bottom = sides[0].Add(sides[2]), sides[1].Add(sides[3])
	return view
}

func (b *indexed) inside(id model.ID, e *model.Element, v *exactView) bool {
	if !b.own {
		in, _ := inside(e, v.rect)
		return in
	}
	cx, cy := b.clipCenter(id, e)
	return v.left.Cmp(cx) <= 0 && cx.Cmp(v.right) <= 0 && v.top.Cmp(cy) <= 0 && cy.Cmp(v.bottom) <= 0
}

// clipCenter is the centre by which AutoControl clips: what is missing counts
// as 0.
func (b *indexed) clipCenter(id model.ID, e *model.Element) (cx, cy pyvalue.Int) {
	if b.members(e) {
		cx, cy, _ = pyClipCenter(e)
		return cx, cy
	}
	box := b.box(id)
	return box.cx, box.cy
}

// fault is the first exception that AutoControl would raise, in its order:
// clipping element by element, then the reading order.
func (b *indexed) fault(p *Plan, in []bool) error {
	if !b.own {
		return nil
	}
	if len(b.faults) == 0 {
		return nil
	}
	if p.Set.Viewport.Mode == ViewportAt {
		for i := range b.c.Elements {
			e := &b.c.Elements[i]
			if b.members(e) && (!p.Set.Interactive || b.keep[i]) {
				if _, _, err := pyClipCenter(e); err != nil {
					return err
				}
			}
		}
	}
	for i := range in {
		if err := b.faults[model.ID(i)]; in[i] && err != nil {
			return err
		}
	}
	return nil
}

// readingOrder lists the elements that are in: rows from top to bottom, a row
// from left to right. A row takes what starts within the tolerance of its
// first top. Tops ascend, so only the last row can take the next element.
func (b *indexed) readingOrder(p *Plan, in []bool) []model.ID {
	tolerance, err := pyvalue.ParseInt(p.Knob("row_tol"))
	if err != nil {
		tolerance = pyvalue.Small(12)
	}
	tol := tolerance.Clamped()
	row := make([]int32, len(in))
	var starts []int32
	var rowTop int64
	var first model.ID
	count := int32(0)
	for _, id := range b.byTop {
		if !in[id] {
			continue
		}
		top := b.boxes[id].y
		joins := len(starts) > 0 && top-rowTop <= tol
		if len(b.huge) > 0 && len(starts) > 0 {
			joins = b.box(id).y.Sub(b.box(first).y).Cmp(tolerance) <= 0
		}
		if !joins {
			starts = append(starts, count)
			rowTop, first = top, id
		}
		row[id] = int32(len(starts) - 1)
		count++
	}
	ordered := make([]model.ID, count, int(count)+len(b.loose))
	for _, id := range b.byLeft {
		if in[id] {
			ordered[starts[row[id]]] = id
			starts[row[id]]++
		}
	}
	for _, id := range b.loose {
		if in[id] {
			ordered = append(ordered, id)
		}
	}
	return ordered
}
