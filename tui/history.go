package tui

import (
	"time"

	"obscope/render"
)

// nudgeWindow is how long repeated steps of a number count as one change.
const nudgeWindow = time.Second

// A history is the options as they were changed, for undo and redo. Cursor,
// folds and steps are not in it.
type history struct {
	past   []render.Options // past[at] is in force
	at     int
	nudge  string    // the option that was last stepped
	nudged time.Time // and when
}

// An inForce is the options, as they were changed and as they are tried.
type inForce struct {
	history  history
	preview  *render.Options // in force while a prompt is open
	lastView render.Viewport // what v turns on again
	stepping stepping
}

// options are the options in force.
func (f *inForce) options() render.Options {
	if f.preview != nil {
		return *f.preview
	}
	return f.history.now()
}

func newHistory(o render.Options) history { return history{past: []render.Options{o}} }

// now is the options in force.
func (h *history) now() render.Options { return h.past[h.at] }

// set puts options in force as a change of its own.
func (h *history) set(o render.Options) {
	h.past = append(h.past[:h.at+1:h.at+1], o)
	h.at++
	h.nudge = ""
}

// step puts options in force that came from stepping a number: steps of the
// same number within a second are one change.
func (h *history) step(o render.Options, name string, at time.Time) {
	if h.nudge == name && at.Sub(h.nudged) < nudgeWindow && h.at == len(h.past)-1 {
		h.past[h.at] = o
	} else {
		h.set(o)
	}
	h.nudge, h.nudged = name, at
}

// undo goes back by one change; false if there is none.
func (h *history) undo() bool {
	if h.at == 0 {
		return false
	}
	h.at--
	h.nudge = ""
	return true
}

// backTo takes back what was changed since o were in force, one change at
// least, and forgets it: the text on the screen could not follow.
func (h *history) backTo(o render.Options) {
	if h.at == 0 {
		return
	}
	key := optionsKey(o)
	at := h.at - 1
	for at > 0 && optionsKey(h.past[at]) != key {
		at--
	}
	if optionsKey(h.past[at]) != key {
		at = h.at - 1
	}
	h.at, h.past, h.nudge = at, h.past[:at+1], ""
}

// redo goes forward again.
func (h *history) redo() bool {
	if h.at == len(h.past)-1 {
		return false
	}
	h.at++
	h.nudge = ""
	return true
}
