package agents

import (
	"strings"

	"obscope/internal/jsontext"
	"obscope/internal/jsvalue"
	"obscope/model"
	"obscope/render"
)

// legacy reads a uiautomator dump as mobile-mcp's older Android path does, in
// the way of the parser it uses (fast-xml-parser 5.8).
func (b *mobileBound) legacy(c *model.Capture) {
	for id := range c.Elements {
		b.elements[id].stage = mobileOff
	}
	top, ok := androidRoots(c)
	switch {
	case !ok:
		// The original reads hierarchy.node and fails where there is none. The
		// elements of Appium's page source are then written all the same.
		b.warnings = append(b.warnings, "there is no <hierarchy> with a <node> below it, on which mobile-mcp fails")
		top = nil
		c.Tree.Children(model.None, func(id model.ID) bool { top = append(top, id); return true })
	case len(top) > 1:
		b.warnings = append(b.warnings, "several nodes stand side by side below <hierarchy>: mobile-mcp lists none of them")
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
			if e := &c.Elements[id]; isAndroidNode(e) {
				b.elements[id].stage = b.androidNode(id, e)
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
		b.warnings = append(b.warnings, "tags are nested more than 100 deep, on which mobile-mcp's XML parser fails")
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
		if isNodeTag(&c.Elements[id]) {
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
func isNodeTag(e *model.Element) bool {
	return isAndroidNode(e) && model.FindMember(e.Own, "#tag").Kind == jsontext.Missing
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
		if tagged && !isNodeTag(&c.Elements[id]) {
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
	var text, desc, hint, resource, class, bounds androidAttr
	checkable := false
	eachMember(e.Own, func(name string, v jsontext.Value) {
		name, isSource := strings.CutSuffix(name, "#source")
		var to *androidAttr
		switch name {
		case "text":
			to = &text
		case "content-desc":
			to = &desc
		case "hint":
			to = &hint
		case "resource-id":
			to = &resource
		case "class":
			to = &class
		case "bounds":
			to = &bounds
		case "checkable":
			checkable = v.Text == "true"
			return
		case "focused":
			m.set(mobileFocused, jsvalue.Trim(v.Text) == "true")
			return
		default:
			return
		}
		if to.value, to.given = v.Text, true; isSource {
			to.value = parserText(v.Text)
		}
		to.value = jsvalue.Trim(to.value)
	})
	if text.value == "" && desc.value == "" && hint.value == "" && resource.value == "" && !checkable {
		return mobileMute
	}
	if class.value == "" {
		class.value = "text"
	}
	m.field[mobileType] = jsontext.Quote(class.value)
	if text.given {
		m.field[mobileText] = jsontext.Quote(text.value)
	}
	label := desc.value
	if label == "" {
		label = hint.value
	}
	m.field[mobileLabel] = jsontext.Quote(label)
	if resource.value != "" {
		m.field[mobileID] = jsontext.Quote(resource.value)
	}
	m.frame = e.Frame
	if !e.Has(model.HasFrame) || e.Frame.Empty() || !wholeBounds(bounds.value) {
		return mobileNoSize
	}
	return render.Kept
}

type androidAttr struct {
	value string
	given bool
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
