package tui

import (
	"image/color"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"
)

// A tone is what a piece of text is, for its colour.
type tone uint8

const (
	toneText tone = iota
	toneDim
	toneRole
	toneName
	toneValue
	toneRef
	toneKey // a key to press
	toneTitle
	toneGood
	toneWarn
	toneBad
	toneBar
	toneMatch // letters that were searched for
	toneFrame
	toneMap // the selected element on the map
	numTones
)

// A ground is what a row stands on.
type ground uint8

const (
	groundPlain  ground = iota
	groundLinked        // the selected element in the pane without the focus
	groundCursor        // in the pane with the focus
	numGrounds
)

// styles are the escape sequences that start each tone on each ground.
type styles struct {
	on [numGrounds][numTones]string
	glyphs
	clean cleaner
}

// plain reports whether the marks are ASCII.
func (s *styles) plain() bool { return s.clean.ascii || s.clean.narrow }

const reset = "\x1b[m"

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
func newStyles(dark bool, profile colorprofile.Profile, clean cleaner) styles {
	p := darkPalette
	switch {
	case profile <= colorprofile.ASCII && profile != colorprofile.Unknown:
		p = noPalette
	case profile == colorprofile.ANSI:
		p = basicPalette
	case !dark:
		p = lightPalette
	}
	s := styles{glyphs: unicodeGlyphs, clean: clean}
	if clean.ascii || clean.narrow {
		s.glyphs = asciiGlyphs
	}
	for g := range numGrounds {
		for t := range numTones {
			s.on[g][t] = p.sequence(g, t)
		}
	}
	return s
}

func (p palette) sequence(g ground, t tone) string {
	st := lipgloss.NewStyle()
	if g == groundCursor && p.cursorDim != nil {
		p.dim = p.cursorDim
	}
	fg := map[tone]color.Color{
		toneDim: p.dim, toneRole: p.role, toneValue: p.value, toneRef: p.ref, toneKey: p.key, toneTitle: p.title,
		toneGood: p.good, toneWarn: p.warn, toneBad: p.bad, toneBar: p.bar, toneMatch: p.match, toneFrame: p.frame, toneMap: p.match,
	}[t]
	if fg != nil && !(p.reverse && g == groundCursor) {
		st = st.Foreground(fg)
	}
	switch t {
	case toneTitle, toneMap:
		st = st.Bold(true)
	case toneMatch:
		st = st.Bold(true).Underline(true)
	case toneDim, toneFrame:
		if p.dim == nil && g == groundPlain {
			st = st.Faint(true)
		}
	}
	switch {
	case g == groundCursor && p.reverse:
		st = st.Reverse(t != toneBar) // a bar is drawn with its foreground
	case g == groundLinked && p.reverse:
		st = st.Bold(true)
	case g == groundCursor:
		st = st.Background(p.cursor)
	case g == groundLinked:
		st = st.Background(p.linked)
	}
	open, _, _ := strings.Cut(st.Render("x"), "x")
	return open
}

// glyphs are the marks of the screen. Each says by its shape what its colour
// says too.
type glyphs struct {
	cursor, linked      string // before the selected row
	away                string // before the ancestor of a selected row that is folded away
	open, closed        string
	out, lifted, ghost  string
	used                string
	pin                 string
	in                  string
	up, down            string // a column is sorted by what grows, or shrinks
	dot, sub, cut       string
	horizontal          string
	vertical            string
	corners             [4]string // top left, top right, bottom left, bottom right
	tees                [5]string // down, up, right, left, cross
	blocks              []string  // eighths of a cell, from empty to full
	shade               string    // what is left of a gauge
	sparks              []string
	secret, warn, arrow string
	about               string // before a number that is an estimate
}

var unicodeGlyphs = glyphs{
	cursor: "▌", linked: "▏", away: "▹", open: "▾", closed: "▸", out: "✗", lifted: "·", ghost: "○", used: "★", pin: "◆", in: "●", up: "▴", down: "▾",
	dot: " · ", sub: " › ", cut: "…", horizontal: "─", vertical: "│", corners: [4]string{"┌", "┐", "└", "┘"},
	tees: [5]string{"┬", "┴", "├", "┤", "┼"}, blocks: []string{" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"},
	shade: "░", sparks: []string{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"}, secret: "•", warn: "⚠", arrow: "→", about: "~",
}

var asciiGlyphs = glyphs{
	cursor: ">", linked: "-", away: "^", open: "v", closed: ">", out: "x", lifted: ".", ghost: "o", used: "*", pin: "&", in: "+", up: "/", down: "\\",
	dot: " - ", sub: " > ", cut: "~", horizontal: "-", vertical: "|", corners: [4]string{"+", "+", "+", "+"},
	tees: [5]string{"+", "+", "+", "+", "+"}, blocks: []string{" ", " ", " ", " ", "#", "#", "#", "#", "#"},
	shade: ".", sparks: []string{"_", "_", ".", "-", "-", "=", "#", "#"}, secret: "*", warn: "!", arrow: "->", about: "~",
}
