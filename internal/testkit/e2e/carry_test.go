//go:build unix

package e2e_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"obscope/internal/testkit/screentest"
)

const galculator = captures + "/autocontrol/galculator.autocontrol-nested.json"

// copied waits for a copy other than before and returns it.
func copied(term *screentest.Term, before string) string {
	term.Until("a copy", func(*screentest.Grid) bool { c := term.Clipboard(); return c != "" && c != before })
	return term.Clipboard()
}

// copyAs takes an item of the menu that Y opens.
func copyAs(term *screentest.Term, item string) string {
	before := term.Clipboard()
	term.Press("Y").See("copy as")
	choose(term, item+" ").Press("enter").See("sent " + item)
	text := copied(term, before)
	term.Press("esc").See("tokens")
	return text
}

// printed is what render prints, without the newline at its end.
func printed(t *testing.T, args ...string) string {
	t.Helper()
	return strings.TrimSuffix(obscope(t, append([]string{"render"}, args...)...), "\n")
}

// TestWhatIsCopiedMakesTheSameTextAgain copies in every form and runs it.
func TestWhatIsCopiedMakesTheSameTextAgain(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, file, keys, flags string }{
		{"default", galculator, "", ""},
		{"viewport and cap", galculator, "v m =5", "--viewport capture --max-elements 5"},
		{"all roles", library(t), "i m =20", "--all-roles --max-elements 20"},
		{"outline with a query", editor, "/ =sign i o", "--query sign --interactive --geometry off"},
		{"quotes", editor, "/ =it's", "--query it's"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			term := open(t, 120, 50, c.file)
			term.See("tokens")
			operate(term, c.keys)
			flags := strings.Fields(c.flags)
			want := printed(t, append([]string{c.file}, flags...)...)
			seeText(t, term, c.file, flags...)
			if got := copied(term.Press("y"), ""); got != want {
				t.Errorf("y copies\n%s\nnot\n%s", got, want)
			}
			if c.flags != "" {
				if got := shell(t, "obscope render "+c.file+" "+copyAs(term, "flags")); got != want {
					t.Errorf("the flags render\n%s", got)
				}
			}
			if got := shell(t, copyAs(term, "command")); got != want {
				t.Errorf("the command renders\n%s", got)
			}
			options := filepath.Join(t.TempDir(), "config")
			presetFromJSON(t, options, copyAs(term, "options JSON"))
			if got := shell(t, "XDG_CONFIG_HOME="+options+" obscope render --preset copied "+c.file); got != want {
				t.Errorf("the options JSON renders\n%s", got)
			}
			if strings.Contains("default, viewport and cap, all roles", c.name) {
				if got := runPython(t, copyAs(term, "Python call")); got != want {
					t.Errorf("the Python call writes\n%s", got)
				}
			}
			if c.file == galculator && !strings.Contains(c.flags, "--all-roles") {
				if got := runAction(t, copyAs(term, "action JSON")); got != want {
					t.Errorf("the action writes\n%s", got)
				}
				if got := callTool(t, copyAs(term, "MCP call")); got != want {
					t.Errorf("the MCP call writes\n%s", got)
				}
			}
			leave(t, term)
		})
	}
}

// TestTheCopiedCommandReadsTheFileInTheSameWay carries the flags along that it
// was opened with.
func TestTheCopiedCommandReadsTheFileInTheSameWay(t *testing.T) {
	t.Parallel()
	term := open(t, 120, 50, "--format", "autocontrol", "--max-inflated", "99999", galculator)
	term.See("tokens")
	want := "obscope render " + galculator + " --format autocontrol --max-inflated 99999"
	if got := copyAs(term, "command"); got != want {
		t.Errorf("%s is copied, not %s", got, want)
	}
	shell(t, copyAs(term, "check"))
	leave(t, term)
}

// shell runs a command line the way a person would who pasted it.
func shell(t *testing.T, line string) string {
	t.Helper()
	bin := t.TempDir()
	if err := os.Symlink(screentest.Build(t, "obscope"), filepath.Join(bin, "obscope")); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("sh", "-c", line)
	cmd.Env = append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"), noRaceDelay)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	return strings.TrimSuffix(string(out), "\n")
}

// presetFromJSON writes options JSON into a config file as a preset: TOML's
// inline tables spell these values the same.
func presetFromJSON(t *testing.T, dir, text string) {
	t.Helper()
	var options map[string]any
	if err := json.Unmarshal([]byte(text), &options); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	var b strings.Builder
	b.WriteString("[presets.copied]\n")
	for name, value := range options {
		v, _ := json.Marshal(value)
		fmt.Fprintf(&b, "%s = %s\n", name, v)
	}
	if err := os.MkdirAll(filepath.Join(dir, "obscope"), 0o700); err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(dir, "obscope", "config.toml"), b.String())
}

var pythonCall = regexp.MustCompile(`^serialize_observation\(json\.load\(open\("([^"]*)", encoding="utf-8"\)\)(?:, viewport=(\[[^]]*\]))?(?:, interactive_only=(False))?, max_elements=(\d+)\)$`)

// runPython does what the call would do, through AutoControl's functions here.
func runPython(t *testing.T, call string) string {
	t.Helper()
	m := pythonCall.FindStringSubmatch(call)
	if m == nil {
		t.Fatalf("no call of serialize_observation: %s", call)
	}
	args := []string{"--dialect", "indexed", "--max-elements", m[4]}
	if m[2] != "" {
		args = append(args, "--viewport", strings.ReplaceAll(strings.Trim(m[2], "[]"), " ", ""))
	}
	if m[3] != "" {
		args = append(args, "--all-roles")
	}
	return printed(t, append(args, m[1])...)
}

// runAction runs an action list and returns the observation of its only result.
func runAction(t *testing.T, actions string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "actions.json")
	put(t, path, actions)
	return observationOf(t, obscope(t, "exec", path))
}

func observationOf(t *testing.T, text string) string {
	t.Helper()
	var result struct{ Observation *string }
	if err := json.Unmarshal([]byte(text), &result); err != nil || result.Observation == nil {
		t.Fatalf("no observation: %v: %s", err, text)
	}
	return *result.Observation
}

// callTool sends a tools/call to the MCP server and returns the observation.
func callTool(t *testing.T, params string) string {
	t.Helper()
	var oneLine bytes.Buffer // as a client would send it
	if err := json.Compact(&oneLine, []byte(params)); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, screentest.Build(t, "obscope"), "mcp")
	cmd.Env = append(os.Environ(), noRaceDelay)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_, _ = io.WriteString(in, `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}`+"\n"+
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`+"\n"+
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":`+oneLine.String()+"}\n")
	lines := bufio.NewReader(out)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			t.Fatalf("no answer: %v", err)
		}
		var answer struct {
			ID     any
			Result struct{ Content []struct{ Text string } }
		}
		if err := json.Unmarshal([]byte(line), &answer); err != nil {
			t.Fatal(err)
		}
		if answer.ID == float64(1) {
			if len(answer.Result.Content) == 0 {
				t.Fatalf("no content: %s", line)
			}
			_ = in.Close()
			_ = cmd.Wait()
			return observationOf(t, answer.Result.Content[0].Text)
		}
	}
}

// TestCopyingOfAnElement copies its line, its path and where to click.
func TestCopyingOfAnElement(t *testing.T) {
	t.Parallel()
	term := open(t, 120, 40, notes)
	term.See("Share").ClickOn(`AXButton "Share"`)
	selected(term, `AXButton "Share"`)
	for item, want := range map[string]string{
		"line": "\t4 AXButton \"Share\" [disabled] @80,10 60x20", "click point": "110,20", "path": `AXWindow "Notes" > AXGroup > AXButton "Share"`,
	} {
		if got := copyAs(term, item); got != want {
			t.Errorf("%s copies %q, not %q", item, got, want)
		}
	}
	leave(t, term)
}

// TestCopiesThatTerminalsWouldCutAreRefused and e offered.
func TestCopiesThatTerminalsWouldCutAreRefused(t *testing.T) {
	t.Parallel()
	file := write(t, "large.json", window("W", button(strings.Repeat("large ", 10_000), 10)))
	term := open(t, 120, 40, file)
	term.See("large").Press("y").See("too large for the clipboard").See("e writes it")
	if got := term.Clipboard(); got != "" {
		t.Errorf("%d bytes were copied", len(got))
	}
	leave(t, term)
}

// TestExportAsksAndNeverOverwritesUnasked writes all four kinds.
func TestExportAsksAndNeverOverwritesUnasked(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	term := open(t, 160, 40, editor, "--interactive")
	term.See("tokens")
	export := func(name string) *screentest.Term {
		return enter(term.Press("e").See("export to"), filepath.Join(dir, name))
	}
	there := filepath.Join(dir, "there.txt")
	put(t, there, "old")
	export("there.txt").See("overwrite it?")
	term.Press("n").See("not written")
	if got := read(t, there); got != "old" {
		t.Errorf("overwritten with %q", got)
	}
	export("there.txt").See("overwrite it?").Press("esc").Unseen("overwrite it?")
	if got := read(t, there); got != "old" {
		t.Errorf("overwritten with %q", got)
	}
	export("there.txt").See("overwrite it?").Press("y").See("wrote the observation")
	if got, want := read(t, there), printed(t, "--interactive", editor); got != want {
		t.Errorf("the file has\n%s\nnot\n%s", got, want)
	}
	export("options.json").See("wrote the options")
	if got := read(t, filepath.Join(dir, "options.json")); strings.TrimSpace(got) != `{"interactive":true}` && !strings.Contains(got, `"interactive"`) {
		t.Errorf("the options are %s", got)
	}
	export("screen.svg").See("wrote the screen")
	if got := read(t, filepath.Join(dir, "screen.svg")); !strings.Contains(got, "<svg") || !strings.Contains(got, ">Back") {
		t.Error("the picture does not show the screen")
	}
	export("page.html").See("wrote the capture as a page")
	page := read(t, filepath.Join(dir, "page.html"))
	if !strings.Contains(page, "Sign In") || strings.Contains(page, "https://cdn") || strings.Contains(page, "<script src") {
		t.Error("the page does not hold the capture by itself")
	}
	export("no/such/folder/x.txt").See("there is no folder").Unseen("wrote")
	leave(t, term)
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestExportsMaskSecretsUnlessAsked in the picture and the page.
func TestExportsMaskSecretsUnlessAsked(t *testing.T) {
	t.Parallel()
	for _, secrets := range []bool{false, true} {
		dir := t.TempDir()
		args := []string{notes}
		if secrets {
			args = append(args, "--secrets")
		}
		term := open(t, 160, 40, args...)
		term.See("Passphrase")
		for _, name := range []string{"x.svg", "x.html"} {
			enter(term.Press("e").See("export to"), filepath.Join(dir, name)).See("wrote the")
			if got := strings.Contains(read(t, filepath.Join(dir, name)), "hunter2"); got != secrets {
				t.Errorf("secrets %v: %s holds the secret: %v", secrets, name, got)
			}
		}
		leave(t, term)
	}
}
