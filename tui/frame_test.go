package tui

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/exp/golden"
)

// Each frame is exactly as large as the screen, in every mode and at every
// size.
func TestFramesFillTheScreen(t *testing.T) {
	rec := sample(t, "osworld/chromium-form.osworld.xml")
	for _, size := range [][2]int{{20, 6}, {40, 10}, {39, 30}, {80, 24}, {99, 20}, {100, 20}, {120, 40}, {168, 30}, {200, 60}, {300, 100}} {
		for _, ascii := range []bool{false, true} {
			in := inspect(t, Config{Recording: rec, ASCII: ascii}, size[0], size[1])
			for _, keys := range []string{"", "i", "x", "enter", "f", "o r", "esc", "p", "p", "p", "p", "p", "esc", "?", "esc", "O", "j j", "esc", "Y", "esc", "/", "zz", "esc", "tab", "W", "G", "a", "i", "esc", "s", "z"} {
				in.press(strings.Fields(keys)...)
				lines := strings.Split(in.View().Content, "\n")
				if len(lines) != size[1] {
					t.Fatalf("%v after %q: %d lines", size, keys, len(lines))
				}
				for y, l := range lines {
					if w := ansi.StringWidth(l); w != size[0] {
						t.Fatalf("%v after %q: line %d has %d cells: %q", size, keys, y, w, ansi.Strip(l))
					}
					if ascii && !isPlain(ansi.Strip(l)) {
						t.Fatalf("%v after %q: line %d is not ASCII: %q", size, keys, y, ansi.Strip(l))
					}
				}
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
		{"funnel", "i p p j j"},
		{"map", "p p p p"},
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
