//go:build unix

package e2e_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"obscope/internal/testkit/screentest"
)

// hostileCapture is one with every character that acts on terminals, in all that
// a command may print.
func hostileCapture(t *testing.T, name string) string {
	var all strings.Builder
	for r := rune(0); r < 0x100; r++ {
		if unicode.IsControl(r) {
			all.WriteRune(r)
		}
	}
	all.WriteString("\x1b]52;c;AAAA\x07\x1b[2J\u009b31m\u202e\u2066\u200b\u2028\u2029\ufeff\U000e0041 PAYLOAD")
	n := all.String()
	return write(t, name, node{"window" + n, n, 0, 0, 800, 600, []node{button(n, 10), button("Save"+n, 900), {"textbox", n, 10, 40, 80, 20, nil}}})
}

// acting is the first character of a text that a terminal acts on or does not
// draw; -1 if there is none.
func acting(text []byte) int {
	return bytes.IndexFunc(text, func(r rune) bool {
		return r != '\n' && r != '\t' && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp)
	})
}

// TestNoCommandWritesACaptureRaw runs every command on a hostile capture, with
// a hostile name, hostile arguments and none of them where they should be: on a
// terminal nothing acts, and into a pipe only render, delta and exec write the
// bytes of a capture as they are.
func TestNoCommandWritesACaptureRaw(t *testing.T) {
	t.Parallel()
	file, empty := hostileCapture(t, "hostile\x1b[31m\u202e.json"), filepath.Join(t.TempDir(), "empty.json")
	put(t, empty, "[]")
	missing, bad := filepath.Join(t.TempDir(), "gone\x1b[2J\u009b.json"), "button \"x\x1b[2J\u202e\""
	broken := filepath.Join(t.TempDir(), "broken\x1b]0;x\a.json")
	put(t, broken, "{\"\x1b[2J\u202e\": 1}")
	actions := filepath.Join(t.TempDir(), "actions\x1b[2J.json")
	put(t, actions, "[[\"AC_\\u001b[2J\u202e\", {}]]")
	commands := map[string][][]string{
		"":           {{file}, {missing}, {broken}, {file, "--plain"}, {file, "--select", bad}, {file, "--preset", bad}, {"foo\x1b[2J"}},
		"render":     {{file}, {file, "--dialect", "outline"}, {missing}, {broken}, {file, "--query", bad}, {file, "--set", bad}, {file, "--options", missing}, {file, "--options", broken}},
		"index":      {{file}, {missing}},
		"stats":      {{file}, {file, "--json"}, {missing}},
		"why":        {{file, "0"}, {file, "1", "--max-elements", "0", "--json"}, {file, bad}, {missing, bad}},
		"fit":        {{file, "--budget", "20"}, {file, "--budget", "20", "--json"}, {missing}},
		"check":      {{file, "--must", bad, "--budget", "1"}, {file, "--must", bad, "--json"}, {missing}, {file, "--baseline", missing}},
		"lint":       {{file}, {file, "--json"}, {missing}, {file, "--off", bad}},
		"compare":    {{file}, {file, "--target", bad}, {file, "--json"}, {missing}},
		"delta":      {{empty, file, "--all-roles"}, {empty, missing}},
		"diff":       {{empty, file}, {empty, file, "--json"}, {missing, file}},
		"replay":     {{file}, {missing}, {file, "--strategy", bad}},
		"tokens":     {{file}, {missing}},
		"formats":    {nil, {bad}, {"--dialects"}},
		"convert":    {{file}, {missing}, {file, "-o", missing + "/x"}},
		"exec":       {{actions}, {file}, {missing}},
		"attach":     {{bad}, {"exec", "--", missing}, {"exec", "--", "cat", file}, {"chrome", bad}},
		"session":    {{file}, {missing}},
		"last":       {{bad}, {"--list"}},
		"tap":        {{"-o", missing + "/x", "--", missing}, {bad}},
		"mcp":        {{bad}, {"--root", missing}},
		"man":        {{bad}},
		"completion": {{bad}},
		"help":       {{bad}},
	}
	for _, line := range strings.Split(obscope(t, "__complete", ""), "\n") {
		if name, _, ok := strings.Cut(line, "\t"); ok && commands[name] == nil {
			t.Errorf("%s is tried with no hostile capture", name)
		}
	}
	raw := []string{"render", "delta", "exec"}
	for name, lines := range commands {
		for i, args := range lines {
			if name != "" {
				args = append([]string{name}, args...)
			}
			cmd := exec.Command(screentest.Build(t, "obscope"), args...)
			cmd.Env = append(os.Environ(), "XDG_CONFIG_HOME="+t.TempDir(), noRaceDelay)
			var out, errs bytes.Buffer
			cmd.Stdout, cmd.Stderr = &out, &errs
			_ = cmd.Run() // many are to fail
			if at := acting(out.Bytes()); at >= 0 && !(slices.Contains(raw, name) && i < 2) {
				t.Errorf("%q into a pipe: %q", args, out.Bytes()[at:])
			} else if at < 0 && slices.Contains(raw, name) && i == 0 {
				t.Errorf("%q into a pipe: nothing raw in %q", args, out.String())
			}
			if at := acting(errs.Bytes()); at >= 0 || strings.Count(errs.String(), "\n") > 3 {
				t.Errorf("%q on standard error: %q", args, errs.String())
			}
			if skipUnderRace(i > 0) {
				continue
			}
			term := start(t, screentest.Command{Cols: 200, Rows: 50, Env: []string{"TERM=dumb"}}, args...)
			term.ExitCode()
			text := term.Raw()
			for _, own := range []string{"\x1b]11;?\a\x1b[c", "\x1b[K", "\r"} { // help asks for the background, replay shows its progress
				text = bytes.ReplaceAll(text, []byte(own), nil)
			}
			if acting(text) >= 0 {
				t.Errorf("%q on a terminal: %q", args, text[acting(text):])
			}
		}
	}
}
