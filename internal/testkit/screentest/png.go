package screentest

import (
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"unicode"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// pixels is how many pixels of a PNG one SVG pixel has on each side.
const pixels = 2

// WritePNG writes a picture of the screen in Go Mono, and in what fonts the
// machine has for the characters that Go Mono lacks. A character that no font
// has is an empty frame.
func (g *Grid) WritePNG(w io.Writer) error { return png.Encode(w, g.Image()) }

// Image draws the picture that WritePNG writes.
func (g *Grid) Image() *image.RGBA {
	size := image.Rect(0, 0, pixels*(g.Cols*cellWidth+2*margin), pixels*(g.Rows*cellHeight+2*margin))
	p := painter{img: image.NewRGBA(size), faces: map[faceKey]font.Face{}}
	defer p.close()
	draw.Draw(p.img, size, image.NewUniform(g.colour(nil, g.Bg)), image.Point{}, draw.Src)
	for y := range g.Rows {
		for x := range g.Cols {
			if _, i := g.painted(x, y); i.bg != g.colour(nil, g.Bg) {
				p.fill(float64(x*cellWidth), float64(y*cellHeight), cellWidth, cellHeight, i.bg)
			}
		}
	}
	for y := range g.Rows {
		for x := range g.Cols {
			c, i := g.painted(x, y)
			p.cell(x, y, c, i)
		}
	}
	if x0, y0, x1, y1, ok := g.thinCursor(); ok {
		p.fill(x0, y0, x1-x0, y1-y0, g.colour(nil, g.Fg))
	}
	return p.img
}

type painter struct {
	img   *image.RGBA
	faces map[faceKey]font.Face
}

type faceKey struct {
	font *sfnt.Font
	size float64
}

func (p *painter) close() {
	for _, f := range p.faces {
		_ = f.Close()
	}
}

// fill paints a rectangle given in SVG pixels.
func (p *painter) fill(x, y, w, h float64, c color.RGBA) {
	at := image.Rect(int(pixels*(x+margin)), int(pixels*(y+margin)), int(pixels*(x+w+margin)), int(pixels*(y+h+margin)))
	draw.Draw(p.img, at, image.NewUniform(c), image.Point{}, draw.Src)
}

func (p *painter) cell(x, y int, c Cell, i ink) {
	left, top := float64(x*cellWidth), float64(y*cellHeight)
	width := float64(max(c.Width, 1) * cellWidth)
	if shape, ok := (box{cellWidth * pixels, cellHeight * pixels, thin * pixels}).shapeOf(c); ok {
		p.shape(shape, left, top, i.fg)
	} else if c.Text != " " && c.Text != "" && !c.Hide {
		p.text(c, left, top, width, i)
	}
	if i.underline && c.Width > 0 {
		p.fill(left, top+underline, width, thin, i.fg)
	}
	if i.strike && c.Width > 0 {
		p.fill(left, top+strikeAt, width, thin, i.fg)
	}
}

// shape fills outlines, given in PNG pixels, in the cell at left and top.
func (p *painter) shape(shape []outline, left, top float64, c color.RGBA) {
	if len(shape) == 0 {
		return
	}
	// A diagonal reaches a little beyond its cell.
	const beyond = 4
	w, h := cellWidth*pixels+2*beyond, cellHeight*pixels+2*beyond
	r := vector.NewRasterizer(w, h)
	r.DrawOp = draw.Over
	f := func(v float64) float32 { return float32(v + beyond) }
	for _, o := range shape {
		r.MoveTo(f(o.start.x), f(o.start.y))
		for _, s := range o.segments {
			if s.curve {
				r.CubeTo(f(s.p[0].x), f(s.p[0].y), f(s.p[1].x), f(s.p[1].y), f(s.p[2].x), f(s.p[2].y))
			} else {
				r.LineTo(f(s.p[2].x), f(s.p[2].y))
			}
		}
		r.ClosePath()
	}
	x, y := int(pixels*(left+margin))-beyond, int(pixels*(top+margin))-beyond
	source := color.NRGBA{c.R, c.G, c.B, uint8(255 * shape[0].alpha)}
	r.Draw(p.img, image.Rect(x, y, x+w, y+h), image.NewUniform(source), image.Point{})
}

// text draws a grapheme cluster in the middle of its cells: the first
// character and the marks upon it. Of an emoji sequence that is the first emoji.
func (p *painter) text(c Cell, left, top, width float64, i ink) {
	runes := []rune(c.Text)
	f := fontFor(runes[0], i.bold, i.italic)
	if f == nil {
		p.missing(left, top, width, i.fg)
		return
	}
	size := float64(fontSize * pixels)
	room := fixed.I(int(width * pixels))
	advance, _ := p.face(f, size).GlyphAdvance(runes[0])
	// Go Mono is a little wider than its cell by rounding; that is no reason to shrink.
	if advance > room+fixed.I(1) {
		size *= float64(room) / float64(advance)
		advance = room
	}
	dot := fixed.P(int(pixels*(left+margin)), int(pixels*(top+margin+baseline)))
	dot.X += (room - advance) / 2
	d := font.Drawer{Dst: p.img, Src: image.NewUniform(i.fg), Face: p.face(f, size), Dot: dot}
	d.DrawString(string(runes[0]))
	for _, mark := range runes[1:] {
		if !unicode.Is(unicode.Mn, mark) || unicode.Is(unicode.Variation_Selector, mark) {
			break
		}
		if f := fontFor(mark, i.bold, i.italic); f != nil {
			// A font draws a mark over the character before or at the pen;
			// centring its ink over the cell suits both.
			d.Face = p.face(f, size)
			bounds, _, _ := d.Face.GlyphBounds(mark)
			d.Dot = dot
			d.Dot.X += advance/2 - (bounds.Min.X+bounds.Max.X)/2
			d.DrawString(string(mark))
		}
	}
}

func (p *painter) face(f *sfnt.Font, size float64) font.Face {
	key := faceKey{f, size}
	if p.faces[key] == nil {
		// The options are constant, and the only error is a font without them.
		p.faces[key], _ = opentype.NewFace(f, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingFull})
	}
	return p.faces[key]
}

// missing draws the frame of a character that no font has.
func (p *painter) missing(left, top, width float64, c color.RGBA) {
	x0, y0, x1, y1 := left+1, top+4, left+width-1, top+baseline
	p.fill(x0, y0, x1-x0, thin, c)
	p.fill(x0, y1, x1-x0, thin, c)
	p.fill(x0, y0, thin, y1-y0, c)
	p.fill(x1-thin, y0, thin, y1-y0, c)
}
