package lint

import (
	"math"
	"slices"

	"obscope/model"
)

// noPlace reports elements of the text whose frames no screen can hold.
func (c *checker) noPlace() {
	var ids []model.ID
	for _, id := range c.c.Tree.Order {
		if e := c.c.Element(id); c.in(id) && e.Has(model.HasFrame) && !e.Frame.OnScreen() {
			ids = append(ids, id)
		}
	}
	if len(ids) == 0 {
		return
	}
	first := ""
	if c.o.Set.Dialect == "indexed" {
		first = " and come first in reading order"
		if c.c.Element(ids[0]).Frame.Y > 0 {
			first = " and come last in reading order"
		}
	}
	c.group(Warning, ids, "%s of the text %s no place on screen%s: %s at %s, which toolkits report for what was never laid out, such as closed menus", count(len(ids), "element", "elements"), is(len(ids), "has", "have"), first,
		c.examples(ids), c.c.Element(ids[0]).Frame)
}

// inPopup reports kinds that stand in lists and menus, which have no area
// while they are closed.
func inPopup(k model.Kind) bool {
	switch k {
	case model.KindOption, model.KindMenuItem, model.KindMenuItemCheckbox, model.KindMenuItemRadio:
		return true
	}
	return false
}

// zeroSize reports elements to operate that have no area.
func (c *checker) zeroSize() {
	var ids []model.ID
	for _, id := range c.c.Tree.Order {
		e := c.c.Element(id)
		if c.in(id) && e.Has(model.HasFrame) && e.Frame.OnScreen() && e.Frame.Empty() && operable(e) && !passive(e) && !inPopup(e.Kind) && !c.hidden(e) {
			ids = append(ids, id)
		}
	}
	if len(ids) > 0 {
		c.group(Warning, ids, "%s to operate %s no area: %s at %s", count(len(ids), "element", "elements"), is(len(ids), "has", "have"),
			c.examples(ids), c.c.Element(ids[0]).Frame)
	}
}

// offScreen reports elements of the text that are outside the screen, and
// those that the capture calls hidden. Ancestors of something visible do not
// count: they hold it.
func (c *checker) offScreen() {
	area, name, known := c.area()
	var outside, unseen []model.ID
	t := &c.c.Tree
	lines := 0
	for _, id := range t.Order {
		if !c.in(id) {
			continue
		}
		lines++
		e := c.c.Element(id)
		if t.Size[id] > 1 && !operable(e) {
			continue
		}
		switch {
		case e.Has(model.HasFrame) && !e.Frame.OnScreen(): // noPlace tells
		case known && e.Has(model.HasFrame) && !e.Frame.Empty() && apart(e.Frame, area):
			outside = append(outside, id)
		case c.hidden(e):
			unseen = append(unseen, id)
		}
	}
	if len(outside) > 0 {
		c.group(Note, outside, "%s of the text %s outside %s %s: %s", count(len(outside), "element", "elements"), is(len(outside), "is", "are"), name, area, c.examples(outside))
	}
	if len(unseen) > 0 {
		severity := Note
		if 2*len(unseen) >= lines {
			severity = Warning // most of the text is about what nobody sees
		}
		c.group(severity, unseen, "%s of the text %s hidden, the capture says: %s", count(len(unseen), "element", "elements"), is(len(unseen), "is", "are"), c.examples(unseen))
	}
}

// apart reports boxes that share no point.
func apart(a, b model.Rect) bool {
	return a.X >= b.X+b.W || b.X >= a.X+a.W || a.Y >= b.Y+b.H || b.Y >= a.Y+a.H
}

// ratios are the scales between points and pixels of the screens there are.
var ratios = []float64{1.25, 1.5, 1.75, 2, 2.625, 3}

// ratioOf finds the scale that v is, if it is one, within 1 %; inverse tells
// that it is 1/scale.
func ratioOf(v float64) (scale float64, inverse, ok bool) {
	for _, r := range ratios {
		if math.Abs(v/r-1) < 0.01 {
			return r, false, true
		}
		if math.Abs(v*r-1) < 0.01 {
			return r, true, true
		}
	}
	return 0, false, false
}

// scaleMismatch reports frames in two units.
func (c *checker) scaleMismatch() {
	c.rootScale()
	if !c.sizeScale() {
		c.originScale()
	}
}

// rootScale compares the root with the captured screen.
func (c *checker) rootScale() {
	root, ok := c.root()
	screen := c.c.Screen
	if !ok || screen.Empty() {
		return
	}
	f := c.c.Element(root).Frame
	if f.Empty() || !f.OnScreen() {
		return
	}
	w, wInverse, okW := ratioOf(f.W / screen.W)
	h, hInverse, okH := ratioOf(f.H / screen.H)
	if okW && okH && w == h && wInverse == hInverse {
		than := "larger"
		if wInverse {
			than = "smaller"
		}
		c.element(Warning, root, "the root %s is %g times %s than the captured screen %s: frames and screen are in different units", f, w, than, screen)
	}
}

// sizeScale reports elements that are larger than their parents by one of the
// ratios in both directions, where the parent is a large part of the surface:
// a tree in points under a window in pixels.
func (c *checker) sizeScale() bool {
	area, _, ok := c.area()
	if !ok {
		return false
	}
	t := &c.c.Tree
	for _, id := range t.Order {
		parent := t.Parent[id]
		if parent == model.None {
			continue
		}
		f, p := c.c.Elements[id].Frame, c.c.Elements[parent].Frame
		if f.Empty() || p.Empty() || !f.OnScreen() || p.W*p.H < area.W*area.H/4 {
			continue
		}
		w, wInverse, okW := ratioOf(f.W / p.W)
		h, hInverse, okH := ratioOf(f.H / p.H)
		if okW && okH && w == h && !wInverse && !hInverse {
			c.element(Warning, id, "%s %s is %g times its parent %s in both directions: from here on frames seem to be in another unit", label(c.c.Element(id)), f, w, p)
			return true
		}
	}
	return false
}

// Evidence for originScale: that many children, and that share of all, leave
// their parents to the right and below at once. What scrolls leaves in one
// direction only.
const (
	leaversLeast = 8
	leaversShare = 10 // percent
)

// originScale reports captures in which dividing the origins by one of the
// ratios brings children back into their parents.
func (c *checker) originScale() {
	t := &c.c.Tree
	var leavers []model.ID
	pairs := 0
	for _, id := range t.Order {
		parent := t.Parent[id]
		if parent == model.None {
			continue
		}
		f, p := c.c.Elements[id].Frame, c.c.Elements[parent].Frame
		if f.Empty() || p.Empty() || !f.OnScreen() || !p.OnScreen() {
			continue
		}
		pairs++
		if f.X+f.W > p.X+p.W+1 && f.Y+f.H > p.Y+p.H+1 {
			leavers = append(leavers, id)
		}
	}
	if len(leavers) < leaversLeast || len(leavers)*100 < pairs*leaversShare {
		return
	}
	for _, r := range ratios {
		back := 0
		for _, id := range leavers {
			f, p := c.c.Elements[id].Frame, c.c.Elements[t.Parent[id]].Frame
			x, y := f.X/r, f.Y/r
			if x >= p.X-1 && y >= p.Y-1 && x+f.W <= p.X+p.W+1 && y+f.H <= p.Y+p.H+1 {
				back++
			}
		}
		if back*10 >= len(leavers)*9 {
			c.group(Warning, slices.Clone(leavers), "%s leave their parents to the right and below, and fit when their origins are divided by %g: origins and sizes seem to be in different units",
				count(len(leavers), "element", "elements"), r)
			return
		}
	}
}
