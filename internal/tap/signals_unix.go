//go:build unix

package tap

import (
	"os"
	"syscall"
)

// brokenPipe is caught so that a write to an agent that is gone fails, instead
// of ending the process before the record is written.
const brokenPipe = syscall.SIGPIPE

// caught are the signals that a server gets as the tap does, and brokenPipe.
var caught = []os.Signal{
	syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT, syscall.SIGUSR1, syscall.SIGUSR2, brokenPipe,
}
