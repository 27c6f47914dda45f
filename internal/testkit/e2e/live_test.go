//go:build unix

package e2e_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"obscope/internal/testkit/screentest"
)

// device is a program named adb that prints what the file screen holds, and
// sleeps while there is a file hang.
func device(t *testing.T) (dir, path string) {
	t.Helper()
	dir = t.TempDir()
	script := fmt.Sprintf("#!/bin/sh\ncd '%s'\necho $$ >pid\n[ -e hang ] && exec sleep 600\ncat screen\n", dir)
	if err := os.WriteFile(filepath.Join(dir, "adb"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	return dir, "PATH=" + dir + string(filepath.ListSeparator) + os.Getenv("PATH")
}

// phone is a screen of a phone, as uiautomator dumps it.
func phone(label string) string {
	return fmt.Sprintf(`<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="0"><node index="0" text="" resource-id="" class="android.widget.FrameLayout" package="p" content-desc="" clickable="false" enabled="true" bounds="[0,0][1080,2400]"><node index="0" text="%s" resource-id="p:id/b" class="android.widget.Button" package="p" content-desc="" clickable="true" enabled="true" bounds="[10,10][200,90]" /></node></hierarchy>UI hierchary dumped to: /dev/tty`, label)
}

// TestAttachToADevice follows a device by a command that runs again, steps back
// meanwhile, and saves a step.
func TestAttachToADevice(t *testing.T) {
	t.Parallel()
	dir, path := device(t)
	screen := filepath.Join(dir, "screen")
	put(t, screen, phone("Sign in"))
	term := start(t, screentest.Command{Cols: 140, Rows: 30, Env: []string{path}}, "attach", "adb", "--every", "200ms")
	term.See("Sign in").See("step 1/1").See("live")
	put(t, screen, phone("Welcome"))
	term.See("step 2/2").See("Welcome")
	term.Press("D").See("difference · step 1 → 2").Press("D")
	term.Press(",").See("step 1/2").See("Sign in")
	put(t, screen, phone("Settings"))
	term.See("step 1/3").See("Sign in")
	term.Press(".", ".").See("step 3/3").See("Settings")
	put(t, screen, "ERROR: could not get idle state.\n")
	term.See("not captured: adb: the screen does not come to rest").See("Settings")
	put(t, screen, phone("Back"))
	term.See("step 4/4").See("Back").Unseen("not captured")
	term.Press("A").See("live is off")

	saved := filepath.Join(t.TempDir(), "saved")
	enter(term.Press("e").See("export to"), saved+"/").See("wrote the capture")
	if text := obscope(t, "render", saved); !strings.Contains(text, "Back") {
		t.Errorf("the folder opens as %q", text)
	}
	enter(term.Press("e").See("export to"), saved+"/").See("it holds a capture already")
	term.Press("esc")
	leave(t, term)
}

// TestACommandThatHangs is left with esc, and ends with the inspector.
func TestACommandThatHangs(t *testing.T) {
	t.Parallel()
	dir, path := device(t)
	put(t, filepath.Join(dir, "screen"), phone("Sign in"))
	term := start(t, screentest.Command{Cols: 140, Rows: 30, Env: []string{path}}, "attach", "exec", "--", "adb")
	term.See("Sign in")
	hang := filepath.Join(dir, "hang")
	put(t, hang, "")
	term.Press("r").See("capturing… esc stops it").Press("esc").See("capturing stopped")
	ended(t, dir)
	if err := os.Remove(hang); err != nil {
		t.Fatal(err)
	}
	term.Press("r").See("nothing has changed")
	put(t, hang, "")
	term.Press("r").See("capturing… esc stops it")
	leave(t, term)
	ended(t, dir)

	term = start(t, screentest.Command{Cols: 140, Rows: 30, Env: []string{path}}, "attach", "exec", "--", "adb")
	term.See("capturing adb; ctrl+c stops").Press("ctrl+c")
	term.ExitCode()
	ended(t, dir)
}

// ended asserts that the program of device does not run any more.
func ended(t *testing.T, dir string) {
	t.Helper()
	pid, err := strconv.Atoi(strings.TrimSpace(read(t, filepath.Join(dir, "pid"))))
	if err != nil {
		t.Fatal(err)
	}
	for range 100 {
		if syscall.Kill(pid, 0) != nil {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Errorf("the command still runs")
}

// TestWatchWaitsForTheFirstObservation of a log that tap has begun.
func TestWatchWaitsForTheFirstObservation(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "run.jsonl")
	message := func(dir, msg string) string {
		return fmt.Sprintf(`{"time":"2026-12-01T10:00:00Z","dir":%q,"msg":%s}`+"\n", dir, msg)
	}
	log := message("client", `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}`) +
		message("server", `{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-06-18","capabilities":{},"serverInfo":{"name":"s","version":"1"}}}`) +
		message("client", `{"jsonrpc":"2.0","id":2,"method":"tools/list"}`) +
		message("server", `{"jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"browser_click","inputSchema":{"type":"object"}}]}}`)
	put(t, file, log)
	term := open(t, 140, 30, "--watch", file)
	term.See("waiting for the first observation")
	log += message("client", `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"browser_snapshot","arguments":{}}}`)
	put(t, file, log)
	snapshot := `- generic [active] [ref=e1]:\n  - button \"First seen\" [ref=e2] [cursor=pointer]`
	log += message("server", `{"jsonrpc":"2.0","id":3,"result":{"content":[{"type":"text","text":"### Page\n- Page URL: http://x/\n### Snapshot\n`+"```yaml\\n"+snapshot+"\\n```"+`"}]}}`)
	put(t, file, log)
	term.See("First seen").See("step 1/1")
	leave(t, term)

	term = open(t, 140, 30, "--watch", filepath.Join(t.TempDir(), "none-yet.jsonl"))
	term.See("waiting for the first observation").Press("ctrl+c")
	if code := term.ExitCode(); code == 0 {
		t.Error("waiting that was stopped is a success")
	}
}
