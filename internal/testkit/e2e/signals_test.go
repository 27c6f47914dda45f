//go:build unix

package e2e_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"obscope/internal/testkit/screentest"
)

// TestQuittingRestoresTheTerminal leaves by every key that leaves.
func TestQuittingRestoresTheTerminal(t *testing.T) {
	t.Parallel()
	for _, key := range []string{"q", "ctrl+c"} {
		for _, before := range []string{"", "/", "f", "O", "Y", "?"} {
			if key == "q" && before != "" || skipUnderRace(before > "/") {
				continue // q closes these, or is a letter
			}
			term := open(t, 100, 30, notes)
			term.See("tokens")
			if m := term.Modes(); !m.AltScreen || !m.Mouse || !m.Raw {
				t.Errorf("while running: %+v", m)
			}
			if before != "" {
				was := term.Grid().String()
				term.Press(before).Until("another screen", func(g *screentest.Grid) bool { return g.String() != was })
			}
			if code := term.Press(key).ExitCode(); code != 0 {
				t.Errorf("%s %s: exit code %d", before, key, code)
			}
			restored(t, term)
			term.Unseen("tokens")
		}
	}
}

// TestSignalsRestoreTheTerminal ends the program by every signal that ends
// programs, at rest and while it loads.
func TestSignalsRestoreTheTerminal(t *testing.T) {
	t.Parallel()
	for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		term := open(t, 100, 30, notes)
		term.See("tokens").Signal(sig)
		if code := term.ExitCode(); code == 128+int(sig) {
			t.Errorf("%v killed it: nothing was restored", sig)
		}
		restored(t, term)
		term.Unseen("tokens")
	}
}

// TestADumpRestoresTheTerminal: SIGQUIT ends the program with what every
// goroutine was doing, on a terminal that was restored before.
func TestADumpRestoresTheTerminal(t *testing.T) {
	t.Parallel()
	term := open(t, 100, 30, notes)
	term.See("tokens").Press("j").Signal(syscall.SIGQUIT)
	if code := term.ExitCode(); code != 2 && code != 128+int(syscall.SIGQUIT) {
		t.Errorf("exit code %d", code)
	}
	restored(t, term)
	if raw := term.Raw(); !bytes.Contains(raw, []byte("SIGQUIT: quit")) || !bytes.Contains(raw, []byte("goroutine ")) {
		t.Errorf("no dump:\n%s", term.Grid())
	} else if at := bytes.LastIndex(raw, []byte("\x1b[?1049l")); at < 0 || at > bytes.Index(raw, []byte("SIGQUIT: quit")) {
		t.Error("the dump comes before the terminal is restored")
	}
}

// TestPanicsRestoreTheTerminal and say what happened on the screen that was
// there before.
func TestPanicsRestoreTheTerminal(t *testing.T) {
	t.Parallel()
	for name, keys := range map[string][]string{
		"panic in the background": {"r"}, "panic in an update": {"r"}, "panic in an export": {"e", "x", "enter"},
	} {
		term := screentest.Command{
			Args: []string{os.Args[0]}, Cols: 100, Rows: 40, Timeout: patience, Env: []string{programVariable + "=" + name, noRaceDelay},
		}.Start(t)
		term.See("tokens").Press("m", "3", "enter").See("max 3").Press("j", "j", "P").See("pin in").Press(keys...)
		if code := term.ExitCode(); code == 0 {
			t.Errorf("%s: exit code 0", name)
		}
		restored(t, term)
		if !bytes.Contains(term.Raw(), []byte("panic")) {
			t.Errorf("%s: it does not say that it panicked:\n%s", name, term.Grid())
		}
		again := "come back with: obscope " + notes + " --max-elements 3"
		if name != "panic in an update" { // which has lost the capture
			again += ` --pin 'AXButton "Save"' --select 'AXButton "Save"'`
		}
		if !bytes.Contains(term.Raw(), []byte(again)) || bytes.Contains(term.Raw(), []byte("\x1b]0;title")) {
			t.Errorf("%s: not the command to come back with, or raw:\n%s", name, term.Grid())
		}
	}
}

// TestSuspendAndResume stops under a shell with job control and comes back.
func TestSuspendAndResume(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip(err)
	}
	for _, how := range []string{"key", "signal"} {
		pids := filepath.Join(t.TempDir(), "pid")
		script := `set -m; sh -c 'echo $$ >"$0"; exec "$@"' "$0" "$@"; echo "stopped with $?"; read line; fg >/dev/null; echo "ended with $?"`
		term := screentest.Command{
			Args: []string{"bash", "--norc", "-c", script, pids, screentest.Build(t, "obscope"), notes}, Cols: 100, Rows: 30, Timeout: patience,
			Env: []string{"XDG_CONFIG_HOME=" + t.TempDir(), noRaceDelay},
		}.Start(t)
		term.See("tokens").Press("j")
		selected(term, "AXGroup")
		if how == "key" {
			term.Press("ctrl+z")
		} else {
			var pid int
			if _, err := fmt.Sscan(read(t, pids), &pid); err != nil {
				t.Fatal(err)
			}
			if err := syscall.Kill(pid, syscall.SIGTSTP); err != nil {
				t.Fatal(err)
			}
		}
		term.SeeMatch(`stopped with 14[78]`) // by SIGSTOP or SIGTSTP
		if left := term.Modes(); left != (screentest.Modes{}) {
			t.Errorf("%s: stopped, the terminal is left in %+v", how, left)
		}
		term.Unseen("tokens").Resize(120, 40).Press("enter")
		selected(term.See("tokens"), "AXGroup")
		if m := term.Modes(); !m.AltScreen || !m.Mouse || !m.Raw {
			t.Errorf("%s: continued, the terminal is in %+v", how, m)
		}
		term.Until("aligned borders", func(g *screentest.Grid) bool { return isAligned(g) == nil })
		selected(term.Press("j"), `AXButton "Save"`)
		term.Press("ctrl+c").See("ended with 0").ExitCode()
		restored(t, term)
	}
}

// TestResizeStorm changes the size many times while keys are pressed; the last
// size is the one that is drawn.
func TestResizeStorm(t *testing.T) {
	t.Parallel()
	term := open(t, 120, 40, editor)
	term.See("tokens")
	for i := range 150 {
		term.Resize(20+(i*37)%181, 6+(i*17)%55)
		if i%3 == 0 {
			term.Press([]string{"j", "tab", "p", "o", "i", "W"}[i/3%6])
		}
	}
	for _, size := range [][2]int{{1, 1}, {2, 1}, {12, 3}, {20, 6}, {300, 100}, {100, 30}} {
		term.Resize(size[0], size[1])
	}
	term.Until("the last size", func(g *screentest.Grid) bool { return g.Cols == 100 && isAligned(g) == nil })
	leave(t, term)
}

// TestEverySizeIsDrawnWhole from 20 by 6 to 300 by 100.
func TestEverySizeIsDrawnWhole(t *testing.T) {
	t.Parallel()
	term := open(t, 80, 24, editor)
	term.See("tokens")
	for _, size := range [][2]int{{20, 6}, {39, 11}, {40, 12}, {40, 10}, {80, 24}, {99, 30}, {100, 30}, {120, 40}, {167, 50}, {168, 50}, {200, 60}, {300, 100}} {
		term.Resize(size[0], size[1])
		term.Until(fmt.Sprintf("a whole screen of %dx%d", size[0], size[1]), func(g *screentest.Grid) bool {
			return g.Cols == size[0] && isAligned(g) == nil && strings.Contains(g.String(), "AXWindow")
		})
	}
	leave(t, term)
}

// TestInsideTmux draws, answers keys, copies to the clipboard of the terminal
// around tmux, and leaves the pane as it was.
func TestInsideTmux(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("tmux"); err != nil {
		t.Skip(err)
	}
	dir, err := os.MkdirTemp("", "tmux") // a socket's path has to be short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	config := filepath.Join(dir, "conf")
	put(t, config, "set -g set-clipboard on\nset -g allow-passthrough on\nset -g status off\nset -g default-terminal tmux-256color\nset -s escape-time 10\n")
	file, err := filepath.Abs(notes)
	if err != nil {
		t.Fatal(err)
	}
	socket := filepath.Join(dir, "socket")
	term := screentest.Command{
		Args: []string{"tmux", "-S", socket, "-f", config, "new-session", `"` + screentest.Build(t, "obscope") + `" "` + file + `"; echo "left with $?"; read line`},
		Cols: 120, Rows: 40, Timeout: patience, Env: []string{"XDG_CONFIG_HOME=" + dir, noRaceDelay},
	}.Start(t)
	t.Cleanup(func() { _ = exec.Command("tmux", "-S", socket, "kill-server").Run() })
	term.See("AXWindow").See("/ 4,000 tokens")
	term.Until("aligned borders", func(g *screentest.Grid) bool { return isAligned(g) == nil })
	selected(term.Press("j", "j"), `AXButton "Save"`)
	term.Press("y").SeeMatch("sent the observation|tmux's buffer")
	if got, want := copied(term, ""), printed(t, notes); got != want {
		t.Errorf("the clipboard holds\n%s", got)
	}
	term.Press("q").See("left with 0").Unseen("AXWindow").Press("enter").ExitCode()
}
