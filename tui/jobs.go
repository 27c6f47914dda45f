package tui

import (
	"time"

	"obscope/tui/job"
)

type (
	task  = job.Task[*Model]
	apply = job.Apply[*Model]
)

// noShell says that the process is not stopped.
type noShell struct{}

// patience is how long one Update waits for its jobs, so that what is quick is
// on the screen with the key's own frame.
const patience = 2 * time.Millisecond

var nothing = job.Nothing[*Model]
