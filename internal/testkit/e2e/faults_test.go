//go:build unix

package e2e_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"obscope/internal/testkit/screentest"
)

// TestAFullDiskLeavesTheOldExport writes to a file system that has no room, or
// under a limit that stops the write half-way.
func TestAFullDiskLeavesTheOldExport(t *testing.T) {
	t.Parallel()
	big := write(t, "big.json", window("W", button(strings.Repeat("no room for this ", 20_000), 10)))
	for _, c := range []struct {
		name string
		room func(t *testing.T) (dir string, prefix []string)
	}{{"no space left", tinyDisk}, {"file size limit", sizeLimit}} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir, prefix := c.room(t)
			out := filepath.Join(dir, "out.txt")
			put(t, out, "the old export")
			term := screentest.Command{
				Args: append(prefix, screentest.Build(t, "obscope"), big), Cols: 140, Rows: 30, Timeout: patience,
				Env: []string{"XDG_CONFIG_HOME=" + t.TempDir(), noRaceDelay},
			}.Start(t)
			term.See("no room for this")
			enter(term.Press("e").See("export to"), out).See("overwrite it?")
			term.Press("y").SeeMatch("no space left|file too large")
			if got := read(t, out); got != "the old export" {
				t.Errorf("the old export is now %d bytes", len(got))
			}
			left, err := os.ReadDir(dir)
			if err != nil || len(left) != 1 {
				t.Errorf("left behind: %v %v", left, err)
			}
			leave(t, term)
		})
	}
}

// tinyDisk mounts a file system of 64 KiB.
func tinyDisk(t *testing.T) (string, []string) {
	t.Helper()
	if runtime.GOOS != "linux" || os.Getuid() != 0 {
		t.Skip("mounting takes root on Linux")
	}
	dir := t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", dir).CombinedOutput(); err != nil {
		t.Skipf("mount: %v %s", err, out)
	}
	t.Cleanup(func() {
		if out, err := exec.Command("umount", dir).CombinedOutput(); err != nil {
			t.Errorf("umount: %v %s", err, out)
		}
	})
	return dir, nil
}

// sizeLimit lets the shell forbid files larger than 64 KiB.
func sizeLimit(t *testing.T) (string, []string) {
	t.Helper()
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip(err)
	}
	return t.TempDir(), []string{"bash", "-c", `ulimit -f 64; exec "$0" "$@"`}
}

// TestExportsToWhatIsNoFile write into a device and through a link, and leave
// both what they are.
func TestExportsToWhatIsNoFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	fifo, link, target := filepath.Join(dir, "fifo"), filepath.Join(dir, "link.txt"), filepath.Join(dir, "target.txt")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Skip(err)
	}
	put(t, target, "old")
	if err := os.Symlink(target, link); err != nil {
		t.Fatal(err)
	}
	term := open(t, 140, 30, notes)
	term.See("tokens")
	want := printed(t, notes)

	got := make(chan string)
	go func() { got <- read(t, fifo) }()
	enter(term.Press("e").See("export to"), fifo).See("overwrite it?")
	term.Press("y").See("wrote the observation")
	if text := <-got; text != want {
		t.Errorf("through the pipe came %q", text)
	}
	if info, err := os.Lstat(fifo); err != nil || info.Mode()&os.ModeNamedPipe == 0 {
		t.Errorf("the pipe is now %v %v", info, err)
	}

	enter(term.Press("e").See("export to"), link).See("overwrite it?")
	term.Press("y").See("wrote the observation")
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is now %v %v", info, err)
	}
	if text := read(t, target); text != want {
		t.Errorf("behind the link is %q", text)
	}
	enter(term.Press("e").See("export to"), dir).SeeMatch("overwrite it|is a directory|a folder")
	leave(t, term)
}

// TestAReadOnlyConfig starts with a config that cannot be written, and says
// what is wrong with one that cannot be read.
func TestAReadOnlyConfig(t *testing.T) {
	t.Parallel()
	config := t.TempDir()
	dir := filepath.Join(config, "obscope")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "config.toml")
	put(t, file, "[presets.small]\nmax_elements = 2\n")
	for _, path := range []string{file, dir, config} {
		if err := os.Chmod(path, 0o500); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = os.Chmod(path, 0o700) })
	}
	env := []string{"XDG_CONFIG_HOME=" + config}
	term := start(t, screentest.Command{Cols: 140, Rows: 40, Env: env}, notes)
	term.See("tokens").Press("O")
	closeList(choose(term, "preset small").Press("enter"))
	seeText(t, term, notes, "--max-elements", "2")
	leave(t, term)
	if got := read(t, file); got != "[presets.small]\nmax_elements = 2\n" {
		t.Errorf("the config was written: %q", got)
	}

	for _, c := range []struct{ text, says string }{
		{"[presets.small\n", "config.toml"},
		{"[presets.small]\nmax_elements = \"many\"\n", "preset small"},
		{"[presets.small]\nno_such = 1\n", "no_such"},
	} {
		broken := t.TempDir()
		if err := os.Mkdir(filepath.Join(broken, "obscope"), 0o700); err != nil {
			t.Fatal(err)
		}
		put(t, filepath.Join(broken, "obscope", "config.toml"), c.text)
		term := start(t, screentest.Command{Cols: 140, Rows: 20, Env: []string{"XDG_CONFIG_HOME=" + broken}}, notes)
		if code := term.ExitCode(); code != 2 {
			t.Errorf("%q: exit code %d", c.text, code)
		}
		term.See("obscope: ").See(c.says)
		restored(t, term)
	}

	nowhere := start(t, screentest.Command{Cols: 140, Rows: 40, Env: []string{"XDG_CONFIG_HOME", "HOME"}}, notes)
	nowhere.See("tokens")
	leave(t, nowhere)
}

// TestBadInputIsOneLine opens what cannot be opened.
func TestBadInputIsOneLine(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		put(t, path, text)
		return path
	}
	locked := file("locked.json", "[]")
	if err := os.Chmod(locked, 0); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ path, says string }{
		{file("empty.json", ""), "empty"},
		{file("half.json", `[{"role":"button","na`), "byte"},
		{file("half.xml", `<hierarchy><node text="a"`), ""},
		{file("prose.txt", "hello, world"), "formats"},
		{file("binary", "\x00\x01\x02\x03"), ""},
		{file("deep.json", strings.Repeat("[", 1_000_000)), ""},
		{filepath.Join(dir, "missing.json"), "no such file"},
		{locked, "permission denied"},
		{filepath.Join(dir, "a\x1b[2Jb\nc"), "no such file"},
	} {
		if c.path == locked && os.Getuid() == 0 {
			continue // root reads everything
		}
		term := open(t, 160, 20, c.path)
		if code := term.ExitCode(); code != 2 {
			t.Errorf("%q: exit code %d", c.path, code)
		}
		// The command library asks for the background before it prints an error.
		text := strings.TrimPrefix(strings.TrimRight(string(term.Raw()), "\r\n"), "\x1b]11;?\a\x1b[c")
		if !strings.HasPrefix(text, "obscope: ") || strings.ContainsAny(text, "\r\n\x1b") || !strings.Contains(text, c.says) {
			t.Errorf("%q: %q", c.path, text)
		}
		restored(t, term)
	}
}

// TestWithoutATerminal prints the text, wherever the output goes.
func TestWithoutATerminal(t *testing.T) {
	t.Parallel()
	want := printed(t, notes)
	if got := strings.TrimSuffix(obscope(t, notes), "\n"); got != want {
		t.Errorf("printed\n%s\nnot\n%s", got, want)
	}
	cmd := exec.Command(screentest.Build(t, "obscope"), "-")
	cmd.Stdin = strings.NewReader(one(t, "piped"))
	if out, err := cmd.Output(); err != nil || string(out) != "[0] button \"piped\" @(50,20)\n" {
		t.Errorf("%v %q", err, out)
	}
	// A reader that goes away is no error.
	many := write(t, "many.json", window("W", button(strings.Repeat("x", 1<<20), 10)))
	pipe := exec.Command("sh", "-c", fmt.Sprintf(`"$0" render %s | head -c 10; exit 0`, many), screentest.Build(t, "obscope"))
	var stderr strings.Builder
	pipe.Stderr = &stderr
	if err := pipe.Run(); err != nil || stderr.String() != "" {
		t.Errorf("%v %q", err, stderr.String())
	}
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer full.Close()
	cmd = exec.Command(screentest.Build(t, "obscope"), "render", notes)
	cmd.Stdout = full
	stderr.Reset()
	cmd.Stderr = &stderr
	if err := cmd.Run(); err == nil || !strings.Contains(stderr.String(), "no space left") || strings.Count(stderr.String(), "\n") != 1 {
		t.Errorf("a full disk: %v %q", err, stderr.String())
	}
}
