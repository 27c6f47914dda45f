// Package real tells tests whether they may use real programs: a browser, a
// desktop application, servers of others. go test alone needs Go and nothing
// else, so such tests are skipped unless OBSCOPE_REAL=1 is set, as .ci/run does
// once it has installed what they need. Then a program that is missing fails.
package real

import (
	"os"
	"os/exec"
	"testing"
)

// Program returns the path of a program that a test needs, by one of its names.
func Program(t testing.TB, names ...string) string {
	t.Helper()
	wanted(t, names[0])
	return find(t, names)
}

// OfNPM is Program for one that npm installs: without npm the test is skipped.
func OfNPM(t testing.TB, name string) string {
	t.Helper()
	wanted(t, name)
	if _, err := exec.LookPath("npm"); err != nil {
		t.Skip("it needs a real " + name + ", and there is no npm")
	}
	return find(t, []string{name})
}

func wanted(t testing.TB, name string) {
	t.Helper()
	if os.Getenv("OBSCOPE_REAL") != "1" {
		t.Skip("it needs a real " + name + ": set OBSCOPE_REAL=1 to run it")
	}
}

func find(t testing.TB, names []string) string {
	t.Helper()
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Fatalf("OBSCOPE_REAL is set, and there is no %s", names[0])
	return ""
}
