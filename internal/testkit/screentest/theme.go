package screentest

import (
	"image/color"

	"github.com/charmbracelet/x/ansi"
)

func rgb(hex uint32) color.RGBA {
	return color.RGBA{uint8(hex >> 16), uint8(hex >> 8), uint8(hex), 0xff}
}

// What a terminal shows where the program names no colour.
var (
	darkFg, darkBg   = rgb(0xd7dae0), rgb(0x16181d)
	lightFg, lightBg = rgb(0x1f2328), rgb(0xffffff)
)

// The sixteen named colours: black, red, green, yellow, blue, magenta, cyan,
// white, and the bright ones. Each reads well on the background of its theme.
var (
	darkPalette = [16]uint32{
		0x2a2e37, 0xe05561, 0x8cc265, 0xd9a04e, 0x4aa5f0, 0xc678dd, 0x42b3c2, 0xc8ccd4,
		0x6b7280, 0xff6b78, 0xa5e075, 0xf5b866, 0x6cb8ff, 0xde8fff, 0x5cd6e4, 0xffffff,
	}
	lightPalette = [16]uint32{
		0x24292f, 0xcf222e, 0x116329, 0x8a5a00, 0x0969da, 0x8250df, 0x1b7c83, 0xd0d7de,
		0x57606a, 0xa40e26, 0x1a7f37, 0x7d4e00, 0x218bff, 0x9a5cf5, 0x3192aa, 0xf6f8fa,
	}
)

// ink is a style with all its colours known.
type ink struct {
	fg, bg                          color.RGBA
	bold, italic, underline, strike bool
}

// ink resolves a style in the colours of the screen.
func (g *Grid) ink(s Style) ink {
	i := ink{
		fg: g.colour(s.Fg, g.Fg), bg: g.colour(s.Bg, g.Bg),
		bold: s.Bold, italic: s.Italic, underline: s.Underline, strike: s.Strike,
	}
	if s.Reverse {
		i.fg, i.bg = i.bg, i.fg
	}
	if s.Faint {
		i.fg = mix(i.fg, i.bg)
	}
	if s.Hide {
		i.fg = i.bg
	}
	return i
}

func (g *Grid) colour(c, without color.Color) color.RGBA {
	if c == nil {
		c = without
	}
	named := -1
	switch c := c.(type) {
	case ansi.BasicColor:
		named = int(c)
	case ansi.IndexedColor:
		named = int(c)
	}
	if named >= 0 && named < len(darkPalette) {
		if g.light() {
			return rgb(lightPalette[named])
		}
		return rgb(darkPalette[named])
	}
	return color.RGBAModel.Convert(c).(color.RGBA)
}

func (g *Grid) light() bool {
	const middle = 128
	return color.GrayModel.Convert(g.Bg).(color.Gray).Y >= middle
}

func mix(a, b color.RGBA) color.RGBA {
	half := func(x, y uint8) uint8 { return uint8((int(x) + int(y)) / 2) }
	return color.RGBA{half(a.R, b.R), half(a.G, b.G), half(a.B, b.B), 0xff}
}

// painted is a cell as a picture shows it: its ink, and the cursor if it is there.
func (g *Grid) painted(x, y int) (Cell, ink) {
	c := g.Cell(x, y)
	i := g.ink(c.Style)
	if cur := g.Cursor; cur.Visible && cur.Shape == 0 && cur.Y == y && (cur.X == x || c.Width == 0 && cur.X == x-1) {
		i.fg, i.bg = i.bg, i.fg
	}
	return c, i
}
