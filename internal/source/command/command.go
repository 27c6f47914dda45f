// Package command captures with other programs: it runs one, and what it prints
// is the capture. A table knows those that people use for phones and desktops,
// and what their ordinary failures mean.
package command

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os/exec"
	"strings"
	"sync"
	"time"

	"obscope/internal/source"
)

// A Known is a program that obscope can run by name.
type Known struct {
	Name     string
	Of       string   // what it captures
	Argv     []string // arguments that a person adds come behind
	Failures []Failure
}

// A Failure is what a program prints, on either output, if it could not capture,
// and what a person can do then.
type Failure struct {
	Says   string // in any case of letters
	Remedy string
}

// Table is the programs that are known by name.
var Table = []Known{
	{"adb", "an Android device, with uiautomator", []string{"adb", "exec-out", "uiautomator", "dump", "/dev/tty"}, []Failure{
		{"could not get idle state", "the screen does not come to rest; stop the animation or video on it and capture again"},
		{"no devices/emulators found", "no device is connected; start an emulator, or connect a phone with USB debugging on"},
		{"more than one device", "several devices are connected; set ANDROID_SERIAL to one that 'adb devices' lists"},
		{"device unauthorized", "the device waits for you to allow debugging on its screen"},
		{"device offline", "the device is offline; unplug it and plug it in again, or run 'adb reconnect'"},
		{"null root node", "the screen is off or secured; unlock the device and capture again"},
	}},
	{"idb", "an iOS simulator or device, with idb", []string{"idb", "ui", "describe-all"}, []Failure{
		{"no targets", "no simulator runs; boot one with 'xcrun simctl boot'"},
		{"no companion", "idb_companion does not run; install it with 'brew install idb-companion'"},
	}},
	{"axe", "an iOS simulator, with AXe", []string{"axe", "describe-ui"}, []Failure{
		{"missing expected argument", "it wants a simulator: attach axe --udid UDID; 'xcrun simctl list' shows them"},
		{"not booted", "the simulator does not run; boot it with 'xcrun simctl boot'"},
	}},
	{"maestro", "a phone or simulator, with Maestro", []string{"maestro", "hierarchy"}, []Failure{
		{"not enough devices", "no device is connected; start an emulator or simulator"},
		{"multiple running devices", "several devices run; name one: attach maestro --device ID"},
		{"unable to locate a java runtime", "Maestro needs Java; install a JDK of 17 or newer"},
	}},
	{"hdc", "a HarmonyOS device", []string{"hdc", "shell", "uitest dumpLayout -p /data/local/tmp/obscope.json >/dev/null && cat /data/local/tmp/obscope.json"}, []Failure{
		{"need connect-key", "several devices are connected; name one: 'hdc list targets' shows them"},
		{"no targets", "no device is connected; 'hdc list targets' shows those there are"},
		{"[fail]", "the device refuses; switch developer options and USB debugging on"},
	}},
	{"mobilecli", "a phone or simulator, with mobilecli", []string{"mobilecli", "dump", "ui"}, nil},
	{"peekaboo", "a window of macOS, with Peekaboo", []string{"peekaboo", "see", "--json"}, []Failure{
		{"permission", "macOS does not let it look; allow it under Privacy & Security, Accessibility and Screen Recording"},
	}},
}

const (
	// runTime is how long a command may take.
	runTime = 2 * time.Minute
	// maxOutput is how much it may print, in bytes.
	maxOutput = 1 << 30
	// afterKill is how long its children may hold its output open.
	afterKill = time.Second
)

// A Source is a command as a source of captures.
type Source struct {
	Argv     []string
	Failures []Failure
	Every    time.Duration // how often it is worth running again by itself; 0 is DefaultEvery

	running sync.Mutex
}

// DefaultEvery is how often a command runs again that is followed.
const DefaultEvery = 2 * time.Second

// Name is the command as it was typed.
func (s *Source) Name() string { return strings.Join(s.Argv, " ") }

// Live is true: each run shows one moment.
func (s *Source) Live() bool { return true }

// Close waits for a run that was cancelled, so that it does not outlive who asked
// for it.
func (s *Source) Close() {
	s.running.Lock()
	defer s.running.Unlock()
}

// Read runs the command and returns what it prints on its standard output. What
// it prints on the other one is told if it fails.
func (s *Source) Read(ctx context.Context) (*source.Reading, error) {
	s.running.Lock()
	defer s.running.Unlock()
	ctx, cancel := context.WithTimeout(ctx, runTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, s.Argv[0], s.Argv[1:]...)
	cmd.WaitDelay = afterKill
	out, errs := &bounded{most: maxOutput}, &bounded{most: 64 << 10}
	cmd.Stdout, cmd.Stderr = out, errs
	err := cmd.Run()
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return nil, fmt.Errorf("%s: there is no such command on the path; install it, or name another with 'obscope attach exec -- CMD'", s.Argv[0])
	case cmd.Process == nil:
		return nil, fmt.Errorf("%s: it cannot be started: %w", s.Argv[0], reason(err))
	case ctx.Err() == context.DeadlineExceeded:
		return nil, fmt.Errorf("%s: it did not end within %v", s.Argv[0], runTime)
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case out.over:
		return nil, fmt.Errorf("%s: it prints more than %d bytes", s.Argv[0], maxOutput)
	}
	if remedy := s.remedy(out.Bytes(), errs.Bytes()); remedy != "" {
		return nil, fmt.Errorf("%s: %s", s.Argv[0], remedy)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %s: %s", s.Argv[0], err, lastLine(errs.Bytes(), out.Bytes()))
	}
	if len(bytes.TrimSpace(out.Bytes())) == 0 {
		return nil, fmt.Errorf("%s: it printed nothing%s; the tree must come on its standard output", s.Argv[0], said(errs.Bytes()))
	}
	return &source.Reading{Inputs: []source.Input{{Name: s.Name(), Data: out.Bytes()}}}, nil
}

// reason is an error of a file without the file, which is named already.
func reason(err error) error {
	var of *fs.PathError
	if errors.As(err, &of) {
		return of.Err
	}
	return err
}

// remedy is what to do about a failure that is known; "" if it is none. A tree
// may hold the words of one, so what is long is a tree.
func (s *Source) remedy(outputs ...[]byte) string {
	const mostOfAFailure = 4 << 10
	for _, output := range outputs {
		if len(output) > mostOfAFailure {
			continue
		}
		text := strings.ToLower(string(output))
		for _, f := range s.Failures {
			if strings.Contains(text, f.Says) {
				return f.Remedy
			}
		}
	}
	return ""
}

// lastLine is the last line of the first output that has any.
func lastLine(outputs ...[]byte) string {
	for _, output := range outputs {
		lines := strings.Split(strings.TrimSpace(string(output)), "\n")
		if last := strings.TrimSpace(lines[len(lines)-1]); last != "" {
			return last
		}
	}
	return "it says nothing"
}

func said(errs []byte) string {
	if len(bytes.TrimSpace(errs)) == 0 {
		return ""
	}
	return ": " + lastLine(errs)
}

// Changes tells every so often that the command is worth running again.
func (s *Source) Changes(ctx context.Context) (<-chan struct{}, error) {
	told := make(chan struct{})
	go func() {
		defer close(told)
		tick := time.NewTicker(cmp.Or(s.Every, DefaultEvery))
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				select {
				case told <- struct{}{}:
				case <-ctx.Done():
					return
				}
			}
		}
	}()
	return told, nil
}

// bounded keeps what is written, up to a bound.
type bounded struct {
	bytes.Buffer
	most int
	over bool
}

func (b *bounded) Write(p []byte) (int, error) {
	if b.over = b.over || b.Len()+len(p) > b.most; b.over {
		return 0, io.ErrShortWrite
	}
	return b.Buffer.Write(p)
}
