package loaders

import (
	"strconv"
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/internal/text/words"
	"obscope/loaders/domsnap"
	"obscope/model"
)

var cdpFormat = Format{
	Name: "cdp", About: "Chrome DevTools Protocol: Accessibility.getFullAXTree, plain, per frame or merged by BrowserGym",
	Recognised: "JSON with nodes that have nodeId and ignored or role, or a list of {frameId, nodes}",
	Frames:     true,
	Sniff:      sniffCDP,
	Load:       loadCDP,
}

// The shapes of a CDP capture.
const (
	shapePage     = "page"      // {"nodes": […]}
	shapeNodes    = "nodes"     // the list alone
	shapePerFrame = "per-frame" // [{"frameId": …, "nodes": […]}, …]
)

func sniffCDP(p *Peek) Score {
	if p.Has(gymTree) {
		return Sure
	}
	if p.ItemHas("nodeId", "ignored") || p.ItemHas("nodeId", "role") || p.ItemHas("frameId", "nodes") {
		return Sure
	}
	if p.ItemHas("frameId", "error") {
		return Likely
	}
	if p.Has("nodes") {
		switch kind, keys := p.Inner("nodes"); {
		case hasAll(keys, []string{"nodeId", "ignored"}), hasAll(keys, []string{"nodeId", "role"}):
			return Sure
		case kind == jsontext.Array && len(keys) == 0:
			return Likely
		}
	}
	return No
}

func loadCDP(s *Source) (*model.Recording, error) {
	c := &model.Capture{Format: "cdp", Shape: shapePage, Unit: cssPixels}
	l := &cdpReader{r: jsontext.NewReader(s.Text), text: s.Text, c: c, keys: newKeys(0)}
	l.size()
	if l.r.Peek() == jsontext.Array {
		l.list()
	} else {
		c.Raw = l.page()
	}
	l.r.End()
	if err := l.r.Err(); err != nil {
		return nil, err
	}
	beside, err := findBeside(s, c)
	if err != nil {
		return nil, err
	}
	l.warn()
	beside.hang(c)
	plantFrames(c, beside, l.backend)
	beside.join(c, l.backend)
	markWebRepeats(c)
	markWebSecrets(c)
	nameWebPage(c)
	return one(c), nil
}

type cdpReader struct {
	r       *jsontext.Reader
	text    string
	c       *model.Capture
	keys    *keys
	base    int32   // the first key of the nodes that are being read
	backend []int64 // by element: backendDOMNodeId, 0 if there is none
	kids    []cdpKid

	odd, anonymous, reordered, repeated int
}

// A cdpKid is an entry of childIds.
type cdpKid struct {
	parent model.ID
	key    int32
}

// size makes room for the elements of a large capture at once.
func (l *cdpReader) size() {
	const bytesPerNode = 560 // of a pretty-printed tree
	n := min(len(l.text)/bytesPerNode, 1<<20)
	l.c.Elements = make([]model.Element, 0, n)
	l.backend = make([]int64, 0, n)
	l.kids = make([]cdpKid, 0, n)
}

// list reads an array: of nodes, or of frames.
func (l *cdpReader) list() {
	l.c.Shape = shapeNodes
	for l.r.Array(); l.r.NextItem(); {
		if l.r.Peek() != jsontext.Object {
			l.r.Skip()
			l.odd++
			continue
		}
		if len(l.c.Elements) == 0 && l.c.Shape == shapeNodes && !hasAll(firstKeys(l.text[l.r.Offset():]), []string{"nodeId"}) {
			l.c.Shape = shapePerFrame
		}
		if l.c.Shape == shapePerFrame {
			l.frame()
		} else {
			l.node()
		}
	}
	if l.c.Shape == shapeNodes {
		l.hang(0)
	}
}

// page reads an object that holds nodes and returns its other members.
func (l *cdpReader) page() string {
	from := len(l.c.Elements)
	own := l.members(nil)
	l.hang(from)
	return string(own)
}

// members reads an object that holds nodes, or, in an observation of
// BrowserGym's, an object that does; what else is in it is appended to own.
func (l *cdpReader) members(own []byte) []byte {
	for l.r.Object(); l.r.NextName(); {
		name := l.r.Name()
		switch kind := l.r.Peek(); {
		case name == gymTree && kind == jsontext.Object && l.r.Depth() == 1:
			own = l.members(own)
		case name == "nodes" && kind == jsontext.Array:
			l.nodes()
		default:
			own = appendRawMember(own, name, l.r.Skip())
		}
	}
	return own
}

// gymTree is the member of BrowserGym's observations that holds the tree.
const gymTree = "axtree_object"

func (l *cdpReader) nodes() {
	for l.r.Array(); l.r.NextItem(); {
		if l.r.Peek() == jsontext.Object {
			l.node()
		} else {
			l.r.Skip()
			l.odd++
		}
	}
}

// frame reads the nodes of one frame; their ids are theirs alone.
func (l *cdpReader) frame() {
	l.base = l.keys.next
	l.keys = newKeys(0)
	l.keys.next = l.base
	part := model.Part{From: model.ID(len(l.c.Elements)), Host: model.None}
	part.Raw = l.page()
	part.To = model.ID(len(l.c.Elements))
	part.Ref = model.FindMember(part.Raw, "frameId").Text
	if why := model.FindMember(part.Raw, "error").Text; why != "" {
		l.c.Warn("frame " + part.Ref + " could not be captured: " + why)
	}
	l.c.Parts = append(l.c.Parts, part)
}

// node reads one node.
func (l *cdpReader) node() {
	r := l.r
	id := model.ID(len(l.c.Elements))
	l.c.Elements = append(l.c.Elements, model.Element{Key: model.NoKey, ParentKey: model.NoKey})
	l.backend = append(l.backend, 0)
	e := &l.c.Elements[id]
	settable := false
	r.Object()
	start := r.Offset()
	end := start
	for r.NextName() {
		switch r.Name() {
		case "nodeId":
			e.Ref, e.Key = l.key()
			e.Given |= model.HasRef
		case "parentId":
			_, e.ParentKey = l.key()
		case "ignored":
			text, _ := domsnap.Scalar(r)
			e.Ignored = text == "true"
		case "role":
			e.Role, _ = l.axValue()
			e.Given |= model.HasRole
		case "name":
			e.Name, _ = l.axValue()
			e.Given |= model.HasName
		case "value":
			text, kind := l.axValue()
			if kind > jsontext.Null {
				e.Value, e.Given = text, e.Given|model.HasValue
			}
		case "description":
			text, kind := l.axValue()
			if kind > jsontext.Null {
				e.Description, e.Given = text, e.Given|model.HasDescription
			}
		case "properties":
			settable = l.properties(e)
		case "childIds":
			l.childIDs(id)
		case "backendDOMNodeId":
			text, _ := domsnap.Scalar(r)
			l.backend[id], _ = strconv.ParseInt(text, 10, 64)
		case "frameId":
			l.document(id)
		default:
			r.Skip()
		}
		end = r.Offset()
	}
	e.Raw = strings.TrimSpace(r.Text(start, end))
	if e.Key == model.NoKey {
		e.Key = l.keys.next
		l.keys.next++
		l.anonymous++
	}
	e.Kind = webKind(e.Role)
	setWebActions(e, settable)
}

// key interns a node id.
func (l *cdpReader) key() (string, int32) {
	text, kind := domsnap.Scalar(l.r)
	if kind == jsontext.String {
		return text, l.keys.ofString(text)
	}
	return text, l.keys.of(kind.String() + " " + text)
}

// document notes the frame of a root in a capture of one page.
func (l *cdpReader) document(id model.ID) {
	text, _ := domsnap.Scalar(l.r)
	if l.c.Shape != shapePerFrame && text != "" && len(l.c.Parts) == 0 {
		l.c.Parts = append(l.c.Parts, model.Part{Ref: text, From: id, To: id, Host: model.None})
	}
}

// axValue reads an AXValue, {type, value, …}, or a plain value.
func (l *cdpReader) axValue() (string, jsontext.Kind) {
	if l.r.Peek() != jsontext.Object {
		return domsnap.Scalar(l.r)
	}
	text, kind := "", jsontext.Missing
	for l.r.Object(); l.r.NextName(); {
		if l.r.Name() == "value" {
			text, kind = domsnap.Scalar(l.r)
			continue
		}
		l.r.Skip()
	}
	return text, kind
}

// properties reads the list of AXProperty and reports whether the element can
// be set.
func (l *cdpReader) properties(e *model.Element) bool {
	settable := false
	if l.r.Peek() != jsontext.Array {
		l.r.Skip()
		return false
	}
	for l.r.Array(); l.r.NextItem(); {
		if l.r.Peek() != jsontext.Object {
			l.r.Skip()
			continue
		}
		name, text := "", ""
		for l.r.Object(); l.r.NextName(); {
			switch l.r.Name() {
			case "name":
				name, _ = domsnap.Scalar(l.r)
			case "value":
				text, _ = l.axValue()
			default:
				l.r.Skip()
			}
		}
		setWebState(e, name, text)
		settable = settable || name == "settable" && text == "true"
	}
	return settable
}

func (l *cdpReader) childIDs(id model.ID) {
	if l.r.Peek() != jsontext.Array {
		l.r.Skip()
		return
	}
	for l.r.Array(); l.r.NextItem(); {
		_, key := l.key()
		l.kids = append(l.kids, cdpKid{id, key})
	}
}

// hang gives the nodes from that one on the parents that list them, where they
// name none or one that is not there.
func (l *cdpReader) hang(from int) {
	l.dropRepeated(from)
	first := make([]model.ID, 0, len(l.c.Elements)-from)
	at := func(key int32) *model.ID {
		for int(key-l.base) >= len(first) {
			first = append(first, model.None)
		}
		return &first[key-l.base]
	}
	for i := from; i < len(l.c.Elements); i++ {
		if p := at(l.c.Elements[i].Key); *p == model.None {
			*p = model.ID(i)
		}
	}
	last := cdpKid{parent: model.None}
	for _, kid := range l.kids {
		id := *at(kid.key)
		if id == model.None {
			continue
		}
		if kid.parent == last.parent && int32(id) < last.key {
			l.reordered++
		}
		last = cdpKid{kid.parent, int32(id)}
		e := &l.c.Elements[id]
		if e.ParentKey == model.NoKey || *at(e.ParentKey) == model.None {
			e.ParentKey = l.c.Elements[kid.parent].Key
		}
	}
	l.kids = l.kids[:0]
}

// dropRepeated takes out the nodes from that one on that are listed again just
// as they are: Chromium does so with the options of a select.
func (l *cdpReader) dropRepeated(from int) {
	first := make([]model.ID, l.keys.next-l.base) // by key, counted from 1
	var at []model.ID                             // by node: where it is now, None if it is out; nil while all are where they were
	to := from
	for i := from; i < len(l.c.Elements); i++ {
		e := &l.c.Elements[i]
		seen := &first[e.Key-l.base]
		if *seen > 0 && e.Has(model.HasRef) && l.c.Elements[*seen-1].Raw == e.Raw {
			if l.repeated++; to == i { // the first
				for n := from; n < i; n++ {
					at = append(at, model.ID(n))
				}
			}
			at = append(at, model.None)
			continue
		}
		if *seen == 0 {
			*seen = model.ID(to) + 1
		}
		if to != i {
			at = append(at, model.ID(to))
			l.c.Elements[to], l.backend[to] = *e, l.backend[i]
		}
		to++
	}
	if to == len(l.c.Elements) {
		return
	}
	l.c.Elements, l.backend = l.c.Elements[:to], l.backend[:to]
	kids := l.kids[:0]
	for _, kid := range l.kids {
		if kid.parent = at[int(kid.parent)-from]; kid.parent != model.None {
			kids = append(kids, kid)
		}
	}
	l.kids = kids
}

func (l *cdpReader) warn() {
	c := l.c
	if l.repeated > 0 {
		c.Warn(words.Count(l.repeated, "node is", "nodes are") + " listed again with the same id and content, as browsers do with the options of a list, and count once")
	}
	if l.odd > 0 {
		c.Warn(words.Count(l.odd, "entry of nodes is no object and was left out", "entries of nodes are not objects and were left out"))
	}
	if l.anonymous > 0 {
		c.Warn(words.Count(l.anonymous, "node has", "nodes have") + " no nodeId")
	}
	if l.reordered > 0 {
		c.Warn("childIds name some children in another order than the nodes are listed in; they are shown as listed")
	}
	if len(c.Elements) == 0 {
		c.Warn("there are no nodes: the page had not loaded, or the target was not a page, when the tree was asked for")
		return
	}
	for i := range c.Parts {
		if p := &c.Parts[i]; p.To == p.From && c.Shape != shapePerFrame {
			p.From, p.To = 0, model.ID(len(c.Elements))
		}
	}
	if lonelyRoot(c) {
		c.Warn("only the root is in it: the page was still loading or shows nothing that is accessible")
	}
}
