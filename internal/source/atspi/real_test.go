//go:build linux

package atspi

import (
	"bufio"
	"context"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"obscope/internal/testkit/real"
	"obscope/loaders"
)

// startDesktop starts a session bus, a screen without a monitor and a
// calculator on it, which it returns.
func startDesktop(t testing.TB) *exec.Cmd {
	t.Helper()
	programs := []string{real.Program(t, "dbus-daemon"), real.Program(t, "Xvfb"), real.Program(t, "galculator")}
	t.Setenv("XDG_RUNTIME_DIR", t.TempDir())
	t.Setenv("HOME", t.TempDir())
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", firstLine(t, programs[0], "--session", "--nofork", "--print-address"))
	t.Setenv("DISPLAY", ":"+firstLine(t, programs[1], "-displayfd", "1", "-screen", "0", "1024x768x24", "-nolisten", "tcp"))
	t.Setenv("NO_AT_BRIDGE", "0")
	return start(t, exec.Command(programs[2]))
}

func firstLine(t testing.TB, program string, args ...string) string {
	t.Helper()
	cmd := exec.Command(program, args...)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	start(t, cmd)
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("%s: %v", program, err)
	}
	return strings.TrimSpace(line)
}

func start(t testing.TB, cmd *exec.Cmd) *exec.Cmd {
	t.Helper()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() })
	return cmd
}

func findApp(t testing.TB, d *Desktop, name string) App {
	t.Helper()
	for range 200 {
		apps, err := d.Find(context.Background(), name)
		if err == nil && len(apps) == 1 {
			return apps[0]
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatalf("%s is not on the bus", name)
	return App{}
}

func TestRealDesktop(t *testing.T) {
	calculator := startDesktop(t)
	ctx := context.Background()
	d, err := Connect(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	app := findApp(t, d, "galculator")
	time.Sleep(500 * time.Millisecond) // its window is being built
	began := time.Now()
	data, err := app.Capture(ctx)
	if err != nil {
		t.Fatal(err)
	}
	took := time.Since(began)
	if name := os.Getenv("OBSCOPE_KEEP"); name != "" {
		os.WriteFile(name, data, 0o644)
	}
	rec, err := loaders.LoadBytes("galculator", data, loaders.Options{})
	if err != nil {
		t.Fatal(err)
	}
	c := rec.Captures[0]
	t.Logf("%d elements in %v, format %s", len(c.Elements), took, c.Format)
	seven := -1
	for i := range c.Elements {
		if e := &c.Elements[i]; e.Role == "toggle-button" && e.Name == "7" {
			seven = i
			if e.Frame.W <= 0 || len(e.Actions) == 0 {
				t.Errorf("the button 7 has frame %v and actions %v", e.Frame, e.Actions)
			}
		}
	}
	if seven < 0 || c.Format != "osworld" || len(c.Elements) < 50 {
		t.Fatalf("%d elements in format %s, no button 7", len(c.Elements), c.Format)
	}

	changed, gone, err := app.Changes(ctx)
	if err != nil {
		t.Fatal(err)
	}
	drain(changed)
	began = time.Now()
	press(t, app, "7")
	select {
	case <-changed:
		t.Logf("a press is told after %v", time.Since(began))
	case <-time.After(5 * time.Second):
		t.Fatal("a press is not told")
	}
	hangs(t, calculator, app)
	calculator.Process.Kill()
	calculator.Wait()
	select {
	case <-gone:
	case <-time.After(5 * time.Second):
		t.Fatal("an application that ended is not told")
	}
	if _, err := app.Capture(ctx); err != ErrGone {
		t.Errorf("capturing an application that ended: %v, want ErrGone", err)
	}
	comesBack(t, &Source{desktop: d, app: app}, calculator.Path)
}

// hangs stops an application: it is on the bus and does not answer.
func hangs(t *testing.T, cmd *exec.Cmd, app App) {
	t.Helper()
	cmd.Process.Signal(syscall.SIGSTOP)
	defer cmd.Process.Signal(syscall.SIGCONT)
	ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	if _, err := app.Capture(ctx); err != ErrSilent {
		t.Errorf("capturing an application that hangs: %v, want ErrSilent", err)
	}
}

// comesBack starts an application again that has ended: it is attached to again.
func comesBack(t *testing.T, s *Source, program string) {
	t.Helper()
	ctx := context.Background()
	if _, err := s.Changes(ctx); err == nil {
		t.Error("an application that ended is followed")
	}
	start(t, exec.Command(program))
	findApp(t, s.desktop, s.Name())
	if _, err := s.Changes(ctx); err != nil {
		t.Errorf("an application that is back is not followed: %v", err)
	}
	if _, err := s.Read(ctx); err != nil {
		t.Errorf("an application that is back is not captured: %v", err)
	}
}

// press does what a person does with a button, which obscope never does.
func press(t testing.TB, a App, name string) {
	t.Helper()
	ctx := context.Background()
	cache, err := a.readCache(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for ref, n := range cache {
		if n.name == name {
			if call := a.bus.Object(ref.Name, ref.Path).CallWithContext(ctx, "org.a11y.atspi.Action.DoAction", 0, int32(0)); call.Err != nil {
				t.Fatal(call.Err)
			}
			return
		}
	}
	t.Fatalf("no button %s in the cache", name)
}

func drain(changed <-chan struct{}) {
	for {
		select {
		case <-changed:
		case <-time.After(300 * time.Millisecond):
			return
		}
	}
}
