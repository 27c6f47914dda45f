package agents

import (
	"strconv"

	"obscope/internal/text/jsontext"
	"obscope/model"
	"obscope/render"
)

// devtoolsDialect is the text of chrome-devtools-mcp's take_snapshot.
type devtoolsDialect struct{}

// Its own stages.
const (
	devtoolsUninteresting = render.OwnStages + iota
	devtoolsRedundant
	devtoolsUnreached
	devtoolsEarlier
)

func (devtoolsDialect) Info() render.Info {
	return render.Info{
		Name: "chrome-devtools-mcp", About: "take_snapshot of chrome-devtools-mcp: Puppeteer's snapshot, two blanks a level, a uid for every node",
		Version: "1.11.0", ExactFor: []string{"puppeteer", "cdp"},
		Knobs: []render.Knob{
			{Name: "version", About: "of chrome-devtools-mcp; 1.7 writes StaticText and repeats names", Default: "1.11", Choices: []string{"1.11", "1.7"}},
			flag("verbose", "the whole tree, not only what Puppeteer finds interesting").Hiding("true", render.AtIgnored, devtoolsUninteresting, devtoolsRedundant, devtoolsUnreached),
			{Name: "start", About: "the number of the snapshot in its session", Default: "1"},
			{Name: "selected", About: "the backend node id of the element selected in the DevTools Elements panel", Number: true},
		},
		Stages: []string{"not interesting", "repeats the name", "not reached from the root", "an earlier snapshot"},
		Defects: []string{
			"nodes without a backend id share one uid, so an agent cannot tell inline text boxes apart (pull request 2788)",
			"names and values are not escaped: a newline in them looks like another line",
			"an element selected in the Elements panel may be missing from the snapshot (issue 1947)",
		},
	}
}

func (devtoolsDialect) Bind(c *model.Capture) (render.Bound, error) {
	return &devtools{t: pupTreeOf(c)}, nil
}

type devtools struct{ t *pupTree }

// devtoolsState is what writing the entries of one observation needs.
type devtoolsState struct {
	rows     []pupRow
	old      bool // version 1.7
	selected *pupRow
}

const devtoolsNote = "Note: there is a selected element in the DevTools Elements panel but it is not included into the current a11y tree snapshot.\n" +
	"Get a verbose snapshot to include all elements if you are interested in the selected element.\n"

func (d *devtools) Plan(p *render.Plan) {
	t := d.t
	st := &devtoolsState{old: p.Knob("version") == "1.7"}
	p.State = st
	for i := range p.Verdicts {
		p.Drop(model.ID(i), devtoolsUnreached)
	}
	verbose := isOn(p, "verbose")
	keep, tops := t.snapshot(verbose)
	fault := t.fault
	visit := func(i int32) {
		if t.c.Elements[i].Ignored {
			p.Drop(model.ID(i), render.AtIgnored)
		} else {
			p.Drop(model.ID(i), devtoolsUninteresting)
		}
	}
	start, ok := wholeNumber(p, "start")
	if !ok {
		start = 1
	}
	uids := &uids{snapshot: int32(min(start, 1<<30)), seen: make([]uidValue, t.keys)}
	for doc, top := range tops {
		if t.docs[doc].host >= 0 || t.raw && doc > 0 && !t.forest {
			continue
		}
		if t.forest {
			st.rows, _ = t.rows(st.rows, top, keep, tops, visit)
			continue
		}
		for _, row := range st.rows {
			p.Drop(model.ID(row.node), devtoolsEarlier)
		}
		var cut bool
		if st.rows, cut = t.rows(st.rows[:0], top, keep, tops, visit); cut {
			p.Warnings.Add(model.OriginalFails, "some nodes are their own descendants or have many parents; the original would not end, or repeat them without bound")
		}
		for _, row := range st.rows {
			fault = fault || t.faults[row.node]
		}
		uids.assign(t, st.rows)
	}
	if t.forest {
		uids.assign(t, st.rows)
	}
	if fault {
		p.Warnings.Add(model.OriginalFails, "the properties of a node are no list of {name, value: {value}}, on which Puppeteer fails")
	}
	d.warn(p, verbose)
	d.mark(p, st)
	if !st.old && !verbose {
		st.dropRedundant(t)
	}
	d.write(p, st)
}

// warn tells what the capture cannot tell.
func (d *devtools) warn(p *render.Plan, verbose bool) {
	switch {
	case d.t.raw:
	case verbose && !d.hasRole("none", "InlineTextBox"):
		p.Warn("the capture holds interesting nodes only; a verbose snapshot has more")
	case !verbose && d.hasRole("none"):
		p.Warn("the capture was taken with interestingOnly off, which is what verbose shows; the original takes another one without it")
	}
}

func (d *devtools) hasRole(roles ...string) bool {
	for i := range d.t.nodes {
		for _, role := range roles {
			if d.t.nodes[i].role.is(role) {
				return true
			}
		}
	}
	return false
}

// mark finds the selected element, or writes a note that it is not there.
func (d *devtools) mark(p *render.Plan, st *devtoolsState) {
	want := p.Knob("selected")
	if want == "" {
		return
	}
	for i := range st.rows {
		if b := d.t.nodes[st.rows[i].node].backend; b.given() && b.js() == want {
			st.selected = &st.rows[i]
			return
		}
	}
	if !isOn(p, "verbose") {
		p.Note(0)
	}
}

func (st *devtoolsState) isSelected(row *pupRow) bool {
	return st.selected != nil && row.snapshot == st.selected.snapshot && row.count == st.selected.count
}

// dropRedundant marks the texts that only say their parent's name again.
func (st *devtoolsState) dropRedundant(t *pupTree) {
	var parts []string
	for i := range st.rows {
		name := t.nodes[st.rows[i].node].name
		if !name.jsTruthy() {
			continue
		}
		parts = parts[:0]
		end := i + 1
		ok := true
		for ; end < len(st.rows) && st.rows[end].depth > st.rows[i].depth; end++ {
			kid := &st.rows[end]
			n := &t.nodes[kid.node]
			if kid.depth > st.rows[i].depth+1 || !n.role.is("StaticText") || st.isSelected(kid) {
				ok = false
				break
			}
			text := ""
			if n.name.jsTruthy() {
				text = n.name.js()
			}
			parts = append(parts, text)
		}
		if !ok || end == i+1 || !equalButSpace(parts, name.js()) {
			continue
		}
		for j := i + 1; j < end; j++ {
			st.rows[j].redundant = int32(i + 1)
		}
	}
}

// write writes the rows that the common options leave.
func (d *devtools) write(p *render.Plan, st *devtoolsState) {
	p.Entries = append(make([]render.Entry, 0, len(st.rows)+1), p.Entries...)
	levels := newLevels()
	for i := range st.rows {
		row := &st.rows[i]
		id := model.ID(row.node)
		switch {
		case row.redundant > 0:
			p.DropSaid(id, devtoolsRedundant, model.ID(st.rows[row.redundant-1].node))
		case p.Out != nil && p.Out[id] != render.Kept:
			levels.pass(row.depth)
		default:
			p.Write(id, levels.write(row.depth), int32(i))
		}
	}
	dropOut(p)
	boundDepths(p)
	if len(p.Entries) > 0 {
		p.Tail = "\n"
	}
}

func (d *devtools) AppendLine(dst []byte, p *render.Plan, i int) []byte {
	e := p.Entries[i]
	if e.ID == model.None {
		return append(dst, devtoolsNote...)
	}
	st := p.State.(*devtoolsState)
	row := &st.rows[e.Aux]
	n := &d.t.nodes[row.node]
	dst = appendRepeated(dst, "  ", int(e.Depth))
	dst = d.AppendRef(append(dst, "uid="...), p, i, e.ID)
	switch {
	case n.role.is("StaticText") && !st.old:
	case n.role.is("none"):
		dst = append(dst, " ignored"...)
	case n.role.jsTruthy():
		dst = append(append(dst, ' '), n.role.js()...)
	}
	if n.name.jsTruthy() {
		dst = append(append(append(dst, ` "`...), n.name.js()...), '"')
	}
	option := !st.old && n.role.is("option")
	for _, a := range d.t.attrsOf(row.node) {
		if option && a.name == "value" && a.value == n.name {
			continue
		}
		dst = appendDevtoolsAttr(dst, a, option)
	}
	if st.isSelected(row) {
		dst = append(dst, " [selected in the DevTools Elements panel]"...)
	}
	return dst
}

// AppendRef appends the uid.
func (d *devtools) AppendRef(dst []byte, p *render.Plan, i int, _ model.ID) []byte {
	row := &p.State.(*devtoolsState).rows[p.Entries[i].Aux]
	dst = append(strconv.AppendInt(dst, int64(row.snapshot), 10), '_')
	return strconv.AppendInt(dst, int64(row.count), 10)
}

// devtoolsAbilities are the words that say that a state could change.
var devtoolsAbilities = map[string]string{"disabled": " disableable", "expanded": " expandable", "focused": " focusable", "selected": " selectable"}

// appendDevtoolsAttr writes a member of a node, after a word that says that it
// could be another way.
func appendDevtoolsAttr(dst []byte, a pupAttr, option bool) []byte {
	if able, ok := devtoolsAbilities[a.name]; ok && a.value.kind != jsontext.Missing && !(option && a.name == "selected") {
		dst = append(dst, able...)
	}
	switch a.value.kind {
	case jsontext.Bool:
		if a.value.text == "true" {
			dst = append(append(dst, ' '), a.name...)
		}
	case jsontext.String, jsontext.Number:
		dst = append(append(append(dst, ' '), a.name...), `="`...)
		dst = append(append(dst, a.value.js()...), '"')
	}
	return dst
}

// uids hands out the ids of a session: a node that was seen keeps its own.
type uids struct {
	snapshot int32
	seen     []uidValue // by pupNode.same
}

// A uidValue is the snapshot and the count that make a uid.
type uidValue struct {
	snapshot, count int32
	given           bool
}

// assign gives the rows of the next snapshot their ids.
func (u *uids) assign(t *pupTree, rows []pupRow) {
	next := int32(0)
	for i := range rows {
		uid := &u.seen[t.nodes[rows[i].node].same]
		if !uid.given {
			*uid = uidValue{u.snapshot, next, true}
			next++
		}
		rows[i].snapshot, rows[i].count = uid.snapshot, uid.count
	}
	u.snapshot++
}

// appendRepeated appends s n times.
func appendRepeated(dst []byte, s string, n int) []byte {
	for range n {
		dst = append(dst, s...)
	}
	return dst
}
