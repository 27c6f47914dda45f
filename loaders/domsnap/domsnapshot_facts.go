package domsnap

import (
	"net/url"
	"strconv"
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/model"
)

// domFacts derives what agents read of the DOM besides the accessibility tree,
// as Capture.Extras holds it, and notes what the snapshot does not tell of it.
type domFacts struct {
	d       *DomSnapshot
	c       *model.Capture
	columns styleColumns
	backend []int64         // by element: its backend node id, 0 if it has none
	foreign map[int]bool    // parts that are of another process
	shown   map[nodeAt]bool // nodes of elements that are not ignored
	untold  map[string][]string
}

// facts fills Extras. nodes[id] is where the snapshot has an element.
func (d *DomSnapshot) facts(c *model.Capture, backend []int64, nodes []nodeAt) {
	f := &domFacts{d: d, c: c, columns: d.findColumns(), backend: backend, shown: map[nodeAt]bool{}, untold: map[string][]string{}}
	f.foreign = model.ForeignParts(c, func(id model.ID) (int64, bool) { return backend[id], backend[id] != 0 })
	for i := range c.Elements {
		if nodes[i].doc != nil && !c.Elements[i].Ignored {
			f.shown[nodes[i]] = true
		}
	}
	if c.Extras == nil {
		c.Extras = map[string]string{}
	}
	if t := d.lightTree(f.mainDocument()); t != nil {
		c.Extras["cursor"] = f.cursorList(t)
	}
	c.Extras["hrefs"] = f.hrefs(nodes)
	if scrollable := f.scrollable(nodes); scrollable != "{}" {
		c.Extras["scrollable"] = scrollable
	}
	if tags := f.shadowTags(nodes); tags != "{}" {
		c.Extras["tags"] = tags
	}
	if len(f.untold) > 0 {
		c.Extras["untold"] = f.untoldText()
	}
}

// A nodeAt is a node of a snapshot; doc is nil where there is none.
type nodeAt struct {
	doc  *snapshotDoc
	node int
}

// mainDocument is the document that the capture shows first: agent-browser
// looks for clickable elements in no other.
func (f *domFacts) mainDocument() int {
	if len(f.c.Parts) > 0 {
		if at, ok := f.d.byFrame[f.c.Parts[0].Ref]; ok {
			return at
		}
	}
	return 0
}

// untoldText is the list of what is not told, by the name of the extra, as JSON.
func (f *domFacts) untoldText() string {
	out := newFactList()
	for _, name := range []string{"cursor", "scrollable"} {
		if said := f.untold[name]; len(said) > 0 {
			list := make([]byte, 0, 64)
			for i, s := range said {
				list = append(list, "[,"[min(i, 1)])
				list = jsontext.AppendQuote(list, s)
			}
			out.add(name, append(list, ']'))
		}
	}
	return out.text()
}

// A factList is a JSON object that is being written.
type factList struct{ buf []byte }

func newFactList() *factList { return &factList{buf: []byte{'{'}} }

func (l *factList) add(name string, raw []byte) {
	if len(l.buf) > 1 {
		l.buf = append(l.buf, ',')
	}
	l.buf = append(jsontext.AppendQuote(l.buf, name), ':')
	l.buf = append(l.buf, raw...)
}

func (l *factList) text() string { return string(append(l.buf, '}')) }

// name is what the extras call an element's node.
func (f *domFacts) name(id model.ID) string {
	return f.c.ExtraName(id, nodeName(f.backend[id]), f.foreign)
}

func nodeName(backend int64) string { return strconv.FormatInt(backend, 10) }

// hrefs are the addresses of links as scripts read them: those of a and area
// elements with an href, by backend node id. Chromium puts the same address
// into the accessibility tree, unless the capture has dropped it.
func (f *domFacts) hrefs(nodes []nodeAt) string {
	out := newFactList()
	written := map[nodeAt]bool{}
	for i := range f.c.Elements {
		e, at := &f.c.Elements[i], nodes[i]
		if e.Role != "link" || at.doc == nil || written[at] {
			continue
		}
		written[at] = true
		if address := f.href(e, at); address != "" {
			out.add(f.name(model.ID(i)), []byte(jsontext.Quote(address)))
		}
	}
	return out.text()
}

func (f *domFacts) href(e *model.Element, at nodeAt) string {
	switch f.d.nodeName(at) {
	case "A", "AREA":
	case "a", "area":
		// In HTML a lower-case name is SVG's, whose href is an object.
		if at.doc.html {
			return ""
		}
	default:
		return ""
	}
	href, ok := f.d.attr(at.doc, at.node, "href")
	if !ok {
		return ""
	}
	if told := WebURL(e); told != "" {
		return told
	}
	base := at.doc.base
	if base == "" {
		base = at.doc.Url
	}
	from, err := url.Parse(base)
	if err != nil {
		return href
	}
	to, err := from.Parse(strings.TrimSpace(href))
	if err != nil {
		return href
	}
	if !strings.Contains(href, "#") {
		to.Fragment, to.RawFragment = "", "" // that of the base does not count
	}
	return to.String()
}

// nodeName is a node's name as the snapshot spells it: upper-case for HTML.
func (d *DomSnapshot) nodeName(at nodeAt) string {
	if at.doc == nil || at.node >= len(at.doc.name) {
		return ""
	}
	return d.text(at.doc.name[at.node])
}

// shadowTags are the tags of elements inside form controls, which a snapshot
// leaves out: Chromium builds text fields, meters and the like of divs, and
// holds the contents of select, optgroup and details in slots.
func (f *domFacts) shadowTags(nodes []nodeAt) string {
	out := newFactList()
	host := make([]string, len(f.c.Elements)) // the tag of the nearest element above that the snapshot has
	written := map[string]bool{}
	for _, id := range f.c.Tree.Order {
		if nodes[id].doc != nil {
			host[id] = f.c.DOM[id].Tag
			if host[id] == "input" && strings.EqualFold(f.c.DOM[id].Type, "file") {
				host[id] = ""
			}
			continue
		}
		if p := f.c.Tree.Parent[id]; p != model.None {
			host[id] = host[p]
		}
		tag := shadowTag(host[id], f.c.Elements[id].Role)
		if f.backend[id] == 0 || tag == "" {
			continue
		}
		if name := f.name(id); !written[name] {
			written[name] = true
			out.add(name, []byte(jsontext.Quote(tag)))
		}
	}
	return out.text()
}

func shadowTag(host, role string) string {
	if role != "generic" && role != "none" {
		return ""
	}
	switch host {
	case "textarea", "input", "meter", "progress", "marquee":
		return "div"
	case "select", "optgroup", "details":
		if role == "none" {
			return "slot"
		}
	}
	return ""
}
