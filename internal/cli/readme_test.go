package cli_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"obscope/internal/cli"
)

// TestREADMEShowsTheDialects compares the table of the README with what the
// command above it prints.
func TestREADMEShowsTheDialects(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	const command = "$ obscope compare testdata/captures/cdp/form.cdp-rpc.json --target 'button \"Place order\"'\n"
	_, rest, ok := strings.Cut(string(readme), command)
	if !ok {
		t.Fatalf("the README does not show %s", command)
	}
	shown, _, _ := strings.Cut(rest, "```")
	var out, errs bytes.Buffer
	file := filepath.Join(captures, "cdp", "form.cdp-rpc.json")
	code := cli.Run(t.Context(), cli.Env{Args: []string{"compare", file, "--target", `button "Place order"`}, Stdout: &out, Stderr: &errs})
	if code != 0 || out.String() != shown {
		t.Errorf("exit code %d, %s; compare prints\n%s", code, errs.String(), out.String())
	}
}

// TestTheFirstRunOfREADMEsCI runs the block as it stands where there is a
// capture and nothing else, and again with the baseline it asks for.
func TestTheFirstRunOfREADMEsCI(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, block, _ := strings.Cut(string(readme), "- run: >\n")
	block, _, _ = strings.Cut(block, "```")
	line := strings.Join(strings.Fields(block), " ")
	t.Chdir(t.TempDir())
	if err := os.Mkdir("captures", 0o700); err != nil {
		t.Fatal(err)
	}
	capture := `[{"role":"window","name":"Form","x":0,"y":0,"width":800,"height":600,"children":[{"role":"button","name":"Save","x":10,"y":10,"width":80,"height":20}]}]`
	if err := os.WriteFile("captures/form.json", []byte(capture), 0o600); err != nil {
		t.Fatal(err)
	}
	run := func(want int, args ...string) (out, errs bytes.Buffer) {
		t.Helper()
		if code := cli.Run(t.Context(), cli.Env{Args: args, Stdout: &out, Stderr: &errs}); code != want {
			t.Errorf("%q: exit code %d\n%s%s", args, code, out.String(), errs.String())
		}
		return out, errs
	}
	args := shellWords(t, strings.Replace(line, "captures/*.json", "captures/form.json", 1))
	if len(args) == 0 || args[0] != "obscope" || args[1] != "check" {
		t.Fatalf("the README's block is %q", line)
	}
	if _, errs := run(0, args[1:]...); !strings.Contains(errs.String(), "tokens.json: there is no baseline yet") {
		t.Errorf("the first run says %q", errs.String())
	}
	run(0, append(args[1:], "--update-baseline")...)
	if _, errs := run(0, args[1:]...); errs.String() != "" {
		t.Errorf("the next run says %q", errs.String())
	}
	run(1, append(args[1:], "--must", `button "Gone"`)...)
}

// shellWords splits a command line with single quotes.
func shellWords(t *testing.T, line string) (words []string) {
	t.Helper()
	for i, part := range strings.Split(line, "'") {
		if i%2 == 1 {
			words = append(words, part)
		} else {
			words = append(words, strings.Fields(part)...)
		}
	}
	return words
}

// TestTheManualPageHasWhatScriptsNeed besides the commands.
func TestTheManualPageHasWhatScriptsNeed(t *testing.T) {
	var out, errs bytes.Buffer
	if code := cli.Run(t.Context(), cli.Env{Args: []string{"man"}, Stdout: &out, Stderr: &errs}); code != 0 {
		t.Fatal(errs.String())
	}
	for _, want := range []string{".SH EXIT STATUS", ".SH FILES", `obscope/config\&.toml`, ".SH ENVIRONMENT", "XDG_CONFIG_HOME", "NO_COLOR", "TMUX", ".SH COMMANDS"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the page has no %s", want)
		}
	}
}

// TestAConfigThatIsNoFileIsToldOf at once: a pipe would be waited for.
func TestAConfigThatIsNoFileIsToldOf(t *testing.T) {
	file, err := filepath.Abs(filepath.Join(captures, "maka", "notes.json"))
	if err != nil {
		t.Fatal(err)
	}
	for name, make := range map[string]func(path string) error{
		"it is no ordinary file": mkfifo,
		"it is a folder":         func(path string) error { return os.Mkdir(path, 0o700) },
		"a config has at most":   func(path string) error { return os.WriteFile(path, bytes.Repeat([]byte("#"), 2<<20), 0o600) },
	} {
		dir := t.TempDir()
		t.Setenv("XDG_CONFIG_HOME", dir)
		if err := os.Mkdir(filepath.Join(dir, "obscope"), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := make(filepath.Join(dir, "obscope", "config.toml")); err != nil {
			t.Skip(err)
		}
		var out, errs bytes.Buffer
		if code := cli.Run(t.Context(), cli.Env{Args: []string{"render", file, "--preset", "x"}, Stdout: &out, Stderr: &errs}); code != 2 || !strings.Contains(errs.String(), name) {
			t.Errorf("%s: exit code %d, %s", name, code, errs.String())
		}
	}
}

// TestWhatWhyAnswersIsReadByOptions brings an element back with it.
func TestWhatWhyAnswersIsReadByOptions(t *testing.T) {
	file := filepath.Join(captures, "osworld", "chromium-form.osworld.xml")
	run := func(stdin string, args ...string) string {
		t.Helper()
		var out, errs bytes.Buffer
		if code := cli.Run(t.Context(), cli.Env{Args: args, Stdin: strings.NewReader(stdin), Stdout: &out, Stderr: &errs}); code != 0 {
			t.Fatalf("%q: %s", args, errs.String())
		}
		return out.String()
	}
	const target = `push-button "More options"`
	var answers []struct{ Options json.RawMessage }
	why := run("", "why", file, target, "--viewport", "0,0,1280,500", "--max-elements", "60", "--interactive", "--json")
	if err := json.Unmarshal([]byte(why), &answers); err != nil || len(answers) != 1 {
		t.Fatalf("%v: %s", err, why)
	}
	run(string(answers[0].Options), "check", file, "--must", target, "--budget", "100000", "--options", "-")
}
