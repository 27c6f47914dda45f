package screentest

import (
	"image/color"
	"strings"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/vt"
)

// Style is how a cell is painted. A nil colour is the terminal's own; the
// sixteen named colours are of type ansi.BasicColor, the 256 of
// ansi.IndexedColor.
type Style struct {
	Fg, Bg                                                       color.Color
	Bold, Faint, Italic, Underline, Blink, Reverse, Hide, Strike bool
}

// Cell is one position of the screen. A wide character fills two: the left one
// has Width 2, the right one has Width 0 and no text.
type Cell struct {
	Text  string // one grapheme cluster; a space where nothing was written
	Width int    // columns
	Style
	Link string // hyperlink target, if any
}

// Cursor is the terminal's cursor, counted in cells from the top left corner.
type Cursor struct {
	X, Y    int
	Visible bool
	Shape   vt.CursorStyle
}

// Grid is a screen at one moment.
type Grid struct {
	Cols, Rows int
	Fg, Bg     color.Color // what a nil colour in a Style means
	Cursor     Cursor
	Title      string // window title
	cells      []Cell
}

// Cell returns the cell in column x of row y, or the zero Cell outside.
func (g *Grid) Cell(x, y int) Cell {
	if x < 0 || x >= g.Cols || y < 0 || y >= g.Rows {
		return Cell{}
	}
	return g.cells[y*g.Cols+x]
}

// Lines returns the text of every row without the spaces at its end.
func (g *Grid) Lines() []string {
	lines := make([]string, g.Rows)
	var b strings.Builder
	for y := range lines {
		b.Reset()
		for x := range g.Cols {
			b.WriteString(g.cells[y*g.Cols+x].Text)
		}
		lines[y] = strings.TrimRight(b.String(), " ")
	}
	return lines
}

// String returns the lines, each ended by a newline.
func (g *Grid) String() string { return strings.Join(g.Lines(), "\n") + "\n" }

// Find returns the cell where text starts, looking row by row from the top.
func (g *Grid) Find(text string) (x, y int, ok bool) {
	for y, line := range g.Lines() {
		at := strings.Index(line, text)
		if at < 0 {
			continue
		}
		for x, n := 0, 0; x < g.Cols; x++ {
			if n >= at && g.Cell(x, y).Width > 0 {
				return x, y, true
			}
			n += len(g.Cell(x, y).Text)
		}
	}
	return 0, 0, false
}

// framed is the screen with a border, for failure messages.
func (g *Grid) framed() string {
	var b strings.Builder
	b.WriteString("┌" + strings.Repeat("─", g.Cols) + "┐\n")
	for y, line := range g.Lines() {
		used := 0
		for x := range g.Cols {
			if c := g.Cell(x, y); c.Text != " " {
				used = x + max(c.Width, 1)
			}
		}
		b.WriteString("│" + line + strings.Repeat(" ", max(0, g.Cols-used)) + "│\n")
	}
	b.WriteString("└" + strings.Repeat("─", g.Cols) + "┘")
	return b.String()
}

// snapshot copies the emulator's screen.
func snapshot(emu *vt.Emulator) *Grid {
	g := &Grid{Cols: emu.Width(), Rows: emu.Height(), Fg: emu.ForegroundColor(), Bg: emu.BackgroundColor()}
	g.cells = make([]Cell, g.Cols*g.Rows)
	for y := range g.Rows {
		covered := 0 // columns that the wide character to the left still fills
		for x := range g.Cols {
			cell := &g.cells[y*g.Cols+x]
			c := emu.CellAt(x, y)
			switch {
			case covered > 0:
				left := g.cells[y*g.Cols+x-1]
				*cell = Cell{Style: left.Style, Link: left.Link}
				covered--
			case c == nil || c.Content == "":
				*cell = Cell{Text: " ", Width: 1}
			default:
				*cell = Cell{Text: c.Content, Width: c.Width, Style: styleOf(c.Style), Link: c.Link.URL}
				covered = c.Width - 1
			}
		}
	}
	pos := emu.CursorPosition()
	shape, _ := emu.CursorStyle()
	g.Cursor = Cursor{X: pos.X, Y: pos.Y, Shape: shape}
	return g
}

func styleOf(s uv.Style) Style {
	has := func(attr uint8) bool { return s.Attrs&attr != 0 }
	return Style{
		Fg: s.Fg, Bg: s.Bg,
		Bold: has(uv.AttrBold), Faint: has(uv.AttrFaint), Italic: has(uv.AttrItalic),
		Underline: s.Underline != uv.UnderlineNone, Blink: has(uv.AttrBlink) || has(uv.AttrRapidBlink),
		Reverse: has(uv.AttrReverse), Hide: has(uv.AttrConceal), Strike: has(uv.AttrStrikethrough),
	}
}
