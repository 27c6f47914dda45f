package agents

import (
	"strconv"

	"obscope/internal/text/jsontext"
	"obscope/model"
)

// chromeRoles are the names that Chromium has for kinds where they are not
// those of WAI-ARIA.
var chromeRoles = map[model.Kind]string{
	model.KindDocument:    "RootWebArea",
	model.KindText:        "StaticText",
	model.KindIframe:      "Iframe",
	model.KindImage:       "image",
	model.KindCanvas:      "Canvas",
	model.KindCaption:     "Caption",
	model.KindFigure:      "figure",
	model.KindProgressbar: "progressbar",
	model.KindWindow:      "window",
	model.KindWebview:     "WebView",
}

// chromeRole is what Chromium would call an element; of a browser's capture it
// is the role as captured.
func chromeRole(c *model.Capture, e *model.Element) string {
	if c.Format == "puppeteer" || e.Kind == model.KindUnknown {
		return e.Role
	}
	if role, ok := chromeRoles[e.Kind]; ok {
		return role
	}
	return e.Kind.String()
}

// stateProps are the properties by which Chromium tells a state, and whether it
// tells them as a tristate.
var stateProps = []struct {
	state    model.State
	name     string
	tristate bool
	inverse  bool
	falseToo bool // it is told when it is false, too
}{
	{model.Enabled, "disabled", false, true, false},
	{model.Focusable, "focusable", false, false, false},
	{model.Focused, "focused", false, false, false},
	{model.Multiline, "multiline", false, false, false},
	{model.ReadOnly, "readonly", false, false, false},
	{model.Required, "required", false, false, false},
	{model.Invalid, "invalid", true, false, false},
	{model.Checked, "checked", true, false, true},
	{model.Pressed, "pressed", true, false, true},
	{model.Expanded, "expanded", false, false, true},
	{model.Selected, "selected", false, false, true},
	{model.Multiselectable, "multiselectable", false, false, false},
	{model.Modal, "modal", false, false, false},
	{model.Busy, "busy", false, false, false},
	{model.Hidden, "hidden", false, false, false},
}

var tristates = [...]string{model.No: "false", model.Yes: "true", model.Mixed: "mixed"}

// axTreeOfModel tells a capture of any format in Chromium's terms: its tree, and
// of every element the role, the name, the value, the description and the
// states. Node ids are the elements' positions from 1.
func axTreeOfModel(c *model.Capture) *axTree {
	n := len(c.Elements)
	t := &axTree{c: c, nodes: make([]axNode, n), kids: make([]int32, 0, n), props: make([]axProp, 0, 2*n)}
	t.parts = []axPart{{from: 0, to: int32(n), host: -1}}
	said := func(s string) axValue { return axValue{jsontext.Object, true, textAtom(s)} }
	for i := range c.Elements {
		e, node := &c.Elements[i], &t.nodes[i]
		node.key, node.parentKey = int32(i), int32(c.Tree.Parent[i])
		node.hasParent = node.parentKey >= 0
		id := strconv.Itoa(i + 1)
		node.nodeID, node.backend = textAtom(id), atom{jsontext.Number, id}
		node.ignored = boolAtom(e.Ignored)
		node.role = said(chromeRole(c, e))
		node.name = said(e.Name)
		if e.Has(model.HasValue) {
			node.value = said(e.Value)
		}
		if e.Description != "" {
			node.description = said(e.Description)
		}
		node.propFrom = int32(len(t.props))
		for _, p := range stateProps {
			truth := e.States.Is(p.state)
			if p.inverse && truth != model.Unsaid {
				truth = model.No + model.Yes - truth
			}
			if truth == model.Unsaid || truth == model.No && !p.falseToo {
				continue
			}
			value := boolAtom(truth == model.Yes)
			if p.tristate {
				value = textAtom(tristates[truth])
			}
			t.props = append(t.props, axProp{p.name, true, axValue{jsontext.Object, true, value}})
		}
		node.propTo = int32(len(t.props))
		node.kidFrom = int32(len(t.kids))
		node.hasKids = true
		c.Tree.Children(model.ID(i), func(kid model.ID) bool {
			t.kids = append(t.kids, int32(kid))
			return true
		})
		node.kidTo = int32(len(t.kids))
	}
	t.index(0, int32(n), int32(n))
	return t
}
