package loaders

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"obscope/internal/testkit/testscale"
	"obscope/model"
)

// uses writes the refs that were used in each capture, ! for those that it
// does not have.
func uses(rec *model.Recording) string {
	var b strings.Builder
	for _, c := range rec.Captures {
		b.WriteString("[")
		for i, u := range c.Uses {
			if i > 0 {
				b.WriteString(" ")
			}
			b.WriteString(u.Action + " " + u.Ref)
			if u.Element == model.None {
				b.WriteString("!")
			}
		}
		b.WriteString("]")
	}
	return b.String()
}

func TestLogsKeepWhatWasUsed(t *testing.T) {
	const (
		call   = `{"dir":"send","msg":{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"%s","arguments":%s}}}` + "\n"
		answer = `{"dir":"recv","msg":{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"%s"}]}}}` + "\n"
		nodes  = `{"nodes":[{"nodeId":"51","ignored":false,"browsergym_id":"a1"},{"nodeId":"7","ignored":false,"browsergym_id":"51"}]}`
	)
	for _, c := range []struct{ name, text, want string }{
		{"devtools", fmt.Sprintf(answer, `uid=1_0 RootWebArea\n  uid=1_1 button \"B\"`) + fmt.Sprintf(call, "click", `{"uid":"1_1"}`) +
			fmt.Sprintf(call, "fill_form", `{"elements":[{"uid":"1_0","value":"x"},{"uid":"9_9","value":"y"}]}`) + fmt.Sprintf(answer, `uid=2_0 RootWebArea`),
			"[click 1_1 fill_form 1_0 fill_form 9_9!][]"},
		{"playwright", fmt.Sprintf(answer, `### Page\n### Snapshot\n`+"```"+`yaml\n- button \"B\" [ref=e1]\n`+"```") +
			fmt.Sprintf(call, "browser_click", `{"element":"the button","ref":"e1"}`), "[browser_click e1]"},
		{"browsergym", `{"step":1,"axtree_object":` + nodes + `,"action":"click('51')"}` + "\n" + `{"step":2,"axtree_object":` + nodes + `}` + "\n", "[click 51][]"},
		{"maka", `{"kind":"call","rawArgs":{"action":"observe"},"resultModelText":"observation_id=s1 app=a pid=1 window_id=1 elements=1\n0 AXWindow \"w\" @1,2 3x4"}` + "\n" +
			`{"kind":"call","rawArgs":{"action":"click","observation_id":"s1","element_id":0,"steps":[{"element_id":"0"},{"element_id":"4"}]}}` + "\n" +
			`{"kind":"call","rawArgs":{"action":"click","observation_id":"s9","element_id":"0"}}` + "\n", "[click 0 click 0 click 4!]"},
	} {
		rec, err := LoadBytes("run.jsonl", []byte(c.text), Options{})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got := uses(rec); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	rec, _ := LoadBytes("run.jsonl", []byte(`{"step":1,"axtree_object":`+nodes+`,"action":"click('51')"}`+"\n{}\n"), Options{})
	if u := rec.Captures[0].Uses[0]; u.Element != 1 {
		t.Errorf("a BrowserGym action names a BrowserGym id: element %d", u.Element)
	}
}

func TestLogsOpenTheirGoodLines(t *testing.T) {
	const good = `{"nodes":[{"nodeId":"1","ignored":false}]}` + "\n"
	rec, err := LoadBytes("run.jsonl", []byte(good+"{\"nodes\":[{\n\n"+good+`{"event":"tick"}`+"\n"+good[:20]), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(rec.Captures) != 2 || rec.Captures[1].Source != "run.jsonl: line 4" || rec.Captures[1].Step != 2 {
		t.Errorf("%d captures, %+v", len(rec.Captures), rec.Captures)
	}
	if len(rec.Warnings) != 1 || rec.Warnings[0].Text != "2 of 5 lines are not JSON objects and were left out; the first is line 2" {
		t.Errorf("%q", rec.Warnings)
	}
	if _, err := LoadBytes("x", []byte("{\"a\":1}\n{\"b\":2}\n"), Options{}); err == nil || !strings.Contains(err.Error(), "no line holds an element tree") {
		t.Errorf("a log without trees: %v", err)
	}
}

func TestFoldersAreRecordings(t *testing.T) {
	page := func(id string) *fstest.MapFile {
		return &fstest.MapFile{Data: []byte(`{"nodes":[{"nodeId":"` + id + `","ignored":false,"backendDOMNodeId":1}]}`)}
	}
	rec, err := Load(fstest.MapFS{
		"run/step-10.json": page("ten"), "run/step-9.json": page("nine"), "run/step-9.boxes.json": {Data: []byte(`{"1":[1,2,3,4]}`)},
		"run/sub/a.txt": {Data: []byte("uid=1_0 button")}, "run/shot.png": {Data: []byte("\x89PNG\x00\x00")}, "run/.hidden.json": page("hidden"),
	}, "run", Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range rec.Captures {
		got = append(got, fmt.Sprint(c.Step, " ", c.Source, " ", c.Format, " ", c.Elements[0].Ref))
	}
	if want := "1 step-9.json cdp nine;2 step-10.json cdp ten;3 sub/a.txt devtools 1_0"; strings.Join(got, ";") != want {
		t.Errorf("%s, want %s", strings.Join(got, ";"), want)
	}
	if !rec.Captures[0].Elements[0].Has(model.HasFrame) {
		t.Error("the boxes beside step-9.json were not joined")
	}
	if len(rec.Warnings) != 1 || !strings.HasPrefix(rec.Warnings[0].Text, "shot.png: a PNG picture") {
		t.Errorf("%q", rec.Warnings)
	}
	if _, err := Load(fstest.MapFS{"run/a.txt": {Data: []byte("hello")}}, "run", Options{}); err == nil || !strings.Contains(err.Error(), "its one file does not hold an element tree; a.txt: text that no known tool prints") {
		t.Errorf("a folder without trees: %v", err)
	}
}

func TestWrappersArePeeled(t *testing.T) {
	const tree = `[0-1] RootWebArea: P`
	for name, text := range map[string]string{
		"result":        `{"result":"` + tree + `"}`,
		"webdriver":     `{"value":"` + tree + `","sessionId":"s"}`,
		"success":       `{"success":true,"data":"` + tree + `"}`,
		"mcp":           `{"content":[{"type":"image","data":"AA"},{"type":"text","text":"` + tree + `"}],"isError":false}`,
		"in each other": `{"jsonrpc":"2.0","id":3,"result":{"content":[{"type":"text","text":"{\"value\":\"` + tree + `\"}"}]}}`,
		"quoted":        `"` + tree + `"`,
		"big, key last": `{"result":{"combinedTree":"` + tree + strings.Repeat(" ", peekSize) + `"},"id":1}`,
	} {
		if c := open(t, text, Options{}); c.Format != "stagehand" {
			t.Errorf("%s: %s", name, c.Format)
		}
	}
	for name, text := range map[string]string{
		"a role beside it": `{"value":"` + tree + `","role":"x"}`,
		"nothing in it":    `{"result":""}`,
	} {
		if _, err := LoadBytes("x", []byte(text), Options{}); err == nil {
			t.Errorf("%s: opened", name)
		}
	}
}

func TestBombsEndInAnError(t *testing.T) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	for range testscale.Of(64) {
		if _, err := z.Write(make([]byte, 1<<20)); err != nil {
			t.Fatal(err)
		}
	}
	z.Close()
	if _, err := LoadBytes("x.gz", b.Bytes(), Options{MaxInflated: 1 << 20}); err == nil || !strings.Contains(err.Error(), "inflates to more than 1048576 bytes") {
		t.Errorf("%v", err)
	}
	fsys := fstest.MapFS{"p.json": {Data: []byte(`{"nodes":[{"nodeId":"1","ignored":false}]}`)}, "b.gz": {Data: b.Bytes()}}
	if _, err := Load(fsys, "p.json", Options{MaxInflated: 1 << 20, Frames: "b.gz"}); err == nil || !strings.Contains(err.Error(), "b.gz: gzip: inflates to more than") {
		t.Errorf("frames: %v", err)
	}
}
