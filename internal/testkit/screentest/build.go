package screentest

import (
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
)

var builds sync.Map // package path to func() (string, error)

// Build compiles a package, once for each test process, and returns the path
// of the program. Under the race detector the program is built for it too. The
// directory of the program is the same every time, so that an unchanged
// program is not linked again.
func Build(t TB, pkg string) string {
	t.Helper()
	once, _ := builds.LoadOrStore(pkg, sync.OnceValues(func() (string, error) { return build(pkg) }))
	path, err := once.(func() (string, error))()
	if err != nil {
		t.Fatalf("screentest: %v", err)
	}
	return path
}

func build(pkg string) (string, error) {
	listed, err := exec.Command("go", "list", "-f", "{{.Dir}}", pkg).CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("go list %s: %w\n%s", pkg, err, listed)
	}
	source := strings.TrimSpace(string(listed))
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %d", source, os.Getuid()))
	dir := filepath.Join(os.TempDir(), fmt.Sprintf("screentest-%x", sum[:6]))
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	program := filepath.Join(dir, filepath.Base(source))
	args := []string{"build", "-o", program}
	if raceEnabled {
		program += "-race"
		args = []string{"build", "-race", "-o", program}
	}
	if out, err := exec.Command("go", append(args, pkg)...).CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build %s: %w\n%s", pkg, err, out)
	}
	return program, nil
}
