package loaders

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"obscope/model"
)

func FuzzLoadSession(f *testing.F) {
	files, _ := filepath.Glob(filepath.Join("..", "testdata", "captures", "sessions", "*"))
	for _, file := range files {
		if data, err := os.ReadFile(file); err == nil {
			f.Add(string(data))
		}
	}
	f.Fuzz(func(t *testing.T, text string) { checkLoad(t, "session", text) })
}

// steps writes a row per step: the call, who made it, its text's size, its
// elements and what was used next.
func steps(rec *model.Recording) string {
	var b strings.Builder
	if s := rec.Session; s != nil {
		fmt.Fprintf(&b, "agent %s · task %q · %d tools\n", s.Agent, s.Task, len(s.Definitions))
	}
	for i, c := range rec.Captures {
		if c.Call == nil {
			fmt.Fprintf(&b, "%d no call · %s · %d elements\n", c.Step, c.Format, len(c.Elements))
			continue
		}
		fmt.Fprintf(&b, "%d %s %s", c.Step, c.Call.Tool, c.Call.Args)
		if c.Call.Who != "" {
			fmt.Fprintf(&b, " · by %s", c.Call.Who)
		}
		fmt.Fprintf(&b, " · %s · %d bytes, tree %d-%d, %d elements", c.Format, len(c.Text), c.Call.From, c.Call.To, len(c.Elements))
		if c.Call.Same > 0 {
			fmt.Fprintf(&b, " · same as %d", c.Call.Same)
		}
		if c.Call.Failed {
			b.WriteString(" · failed")
		}
		if one := uses(&model.Recording{Captures: rec.Captures[i : i+1]}); one != "[]" {
			b.WriteString(" · " + one)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// TestSessionsOfEveryKind compares the steps of each sample with a table that
// was looked at.
func TestSessionsOfEveryKind(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join("..", "testdata", "captures", "sessions", "*"))
	if len(files) == 0 {
		t.Fatal("no samples")
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			rec, err := openFile(file)
			if err != nil {
				t.Fatal(err)
			}
			golden := filepath.Join("..", "testdata", "golden", "sessions", filepath.Base(file)+".txt")
			if *update {
				if err := os.WriteFile(golden, []byte(steps(rec)), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if got := steps(rec); got != string(want) {
				t.Errorf("got\n%swant\n%s", got, want)
			}
		})
	}
}

const (
	useLine    = `{"type":"assistant","message":{"role":"assistant","content":[{"type":"tool_use","id":"%s","name":"snap","input":{"n":%d}}]}}` + "\n"
	resultLine = `{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"%s","content":"uid=%d_0 button \"B\""}]}}` + "\n"
)

func TestSessionsOfBadInput(t *testing.T) {
	call := func(id string, n int) string { return fmt.Sprintf(useLine, id, n) }
	answer := func(id string, n int) string { return fmt.Sprintf(resultLine, id, n) }
	deep := strings.Repeat(`{"a":`, 10_000) + "1" + strings.Repeat("}", 10_000) + "\n"
	for _, tt := range []struct {
		name, text   string
		steps, trees int
	}{
		{"half a last line", call("a", 1) + answer("a", 1) + answer("b", 2)[:60], 1, 1},
		{"an invalid byte", call("a", 1) + answer("a", 1) + "{\"x\":\"\xff\"}\n", 1, 1},
		{"depth 10,000", call("a", 1) + deep + answer("a", 1), 1, 1},
		{"an id used again", call("a", 1) + answer("a", 1) + call("a", 2) + answer("a", 2), 2, 2},
		{"told twice", call("a", 1) + answer("a", 1) + call("a", 1) + answer("a", 1), 1, 1},
		{"a result without a call", answer("z", 1) + answer("y", 2), 2, 2},
		{"a call without a result", call("a", 1) + call("b", 2) + answer("b", 2), 1, 1},
		{"no tree at all", call("a", 1) + strings.Replace(answer("a", 1), "uid=1_0 button", "hello", 1), 1, 0},
	} {
		rec, err := LoadBytes("run.jsonl", []byte(tt.text), Options{})
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		trees := 0
		for _, c := range rec.Captures {
			if c.HasTree() {
				trees++
			}
		}
		if len(rec.Captures) != tt.steps || trees != tt.trees {
			t.Errorf("%s: %d steps, %d trees, want %d and %d", tt.name, len(rec.Captures), trees, tt.steps, tt.trees)
		}
	}
}

func TestOtherJSONIsNoSession(t *testing.T) {
	for name, text := range map[string]string{
		"a tree in a member": `{"value":"[0-1] RootWebArea: P","role":"x"}`,
		"figures":            `{"a":[1,2,3],"b":{"c":"text that is long enough to be looked at"}}`,
		"only talk":          `{"type":"message","role":"assistant","text":"[Bash {\"command\":\"a | head -20\"}]"}` + "\n" + `{"type":"message","role":"user","text":"hi"}` + "\n",
	} {
		if rec, err := LoadBytes("x", []byte(text), Options{}); err == nil {
			t.Errorf("%s opened: %s", name, steps(rec))
		}
	}
}

// TestStepsAreToldWhileReading checks that steps come before the end, each
// complete, and are those that Load gives.
func TestStepsAreToldWhileReading(t *testing.T) {
	dir := t.TempDir()
	var text strings.Builder
	const calls = 3000
	for i := range calls {
		fmt.Fprintf(&text, useLine, fmt.Sprint("c", i), i)
		fmt.Fprintf(&text, resultLine, fmt.Sprint("c", i), i)
	}
	if err := os.WriteFile(filepath.Join(dir, "run.jsonl"), []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	early, told := 0, 0
	rec, err := LoadSteps(os.DirFS(dir), "run.jsonl", Options{}, func(c *model.Capture, p Progress) bool {
		if told++; c.Step != told || !c.HasTree() {
			t.Fatalf("step %d is told as number %d with %d elements", c.Step, told, len(c.Elements))
		}
		if p.Read < p.Size/2 {
			early++
		}
		return true
	})
	if err != nil || told != calls || len(rec.Captures) != calls {
		t.Fatalf("%d told, %d in the recording, %v", told, len(rec.Captures), err)
	}
	if early < calls/4 {
		t.Errorf("only %d steps were told in the first half", early)
	}
	stopped := 0
	if _, err := LoadSteps(os.DirFS(dir), "run.jsonl", Options{}, func(*model.Capture, Progress) bool { stopped++; return false }); err != nil || stopped != 1 {
		t.Errorf("told %d steps after it was stopped, %v", stopped, err)
	}
}
