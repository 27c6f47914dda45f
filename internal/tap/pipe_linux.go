package tap

import (
	"os"

	"golang.org/x/sys/unix"
)

// widen lets a pipe hold as much as one read takes, so that a long message needs
// a sixteenth of the turns that two processes take with 64 KiB. Where that is
// refused, or f is no pipe, everything works as before.
func widen(f *os.File) {
	if raw, err := f.SyscallConn(); err == nil {
		raw.Control(func(fd uintptr) { unix.FcntlInt(fd, unix.F_SETPIPE_SZ, bufferSize) })
	}
}
