package loaders

import (
	"math"
	"strings"

	"obscope/internal/text/words"
	"obscope/model"
)

// place reads Rect.fromLTRB(l, t, r, b), which is in the coordinates of the
// parent, with what a scale or another transform adds: then it is in those of
// the node itself.
func (l *flutterReader) place(e *model.Element, s string) {
	inside, after, ok := strings.Cut(strings.TrimPrefix(s, "Rect.fromLTRB("), ")")
	fields := strings.Split(inside, ", ")
	if !ok || len(fields) != 4 {
		return
	}
	var v [4]float64
	for i, f := range fields {
		if v[i], ok = spelled(f); !ok {
			return
		}
	}
	space := &l.spaces[len(l.open)-1]
	after = strings.TrimSpace(after)
	scale, scaled := strings.CutPrefix(after, "scaled by ")
	matrix, transformed := strings.CutPrefix(after, "with transform ")
	switch {
	case scaled:
		if scale, ok := spelled(strings.TrimSuffix(scale, "x")); ok {
			scale = l.unrounded(scale, v)
			*space = space.after(flutterSpace{xx: scale, yy: scale})
		}
	case transformed:
		if m, ok := flutterMatrix(matrix); ok {
			*space = space.after(m)
		} else {
			l.turned++
		}
	default:
		setFrame(e, space.rect(v))
		*space = space.after(flutterSpace{xx: 1, yy: 1, x: v[0], y: v[1]})
		return
	}
	setFrame(e, space.rect(v))
}

// after places what m places in s.
func (s flutterSpace) after(m flutterSpace) flutterSpace {
	return flutterSpace{
		xx: s.xx*m.xx + s.xy*m.yx, xy: s.xx*m.xy + s.xy*m.yy, x: s.xx*m.x + s.xy*m.y + s.x,
		yx: s.yx*m.xx + s.yy*m.yx, yy: s.yx*m.xy + s.yy*m.yy, y: s.yx*m.x + s.yy*m.y + s.y,
	}
}

// rect is the box around left, top, right, bottom.
func (s flutterSpace) rect(v [4]float64) model.Rect {
	var box model.Rect
	right, bottom := math.Inf(-1), math.Inf(-1)
	box.X, box.Y = math.Inf(1), math.Inf(1)
	for _, p := range [...][2]float64{{v[0], v[1]}, {v[2], v[1]}, {v[0], v[3]}, {v[2], v[3]}} {
		x, y := settled(s.xx*p[0]+s.xy*p[1]+s.x), settled(s.yx*p[0]+s.yy*p[1]+s.y)
		box.X, right = min(box.X, x), max(right, x)
		box.Y, bottom = min(box.Y, y), max(bottom, y)
	}
	box.W, box.H = right-box.X, bottom-box.Y
	return box
}

// settled undoes what multiplying adds to a number that was whole or printed
// with few digits: a quarter turn has 2.4e-16 where 0 is meant.
func settled(v float64) float64 {
	const most, digits = 1e9, 1e6
	if math.Abs(v) > most {
		return v
	}
	return math.Round(v*digits) / digits
}

// flutterMatrix reads [[1.0,0.0,0.0,330.0]; [0.0,…]; …; …], wherever it was
// wrapped. What depends on depth or shrinks with distance is no shift, scale or
// turn.
func flutterMatrix(text string) (m flutterSpace, ok bool) {
	fields := strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune("[]; ,", c) })
	if len(fields) != 16 {
		return m, false
	}
	var v [16]float64
	for i, f := range fields {
		if v[i], ok = spelled(f); !ok {
			return m, false
		}
	}
	if v[12] != 0 || v[13] != 0 || v[15] != 1 {
		return m, false
	}
	return flutterSpace{v[0], v[1], v[3], v[4], v[5], v[7]}, true
}

// unrounded finds the scale that was printed with one digit behind the point:
// right below the root the two boxes are the same surface in device and in
// logical pixels, and a scale is a whole number of dots per inch over 160.
func (l *flutterReader) unrounded(printed float64, v [4]float64) float64 {
	if len(l.open) != 2 || l.c.Elements[l.open[0]].Frame.Empty() {
		return printed
	}
	l.c.Unit = "device pixels"
	const half, dpi = 0.05, 160 // of the last digit
	root := l.c.Elements[l.open[0]].Frame
	low, high := printed-half, printed+half
	for _, side := range [...][2]float64{{root.W, v[2] - v[0]}, {root.H, v[3] - v[1]}} {
		low, high = max(low, (side[0]-half)/(side[1]+half)), min(high, (side[0]+half)/(side[1]-half))
	}
	switch dots := math.Round((low + high) / 2 * dpi); {
	case low > high || high <= 0:
		return printed
	case low <= dots/dpi && dots/dpi <= high:
		return dots / dpi
	}
	return (low + high) / 2
}

// capture finishes the tree that was read from text.
func (l *flutterReader) capture(text string) *model.Capture {
	l.finish()
	l.link()
	c := l.c
	c.Text = text
	l.nameMerged()
	if l.turned > 0 {
		c.Warn(words.Count(l.turned, "element has", "elements have") + " a transform that is neither a shift, a scale nor a turn; the frames there and below are not placed")
	}
	if len(c.Elements) <= 1 {
		c.Warn("the tree has no nodes below its root: semantics were off (an accessibility service or a SemanticsBinding.ensureSemantics turns them on)")
	}
	if len(c.Elements) > 0 && c.Elements[0].Frame.OnScreen() {
		c.Screen = c.Elements[0].Frame
	}
	return c
}

// nameMerged gives the words of a merge boundary and of what was merged into it
// to what can be operated there and has none: assistive technology sees them as
// one.
func (l *flutterReader) nameMerged() {
	t := &l.c.Tree
	for at := int32(0); int(at) < len(t.Order); {
		id := t.Order[at]
		if l.merges[id] != mergeBoundary {
			at++
			continue
		}
		at += t.Size[id]
		var labels, tooltips []string
		var silent []*model.Element
		for _, below := range t.Subtree(id) {
			e := l.c.Element(below)
			if below != id && l.merges[below] == 0 {
				continue
			}
			if e.Name != "" {
				labels = append(labels, e.Name)
			} else if e.Actionable() {
				silent = append(silent, e)
			}
			if e.Description != "" {
				tooltips = append(tooltips, e.Description)
			}
		}
		if len(labels) == 0 {
			labels = tooltips
		}
		for _, e := range silent {
			if len(labels) > 0 {
				e.Name, e.Given = strings.Join(labels, "\n"), e.Given|model.HasName
			}
		}
	}
}
