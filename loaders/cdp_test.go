package loaders

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"obscope/internal/testkit/testscale"
	"obscope/model"
)

// open loads a text and returns its only capture.
func open(t testing.TB, text string, o Options) *model.Capture {
	t.Helper()
	rec, err := LoadBytes("test", []byte(text), o)
	if err != nil {
		t.Fatal(err)
	}
	if len(rec.Captures) != 1 {
		t.Fatalf("%d captures", len(rec.Captures))
	}
	return rec.Captures[0]
}

// shape writes the refs of a tree, each followed by its children in brackets.
func shape(c *model.Capture) string {
	var b strings.Builder
	depth := int32(-1)
	for _, id := range c.Tree.Order {
		d := c.Tree.Depth[id]
		switch {
		case d > depth:
			b.WriteString("(")
		default:
			b.WriteString(strings.Repeat(")", int(depth-d)) + " ")
		}
		depth = d
		b.WriteString(c.Elements[id].Ref)
	}
	return b.String() + strings.Repeat(")", int(depth+1))
}

func TestCDPShapes(t *testing.T) {
	const a = `{"nodeId":"1","ignored":false,"role":{"value":"RootWebArea"},"childIds":["2"]}`
	const b = `{"nodeId":"2","ignored":false,"role":{"value":"button"},"name":{"value":"Go"},"parentId":"1"}`
	for _, c := range []struct{ name, text, shape string }{
		{"plain", `{"nodes":[` + a + `,` + b + `]}`, "page"},
		{"list", `[` + a + `,` + b + `]`, "nodes"},
		{"answer", `{"id":7,"result":{"nodes":[` + a + `,` + b + `]},"sessionId":"S"}`, "page"},
		{"json-rpc", `{"jsonrpc":"2.0","id":7,"result":{"nodes":[` + a + `,` + b + `]}}`, "page"},
		{"per frame", `[{"frameId":"F","nodes":[` + a + `,` + b + `]}]`, "per-frame"},
		{"python", `axtree: {'nodes': [{'nodeId': '1', 'ignored': False, 'role': {'value': 'RootWebArea'}, 'childIds': ['2']}, ` +
			`{'nodeId': '2', 'ignored': False, 'role': {'value': "button"}, 'name': {'value': 'Go'}, 'parentId': '1'}]}`, "page"},
		{"mcp", `{"content":[{"type":"text","text":"{\"nodes\":[{\"nodeId\":\"1\",\"ignored\":false},{\"nodeId\":\"2\",\"ignored\":false,\"role\":\"button\",\"name\":\"Go\",\"parentId\":\"1\"}]}"}]}`, "page"},
	} {
		got := open(t, c.text, Options{})
		if got.Format != "cdp" || got.Shape != c.shape || shape(got) != "(1(2))" {
			t.Errorf("%s: %s %s %s", c.name, got.Format, got.Shape, shape(got))
		}
		if e := got.Elements[1]; e.Role != "button" || e.Name != "Go" || e.Kind != model.KindButton || e.Ref != "2" {
			t.Errorf("%s: %+v", c.name, e)
		}
	}
}

func TestCDPNodesAreKeptVerbatim(t *testing.T) {
	node := `"nodeId":"1", "ignored":true,"role":{"type":"role","value":"none"},"childIds":["2","-9"],"x":1.50e1,"backendDOMNodeId":4,"browsergym_id":"a1"`
	c := open(t, `{"nodes":[{`+node+`}]}`, Options{})
	if e := c.Elements[0]; e.Raw != node || !e.Ignored {
		t.Errorf("%+v", e)
	}
}

func TestCDPTreeFromChildIDs(t *testing.T) {
	n := func(id, rest string) string { return `{"nodeId":"` + id + `","ignored":false` + rest + `}` }
	kids := func(ids ...string) string { return `,"childIds":["` + strings.Join(ids, `","`) + `"]` }
	for _, c := range []struct{ name, nodes, want, warning string }{
		{"without parentId", n("1", kids("2", "3")) + `,` + n("2", ``) + `,` + n("3", kids("4")) + `,` + n("4", ``), "(1(2 3(4)))", ""},
		{"parentId that is not there", n("1", kids("2")) + `,` + n("2", `,"parentId":"77"`), "(1(2))", ""},
		{"cycle", n("1", kids("2")) + `,` + n("2", kids("3")) + `,` + n("3", kids("2")), "(1(2(3)))", ""},
		{"own child", n("1", kids("1")), "(1)", ""},
		{"duplicate", n("1", ``) + `,` + n("2", `,"parentId":"1"`) + `,` + n("1", `,"name":"x"`), "(1(2) 1)", "1 element has a ref that an earlier element has already"},
		{"listed twice", n("1", kids("2", "3")) + `,` + n("2", kids("4")) + `,` + n("4", ``) + `,` + n("2", kids("4")) + `,` + n("4", ``) + `,` + n("3", kids("5")) + `,` + n("5", ``),
			"(1(2(4) 3(5)))", "2 nodes are listed again with the same id and content"},
		{"orphan", n("1", ``) + `,` + n("2", `,"parentId":"9"`), "(1 2)", "names a parent that is not in the capture"},
		{"number and string ids", n("1", kids("2")) + `,{"nodeId":2,"ignored":false}`, "(1 2)", ""},
	} {
		got := open(t, `{"nodes":[`+c.nodes+`]}`, Options{})
		if s := shape(got); s != c.want {
			t.Errorf("%s: %s, want %s", c.name, s, c.want)
		}
		if all := strings.Join(got.Warnings.Texts(), "; "); !strings.Contains(all, c.warning) {
			t.Errorf("%s: %q, want %q", c.name, all, c.warning)
		}
	}
}

func TestCDPStates(t *testing.T) {
	c := open(t, `{"nodes":[{"nodeId":"1","ignored":false,"role":{"value":"textbox"},"name":{"value":"Password"},"value":{"value":"•••"},`+
		`"properties":[{"name":"focusable","value":{"value":true}},{"name":"settable","value":{"value":true}},{"name":"invalid","value":{"type":"token","value":"false"}},`+
		`{"name":"disabled","value":{"value":true}},{"name":"checked","value":{"type":"tristate","value":"mixed"}},{"name":"editable","value":{"type":"token","value":"richtext"}}]}]}`, Options{})
	e := &c.Elements[0]
	for st, want := range map[model.State]model.Truth{
		model.Focusable: model.Yes, model.Editable: model.Yes, model.Invalid: model.No, model.Enabled: model.No,
		model.Checked: model.Mixed, model.Selected: model.Unsaid,
	} {
		if got := e.States.Is(st); got != want {
			t.Errorf("%s: %v, want %v", st, got, want)
		}
	}
	if strings.Join(e.Actions, " ") != "focus edit" || !e.Secure {
		t.Errorf("%v secure=%v", e.Actions, e.Secure)
	}
}

func TestCDPRepeats(t *testing.T) {
	c := open(t, `{"nodes":[{"nodeId":"1","ignored":false,"role":{"value":"link"},"name":{"value":"Home"},"childIds":["2"]},`+
		`{"nodeId":"2","ignored":true,"role":{"value":"none"},"childIds":["3","5"]},`+
		`{"nodeId":"3","ignored":false,"role":{"value":"StaticText"},"name":{"value":" Home "},"childIds":["4"]},`+
		`{"nodeId":"4","ignored":false,"role":{"value":"InlineTextBox"},"name":{"value":"Home"}},`+
		`{"nodeId":"5","ignored":false,"role":{"value":"StaticText"},"name":{"value":"page"}}]}`, Options{})
	var got []string
	for _, e := range c.Elements {
		if e.Repeat {
			got = append(got, e.Ref)
		}
	}
	if strings.Join(got, " ") != "3 4" {
		t.Errorf("repeats %v, want 3 4", got)
	}
}

func TestCDPBadInput(t *testing.T) {
	for _, c := range []struct{ name, text, format, want string }{
		{"empty file", " \n", "", "the file is empty"},
		{"cut short", `{"nodes":[{"nodeId":"1","ignored":false,"ro`, "", "byte 40: the string that starts here does not end"},
		{"cut short in an envelope", `{"id":1,"result":{"nodes":[{"nodeId"`, "", "byte 36: the text ends where a colon should be"},
		{"another format", `<hierarchy/>`, "cdp", `byte 0: '<' where an object should be`},
		{"python cut short", `axtree: {'nodes': [{'nodeId': '1'`, "", "it is cut short"},
	} {
		_, err := LoadBytes("x", []byte(c.text), Options{Format: c.format})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
	if c := open(t, `{"nodes":[]}`, Options{}); len(c.Warnings) != 1 || !strings.Contains(c.Warnings[0].Text, "the page had not loaded") {
		t.Errorf("empty tree: %v", c.Warnings)
	}
}

func TestCDPDepthIsUnbounded(t *testing.T) {
	levels := testscale.Of(200_000)
	var b strings.Builder
	b.WriteString(`{"role":"RootWebArea","name":""`)
	b.WriteString(strings.Repeat(`,"children":[{"role":"group"`, levels))
	b.WriteString(strings.Repeat(`}]`, levels) + `}`)
	if c := open(t, b.String(), Options{}); int(c.Tree.Depth[levels]) != levels {
		t.Errorf("depth %d", c.Tree.Depth[levels])
	}
	if _, err := LoadBytes("x", []byte(`x: {'nodes': `+strings.Repeat(`[{'a': `, levels)), Options{}); err == nil {
		t.Error("a broken Python value of any depth is an error")
	}
}

const (
	twoFrames = `[{"frameId":"A","nodes":[{"nodeId":"1","ignored":false,"role":{"value":"RootWebArea"},"childIds":["2","3"],"backendDOMNodeId":10},` +
		`{"nodeId":"2","ignored":false,"role":{"value":"Iframe"},"parentId":"1","backendDOMNodeId":12},{"nodeId":"3","ignored":false,"role":{"value":"Iframe"},"parentId":"1","backendDOMNodeId":13}]},` +
		`{"frameId":"B","nodes":[{"nodeId":"1","ignored":false,"role":{"value":"RootWebArea"},"backendDOMNodeId":10}]},` +
		`{"frameId":"C","nodes":[{"nodeId":"1","ignored":false,"role":{"value":"RootWebArea"},"backendDOMNodeId":11}]}]`
	// Frame B lies in the second iframe here, frame C in the first.
	frameSnapshot = `{"documents":[` +
		`{"frameId":0,"documentURL":-1,"scrollOffsetX":0,"scrollOffsetY":100,"nodes":{"backendNodeId":[10,12,13],"nodeName":[3,4,4],"contentDocumentIndex":{"index":[1,2],"value":[2,1]}},` +
		`"layout":{"nodeIndex":[0,1,2],"bounds":[[0,0,800,600],[10,120,300,200],[10,400,300,200]],"clientRects":[[0,0,800,600],[2,2,296,196],[2,2,296,196]]}},` +
		`{"frameId":1,"scrollOffsetX":0,"scrollOffsetY":5,"nodes":{"backendNodeId":[10],"nodeName":[3]},"layout":{"nodeIndex":[0],"bounds":[[0,0,296,900]]}},` +
		`{"frameId":2,"nodes":{"backendNodeId":[11],"nodeName":[3]},"layout":{"nodeIndex":[0],"bounds":[[0,0,50,60]]}}],` +
		`"strings":["A","B","C","#document","IFRAME"]}`
	frameTree = `{"frame":{"id":"A"},"childFrames":[{"frame":{"id":"C"}},{"frame":{"id":"B"}}]}`
)

func loadBeside(t *testing.T, files map[string]string, o Options) *model.Capture {
	t.Helper()
	fsys := fstest.MapFS{}
	for name, text := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	rec, err := Load(fsys, "d/p.cdp-axtree.json", o)
	if err != nil {
		t.Fatal(err)
	}
	return rec.Captures[0]
}

func TestFramesJoinTheirIframes(t *testing.T) {
	big := strings.Replace(frameSnapshot, `{"documents"`, `{"pad":"`+strings.Repeat("x", peekSize)+`","documents"`, 1)
	for _, c := range []struct {
		name    string
		files   map[string]string
		options Options
		host    [2]model.ID
	}{
		{"a large snapshot", map[string]string{"d/p.domsnapshot.json": big}, Options{}, [2]model.ID{2, 1}},
		{"alone: in order", nil, Options{}, [2]model.ID{1, 2}},
		{"a frame tree beside it", map[string]string{"d/p.cdp-frametree.json": frameTree}, Options{}, [2]model.ID{2, 1}},
		{"a snapshot beside it", map[string]string{"d/p.domsnapshot.json": frameSnapshot}, Options{}, [2]model.ID{2, 1}},
		{"a named list of iframes", map[string]string{"r.json": `{"rects":{},"iframes":{"13":"B","12":"C"}}`}, Options{Frames: "r.json"}, [2]model.ID{2, 1}},
	} {
		files := map[string]string{"d/p.cdp-axtree.json": twoFrames}
		for name, text := range c.files {
			files[name] = text
		}
		got := loadBeside(t, files, c.options)
		if host := [2]model.ID{got.Parts[1].Host, got.Parts[2].Host}; host != c.host {
			t.Errorf("%s: hosts %v, want %v", c.name, host, c.host)
		}
		if got.Tree.Depth[3] != 2 || got.Tree.Parent[3] != c.host[0] {
			t.Errorf("%s: frame B is at depth %d below %d", c.name, got.Tree.Depth[3], got.Tree.Parent[3])
		}
	}
}

func TestSnapshotGivesViewportCoordinates(t *testing.T) {
	c := loadBeside(t, map[string]string{"d/p.cdp-axtree.json": twoFrames, "d/p.domsnapshot.json": frameSnapshot}, Options{})
	for i, want := range []model.Rect{
		{X: 0, Y: -100, W: 800, H: 600}, {X: 10, Y: 20, W: 300, H: 200}, {X: 10, Y: 300, W: 300, H: 200},
		{X: 12, Y: 297, W: 296, H: 900}, // B: iframe at 10,300, border 2, scrolled by 5; the same node id as in A
		{X: 12, Y: 22, W: 50, H: 60},
	} {
		if got := c.Elements[i].Frame; got != want || !c.Elements[i].Has(model.HasFrame) {
			t.Errorf("element %d: %v, want %v", i, got, want)
		}
	}
	if c.DOM[1].Tag != "iframe" {
		t.Errorf("tag %q", c.DOM[1].Tag)
	}
}

func TestBoxModelsAreJoined(t *testing.T) {
	page := `{"nodes":[{"nodeId":"1","ignored":false,"backendDOMNodeId":5},{"nodeId":"2","ignored":false,"backendDOMNodeId":6}]}`
	boxes := `{"5":[1,2,11,2,11,22,1,22],"6":"Could not compute box model."}`
	c := loadBeside(t, map[string]string{"d/p.cdp-axtree.json": page, "d/p.cdp-boxes.json": boxes}, Options{})
	if got := c.Elements[0].Frame; got != (model.Rect{X: 1, Y: 2, W: 10, H: 20}) || c.Elements[1].Has(model.HasFrame) {
		t.Errorf("%v %v", got, c.Elements[1].Frame)
	}
	if want := "1 of 2 elements have no frame in p.cdp-boxes.json"; !strings.Contains(strings.Join(c.Warnings.Texts(), ";"), want) {
		t.Errorf("%v, want %q", c.Warnings, want)
	}
	if _, err := LoadBytes("x", []byte(page), Options{Frames: filepath.Join(t.TempDir(), "none.json")}); err == nil || !strings.Contains(err.Error(), "no such file") {
		t.Errorf("a named file that is missing: %v", err)
	}
}

// BenchmarkTable opens the tree of a page with a table of 2,000 rows and, if
// it lies beside it, its DOM snapshot: 23 MB and 40,031 nodes.
func BenchmarkTable(b *testing.B) {
	data := tableCapture(b)
	b.ReportAllocs()
	b.ResetTimer()
	for b.Loop() {
		rec, err := LoadBytes("table", data, Options{})
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(len(rec.Captures[0].Elements)), "elements")
	}
}

// tableCapture is a large capture: the own one if it is there, or one made up.
func tableCapture(b *testing.B) []byte {
	for _, dir := range filepath.SplitList(os.Getenv("OBSCOPE_CAPTURES")) {
		if data, err := os.ReadFile(filepath.Join(dir, "chromium", "table.cdp-axtree.json.gz")); err == nil {
			return data
		}
	}
	var s strings.Builder
	s.WriteString(`{"nodes":[`)
	const nodes, sources = 40_000, `{"type":"relatedElement","attribute":"aria-labelledby"}`
	for i := range nodes {
		if i > 0 {
			s.WriteByte(',')
		}
		id := strconv.Itoa(i)
		s.WriteString(`{"nodeId":"` + id + `","ignored":false,"role":{"type":"role","value":"cell"},"name":{"type":"computedString","value":"Row ` + id +
			`","sources":[` + sources + `,` + sources + `,` + sources + `]},"properties":[{"name":"focusable","value":{"type":"booleanOrUndefined","value":true}}],"parentId":"` +
			strconv.Itoa(i/8) + `","childIds":["` + strconv.Itoa(8*i+1) + `"],"backendDOMNodeId":` + id + `}`)
	}
	s.WriteString(`]}`)
	return []byte(s.String())
}

// TestOddSnapshotsAreJoined reads documents of a DOM snapshot that are no
// objects, whose frame must not be taken for the first string.
func TestOddSnapshotsAreJoined(t *testing.T) {
	c := loadBeside(t, map[string]string{
		"d/p.cdp-axtree.json": `[{"frameId":"A","nodes":[{"nodeId":"1","ignored":false,"role":{"value":"RootWebArea"},"childIds":[]}]},` +
			`{"frameId":"F","nodes":[{"nodeId":"1","ignored":false,"role":{"value":"RootWebArea"},"childIds":[]}]}]`,
		"d/p.domsnapshot.json": `{"documents":[1,2],"strings":["F","A"]}`,
	}, Options{})
	if len(c.Elements) != 2 {
		t.Errorf("%d elements", len(c.Elements))
	}
}

// TestFramesOfAFrameTreeAreDealtInOrder looks again and again at a frame that
// two documents claim: the first of them shows it.
func TestFramesOfAFrameTreeAreDealtInOrder(t *testing.T) {
	page := func(frame string, iframes int) string {
		nodes, kids := "", ""
		for i := range iframes {
			nodes += fmt.Sprintf(`,{"nodeId":"%d","ignored":false,"role":{"value":"Iframe"},"parentId":"1","backendDOMNodeId":%d}`, i+2, i+2)
			kids += fmt.Sprintf(`"%d",`, i+2)
		}
		return fmt.Sprintf(`{"frameId":"%s","nodes":[{"nodeId":"1","ignored":false,"role":{"value":"RootWebArea"},"childIds":[%s]}%s]}`, frame, strings.TrimSuffix(kids, ","), nodes)
	}
	frame := func(id, kids string) string {
		return fmt.Sprintf(`{"frame":{"id":"%s"},"childFrames":[%s]}`, id, kids)
	}
	files := map[string]string{
		"d/p.cdp-axtree.json":    "[" + page("A", 1) + "," + page("B", 1) + "," + page("C", 0) + "]",
		"d/p.cdp-frametree.json": `{"frameTree":` + frame("top", frame("A", frame("C", ""))+","+frame("B", frame("C", ""))) + `}`,
	}
	for range 20 {
		if c := loadBeside(t, files, Options{}); c.Parts[2].Host != 1 {
			t.Fatalf("the frame hangs under element %d", c.Parts[2].Host)
		}
	}
}

// TestSiblingsAreBounded passes over what lies beside a capture and is too large,
// or may never end, and says so.
func TestSiblingsAreBounded(t *testing.T) {
	boxes := `{"5":[1,2,11,2,11,22,1,22]}`
	page := `{"nodes":[{"nodeId":"1","ignored":false,"backendDOMNodeId":5}]}`
	for _, test := range []struct {
		name  string
		boxes *fstest.MapFile
		want  string // the warning; "" if the frames are joined
	}{
		{"small enough", &fstest.MapFile{Data: []byte(boxes)}, ""},
		{"too large", &fstest.MapFile{Data: []byte(boxes + strings.Repeat(" ", 1000))},
			"p.cdp-boxes.json was not joined: it has more than 1000 bytes; raise the bound with --max-inflated"},
		{"a pipe", &fstest.MapFile{Data: []byte(boxes), Mode: fs.ModeNamedPipe}, "p.cdp-boxes.json was not joined: it is not a regular file"},
	} {
		fsys := fstest.MapFS{"p.cdp-axtree.json": {Data: []byte(page)}, "p.cdp-boxes.json": test.boxes}
		rec, err := Load(fsys, "p.cdp-axtree.json", Options{MaxInflated: 1000})
		if err != nil {
			t.Fatal(err)
		}
		c := rec.Captures[0]
		if joined := c.Elements[0].Has(model.HasFrame); joined != (test.want == "") || !warned(c, test.want) {
			t.Errorf("%s: joined %v, %q", test.name, joined, c.Warnings)
		}
		if _, err := Load(fsys, "p.cdp-axtree.json", Options{MaxInflated: 1000, Frames: "p.cdp-boxes.json"}); test.name == "too large" && (err == nil || !strings.Contains(err.Error(), "more than 1000 bytes")) {
			t.Errorf("%s, named: %v", test.name, err)
		}
	}
}
