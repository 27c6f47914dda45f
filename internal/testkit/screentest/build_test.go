package screentest

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestBuildAndShot(t *testing.T) {
	if !ptySupported {
		t.Skip("no pseudo-terminals on this system")
	}
	shot := Build(t, "./shot")
	if again := Build(t, "./shot"); again != shot {
		t.Errorf("%s, then %s", shot, again)
	}
	dir := t.TempDir()
	take := func(args ...string) (string, error) {
		c := exec.Command(shot, args...)
		c.Env = append(os.Environ(), "SCREENTEST_PROGRAM=events", "GORACE=atexit_sleep_ms=0")
		out, err := c.CombinedOutput()
		return string(out), err
	}
	out, err := take("-size", "50x12", "-keys", "j tab save type:up see:key_p click:2,3 wheel:1,1,-1 size:40x14",
		"-o", filepath.Join(dir, "a.txt"), "-o", filepath.Join(dir, "a.svg"), "-o", filepath.Join(dir, "a.png"),
		"--", os.Args[0])
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	text, _ := os.ReadFile(filepath.Join(dir, "a.txt"))
	for _, want := range []string{"size 40x14", "日本語", "11 events", "wheel wheelup 1,1"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	for _, name := range []string{"a.svg", "a.png"} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Size() < 1000 {
			t.Errorf("%s: %v %v", name, info, err)
		}
	}

	for _, c := range []struct {
		want string
		args []string
	}{
		{"want -o file", []string{"--", os.Args[0]}},
		{"want .svg, .png or .txt", []string{"-o", "a.gif", "--", os.Args[0]}},
		{`size "big"`, []string{"-size", "big", "-o", "a.txt", "--", os.Args[0]}},
		{"click:1: want 2 numbers", []string{"-keys", "click:1", "-o", filepath.Join(dir, "b.txt"), "--", os.Args[0]}},
		{"outside the screen", []string{"-keys", "click:500,1", "-o", filepath.Join(dir, "b.txt"), "--", os.Args[0]}},
		{"nowhere", []string{"-o", filepath.Join(dir, "b.txt"), "--", "/nowhere"}},
	} {
		if out, err := take(c.args...); err == nil || !strings.Contains(out, c.want) {
			t.Errorf("%v: %v, want %s in\n%s", c.args, err, c.want, out)
		}
	}
}

func TestBuildSaysWhatIsWrong(t *testing.T) {
	message := failure(t, func(t TB) { Build(t, "./nowhere") })
	if !strings.Contains(message, "nowhere") {
		t.Error(message)
	}
}
