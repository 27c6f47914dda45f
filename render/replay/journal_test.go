package replay_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"strings"
	"testing"
	"testing/fstest"

	"obscope/loaders"
	"obscope/model"
	"obscope/render/replay"
)

// observed is a line of a journal: an observation with these element lines.
func observed(id string, lines ...string) string {
	text := fmt.Sprintf("observation_id=%s app=org.ex pid=1 window_id=1 elements=%d\n%s", id, len(lines), strings.Join(lines, "\n"))
	return record(map[string]any{"kind": "call", "rawArgs": map[string]any{"action": "observe"}, "resultModelText": text})
}

// clicked is a line of a journal: an element that was operated.
func clicked(observation string, element any) string {
	return record(map[string]any{"kind": "call", "rawArgs": map[string]any{"action": "click_element", "observation_id": observation, "element_id": element}, "resultText": "ok"})
}

func record(v map[string]any) string {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(data)
}

// replayed measures one journal.
func replayed(t *testing.T, lines ...string) *replay.Report {
	t.Helper()
	return run(t, logsOf(t, map[string]string{"run.trace.jsonl": strings.Join(lines, "\n")}), replay.Options{})
}

func logsOf(t *testing.T, files map[string]string) []*model.Log {
	t.Helper()
	fsys := fstest.MapFS{}
	var logs []*model.Log
	for name, text := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
		log, err := loaders.OpenLog(fsys, name, loaders.Options{})
		if err != nil {
			t.Fatal(err)
		}
		logs = append(logs, log)
	}
	return logs
}

const (
	window  = `0 AXWindow "w"`
	group   = "\t1 AXGroup"
	save    = "\t\t2 AXButton \"Save\" +AXPress @1,2 3x4"
	icon    = "\t\t3 AXButton @1,2 3x4"
	toolbar = "\t4 AXToolbar"
)

func TestUses(t *testing.T) {
	tests := []struct {
		name  string
		lines []string
		uses  int
	}{
		{"a number is its text", []string{observed("a", window, group, save), clicked("a", 2)}, 1},
		{"a text", []string{observed("a", window, group, save), clicked("a", "2")}, 1},
		{"twice counts twice", []string{observed("a", window, group, save), clicked("a", "2"), clicked("a", 2)}, 2},
		{"an element that is not there", []string{observed("a", window, group, save), clicked("a", "9")}, 0},
		{"null", []string{observed("a", window, group, save), clicked("a", nil)}, 0},
		{"another observation", []string{observed("a", window, group, save), clicked("b", 2)}, 0},
		{"before the observation", []string{clicked("a", 2), observed("a", window, group, save)}, 0},
		{"the later of two with one id", []string{observed("a", window), observed("a", window, group, save), clicked("a", 2)}, 1},
		{"of an observation that was left out", []string{observed("a", window, "stray text here", group, save), clicked("a", 2)}, 0},
		{"steps", []string{observed("a", window, group, save, icon),
			record(map[string]any{"kind": "call", "rawArgs": map[string]any{"action": "element_sequence", "observation_id": "a", "element_id": 1,
				"steps": []any{map[string]any{"element_id": "2"}, nil, map[string]any{"wait": 1}, map[string]any{"element_id": 3}, "x"}}})}, 3},
		{"a refused call", []string{observed("a", window, group, save),
			record(map[string]any{"kind": "call", "error": "timeout", "modelFacingArgs": map[string]any{"action": "click_element", "observation_id": "a", "element_id": 2}})}, 1},
		{"rawArgs before modelFacingArgs", []string{observed("a", window, group, save),
			record(map[string]any{"kind": "call", "rawArgs": nil, "modelFacingArgs": map[string]any{"observation_id": "a", "element_id": 2}}),
			record(map[string]any{"kind": "call", "rawArgs": map[string]any{}, "modelFacingArgs": map[string]any{"observation_id": "a", "element_id": 2}})}, 1},
		{"an observation id that is a number", []string{observed("7", window, group, save),
			record(map[string]any{"kind": "call", "rawArgs": map[string]any{"observation_id": 7, "element_id": 2}})}, 0},
		{"not a call", []string{observed("a", window, group, save),
			record(map[string]any{"kind": "driver", "rawArgs": map[string]any{"observation_id": "a", "element_id": 2}})}, 0},
	}
	for _, tt := range tests {
		if r := replayed(t, tt.lines...); r.All.Uses != tt.uses {
			t.Errorf("%s: %d uses, want %d", tt.name, r.All.Uses, tt.uses)
		}
	}
}

// TestWhatIsKept operates one element and looks at what each strategy says of
// it: single, any, without unnamed leaves, interactive only.
func TestWhatIsKept(t *testing.T) {
	tests := []struct {
		name     string
		lines    []string
		element  int
		retained [4]int
		byRef    [4]int
		ancestor [4]int
		unsure   [4]int
	}{
		{"a named button", []string{window, group, save, icon}, 2, [4]int{1, 1, 1, 1}, [4]int{1, 1, 1, 1}, [4]int{1, 1, 1, 1}, [4]int{}},
		{"an unnamed leaf", []string{window, group, save, icon}, 3, [4]int{1, 1, 0, 1}, [4]int{1, 1, 0, 1}, [4]int{1, 1, 1, 1}, [4]int{}},
		{"one of two that read alike", []string{window, group, icon, "\t5 AXButton +AXPress"}, 3, [4]int{1, 1, 0, 1}, [4]int{1, 1, 0, 1}, [4]int{1, 1, 1, 1}, [4]int{1, 1, 0, 1}},
		{"a container of one child", []string{window, group, save}, 1, [4]int{}, [4]int{}, [4]int{1, 1, 1, 1}, [4]int{}},
		{"a container of two", []string{window, group, save, icon}, 1, [4]int{1, 0, 0, 0}, [4]int{1, 0, 0, 0}, [4]int{1, 1, 1, 1}, [4]int{}},
		{"a role that no control keeps", []string{window, toolbar, "\t\t5 AXLink \"go\""}, 5, [4]int{1, 1, 1, 0}, [4]int{1, 1, 1, 0}, [4]int{1, 1, 1, 1}, [4]int{}},
		{"its named ancestor is gone", []string{`0 AXGroup "panel"`, "\t1 AXToolbar", "\t\t2 AXButton \"Save\""}, 2, [4]int{1, 1, 1, 1}, [4]int{1, 1, 1, 1}, [4]int{1, 1, 1, 0}, [4]int{}},
	}
	for _, tt := range tests {
		r := replayed(t, observed("a", tt.lines...), clicked("a", tt.element))
		var retained, byRef, ancestor, unsure [4]int
		for i, s := range r.All.Sums {
			retained[i], byRef[i], ancestor[i], unsure[i] = s.Retained, s.ByRef, s.Ancestor, s.Ambiguous
		}
		if retained != tt.retained || byRef != tt.byRef || ancestor != tt.ancestor || unsure != tt.unsure {
			t.Errorf("%s: retained %v by ref %v ancestor %v ambiguous %v, want %v %v %v %v", tt.name, retained, byRef, ancestor, unsure, tt.retained, tt.byRef, tt.ancestor, tt.unsure)
		}
	}
}

// TestRefTellsLinesApart keeps the line of one of two elements that read
// alike: by the text of its line the other one would seem to be kept.
func TestRefTellsLinesApart(t *testing.T) {
	s, err := replay.ParseStrategy("one: --max-elements 2", nil)
	if err != nil {
		t.Fatal(err)
	}
	logs := logsOf(t, map[string]string{"a": observed("a", window, "\t1 AXButton", "\t2 AXButton") + "\n" + clicked("a", 2)})
	sum := run(t, logs, replay.Options{Strategies: []replay.Strategy{s}}).All.Sums[2]
	if sum.Retained != 1 || sum.ByRef != 0 {
		t.Errorf("retained %d, by ref %d, want 1 and 0", sum.Retained, sum.ByRef)
	}
}

func TestFidelityGate(t *testing.T) {
	bar := "menu_bar=1 not_opened(only the titles are listed; observe again with menu=\"<title>\" to list one menu's commands)"
	tests := []struct {
		name     string
		lines    []string
		kept     bool
		unparsed int
	}{
		{"what Maka writes", []string{window, group, save, bar, "7 AXMenuBar", "\t8 AXMenuBarItem \"File\""}, true, 0},
		{"menus that an older renderer did not collapse", []string{window, bar, "7 AXMenuBar", "\t8 AXMenuBarItem \"File\"", "\t\t9 AXMenu", "\t\t\t10 AXMenuItem [disabled]"}, true, 0},
		{"a subrole that is not written any more", []string{`0 AXWindow/AXStandardWindow "w"`}, false, 0},
		{"an id on two lines", []string{window, save, save}, false, 0},
		{"a menu bar above the window", []string{"7 AXMenuBar", window}, false, 0},
		{"lines that are not elements", []string{window, "stray text here", "more of it"}, false, 2},
		{"a difference", []string{"change=update 2 AXButton"}, false, 1},
		{"no change", []string{"no_change=true(the window has no effective accessibility changes since ob-1)"}, false, 1},
		{"an action with a blank", []string{"0 AXButton +show menu"}, false, 1},
		{"an escape that is not written so", []string{`0 AXButton "\u0041"`}, false, 0},
	}
	for _, tt := range tests {
		r := replayed(t, observed("a", tt.lines...))
		if kept := r.Observations == 1; kept != tt.kept || r.Skipped.Unfaithful != 1-r.Observations || r.Skipped.UnparsedLines != tt.unparsed {
			t.Errorf("%s: kept %t, %+v", tt.name, kept, r.Skipped)
		}
		if len(r.Samples) != r.Skipped.Unfaithful {
			t.Errorf("%s: %d samples", tt.name, len(r.Samples))
		}
	}
}

// TestQueryIsDiscarded measures an observation that was made under a query as
// the tree of what it shows.
func TestQueryIsDiscarded(t *testing.T) {
	text := "observation_id=a app=My Editor pid=1 window_id=1 elements=140 query=\"save\"(showing 3 of 140: matches and the elements containing them. Observe without a query for the rest)\n" + window + "\n\t2 AXButton \"Save\""
	r := replayed(t, record(map[string]any{"kind": "call", "rawArgs": map[string]any{"action": "observe"}, "resultModelText": text}))
	want := "observation_id=a app=My pid=1 window_id=1 elements=2\n" + window + "\n\t2 AXButton \"Save\""
	if got := r.All.Sums[0].Tokens; got != (len(want)+3)/4 {
		t.Errorf("%d tokens, want those of\n%s", got, want)
	}
	if len(r.Apps) != 1 || r.Apps[0].Name != "My" {
		t.Errorf("application %q: the header's pattern ends a value at a blank", r.Apps[0].Name)
	}
}

func TestBrokenLinesAreCounted(t *testing.T) {
	r := replayed(t, "\uFEFF"+observed("a", window, group, save), "", "   ", "{ not json", `{"kind":"call"`, "[1,2]", "null", "7", "\xff{", clicked("a", 2))
	if r.Skipped.BadJSON != 3 || r.Observations != 1 || r.All.Uses != 1 || r.Calls != 2 {
		t.Errorf("%+v, %d observations, %d uses, %d calls", r.Skipped, r.Observations, r.All.Uses, r.Calls)
	}
}

func TestCompressedJournal(t *testing.T) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	fmt.Fprintln(z, observed("a", window, group, save))
	z.Close()
	whole := b.String()
	if r := run(t, logsOf(t, map[string]string{"a.gz": whole}), replay.Options{}); r.Observations != 1 {
		t.Errorf("%d observations", r.Observations)
	}
	_, err := replay.Run(context.Background(), logsOf(t, map[string]string{"a.gz": whole[:len(whole)-12]}), replay.Options{})
	if err == nil || !strings.HasPrefix(err.Error(), "a.gz: ") {
		t.Errorf("cut short: %v", err)
	}
}

func TestInputThatIsNoRun(t *testing.T) {
	good := observed("a", window, group, save)
	tests := []struct {
		name  string
		files map[string]string
		want  string
	}{
		{"nothing", nil, replay.ErrNoCalls.Error()},
		{"an empty file", map[string]string{"a.jsonl": ""}, replay.ErrNoCalls.Error()},
		{"a journal without calls", map[string]string{"a.jsonl": `{"kind":"driver"}`}, replay.ErrNoCalls.Error()},
		{"broken lines only", map[string]string{"a.jsonl": "{\"kind\":\n{\"kind\":"}, replay.ErrNoCalls.Error()},
		{"a binary file beside a journal", map[string]string{"a.jsonl": good, "b.png": "\x89PNG\x00\x00"}, "b.png: a PNG picture"},
		{"another text", map[string]string{"a.jsonl": good, "notes.txt": "hello"}, "notes.txt: text that no known tool prints"},
		{"JSON without a tree", map[string]string{"b.json": `{"a":1}`}, "b.json: JSON with"},
	}
	for _, tt := range tests {
		r, err := replay.Run(context.Background(), logsOf(t, tt.files), replay.Options{})
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, %v, want %s", tt.name, r, err, tt.want)
		}
	}
	if r := run(t, logsOf(t, map[string]string{"a.jsonl": good, "empty.jsonl": "\n"}), replay.Options{}); r.Files != 2 || r.Observations != 1 {
		t.Errorf("a run that was cut before its first call: %d files, %d observations", r.Files, r.Observations)
	}
	if _, err := loaders.OpenLog(fstest.MapFS{"d/x": {}}, "d", loaders.Options{}); err == nil || !strings.Contains(err.Error(), "a directory") {
		t.Errorf("a directory: %v", err)
	}
	if _, err := loaders.OpenLog(fstest.MapFS{}, "none", loaders.Options{}); err == nil || !strings.Contains(err.Error(), "no such file") {
		t.Errorf("a missing file: %v", err)
	}
}

// failing is a file that cannot be read to its end.
type failing struct{ fs.File }

func (failing) Read([]byte) (int, error) { return 0, errors.New("input/output error") }

type failingFS struct{ fstest.MapFS }

func (f failingFS) Open(name string) (fs.File, error) {
	file, err := f.MapFS.Open(name)
	return failing{file}, err
}

func TestUnreadableFile(t *testing.T) {
	log, err := loaders.OpenLog(failingFS{fstest.MapFS{"a": {Data: []byte("x")}}}, "a", loaders.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := replay.Run(context.Background(), []*model.Log{log}, replay.Options{}); err == nil || err.Error() != "a: input/output error" {
		t.Errorf("%v", err)
	}
}

// TestRecordings measures a capture of another kind: its uses come with it.
func TestRecordings(t *testing.T) {
	c, err := loaders.AutoControlElements(`[{"role":"window","name":"w","x":0,"y":0,"width":100,"height":100,"children":[
		{"role":"group","name":"","x":0,"y":0,"width":9,"height":9,"children":[{"role":"button","name":"Save","x":1,"y":1,"width":5,"height":5}]}]}]`)
	if err != nil {
		t.Fatal(err)
	}
	c.App = "org.ex"
	c.Uses = []model.Use{{Element: 2, Ref: "2", Action: "click"}, {Element: model.None, Ref: "77", Action: "click"}}
	rec := &model.Recording{Captures: []*model.Capture{c}}
	none, err := replay.ParseStrategy("none: --max-elements 0", nil)
	if err != nil {
		t.Fatal(err)
	}
	log := &model.Log{Name: "rec", Calls: func() iter.Seq2[*model.Call, error] { return loaders.RecordedCalls(rec) }}
	r := run(t, []*model.Log{log}, replay.Options{Strategies: []replay.Strategy{none}})
	if r.Calls != 1 || r.Observations != 1 || r.All.Uses != 1 || len(r.Apps) != 1 || r.Apps[0].Name != "org.ex" {
		t.Errorf("%d calls, %d observations, %d uses, apps %v", r.Calls, r.Observations, r.All.Uses, r.Apps)
	}
	if all, none := r.All.Sums[1], r.All.Sums[2]; all.ByRef != 1 || none.ByRef != 0 || none.Tokens >= all.Tokens {
		t.Errorf("all %+v, none %+v", all, none)
	}
}

func TestBehaviour(t *testing.T) {
	call := func(action string, more ...any) string {
		args := map[string]any{"action": action}
		v := map[string]any{"kind": "call", "rawArgs": args, "resultText": "ok"}
		for i := 0; i+1 < len(more); i += 2 {
			switch key := more[i].(string); key {
			case "error", "resultText":
				v[key] = more[i+1]
			default:
				args[key] = more[i+1]
			}
		}
		return record(v)
	}
	tests := []struct {
		name  string
		lines []string
		want  replay.RunBehaviour
	}{
		{"a repeated call counts once, whatever it refers to",
			[]string{call("observe", "observation_id", "a"), call("observe", "observation_id", "b"), call("observe")},
			replay.RunBehaviour{Calls: 3, RepeatedCalls: 1}},
		{"three shapes are thrash, two are not",
			[]string{call("observe", "q", 1), call("observe", "q", "1"), call("observe", "q", []int{1}), call("wait", "s", 1), call("wait", "s", 2)},
			replay.RunBehaviour{Calls: 5, Thrash: []replay.Thrash{{Action: "observe", Shapes: 3}}}},
		{"a mutation is blind until its target was observed",
			[]string{call("press", "app", "x"), call("observe", "app", "x", "error", "timeout"), call("press", "app", "x", "n", 2), call("observe", "app", "x"), call("press", "app", "x", "n", 3), call("press", "app", "y", "n", 4), call("wait", "app", "z")},
			replay.RunBehaviour{Calls: 7, Refused: 1, RepeatedCalls: 1, Blind: 3, Codes: []string{"timeout"}, Thrash: []replay.Thrash{{Action: "press", Shapes: 4}}}},
		{"a refusal and the same again",
			[]string{call("observe"), call("wait", "n", 1, "resultText", "failed: bad_target"), call("wait", "n", 2), call("observe", "n", 3)},
			replay.RunBehaviour{Calls: 4, Refused: 1, DeadEnds: 1, Codes: []string{"bad_target"}}},
		{"refused at the end",
			[]string{call("observe"), call("wait", "error", "gone"), call("status")},
			replay.RunBehaviour{Calls: 3, Refused: 1, Abandoned: true, Codes: []string{"gone"}}},
		{"a failure without a code",
			[]string{call("wait", "resultText", "Refused: no window"), call("wait", "n", 1, "resultText", "nothing failed"), call("observe")},
			replay.RunBehaviour{Calls: 3, Unclassified: 1}},
	}
	for _, tt := range tests {
		logs := logsOf(t, map[string]string{"run.trace.jsonl": strings.Join(tt.lines, "\n")})
		got := *run(t, logs, replay.Options{Behaviour: true}).Behaviour.Runs[0]
		got.Log, got.Actions, got.Repeated = "", nil, nil
		if fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", tt.want) {
			t.Errorf("%s:\n%+v\nwant\n%+v", tt.name, got, tt.want)
		}
	}
}

// TestOldObservationsAreForgotten keeps memory bounded in a log of any length.
func TestOldObservationsAreForgotten(t *testing.T) {
	if testing.Short() {
		t.Skip("writes 17,000 observations")
	}
	var lines []string
	for i := range 1<<14 + 1 {
		lines = append(lines, observed(fmt.Sprint("ob", i), "0 AXButton"))
	}
	lines = append(lines, clicked("ob0", 0), clicked("ob1", 0))
	if r := replayed(t, lines...); r.All.Uses != 1 {
		t.Errorf("%d uses, want that of the second observation only", r.All.Uses)
	}
}

// FuzzReplay measures any bytes as a journal: it ends with a report or an
// error, and the report can be merged.
func FuzzReplay(f *testing.F) {
	f.Add(observed("a", window, group, save) + "\n" + clicked("a", 2))
	f.Add(`{"kind":"call","rawArgs":{"action":"observe"},"resultModelText":"observation_id=a\n\t\t0 AXMenuBar\n1 AXMenuItem [disabled]\n0 AXGroup"}`)
	f.Add(`{"kind":"call","rawArgs":[1],"error":{},"resultText":"failed: x_y"}` + "\n{\"kind\":\"call\",\"rawArgs\":{\"steps\":{},\"observation_id\":\"\"}}\n{")
	f.Fuzz(func(t *testing.T, text string) {
		fsys := fstest.MapFS{"a": {Data: []byte(text)}}
		log, err := loaders.OpenLog(fsys, "a", loaders.Options{})
		if err != nil {
			t.Fatal(err)
		}
		r, err := replay.Run(context.Background(), []*model.Log{log}, replay.Options{Behaviour: true, Frontier: true, Caps: []int{2}})
		if err != nil {
			return
		}
		textOf(t, r)
		back, err := replay.ReadReport(strings.NewReader(jsonOf(t, r, true)))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := replay.Merge([]*replay.Report{back}); err != nil {
			t.Fatal(err)
		}
	})
}
