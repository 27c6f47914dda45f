package render

import (
	"strings"
	"sync"

	"obscope/internal/text/jsvalue"
	"obscope/model"
)

// facts are what observations ask of a capture again and again, computed when
// first asked.
type facts struct {
	c *model.Capture

	actionableOnce sync.Once
	actionableSet  []bool
	wrapperOnce    sync.Once
	wrapperSet     []bool
	haystackOnce   sync.Once
	haystacks      []string
}

// actionable reports which elements a person can operate.
func (f *facts) actionable() []bool {
	f.actionableOnce.Do(func() {
		f.actionableSet = make([]bool, len(f.c.Elements))
		for i := range f.c.Elements {
			f.actionableSet[i] = f.c.Elements[i].Actionable()
		}
	})
	return f.actionableSet
}

// wrappers reports which elements are containers that say nothing, whatever
// their children.
func (f *facts) wrappers() []bool {
	f.wrapperOnce.Do(func() {
		f.wrapperSet = make([]bool, len(f.c.Elements))
		for i := range f.c.Elements {
			if e := &f.c.Elements[i]; e.Irregular && isMaka(f.c) {
				f.wrapperSet[i] = wrapperIrregular(f.c, e)
			} else {
				f.wrapperSet[i] = wrapperShape(f.c, e)
			}
		}
	})
	return f.wrapperSet
}

// haystack holds, for every element, the text that a query searches: name,
// value, role and subrole joined by blanks and lower-cased as JavaScript does.
func (f *facts) haystack() []string {
	f.haystackOnce.Do(func() {
		f.haystacks = make([]string, len(f.c.Elements))
		var b []byte
		for i := range f.c.Elements {
			b = b[:0]
			for j, part := range searched(&f.c.Elements[i]) {
				if j > 0 {
					b = append(b, ' ')
				}
				b = append(b, part...)
			}
			f.haystacks[i] = jsvalue.Lower(string(b))
		}
	})
	return f.haystacks
}

// searched lists the parts of an element that a query searches; a part that
// was not captured, or is not a string, is left out.
func searched(e *model.Element) []string {
	if e.Irregular {
		return searchedIrregular(e)
	}
	parts := make([]string, 0, 4)
	add := func(has model.Fields, s string) {
		if e.Has(has) {
			parts = append(parts, s)
		}
	}
	add(model.HasName, e.Name)
	add(model.HasValue, e.Value)
	add(model.HasRole, e.Role)
	add(model.HasSubrole, e.Subrole)
	return parts
}

// needle prepares a query as Maka does; an empty needle matches everything.
func needle(query string) string { return jsvalue.Lower(jsvalue.Trim(query)) }

// matches reports which elements hold the query in their own text.
func (f *facts) matches(query string) []bool {
	want := needle(query)
	hay := f.haystack()
	hit := make([]bool, len(hay))
	find := strings.Contains
	if hasHalf(want) {
		find = containsUnits
	}
	for i, text := range hay {
		hit[i] = find(text, want)
	}
	return hit
}

// inside reports whether the element's centre is in the viewport; an element
// without a captured frame has no place and is reported as placed=false.
func inside(e *model.Element, v model.Rect) (in, placed bool) {
	if !e.Has(model.HasFrame) {
		return false, false
	}
	if !e.Frame.OnScreen() {
		return false, true
	}
	return v.Holds(e.Frame.Center()), true
}

// withAncestors adds to the kept elements everything above them.
func withAncestors(t *model.Tree, keep []bool) {
	for id := range keep {
		if !keep[id] {
			continue
		}
		for p := t.Parent[id]; p != model.None && !keep[p]; p = t.Parent[p] {
			keep[p] = true
		}
	}
}

// narrow applies the common options for dialects that lack them: the elements
// they take out, by the stage that did, or nil if they take out none. What
// stands above a kept element is kept.
func (f *facts) narrow(s Settings) []Stage {
	var out []Stage
	apply := func(stage Stage, keep []bool) {
		if out == nil {
			out = make([]Stage, len(f.c.Elements))
		}
		for id := range out {
			if out[id] != Kept {
				keep[id] = false
			}
		}
		withAncestors(&f.c.Tree, keep)
		for id := range out {
			if out[id] == Kept && !keep[id] {
				out[id] = stage
			}
		}
	}
	if s.Interactive {
		apply(AtRole, append([]bool(nil), f.actionable()...))
	}
	if s.Viewport.Mode == ViewportAt {
		keep := make([]bool, len(f.c.Elements))
		for id := range keep {
			in, placed := inside(&f.c.Elements[id], s.Viewport.Rect)
			keep[id] = in || !placed
		}
		apply(AtViewport, keep)
	}
	if s.HasQuery && needle(s.Query) != "" {
		apply(AtQuery, f.matches(s.Query))
	}
	if s.Collapse != CollapseNone {
		keep := make([]bool, len(f.c.Elements))
		wraps := f.wrappers()
		for id := range keep {
			keep[id] = !(wraps[id] && wrapsEnough(&f.c.Tree, model.ID(id), s.Collapse))
		}
		for id := range keep {
			if !keep[id] && (out == nil || out[id] == Kept) {
				if out == nil {
					out = make([]Stage, len(f.c.Elements))
				}
				out[id] = AtCollapse
			}
		}
	}
	return out
}

// wrapperShape is Maka's test for a container that says nothing, but for its
// children. In captures of other toolkits only an activating action says
// something: Chromium on AT-SPI gives every element two others.
func wrapperShape(c *model.Capture, e *model.Element) bool {
	acts := len(e.Actions) > 0
	if !c.AX {
		acts = e.Activates()
	}
	return c.Structural(e) && e.Name == "" && !e.Has(model.HasValue) && !acts &&
		e.States.Is(model.Focused) != model.Yes && e.States.Is(model.Selected) != model.Yes
}

// wrapsEnough reports whether a container has the children that the degree of
// collapse asks for.
func wrapsEnough(t *model.Tree, id model.ID, degree Collapse) bool {
	if t.Size[id] == 1 {
		return false
	}
	first := t.Order[t.Pos[id]+1]
	return degree == CollapseAny || t.Size[first] == t.Size[id]-1
}
