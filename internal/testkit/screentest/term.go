package screentest

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/charmbracelet/x/term"
	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"
)

// TB is the part of testing.TB that a Term needs.
type TB interface {
	Helper()
	Cleanup(func())
	Fatalf(format string, args ...any) // must not return
	Skip(args ...any)
}

// Command says what to run and in which terminal. Only Args is required.
type Command struct {
	Args       []string
	Cols, Rows int       // 80 and 24 when zero
	Dir        string    // working directory
	Env        []string  // "NAME=value" to set, "NAME" to remove
	Stdin      io.Reader // piped to the program, which then reads keys from its terminal

	Light  bool // dark on white: the answer to a question for the background
	Kitty  bool // the terminal speaks the kitty keyboard protocol
	Silent bool // the terminal answers no question at all

	// Timeout is how long See, Unseen and ExitCode wait. Five seconds when
	// zero, twenty under the race detector.
	Timeout time.Duration
}

const (
	defaultTimeout = 5 * time.Second
	raceFactor     = 4

	// A program knows the esc key from the start of a sequence by the silence
	// after it; Bubble Tea waits 50 ms. A person never types faster.
	escPause = 80 * time.Millisecond

	// A read that ends in the middle of a character waits this long for the rest.
	clusterPause = 5 * time.Millisecond

	// What a program started in the background may still write after the
	// program itself has ended is waited for this long.
	drainPause = time.Second
)

// Term is a running program and the terminal it runs in.
type Term struct {
	t       TB
	command Command
	cmd     *exec.Cmd
	ptmx    *os.File
	keys    *outbox

	drained chan struct{} // all output is on the screen
	done    chan struct{} // and the program has ended

	mu      sync.Mutex
	tty     *os.File // the program's end, nil after it has ended
	initial *term.State
	emu     *vt.Emulator
	track   tracker
	raw     []byte
	current *Grid // the screen, nil when it has to be copied again
	held    *Grid // the screen before the synchronized frame being painted
	changed chan struct{}
	leftRaw bool
	exit    int
	pressed []string
}

// Start runs argv in a terminal of the given size. The program is killed when
// the test ends.
func Start(t TB, cols, rows int, argv ...string) *Term {
	t.Helper()
	return Command{Args: argv, Cols: cols, Rows: rows}.Start(t)
}

// Start runs the command. The program is killed when the test ends.
func (c Command) Start(t TB) *Term {
	t.Helper()
	if !ptySupported {
		t.Skip("screentest: no pseudo-terminals on this system")
	}
	if c.Cols == 0 {
		c.Cols, c.Rows = 80, 24
	}
	if c.Timeout == 0 {
		c.Timeout = slower(defaultTimeout)
	}
	s, err := c.open(t)
	if err != nil {
		t.Fatalf("screentest: %v", err)
	}
	t.Cleanup(s.Close)
	return s
}

// slower stretches d where the race detector slows the program down.
func slower(d time.Duration) time.Duration {
	if raceEnabled {
		return raceFactor * d
	}
	return d
}

func (c Command) open(t TB) (*Term, error) {
	if len(c.Args) == 0 {
		return nil, errors.New("no program to start")
	}
	ptmx, tty, err := pty.Open()
	if err != nil {
		return nil, err
	}
	s := &Term{
		t: t, command: c, ptmx: ptmx, tty: tty,
		cmd:     exec.Command(c.Args[0], c.Args[1:]...),
		keys:    newOutbox(),
		emu:     vt.NewEmulator(c.Cols, c.Rows),
		drained: make(chan struct{}), done: make(chan struct{}), changed: make(chan struct{}),
	}
	fg, bg := darkFg, darkBg
	if c.Light {
		fg, bg = lightFg, lightBg
	}
	s.emu.SetDefaultForegroundColor(fg)
	s.emu.SetDefaultBackgroundColor(bg)
	s.track.kittyKeys = c.Kitty
	s.track.onSync = func() { s.current = nil; s.held = s.grid() }
	s.track.offSync = func() { s.current, s.held = nil, nil }
	s.track.attach(s.emu)

	s.initial, _ = term.GetState(tty.Fd())
	err = pty.Setsize(ptmx, winsize(c.Cols, c.Rows))
	if err == nil {
		s.cmd.Dir, s.cmd.Env = c.Dir, c.environment()
		s.cmd.Stdin, s.cmd.Stdout, s.cmd.Stderr = tty, tty, tty
		if c.Stdin != nil {
			s.cmd.Stdin = c.Stdin
		}
		s.cmd.SysProcAttr = ownTerminal(1)
		s.cmd.WaitDelay = drainPause
		err = s.cmd.Start()
	}
	if err != nil {
		_ = tty.Close()
		_ = ptmx.Close()
		return nil, err
	}
	go s.keys.deliver(ptmx)
	go s.answer()
	go s.paint(s.receive())
	go s.wait()
	return s, nil
}

func winsize(cols, rows int) *pty.Winsize {
	return &pty.Winsize{Cols: uint16(cols), Rows: uint16(rows)}
}

// environment is the caller's without what describes the caller's terminal.
func (c Command) environment() []string {
	set := append([]string{
		"TERM=xterm-256color", "COLORTERM=truecolor", "LANG=C.UTF-8", "LC_ALL",
		"NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "FORCE_COLOR", "COLUMNS", "LINES",
		"TERM_PROGRAM", "TERM_PROGRAM_VERSION", "TMUX", "STY", "SSH_TTY", "SSH_CONNECTION", "WT_SESSION",
	}, c.Env...)
	last := map[string]string{} // name to the entry that decides
	var names []string
	for _, entry := range append(os.Environ(), set...) {
		name, _, _ := strings.Cut(entry, "=")
		if _, seen := last[name]; !seen {
			names = append(names, name)
		}
		last[name] = entry
	}
	var env []string
	for _, name := range names {
		if strings.Contains(last[name], "=") {
			env = append(env, last[name])
		}
	}
	return env
}

// receive reads what the program writes until the terminal is closed.
func (s *Term) receive() <-chan []byte {
	chunks := make(chan []byte, 16)
	go func() {
		defer close(chunks)
		buf := make([]byte, 32<<10)
		for {
			n, err := s.ptmx.Read(buf)
			if n > 0 {
				chunks <- append([]byte(nil), buf[:n]...)
			}
			if err != nil {
				return
			}
		}
	}()
	return chunks
}

// paint puts the chunks on the screen. The emulator ends a grapheme cluster
// where a Write ends, so a chunk that may stop inside one waits for the next.
func (s *Term) paint(chunks <-chan []byte) {
	defer close(s.drained)
	const fullRead = 4000 // the kernel hands out 4 KiB at most
	for chunk := range chunks {
		for last := chunk; last[len(last)-1] >= 0x80 || len(last) >= fullRead; {
			var more bool
			select {
			case last, more = <-chunks:
			case <-time.After(clusterPause):
			}
			if !more {
				break
			}
			chunk = append(chunk, last...)
		}
		s.mu.Lock()
		s.raw = append(s.raw, chunk...)
		_, _ = s.emu.Write(chunk)
		s.touch()
		s.mu.Unlock()
	}
}

// touch tells whoever waits that the screen may have changed.
func (s *Term) touch() {
	s.current = nil
	close(s.changed)
	s.changed = make(chan struct{})
}

// answer carries the emulator's replies to the program. Without it the
// emulator would stop at the first question.
func (s *Term) answer() {
	buf := make([]byte, 4096)
	for {
		n, err := s.emu.Read(buf)
		if err != nil {
			return
		}
		if !s.command.Silent {
			s.keys.send(parcel{bytes: append([]byte(nil), buf[:n]...)})
		}
	}
}

// wait lets the program end, notes how it left the terminal, and closes it.
func (s *Term) wait() {
	_ = s.cmd.Wait()
	s.mu.Lock()
	s.leftRaw = s.isRaw()
	s.exit = exitCode(s.cmd.ProcessState)
	_ = s.tty.Close() // the reader sees the end after the last byte
	s.tty = nil
	s.mu.Unlock()
	select {
	case <-s.drained:
	case <-time.After(drainPause):
	}
	// Emulator.Close races with its Read; closing the pipe between them does not.
	_ = s.emu.InputPipe().(io.Closer).Close()
	s.mu.Lock()
	close(s.done)
	s.touch()
	s.mu.Unlock()
}

// isRaw reports whether the line discipline differs from the one at the start.
func (s *Term) isRaw() bool {
	if s.tty == nil {
		return s.leftRaw
	}
	now, err := term.GetState(s.tty.Fd())
	return err == nil && s.initial != nil && *now != *s.initial
}

// Close kills the program and closes its terminal. Start arranges for it.
func (s *Term) Close() {
	if !s.ended() {
		_ = s.cmd.Process.Kill()
	}
	<-s.done
	s.keys.close()
	_ = s.ptmx.Close()
}

func (s *Term) ended() bool {
	select {
	case <-s.done:
		return true
	default:
		return false
	}
}

// grid is the screen as a person sees it now; s.mu is held.
func (s *Term) grid() *Grid {
	if s.held != nil && !s.ended() {
		return s.held
	}
	if s.current == nil {
		s.current = snapshot(s.emu)
		s.current.Title = s.track.title
		s.current.Cursor.Visible = s.track.on[25]
	}
	return s.current
}

// await looks at the screen, now and after every change, until ok accepts it.
// It gives up when the time is up or when nothing can change any more.
func (s *Term) await(ok func(*Grid) bool) bool {
	timeout := time.NewTimer(s.command.Timeout)
	defer timeout.Stop()
	for {
		s.mu.Lock()
		g, changed, last := s.grid(), s.changed, s.ended()
		s.mu.Unlock()
		if ok(g) {
			return true
		}
		if last {
			return false
		}
		select {
		case <-changed:
		case <-timeout.C:
			return false
		}
	}
}

// failf ends the test with the screen and what led to it.
func (s *Term) failf(format string, args ...any) {
	s.t.Helper()
	s.mu.Lock()
	g, exit, pressed := s.grid(), s.exit, strings.Join(s.pressed, " ")
	s.mu.Unlock()
	state := "still running"
	if s.ended() {
		state = fmt.Sprintf("ended with %d", exit)
	}
	if pressed == "" {
		pressed = "nothing"
	}
	s.t.Fatalf("%s\nprogram: %s, %s\npressed: %s\n%s",
		fmt.Sprintf(format, args...), strings.Join(s.command.Args, " "), state, pressed, g.framed())
}
