package tui

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"obscope/model"
	"obscope/render"

	tea "charm.land/bubbletea/v2"
)

// Keys that come before the first observation are pressed once it is there.
func TestKeysTypedEarlyAreNotLost(t *testing.T) {
	m := New(Config{Recording: recording(orderForm())})
	m.jobs.Patience = 0
	in := &inspector{Model: m, t: t}
	in.now = time.Now
	in.send(tea.WindowSizeMsg{Width: 120, Height: 30})
	m.jobs.Begin()
	start := m.show(m.step) // its job is under way
	in.press("f").write("Express").press("enter", "m", "3", "enter")
	if in.obs != nil {
		t.Fatal("there is an observation already")
	}
	in.run(start)
	in.see("max 3")
	if got := in.selected(); got != "button Express" {
		t.Errorf("%q is selected", got)
	}
}

func TestEscStopsLongWork(t *testing.T) {
	in := inspect(t, Config{Recording: recording(orderForm())}, 120, 30)
	fit := in.tasks.fit.Context()
	in.tasks.fit.Busy = true
	in.press("esc").see("fitting stopped")
	if fit.Err() == nil {
		t.Error("fitting goes on")
	}
	in.tasks.fit.Busy = false
	in.press("p")
	panel := in.tasks.panel.Context()
	in.press("esc")
	if panel.Err() == nil {
		t.Error("the panel that was closed computes on")
	}
	stopped, stop := context.WithCancel(context.Background())
	stop()
	r := in.shot().r
	for name, err := range map[string]error{
		"fit":     func() error { _, _, err := r.FitContext(stopped, render.Options{}, 1); return err }(),
		"curve":   func() error { _, err := r.CurveContext(stopped, render.Options{}, 5); return err }(),
		"prices":  func() error { _, err := r.PricesContext(stopped, render.Options{}); return err }(),
		"compare": func() error { _, err := r.CompareContext(stopped, render.Options{}, nil); return err }(),
	} {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s ends with %v", name, err)
		}
	}
}

// A dialect that cannot write the capture is stepped over, and undo does not
// lead to it.
func TestDialectsThatDoNotFitAreSteppedOver(t *testing.T) {
	c := sample(t, "stagehand/stagehand-nested.json").Captures[0]
	in := inspect(t, Config{Recording: recording(c)}, 120, 40)
	fits := map[string]bool{}
	for _, info := range in.shot().r.Fits() {
		fits[info.Name] = true
	}
	if len(fits) == len(in.dialectNames(true)) {
		t.Fatal("every dialect fits; the test needs one that does not")
	}
	in.press("O")
	seen := map[string]bool{}
	for range in.dialectNames(true) {
		in.press("enter")
		name := in.obs.Set.Dialect
		if !fits[name] {
			t.Fatalf("%s does not fit", name)
		}
		seen[name] = true
	}
	if len(seen) != len(fits) {
		t.Errorf("%d dialects were offered, not %d", len(seen), len(fits))
	}
	in.press("esc")
	for range len(in.dialectNames(true)) + 1 {
		in.press("u")
		in.notSee("dialect ")
	}
}

func TestWithoutAShellNothingIsStopped(t *testing.T) {
	in := inspect(t, Config{Recording: recording(orderForm())}, 120, 30)
	in.send(noShell{})
	in.see("there is no shell to go back to")
}

// What is done while the recording is read, or a step made ready, is not
// undone when it is there.
func TestKeysDuringAReloadAreNotLost(t *testing.T) {
	for name, key := range map[string]string{"reload": "r", "step": "."} {
		t.Run(name, func(t *testing.T) {
			in := inspect(t, Config{Recording: recording(orderForm(), orderForm()), Step: 1}, 140, 40)
			in.cfg.Reload = func(context.Context) (*model.Recording, error) { return recording(orderForm(), orderForm()), nil }
			in.jobs.Patience = 0
			_, arrives := in.Model.Update(keyPress(key))
			in.press("f").write("Express").press("enter", "P")
			if name == "reload" {
				in.press("m", "2", "enter")
			}
			in.run(arrives)
			if got := in.selected(); got != "button Express" {
				t.Errorf("%q is selected", got)
			}
			if len(in.pinned()) != 1 {
				t.Error("the pin is lost")
			}
			if got, want := fmt.Sprint(in.obs.Set), fmt.Sprint(in.settings()); got != want {
				t.Errorf("the text is under\n%s, not\n%s", got, want)
			}
		})
	}
}

// slowDialect is prepared when it is let.
type slowDialect struct {
	name string
	let  chan struct{}
}

func (d slowDialect) Info() render.Info { return render.Info{Name: d.name, Hidden: true} }

func (d slowDialect) Bind(*model.Capture) (render.Bound, error) {
	<-d.let
	return slowBound{}, nil
}

type slowBound struct{}

func (slowBound) Plan(p *render.Plan) { p.Note(0) }

func (slowBound) AppendLine(dst []byte, _ *render.Plan, _ int) []byte {
	return append(dst, "it took long"...)
}

// Another key, or esc, overtakes the preparation of a dialect.
func TestAPreparationIsOvertaken(t *testing.T) {
	// Dialects are registered for good, and a test may run again.
	d := slowDialect{fmt.Sprint("slow-", len(render.Dialects())), make(chan struct{})}
	render.Register(d)
	in := inspect(t, Config{Recording: recording(orderForm())}, 120, 30)
	before := in.obs.Set.Dialect
	in.jobs.Patience = 0
	in.jobs.Begin()
	o := in.options()
	o.Dialect = render.Set(d.name)
	wait := in.change(o)
	if !in.observing() {
		t.Fatal("nothing is under way")
	}
	back := in.stopObserving() // as esc does
	if in.options().Dialect.IsSet() {
		t.Error("the change was not taken back")
	}
	in.run(tea.Batch(wait, back))
	if in.obs.Set.Dialect != before || in.text.Waiting {
		t.Errorf("%s is shown", in.obs.Set.Dialect)
	}
	in.see("rendering stopped")

	// What was begun goes on, and is there the next time.
	wait = in.change(o)
	close(d.let)
	in.run(wait)
	in.see("it took long")
}

// unfitDialect can write no capture.
type unfitDialect struct{ slowDialect }

func (d unfitDialect) Bind(*model.Capture) (render.Bound, error) {
	<-d.let
	return nil, errors.New("it fits nothing")
}

// Several changes, of which the first cannot be written, are taken back
// together: the options on the screen are those of the text on the screen.
func TestChangesThatCannotBeWrittenAreTakenBackTogether(t *testing.T) {
	d := unfitDialect{slowDialect{fmt.Sprint("unfit-", len(render.Dialects())), make(chan struct{})}}
	render.Register(d)
	in := inspect(t, Config{Recording: recording(orderForm())}, 120, 30)
	in.press("o") // a change that the text follows
	want := fmt.Sprint(in.obs.Set)
	in.jobs.Patience = 0
	in.jobs.Begin()
	o := in.options()
	o.Dialect = render.Set(d.name)
	wait := in.change(o)
	_, more := in.Model.Update(keyPress("i"))
	close(d.let)
	in.run(tea.Batch(wait, more))
	in.see("it fits nothing")
	if got := fmt.Sprint(in.settings()); got != want || fmt.Sprint(in.obs.Set) != want {
		t.Errorf("in force is\n%s, and the text is under\n%s, want\n%s", got, in.obs.Set.Dialect, want)
	}
}
