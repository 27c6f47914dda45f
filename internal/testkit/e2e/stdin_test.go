//go:build unix

package e2e_test

import (
	"testing"

	"obscope/internal/testkit/screentest"
)

// TestCaptureThroughStandardInput pipes a capture into the inspector: the keys
// are those of the terminal, and nothing of the capture is taken for one.
func TestCaptureThroughStandardInput(t *testing.T) {
	program := screentest.Build(t, "obscope")
	for _, script := range []string{`cat "$2" | "$1" -`, `cat "$2" | "$1"`, `"$1" < "$2"`} {
		term := screentest.Command{
			Args: []string{"sh", "-c", script, "sh", program, notes}, Cols: 100, Rows: 30,
			Env: []string{"XDG_CONFIG_HOME=" + t.TempDir()}, Timeout: patience,
		}.Start(t)
		term.See("8 elements").See("line 2 of 7")
		term.Press("j").Press("j").See("line 3 of 7")
		term.Press("q")
		if code := term.ExitCode(); code != 0 {
			t.Errorf("%s: exit code %d", script, code)
		}
	}
}
