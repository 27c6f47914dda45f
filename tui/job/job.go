// Package job is work in the background. At most one job of a Task runs; of
// those that are asked for meanwhile only the latest will, and the result of
// one that was overtaken is dropped. It knows no program: S is whom results are
// applied to.
package job

import (
	"context"
	"fmt"
	"runtime/debug"
	"time"

	tea "charm.land/bubbletea/v2"
)

// Apply puts the result of a job into the program, on its loop.
type Apply[S any] func(S) tea.Cmd

// A Job is work away from the screen. It touches nothing of the program.
type Job[S any] func() Apply[S]

// A Task is one kind of slow work; the zero value is ready.
type Task[S any] struct {
	Busy bool
	Late bool // what takes long begins after the frame that asked for it
	Took time.Duration
	next Job[S]
	ctx  context.Context
	stop context.CancelFunc
}

// A Runner starts jobs and takes their results in.
type Runner[S any] struct {
	To       S
	Patience time.Duration // how long one Update waits for its jobs
	deadline time.Time
	quiet    chan struct{}
}

// New makes a runner.
func New[S any](to S, patience time.Duration) *Runner[S] {
	return &Runner[S]{To: to, Patience: patience, quiet: make(chan struct{}, 1)}
}

// Begin tells that an Update begins.
func (r *Runner[S]) Begin() { r.deadline = time.Now().Add(r.Patience) }

// Done carries a result to the loop; the program hands it to Finished.
type Done[S any] struct {
	task   *Task[S]
	result Apply[S]
	took   time.Duration
}

// Crashed carries a panic of a job to the loop.
type Crashed struct{ Text string }

// Context is handed to a job that looks at it between its parts.
func (t *Task[S]) Context() context.Context {
	t.Halt()
	t.ctx, t.stop = context.WithCancel(context.Background())
	return t.ctx
}

// Joined is Context for work that what is asked for later does not stop: while
// a job runs that can be stopped, it is that job's.
func (t *Task[S]) Joined() context.Context {
	if t.Stoppable() {
		return t.ctx
	}
	return t.Context()
}

// Halt ends the work at its next part.
func (t *Task[S]) Halt() {
	if t.stop != nil {
		t.stop()
		t.stop = nil
	}
}

// Stoppable reports whether a job runs that Halt would end.
func (t *Task[S]) Stoppable() bool { return t.Busy && t.stop != nil }

// Nothing is what comes of a job that was stopped.
func Nothing[S any](S) tea.Cmd { return nil }

// Run starts a job, or queues it behind the one that runs.
func (r *Runner[S]) Run(t *Task[S], j Job[S]) tea.Cmd {
	if t.Busy {
		t.next = j
		return nil
	}
	return r.launch(t, j)
}

// Quietly is Run for work that nobody asked for.
func (r *Runner[S]) Quietly(t *Task[S], j func(context.Context) Apply[S]) tea.Cmd {
	ctx := t.Context()
	return r.Run(t, func() Apply[S] {
		r.quiet <- struct{}{}
		defer func() { <-r.quiet }()
		if ctx.Err() != nil {
			return Nothing[S]
		}
		return j(ctx)
	})
}

func (r *Runner[S]) launch(t *Task[S], j Job[S]) tea.Cmd {
	t.Busy = true
	done := make(chan tea.Msg, 1)
	wait := t.Late && t.Took >= r.Patience
	go func() {
		if wait {
			time.Sleep(r.Patience)
		}
		defer func() {
			if p := recover(); p != nil {
				done <- Crashed{fmt.Sprintf("%v\n%s", p, debug.Stack())}
			}
		}()
		start := time.Now()
		result := j()
		done <- Done[S]{t, result, time.Since(start)}
	}()
	if left := time.Until(r.deadline); left > 0 && t.Took < r.Patience {
		timer := time.NewTimer(left)
		defer timer.Stop()
		select {
		case msg := <-done:
			return r.Finished(msg)
		case <-timer.C:
		}
	}
	return func() tea.Msg { return <-done }
}

// Finished applies the result of a job, unless it was overtaken.
func (r *Runner[S]) Finished(msg tea.Msg) tea.Cmd {
	done, ok := msg.(Done[S])
	if !ok {
		panic(msg.(Crashed).Text)
	}
	done.task.Busy, done.task.Took = false, done.took
	if next := done.task.next; next != nil {
		done.task.next = nil
		return r.launch(done.task, next)
	}
	return done.result(r.To)
}

// Drop forgets a job that is under way.
func (t *Task[S]) Drop() {
	if t.Busy {
		t.next = func() Apply[S] { return Nothing[S] }
	}
}

// Then queues a job behind the one that runs.
func (t *Task[S]) Then(j Job[S]) { t.next = j }
