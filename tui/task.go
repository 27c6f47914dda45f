package tui

import (
	"context"
	"fmt"
	"runtime/debug"
	"time"

	tea "charm.land/bubbletea/v2"
)

// A task is one kind of slow work. At most one job of a kind runs; of the jobs
// that are asked for meanwhile only the latest will, and the result of one
// that was overtaken is dropped.
type task struct {
	busy bool
	next job
	stop context.CancelFunc // ends the last job that takes a context; nil if it takes none
	took time.Duration      // of the last job
}

// context is handed to a job that looks at it between its parts; halt ends it.
func (t *task) context() context.Context {
	t.halt()
	ctx, stop := context.WithCancel(context.Background())
	t.stop = stop
	return ctx
}

// halt ends the work of a task at its next part.
func (t *task) halt() {
	if t.stop != nil {
		t.stop()
		t.stop = nil
	}
}

// A job is work away from the screen. It touches nothing of the Model; what it
// returns is applied to it.
type job func() apply

// apply puts the result of a job into the Model.
type apply func(m *Model) tea.Cmd

type jobDone struct {
	task   *task
	result apply
	took   time.Duration
}

// crashed carries a panic of a job to the main loop, where the terminal is
// restored.
type crashed struct{ text string }

// noShell says that the process is not stopped.
type noShell struct{}

// patience is how long one Update waits for its jobs, so that what is quick is
// on the screen with the key's own frame.
const patience = 2 * time.Millisecond

// run starts a job, or queues it behind the one that runs.
func (m *Model) run(t *task, j job) tea.Cmd {
	if t.busy {
		t.next = j
		return nil
	}
	return m.launch(t, j)
}

// nothing is what comes of a job that was stopped.
func nothing(*Model) tea.Cmd { return nil }

// runQuietly is run for work that nobody asked for: at most one such job of all
// kinds runs, and one that was overtaken before it began does not begin.
func (m *Model) runQuietly(t *task, j func(ctx context.Context) apply) tea.Cmd {
	ctx, turn := t.context(), m.quiet
	return m.run(t, func() apply {
		turn <- struct{}{}
		defer func() { <-turn }()
		if ctx.Err() != nil {
			return nothing
		}
		return j(ctx)
	})
}

// drop forgets a job that is under way.
func (t *task) drop() {
	if t.busy {
		t.next = func() apply { return nothing }
	}
}

func (m *Model) launch(t *task, j job) tea.Cmd {
	t.busy = true
	done := make(chan tea.Msg, 1)
	// What takes long begins once the frame of its key is written, which would
	// have to share the processors with it.
	late := t == &m.tasks.panel && t.took >= m.patience
	go func() {
		if late {
			time.Sleep(patience)
		}
		defer func() {
			if r := recover(); r != nil {
				done <- crashed{fmt.Sprintf("%v\n%s", r, debug.Stack())}
			}
		}()
		start := time.Now()
		result := j()
		done <- jobDone{t, result, time.Since(start)}
	}()
	// What took longer the last time is not waited for.
	if wait := time.Until(m.deadline); wait > 0 && t.took < m.patience {
		timer := time.NewTimer(wait)
		defer timer.Stop()
		select {
		case msg := <-done:
			return m.finished(msg)
		case <-timer.C:
		}
	}
	return func() tea.Msg { return <-done }
}

// finished applies the result of a job, unless it was overtaken.
func (m *Model) finished(msg tea.Msg) tea.Cmd {
	done, ok := msg.(jobDone)
	if !ok {
		panic(msg.(crashed).text)
	}
	done.task.busy, done.task.took = false, done.took
	if next := done.task.next; next != nil {
		done.task.next = nil
		return m.launch(done.task, next)
	}
	return done.result(m)
}
