package tui

import (
	"time"

	"obscope/tui/job"
)

type (
	task  = job.Task[*Model]
	apply = job.Apply[*Model]
)

// A background is the work away from the screen.
type background struct {
	jobs  *job.Runner[*Model]
	tasks struct{ observe, count, json, read, back, find, sort, panel, fit, reload, held, export, beyond, work, copy, menu task }
}

// noShell says that the process is not stopped.
type noShell struct{}

// patience is how long one Update waits for its jobs, so that what is quick is
// on the screen with the key's own frame.
const patience = 2 * time.Millisecond

var nothing = job.Nothing[*Model]
