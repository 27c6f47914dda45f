package loaders

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"obscope/internal/text/jsontext"
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

// TestSessionsOfAnySize checks that what is very long, very deep or has very many
// steps opens, in time that grows with its size.
func TestSessionsOfAnySize(t *testing.T) {
	call, answer := fmt.Sprintf(useLine, "a", 1), fmt.Sprintf(resultLine, "a", 1)
	long, deep, many := 100<<20, 1_000_000, 50_000
	if testing.Short() {
		long, deep, many = 4<<20, 100_000, 2_000
	}
	t.Run("a long line", func(t *testing.T) {
		line := `{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"b","content":"` + strings.Repeat("all work ", long/9) + `"}]}}` + "\n"
		expectSteps(t, call+answer+fmt.Sprintf(useLine, "b", 2)+line, 2, 1)
	})
	for name, line := range map[string]string{
		"deep objects": strings.Repeat(`{"a":`, deep) + "1" + strings.Repeat("}", deep),
		"deep arrays":  `{"a":` + strings.Repeat("[", deep) + strings.Repeat("]", deep) + "}",
	} {
		t.Run(name, func(t *testing.T) { expectSteps(t, call+line+"\n"+answer, 1, 1) })
	}
	t.Run("many steps", func(t *testing.T) {
		var text strings.Builder
		for i := range many {
			fmt.Fprintf(&text, useLine, fmt.Sprint("c", i), i)
			fmt.Fprintf(&text, resultLine, fmt.Sprint("c", i), i)
		}
		expectSteps(t, text.String(), many, many)
	})
}

func expectSteps(t *testing.T, text string, steps, trees int) {
	t.Helper()
	rec, err := LoadBytes("run.jsonl", []byte(text), Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range rec.Captures {
		trees -= boolInt(c.HasTree())
	}
	if len(rec.Captures) != steps || trees != 0 {
		t.Errorf("%d steps, %d trees too few; want %d steps", len(rec.Captures), trees, steps)
	}
}

// TestSessionThatIsBeingWritten opens a log as an agent leaves it for a moment,
// and again when the rest of its last line is there.
func TestSessionThatIsBeingWritten(t *testing.T) {
	whole := fmt.Sprintf(useLine, "a", 1) + fmt.Sprintf(resultLine, "a", 1) + fmt.Sprintf(useLine, "b", 2) + fmt.Sprintf(resultLine, "b", 2)
	last := strings.LastIndex(strings.TrimSuffix(whole, "\n"), "\n") + 1
	for cut := last + 1; cut < len(whole)-2; cut += 7 {
		rec, err := LoadBytes("run.jsonl", []byte(whole[:cut]), Options{})
		if err != nil || len(rec.Captures) != 1 || len(rec.Warnings) != 1 {
			t.Fatalf("cut at byte %d: %v", cut, err)
		}
	}
	expectSteps(t, whole, 2, 2)
}

// TestWhatPointsAndCodeUse checks the elements that calls name by a point, in
// code and in words.
func TestWhatPointsAndCodeUse(t *testing.T) {
	aria := "### Page\n- Page URL: http://a/\n### Snapshot\n```yaml\n- generic [ref=e1] [box=0,0,200,100]:\n  - button \"Pay\" [ref=e2] [box=10,10,50,20]\n  - link \"Help\" [ref=e3] [box=100,10,50,20]\n```"
	for _, tt := range []struct{ name, input, want string }{
		{"a point", `{"x":20,"y":15}`, "[act e2]"},
		{"a coordinate", `{"action":"left_click","coordinate":[120,20]}`, "[act e3]"},
		{"a point on no control", `{"x":90,"y":90}`, "[act e1]"},
		{"a point off the page", `{"x":900,"y":90}`, "[]"},
		{"code", `{"code":"await page.getByRole('link', { name: 'Help' }).click();"}`, "[act e3]"},
		{"code in double quotes", `{"function":"async (page) => page.getByRole(\"button\", {name: \"Pay\"}).click()"}`, "[act e2]"},
		{"code that names nobody", `{"code":"await page.getByRole('button', { name: 'Sell' }).click();"}`, "[]"},
	} {
		text := fmt.Sprintf(`{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"s","content":%s}]}}`+"\n", jsontext.Quote(aria)) +
			`{"type":"assistant","message":{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"act","input":` + tt.input + "}]}}\n"
		rec, err := LoadBytes("run.jsonl", []byte(text), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := uses(&model.Recording{Captures: rec.Captures[:1]}); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
	for line, want := range map[string]string{
		"Action: Click [19]":                       "click 19",
		"Type [3]; [shoes]":                        "type 3",
		"click('a51')":                             "click a51",
		"I would click on the button that says so": "",
		`{'action': 'click', 'index': 7}`:          "click 7",
		`{'click_element': {'index': 12}}`:         "click_element 12",
	} {
		got := ""
		if call := spokenAction(line); len(call.refs) > 0 {
			got = call.action + " " + call.refs[0].ref
		}
		if got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
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
