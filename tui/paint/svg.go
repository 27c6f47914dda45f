package paint

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Cells of a picture, in its pixels.
const (
	cellWidth  = 8.4
	cellHeight = 18
)

// An ink is how a run of cells is drawn.
type ink struct {
	fg, bg                         string
	bold, faint, underline, invert bool
}

// SVG draws lines of a screen, w cells wide, as a picture. Control sequences
// other than colours are left out.
func SVG(lines []string, w int, dark bool) []byte {
	paper, text := "#ffffff", "#1f2328"
	if dark {
		paper, text = "#0d1117", "#d5dbe1"
	}
	var b bytes.Buffer
	width, height := float64(w)*cellWidth+16, len(lines)*cellHeight+16
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%d" viewBox="0 0 %.0f %d">`+"\n", width, height, width, height)
	fmt.Fprintf(&b, `<rect width="100%%" height="100%%" fill="%s"/>`+"\n", paper)
	fmt.Fprintf(&b, `<g font-family="ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="14">`+"\n")
	for y, l := range lines {
		svgLine(&b, l, y, paper, text)
	}
	b.WriteString("</g>\n</svg>\n")
	return b.Bytes()
}

func svgLine(b *bytes.Buffer, s string, y int, paper, text string) {
	var now ink
	x := 0
	var run strings.Builder
	from := 0
	flush := func() {
		if run.Len() > 0 {
			svgRun(b, run.String(), now, from, x, y, paper, text)
		}
		run.Reset()
		from = x
	}
	var state byte
	for len(s) > 0 {
		seq, w, n, next := ansi.DecodeSequence(s, state, nil)
		state = next
		if w > 0 {
			run.WriteString(seq)
			x += w
		} else if params, ok := strings.CutPrefix(seq, "\x1b["); ok && strings.HasSuffix(params, "m") {
			flush()
			now = now.with(strings.TrimSuffix(params, "m"))
		}
		s = s[n:]
	}
	flush()
}

// svgRun draws cells from..to of a line.
func svgRun(b *bytes.Buffer, s string, k ink, from, to, y int, paper, text string) {
	fg, bg := k.fg, k.bg
	if fg == "" {
		fg = text
	}
	if k.invert {
		fg, bg = paper, fg
	}
	px, py := 8+float64(from)*cellWidth, 8+y*cellHeight
	if bg != "" {
		fmt.Fprintf(b, `<rect x="%.1f" y="%d" width="%.1f" height="%d" fill="%s"/>`, px, py, float64(to-from)*cellWidth, cellHeight, bg)
	}
	// Word by word: browsers differ in what becomes of blanks at the ends of a
	// text, and a run that is stretched without them is garbled.
	for s != "" {
		word, rest, _ := strings.Cut(s, " ")
		if word != "" {
			svgWord(b, word, k, fg, 8+float64(from)*cellWidth, py)
		}
		from += ansi.StringWidth(word) + 1
		s = rest
	}
	b.WriteString("\n")
}

// svgWord draws a text without blanks from px on.
func svgWord(b *bytes.Buffer, word string, k ink, fg string, px float64, py int) {
	width := float64(ansi.StringWidth(word)) * cellWidth
	fmt.Fprintf(b, `<text x="%.1f" y="%d" textLength="%.1f" lengthAdjust="spacingAndGlyphs" xml:space="preserve" fill="%s"`, px, py+13, width, fg)
	if k.bold {
		b.WriteString(` font-weight="bold"`)
	}
	if k.faint {
		b.WriteString(` opacity="0.6"`)
	}
	if k.underline {
		b.WriteString(` text-decoration="underline"`)
	}
	b.WriteString(">")
	xml.EscapeText(b, []byte(word))
	b.WriteString("</text>")
}

// basicColours are the 16 colours of a terminal.
var basicColours = [16]string{
	"#24292f", "#cf222e", "#1a7f37", "#9a6700", "#0969da", "#8250df", "#1b7c83", "#8c959f",
	"#57606a", "#ff8182", "#4ac26b", "#d4a72c", "#54aeff", "#c297ff", "#76e3ea", "#f6f8fa",
}

// with applies the parameters of one SGR sequence.
func (k ink) with(params string) ink {
	if params == "" {
		return ink{}
	}
	list := strings.FieldsFunc(params, func(r rune) bool { return r == ';' || r == ':' })
	for i := 0; i < len(list); i++ {
		n, err := strconv.Atoi(list[i])
		if err != nil {
			continue
		}
		switch {
		case n == 0:
			k = ink{}
		case n == 1:
			k.bold = true
		case n == 2:
			k.faint = true
		case n == 4:
			k.underline = true
		case n == 7:
			k.invert = true
		case n >= 30 && n <= 37:
			k.fg = basicColours[n-30]
		case n >= 40 && n <= 47:
			k.bg = basicColours[n-40]
		case (n == 38 || n == 48) && i+4 < len(list) && list[i+1] == "2":
			colour := "#"
			for _, part := range list[i+2 : i+5] {
				v, _ := strconv.Atoi(part)
				colour += fmt.Sprintf("%02x", v&0xFF)
			}
			if n == 38 {
				k.fg = colour
			} else {
				k.bg = colour
			}
			i += 4
		}
	}
	return k
}
