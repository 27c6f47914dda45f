package command

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// fake puts a program of a name on the path that runs a script.
func fake(t *testing.T, name, script string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the programs of this test are shell scripts")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(filepath.ListSeparator)+os.Getenv("PATH"))
}

func known(t *testing.T, name string) *Source {
	t.Helper()
	i := slices.IndexFunc(Table, func(k Known) bool { return k.Name == name })
	if i < 0 {
		t.Fatalf("%s is not in the table", name)
	}
	return &Source{Argv: Table[i].Argv, Failures: Table[i].Failures}
}

func TestWhatACommandPrintsIsTheCapture(t *testing.T) {
	fake(t, "adb", `[ "$*" = "exec-out uiautomator dump /dev/tty" ] && echo '<hierarchy rotation="0"/>'`)
	reading, err := known(t, "adb").Read(context.Background())
	if err != nil || string(reading.Inputs[0].Data) != "<hierarchy rotation=\"0\"/>\n" {
		t.Fatalf("got %v, %v", reading, err)
	}
}

func TestFailuresSayWhatToDo(t *testing.T) {
	for _, c := range []struct{ script, want string }{
		{`echo "ERROR: could not get idle state."`, "does not come to rest"},
		{`echo "adb: no devices/emulators found" >&2; exit 1`, "no device is connected"},
		{`echo "adb: more than one device/emulator" >&2; exit 1`, "ANDROID_SERIAL"},
		{`echo "boom" >&2; exit 3`, "exit status 3: boom"},
		{`true`, "it printed nothing"},
		{`echo "a hint" >&2`, "it printed nothing: a hint"},
	} {
		fake(t, "adb", c.script)
		if _, err := known(t, "adb").Read(context.Background()); err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: the error is %v, want one line with %q", c.script, err, c.want)
		}
	}
	file := filepath.Join(t.TempDir(), "file")
	os.WriteFile(file, []byte("{}"), 0o600)
	if _, err := (&Source{Argv: []string{file}}).Read(context.Background()); err == nil || err.Error() != file+": it cannot be started: permission denied" {
		t.Errorf("a file that is no program: %v", err)
	}
	s := &Source{Argv: []string{"obscope-no-such-command"}}
	if _, err := s.Read(context.Background()); err == nil || !strings.Contains(err.Error(), "no such command") {
		t.Errorf("a command that is not there: %v", err)
	}
}

// TestATreeMayHoldTheWordsOfAFailure, for it may show a log.
func TestATreeMayHoldTheWordsOfAFailure(t *testing.T) {
	fake(t, "adb", `printf '<hierarchy>'; i=0; while [ $i -lt 300 ]; do printf '<node text="device offline"/>'; i=$((i+1)); done; echo '</hierarchy>'`)
	if _, err := known(t, "adb").Read(context.Background()); err != nil {
		t.Error(err)
	}
}

func TestACommandThatHangsCanBeStopped(t *testing.T) {
	fake(t, "hangs", `sleep 60`)
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	began := time.Now()
	_, err := (&Source{Argv: []string{"hangs"}}).Read(ctx)
	if err == nil || time.Since(began) > 30*time.Second {
		t.Errorf("stopped after %v with %v", time.Since(began), err)
	}
}

func TestEveryRunsAgain(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	changes, err := (&Source{Every: time.Millisecond}).Changes(ctx)
	if err != nil {
		t.Fatal(err)
	}
	<-changes
	<-changes
}
