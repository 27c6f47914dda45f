package cli

import (
	"context"
	"os"
	"slices"
	"sync"
	"time"

	"obscope/internal/text/workers"
	"obscope/loaders"
	"obscope/model"
	"obscope/tui"
)

// headStart is how long a log is read before its first step with a tree is shown
// while the rest is read: a short one is there by then.
const headStart = 200 * time.Millisecond

// growthEvery is how often the screen is told what was read meanwhile.
const growthEvery = 100 * time.Millisecond

// A stream is the reading of a log whose first steps are on the screen.
type stream struct {
	mu      sync.Mutex
	steps   []*model.Capture // that were not handed over yet
	read    loaders.Progress
	stopped bool
	tree    chan struct{} // closed once there is a step of a session with a tree

	reader workers.Group
	done   chan struct{} // closed when the reading ended, with rec or err
	rec    *model.Recording
	err    error
}

// canStream reports whether what is opened may be shown before it is read: one
// file, of which no particular step or element is asked for. A pipe can be opened
// only once, and is read whole.
func (a *app) canStream(f *inputFlags, look *inspectFlags, s *subject) bool {
	if len(s.names) != 1 || s.names[0] == "-" {
		return false
	}
	info, err := os.Stat(s.names[0])
	return err == nil && info.Mode().IsRegular() && s.source != nil && !s.live && (f.capture == "last" || f.capture == "") &&
		look.selected == "" && len(look.pins) == 0 && !look.plain && isTerminal(a.env.Stdout) && os.Getenv("TERM") != "dumb"
}

// startStream begins to read.
func (s *subject) startStream(ctx context.Context) *stream {
	st := &stream{tree: make(chan struct{}), done: make(chan struct{})}
	st.reader.Go(func() {
		defer close(st.done)
		rec, counts, err := s.source.LoadSteps(ctx, st.step)
		s.set(counts)
		st.rec, st.err = rec, err
	})
	return st
}

// step takes a step in. What is logged without a call may turn out to be no
// session's at the end of the log, so that the screen waits for a call.
func (st *stream) step(c *model.Capture, p loaders.Progress) bool {
	st.mu.Lock()
	defer st.mu.Unlock()
	st.steps, st.read = append(st.steps, c), p
	if c.HasTree() && c.Call != nil && c.Call.Tool != "" {
		select {
		case <-st.tree:
		default:
			close(st.tree)
		}
	}
	return !st.stopped
}

// first is the recording, or what there is of it when the log takes long; then
// more is how the rest comes.
func (st *stream) first() (rec *model.Recording, more *tui.Growing, err error) {
	select {
	case <-st.done:
		return st.whole()
	case <-time.After(headStart):
	}
	select {
	case <-st.done:
		return st.whole()
	case <-st.tree:
	}
	g := st.take()
	return &model.Recording{Captures: g.Steps, Session: &model.Session{}}, &tui.Growing{So: g, Next: st.next, Stop: st.stop}, nil
}

// whole is the recording once it is read.
func (st *stream) whole() (*model.Recording, *tui.Growing, error) {
	st.reader.Wait() // a panic of the reader is the program's
	return st.rec, nil, st.err
}

func (st *stream) take() tui.Growth {
	st.mu.Lock()
	defer st.mu.Unlock()
	g := tui.Growth{Steps: st.steps, Read: st.read.Read, Size: st.read.Size}
	st.steps = nil
	return g
}

func (st *stream) next() tui.Growth {
	select {
	case <-st.done:
		g := st.take()
		g.Whole, _, g.Err = st.whole()
		return g
	case <-time.After(growthEvery):
		return st.take()
	}
}

func (st *stream) stop() {
	st.mu.Lock()
	defer st.mu.Unlock()
	st.stopped = true
}

// firstWithTree is what is shown of a log while the rest is read.
func firstWithTree(rec *model.Recording) *model.Capture {
	return rec.Captures[slices.IndexFunc(rec.Captures, (*model.Capture).HasTree)]
}
