package panel

import (
	"context"
	"obscope/tui/paint"

	"math"

	"obscope/model"
	"obscope/render"
)

// Map is where the elements are.
type Map struct{ minimap }

// Name is Panel's.
func (*Map) Name() string { return "map" }

// Shows is Panel's.
func (*Map) Shows(State) bool { return true }

// Build draws the map anew.
func (p *Map) Build(s State) func(context.Context) Page {
	if p.obs == s.Obs && p.w == s.W && p.h == s.H {
		return nil
	}
	return func(context.Context) Page {
		drawn := drawMap(s.Obs, s.W, s.H)
		return Page{Subtitle: "click selects", Done: func() { p.minimap = drawn }}
	}
}

// Find is Drawer's.
func (p *Map) Find(x, y int) model.ID { return p.at(x, y) }

// A minimap draws where the elements are: what is in the text, the ghosts of
// what is out, the viewport and the selected element. A cell holds 2 by 4
// dots.
type minimap struct {
	w, h  int // cells
	scale float64
	x, y  float64 // what is at the top left corner, in the capture's unit
	kept  []uint8 // dots of each cell
	ghost []uint8
	view  []uint8
	obs   *render.Observation // that was drawn
}

// dotBits are the dots of a braille cell by row and column.
var dotBits = [4][2]uint8{{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}}

// drawMap draws the map of an observation into w by h cells.
func drawMap(obs *render.Observation, w, h int) minimap {
	mm := minimap{w: w, h: h, obs: obs, kept: make([]uint8, w*h), ghost: make([]uint8, w*h), view: make([]uint8, w*h)}
	c := obs.Capture()
	all := extent(obs)
	if w <= 0 || h <= 0 || all.Empty() {
		return mm
	}
	mm.x, mm.y = all.X, all.Y
	mm.scale = min(float64(2*w-1)/all.W, float64(4*h-1)/all.H)
	mm.outline(mm.kept, mm.dots(all), 2)
	// Elements that look alike at this size are drawn once; of containers only
	// those that can be operated, or borders would cover what is in them.
	seen := map[[4]int32]bool{}
	for pass := range 2 {
		for i := range c.Elements {
			e := &c.Elements[i]
			in := obs.Verdicts[i].In()
			if c.Tree.Size[i] > 1 && !e.Actionable() || in != (pass == 0) || !e.Has(model.HasFrame) || !e.Frame.OnScreen() || e.Frame.Empty() {
				continue
			}
			r := mm.dots(e.Frame)
			if seen[r] {
				continue
			}
			seen[r] = true
			if in {
				mm.outline(mm.kept, r, 1)
			} else {
				mm.outline(mm.ghost, r, 2)
			}
		}
	}
	if obs.Set.Viewport.Mode == render.ViewportAt {
		mm.outline(mm.view, mm.dots(obs.Set.Viewport.Rect), 1)
	}
	return mm
}

// extent is what the map shows: the screen or window, and what lies outside of
// it within reason.
func extent(obs *render.Observation) model.Rect {
	c := obs.Capture()
	base := c.Screen
	if base.Empty() {
		base = c.Bounds
	}
	if base.Empty() {
		for _, id := range c.Tree.Order {
			if f := c.Elements[id].Frame; c.Elements[id].Has(model.HasFrame) && f.OnScreen() && !f.Empty() {
				base = f
				break
			}
		}
	}
	if base.Empty() {
		return base
	}
	// What is farther away than this many screens would make the rest tiny.
	const screens = 2
	left, top, right, bottom := base.X, base.Y, base.X+base.W, base.Y+base.H
	for i := range c.Elements {
		e := &c.Elements[i]
		if !e.Has(model.HasFrame) || !e.Frame.OnScreen() || e.Frame.Empty() {
			continue
		}
		f := e.Frame
		left, top = min(left, f.X), min(top, f.Y)
		right, bottom = max(right, f.X+f.W), max(bottom, f.Y+f.H)
	}
	left, top = max(left, base.X-screens*base.W), max(top, base.Y-screens*base.H)
	right, bottom = min(right, base.X+(1+screens)*base.W), min(bottom, base.Y+(1+screens)*base.H)
	return model.Rect{X: left, Y: top, W: right - left, H: bottom - top}
}

// dots are the corners of a frame on the map: left, top, right, bottom.
func (mm *minimap) dots(r model.Rect) [4]int32 {
	at := func(v, from float64) int32 {
		return int32(max(-4, min(math.Round((v-from)*mm.scale), 1<<20)))
	}
	return [4]int32{at(r.X, mm.x), at(r.Y, mm.y), at(r.X+r.W, mm.x), at(r.Y+r.H, mm.y)}
}

// outline draws every step-th dot of a frame's border.
func (mm *minimap) outline(into []uint8, r [4]int32, step int32) {
	maxX, maxY := int32(2*mm.w-1), int32(4*mm.h-1)
	dot := func(x, y int32) {
		if x >= 0 && x <= maxX && y >= 0 && y <= maxY {
			into[int(y/4)*mm.w+int(x/2)] |= dotBits[y%4][x%2]
		}
	}
	for x := max(r[0], 0); x <= min(r[2], maxX); x++ {
		if x%step == 0 {
			dot(x, r[1])
			dot(x, r[3])
		}
	}
	for y := max(r[1], 0); y <= min(r[3], maxY); y++ {
		if y%step == 0 {
			dot(r[0], y)
			dot(r[2], y)
		}
	}
}

// View draws the map with the selected element over it.
func (p *Map) View(s State) []string {
	st, w, h, mm := &s.Style, s.W, s.H, &p.minimap
	lines := make([]string, 0, h)
	if mm.obs == nil || mm.scale == 0 || mm.w != w || mm.h != h {
		text := "  drawing" + st.Cut
		if mm.obs != nil && mm.w == w && mm.h == h {
			text = "  the capture has no frames to draw"
		}
		l := st.Line(paint.Plain, w)
		l.Put(paint.Dim, text)
		lines = append(lines, l.Done())
		for len(lines) < h {
			lines = append(lines, st.Blank(w))
		}
		return lines[:h]
	}
	chosen := make([]uint8, w*h)
	if s.Selected != model.None {
		if e := s.Obs.Capture().Element(s.Selected); e.Has(model.HasFrame) && e.Frame.OnScreen() {
			mm.outline(chosen, mm.dots(e.Frame), 1)
		}
	}
	for y := range h {
		l := st.Line(paint.Plain, w)
		for x := range w {
			at := y*w + x
			l.Put(mm.cell(st, at, chosen[at]))
		}
		lines = append(lines, l.Done())
	}
	return lines
}

// cell is one cell of the map: the most important thing in it gives the
// colour.
func (mm *minimap) cell(st *paint.Styles, at int, chosen uint8) (paint.Tone, string) {
	kept, ghost, view := mm.kept[at], mm.ghost[at], mm.view[at]
	t, ascii := paint.Text, " "
	bits := kept | ghost | view | chosen
	switch {
	case chosen != 0:
		t, ascii, bits = paint.Map, "@", chosen|kept
	case view != 0:
		t, ascii = paint.Key, "+"
	case kept != 0:
		t, ascii, bits = paint.Bar, "#", kept
	case ghost != 0:
		t, ascii = paint.Frame, "."
	}
	if st.Plain() {
		return t, ascii
	}
	if bits == 0 {
		return paint.Text, " "
	}
	return t, string(rune(0x2800 + int(bits)))
}

// at is the smallest element under a cell, one that is in the text before one
// that is out.
func (mm *minimap) at(x, y int) model.ID {
	if mm.obs == nil || mm.scale == 0 {
		return model.None
	}
	px, py := mm.x+(2*float64(x)+1)/mm.scale, mm.y+(4*float64(y)+2)/mm.scale
	dx, dy := 1/mm.scale, 2/mm.scale
	c := mm.obs.Capture()
	best, bestArea, bestIn := model.None, math.Inf(1), false
	for i := range c.Elements {
		e := &c.Elements[i]
		f := e.Frame
		if !e.Has(model.HasFrame) || !f.OnScreen() || f.Empty() ||
			px < f.X-dx || px > f.X+f.W+dx || py < f.Y-dy || py > f.Y+f.H+dy {
			continue
		}
		in, area := mm.obs.Verdicts[i].In(), f.W*f.H
		if in != bestIn && !in && best != model.None {
			continue
		}
		if in && !bestIn || area <= bestArea {
			best, bestArea, bestIn = model.ID(i), area, in
		}
	}
	return best
}
