//go:build unix

package e2e_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"obscope/internal/testkit/screentest"
)

// one is a capture of one button.
func one(t *testing.T, label string) string { return string(dicts(t, button(label, 10))) }

// TestWatchShowsANewFile keeps the old screen while a file is half written,
// gone or something else.
func TestWatchShowsANewFile(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "capture.json")
	put(t, file, one(t, "before"))
	term := open(t, 140, 30, "--watch", file)
	term.See(`button "before"`)

	put(t, file, one(t, "after this"))
	term.See(`button "after this"`)

	put(t, file, `[{"role":"butt`)
	term.See("not reloaded").See(`button "after this"`)

	put(t, file, "")
	term.See("empty").See(`button "after this"`)

	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	term.Press("j").See(`button "after this"`)
	put(t, file, one(t, "back again"))
	term.See(`button "back again"`)

	// Another format takes its place by a rename.
	other := file + ".new"
	put(t, other, read(t, captures+"/playwright/playwright-nested-snapshot.txt"))
	if err := os.Rename(other, file); err != nil {
		t.Fatal(err)
	}
	term.See("playwright").Unseen("back again")
	put(t, file, "hello, world\n")
	term.See("not reloaded").See("playwright")
	put(t, file, one(t, "autocontrol once more"))
	term.See("autocontrol once more")
	leave(t, term)
}

// TestWatchKeepsCursorFoldsAndKnobs over a reload.
func TestWatchKeepsCursorFoldsAndKnobs(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "capture.json")
	capture := func(label string) string {
		return string(dicts(t, window("W", group("first", 0, button("a", 0), button("b", 30)), group("second", 60, button(label, 60), button("d", 90)))))
	}
	put(t, file, capture("c"))
	term := open(t, 140, 30, "--watch", file)
	term.See(`button "c"`)
	selected(term.Press("j", "h"), `group "first"`).See(`▸ group "first"`)
	selected(term.Press("G"), `button "d"`)
	enter(term.Press("m"), "3")
	seeText(t, term, file, "--max-elements", "3")
	put(t, file, capture("c changed"))
	term.See(`button "c changed"`).See(`▸ group "first"`)
	selected(term, `button "d"`)
	seeText(t, term, file, "--max-elements", "3")
	leave(t, term)
}

// TestReloadOnDemand is r, with and without a file.
func TestReloadOnDemand(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "capture.json")
	put(t, file, one(t, "before"))
	term := open(t, 120, 30, file)
	term.See(`button "before"`)
	put(t, file, one(t, "after this"))
	term.Press("r").See(`button "after this"`).See("reloaded")
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	term.Press("r").See("not reloaded").See(`button "after this"`)
	leave(t, term)

	term = open(t, 120, 30)
	term.See("Order form").Press("r").See("cannot be read again")
	leave(t, term)
}

// TestAFileThatIsRewrittenAllTheTime answers keys meanwhile, shows newer
// contents although the file never rests, and the last one at the end.
func TestAFileThatIsRewrittenAllTheTime(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "capture.json")
	put(t, file, one(t, "version 0"))
	term := open(t, 160, 30, "--watch", file)
	term.See(`button "version 0"`)
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan int)
	go func() {
		tick := time.NewTicker(10 * time.Millisecond)
		defer tick.Stop()
		for n := 1; ; n++ {
			_ = os.WriteFile(file, []byte(one(t, fmt.Sprintf("version %d", n))), 0o600)
			select {
			case <-tick.C:
			case <-ctx.Done():
				done <- n
				return
			}
		}
	}()
	term.SeeMatch(`button "version [1-9]`)
	term.Press("o").See("geometry off").Press("u").See("geometry on").Press("x").Press("?").See("help").Press("esc").Unseen("unfold to depth")
	stop()
	last := <-done
	term.See(fmt.Sprintf(`button "version %d"`, last))
	leave(t, term)
}

// TestAFileThatGrows is a log to which a step is added.
func TestAFileThatGrows(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "log.jsonl")
	line := func(label string) string {
		return fmt.Sprintf(`{"observationId":"o","appId":"a","pid":1,"windowId":1,"windowTitle":"T","elements":[{"elementId":"1","role":"AXButton","label":%q,"frame":{"x":1,"y":1,"width":9,"height":9}}]}`, label) + "\n"
	}
	put(t, file, line("step one"))
	term := open(t, 140, 30, "--watch", file)
	term.See("step one")
	f, err := os.OpenFile(file, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	two := line("step two")
	for _, part := range []string{two[:40], two[40:90], two[90:]} { // as a logger flushes
		if _, err := f.WriteString(part); err != nil {
			t.Fatal(err)
		}
	}
	term.See("step 2/2").See("step two")
	term.Press(",").See("step 1/2").See("step one")
	leave(t, term)
}

// TestAPipeIsRead opens a FIFO that is written in parts, and again with r.
func TestAPipeIsRead(t *testing.T) {
	t.Parallel()
	fifo := filepath.Join(t.TempDir(), "pipe.json")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Skip(err)
	}
	feed := func(label string) {
		text := one(t, label)
		f, err := os.OpenFile(fifo, os.O_WRONLY, 0) // waits for the reader
		if err != nil {
			return
		}
		defer f.Close()
		for _, part := range []string{text[:10], text[10:]} {
			if _, err := f.WriteString(part); err != nil {
				return
			}
		}
	}
	for _, args := range [][]string{{fifo}, {"--watch", fifo}} {
		go feed("through a pipe")
		term := open(t, 160, 30, args...)
		term.See(`button "through a pipe"`)
		term.Press("r").See("reloading")
		term.Press("o").See("geometry off") // nothing waits for the writer
		go feed("once more")
		term.See(`button "once more"`)
		leave(t, term)
	}
}

// TestLeavingWhileAReloadWaits does not wait for a writer that never comes.
func TestLeavingWhileAReloadWaits(t *testing.T) {
	t.Parallel()
	fifo := filepath.Join(t.TempDir(), "pipe.json")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Skip(err)
	}
	go func() { _ = os.WriteFile(fifo, []byte(one(t, "first")), 0o600) }()
	term := open(t, 120, 30, fifo)
	term.See(`button "first"`).Press("r").See("reloading")
	leave(t, term)
}

// TestStandardInputFromAPipe is read as a file; keys come from the terminal.
func TestStandardInputFromAPipe(t *testing.T) {
	t.Parallel()
	term := start(t, screentest.Command{Cols: 160, Rows: 30, Stdin: strings.NewReader(one(t, "piped in"))}, "-")
	term.See(`button "piped in"`).Press("o").See("geometry off").Press("r").See("cannot be read again")
	leave(t, term)

	term = start(t, screentest.Command{Cols: 120, Rows: 30, Stdin: strings.NewReader(one(t, "x"))}, "--watch", "-")
	if code := term.ExitCode(); code != 2 {
		t.Errorf("exit code %d", code)
	}
	term.See("--watch needs a file")
}

// TestTwoInstances look at one file and export to one name.
func TestTwoInstances(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file, out := filepath.Join(dir, "capture.json"), filepath.Join(dir, "out.txt")
	put(t, file, one(t, "shared"))
	config := t.TempDir()
	var terms []*screentest.Term
	for range 2 {
		term := start(t, screentest.Command{Cols: 120, Rows: 30, Env: []string{"XDG_CONFIG_HOME=" + config}}, "--watch", file)
		terms = append(terms, term.See(`button "shared"`))
	}
	put(t, file, one(t, "shared and new"))
	for _, term := range terms {
		term.See(`button "shared and new"`)
	}
	enter(terms[0].Press("e").See("export to"), out).See("wrote the observation")
	enter(terms[1].Press("e").See("export to"), out).See("overwrite it?")
	terms[1].Press("y").See("wrote the observation")
	if got := read(t, out); got != `[0] button "shared and new" @(50,20)` {
		t.Errorf("%q", got)
	}
	for _, term := range terms {
		leave(t, term)
	}
}
