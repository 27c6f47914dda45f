//go:build unix

package e2e_test

import (
	"bytes"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"obscope/internal/testkit/screentest"

	"github.com/charmbracelet/x/ansi"
)

// borders are the characters that may stand in the outermost columns.
const borders = "│├┤┌┐└┘|+"

// isAligned reports what is wrong with the borders of a screen: they have to
// be in the outermost columns of every row below the header, and a divider
// between panes has to be in one column from top to bottom.
func isAligned(g *screentest.Grid) error {
	if g.Cols < 40 || g.Rows < 12 {
		// There are no borders; the last row is drawn nevertheless.
		if strings.TrimSpace(g.Lines()[g.Rows-1]) == "" {
			return fmt.Errorf("the last row of %dx%d is blank:\n%s", g.Cols, g.Rows, g)
		}
		return nil
	}
	at := func(x, y int) string { return g.Cell(x, y).Text }
	for y := 1; y < g.Rows; y++ {
		for _, x := range []int{0, g.Cols - 1} {
			if !strings.Contains(borders, at(x, y)) || at(x, y) == "" {
				return fmt.Errorf("row %d has %q in column %d:\n%s", y, at(x, y), x, g)
			}
		}
	}
	for x := 1; x < g.Cols-1; x++ {
		if at(x, 1) != "┬" {
			continue
		}
		for y := 2; at(x, y) != "┴"; y++ {
			if y == g.Rows-1 || !strings.Contains("│├┤┼", at(x, y)) || at(x, y) == "" {
				return fmt.Errorf("the divider in column %d ends at row %d in %q:\n%s", x, y, at(x, y), g)
			}
		}
	}
	return nil
}

// scripts is a capture in which many writing systems and widths meet.
func scripts(t *testing.T) string {
	t.Helper()
	var kids []node
	for i, name := range []string{
		"日本語の確認ボタン", "한국어 단추", "中文编辑", "👩‍👩‍👧 family", "👍🏽 skin", "🏳️‍🌈 flag", "🇯🇵🇩🇪", "e\u0301 combining", "Z\u0351\u0344\u0357algo\u0328\u0321", "مرحبا بالعالم", "שלום עולם",
		"a\tb\tc", "½ ± § ※ ○ ● → ambiguous", "ｆｕｌｌ ｗｉｄｔｈ", "ﾊﾝｶｸ", "नमस्ते", "ไทยแลนด์", "\u200bzero\u200bwidth", "soft\u00adhyphen", "non\u00a0breaking", "\u3000ideographic space", "ﷺ one wide letter",
	} {
		kids = append(kids, button(name, 20*i))
	}
	return write(t, "scripts.json", window("scripts 文字", kids...))
}

// TestTerminals opens a capture of all writing systems in every kind of
// terminal, operates it, and asserts that borders stay in their columns and
// that colours are those that the terminal has.
func TestTerminals(t *testing.T) {
	t.Parallel()
	file := scripts(t)
	for i, c := range []struct {
		name    string
		command screentest.Command
		args    []string
		colours string // none, 16, 256, true
	}{
		{"true colour", screentest.Command{}, nil, "true"},
		{"light", screentest.Command{Light: true}, nil, "true"},
		{"256 colours", screentest.Command{Env: []string{"COLORTERM"}}, nil, "256"},
		{"16 colours", screentest.Command{Env: []string{"TERM=xterm", "COLORTERM"}}, nil, "16"},
		{"vt220", screentest.Command{Env: []string{"TERM=vt220", "COLORTERM"}}, nil, "16"}, // which ignores them
		{"linux console", screentest.Command{Env: []string{"TERM=linux", "COLORTERM"}}, nil, "16"},
		{"NO_COLOR", screentest.Command{Env: []string{"NO_COLOR=1"}}, nil, "none"},
		{"NO_COLOR light", screentest.Command{Light: true, Env: []string{"NO_COLOR=1"}}, nil, "none"},
		{"ascii", screentest.Command{}, []string{"--ascii"}, "true"},
		{"ja_JP", screentest.Command{Env: []string{"LANG=ja_JP.UTF-8", "LC_CTYPE=ja_JP.UTF-8"}}, nil, "true"},
		{"ja_JP ascii", screentest.Command{Env: []string{"LANG=ja_JP.UTF-8"}}, []string{"--ascii"}, "true"},
		{"kitty keyboard", screentest.Command{Kitty: true}, nil, "true"},
		{"silent", screentest.Command{Silent: true}, nil, "true"},
	} {
		if skipUnderRace(i%4 > 0) {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			for _, size := range [][2]int{{40, 12}, {120, 40}} {
				command := c.command
				command.Cols, command.Rows = size[0], size[1]
				term := start(t, command, append(c.args, file)...)
				term.SeeMatch(`window "scripts|scripts`).Press("G", "g", "i", "enter", "o", "tab", "j", "j", "W", "?").See("next dialect")
				term.Press("?").Unseen("next dialect").Press("p").See("costs").Press("p").See("dialects").Press("p").See("funnel")
				term.Until("aligned borders", func(g *screentest.Grid) bool { return isAligned(g) == nil })
				leave(t, term)
				seen := colours(term.Raw())
				if c.colours != seen {
					t.Errorf("colours: %s, want %s", seen, c.colours)
				}
				if len(c.args) > 0 {
					if at := bytes.IndexFunc(term.Raw(), func(r rune) bool { return r > 0x7E }); at >= 0 {
						t.Errorf("--ascii writes %q", term.Raw()[at:min(at+20, len(term.Raw()))])
					}
				}
			}
		})
	}
}

var (
	trueColour = regexp.MustCompile(`\x1b\[(?:[0-9;:]*[;:])?[34]8[;:]2[;:]`)
	indexed    = regexp.MustCompile(`\x1b\[(?:[0-9;:]*[;:])?[34]8[;:]5[;:]`)
	basic      = regexp.MustCompile(`\x1b\[(?:[0-9;:]*[;:])?(?:3[0-7]|4[0-7]|9[0-7]|10[0-7])(?:[;:][0-9;:]*)?m`)
)

// colours is the best kind of colour that bytes ask for.
func colours(raw []byte) string {
	switch {
	case trueColour.Match(raw):
		return "true"
	case indexed.Match(raw):
		return "256"
	case basic.Match(raw):
		return "16"
	}
	return "none"
}

// TestLightAndDarkAreReadable asserts a contrast of at least 3 between every
// letter and what it stands on, on both backgrounds.
func TestLightAndDarkAreReadable(t *testing.T) {
	t.Parallel()
	for _, light := range []bool{false, true} {
		term := start(t, screentest.Command{Cols: 120, Rows: 40, Light: light}, editor, "--interactive")
		term.See("tokens").Press("j").See("●").Press("x").See("out at")
		g := term.Until("the colours of this background", func(g *screentest.Grid) bool {
			return worst(g) >= 3
		}).Grid()
		t.Logf("light %v: the weakest contrast is %.1f", light, worst(g))
		leave(t, term)
	}
}

// worst is the weakest contrast of a letter on the screen, by WCAG's formula.
// Borders and fillers may be weaker.
func worst(g *screentest.Grid) float64 {
	low := 21.0
	for y := range g.Rows {
		for x := range g.Cols {
			c := g.Cell(x, y)
			if r := []rune(c.Text); len(r) == 0 || r[0] <= ' ' || r[0] >= 0x2500 && r[0] < 0x2600 {
				continue
			}
			fg, bg := c.Fg, c.Bg
			if fg == nil {
				fg = g.Fg
			}
			if bg == nil {
				bg = g.Bg
			}
			if c.Reverse {
				fg, bg = bg, fg
			}
			low = min(low, contrast(fg, bg))
		}
	}
	return low
}

// TestADumbTerminalIsPrintedTo as a pipe is.
func TestADumbTerminalIsPrintedTo(t *testing.T) {
	t.Parallel()
	term := start(t, screentest.Command{Cols: 120, Rows: 30, Env: []string{"TERM=dumb", "COLORTERM"}}, notes)
	if code := term.ExitCode(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	if raw := string(term.Raw()); strings.Contains(raw, "\x1b") || !strings.HasPrefix(raw, "observation_id=") {
		t.Errorf("%q", raw)
	}
	term = start(t, screentest.Command{Cols: 120, Rows: 30}, "--plain", notes)
	if code := term.ExitCode(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	term.See("Line 1: ")
	if raw := string(term.Raw()); strings.Contains(raw, "\x1b") {
		t.Errorf("%q", raw)
	}
}

// TestIdleWritesNothing once the screen has settled.
func TestIdleWritesNothing(t *testing.T) {
	t.Parallel()
	term := open(t, 120, 40, editor)
	term.See("tokens").Press("p").See("costs").Unseen("computing").Settle()
	before := len(term.Raw())
	term.Settle().Settle().Settle()
	if more := term.Raw()[before:]; len(more) > 0 {
		t.Errorf("%d bytes while nobody does anything: %q", len(more), more)
	}
	leave(t, term)
}

// TestNothingOfACaptureReachesTheTerminalRaw opens names with control
// sequences in them and goes through all that shows them.
func TestNothingOfACaptureReachesTheTerminalRaw(t *testing.T) {
	t.Parallel()
	const mark = "PAYLOAD"
	var kids []node
	for i, name := range []string{
		"\x1b]52;c;" + mark + "\x07", "\x1b[2J\x1b[H" + mark, "\x1b[?1049l" + mark, "\x1bP+q544e\x1b\\" + mark, "\x9b31m" + mark, "\u009d52;c;" + mark, "\x07\x08\x7f\x00" + mark, "\r\n\r\n" + mark,
		"\u202e" + mark + "\u202c", "\u2066" + mark + "\u2069", "\u200b\u200c\u200d\ufeff" + mark, "\x1b[?2026h" + mark, "\x1b[6n\x1b[c" + mark, "\x1b]0;" + mark + "\x07", "\x1b]8;;http://x\x07" + mark, "\U000e0041" + mark,
		mark + strings.Repeat("long ", 20_000),
	} {
		kids = append(kids, button(name, 30*i))
	}
	roots := []node{window("\x1b]0;title\x07 W", kids...)}
	file := write(t, "hostile\x1b[31m.json", roots...)
	for i, args := range [][]string{nil, {"--dialect", "outline"}, {"--ascii"}} {
		if skipUnderRace(i > 0) {
			continue
		}
		t.Run(fmt.Sprint(args), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			term := open(t, 160, 50, append(args, file)...)
			term.See(mark).Press("enter", "i", "G", "tab", "G", "W", "g").Press("f").Type("payload").See("17 matches").Press("enter", "n", "n", "n")
			term.Press("p").See("costs").Press("p").See("dialects").Press("p").See("funnel").Press("p").See("lint").Press("p").See("map").Press("a", "i").See("A held")
			term.Press("/").See("query (").Paste("\x07" + mark).Press("esc").Unseen("query (").Press("Y").See("copy as").Press("esc").Unseen("copy as")
			term.Press("e").See("export to").Press("ctrl+u").Type(filepath.Join(dir, "x.svg")).Press("enter").See("wrote the screen")
			term.Press("e").See("export to").Press("ctrl+u").Type(filepath.Join(dir, "x.html")).Press("enter").See("wrote the capture")
			term.Until("aligned borders", func(g *screentest.Grid) bool { return isAligned(g) == nil })
			if got := term.Clipboard(); got != "" {
				t.Errorf("the clipboard was set to %q", got)
			}
			if title := term.Title(); strings.Contains(title, "title\x07") || !strings.HasPrefix(title, "obscope") {
				t.Errorf("the title was set to %q", title)
			}
			leave(t, term)
			if err := onlyOurs(term.Raw()); err != nil {
				t.Error(err)
			}
			for _, name := range []string{"x.svg", "x.html"} {
				if text := read(t, filepath.Join(dir, name)); strings.ContainsAny(text, "\x1b\x07\x00\u009b\u202e\u2066\u200b") {
					t.Errorf("%s holds control characters of the capture", name)
				}
			}
		})
	}
}

// ours are the sequences that the inspector and Bubble Tea send by themselves.
var ours = regexp.MustCompile(`^\x1b(?:\[[0-9;:]*m|\[[0-9;]*[ABCDEFGHJKLMPSTXZ@bdefgrs` + "`" + `]|\[[?>=<!]?[0-9;]*(?:\$p|[hlcunmtqs])|\[[0-9]* q|\[\?5W|\](?:0|2|10|11|12|110|111|112);?[^\x07\x1b]*(?:\x07|\x1b\\)|[78=>MH]|P\+q[0-9A-Fa-f;]*\x1b\\|\[>?[0-9]*q|\(B)`)

// onlyOurs reports a sequence, or a character, that only a capture can have
// brought in.
func onlyOurs(raw []byte) error {
	text := string(raw)
	for text != "" {
		seq, _, n, _ := ansi.DecodeSequence(text, ansi.NormalState, nil)
		switch {
		case strings.HasPrefix(seq, "\x1b"):
			if !ours.MatchString(seq) || strings.Contains(seq, "]52") || strings.Contains(seq, "PAYLOAD") {
				return fmt.Errorf("the terminal was sent %q", seq)
			}
		case seq == "\r" || seq == "\n" || seq == "\t" || seq == "\b":
		default:
			for _, r := range seq {
				if r < 0x20 || r >= 0x7F && r < 0xA0 || r >= 0x202A && r <= 0x202E || r >= 0x2066 && r <= 0x2069 || r == 0x200B || r == 0xFEFF || r >= 0xE0000 && r < 0xE1000 {
					return fmt.Errorf("the terminal was sent %q", seq)
				}
			}
		}
		text = text[n:]
	}
	return nil
}
