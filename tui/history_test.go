package tui

import (
	"testing"
	"time"

	"obscope/render"
)

func capped(n int) render.Options { return render.Options{MaxElements: render.Set(n)} }

func (h *history) cap() int { return h.now().MaxElements.Or(-1) }

func TestStepsOfANumberWithinASecondAreOneChange(t *testing.T) {
	start := time.Unix(0, 0)
	h := newHistory(render.Options{})
	for i := range 5 {
		h.step(capped(80+i), "max_elements", start.Add(time.Duration(i)*300*time.Millisecond))
	}
	h.step(capped(99), "max_elements", start.Add(5*time.Second))
	h.undo()
	if h.cap() != 84 {
		t.Errorf("undo of a late step leads to %d, not 84", h.cap())
	}
	h.undo()
	if h.cap() != -1 {
		t.Errorf("undo of five quick steps leads to %d, not to the start", h.cap())
	}
	if h.undo() {
		t.Error("there was nothing left to undo")
	}
}

func TestAChangeAfterUndoDropsRedo(t *testing.T) {
	h := newHistory(render.Options{})
	h.set(capped(1))
	h.set(capped(2))
	h.undo()
	h.set(capped(3))
	if h.redo() {
		t.Error("redo after a new change")
	}
	h.undo()
	if h.cap() != 1 {
		t.Errorf("undo leads to %d, not 1", h.cap())
	}
}
