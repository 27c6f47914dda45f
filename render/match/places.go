package match

import (
	"math"

	"obscope/internal/text/fingerprint"
	"obscope/model"
)

// overlapLeast is the part of their union that two boxes share if they are
// taken for one element.
const overlapLeast = 0.5

// mostInCell bounds the candidates of one cell: boxes stacked on each other
// are compared with the first few only.
const mostInCell = 16

// A cell is a square of a grid whose width is a power of two, for boxes of one
// role whose longer side is about that wide.
type cell struct {
	role  uint64
	width int
	x, y  int64
}

// places pairs elements of one role that are in about one place.
func (m *Pairs) places() {
	grid := map[cell][]model.ID{}
	for _, id := range m.prev.c.Tree.Order {
		e := m.prev.c.Element(id)
		if m.To[id] != model.None || !placed(e) {
			continue
		}
		if k := cellOf(e, 0); len(grid[k]) < mostInCell {
			grid[k] = append(grid[k], id)
		}
	}
	if len(grid) == 0 {
		return
	}
	for _, id := range m.curr.c.Tree.Order {
		if e := m.curr.c.Element(id); m.From[id] == model.None && placed(e) {
			if p := m.nearestIn(grid, e); p != model.None {
				m.pair(p, id)
			}
		}
	}
}

func placed(e *model.Element) bool {
	return e.Has(model.HasFrame) && e.Frame.OnScreen() && !e.Frame.Empty() && !e.Repeat
}

// cellOf is the cell of a box's centre in the grid for boxes larger by so many
// steps.
func cellOf(e *model.Element, larger int) cell {
	width := int(math.Floor(math.Log2(max(e.Frame.W, e.Frame.H)))) + larger
	size := math.Exp2(float64(width))
	x, y := e.Frame.Center()
	return cell{fingerprint.Text(e.Role), width, int64(math.Floor(x / size)), int64(math.Floor(y / size))}
}

// nearestIn finds the free box that overlaps e most. A box that shares half of
// the union is at most twice as large, and its centre is not farther away than
// the longer side.
func (m *Pairs) nearestIn(grid map[cell][]model.ID, e *model.Element) model.ID {
	best, found := overlapLeast, model.None
	for larger := -1; larger <= 1; larger++ {
		at := cellOf(e, larger)
		for dx := int64(-1); dx <= 1; dx++ {
			for dy := int64(-1); dy <= 1; dy++ {
				for _, id := range grid[cell{at.role, at.width, at.x + dx, at.y + dy}] {
					if m.To[id] != model.None {
						continue
					}
					if o := overlap(m.prev.c.Elements[id].Frame, e.Frame); o > best || o == best && found == model.None {
						best, found = o, id
					}
				}
			}
		}
	}
	return found
}

// overlap is the area that two boxes share, as a part of the area they cover.
func overlap(a, b model.Rect) float64 {
	w := min(a.X+a.W, b.X+b.W) - max(a.X, b.X)
	h := min(a.Y+a.H, b.Y+b.H) - max(a.Y, b.Y)
	if w <= 0 || h <= 0 {
		return 0
	}
	return w * h / (a.W*a.H + b.W*b.H - w*h)
}
