//go:build unix

package e2e_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"obscope/internal/testkit/screentest"
	"obscope/loaders"
	"obscope/model"
	"obscope/render"
	_ "obscope/render/agents"
	"obscope/tui/paint"
)

const (
	notes  = captures + "/maka/notes.json"
	editor = captures + "/maka/editor.json"
)

// patience is how long a screen is waited for: only a failure takes so long,
// and a machine that runs everything at once needs it.
const patience = 30 * time.Second

// TestMain lets the test binary be a program in a terminal, too.
func TestMain(m *testing.M) {
	if name := os.Getenv(programVariable); name != "" {
		os.Exit(programs[name]())
	}
	os.Exit(m.Run())
}

// open starts obscope in a terminal of cols by rows cells.
func open(t *testing.T, cols, rows int, args ...string) *screentest.Term {
	t.Helper()
	return start(t, screentest.Command{Cols: cols, Rows: rows}, args...)
}

// start starts obscope in the terminal that c describes.
func start(t *testing.T, c screentest.Command, args ...string) *screentest.Term {
	t.Helper()
	c.Args = append([]string{screentest.Build(t, "obscope")}, args...)
	c.Env = append([]string{"XDG_CONFIG_HOME=" + t.TempDir(), noRaceDelay}, c.Env...)
	c.Timeout = patience
	return c.Start(t)
}

// noRaceDelay takes away the second that the race detector waits at the end.
const noRaceDelay = "GORACE=atexit_sleep_ms=0"

// leave quits and asserts that the terminal is as it was.
func leave(t *testing.T, term *screentest.Term) {
	t.Helper()
	if code := term.Press("ctrl+c").ExitCode(); code != 0 {
		t.Errorf("exit code %d:\n%s", code, term.Grid())
	}
	restored(t, term)
}

// restored asserts that a program that has ended left nothing behind.
func restored(t *testing.T, term *screentest.Term) {
	t.Helper()
	if left := term.Modes(); left != (screentest.Modes{}) {
		t.Errorf("the terminal is left in %+v", left)
	}
}

// obscope runs a command without a terminal and returns what it prints.
func obscope(t *testing.T, args ...string) string {
	t.Helper()
	cmd := exec.Command(screentest.Build(t, "obscope"), args...)
	cmd.Env = append(os.Environ(), "XDG_CONFIG_HOME="+t.TempDir(), noRaceDelay)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("obscope %q: %v\n%s", args, err, stderr.String())
	}
	return string(out)
}

// A node is an element in the making, as AutoControl nests them.
type node struct {
	Role     string `json:"role"`
	Name     string `json:"name"`
	X        int    `json:"x"`
	Y        int    `json:"y"`
	Width    int    `json:"width"`
	Height   int    `json:"height"`
	Children []node `json:"children,omitempty"`
}

func window(name string, kids ...node) node {
	return node{"window", name, 0, 0, 800, 600, kids}
}

func group(name string, y int, kids ...node) node {
	return node{"group", name, 0, y, 800, 20, kids}
}

func button(name string, y int) node { return node{"button", name, 10, y, 80, 20, nil} }

// write writes a capture of roots into a folder of the test.
func write(t *testing.T, name string, roots ...node) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	put(t, path, string(dicts(t, roots...)))
	return path
}

func dicts(t *testing.T, roots ...node) []byte {
	t.Helper()
	data, err := json.Marshal(roots)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func load(t *testing.T, file string) *model.Recording {
	t.Helper()
	dir, name := filepath.Split(file)
	rec, err := loaders.Load(os.DirFS(dir), name, loaders.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

// A view is the observation pane as it is on the screen.
type view struct {
	first int      // the number of the first line
	lines []string // of the text, without their numbers
	rows  int      // of the pane
	ghost bool     // one row marks where the selected element would stand
}

// viewed reads the observation pane of a screen with panes side by side.
func viewed(g *screentest.Grid) view {
	var v view
	left, right, top := -1, -1, -1
	for y := range g.Rows {
		for x := range g.Cols {
			switch g.Cell(x, y).Text {
			case "┬":
				if left < 0 {
					left = x
				} else if right < 0 {
					right = x
				}
			case "┐":
				if right < 0 {
					right = x
				}
			}
		}
		if left >= 0 {
			top = y
			break
		}
	}
	if left < 0 || right < 0 {
		return v
	}
	for y := top + 1; y < g.Rows && g.Cell(left, y).Text == "│"; y++ {
		v.rows++
		var b strings.Builder
		for x := left + 1; x < right; x++ {
			b.WriteString(g.Cell(x, y).Text)
		}
		row := strings.TrimLeft(strings.TrimRight(b.String(), " "), " ▏▌")
		number, rest, _ := strings.Cut(row, " ")
		switch {
		case strings.HasPrefix(row, "○"):
			v.ghost = true
		case number != "" && strings.Trim(number, "0123456789") == "":
			if v.lines = append(v.lines, rest); len(v.lines) == 1 {
				v.first, _ = strconv.Atoi(number)
			}
		}
	}
	return v
}

// shows reports whether the pane shows a text: all of it, or as many of its
// lines as there is room for.
func (v view) shows(want []string) bool {
	room := v.rows
	if v.ghost {
		room--
	}
	if room <= 0 {
		return false // nothing is painted yet
	}
	if len(v.lines) != min(len(want), room) {
		return false
	}
	want = want[max(0, v.first-1):]
	if len(want) < len(v.lines) {
		return false
	}
	for i, got := range v.lines {
		if head, cut := strings.CutSuffix(got, "…"); cut && strings.HasPrefix(want[i], head) {
			continue
		}
		if got != strings.TrimRight(want[i], " ") {
			return false
		}
	}
	return true
}

// drawn are the lines that flags render of a file, as a pane draws them.
func drawn(t *testing.T, file string, flags ...string) []string {
	t.Helper()
	o, err := render.ParseFlags(flags)
	if err != nil {
		t.Fatal(err)
	}
	rec := load(t, file)
	c := rec.Captures[len(rec.Captures)-1]
	obs, err := render.New(c).Observe(o)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for i, e := range obs.Entries {
		line := obs.Entry(i)
		if e.ID != model.None {
			line = paint.Mask(line, c.Element(e.ID))
		}
		for part := range strings.SplitSeq(line, "\n") {
			lines = append(lines, paint.Clean(part))
		}
	}
	return lines
}

// seeText waits until the pane shows what the flags render.
func seeText(t *testing.T, term *screentest.Term, file string, flags ...string) {
	t.Helper()
	want := drawn(t, file, flags...)
	term.Until(fmt.Sprintf("the text of %q:\n%s", flags, strings.Join(want, "\n")), func(g *screentest.Grid) bool {
		return viewed(g).shows(want)
	})
}

// enter puts a value into the prompt that is open, and takes it.
func enter(term *screentest.Term, value string) *screentest.Term {
	return term.Press("ctrl+u").Type(value).Press("enter")
}

// find searches an element and goes to the best match.
func find(term *screentest.Term, text string) *screentest.Term {
	return term.Press("f").Type(text).SeeMatch(`[1-9][0-9,]* match`).Press("enter")
}
