//go:build !unix

package tap

import (
	"os"
	"syscall"
)

// brokenPipe is never met: a write to an agent that is gone just fails.
const brokenPipe = syscall.Signal(0)

// caught is the one signal that there is.
var caught = []os.Signal{os.Interrupt}
