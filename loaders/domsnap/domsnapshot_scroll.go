package domsnap

import (
	"strings"

	"obscope/internal/text/words"
	"obscope/model"
)

// scrollable are the backend node ids of elements that a person can scroll, as
// Chromium's DOM.Node.isScrollable: overflow is auto or scroll along an axis
// along which the content is larger than the element. The document element
// scrolls with the window.
func (f *domFacts) scrollable(nodes []nodeAt) string {
	out := newFactList()
	written := map[string]bool{}
	add := func(id model.ID) {
		if name := f.name(id); !written[name] {
			written[name] = true
			out.add(name, []byte("true"))
		}
	}
	seen := map[nodeAt]bool{}
	open := 0
	bound := map[*snapshotDoc]bool{} // whose style sheets may set overflow
	for i := range f.d.Docs {
		doc := &f.d.Docs[i]
		if len(doc.bounds) > 0 && (len(doc.client) == 0 || len(doc.scroll) == 0) {
			f.untold["scrollable"] = []string{"which elements scroll, since it was taken without includeDOMRects"}
			return out.text()
		}
		bound[doc] = f.columns.overflowX < 0 && f.d.findSheets(doc).maySet("overflow")
	}
	for i := range f.c.Elements {
		at := nodes[i]
		if at.doc == nil || seen[at] {
			continue
		}
		seen[at] = true
		wide, high := f.exceeds(at)
		if !wide && !high {
			continue
		}
		if wide && f.d.nodeName(at) == "INPUT" {
			if editor := f.innerEditor(model.ID(i), nodes); editor != model.None && f.backend[editor] != 0 {
				add(editor)
			}
			continue
		}
		x, y, told := f.overflow(at)
		switch {
		case wide && scrolls(x) || high && scrolls(y):
			add(model.ID(i))
		case !told && bound[at.doc]:
			open++
		}
	}
	if n := f.hiddenFields(seen, nodes); n > 0 {
		f.untold["scrollable"] = append(f.untold["scrollable"], "which boxes are those inside "+words.Count(n, "long field that is", "long fields that are")+" hidden from the accessibility tree")
	}
	if open > 0 {
		f.untold["scrollable"] = append(f.untold["scrollable"], "whether style sheets let "+words.Count(open, "element", "elements")+" scroll, since computedStyles had no overflow")
	}
	return out.text()
}

// hiddenFields counts the fields whose content is wider than they are and that
// are no elements, if there are ignored elements that may be the boxes inside.
func (f *domFacts) hiddenFields(seen map[nodeAt]bool, nodes []nodeAt) int {
	boxes := false
	for i := range nodes {
		boxes = boxes || nodes[i].doc == nil && f.backend[i] != 0 && f.c.Elements[i].Ignored
	}
	if !boxes {
		return 0
	}
	n := 0
	for i := range f.d.Docs {
		doc := &f.d.Docs[i]
		for node := range doc.boxOf {
			at := nodeAt{doc, node}
			if f.d.nodeName(at) != "INPUT" || seen[at] {
				continue
			}
			if wide, _ := f.exceeds(at); wide {
				n++
			}
		}
	}
	return n
}

// innerEditor is the box inside a field of one line that holds its text and
// scrolls it: the parent of the text, which no snapshot has. A field tells the
// width of its content as its own. In a field that is hidden from the
// accessibility tree a text is a leaf without a role.
func (f *domFacts) innerEditor(field model.ID, nodes []nodeAt) model.ID {
	t := &f.c.Tree
	for id := field + 1; int(id) < len(nodes); id++ {
		if e := &f.c.Elements[id]; e.Role != "StaticText" && !(e.Ignored && t.Size[id] == 1) {
			continue
		}
		for up := t.Parent[id]; up != model.None; up = t.Parent[up] {
			if up == field {
				return t.Parent[id]
			}
		}
	}
	return model.None
}

// exceeds reports an element whose content is wider or higher than it.
func (f *domFacts) exceeds(at nodeAt) (wide, high bool) {
	box := at.doc.boxOf[at.node]
	if box < 0 || box >= len(at.doc.client) || box >= len(at.doc.scroll) {
		return false, false
	}
	switch f.d.tag(at.doc, at.node) {
	case "html", "#document":
		return false, false
	case "body":
		// The window takes the overflow of the body, unless the document element
		// has one of its own.
		if !f.rootClips(at) {
			return false, false
		}
	}
	inner, content := at.doc.client[box], at.doc.scroll[box]
	return inner.W > 0 && content.W > inner.W, inner.H > 0 && content.H > inner.H
}

func (f *domFacts) rootClips(body nodeAt) bool {
	if body.node >= len(body.doc.parent) {
		return false
	}
	root := nodeAt{body.doc, body.doc.parent[body.node]}
	if root.node < 0 || root.node >= len(root.doc.boxOf) {
		return false
	}
	x, y, _ := f.overflow(root)
	return x != "visible" || y != "visible"
}

func scrolls(overflow string) bool {
	return overflow == "auto" || overflow == "scroll" || overflow == "overlay"
}

// overflow is an element's computed overflow along each axis, and whether it is
// told, not only the browser's own choice.
func (f *domFacts) overflow(at nodeAt) (x, y string, told bool) {
	box := at.doc.boxOf[at.node]
	if x = f.d.computed(at.doc, box, f.columns.overflowX); x != "" {
		y = f.d.computed(at.doc, box, f.columns.overflowY)
		if first, second, two := strings.Cut(x, " "); two && f.columns.overflowX == f.columns.overflowY {
			x, y = first, second
		}
		return x, y, true
	}
	x, y = f.ownOverflow(at)
	both := f.d.inlineStyle(at.doc, at.node, "overflow", overflowValues)
	if both != "" {
		first, second, two := strings.Cut(both, " ")
		if !two {
			second = first
		}
		x, y, told = first, second, true
	}
	if v := f.d.inlineStyle(at.doc, at.node, "overflow-x", overflowValues); v != "" {
		x, told = v, true
	}
	if v := f.d.inlineStyle(at.doc, at.node, "overflow-y", overflowValues); v != "" {
		y, told = v, true
	}
	// An axis that does not clip beside one that does scrolls.
	if (x == "visible") != (y == "visible") && x != "clip" && y != "clip" {
		if x == "visible" {
			x = "auto"
		} else {
			y = "auto"
		}
	}
	return x, y, told
}

// ownOverflow is the browser's choice for an element.
func (f *domFacts) ownOverflow(at nodeAt) (x, y string) {
	switch f.d.nodeName(at) {
	case "TEXTAREA":
		return "auto", "auto"
	case "SELECT":
		_, multiple := f.d.attr(at.doc, at.node, "multiple")
		size, _ := f.d.attr(at.doc, at.node, "size")
		if multiple || Finite(size) > 1 {
			return "hidden", "scroll"
		}
		return "hidden", "hidden"
	case "INPUT", "IMG", "CANVAS", "VIDEO", "IFRAME":
		return "clip", "clip"
	}
	return "visible", "visible"
}
