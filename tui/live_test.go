package tui

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"obscope/model"

	tea "charm.land/bubbletea/v2"
)

// A liveSource is what the inspector is handed of a source that shows one moment
// at a time, and keeps so many steps.
type liveSource struct {
	shows    *model.Capture
	captures []*model.Capture
	keep     int
	taken    int
	err      error
	sets     []bool
	saved    string
}

func (l *liveSource) read(ctx context.Context) (*model.Recording, error) {
	if l.err != nil {
		return nil, l.err
	}
	if n := len(l.captures); n == 0 || l.captures[n-1] != l.shows {
		l.taken++
		l.shows.Step = l.taken
		l.captures = append(l.captures, l.shows)
	}
	if l.keep > 0 && len(l.captures) > l.keep {
		l.captures = l.captures[len(l.captures)-l.keep:]
	}
	return &model.Recording{Captures: append([]*model.Capture{}, l.captures...)}, ctx.Err()
}

func page(names ...string) *model.Capture {
	var kids []node
	for _, name := range names {
		kids = append(kids, button(name))
	}
	return capture(window("Page", kids...))
}

// attached opens the inspector on a live source.
func attached(t *testing.T, first *model.Capture) (*liveSource, *inspector) {
	t.Helper()
	l := &liveSource{shows: first}
	rec, _ := l.read(context.Background())
	return l, inspect(t, Config{
		Recording: rec, Reload: l.read, Live: &Live{Set: func(on bool) { l.sets = append(l.sets, on) }},
		Export: func(string, []byte, bool) error { return nil },
		Save:   func(step int, dir string) (int, error) { l.saved = fmt.Sprint(step, dir); return 3, nil },
	}, 140, 30)
}

func TestALiveSourceAppendsSteps(t *testing.T) {
	l, in := attached(t, page("One"))
	in.press("r").see("nothing has changed").see("step 1/1")
	l.shows = page("One", "Two")
	in.press("r").see("step 2: 3 elements").see("step 2/2").see(`button "Two"`)
	in.press("D").see("difference · step 1 → 2").see(`+ [1] button "Two"`).press("D")

	in.press(",").see("step 1/2")
	l.shows = page("Three")
	in.press("r").see("step 1/3").see("2 steps after this one").see(`button "One"`).notSee(`button "Three"`)
	in.press(".", ".").see("step 3/3").see(`button "Three"`)
}

// TestTheReadersPlaceOutlivesTheSteps that are let go before it.
func TestTheReadersPlaceOutlivesTheSteps(t *testing.T) {
	l, in := attached(t, page("One"))
	l.keep = 3
	for _, name := range []string{"Two", "Three"} {
		l.shows = page(name)
		in.press("r")
	}
	in.press(",").see("step 2/3").see(`button "Two"`)
	l.shows = page("Four")
	in.press("r").see("step 2/4").see(`button "Two"`).see("2 steps after this one")
	l.shows = page("Five")
	in.press("r").see("step 3/5").see(`button "Three"`) // Two was let go
}

func TestFollowingIsSwitchedAndQuiet(t *testing.T) {
	l, in := attached(t, page("One"))
	l.shows = page("Two")
	in.press("A").see("live: every change is a step").see("· live").see(`button "Two"`)
	in.press("j")
	l.shows = page("Three")
	in.send(reloadMsg{})
	in.see("step 3/3").see(`button "Three"`).notSee("elements · step 3:").notSee("capturing")
	l.err = errors.New("it is gone")
	in.send(reloadMsg{})
	in.see("not captured: it is gone").see(`button "Three"`)
	l.err = nil
	in.send(reloadMsg{})
	in.notSee("it is gone")
	in.press("A").see("live is off").notSee("· live")
	if fmt.Sprint(l.sets) != "[true false]" {
		t.Errorf("following was set to %v", l.sets)
	}
}

// TestACaptureThatHangsIsLeft with esc, and may be tried again.
func TestACaptureThatHangsIsLeft(t *testing.T) {
	l, in := attached(t, page("One"))
	in.jobs.Patience = 0
	stopped := make(chan struct{})
	in.cfg.Reload = func(ctx context.Context) (*model.Recording, error) {
		<-ctx.Done()
		close(stopped)
		return nil, ctx.Err()
	}
	_, arrives := in.Model.Update(keyPress("r"))
	in.see("capturing… esc stops it")
	in.press("p") // keys are answered meanwhile
	if !in.panel.Open {
		t.Error("p is not answered")
	}
	in.press("esc").see("capturing stopped")
	<-stopped
	in.run(arrives)
	if !in.panel.Open {
		t.Error("esc closes the panel, too")
	}
	in.press("esc")
	if in.panel.Open {
		t.Error("esc stops what does not run")
	}
	in.see("step 1/1").notSee("not captured")
	in.cfg.Reload = l.read
	l.shows = page("Two")
	in.jobs.Patience = time.Minute
	in.press("r").see(`button "Two"`)
}

// TestAChangeDoesNotStopACapture that is under way: a page that never rests
// would else never be shown.
func TestAChangeDoesNotStopACapture(t *testing.T) {
	l, in := attached(t, page("One"))
	in.jobs.Patience = 0
	begun, end := make(chan struct{}, 2), make(chan struct{})
	in.cfg.Reload = func(ctx context.Context) (*model.Recording, error) {
		begun <- struct{}{}
		<-end
		return l.read(ctx)
	}
	l.shows = page("Two")
	_, arrives := in.Model.Update(reloadMsg{})
	<-begun
	in.Model.Update(reloadMsg{})
	in.press("esc") // nobody asked for it, and it is quick
	close(end)
	in.jobs.Patience = time.Minute
	in.run(arrives)
	in.see(`button "Two"`)
}

func TestACaptureIsSavedAsAFolder(t *testing.T) {
	l, in := attached(t, page("One"))
	l.shows = page("Two")
	in.press("r", ",", "e").see("folder/ what was captured").write("out/").press("enter").see("wrote the capture").see("3 files")
	if l.saved != "1out/" {
		t.Errorf("saved %s", l.saved)
	}
	in = inspect(t, Config{Recording: recording(page("One")), Export: func(string, []byte, bool) error { return nil }}, 140, 30)
	in.press("e").write("out/").press("enter").see("only what is captured live")
}

// TestPinsSayAtWhichStepTheyWentGone also if the step is jumped over, and from
// behind where they came.
func TestPinsSayAtWhichStepTheyWentGone(t *testing.T) {
	l, in := attached(t, page("One"))
	for i := range 14 {
		names := []string{"One", fmt.Sprint("Step ", i+2)}
		if i+2 >= 5 && i+2 < 12 {
			names = append(names, "Pay")
		}
		l.shows = page(names...)
		in.press("r")
	}
	in.see("step 15/15")
	for range 10 {
		in.press(",")
	}
	in.see("step 5/15").press("f").write("Pay").press("enter", "P").see("◆ pin in")
	in.run(in.goStep(14))
	in.see(`◆✗ button "Pay" gone at step 12`)
	in.press("p", "p", "p", "p", "p", "p").see("─ pins").see("✗ gone at step 12").press("esc")
	in.run(in.goStep(4))
	in.see("◆ pin in")
	in.run(in.goStep(0))
	in.see(`◆✗ button "Pay" not before step 5`)
	in.run(in.goStep(14))
	in.see(`◆✗ button "Pay" gone at step 12`)
	l.shows = page("Another")
	in.press("r").see("step 16/16").see(`◆✗ button "Pay" gone at step 12`)
	in.send(tea.WindowSizeMsg{Width: 80, Height: 24})
	in.see("◆✗ 1 of 1 pin gone at step 12")
}
