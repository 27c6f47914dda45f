package source

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestWatchTellsSettledChanges rewrites, deletes and replaces a file.
func TestWatchTellsSettledChanges(t *testing.T) {
	name := filepath.Join(t.TempDir(), "capture.json")
	write := func(text string) {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("one")
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	files := &Files{Names: []string{name}}
	if _, err := files.Read(ctx); err != nil {
		t.Fatal(err)
	}
	changed, err := files.Changes(ctx)
	if err != nil {
		t.Fatal(err)
	}
	told := func(what string) {
		t.Helper()
		select {
		case <-changed:
		case <-time.After(20 * watchEvery):
			t.Fatalf("%s was not told", what)
		}
	}
	write("another")
	told("a rewrite")
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	write("a third one")
	told("a replacement")
	select {
	case <-changed:
		t.Fatal("nothing changed, yet a change was told")
	case <-time.After(4 * watchEvery):
	}
}
