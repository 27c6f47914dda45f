package agents

import (
	"strconv"

	"obscope/internal/text/jsontext"
	"obscope/internal/text/pyvalue"
	"obscope/model"
	"obscope/render"
)

// bgState is the options of one observation, and what goes wrong under them.
type bgState struct {
	roles, props                                      nameSet
	skipGeneric, noRedundant, hideChildren            bool
	hideBids, hideInvisible                           bool
	onlyVisible, onlyBid, onlyMarked                  bool
	withVisible, withClickable, withMark, center, box bool
	decimals                                          int
	fails                                             failures
}

func newBGState(p *render.Plan) *bgState {
	st := &bgState{
		roles: commaSet(p.Knob("ignored_roles")), props: commaSet(p.Knob("ignored_properties")),
		skipGeneric: isOn(p, "skip_generic"), noRedundant: isOn(p, "remove_redundant_static_text"), hideChildren: isOn(p, "hide_all_children"),
		hideBids: isOn(p, "hide_all_bids"), hideInvisible: isOn(p, "hide_bid_if_invisible"),
		onlyVisible: isOn(p, "filter_visible_only"), onlyBid: isOn(p, "filter_with_bid_only"), onlyMarked: isOn(p, "filter_som_only"),
		withVisible: isOn(p, "with_visible"), withClickable: isOn(p, "with_clickable"), withMark: isOn(p, "with_som"),
		center: isOn(p, "with_center_coords"), box: isOn(p, "with_bounding_box_coords"),
	}
	const mostDecimals = 100
	st.decimals, _ = wholeNumber(p, "coord_decimals")
	st.decimals = min(st.decimals, mostDecimals)
	return st
}

// asks reports whether an option needs what BrowserGym knows beside the tree.
func (st *bgState) asks() bool {
	return st.onlyVisible || st.onlyBid || st.onlyMarked || st.withVisible || st.withClickable || st.withMark || st.center || st.box
}

// pyDepth is the depth of recursion at which CPython gives up.
const pyDepth = 980

func (b *browserGym) Plan(p *render.Plan) {
	st := newBGState(p)
	p.State = st
	for i := range p.Verdicts {
		p.Drop(model.ID(i), bgUnreached)
	}
	if len(b.ax.nodes) > 0 {
		b.walk(p, st)
	} else {
		st.fails.add("IndexError: there are no nodes")
	}
	dropOut(p)
	boundDepths(p)
	st.fails.tell(p)
	if len(b.ax.parts) > 1 {
		p.Warn("the documents of frames are joined as BrowserGym joins them while it captures")
	}
}

// bgAbove is what a node hands down to its children.
type bgAbove struct {
	depth    int32
	filtered bool
	name     pyFinder
	named    int32 // whose name that is
}

// walk goes through the tree from the first node on, as the original recurses.
func (b *browserGym) walk(p *render.Plan, st *bgState) {
	n := len(b.ax.nodes)
	w := walker[bgAbove]{kids: b.kidsOf, open: openSet(n, b.cycles), left: mostVisits(n)}
	w.loop = func() { st.fails.add("RecursionError: a node is its own descendant") }
	w.enter = func(i int32, above *bgAbove) (bgAbove, bool) {
		n, below := &b.ax.nodes[i], bgAbove{depth: above.depth}
		why, drops := b.judge(st, i, above.filtered, &above.name)
		if why != bgIgnoredRole && why != bgNoName {
			below.name.text, below.named = n.name.text, i
			below.filtered = !n.role.is("StaticText") && b.filters(st, n)
		}
		switch {
		case drops && why == bgRedundant:
			p.DropSaid(model.ID(i), why, model.ID(above.named))
		case drops:
			p.Drop(model.ID(i), why)
		case p.Out != nil && p.Out[i] != render.Kept:
		default:
			p.Write(model.ID(i), below.depth, 0)
			below.depth++
		}
		if !n.hasKids {
			st.fails.add("KeyError: 'childIds'")
		}
		if len(w.stack) >= pyDepth {
			st.fails.add("RecursionError: the tree is too deep")
		}
		return below, true
	}
	p.Entries = make([]render.Entry, 0, n)
	for _, root := range b.ax.roots() {
		if !w.from(root, bgAbove{}) {
			st.fails.add("the tree repeats nodes without bound")
			return
		}
	}
}

// judge decides whether a node is left out, and why.
func (b *browserGym) judge(st *bgState, i int32, parentFiltered bool, above *pyFinder) (render.Stage, bool) {
	n := &b.ax.nodes[i]
	if n.role.given == jsontext.Missing || n.role.kind == jsontext.Missing {
		st.fails.add("KeyError: a node has no role")
	}
	switch {
	case n.role.kind == jsontext.String && st.roles.has(n.role.text):
		return bgIgnoredRole, true
	case n.name.given == jsontext.Missing:
		return bgNoName, true
	case n.name.kind == jsontext.Missing:
		st.fails.add("KeyError: a name has no value")
	}
	static := n.role.is("StaticText")
	if !static && b.extras == nil && st.asks() {
		st.fails.add("ValueError: the capture has no extra_element_properties, which these options need")
	}
	switch {
	case st.hideChildren && parentFiltered:
		return bgHiddenChild, true
	case static && parentFiltered:
		return bgFiltered, true
	case static && st.noRedundant && above.has(n.name.text):
		return bgRedundant, true
	case st.skipGeneric && n.role.is("generic") && !b.hasAttributes(st, n):
		return bgGeneric, true
	case !static && b.filters(st, n):
		return bgFiltered, true
	case n.name.kind != jsontext.String && !(n.role.is("generic") && !n.name.pyTruthy()):
		st.fails.add("AttributeError: a name is not a string")
	}
	if st.hideInvisible && !st.hideBids && n.bid.given() && b.extras == nil {
		st.fails.add("AttributeError: the capture has no extra_element_properties, which hide_bid_if_invisible needs")
	}
	return 0, false
}

// filters reports whether the options about ids leave a node out.
func (b *browserGym) filters(st *bgState, n *axNode) bool {
	if !n.bid.given() {
		return st.onlyBid || st.onlyMarked
	}
	e, ok := b.extra(n)
	if !ok {
		return false
	}
	if !e.whole {
		st.fails.add("KeyError: extra_element_properties lack visibility, bbox, clickable or set_of_marks")
	}
	return st.onlyVisible && !e.visible() || st.onlyMarked && !e.marked
}

func (b *browserGym) extra(n *axNode) (bgExtra, bool) {
	if n.bid.kind != jsontext.String {
		return bgExtra{}, false
	}
	e, ok := b.extras[n.bid.text]
	return e, ok
}

// shownProp reports whether a property is printed.
func (st *bgState) shownProp(q *axProp) bool {
	if q.value.kind == jsontext.Missing || st.props.has(q.name) {
		return false
	}
	switch q.name {
	case "required", "focused", "atomic":
		return q.value.pyTruthy()
	}
	return true
}

func (b *browserGym) hasAttributes(st *bgState, n *axNode) bool {
	props := b.ax.propsOf(n)
	for i := range props {
		if st.shownProp(&props[i]) {
			return true
		}
	}
	return false
}

func (b *browserGym) AppendLine(dst []byte, p *render.Plan, i int) []byte {
	e := p.Entries[i]
	st := p.State.(*bgState)
	n := &b.ax.nodes[e.ID]
	dst = appendRepeated(dst, "\t", int(e.Depth))
	extra, known := b.extra(n)
	if st.shownBid(n, &extra) {
		dst = append(append(append(dst, '['), n.bid.py()...), "] "...)
	}
	dst = append(dst, n.role.py()...)
	if !n.role.is("generic") || n.name.pyTruthy() {
		dst = append(append(dst, ' '), pyvalue.ReprString(pyvalue.Strip(n.name.py()))...)
	}
	if n.value.atom.given() {
		dst = append(append(dst, " value="...), n.value.pyRepr()...)
	}
	if known && !n.role.is("StaticText") {
		dst = st.appendExtra(dst, &extra)
	}
	props := b.ax.propsOf(n)
	for j := range props {
		q := &props[j]
		if !st.shownProp(q) {
			continue
		}
		dst = append(append(dst, ", "...), q.name...)
		switch q.name {
		case "required", "focused", "atomic":
		default:
			dst = append(append(dst, '='), q.value.pyRepr()...)
		}
	}
	return dst
}

func (st *bgState) shownBid(n *axNode, e *bgExtra) bool {
	return n.bid.given() && !st.hideBids && !(st.hideInvisible && !e.visible())
}

// AppendRef appends the id that BrowserGym prints.
func (b *browserGym) AppendRef(dst []byte, p *render.Plan, _ int, id model.ID) []byte {
	n := &b.ax.nodes[id]
	if extra, _ := b.extra(n); p.State.(*bgState).shownBid(n, &extra) {
		dst = append(dst, n.bid.py()...)
	}
	return dst
}

// appendExtra writes what BrowserGym knows beside the tree.
func (st *bgState) appendExtra(dst []byte, e *bgExtra) []byte {
	number := func(f float64) { dst = strconv.AppendFloat(dst, f, 'f', st.decimals, 64) }
	if st.box && e.box != nil {
		x, y, w, h := e.box[0], e.box[1], e.box[2], e.box[3]
		dst = append(dst, `, box="(`...)
		for i, f := range [...]float64{x, y, x + w, y + h} {
			if i > 0 {
				dst = append(dst, ',')
			}
			number(f)
		}
		dst = append(dst, `)"`...)
	}
	if st.center && e.box != nil {
		dst = append(dst, `, center="(`...)
		number(e.box[0] + e.box[2]/2)
		dst = append(dst, ',')
		number(e.box[1] + e.box[3]/2)
		dst = append(dst, `)"`...)
	}
	if st.withClickable && e.clickable {
		dst = append(dst, ", clickable"...)
	}
	if st.withVisible && e.visible() {
		dst = append(dst, ", visible"...)
	}
	if st.withMark && e.marked {
		dst = append(dst, ", som"...)
	}
	return dst
}
