//go:build linux

package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"
)

// The terminal that programs are measured in.
const (
	cols = 120
	rows = 40
)

// quiet is how long nothing has to be written for the screen to have settled.
const quiet = 60 * time.Millisecond

// background are the words with which the inspector marks what is still being
// computed; a screen that shows one has not settled.
var background = []string{"counting…", "… of JSON", "computing…", "rendering…", "searching…", "reloading…", "fitting", "looking for"}

// A terminal is a program in a pseudo-terminal, with a clock.
type terminal struct {
	cmd    *exec.Cmd
	ptmx   *os.File
	emu    *vt.Emulator
	chunks chan chunk
	began  time.Time
}

// A chunk is what one read returned, and when.
type chunk struct {
	bytes []byte
	at    time.Time
}

// run starts a program.
func run(argv []string) (*terminal, error) {
	ptmx, tty, err := pty.Open()
	if err != nil {
		return nil, err
	}
	defer tty.Close()
	if err := pty.Setsize(ptmx, &pty.Winsize{Cols: cols, Rows: rows}); err != nil {
		return nil, err
	}
	t := &terminal{ptmx: ptmx, emu: vt.NewEmulator(cols, rows), chunks: make(chan chunk, 1024), cmd: exec.Command(argv[0], argv[1:]...)}
	t.emu.RegisterCsiHandler(ansi.Command('?', '$', 'p'), func(params ansi.Params) bool {
		// The emulator denies synchronized output, which real terminals offer.
		if n, _, _ := params.Param(0, 0); ansi.DECMode(n) == ansi.ModeSynchronizedOutput {
			_, _ = t.emu.InputPipe().Write([]byte(ansi.ReportMode(ansi.ModeSynchronizedOutput, ansi.ModeReset)))
			return true
		}
		return false
	})
	t.cmd.Stdin, t.cmd.Stdout, t.cmd.Stderr = tty, tty, tty
	t.cmd.Env = append(os.Environ(), "TERM=xterm-256color", "COLORTERM=truecolor", "LANG=C.UTF-8", "XDG_CONFIG_HOME=/nonexistent")
	t.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	t.began = time.Now()
	if err := t.cmd.Start(); err != nil {
		return nil, err
	}
	go t.read()
	go func() { // answers to the program's questions
		buf := make([]byte, 4096)
		for {
			n, err := t.emu.Read(buf)
			if err != nil {
				return
			}
			_, _ = t.ptmx.Write(buf[:n])
		}
	}()
	return t, nil
}

func (t *terminal) read() {
	defer close(t.chunks)
	for {
		buf := make([]byte, 64<<10)
		n, err := t.ptmx.Read(buf)
		if n > 0 {
			t.chunks <- chunk{buf[:n], time.Now()}
		}
		if err != nil {
			return
		}
	}
}

var errEnded = errors.New("the program has ended")

// until reads until ok accepts what was read, and returns when that came. The
// emulator's own time is not in it: chunks are stamped when they are read.
func (t *terminal) until(limit time.Duration, ok func(c chunk) bool) (time.Time, error) {
	timeout := time.NewTimer(limit)
	defer timeout.Stop()
	for {
		select {
		case c, more := <-t.chunks:
			if !more {
				return time.Time{}, errEnded
			}
			_, _ = t.emu.Write(c.bytes)
			if ok(c) {
				return c.at, nil
			}
		case <-timeout.C:
			return time.Time{}, fmt.Errorf("not seen in %v:\n%s", limit, t.emu.String())
		}
	}
}

// see waits for a text on the screen.
func (t *terminal) see(limit time.Duration, text string) (time.Time, error) {
	if strings.Contains(t.emu.String(), text) {
		return time.Now(), nil
	}
	return t.until(limit, func(chunk) bool { return strings.Contains(t.emu.String(), text) })
}

// settle reads until the screen has settled and returns when it was written to
// last; the zero time if it was not.
func (t *terminal) settle(limit time.Duration) (last time.Time, err error) {
	deadline := time.Now().Add(limit)
	for {
		select {
		case c, more := <-t.chunks:
			if !more {
				return last, errEnded
			}
			_, _ = t.emu.Write(c.bytes)
			last = c.at
		case <-time.After(quiet):
			screen := t.emu.String()
			busy := false
			for _, word := range background {
				busy = busy || strings.Contains(screen, word)
			}
			if !busy {
				return last, nil
			}
			if time.Now().After(deadline) {
				return last, fmt.Errorf("not settled in %v:\n%s", limit, screen)
			}
		}
	}
}

// endOfFrame ends a frame in synchronized output.
var endOfFrame = []byte(ansi.ResetModeSynchronizedOutput)

// errNothing means that a key changed nothing on the screen.
var errNothing = errors.New("nothing was drawn")

// press writes keys and returns how long the first frame took, and how long it
// took until everything that the keys led to was on the screen.
func (t *terminal) press(keys string) (first, settled time.Duration, err error) {
	const nothing, limit = 2 * time.Second, time.Minute
	start := time.Now()
	if _, err := t.ptmx.WriteString(keys); err != nil {
		return 0, 0, err
	}
	var read []byte // a frame may come in several chunks, and so may its end
	at, err := t.until(nothing, func(c chunk) bool {
		read = append(read, c.bytes...)
		return bytes.Contains(read, endOfFrame)
	})
	if errors.Is(err, errEnded) {
		return 0, 0, err
	} else if err != nil {
		return 0, 0, errNothing
	}
	last, err := t.settle(limit)
	if last.IsZero() {
		last = at
	}
	return at.Sub(start), last.Sub(start), err
}

// processorTime is what the program's threads have used so far.
func (t *terminal) processorTime() (sum time.Duration) {
	threads, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", t.cmd.Process.Pid))
	for _, name := range threads {
		var nanoseconds time.Duration
		if data, err := os.ReadFile(name); err == nil {
			_, _ = fmt.Sscan(string(data), &nanoseconds)
			sum += nanoseconds
		}
	}
	return sum
}

// resident is the most memory that the program has had, in MiB.
func (t *terminal) resident() float64 {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", t.cmd.Process.Pid))
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(data), "VmHWM:")
	kib, _ := strconv.ParseFloat(strings.Fields(rest)[0], 64)
	return kib / 1024
}

// end kills the program.
func (t *terminal) end() {
	_ = t.cmd.Process.Kill()
	_ = t.cmd.Wait()
	_ = t.ptmx.Close()
	for range t.chunks { // let the reader go
	}
}
