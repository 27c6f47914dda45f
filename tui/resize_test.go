package tui

import (
	"testing"

	tea "charm.land/bubbletea/v2"

	"obscope/model"
)

// TestPanelsFitTheSizeTheyHaveNow opens every panel in one size and looks at it
// in another: it has the rows that it has when it is opened there.
func TestPanelsFitTheSizeTheyHaveNow(t *testing.T) {
	open := func(name string, w, h int) *inspector {
		c := orderForm()
		c.Warnings = append(c.Warnings, model.Warning{Text: "the capture was cut after three hundred elements, and what stood behind them is not known to anybody who reads it"})
		in := inspect(t, Config{Recording: recording(c)}, w, h)
		for _, p := range in.panels {
			if p.Name() == name {
				in.run(in.openPanel(p))
			}
		}
		return in
	}
	// What each way does ends with the panel in sight, in 70x30 cells or, with the
	// details open, in 160x40.
	ways := map[string]func(in *inspector){
		"resized": func(in *inspector) { in.send(tea.WindowSizeMsg{Width: 70, Height: 30}) },
		"resized while out of sight": func(in *inspector) {
			in.press("tab").send(tea.WindowSizeMsg{Width: 70, Height: 30})
			in.press("tab", "tab")
		},
		"beside the details": func(in *inspector) { in.press("tab", "enter", "tab", "tab") },
	}
	for _, name := range []string{"lint", "warnings", "map"} {
		for how, way := range ways {
			t.Run(name+"/"+how, func(t *testing.T) {
				in := open(name, 160, 40)
				way(in)
				if in.focus != panePanel {
					t.Fatalf("the focus is on pane %d", in.focus)
				}
				seen := in.screen()
				if in.run(in.panelStale()); in.screen() != seen {
					t.Errorf("the screen is\n%s\nand built anew\n%s", seen, in.screen())
				}
				if fresh := open(name, in.w, in.h); how != "beside the details" && fresh.screen() != seen {
					t.Errorf("the screen is\n%s\nwant\n%s", seen, fresh.screen())
				}
			})
		}
	}
}
