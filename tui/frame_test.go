package tui

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"obscope/internal/testkit/testscale"
	"obscope/loaders"
	"obscope/render"
	_ "obscope/render/agents"
	"obscope/tui/paint"
	"obscope/tui/pane"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/exp/golden"
	"github.com/mattn/go-runewidth"
)

// Each frame is exactly as large as the screen, in every mode and at every
// size.
func TestFramesFillTheScreen(t *testing.T) {
	rec := sample(t, "osworld/chromium-form.osworld.xml")
	for _, size := range [][2]int{{20, 6}, {40, 10}, {39, 30}, {80, 24}, {99, 20}, {100, 20}, {120, 40}, {168, 30}, {200, 60}, {300, 100}} {
		for _, ascii := range []bool{false, true} {
			in := inspect(t, Config{Recording: rec, ASCII: ascii}, size[0], size[1])
			for _, keys := range []string{"", "i", "x", "enter", "f", "o r", "esc", "p", "p", "p", "p", "p", "p", "esc", "P", "C", "l", "l", "esc", "?", "esc", "O", "j j", "esc", "Y", "esc", "/", "zz", "esc", "tab", "W", "G", "a", "i", "esc", "s", "z"} {
				in.press(strings.Fields(keys)...)
				lines := strings.Split(in.View().Content, "\n")
				if len(lines) != size[1] {
					t.Fatalf("%v after %q: %d lines", size, keys, len(lines))
				}
				for y, l := range lines {
					if w := ansi.StringWidth(l); w != size[0] {
						t.Fatalf("%v after %q: line %d has %d cells: %q", size, keys, y, w, ansi.Strip(l))
					}
					if ascii && !paint.IsPlain(ansi.Strip(l)) {
						t.Fatalf("%v after %q: line %d is not ASCII: %q", size, keys, y, ansi.Strip(l))
					}
				}
			}
		}
	}
}

// TestOverlaysCutWideCharacters without moving what is beside them.
func TestOverlaysCutWideCharacters(t *testing.T) {
	under := "a「テスト」🧪z" + strings.Repeat("日", 5)
	total := ansi.StringWidth(under)
	for x := range total - 3 {
		for w := 1; x+w <= total; w++ {
			got := ansi.Strip(paint.Overlay(under, strings.Repeat("-", w), x, w, total))
			if n := ansi.StringWidth(got); n != total {
				t.Errorf("%d cells at %d make a line of %d cells, not %d: %q", w, x, n, total, got)
			}
		}
	}
}

// TestGolden holds how the screen looks; -update writes it anew.
func TestGolden(t *testing.T) {
	for _, c := range []struct {
		name string
		keys string
	}{
		{"start", ""},
		{"missing", "i x x enter"},
		{"costs", "p"},
		{"dialects", "x P C l l l l j"},
		{"funnel", "i p p p j j"},
		{"map", "p p p p p"},
		{"help", "?"},
		{"options", "O j j"},
		{"find", "f"},
		{"compare", "a i"},
	} {
		for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 60}, {40, 10}} {
			t.Run(fmt.Sprintf("%s-%dx%d", c.name, size[0], size[1]), func(t *testing.T) {
				in := inspect(t, Config{Recording: sample(t, "osworld/chromium-form.osworld.xml"), Title: "form"}, size[0], size[1])
				in.press(strings.Fields(c.keys)...)
				if c.name == "find" {
					in.write("order")
				}
				golden.RequireEqual(t, in.screen())
			})
		}
	}
}

// Whatever writes the text, its lines and the screen's agree.
func TestEveryDialectIsShownLineByLine(t *testing.T) {
	for i, name := range firstOfEachFormat(t) {
		if testscale.Race && i%6 > 0 {
			continue
		}
		rec, err := loaders.Load(testdata, name, loaders.Options{})
		if err != nil {
			continue // a companion of another file
		}
		for _, info := range render.New(rec.Captures[len(rec.Captures)-1]).Fits() {
			in := inspect(t, Config{Recording: rec, Options: render.Options{Dialect: render.Set(info.Name)}}, 110, 26)
			text := in.obs.Text()
			tail := strings.HasSuffix(text, "\n") // a final newline is no line
			if n := strings.Count(strings.TrimSuffix(text, "\n"), "\n") + 1; n != in.text.Lines.Total && !(text == "" && in.text.Lines.Total == 0) && !tail {
				t.Errorf("%s in %s: %d lines of %d", name, info.Name, in.text.Lines.Total, n)
			}
			for _, keys := range []string{"tab", "G", "k k", "ctrl+u", "x x", "enter", "W", "G", "g", "p", "p j j", "p j j", "p", "a i", "c"} {
				in.press(strings.Fields(keys)...)
				for y, l := range strings.Split(in.View().Content, "\n") {
					if w := ansi.StringWidth(l); w != 110 {
						t.Fatalf("%s in %s after %q: line %d has %d cells: %q", name, info.Name, keys, y, w, ansi.Strip(l))
					}
				}
			}
		}
	}
}

// firstOfEachFormat names one sample of every folder.
func firstOfEachFormat(t *testing.T) []string {
	t.Helper()
	folders, err := fs.ReadDir(testdata, ".")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, folder := range folders {
		files, err := fs.ReadDir(testdata, folder.Name())
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			if !f.IsDir() {
				names = append(names, folder.Name()+"/"+f.Name())
				break
			}
		}
	}
	return names
}

func TestLinesWrapBetweenWords(t *testing.T) {
	for _, c := range []struct {
		s    string
		w    int
		want []string
	}{
		{"short", 10, []string{"short"}},
		{"read to the end of it", 12, []string{"read to the", "  end of it"}},
		{"    4 button \"Save all\"", 16, []string{"    4 button", "     \"Save all\""}},
		{"abcdefghijkl", 5, []string{"abcde", " fghi", " jkl"}},
		{"東京東京", 5, []string{"東京", " 東京"}},
		{"東京", 1, []string{"東", "京"}},
		{"      x", 3, []string{"   ", " x"}},
	} {
		if got := pane.WrapCells(c.s, c.w); !slices.Equal(got, c.want) {
			t.Errorf("wrapCells(%q, %d) = %q, not %q", c.s, c.w, got, c.want)
		}
	}
}

// What is cut says so, wherever the cut falls.
func TestCutLinesEndInAMark(t *testing.T) {
	in := inspect(t, Config{Recording: sample(t, "uiautomator/checkout-dump.uiautomator.xml"), Options: render.Options{Dialect: render.Set("androidworld-m3a")}}, 300, 60)
	for w := 150; w < 300; w++ {
		in.send(tea.WindowSizeMsg{Width: w, Height: 60})
		for _, l := range in.text.View(&in.st) {
			if l = ansi.Strip(l); strings.Contains(l, "UI element") && !strings.HasSuffix(strings.TrimSpace(l), "…") && !strings.HasSuffix(strings.TrimSpace(l), "}") {
				t.Fatalf("%d cells: %q", w, l)
			}
		}
	}
}

// A terminal of a Japanese locale that gives ambiguous characters two cells
// gets none of them.
func TestWideAmbiguousCharactersAreNotDrawn(t *testing.T) {
	in := inspect(t, Config{Recording: sample(t, "osworld/chromium-form.osworld.xml")}, 120, 40)
	in.send(tea.EnvMsg{"LANG=ja_JP.UTF-8"})
	if in.raw != paint.WideAmbiguous {
		t.Fatalf("%q was asked", in.raw)
	}
	in.send(tea.CursorPositionMsg{X: 1, Y: 1})
	in.see("─ tree")
	in.send(tea.CursorPositionMsg{X: 2, Y: 1})
	for _, keys := range []string{"", "i", "x", "enter", "p", "p", "p", "p", "esc", "?", "esc", "O", "esc", "f", "o", "esc", "G"} {
		in.press(strings.Fields(keys)...)
		if s := in.screen(); strings.IndexFunc(s, func(r rune) bool { return r > 0x7E && runewidth.IsAmbiguousWidth(r) }) >= 0 {
			t.Fatalf("after %q:\n%s", keys, s)
		}
	}
	in.press("f").write("Full name").press("enter").see("テスト")
}
