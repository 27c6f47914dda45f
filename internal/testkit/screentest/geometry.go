package screentest

import "math"

// Characters whose shape has to meet the shape in the next cell are drawn, not
// taken from a font: box drawing, block elements, braille, and the triangles
// that trees are folded with, which many fonts lack.

type point struct{ x, y float64 }

// segment is a line to p[2], or a cubic curve to it with the handles p[0], p[1].
type segment struct {
	curve bool
	p     [3]point
}

// outline is a closed path filled with a colour. Overlapping outlines of one
// direction add up to their union.
type outline struct {
	start    point
	segments []segment
	alpha    float64 // of the fill
}

func polygon(points ...point) outline {
	o := outline{start: points[0], alpha: 1}
	for _, p := range points[1:] {
		o.segments = append(o.segments, segment{p: [3]point{2: p}})
	}
	return o
}

func rect(x0, y0, x1, y1 float64) outline {
	x0, x1 = min(x0, x1), max(x0, x1)
	y0, y1 = min(y0, y1), max(y0, y1)
	return polygon(point{x0, y0}, point{x1, y0}, point{x1, y1}, point{x0, y1})
}

func (o outline) moved(x, y float64) outline {
	o.start = point{o.start.x + x, o.start.y + y}
	segments := make([]segment, len(o.segments))
	for i, s := range o.segments {
		segments[i].curve = s.curve
		for j, p := range s.p {
			segments[i].p[j] = point{p.x + x, p.y + y}
		}
	}
	o.segments = segments
	return o
}

// box is the size of a cell and the thickness of a light line in it, in whole
// pixels so that lines stay sharp.
type box struct{ w, h, line float64 }

// drawn returns the shape of a character that is not taken from a font.
func (b box) drawn(r rune) (shape []outline, ok bool) {
	switch {
	case r >= 0x2500 && r <= 0x257F:
		return b.lines(r), true
	case r >= 0x2580 && r <= 0x259F:
		return b.blocks(r), true
	case r >= 0x2800 && r <= 0x28FF:
		return b.braille(r), true
	}
	return b.triangle(r)
}

// arms gives, for the characters from U+2500, the weight of the lines that
// leave the centre to the left, right, up and down: light, heavy, double, or
// none. Dashes, arcs and diagonals have none here.
const arms = "" +
	"ll.. hh.. ..ll ..hh .... .... .... .... " + // ─━│┃┄┅┆┇
	".... .... .... .... .l.l .h.l .l.h .h.h " + // ┈┉┊┋┌┍┎┏
	"l..l h..l l..h h..h .ll. .hl. .lh. .hh. " + // ┐┑┒┓└┕┖┗
	"l.l. h.l. l.h. h.h. .lll .hll .lhl .llh " + // ┘┙┚┛├┝┞┟
	".lhh .hhl .hlh .hhh l.ll h.ll l.hl l.lh " + // ┠┡┢┣┤┥┦┧
	"l.hh h.hl h.lh h.hh ll.l hl.l lh.l hh.l " + // ┨┩┪┫┬┭┮┯
	"ll.h hl.h lh.h hh.h lll. hll. lhl. hhl. " + // ┰┱┲┳┴┵┶┷
	"llh. hlh. lhh. hhh. llll hlll lhll hhll " + // ┸┹┺┻┼┽┾┿
	"llhl lllh llhh hlhl lhhl hllh lhlh hhhl " + // ╀╁╂╃╄╅╆╇
	"hhlh hlhh lhhh hhhh .... .... .... .... " + // ╈╉╊╋╌╍╎╏
	"dd.. ..dd .d.l .l.d .d.d d..l l..d d..d " + // ═║╒╓╔╕╖╗
	".dl. .ld. .dd. d.l. l.d. d.d. .dll .ldd " + // ╘╙╚╛╜╝╞╟
	".ddd d.ll l.dd d.dd dd.l ll.d dd.d ddl. " + // ╠╡╢╣╤╥╦╧
	"lld. ddd. ddll lldd dddd .... .... .... " + // ╨╩╪╫╬╭╮╯
	".... .... .... .... l... ..l. .l.. ...l " + // ╰╱╲╳╴╵╶╷
	"h... ..h. .h.. ...h lh.. ..lh hl.. ..hl " //  ╸╹╺╻╼╽╾╿

const (
	left = iota
	right
	up
	down
)

func (b box) centre() point {
	return point{math.Floor((b.w-b.line)/2) + b.line/2, math.Floor((b.h-b.line)/2) + b.line/2}
}

func (b box) thickness(weight byte) float64 {
	switch weight {
	case 'h':
		return 3 * b.line
	case '.':
		return 0
	}
	return b.line
}

func (b box) lines(r rune) []outline {
	switch {
	case r >= 0x2504 && r <= 0x250B:
		return b.dashes(3+int(r-0x2504)/4, int(r-0x2504)%4)
	case r >= 0x254C && r <= 0x254F:
		return b.dashes(2, int(r-0x254C))
	case r >= 0x256D && r <= 0x2570:
		return b.arc(r == 0x256D || r == 0x2570, r <= 0x256E)
	case r >= 0x2571 && r <= 0x2573:
		return b.diagonals(r != 0x2572, r != 0x2571)
	}
	weights := arms[5*(r-0x2500):][:4]
	var shape []outline
	for arm := range weights {
		shape = append(shape, b.arm(weights, arm)...)
	}
	return shape
}

// arm draws one arm from where it meets the others to the edge of the cell.
// In its own terms it runs outward along u from the centre at 0; its sides are
// at negative v (up or left) and at positive v.
func (b box) arm(weights string, arm int) []outline {
	weight, opposite := weights[arm], weights[arm^1]
	sides := [2]byte{weights[up], weights[down]}
	if arm >= up {
		sides = [2]byte{weights[left], weights[right]}
	}
	gap := 2 * b.line // from the centre to each line of a double one
	crossed := max(b.thickness(sides[0]), b.thickness(sides[1])) / 2
	switch {
	case weight == '.':
		return nil
	case weight == 'd':
		var shape []outline
		for i, v := range []float64{-gap, gap} {
			near, far := sides[i], sides[1-i]
			from := 0.0
			switch {
			case near == 'd':
				from = gap
			case near == '.' && far == 'd':
				from = -gap
			}
			shape = append(shape, b.stroke(arm, from-crossed, v, b.line))
		}
		return shape
	}
	from := 0.0 // where a single line begins
	switch {
	case opposite != '.': // it passes through
	case sides == [2]byte{'d', 'd'}:
		from = gap
	case sides[0] == 'd' || sides[1] == 'd':
		from = -gap
	}
	return []outline{b.stroke(arm, from-crossed, 0, b.thickness(weight))}
}

// stroke is a line of an arm from u to the edge, v beside its middle.
func (b box) stroke(arm int, u, v, thick float64) outline {
	c := b.centre()
	switch arm {
	case left:
		return rect(0, c.y+v-thick/2, c.x-u, c.y+v+thick/2)
	case right:
		return rect(c.x+u, c.y+v-thick/2, b.w, c.y+v+thick/2)
	case up:
		return rect(c.x+v-thick/2, 0, c.x+v+thick/2, c.y-u)
	}
	return rect(c.x+v-thick/2, c.y+u, c.x+v+thick/2, b.h)
}

// dashes draws n dashes; kind counts light and heavy, first across, then down.
func (b box) dashes(n, kind int) []outline {
	thick, c := b.thickness("lh"[kind%2]), b.centre()
	var shape []outline
	for i := range n {
		from, to := (float64(i)+.2)/float64(n), (float64(i)+.8)/float64(n)
		if kind < 2 {
			shape = append(shape, rect(from*b.w, c.y-thick/2, to*b.w, c.y+thick/2))
		} else {
			shape = append(shape, rect(c.x-thick/2, from*b.h, c.x+thick/2, to*b.h))
		}
	}
	return shape
}

// kappa is how far the handles of a cubic curve reach along a quarter circle.
const kappa = 0.5523

// arc joins the right or left edge to the lower or upper one by a quarter circle.
func (b box) arc(toRight, toDown bool) []outline {
	c, t := b.centre(), b.line/2
	edge := point{0, 0}
	sx, sy := -1.0, -1.0
	if toRight {
		edge.x, sx = b.w, 1
	}
	if toDown {
		edge.y, sy = b.h, 1
	}
	radius := math.Abs(edge.x - c.x)
	m := point{edge.x, c.y + sy*radius} // the middle of the circle
	quarter := func(from, to point) segment {
		return segment{curve: true, p: [3]point{
			{from.x + (corner(from, to, m).x-from.x)*kappa, from.y + (corner(from, to, m).y-from.y)*kappa},
			{to.x + (corner(from, to, m).x-to.x)*kappa, to.y + (corner(from, to, m).y-to.y)*kappa},
			to,
		}}
	}
	line := func(p point) segment { return segment{p: [3]point{2: p}} }
	outerV, outerH := point{c.x - sx*t, m.y}, point{m.x, c.y - sy*t}
	innerV, innerH := point{c.x + sx*t, m.y}, point{m.x, c.y + sy*t}
	return []outline{{
		start: point{outerV.x, edge.y}, alpha: 1,
		segments: []segment{
			line(outerV), quarter(outerV, outerH),
			line(innerH), quarter(innerH, innerV),
			line(point{innerV.x, edge.y}),
		},
	}}
}

// corner is where the tangents of a quarter circle around m meet.
func corner(from, to, m point) point {
	if from.y == m.y {
		return point{from.x, to.y}
	}
	return point{to.x, from.y}
}

func (b box) diagonals(rising, falling bool) []outline {
	half := b.line / 2 * math.Hypot(b.w, b.h) / b.h // along the upper and lower edge
	var shape []outline
	if rising {
		shape = append(shape, polygon(point{b.w - half, 0}, point{b.w + half, 0}, point{half, b.h}, point{-half, b.h}))
	}
	if falling {
		shape = append(shape, polygon(point{-half, 0}, point{half, 0}, point{b.w + half, b.h}, point{b.w - half, b.h}))
	}
	return shape
}

// quadrants of U+2596 to U+259F: upper left 1, upper right 2, lower left 4,
// lower right 8.
var quadrants = [...]int{4, 8, 1, 13, 9, 7, 11, 2, 6, 14}

func (b box) blocks(r rune) []outline {
	x := func(eighths rune) float64 { return math.Round(b.w * float64(eighths) / 8) }
	y := func(eighths rune) float64 { return math.Round(b.h * float64(eighths) / 8) }
	switch {
	case r == 0x2580:
		return []outline{rect(0, 0, b.w, y(4))}
	case r <= 0x2588:
		return []outline{rect(0, y(0x2588-r), b.w, b.h)}
	case r <= 0x258F:
		return []outline{rect(0, 0, x(0x2590-r), b.h)}
	case r == 0x2590:
		return []outline{rect(x(4), 0, b.w, b.h)}
	case r <= 0x2593:
		shade := rect(0, 0, b.w, b.h)
		shade.alpha = float64(r-0x2590) / 4
		return []outline{shade}
	case r == 0x2594:
		return []outline{rect(0, 0, b.w, y(1))}
	case r == 0x2595:
		return []outline{rect(x(7), 0, b.w, b.h)}
	}
	var shape []outline
	for i, q := range []outline{
		rect(0, 0, x(4), y(4)), rect(x(4), 0, b.w, y(4)), rect(0, y(4), x(4), b.h), rect(x(4), y(4), b.w, b.h),
	} {
		if quadrants[r-0x2596]&(1<<i) != 0 {
			shape = append(shape, q)
		}
	}
	return shape
}

func (b box) braille(r rune) []outline {
	// Bit by bit the column and row of a dot, as Unicode numbers them.
	dots := [8][2]float64{{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}, {0, 3}, {1, 3}}
	radius := b.w / 7
	var shape []outline
	for i, d := range dots {
		if (r-0x2800)&(1<<i) != 0 {
			shape = append(shape, circle(point{b.w * (.25 + .5*d[0]), b.h * (.125 + .25*d[1])}, radius))
		}
	}
	return shape
}

func circle(c point, r float64) outline {
	k := kappa * r
	curve := func(a, b, to point) segment { return segment{curve: true, p: [3]point{a, b, to}} }
	return outline{start: point{c.x + r, c.y}, alpha: 1, segments: []segment{
		curve(point{c.x + r, c.y + k}, point{c.x + k, c.y + r}, point{c.x, c.y + r}),
		curve(point{c.x - k, c.y + r}, point{c.x - r, c.y + k}, point{c.x - r, c.y}),
		curve(point{c.x - r, c.y - k}, point{c.x - k, c.y - r}, point{c.x, c.y - r}),
		curve(point{c.x + k, c.y - r}, point{c.x + r, c.y - k}, point{c.x + r, c.y}),
	}}
}

// triangle draws the filled triangles: the large ones as wide as the cell, the
// small ones that trees are folded with two thirds of it.
func (b box) triangle(r rune) ([]outline, bool) {
	const small = 2.0 / 3
	c, size := b.centre(), b.w
	switch r {
	case '▴', '▸', '▾', '◂':
		size *= small
	}
	half := size / 2
	switch r {
	case '▲', '▴':
		return []outline{polygon(point{c.x, c.y - half}, point{c.x + half, c.y + half}, point{c.x - half, c.y + half})}, true
	case '▼', '▾':
		return []outline{polygon(point{c.x - half, c.y - half}, point{c.x + half, c.y - half}, point{c.x, c.y + half})}, true
	case '▶', '▸':
		return []outline{polygon(point{c.x - half, c.y - half}, point{c.x + half, c.y}, point{c.x - half, c.y + half})}, true
	case '◀', '◂':
		return []outline{polygon(point{c.x - half, c.y}, point{c.x + half, c.y - half}, point{c.x + half, c.y + half})}, true
	}
	return nil, false
}
