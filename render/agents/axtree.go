package agents

import (
	"sync"
	"weak"

	"obscope/internal/text/jsontext"
	"obscope/model"
)

// An axTree is a capture as Accessibility.getFullAXTree answers it, which is
// what the browser agents read: every element of the capture is a node.
type axTree struct {
	c     *model.Capture
	exact bool // read from a DevTools capture; made up from the model otherwise
	nodes []axNode
	props []axProp
	kids  []int32 // keys, see axNode.kids
	parts []axPart
	last  []int32 // by key: the last node that has it, -1 for none
	first []int32 // by key: the first

	foreign map[int]bool // see model.ForeignParts; only of a capture with extras
}

// An axPart is the document of one frame.
type axPart struct {
	ref      string
	ordinal  int32 // its place among the documents of the capture
	from, to int32
	host     int32 // the iframe's node, -1 if none is known
}

// An axNode is one AXNode.
type axNode struct {
	role, name, value, description axValue

	ignored, backend, nodeID atom
	bid                      atom // browsergym_id, in BrowserGym's captures

	key       int32 // nodeId, interned by document
	parentKey int32 // parentId, -1 if there is none
	hasParent bool  // parentId is there and, as JavaScript sees it, true
	part      int32

	propFrom, propTo int32 // in axTree.props
	kidFrom, kidTo   int32 // in axTree.kids
	hasKids          bool  // childIds is there
	badProps         bool  // properties is no list, or has items without members
	noList           bool  // properties is there, and neither a list nor null
	nullProp         bool  // properties is a list with null in it
}

// An axValue is an AXValue: {type, value, …}.
type axValue struct {
	given jsontext.Kind // of the member itself: Missing where there is none
	typed bool          // it has a type
	atom                // its value
}

// An axProp is an AXProperty.
type axProp struct {
	name  string
	named bool // the name is a text
	value axValue
}

func (t *axTree) propsOf(n *axNode) []axProp { return t.props[n.propFrom:n.propTo] }

// kidKeys are the keys of the nodes that childIds names, known or not.
func (t *axTree) kidKeys(n *axNode) []int32 { return t.kids[n.kidFrom:n.kidTo] }

// lastTree is the tree that was read last, as long as somebody uses it: the
// dialects of one capture share it.
var lastTree struct {
	sync.Mutex
	capture weak.Pointer[model.Capture]
	tree    weak.Pointer[axTree]
}

// axTreeOf reads a capture as browser agents do. A capture of another format is
// told in the same terms from what the model knows of it.
func axTreeOf(c *model.Capture) *axTree {
	lastTree.Lock()
	defer lastTree.Unlock()
	if lastTree.capture == weak.Make(c) {
		if t := lastTree.tree.Value(); t != nil {
			return t
		}
	}
	t := readAXTree(c)
	lastTree.capture, lastTree.tree = weak.Make(c), weak.Make(t)
	return t
}

func readAXTree(c *model.Capture) *axTree {
	if c.Format != "cdp" {
		return axTreeOfModel(c)
	}
	t := &axTree{c: c, exact: true, nodes: make([]axNode, len(c.Elements)), props: make([]axProp, 0, 4*len(c.Elements)), kids: make([]int32, 0, len(c.Elements))}
	t.setParts()
	for i := range t.parts {
		ids := &keyTable{byText: make(map[string]int32, t.parts[i].to-t.parts[i].from), next: int32(len(t.first))}
		for n := t.parts[i].from; n < t.parts[i].to; n++ {
			t.nodes[n].part = int32(i)
			t.read(&t.nodes[n], c.Elements[n].Raw, ids)
		}
		t.index(t.parts[i].from, t.parts[i].to, ids.next)
	}
	if len(c.Extras) > 0 {
		t.foreign = model.ForeignParts(c, func(id model.ID) (string, bool) { return t.nodes[id].backend.text, t.nodes[id].backend.given() })
	}
	return t
}

// extraName is what Capture.Extras call a node.
func (t *axTree) extraName(i int32) string {
	return t.c.ExtraName(model.ID(i), t.nodes[i].backend.text, t.foreign)
}

// roots are the nodes where a tool starts that begins with the first node: that
// one, or every root of a capture that is not a browser's.
func (t *axTree) roots() []int32 {
	if t.exact {
		return []int32{0}
	}
	var roots []int32
	t.c.Tree.Children(model.None, func(id model.ID) bool {
		roots = append(roots, int32(id))
		return true
	})
	return roots
}

// setParts lists the documents; a capture that tells none is one.
func (t *axTree) setParts() {
	n := int32(len(t.c.Elements))
	for i, p := range t.c.Parts {
		if p.To > p.From {
			t.parts = append(t.parts, axPart{p.Ref, int32(i), int32(p.From), int32(p.To), int32(p.Host)})
		}
	}
	covered := len(t.parts) > 0 && t.parts[0].from == 0 && t.parts[len(t.parts)-1].to == n
	for i := 1; i < len(t.parts); i++ {
		covered = covered && t.parts[i].from == t.parts[i-1].to
	}
	if !covered {
		t.parts = []axPart{{from: 0, to: n, host: -1}}
	}
}

// index notes the nodes from..to-1 by key; next is the first key that none of
// them uses.
func (t *axTree) index(from, to, next int32) {
	for int32(len(t.first)) < next {
		t.first = append(t.first, -1)
		t.last = append(t.last, -1)
	}
	for i := from; i < to; i++ {
		k := t.nodes[i].key
		if t.first[k] < 0 {
			t.first[k] = i
		}
		t.last[k] = i
	}
}

// A keyTable interns node ids by type and text.
type keyTable struct {
	byText map[string]int32
	next   int32
}

func (k *keyTable) of(a atom) int32 {
	text := a.text
	if a.kind != jsontext.String {
		text = a.kind.String() + "\x00" + text
	}
	key, ok := k.byText[text]
	if !ok {
		key = k.next
		k.next++
		k.byText[text] = key
	}
	return key
}

// read parses the members of a node.
func (t *axTree) read(n *axNode, own string, ids *keyTable) {
	n.key, n.parentKey = -1, -1
	n.propFrom = int32(len(t.props))
	n.propTo = n.propFrom
	n.kidFrom = int32(len(t.kids))
	n.kidTo = n.kidFrom
	for r := jsontext.NewMembersReader(own); r.NextName(); {
		switch r.Name() {
		case "nodeId":
			n.nodeID = readAtom(r)
			n.key = ids.of(n.nodeID)
		case "parentId":
			parent := readAtom(r)
			n.parentKey, n.hasParent = ids.of(parent), parent.jsTruthy()
		case "ignored":
			n.ignored = readAtom(r)
		case "role":
			n.role = readAXValue(r)
		case "name":
			n.name = readAXValue(r)
		case "value":
			n.value = readAXValue(r)
		case "description":
			n.description = readAXValue(r)
		case "backendDOMNodeId":
			n.backend = readAtom(r)
		case "browsergym_id":
			n.bid = readAtom(r)
		case "properties":
			t.readProps(n, r)
		case "childIds":
			n.kidFrom = int32(len(t.kids))
			n.hasKids = r.Peek() == jsontext.Array
			if !n.hasKids {
				r.Skip()
			} else {
				for r.Array(); r.NextItem(); {
					t.kids = append(t.kids, ids.of(readAtom(r)))
				}
			}
			n.kidTo = int32(len(t.kids))
		default:
			r.Skip()
		}
	}
	if n.key < 0 {
		n.key = ids.next
		ids.next++
	}
}

func readAXValue(r *jsontext.Reader) axValue {
	v := axValue{given: r.Peek()}
	if v.given != jsontext.Object {
		r.Skip()
		return v
	}
	for r.Object(); r.NextName(); {
		switch r.Name() {
		case "value":
			v.atom = readAtom(r)
		case "type":
			v.typed = r.Peek() == jsontext.String
			r.Skip()
		default:
			r.Skip()
		}
	}
	return v
}

func (t *axTree) readProps(n *axNode, r *jsontext.Reader) {
	n.propFrom = int32(len(t.props))
	n.propTo = n.propFrom
	n.noList, n.nullProp = false, false
	if r.Peek() != jsontext.Array {
		v := readAtom(r)
		n.badProps, n.noList = v.jsTruthy(), v.given()
		return
	}
	n.badProps = false
	for r.Array(); r.NextItem(); {
		if r.Peek() != jsontext.Object {
			n.badProps = true
			n.nullProp = n.nullProp || r.Peek() == jsontext.Null
			r.Skip()
			continue
		}
		var p axProp
		for r.Object(); r.NextName(); {
			switch r.Name() {
			case "name":
				name := readAtom(r)
				p.name, p.named = name.text, name.kind == jsontext.String
			case "value":
				p.value = readAXValue(r)
			default:
				r.Skip()
			}
		}
		t.props = append(t.props, p)
	}
	n.propTo = int32(len(t.props))
}

// children resolves childIds in a table of nodes by id, which is last or first,
// as the original's table has the last or the first of duplicates. Ids of no
// node are passed over.
func (t *axTree) children(table []int32) adjacency {
	a := adjacency{kids: make([]int32, 0, len(t.kids)), from: make([]int32, 1, len(t.nodes)+1)}
	for i := range t.nodes {
		for _, k := range t.kidKeys(&t.nodes[i]) {
			if at := table[k]; at >= 0 {
				a.kids = append(a.kids, at)
			}
		}
		a.from = append(a.from, int32(len(a.kids)))
	}
	return a
}

// joinedChildren is children of last for tools that see one tree: a node is not its own
// child, and the root of a document in a frame is the last child of the iframe
// that shows it.
func (t *axTree) joinedChildren() adjacency {
	shown := map[int32][]int32{}
	for i := 1; i < len(t.parts); i++ {
		if p := t.parts[i]; p.host >= 0 {
			shown[p.host] = append(shown[p.host], p.from)
		}
	}
	a := adjacency{kids: make([]int32, 0, len(t.kids)), from: make([]int32, 1, len(t.nodes)+1)}
	for i := range t.nodes {
		n := &t.nodes[i]
		for _, k := range t.kidKeys(n) {
			if at := t.last[k]; at >= 0 && k != n.key {
				a.kids = append(a.kids, at)
			}
		}
		a.kids = append(a.kids, shown[int32(i)]...)
		a.from = append(a.from, int32(len(a.kids)))
	}
	return a
}
