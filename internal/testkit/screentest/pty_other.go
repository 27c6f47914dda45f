//go:build !unix

package screentest

import (
	"os"
	"syscall"
)

const ptySupported = false

func ownTerminal(int) *syscall.SysProcAttr { return nil }

func exitCode(state *os.ProcessState) int { return state.ExitCode() }
