package cli

import (
	"bufio"
	"io"
	"io/fs"
	"os"
	"runtime"
)

// openKeyboard opens the terminal itself, where standard input is not it.
func openKeyboard() (*os.File, error) {
	if runtime.GOOS == "windows" {
		return os.OpenFile("CONIN$", os.O_RDWR, 0)
	}
	return os.OpenFile("/dev/tty", os.O_RDWR, 0)
}

// piped reports whether something comes through standard input, from a pipe or
// a file.
func (a *app) piped() bool {
	file, ok := a.env.Stdin.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	if err != nil || !info.Mode().IsRegular() && info.Mode()&fs.ModeNamedPipe == 0 {
		return false
	}
	r := bufio.NewReader(file)
	if _, err := r.Peek(1); err != nil {
		return false
	}
	a.env.Stdin = struct{ io.Reader }{r}
	return true
}
