package screentest

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/color"
	"image/png"
	"io"
	"strings"
	"testing"

	"github.com/charmbracelet/x/vt"
)

// screen is a Grid on which text has been written, without a cursor.
func screen(cols, rows int, text string) *Grid {
	emu := vt.NewEmulator(cols, rows)
	emu.SetDefaultForegroundColor(darkFg)
	emu.SetDefaultBackgroundColor(darkBg)
	_, _ = emu.WriteString(text)
	return snapshot(emu)
}

// pixel is the colour of a PNG pixel, counted from the corner of a cell.
func pixel(g *Grid, x, y, dx, dy int) color.RGBA {
	return g.Image().RGBAAt(pixels*(x*cellWidth+margin)+dx, pixels*(y*cellHeight+margin)+dy)
}

func svg(t *testing.T, g *Grid) string {
	t.Helper()
	var b bytes.Buffer
	if err := g.WriteSVG(&b); err != nil {
		t.Fatal(err)
	}
	for d := xml.NewDecoder(bytes.NewReader(b.Bytes())); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("%v in\n%s", err, b.String())
		}
	}
	return b.String()
}

func TestSVGKeepsTextInItsCells(t *testing.T) {
	got := svg(t, screen(20, 2, "one two  <&>\r\n日 \x1b[1;31mred\x1b[0m…\x1b[4mu\x1b[8mhid"))
	for _, want := range []string{
		`<text x="0" y="14" textLength="63" lengthAdjust="spacingAndGlyphs" fill="#d7dae0">one two</text>`,
		`<text x="81" y="14" textLength="27" lengthAdjust="spacingAndGlyphs" fill="#d7dae0">&lt;&amp;&gt;</text>`,
		`<text x="9" y="33" text-anchor="middle" fill="#d7dae0">日</text>`,
		`<text x="27" y="33" textLength="27" lengthAdjust="spacingAndGlyphs" fill="#e05561" font-weight="bold">red</text>`,
		`<text x="58.5" y="33" text-anchor="middle" fill="#d7dae0">…</text>`,
		`<rect x="63" y="35" width="9" height="1" fill="#d7dae0"/>`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
	if strings.Contains(got, "hid") {
		t.Error("hidden text is in the picture")
	}
}

func TestColoursOfStyles(t *testing.T) {
	red, dim := rgb(darkPalette[1]), mix(rgb(darkPalette[1]), darkBg)
	for code, want := range map[string]ink{
		"31":            {fg: red, bg: darkBg},
		"7":             {fg: darkBg, bg: darkFg},
		"31;7":          {fg: darkBg, bg: red},
		"2;31":          {fg: dim, bg: darkBg},
		"8;41":          {fg: red, bg: red},
		"38;5;1":        {fg: red, bg: darkBg},
		"38;5;208":      {fg: rgb(0xff8700), bg: darkBg},
		"48;2;1;2;3":    {fg: darkFg, bg: rgb(0x010203)},
		"1;3;4;9;31;44": {fg: red, bg: rgb(darkPalette[4]), bold: true, italic: true, underline: true, strike: true},
	} {
		if _, got := screen(2, 1, "\x1b["+code+"mx").painted(0, 0); got != want {
			t.Errorf("%s: %+v, want %+v", code, got, want)
		}
	}
}

func TestCursorIsPainted(t *testing.T) {
	g := screen(4, 1, "日x")
	g.Cursor = Cursor{X: 0, Y: 0, Visible: true}
	for x, want := range []color.RGBA{darkFg, darkFg, darkBg, darkBg} {
		if _, i := g.painted(x, 0); i.bg != want {
			t.Errorf("column %d is on %v", x, i.bg)
		}
	}
	g.Cursor.Shape = vt.CursorBar
	if pixel(g, 0, 0, 1, 1) != darkFg || pixel(g, 0, 0, 6, 1) != darkBg {
		t.Error("no bar at the left of the cell")
	}
	if got := svg(t, g); !strings.Contains(got, `d="M0,0L2,0L2,19L0,19Z"`) {
		t.Error(got)
	}
}

func TestPNGShowsBackgroundAndGlyphs(t *testing.T) {
	g := screen(3, 1, "\x1b[44m \x1b[0mM")
	var b bytes.Buffer
	if err := g.WritePNG(&b); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	if size := img.Bounds().Size(); size.X != pixels*(3*cellWidth+2*margin) || size.Y != pixels*(cellHeight+2*margin) {
		t.Error(size)
	}
	if pixel(g, 0, 0, 0, 0) != rgb(darkPalette[4]) || pixel(g, 0, 0, 17, 37) != rgb(darkPalette[4]) || pixel(g, 1, 0, 0, 0) != darkBg {
		t.Error("the blue background is not the first cell")
	}
	inked, left, top := 0, pixels*(cellWidth+margin), pixels*margin
	for x := range cellWidth * pixels {
		for y := range cellHeight * pixels {
			if color.RGBAModel.Convert(img.At(left+x, top+y)) != darkBg {
				inked++
			}
		}
	}
	if inked < 50 {
		t.Errorf("M has %d pixels", inked)
	}
}

// Every arm of a line character has to reach the middle of its edge, and no
// other edge may be touched: that is what makes borders join.
func TestLinesReachTheEdges(t *testing.T) {
	b := box{18, 38, 2}
	at := map[int]point{left: {0.5, 19}, right: {17.5, 19}, up: {9, 0.5}, down: {9, 37.5}}
	double := map[int]point{left: {0.5, 15}, right: {17.5, 15}, up: {5, 0.5}, down: {5, 37.5}}
	for r := rune(0x2500); r <= 0x257F; r++ {
		weights := arms[5*(r-0x2500):][:4]
		if weights == "...." {
			continue
		}
		shape, _ := b.drawn(r)
		for arm, edge := range at {
			if weights[arm] == 'd' {
				if covers(shape, edge) {
					t.Errorf("%c: a double line is filled", r)
				}
				edge = double[arm]
			}
			if got, want := covers(shape, edge), weights[arm] != '.'; got != want {
				t.Errorf("%c: arm %d reaches the edge: %v, want %v", r, arm, got, want)
			}
		}
	}
}

// covers reports whether p is inside one of the rectangles.
func covers(shape []outline, p point) bool {
	for _, o := range shape {
		a, z := o.start, o.segments[1].p[2]
		if p.x >= a.x && p.x <= z.x && p.y >= a.y && p.y <= z.y {
			return true
		}
	}
	return false
}

func TestDrawnCharacters(t *testing.T) {
	for _, c := range []struct {
		r      rune
		dx, dy int
		inked  bool
	}{
		{'█', 0, 0, true}, {'█', 17, 37, true},
		{'▀', 9, 5, true}, {'▀', 9, 30, false},
		{'▁', 9, 36, true}, {'▁', 9, 30, false},
		{'▌', 4, 20, true}, {'▌', 13, 20, false},
		{'▕', 17, 20, true}, {'▕', 10, 20, false},
		{'▞', 13, 5, true}, {'▞', 4, 30, true}, {'▞', 4, 5, false}, {'▞', 13, 30, false},
		{'▙', 4, 5, true}, {'▙', 13, 5, false}, {'▙', 13, 30, true},
		{'╭', 17, 19, true}, {'╭', 9, 37, true}, {'╭', 0, 19, false}, {'╭', 9, 0, false}, {'╭', 9, 19, false},
		{'╯', 0, 19, true}, {'╯', 9, 0, true}, {'╯', 17, 19, false},
		{'╱', 17, 0, true}, {'╱', 0, 37, true}, {'╱', 0, 0, false},
		{'╲', 0, 0, true}, {'╲', 17, 0, false},
		{'╳', 0, 0, true}, {'╳', 17, 0, true},
		{'⠁', 4, 4, true}, {'⠁', 13, 4, false}, {'⢀', 13, 33, true}, {'⠀', 4, 4, false},
		{'▶', 5, 19, true}, {'▾', 9, 19, true}, {'▸', 9, 1, false},
	} {
		got := pixel(screen(1, 1, string(c.r)), 0, 0, c.dx, c.dy) != darkBg
		if got != c.inked {
			t.Errorf("%c at %d,%d: inked %v", c.r, c.dx, c.dy, got)
		}
	}
	if got, want := pixel(screen(1, 1, "▒"), 0, 0, 9, 19), mix(darkFg, darkBg); distance(int(got.R), int(want.R)) > 2 {
		t.Errorf("half shade is %v, want about %v", got, want)
	}
	if got := svg(t, screen(4, 1, "░▒──")); strings.Count(got, "<path") != 3 || !strings.Contains(got, `fill-opacity="0.25"`) {
		t.Error(got)
	}
}

func TestFonts(t *testing.T) {
	for i, f := range goMono() {
		if f == nil {
			t.Errorf("Go Mono %d does not parse", i)
		}
	}
	if fontFor('a', false, false) == fontFor('a', true, false) || fontFor('a', true, true) == nil {
		t.Error("bold is not another font")
	}
	const unassigned = '\U000EFFFF'
	if fontFor(unassigned, false, false) != nil {
		t.Error("a font for a character that does not exist")
	}
	if pixel(screen(1, 1, string(rune(0x10FFFD))), 0, 0, 6, 8) == darkBg {
		t.Error("no frame for a character that no font has")
	}
}
