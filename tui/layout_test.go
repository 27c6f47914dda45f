package tui

import "testing"

// Every size and every state of the screen is laid out without overlap and
// within the screen.
func TestLayoutNeverOverlaps(t *testing.T) {
	for w := 1; w <= 300; w += 7 {
		for h := 1; h <= 100; h += 3 {
			for _, want := range []wants{{}, {focus: paneText}, {panel: true, focus: panePanel}, {details: 30}, {panel: true, details: 12, split: 900}, {split: 100}} {
				l := arrange(w, h, want)
				all := append(l.panes[:], l.header, l.details, l.gauge, l.funnel, l.options)
				for i, a := range all {
					if a.empty() {
						continue
					}
					if a.x < 0 || a.y < 0 || a.x+a.w > w || a.y+a.h > h {
						t.Fatalf("%dx%d %+v: %+v is off the screen", w, h, want, a)
					}
					for _, b := range all[i+1:] {
						if !b.empty() && a.x < b.x+b.w && b.x < a.x+a.w && a.y < b.y+b.h && b.y < a.y+a.h {
							t.Fatalf("%dx%d %+v: %+v overlaps %+v", w, h, want, a, b)
						}
					}
				}
				if w >= 20 && h >= 6 && (l.options.empty() || l.gauge.empty() || l.panes[l.shown(want.focus)].empty()) {
					t.Fatalf("%dx%d %+v: a part is missing: %+v", w, h, want, l)
				}
			}
		}
	}
}

// shown is a pane that is on the screen: the wanted one if it is.
func (l *layout) shown(p slot) slot {
	if !l.panes[p].empty() {
		return p
	}
	return paneTree
}
