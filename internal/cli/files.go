package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// writeFile replaces a file at once: a failure leaves the old one. A link is
// followed; a device or a pipe is written to, for nothing can take its place.
func writeFile(name string, data []byte) error {
	if target, err := filepath.EvalSymlinks(name); err == nil {
		name = target
	}
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		if err := os.WriteFile(name, data, 0); err != nil {
			return fileError([]string{name}, err)
		}
		return nil
	}
	tmp, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: there is no folder %s", name, filepath.Dir(name))
	}
	if err != nil {
		return fileError([]string{name}, err)
	}
	defer os.Remove(tmp.Name())
	_, err = tmp.Write(data)
	if closeErr := tmp.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = os.Chmod(tmp.Name(), 0o644)
	}
	if err == nil {
		err = os.Rename(tmp.Name(), name)
	}
	if err != nil {
		return fileError([]string{name}, err)
	}
	return nil
}

// fileError names the file and says what its failure means.
func fileError(args []string, err error) error {
	name := "standard input"
	if len(args) > 0 && args[0] != "-" {
		name = args[0]
	}
	var path *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s: there is no such file", name)
	case errors.As(err, &path):
		return fmt.Errorf("%s: %w", name, path.Err)
	}
	return fmt.Errorf("%s: %w", name, err)
}

func brokenPipe(err error) bool { return errors.Is(err, syscall.EPIPE) }

// expandHome replaces ~ at the start of a path by the home folder, as a shell
// does.
func expandHome(name string) string {
	rest, ok := strings.CutPrefix(name, "~")
	if home, err := os.UserHomeDir(); ok && err == nil && (rest == "" || rest[0] == '/' || rest[0] == filepath.Separator) {
		return filepath.Join(home, rest)
	}
	return name
}
