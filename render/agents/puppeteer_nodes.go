package agents

import (
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/internal/text/jsvalue"
)

// How Puppeteer copies a property of Chromium's into a snapshot.
const (
	pupText  = iota // as it is
	pupBool         // whether it is truthy
	pupThree        // mixed, true or false
	pupToken        // as it is, where it is truthy and not "false"
)

// pupMembers lists the members that Puppeteer copies, in the order of their
// names.
var pupMembers = [...]struct {
	name string
	how  int
}{
	{"atomic", pupBool}, {"autocomplete", pupToken}, {"busy", pupBool}, {"checked", pupThree}, {"description", pupText},
	{"details", pupToken}, {"disabled", pupBool}, {"errormessage", pupToken}, {"expanded", pupBool}, {"focused", pupBool},
	{"haspopup", pupToken}, {"invalid", pupToken}, {"keyshortcuts", pupText}, {"level", pupText}, {"live", pupToken},
	{"modal", pupBool}, {"multiline", pupBool}, {"multiselectable", pupBool}, {"orientation", pupToken}, {"pressed", pupThree},
	{"readonly", pupBool}, {"relevant", pupToken}, {"required", pupBool}, {"roledescription", pupText}, {"selected", pupBool},
	{"url", pupText}, {"value", pupText}, {"valuemax", pupText}, {"valuemin", pupText}, {"valuetext", pupText},
}

var pupMemberAt = func() map[string]int {
	at := map[string]int{}
	for i, m := range pupMembers {
		at[m.name] = i
	}
	at["hasPopup"] = at["haspopup"]
	return at
}()

var pupFocusedAt, pupValueAt, pupDescriptionAt = pupMemberAt["focused"], pupMemberAt["value"], pupMemberAt["description"]

// pupRoles are the roles by which Puppeteer knows what a node is.
var pupRoles = func() map[string]pupFlags {
	roles := map[string]pupFlags{"Ignored": pupNever}
	for flag, names := range map[pupFlags]string{
		pupAlways: "banner complementary contentinfo form main navigation region search",
		pupControl: "button checkbox ColorWell combobox DisclosureTriangle listbox menu menubar menuitem menuitemcheckbox " +
			"menuitemradio radio scrollbar searchbox slider spinbutton switch tab textbox tree treeitem",
		pupLeaf: "textbox searchbox LineBreak text InlineTextBox StaticText doc-cover graphics-symbol img image Meter scrollbar " +
			"slider separator progressbar",
	} {
		for _, name := range strings.Fields(names) {
			roles[name] |= flag
		}
	}
	return roles
}()

// pupTreeOfNodes reads nodes as Puppeteer does.
func pupTreeOfNodes(ax *axTree) *pupTree {
	n := len(ax.nodes)
	t := &pupTree{c: ax.c, raw: true, adjacency: ax.children(ax.last), nodes: make([]pupNode, n), attrs: make([]pupAttr, 0, 3*n)}
	same := newSameTable(n)
	for i := range ax.nodes {
		t.read(ax, &ax.nodes[i], &t.nodes[i], same)
		t.findFault(ax, int32(i))
	}
	t.keys = same.n
	t.findFocusBelow()
	t.setDocs(ax)
	return t
}

// pupAsked are the properties whose value Puppeteer reads of every node; it
// reads the others of those that it writes.
var pupAsked = commaSet("editable,focusable,hidden,busy,live,modal,roledescription")

// findFault notes where Puppeteer throws at the properties of a node.
func (t *pupTree) findFault(ax *axTree, i int32) {
	t.fault = t.fault || ax.nodes[i].badProps
	for _, p := range ax.propsOf(&ax.nodes[i]) {
		valueless := p.value.given <= jsontext.Null
		t.fault = t.fault || valueless && pupAsked.has(p.name)
		if valueless || !p.named {
			if t.faults == nil {
				t.faults = map[int32]bool{}
			}
			t.faults[i] = true
		}
	}
}

// setDocs orders the documents so that what is shown in a frame comes after what
// shows it. The root of a document is its first node, or the last that has the
// same id.
func (t *pupTree) setDocs(ax *axTree) {
	if len(ax.nodes) == 0 {
		return
	}
	if !ax.exact {
		// What is no page has windows; Puppeteer shows its root whatever it is.
		t.forest = true
		for _, root := range ax.roots() {
			t.nodes[root].flags = t.nodes[root].flags&^pupNever | pupAlways
			t.docs = append(t.docs, pupDoc{root, -1})
		}
		return
	}
	place := func(part int, host int32) {
		t.docs = append(t.docs, pupDoc{ax.last[ax.nodes[ax.parts[part].from].key], host})
	}
	place(0, -1)
	if len(ax.parts) == 1 {
		return
	}
	t.shows = make([]int32, len(ax.nodes))
	for i := range t.shows {
		t.shows[i] = -1
	}
	placed := make([]bool, len(ax.parts))
	placed[0] = true
	shownBy := make([][]int, len(ax.parts)) // by part: the parts that its iframes show
	for i := 1; i < len(ax.parts); i++ {
		if host := ax.parts[i].host; host >= 0 && t.nodes[host].role.is("Iframe") && t.nodes[host].backend.jsTruthy() {
			shownBy[ax.nodes[host].part] = append(shownBy[ax.nodes[host].part], i)
		}
	}
	for queue := []int{0}; len(queue) > 0; queue = queue[1:] {
		for _, i := range shownBy[queue[0]] {
			if placed[i] {
				continue
			}
			placed[i] = true
			t.shows[ax.parts[i].host] = int32(len(t.docs))
			place(i, ax.parts[i].host)
			queue = append(queue, i)
		}
	}
}

// read fills a node of the snapshot and what decides whether it is in it.
func (t *pupTree) read(ax *axTree, from *axNode, to *pupNode, same *sameTable) {
	to.role = from.role.atom
	if from.role.given <= jsontext.Null {
		to.role = textAtom("Unknown")
	}
	to.name, to.backend = from.name.atom, from.backend
	to.same = same.of(ax.parts[from.part].ref, to.backend)
	var slots [len(pupMembers)]atom
	flags := pupRoles[to.role.text]
	richText, editable := false, false
	for _, p := range ax.propsOf(from) {
		at, ok := pupMemberAt[p.name]
		if !ok {
			at, ok = pupMemberAt[jsvalue.Lower(p.name)]
		}
		if ok {
			slots[at] = p.value.atom
			if slots[at].kind == jsontext.Missing && pupMembers[at].how == pupBool {
				slots[at] = boolAtom(false) // a state that is there without a value
			}
		}
		truthy := p.value.jsTruthy()
		switch p.name {
		case "editable":
			editable = true
			richText = richText || p.value.is("richtext")
		case "focusable":
			flags &^= pupFocusable
			if truthy {
				flags |= pupFocusable
			}
		case "hidden":
			if truthy {
				flags |= pupNever
			}
		case "busy", "modal", "roledescription":
			if truthy {
				flags |= pupAlways
			}
		case "live":
			if truthy && !p.value.is("off") {
				flags |= pupAlways
			}
		case "errormessage", "details":
			flags |= pupAlways
		}
	}
	if from.value.given > jsontext.Null {
		slots[pupValueAt] = from.value.atom
	}
	if from.description.given > jsontext.Null {
		slots[pupDescriptionAt] = from.description.atom
	}
	t.setFlags(to, from, flags, richText, editable)
	t.copyMembers(to, &slots)
}

func (t *pupTree) setFlags(to *pupNode, from *axNode, flags pupFlags, richText, editable bool) {
	if from.ignored.jsTruthy() {
		flags |= pupNever
	}
	if richText || flags&pupFocusable != 0 {
		flags |= pupAlways
	}
	if to.role.is("textbox") || to.role.is("searchbox") {
		flags &^= pupLeaf
		editable = true
	}
	if editable && !richText {
		flags |= pupLeaf
	}
	if to.name.jsTruthy() {
		flags |= pupSaysMore
		if to.role.is("heading") {
			flags |= pupHeading
		}
	}
	if from.description.jsTruthy() {
		flags |= pupSaysMore
	}
	to.flags = flags
}

// copyMembers copies what a node has into the snapshot.
func (t *pupTree) copyMembers(to *pupNode, slots *[len(pupMembers)]atom) {
	to.attrFrom = int32(len(t.attrs))
	for i, value := range slots {
		if value.kind == jsontext.Missing {
			continue
		}
		switch pupMembers[i].how {
		case pupBool:
			if i == pupFocusedAt && to.role.is("RootWebArea") {
				continue
			}
			value = boolAtom(value.jsTruthy())
		case pupThree:
			if !value.is("mixed") {
				value = boolAtom(value.is("true"))
			}
		case pupToken:
			if !value.jsTruthy() || value.is("false") {
				continue
			}
		}
		t.attrs = append(t.attrs, pupAttr{pupMembers[i].name, value})
	}
	t.finish(to)
}
