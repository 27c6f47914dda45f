package agents

import (
	"cmp"
	"slices"
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/internal/text/jsvalue"
	"obscope/model"
)

// pupTreeOf reads a capture as Puppeteer does, or as it has written it.
func pupTreeOf(c *model.Capture) *pupTree {
	if c.Format == "puppeteer" {
		return pupTreeOfSnapshot(c)
	}
	return pupTreeOfNodes(axTreeOf(c))
}

// pupTreeOfSnapshot takes the nodes of a snapshot as they are.
func pupTreeOfSnapshot(c *model.Capture) *pupTree {
	n := len(c.Elements)
	t := &pupTree{c: c, nodes: make([]pupNode, n), adjacency: adjacency{kids: make([]int32, 0, n), from: make([]int32, 1, n+1)}}
	same := newSameTable(n)
	for i := range c.Elements {
		node, loader := &t.nodes[i], ""
		node.attrFrom = int32(len(t.attrs))
		for r := jsontext.NewMembersReader(c.Elements[i].Raw); r.NextName(); {
			name, value := r.Name(), readAtom(r)
			switch name {
			case "role":
				node.role = value
			case "name":
				node.name = value
			case "backendNodeId":
				node.backend = value
			case "loaderId":
				loader = value.js()
			case "id", "elementHandle", "children":
			default:
				t.attrs = append(t.attrs, pupAttr{name, value})
			}
		}
		t.finish(node)
		node.same = same.of(loader, node.backend)
		c.Tree.Children(model.ID(i), func(kid model.ID) bool {
			t.kids = append(t.kids, int32(kid))
			return true
		})
		t.from = append(t.from, int32(len(t.kids)))
		if c.Tree.Parent[i] == model.None {
			t.docs = append(t.docs, pupDoc{int32(i), -1})
		}
	}
	t.keys = same.n
	return t
}

// A sameTable numbers nodes by their document and backend id.
type sameTable struct {
	n     int32 // numbers given
	other map[sameKey]int32

	// Browsers number nodes from 1 on: those ids are found by index, by document.
	small  map[string][]int32 // the number and 1; 0 for none
	limit  int                // ids from here on are in other
	loader string             // the document of last
	last   []int32
}

type sameKey struct{ loader, backend string }

func newSameTable(n int) *sameTable {
	return &sameTable{other: map[sameKey]int32{}, small: map[string][]int32{}, limit: 4*n + 1024}
}

func (t *sameTable) of(loader string, backend atom) int32 {
	text := backend.text
	if backend.kind != jsontext.Number || strings.ContainsAny(text, ".eE-") {
		text = backend.js()
	}
	if id, ok := smallInt(text); ok && id < t.limit {
		return t.ofSmall(loader, id)
	}
	key := sameKey{loader, text}
	n, ok := t.other[key]
	if !ok {
		n = t.n
		t.other[key] = n
		t.n++
	}
	return n
}

// firstIDs is how many ids of a document there is room for at first.
const firstIDs = 256

func (t *sameTable) ofSmall(loader string, id int) int32 {
	if t.last == nil || t.loader != loader {
		if t.last != nil {
			t.small[t.loader] = t.last
		}
		t.loader, t.last = loader, t.small[loader]
	}
	if id >= len(t.last) {
		grown := make([]int32, min(t.limit, max(id+1, 2*len(t.last), firstIDs)))
		copy(grown, t.last)
		t.last = grown
	}
	if t.last[id] == 0 {
		t.n++
		t.last[id] = t.n
	}
	return t.last[id] - 1
}

// smallInt reads digits as a whole number is written, without leading zeros.
func smallInt(s string) (n int, ok bool) {
	const mostDigits = 8
	if s == "" || len(s) > mostDigits || s[0] == '0' && len(s) > 1 {
		return 0, false
	}
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		n = 10*n + int(s[i]-'0')
	}
	return n, true
}

// finish puts the members of the last node into the order of their names, by
// code units; of a duplicate name the last value counts. An option has the
// value that chrome-devtools-mcp shows: its text.
func (t *pupTree) finish(n *pupNode) {
	if n.role.is("option") && n.name.jsTruthy() {
		t.attrs = append(t.attrs, pupAttr{"value", textAtom(n.name.js())})
	}
	own := t.attrs[n.attrFrom:]
	slices.SortStableFunc(own, func(a, b pupAttr) int { return compareUnits(a.name, b.name) })
	kept := own[:0]
	for i, a := range own {
		if i+1 == len(own) || own[i+1].name != a.name {
			kept = append(kept, a)
		}
	}
	t.attrs = t.attrs[:int(n.attrFrom)+len(kept)]
	n.attrTo = int32(len(t.attrs))
}

// compareUnits compares strings as JavaScript's sort does, by UTF-16 code units.
func compareUnits(a, b string) int {
	for len(a) > 0 && len(b) > 0 {
		x, n := jsontext.DecodeRune(a)
		y, m := jsontext.DecodeRune(b)
		if x != y {
			// Code units of pairs are smaller than those from U+E000 on.
			if (x >= 0x10000) != (y >= 0x10000) && x >= 0xE000 && y >= 0xE000 {
				x, y = y, x
			}
			return cmp.Compare(x, y)
		}
		a, b = a[n:], b[m:]
	}
	return cmp.Compare(len(a), len(b))
}

// equalButSpace compares the texts of parts, one after the other, to a text, all
// without JavaScript's white space.
func equalButSpace(parts []string, text string) bool {
	part, at := 0, 0
	for i := 0; i < len(text); {
		want, n := jsontext.DecodeRune(text[i:])
		i += n
		if jsvalue.IsSpace(want) {
			continue
		}
		for {
			if part == len(parts) {
				return false
			}
			if at == len(parts[part]) {
				part, at = part+1, 0
				continue
			}
			got, n := jsontext.DecodeRune(parts[part][at:])
			at += n
			if jsvalue.IsSpace(got) {
				continue
			}
			if got != want {
				return false
			}
			break
		}
	}
	for ; part < len(parts); part, at = part+1, 0 {
		if jsvalue.Trim(parts[part][at:]) != "" {
			return false
		}
	}
	return true
}
