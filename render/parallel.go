package render

import (
	"context"
	"iter"
	"runtime"
	"sync/atomic"

	"obscope/internal/text/workers"
)

// inParallel runs work over from..n-1 in runs, on all processors, until ctx is
// done. It returns where the work that is done ends.
func inParallel(ctx context.Context, from, n int, work func(from, to int)) (done int, err error) {
	return inRuns(ctx, from, n, func(runs iter.Seq2[int, int]) {
		for from, to := range runs {
			work(from, to)
		}
	})
}

// inRuns cuts from..n-1 into runs and has as many workers as there are
// processors take them until none is left or ctx is done; what a worker needs
// for all its runs it makes once. Runs that were taken are finished, so that
// the work that is done ends at one place.
func inRuns(ctx context.Context, from, n int, worker func(runs iter.Seq2[int, int])) (done int, err error) {
	const run = 256
	var next atomic.Int64
	next.Store(int64(from))
	take := func(yield func(from, to int) bool) {
		for ctx.Err() == nil {
			from := int(next.Add(run)) - run
			if from >= n || !yield(from, min(from+run, n)) {
				return
			}
			// A key that was pressed meanwhile goes first.
			runtime.Gosched()
		}
	}
	count := min((n-from+run-1)/run, runtime.NumCPU(), runtime.GOMAXPROCS(0))
	var wait workers.Group
	for range count - 1 {
		wait.Go(func() { worker(take) })
	}
	worker(take)
	wait.Wait()
	if done = min(int(next.Load()), n); done < n {
		return done, ctx.Err()
	}
	return n, nil
}
