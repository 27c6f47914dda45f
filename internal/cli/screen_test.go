package cli_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"obscope/internal/screentest"
	"obscope/loaders"
	"obscope/render"
	"obscope/tui"
)

const notes = "../../testdata/captures/maka/notes.json"

// open starts the real binary in a terminal.
func open(t *testing.T, cols, rows int, args ...string) *screentest.Term {
	t.Helper()
	argv := append([]string{screentest.Build(t, "obscope")}, args...)
	return screentest.Command{Args: argv, Cols: cols, Rows: rows, Env: []string{"XDG_CONFIG_HOME=" + t.TempDir()}}.Start(t)
}

// observed reads the text lines out of the observation pane.
func observed(g *screentest.Grid) []string {
	lines := g.Lines()
	left, top := -1, -1
	for y, line := range lines {
		if at := strings.Index(line, "┬"); at >= 0 {
			left, top = len([]rune(line[:at])), y
			break
		}
	}
	if left < 0 {
		return nil
	}
	var text []string
	for _, line := range lines[top+1:] {
		row := []rune(line)
		if len(row) <= left || row[left] != '│' {
			break
		}
		cell := strings.TrimRight(strings.TrimRight(string(row[left+1:]), " "), "│")
		cell = strings.TrimRight(strings.TrimLeft(cell, " ▏▌"), " ")
		number, rest, ok := strings.Cut(cell, " ")
		if !ok || number == "" || strings.Trim(number, "0123456789") != "" {
			continue
		}
		text = append(text, rest)
	}
	return text
}

// wanted are the lines that the same options render, as a pane shows them.
func wanted(t *testing.T, o render.Options) []string {
	t.Helper()
	data, err := os.ReadFile(notes)
	if err != nil {
		t.Fatal(err)
	}
	rec, err := loaders.LoadBytes(notes, data, loaders.Options{})
	if err != nil {
		t.Fatal(err)
	}
	obs, err := render.New(rec.Captures[0]).Observe(o)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for i, e := range obs.Entries {
		line := obs.Entry(i)
		if e.ID >= 0 {
			line = tui.Mask(line, rec.Captures[0].Element(e.ID))
		}
		lines = append(lines, tui.Clean(line))
	}
	return lines
}

// seeText waits until the pane shows what the flags render.
func seeText(t *testing.T, term *screentest.Term, flags ...string) {
	t.Helper()
	o, err := render.ParseFlags(flags)
	if err != nil {
		t.Fatal(err)
	}
	want := wanted(t, o)
	term.Until(fmt.Sprintf("the text of %q:\n%s", flags, strings.Join(want, "\n")), func(g *screentest.Grid) bool {
		got := observed(g)
		if len(got) != len(want) {
			return false
		}
		for i := range got {
			if head, cut := strings.CutSuffix(got[i], "…"); cut && strings.HasPrefix(want[i], head) {
				continue
			}
			if strings.TrimSpace(got[i]) != strings.TrimSpace(want[i]) {
				return false
			}
		}
		return true
	})
}

// TestEveryOptionKeyShowsWhatRenderPrints presses each option's key and
// compares the pane with what the same flags render.
func TestEveryOptionKeyShowsWhatRenderPrints(t *testing.T) {
	term := open(t, 300, 40, notes)
	seeText(t, term)
	term.Press("c")
	seeText(t, term, "--collapse", "none")
	term.Press("u")
	seeText(t, term)
	term.Press("U")
	seeText(t, term, "--collapse", "none")
	term.Press("o")
	seeText(t, term, "--collapse", "none", "--geometry", "off")
	term.Press("u").Press("u")
	seeText(t, term)
	term.Press("i")
	seeText(t, term, "--interactive")
	term.Press("i")
	seeText(t, term)
	term.Press("m").Type("3").Press("enter")
	seeText(t, term, "--max-elements", "3")
	term.Press("]")
	seeText(t, term, "--max-elements", "4")
	term.Press("[").Press("[")
	seeText(t, term, "--max-elements", "2")
	term.Press("u")
	seeText(t, term, "--max-elements", "3")
	term.Press("m").Press("backspace").Press("enter")
	seeText(t, term)
	term.Press("V").Type("0,0,800,600").Press("enter")
	seeText(t, term, "--viewport", "0,0,800,600")
	term.Press("v")
	seeText(t, term, "--viewport", "off")
	term.Press("/").Type("save")
	seeText(t, term, "--query", "save")
	term.Press("esc")
	seeText(t, term)
	term.Press("/").Type("more").Press("enter")
	seeText(t, term, "--query", "more")
	term.Press("u")
	seeText(t, term)
	term.Press("d")
	seeText(t, term, "--dialect", "indexed")
	term.Press("t").See("cl100k_base")
	term.Press("b").Type("100").Press("enter").See("/ 100 tokens")
	term.Press("q")
	if code := term.ExitCode(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	if left := term.Modes(); left != (screentest.Modes{}) {
		t.Errorf("the terminal is left in %+v", left)
	}
}

// TestFindOutWhyAButtonIsMissing is the story that the inspector is for.
func TestFindOutWhyAButtonIsMissing(t *testing.T) {
	term := open(t, 120, 40, notes, "--viewport", "0,0,800,600")
	term.See("More options")
	term.Press("f").Type("more op").See("More options").Press("enter")
	term.See("out at viewport: centre 60,1310 is below 0..600")
	term.See("viewport off")
	term.Press("v").See("line 7")
	term.Press("ctrl+c")
	term.ExitCode()
}

// TestFitABudget fits a budget and sees what fell off.
func TestFitABudget(t *testing.T) {
	term := open(t, 120, 40, notes, "--budget", "110")
	term.See("/ 110 tokens").Press("F")
	term.SeeMatch(`cap \d+: \d+ beyond|\d+ beyond`)
	term.Press("x").See("out at cap")
	term.Press("u").Unseen("beyond")
	term.Press("ctrl+c")
	term.ExitCode()
}

// TestMouse clicks, scrolls and folds.
func TestMouse(t *testing.T) {
	term := open(t, 120, 30, notes)
	term.See("AXButton \"Share\"")
	term.ClickOn(`AXButton "Share"`).See("● AXButton \"Share\"")
	term.Wheel(90, 6, 1).Wheel(90, 6, -1)
	term.See(`AXButton "More options"`)
	term.Press("ctrl+c")
	term.ExitCode()
}

// TestResize shrinks and grows the terminal; nothing breaks.
func TestResize(t *testing.T) {
	term := open(t, 120, 40, notes)
	term.See("obscope")
	for _, size := range [][2]int{{20, 6}, {300, 100}, {80, 24}, {40, 10}, {99, 30}, {100, 30}} {
		term.Resize(size[0], size[1])
		term.See("AXWindow")
	}
	term.Press("?").See("help").Press("esc")
	term.Press("q")
	if code := term.ExitCode(); code != 0 {
		t.Errorf("exit code %d", code)
	}
}

// TestSignalsRestoreTheTerminal ends the program by every signal that ends
// programs.
func TestSignalsRestoreTheTerminal(t *testing.T) {
	for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		term := open(t, 100, 30, notes)
		term.See("AXWindow")
		term.Signal(sig)
		term.ExitCode()
		if left := term.Modes(); left != (screentest.Modes{}) {
			t.Errorf("%v leaves the terminal in %+v", sig, left)
		}
	}
}

// TestWatchShowsANewFile rewrites the file that is shown.
func TestWatchShowsANewFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "capture.json")
	write := func(label string) {
		text := fmt.Sprintf(`[{"role":"button","name":%q,"x":1,"y":1,"width":2,"height":2}]`, label)
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("before")
	term := open(t, 100, 30, "--watch", name)
	term.See(`button "before"`)
	write("after this")
	term.See(`button "after this"`)
	if err := os.WriteFile(name, []byte(`[{"role":"butt`), 0o600); err != nil {
		t.Fatal(err)
	}
	term.See("not reloaded")
	term.See(`button "after this"`)
	term.Press("ctrl+c")
	term.ExitCode()
}

// TestWithoutATerminal prints the text.
func TestWithoutATerminal(t *testing.T) {
	out, err := exec.Command(screentest.Build(t, "obscope"), notes).Output()
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(notes)
	if err != nil {
		t.Fatal(err)
	}
	rec, err := loaders.LoadBytes(notes, data, loaders.Options{})
	if err != nil {
		t.Fatal(err)
	}
	obs, err := render.New(rec.Captures[0]).Observe(render.Options{})
	if err != nil || string(out) != obs.Text()+"\n" {
		t.Errorf("%v: %s", err, out)
	}
}
