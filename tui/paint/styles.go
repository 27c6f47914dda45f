package paint

import (
	"image/color"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"
)

// A tone is what a piece of text is, for its colour.
type Tone uint8

const (
	Text Tone = iota
	Dim
	Role
	toneName
	Value
	toneRef
	Key // a key to press
	Title
	Good
	Warn
	Bad
	Bar
	Match // letters that were searched for
	Frame
	Map // the selected element on the map
	numTones
)

// A ground is what a row stands on.
type Ground uint8

const (
	Plain  Ground = iota
	Linked        // the selected element in the pane without the focus
	Cursor        // in the pane with the focus
	numGrounds
)

// Styles are the escape sequences that start each tone on each ground.
type Styles struct {
	On [numGrounds][numTones]string
	glyphs
	Clean Cleaner
}

// Plain reports whether the marks are ASCII.
func (s *Styles) Plain() bool { return s.Clean.Ascii || s.Clean.Narrow }

const Reset = "\x1b[m"

// palette is a choice of colours; nil is the terminal's own.
type palette struct {
	dim, role, value, ref, key, title, good, warn, bad, bar, match, frame color.Color
	cursor, linked                                                        color.Color
	cursorDim                                                             color.Color // dim on the cursor's row, where it would be too faint
	reverse                                                               bool        // the cursor's row is shown in reverse
}

func hex(s string) color.Color { return lipgloss.Color(s) }

var (
	darkPalette = palette{
		dim: hex("#8b949e"), role: hex("#79b8ff"), value: hex("#9ecb8c"), ref: hex("#b392f0"), key: hex("#e3c078"),
		title: hex("#e6edf3"), good: hex("#7ec699"), warn: hex("#e3b341"), bad: hex("#ff8f87"), bar: hex("#4a78b0"),
		match: hex("#ffd866"), frame: hex("#484f58"), cursor: hex("#1f4a7a"), linked: hex("#2a313a"),
		cursorDim: hex("#b4bdc7"),
	}
	lightPalette = palette{
		dim: hex("#656d76"), role: hex("#0550ae"), value: hex("#1a6b2f"), ref: hex("#6639ba"), key: hex("#8a5700"),
		title: hex("#1f2328"), good: hex("#1a7f37"), warn: hex("#9a6700"), bad: hex("#c0262d"), bar: hex("#4f86c6"),
		match: hex("#b35900"), frame: hex("#afb8c1"), cursor: hex("#bcdcff"), linked: hex("#e7ecf1"),
	}
	// basicPalette is for 16 colours, which the terminal's owner has chosen.
	basicPalette = palette{
		dim: nil, role: lipgloss.Cyan, value: lipgloss.Green, ref: lipgloss.Magenta, key: lipgloss.Yellow,
		good: lipgloss.Green, warn: lipgloss.Yellow, bad: lipgloss.Red, bar: lipgloss.Blue, match: lipgloss.Yellow,
		reverse: true,
	}
	noPalette = palette{reverse: true}
)

// newStyles chooses colours for a background and what the terminal can show.
func New(dark bool, profile colorprofile.Profile, clean Cleaner) Styles {
	p := darkPalette
	switch {
	case profile <= colorprofile.ASCII && profile != colorprofile.Unknown:
		p = noPalette
	case profile == colorprofile.ANSI:
		p = basicPalette
	case !dark:
		p = lightPalette
	}
	s := Styles{glyphs: unicodeGlyphs, Clean: clean}
	if clean.Ascii || clean.Narrow {
		s.glyphs = asciiGlyphs
	}
	for g := range numGrounds {
		for t := range numTones {
			s.On[g][t] = p.sequence(g, t)
		}
	}
	return s
}

func (p palette) sequence(g Ground, t Tone) string {
	st := lipgloss.NewStyle()
	if g == Cursor && p.cursorDim != nil {
		p.dim = p.cursorDim
	}
	fg := map[Tone]color.Color{
		Dim: p.dim, Role: p.role, Value: p.value, toneRef: p.ref, Key: p.key, Title: p.title,
		Good: p.good, Warn: p.warn, Bad: p.bad, Bar: p.bar, Match: p.match, Frame: p.frame, Map: p.match,
	}[t]
	if fg != nil && !(p.reverse && g == Cursor) {
		st = st.Foreground(fg)
	}
	switch t {
	case Title, Map:
		st = st.Bold(true)
	case Match:
		st = st.Bold(true).Underline(true)
	case Dim, Frame:
		if p.dim == nil && g == Plain {
			st = st.Faint(true)
		}
	}
	switch {
	case g == Cursor && p.reverse:
		st = st.Reverse(t != Bar) // a bar is drawn with its foreground
	case g == Linked && p.reverse:
		st = st.Bold(true)
	case g == Cursor:
		st = st.Background(p.cursor)
	case g == Linked:
		st = st.Background(p.linked)
	}
	open, _, _ := strings.Cut(st.Render("x"), "x")
	return open
}

// glyphs are the marks of the screen. Each says by its shape what its colour
// says too.
type glyphs struct {
	Cursor, Linked      string // before the selected row
	Away                string // before the ancestor of a selected row that is folded away
	Open, Closed        string
	Out, Lifted, Ghost  string
	Used                string
	Pin                 string
	In                  string
	Up, Down            string // a column is sorted by what grows, or shrinks
	Dot, Sub, Cut       string
	Horizontal          string
	Vertical            string
	Corners             [4]string // top left, top right, bottom left, bottom right
	Tees                [5]string // down, up, right, left, cross
	blocks              []string  // eighths of a cell, from empty to full
	Shade               string    // what is left of a gauge
	Sparks              []string
	secret, Warn, Arrow string
	About               string // before a number that is an estimate
}

var unicodeGlyphs = glyphs{
	Cursor: "▌", Linked: "▏", Away: "▹", Open: "▾", Closed: "▸", Out: "✗", Lifted: "·", Ghost: "○", Used: "★", Pin: "◆", In: "●", Up: "▴", Down: "▾",
	Dot: " · ", Sub: " › ", Cut: "…", Horizontal: "─", Vertical: "│", Corners: [4]string{"┌", "┐", "└", "┘"},
	Tees: [5]string{"┬", "┴", "├", "┤", "┼"}, blocks: []string{" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"},
	Shade: "░", Sparks: []string{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"}, secret: "•", Warn: "⚠", Arrow: "→", About: "~",
}

var asciiGlyphs = glyphs{
	Cursor: ">", Linked: "-", Away: "^", Open: "v", Closed: ">", Out: "x", Lifted: ".", Ghost: "o", Used: "*", Pin: "&", In: "+", Up: "/", Down: "\\",
	Dot: " - ", Sub: " > ", Cut: "~", Horizontal: "-", Vertical: "|", Corners: [4]string{"+", "+", "+", "+"},
	Tees: [5]string{"+", "+", "+", "+", "+"}, blocks: []string{" ", " ", " ", " ", "#", "#", "#", "#", "#"},
	Shade: ".", Sparks: []string{"_", "_", ".", "-", "-", "=", "#", "#"}, secret: "*", Warn: "!", Arrow: "->", About: "~",
}
