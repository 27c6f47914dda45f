package lint

import (
	"fmt"
	"strings"

	"obscope/internal/text/words"
	"obscope/model"
)

// emptyShare is the part of the surface from which an empty container is
// large, as a divisor; smallest is the least area of content that is missed.
const (
	emptyShare = 5
	smallest   = 64 * 64
	mostLarge  = 48 // candidates looked at, the first in document order
)

// emptyContainer reports large containers without children in whose place no
// other element has anything to say: a background has.
func (c *checker) emptyContainer() {
	area, name, ok := c.area()
	if !ok {
		return
	}
	var large []model.ID
	for _, id := range c.c.Tree.Order {
		e := c.c.Element(id)
		if c.c.Tree.Size[id] == 1 && holdsThings(e.Kind) && !opaque(e.Kind) && !echo(e) && e.Has(model.HasFrame) && e.Frame.OnScreen() &&
			!c.hidden(e) && blank(e.Value) && shared(e.Frame, area)*emptyShare >= area.W*area.H && len(large) < mostLarge {
			large = append(large, id)
		}
	}
	for _, id := range large {
		if c.covered(id) {
			continue
		}
		e := c.c.Element(id)
		c.element(Warning, id, "%s %s is %.0f %% of %s and holds nothing: its content is probably not exposed", label(e), e.Frame,
			100*shared(e.Frame, area)/(area.W*area.H), name)
	}
}

// emptyBar reports the tab, navigation and tool bars of iOS in whose place there
// is nothing with words: accessibility often leaves their items out, and what is
// not in the tree can be found by no agent.
func (c *checker) emptyBar() {
	if c.c.Unit != "points" {
		return // bars of other toolkits may be empty
	}
	for _, id := range c.c.Tree.Order {
		e := c.c.Element(id)
		bar := barWord(e)
		if bar == "" || c.c.Tree.Size[id] > 1 || echo(e) || c.hidden(e) || !e.Has(model.HasFrame) || !e.Frame.OnScreen() || e.Frame.Empty() || c.covered(id) {
			continue
		}
		c.element(Warning, id, "%s %s, a %s, holds nothing: its items are not in this capture; take it with a tool that asks for the element at a point, or tap by position", label(e), e.Frame, bar)
	}
}

// barWord is what calls an element a bar: its type, how its role is described, or
// the name of a group.
func barWord(e *model.Element) string {
	said := []string{e.Role, e.Member("role_description").Text}
	if holdsThings(e.Kind) {
		said = append(said, e.Name)
	}
	for _, s := range said {
		switch strings.ToLower(strings.ReplaceAll(s, " ", "")) {
		case "tabbar", "axtabbar":
			return "tab bar"
		case "navbar", "navigationbar", "axnavigationbar":
			return "navigation bar"
		case "toolbar", "axtoolbar":
			return "tool bar"
		}
	}
	return ""
}

// covered reports whether another element with words has its centre in the
// container's place.
func (c *checker) covered(id model.ID) bool {
	f := c.c.Element(id).Frame
	for i := range c.c.Elements {
		e := &c.c.Elements[i]
		if model.ID(i) == id || !e.Has(model.HasFrame) || blank(e.Name) && blank(e.Value) || c.c.Tree.Within(id, model.ID(i)) {
			continue
		}
		if f.Holds(e.Frame.Center()) {
			return true
		}
	}
	return false
}

// shared is the area that two boxes have in common.
func shared(a, b model.Rect) float64 {
	w := min(a.X+a.W, b.X+b.W) - max(a.X, b.X)
	h := min(a.Y+a.H, b.Y+b.H) - max(a.Y, b.Y)
	if w <= 0 || h <= 0 {
		return 0
	}
	return w * h
}

// holdsThings reports the kinds that are there for what is inside them.
func holdsThings(k model.Kind) bool {
	switch k {
	case model.KindUnknown, model.KindGeneric, model.KindGroup, model.KindRegion, model.KindWindow, model.KindDialog, model.KindDocument,
		model.KindMain, model.KindForm, model.KindArticle, model.KindList, model.KindTable, model.KindGrid, model.KindTree, model.KindTreegrid,
		model.KindTabpanel, model.KindApplication, model.KindFigure:
		return true
	}
	return false
}

// opaque reports the kinds whose content often stays out of the tree.
func opaque(k model.Kind) bool {
	switch k {
	case model.KindWebview, model.KindCanvas, model.KindIframe, model.KindDocument:
		return true
	}
	return false
}

// opaqueContent reports web views, canvases, iframes and documents without
// anything in them, kind by kind.
func (c *checker) opaqueContent() {
	groups := map[model.Kind][]model.ID{}
	for _, id := range c.c.Tree.Order {
		e := c.c.Element(id)
		if !opaque(e.Kind) || echo(e) || c.c.Tree.Size[id] > 1 || c.hidden(e) || !blank(e.Value) {
			continue
		}
		if e.Has(model.HasFrame) && (!e.Frame.OnScreen() || e.Frame.W*e.Frame.H < smallest) {
			continue // frames of trackers, icons that are drawn
		}
		groups[e.Kind] = append(groups[e.Kind], id)
	}
	for _, kind := range []model.Kind{model.KindIframe, model.KindWebview, model.KindDocument, model.KindCanvas} {
		ids := groups[kind]
		if len(ids) == 0 {
			continue
		}
		what, why := kind.String(), "its content is not in this capture"
		switch kind {
		case model.KindIframe:
			why = "the document of the frame is not in this capture"
		case model.KindCanvas:
			why = "what is drawn in it has no elements"
		}
		c.group(Warning, ids, "%s without content: %s; %s", count(len(ids), what, what+"s"), c.examplesAt(ids), why)
	}
}

// examplesAt is examples with the place of the first.
func (c *checker) examplesAt(ids []model.ID) string {
	text := c.examples(ids)
	if at := place(c.c.Element(ids[0])); at != "" && len(ids) == 1 {
		text += " at " + at
	}
	return text
}

// A capture of so many elements with less than one in a hundred to operate is
// unusual.
const (
	fewElements = 100
	fewShare    = 100
)

// fewActionable reports captures in which almost nothing can be operated.
func (c *checker) fewActionable() {
	n, actionable := 0, 0
	for i := range c.c.Elements {
		e := &c.c.Elements[i]
		if echo(e) {
			continue
		}
		n++
		if operable(e) && !passive(e) {
			actionable++
		}
	}
	if n >= fewElements && actionable*fewShare <= n {
		c.whole(Note, "%s of %s elements can be operated: controls may be missing or have roles that say nothing", fmt.Sprint(actionable), words.Thousands(n))
	}
}

// emptyText reports captures of nothing, and observations without elements.
func (c *checker) emptyText() {
	n := len(c.c.Elements)
	switch why := c.o.Empty(); {
	case n == 0 && len(c.c.Warnings) > 0:
		c.whole(Error, "the capture has no elements: %s", c.c.Warnings[0].Text)
	case c.saysNothing():
		c.whole(Error, "the capture has %s and nothing to read or operate: the wrong window, an application that does not expose its tree, or no permission to read it",
			count(n, "element", "elements"))
	case why != "":
		c.whole(Error, "the text names no element: %s", why)
	}
}

// saysNothing reports captures of an element or two that hold no value and
// have nothing to operate.
func (c *checker) saysNothing() bool {
	const little = 2
	if len(c.c.Elements) > little {
		return false
	}
	for i := range c.c.Elements {
		if e := &c.c.Elements[i]; operable(e) || !blank(e.Value) || e.Kind == model.KindText {
			return false
		}
	}
	return true
}
