// Package replay measures what recorded runs would have cost, and what they
// would have lost, had the agent read its observations under other options.
//
// The measure is Maka's: each observation of a journal is read back into a
// tree, written again under each strategy, and the elements that the agent
// then operated are looked for in what was written. An observation that cannot
// be read back exactly is left out and counted (the fidelity gate), and two
// strategies that are known to lose elements run along, so that a measure that
// cannot fail would be noticed (negative controls). Every text is written by
// package render; this package holds no rules of its own about what is shown.
package replay

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"

	"obscope/model"
	"obscope/render/tokens"
)

// Options say what to measure.
type Options struct {
	Strategies []Strategy // beside Maka's two and before the controls
	Tokens     string     // a vocabulary to count exactly beside chars4; "" or chars4 counts none
	Frontier   bool       // sweep max_elements, collapse, viewport and interactive
	Caps       []int      // the max_elements of the sweep; nil is DefaultCaps
	Behaviour  bool       // what the agent did wrong, call by call

	// Shard and Shards take every Shards-th log, starting with the Shard-th,
	// from 1. Zero Shards takes all.
	Shard, Shards int

	// Progress is called after each log, never by two goroutines at once.
	Progress func(Progress)
}

// Progress is how far a run has come.
type Progress struct {
	Logs, OfLogs   int
	Bytes, OfBytes int64
	Observations   int
}

// ErrNoCalls is returned for logs in which nothing was done.
var ErrNoCalls = errors.New(`no calls: a journal has one JSON object per line, and its calls have "kind":"call"`)

// Run measures the logs on all processors. Logs are read as streams: memory
// grows with neither their number nor the observations in them, but for a few
// bytes per element of each observation of the logs that are open, which later
// calls may refer to. The report does not depend on the order in which logs
// are finished. An error other than ctx's names the log it comes from.
func Run(ctx context.Context, logs []*model.Log, o Options) (*Report, error) {
	if o.Shards > 0 && (o.Shard < 1 || o.Shard > o.Shards) {
		return nil, fmt.Errorf("shard %d/%d: it takes i/n with i from 1 to n", o.Shard, o.Shards)
	}
	if o.Tokens == "chars4" {
		o.Tokens = ""
	}
	if o.Tokens != "" {
		if _, err := tokens.Open(o.Tokens); err != nil {
			return nil, err
		}
	}
	r := &runner{o: o, report: newReport(o), slots: make(chan struct{}, runtime.GOMAXPROCS(0))}
	if err := r.checkStrategies(); err != nil {
		return nil, err
	}
	var mine []int
	for i, log := range logs {
		if o.Shards == 0 || i%o.Shards == o.Shard-1 {
			mine = append(mine, i)
			r.progress.OfLogs++
			r.progress.OfBytes += log.Size
		}
	}
	if err := r.all(ctx, logs, mine); err != nil {
		return nil, err
	}
	if r.report.Calls == 0 && o.Shards == 0 {
		if len(logs) == 1 {
			return nil, fmt.Errorf("%s: %w", logs[0].Name, ErrNoCalls)
		}
		return nil, fmt.Errorf("%d traces: %w", len(logs), ErrNoCalls)
	}
	r.report.settle()
	return r.report, nil
}

// A runner measures logs into one report.
type runner struct {
	o     Options
	slots chan struct{} // a slot is held while an observation is measured

	mu       sync.Mutex
	report   *Report
	progress Progress
}

// all measures the logs, as many at once as there are processors.
func (r *runner) all(ctx context.Context, logs []*model.Log, mine []int) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	next := make(chan int)
	go func() {
		defer close(next)
		for _, i := range mine {
			select {
			case next <- i:
			case <-ctx.Done():
				return
			}
		}
	}()
	var wait sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			for i := range next {
				part, err := r.one(ctx, logs[i], i)
				if err != nil {
					cancel(err)
					return
				}
				r.finish(part, logs[i])
			}
		})
	}
	wait.Wait()
	return context.Cause(ctx)
}

func (r *runner) finish(part *Report, log *model.Log) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.report.add(part)
	r.progress.Logs++
	r.progress.Bytes += log.Size
	r.progress.Observations = r.report.Observations
	if r.o.Progress != nil {
		r.o.Progress(r.progress)
	}
}

// one measures one log.
func (r *runner) one(ctx context.Context, log *model.Log, index int) (*Report, error) {
	run := &run{runner: r, log: log, index: index, report: newReport(r.o), refs: map[string]int32{}, seen: map[string]*record{}}
	run.report.Files = 1
	if r.o.Behaviour {
		run.behaviour = newBehaviour(log.Name, index)
	}
	for call, err := range log.Calls() {
		switch {
		case ctx.Err() != nil:
			run.drain(0)
			return nil, context.Cause(ctx)
		case errors.Is(err, model.ErrBrokenLine):
			run.report.Skipped.BadJSON++
		case err != nil:
			run.drain(0)
			return nil, fmt.Errorf("%s: %w", log.Name, err)
		default:
			run.call(call)
		}
	}
	run.drain(0)
	if run.behaviour != nil {
		run.report.Behaviour.addRun(run.behaviour)
	}
	return run.report, nil
}
