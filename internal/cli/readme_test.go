package cli_test

import (
	"bytes"
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
