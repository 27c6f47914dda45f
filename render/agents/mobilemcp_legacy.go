package agents

import (
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/internal/text/jsvalue"
	"obscope/model"
	"obscope/render"
)

// legacy reads a uiautomator dump as mobile-mcp's older Android path does, in
// the way of the parser it uses (fast-xml-parser 5.8).
func (b *mobileBound) legacy(c *model.Capture) {
	found := make([]render.Stage, len(c.Elements))
	eachElement(c, func(id model.ID, e *model.Element) {
		b.elements[id].stage = mobileOff
		if isAndroidNode(e) {
			found[id] = b.androidNode(id, e)
		}
	})
	top, ok := androidRoots(c)
	switch {
	case !ok:
		// The original reads hierarchy.node and fails where there is none. The
		// elements of Appium's page source are then written all the same.
		b.warnings.Add(model.OriginalFails, "there is no <hierarchy> with a <node> below it, on which mobile-mcp fails")
		top = nil
		c.Tree.Children(model.None, func(id model.ID) bool { top = append(top, id); return true })
	case len(top) > 1:
		b.warnings.Add(model.Noted, "several nodes stand side by side below <hierarchy>: mobile-mcp lists none of them")
		b.order = c.Tree.Order
		return
	}
	const deepest = 100 // tags, where the parser gives up
	deep := false
	seen := make([]bool, len(c.Elements))
	for _, root := range top {
		b.childrenFirst(c, root, ok, func(id model.ID) {
			seen[id] = true
			deep = deep || c.Tree.Depth[id] >= deepest
			if isAndroidNode(&c.Elements[id]) {
				b.elements[id].stage = found[id]
			}
			b.order = append(b.order, id)
		})
	}
	for id := range seen {
		if !seen[id] {
			b.order = append(b.order, model.ID(id))
		}
	}
	if deep {
		b.warnings.Add(model.OriginalFails, "tags are nested more than 100 deep, on which mobile-mcp's XML parser fails")
	}
}

// androidRoots lists the <node> elements right below the one <hierarchy>.
func androidRoots(c *model.Capture) (top []model.ID, ok bool) {
	var roots []model.ID
	c.Tree.Children(model.None, func(id model.ID) bool { roots = append(roots, id); return true })
	if len(roots) != 1 || c.Elements[roots[0]].Role != "hierarchy" || isAndroidNode(&c.Elements[roots[0]]) {
		return nil, false
	}
	c.Tree.Children(roots[0], func(id model.ID) bool {
		if isNodeTag(c, &c.Elements[id]) {
			top = append(top, id)
		}
		return true
	})
	return top, len(top) > 0
}

// isAndroidNode tells nodes from the frame around them (hierarchy, display,
// window), of which the loader says no visibility.
func isAndroidNode(e *model.Element) bool { return e.States.Is(model.Visible) != model.Unsaid }

// isNodeTag reports an element whose tag is node.
func isNodeTag(c *model.Capture, e *model.Element) bool {
	return isAndroidNode(e) && (c.Shape == "dump" || model.FindMember(e.Raw, "#tag").Kind == jsontext.Missing)
}

// childrenFirst visits the subtree of root, children before their parent; under
// tagged only what is reached through <node> tags.
func (b *mobileBound) childrenFirst(c *model.Capture, root model.ID, tagged bool, visit func(model.ID)) {
	var open []model.ID
	t := &c.Tree
	end := t.Pos[root] + t.Size[root]
	for at := t.Pos[root]; at < end; {
		id := t.Order[at]
		for n := len(open); n > 0 && t.Depth[open[n-1]] >= t.Depth[id]; n-- {
			visit(open[n-1])
			open = open[:n-1]
		}
		if tagged && !isNodeTag(c, &c.Elements[id]) {
			at += t.Size[id]
			continue
		}
		open = append(open, id)
		at++
	}
	for n := len(open); n > 0; n-- {
		visit(open[n-1])
	}
}

// androidNode fills an element from a node's attributes and returns the stage
// where it goes out.
func (b *mobileBound) androidNode(id model.ID, e *model.Element) render.Stage {
	m := &b.elements[id]
	var text, desc, hint, resource, class, bounds string // JSON text, "" for missing
	checkable := false
	eachAttr(e.Raw, func(name string, v xmlAttr) {
		source := false
		if strings.HasSuffix(name, "#source") {
			name, source = strings.TrimSuffix(name, "#source"), true
		}
		switch name {
		case "text":
			text = parserJSON(v, source)
		case "content-desc":
			desc = parserJSON(v, source)
		case "hint":
			hint = parserJSON(v, source)
		case "resource-id":
			resource = parserJSON(v, source)
		case "class":
			class = parserJSON(v, source)
		case "bounds":
			bounds = parserJSON(v, source)
		case "checkable":
			checkable = parserJSON(v, source) == `"true"`
		case "focused":
			m.set(mobileFocused, parserJSON(v, source) == `"true"`)
		}
	})
	if !truthyJSON(text) && !truthyJSON(desc) && !truthyJSON(hint) && !truthyJSON(resource) && !checkable {
		return mobileMute
	}
	if m.field[mobileType] = class; !truthyJSON(class) {
		m.field[mobileType] = `"text"`
	}
	m.field[mobileText] = text
	m.field[mobileLabel] = `""`
	for _, label := range [...]string{hint, desc} {
		if truthyJSON(label) {
			m.field[mobileLabel] = label
		}
	}
	if truthyJSON(resource) {
		m.field[mobileID] = resource
	}
	m.frame = e.Frame
	if !e.Has(model.HasFrame) || e.Frame.Empty() || !wholeBounds(strings.Trim(bounds, `"`)) {
		return mobileNoSize
	}
	return render.Kept
}

// parserJSON is an attribute as fast-xml-parser reads it, trimmed, as JSON
// text.
func parserJSON(v xmlAttr, source bool) string {
	if !source && !trims(string(v)) {
		return string(v)
	}
	text := v.text()
	if source {
		text = parserText(text)
	}
	return jsontext.Quote(jsvalue.Trim(text))
}

// trims reports whether JavaScript's trim may take something off a JSON
// string: it begins or ends with a blank, an escape or anything but ASCII.
func trims(quoted string) bool {
	if len(quoted) <= 2 {
		return false
	}
	odd := func(c byte) bool { return c <= ' ' || c == '\\' || c >= 0x80 }
	last := len(quoted) - 2
	return odd(quoted[1]) || odd(quoted[last]) || last > 2 && quoted[last-1] == '\\'
}

// wholeBounds reports bounds that are [x1,y1][x2,y2] in digits alone.
func wholeBounds(s string) bool {
	for _, mark := range [...]byte{'[', ',', '[', ','} {
		if len(s) == 0 || s[0] != mark {
			return false
		}
		s = s[1:]
		n := 0
		for n < len(s) && s[n] >= '0' && s[n] <= '9' {
			n++
		}
		if n == 0 {
			return false
		}
		if s = s[n:]; mark == ',' {
			if len(s) == 0 || s[0] != ']' {
				return false
			}
			s = s[1:]
		}
	}
	return s == ""
}

// parserText decodes an attribute's spelling as fast-xml-parser does: the five
// named references, and no others.
func parserText(s string) string { return parserReferences.Replace(s) }

var parserReferences = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&quot;", `"`, "&apos;", "'", "&amp;", "&", "\r\n", "\n", "\r", "\n")
