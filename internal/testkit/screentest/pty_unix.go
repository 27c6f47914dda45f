//go:build unix

package screentest

import (
	"os"
	"syscall"
)

const ptySupported = true

// ownTerminal makes the pseudo-terminal the controlling terminal of a new
// session. The child's descriptor ctty is that terminal.
func ownTerminal(ctty int) *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setsid: true, Setctty: true, Ctty: ctty}
}

// exitCode is the number a shell would show: 128 plus the signal for a
// program that a signal ended.
func exitCode(state *os.ProcessState) int {
	if status, ok := state.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return 128 + int(status.Signal())
	}
	return state.ExitCode()
}
