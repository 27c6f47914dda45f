package screentest

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image/color"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/vt"
)

// The measures of a picture in SVG pixels. A PNG has twice as many.
const (
	fontSize   = 15
	cellWidth  = 9
	cellHeight = 19
	baseline   = 14 // below the upper edge of a cell
	margin     = 9  // around the screen
	thin       = 1  // lines: light box drawing, underline, bar cursor
	strikeAt   = 9
	underline  = baseline + 2
)

const fontFamily = "ui-monospace,Menlo,Consolas,'DejaVu Sans Mono','Liberation Mono',monospace"

// WriteSVG writes a picture of the screen. Text stays text, so that it can be
// searched and copied; every run is stretched to the width of its cells
// whatever font the viewer has, and lines and blocks are drawn.
func (g *Grid) WriteSVG(w io.Writer) error {
	var b bytes.Buffer
	width, height := g.Cols*cellWidth+2*margin, g.Rows*cellHeight+2*margin
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" `+
		`font-family="%s" font-size="%d" xml:space="preserve">`+"\n", width, height, width, height, fontFamily, fontSize)
	if g.Title != "" {
		fmt.Fprintf(&b, "<title>%s</title>\n", escape(g.Title))
	}
	fmt.Fprintf(&b, `<rect width="100%%" height="100%%" rx="6" fill="%s"/>`+"\n", hex(g.colour(nil, g.Bg)))
	fmt.Fprintf(&b, `<g transform="translate(%d,%d)">`+"\n", margin, margin)
	for y := range g.Rows {
		g.svgBackground(&b, y)
	}
	for y := range g.Rows {
		g.svgText(&b, y)
	}
	if x0, y0, x1, y1, ok := g.thinCursor(); ok {
		fmt.Fprintf(&b, `<path fill="%s" d="%s"/>`+"\n", hex(g.colour(nil, g.Fg)), pathData(rect(x0, y0, x1, y1)))
	}
	b.WriteString("</g>\n</svg>\n")
	_, err := w.Write(b.Bytes())
	return err
}

// thinCursor is the cursor if it is a bar or an underline.
func (g *Grid) thinCursor() (x0, y0, x1, y1 float64, ok bool) {
	x, y := float64(g.Cursor.X*cellWidth), float64(g.Cursor.Y*cellHeight)
	switch {
	case !g.Cursor.Visible:
	case g.Cursor.Shape == vt.CursorBar:
		return x, y, x + 2*thin, y + cellHeight, true
	case g.Cursor.Shape == vt.CursorUnderline:
		return x, y + cellHeight - 2*thin, x + cellWidth, y + cellHeight, true
	}
	return 0, 0, 0, 0, false
}

func (g *Grid) svgBackground(b *bytes.Buffer, y int) {
	for x := 0; x < g.Cols; {
		_, first := g.painted(x, y)
		from := x
		for x++; x < g.Cols; x++ {
			if _, next := g.painted(x, y); next.bg != first.bg {
				break
			}
		}
		if first.bg != g.colour(nil, g.Bg) {
			fmt.Fprintf(b, `<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>`+"\n",
				from*cellWidth, y*cellHeight, (x-from)*cellWidth, cellHeight, hex(first.bg))
		}
	}
}

// svgText writes the characters of a row in runs of equal ink: drawn ones as
// one path, plain text as one element, others one by one in the middle of
// their cells because their font and so their width is not known.
func (g *Grid) svgText(b *bytes.Buffer, y int) {
	for x := 0; x < g.Cols; {
		c, i := g.painted(x, y)
		end := x + max(c.Width, 1)
		shade, isDrawn := svgBox.shade(c)
		switch {
		case c.Text == " " || c.Text == "" || c.Hide:
		case isDrawn:
			end = g.run(x, y, func(_, next Cell) bool {
				s, ok := svgBox.shade(next)
				return ok && s == shade
			})
			g.svgShapes(b, x, end, y, shade, i)
		case isPlain(c):
			end = g.run(x, y, func(last, next Cell) bool {
				return isPlain(next) || next.Text == " " && last.Text != " "
			})
			text := strings.TrimRight(g.text(x, end, y), " ")
			fmt.Fprintf(b, `<text x="%d" y="%d" textLength="%d" lengthAdjust="spacingAndGlyphs"%s>%s</text>`+"\n",
				x*cellWidth, y*cellHeight+baseline, len([]rune(text))*cellWidth, attributes(i), escape(text))
		default:
			fmt.Fprintf(b, `<text x="%g" y="%d" text-anchor="middle"%s>%s</text>`+"\n",
				float64(x+end)*cellWidth/2, y*cellHeight+baseline, attributes(i), escape(c.Text))
		}
		g.svgLines(b, x, end, y, i)
		x = end
	}
}

// run is where the run of cells ends that begins at x: all have its ink, and
// more accepts each one after the one before it.
func (g *Grid) run(x, y int, more func(last, next Cell) bool) int {
	last, first := g.painted(x, y)
	for x++; x < g.Cols; x++ {
		next, i := g.painted(x, y)
		if i != first || !more(last, next) {
			break
		}
		last = next
	}
	return x
}

func (g *Grid) text(from, to, y int) string {
	var b strings.Builder
	for x := from; x < to; x++ {
		b.WriteString(g.Cell(x, y).Text)
	}
	return b.String()
}

// svgShapes writes drawn characters, all of one shade, as one path.
func (g *Grid) svgShapes(b *bytes.Buffer, from, to, y int, shade float64, i ink) {
	var d strings.Builder
	for x := from; x < to; x++ {
		shape, _ := svgBox.shapeOf(g.Cell(x, y))
		for _, o := range shape {
			d.WriteString(pathData(o.moved(float64(x*cellWidth), float64(y*cellHeight))))
		}
	}
	opacity := ""
	if shade < 1 {
		opacity = fmt.Sprintf(` fill-opacity="%g"`, shade)
	}
	if d.Len() > 0 {
		fmt.Fprintf(b, `<path fill="%s"%s d="%s"/>`+"\n", hex(i.fg), opacity, d.String())
	}
}

var svgBox = box{cellWidth, cellHeight, thin}

// isPlain reports whether every monospaced font has the character.
func isPlain(c Cell) bool {
	r := []rune(c.Text)
	return len(r) == 1 && c.Width == 1 && r[0] > ' ' && r[0] < 0x250
}

// shapeOf is drawn for the character of a cell.
func (b box) shapeOf(c Cell) ([]outline, bool) {
	r := []rune(c.Text)
	if len(r) != 1 || c.Width != 1 {
		return nil, false
	}
	return b.drawn(r[0])
}

// shade is how dense the shape of a drawn character is, from 0 to 1.
func (b box) shade(c Cell) (shade float64, isDrawn bool) {
	shape, ok := b.shapeOf(c)
	if len(shape) == 0 {
		return 1, ok
	}
	return shape[0].alpha, ok
}

// svgLines underlines and strikes out the cells from x0 to x1.
func (g *Grid) svgLines(b *bytes.Buffer, x0, x1, y int, i ink) {
	for _, line := range []struct {
		on bool
		at int
	}{{i.underline, underline}, {i.strike, strikeAt}} {
		if line.on {
			fmt.Fprintf(b, `<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>`+"\n",
				x0*cellWidth, y*cellHeight+line.at, (x1-x0)*cellWidth, thin, hex(i.fg))
		}
	}
}

func attributes(i ink) string {
	s := fmt.Sprintf(` fill="%s"`, hex(i.fg))
	if i.bold {
		s += ` font-weight="bold"`
	}
	if i.italic {
		s += ` font-style="italic"`
	}
	return s
}

func pathData(o outline) string {
	n := func(p point) string {
		return strconv.FormatFloat(round(p.x), 'f', -1, 64) + "," + strconv.FormatFloat(round(p.y), 'f', -1, 64)
	}
	d := "M" + n(o.start)
	for _, s := range o.segments {
		if s.curve {
			d += "C" + n(s.p[0]) + " " + n(s.p[1]) + " " + n(s.p[2])
		} else {
			d += "L" + n(s.p[2])
		}
	}
	return d + "Z"
}

// round keeps two digits behind the point.
func round(f float64) float64 { return math.Round(f*100) / 100 }

func hex(c color.RGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

func escape(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s)) // a Builder takes everything
	return b.String()
}
