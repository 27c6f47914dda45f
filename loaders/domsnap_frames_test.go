package loaders

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"obscope/model"
)

// TestFramesOfOtherProcessesTakeNoBoxes joins a snapshot without a frame's
// document: the frame's ids are those of other nodes of the page.
func TestFramesOfOtherProcessesTakeNoBoxes(t *testing.T) {
	const snapshot = `{"documents":[{"frameId":0,"documentURL":1,"nodes":{"parentIndex":[-1,0,1,2,2],"nodeType":[9,1,1,1,1],"nodeName":[2,3,4,5,6],"backendNodeId":[1,2,3,4,5]},
"layout":{"nodeIndex":[3,4],"bounds":[[10,20,30,40],[50,60,70,80]]}}],"strings":["MAIN","https://a.test/","#document","HTML","BODY","BUTTON","IFRAME"]}`
	const tree = `[{"frameId":"MAIN","nodes":[{"nodeId":"1","ignored":false,"role":{"type":"r","value":"RootWebArea"},"name":{"type":"s","value":"a"},"childIds":["4","5"],"backendDOMNodeId":1},
{"nodeId":"4","ignored":false,"role":{"type":"r","value":"button"},"name":{"type":"s","value":"Go"},"childIds":[],"parentId":"1","backendDOMNodeId":4},
{"nodeId":"5","ignored":false,"role":{"type":"r","value":"Iframe"},"name":{"type":"s","value":""},"childIds":[],"parentId":"1","backendDOMNodeId":5}]},
{"frameId":"OTHER","nodes":[{"nodeId":"1","ignored":false,"role":{"type":"r","value":"RootWebArea"},"name":{"type":"s","value":"b"},"childIds":["4"],"backendDOMNodeId":1},
{"nodeId":"4","ignored":false,"role":{"type":"r","value":"button"},"name":{"type":"s","value":"Buy"},"childIds":[],"parentId":"1","backendDOMNodeId":4}]}]`
	path := filepath.Join(t.TempDir(), "page.domsnapshot.json")
	if err := os.WriteFile(path, []byte(snapshot), 0o600); err != nil {
		t.Fatal(err)
	}
	rec, err := LoadBytes("page.json", []byte(tree), Options{Frames: path})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range rec.Captures[0].Elements {
		if e.Name == "Go" && !e.Has(model.HasFrame) || e.Name == "Buy" && e.Has(model.HasFrame) {
			t.Errorf("%s has the frame %v, %t", e.Name, e.Frame, e.Has(model.HasFrame))
		}
	}
}

// aProcess is a DOM snapshot of one document: a body at the corner, a button
// and an iframe with a border of two pixels, and a link; the ids are those of
// every process.
func aProcess(frame string) string {
	return fmt.Sprintf(`{"documents":[{"frameId":0,"documentURL":1,"baseURL":1,"nodes":{"parentIndex":[-1,0,1,2,2,2],"nodeType":[9,1,1,1,1,1],"nodeName":[2,3,4,5,6,7],"backendNodeId":[1,2,3,4,5,6],"attributes":[[],[],[],[],[],[8,9]]},
"layout":{"nodeIndex":[3,4,5],"bounds":[[10,20,30,40],[50,60,70,80],[1,2,3,4]],"clientRects":[[0,0,30,40],[2,2,66,76],[0,0,3,4]],"scrollRects":[[0,0,30,40],[0,0,66,76],[0,0,3,4]]}}],
"strings":[%q,"https://%s.test/","#document","HTML","BODY","BUTTON","IFRAME","A","href","/of%s"]}`, frame, frame, frame)
}

// aFrame is the accessibility tree of that document.
func aFrame(frame, more string) string {
	return fmt.Sprintf(`{"frameId":%q%s,"nodes":[{"nodeId":"1","ignored":false,"role":{"type":"r","value":"RootWebArea"},"name":{"type":"s","value":%q},"childIds":["4","5","6"],"backendDOMNodeId":1},
{"nodeId":"4","ignored":false,"role":{"type":"r","value":"button"},"name":{"type":"s","value":%q},"childIds":[],"parentId":"1","backendDOMNodeId":4},
{"nodeId":"5","ignored":false,"role":{"type":"r","value":"Iframe"},"name":{"type":"s","value":""},"childIds":[],"parentId":"1","backendDOMNodeId":5},
{"nodeId":"6","ignored":false,"role":{"type":"r","value":"link"},"name":{"type":"s","value":"Link"},"childIds":[],"parentId":"1","backendDOMNodeId":6}]}`, frame, more, frame, "Go "+frame)
}

// buttonFrames are the frames of the buttons.
func buttonFrames(c *model.Capture) string {
	var b strings.Builder
	for _, e := range c.Elements {
		if e.Role == "button" {
			fmt.Fprintf(&b, "%s %t %g,%g; ", e.Name, e.Has(model.HasFrame), e.Frame.X, e.Frame.Y)
		}
	}
	return b.String()
}

// TestSnapshotsOfSeveralProcesses joins a list of DOM snapshots, whose nodes
// have the same ids, to a page with a frame in a frame, each of a process of its
// own; the inner one's snapshot comes first.
func TestSnapshotsOfSeveralProcesses(t *testing.T) {
	const inMain, inOther = `,"parentFrameId":"A","ownerBackendNodeId":5`, `,"parentFrameId":"B","ownerBackendNodeId":5`
	tree := "[" + aFrame("A", "") + "," + aFrame("B", inMain) + "," + aFrame("C", inOther) + "]"
	c := loadBeside(t, map[string]string{
		"d/p.cdp-axtree.json":  tree,
		"d/p.domsnapshot.json": "[" + aProcess("A") + "," + aProcess("C") + "," + aProcess("B") + "]",
	}, Options{})
	if got, want := buttonFrames(c), "Go A true 10,20; Go B true 62,82; Go C true 114,144; "; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	for i, want := range []model.ID{model.None, 2, 6} {
		if got := c.Parts[i].Host; got != want {
			t.Errorf("%s hangs on %d, want %d", c.Parts[i].Ref, got, want)
		}
	}
	if got, want := c.Extras["hrefs"], `{"6":"https://A.test/ofA","B/6":"https://B.test/ofB","C/6":"https://C.test/ofC"}`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if warned(c, "no place on the screen") {
		t.Errorf("%q", c.Warnings)
	}

	c = loadBeside(t, map[string]string{
		"d/p.cdp-axtree.json":  "[" + aFrame("A", "") + "," + aFrame("B", "") + "]",
		"d/p.domsnapshot.json": "[" + aProcess("A") + "," + aProcess("B") + "]",
	}, Options{})
	if got, want := buttonFrames(c), "Go A true 10,20; Go B false 0,0; "; got != want || !warned(c, "no place on the screen") {
		t.Errorf("got  %s\nwant %s\n%q", got, want, c.Warnings)
	}
}

// TestBoxesByIDAreOfOneProcess joins boxes that name no frame.
func TestBoxesByIDAreOfOneProcess(t *testing.T) {
	c := loadBeside(t, map[string]string{
		"d/p.cdp-axtree.json": "[" + aFrame("A", "") + "," + aFrame("B", `,"parentFrameId":"A","ownerBackendNodeId":5`) + "]",
		"d/p.boxes.json":      `{"4":[10,20,40,20,40,60,10,60],"5":[0,0,9,9]}`,
	}, Options{})
	if got, want := buttonFrames(c), "Go A true 10,20; Go B false 0,0; "; got != want || !warned(c, "another process") {
		t.Errorf("got  %s\nwant %s\n%q", got, want, c.Warnings)
	}
}

// TestARefInATextStartsNoSnapshot has the ref of an element in the texts of a
// page: only that of an element starts the snapshot anew.
func TestARefInATextStartsNoSnapshot(t *testing.T) {
	for text, elements := range map[string]int{
		"- text: \"[ref=e1]\"\n- heading \"[ref=e1]\" [level=1]:\n  - textbox \"Row 1\"\n- text: \"#hash\"":   4,
		"- heading \"a\" [level=1] [ref=e1]:\n  - textbox \"see [ref=e1]\"\n- generic [ref=e2]: see [ref=e1]": 3,
	} {
		rec, err := LoadBytes("page.yaml", []byte(text), Options{Format: "playwright"})
		if err != nil {
			t.Fatal(err)
		}
		if got := len(rec.Captures[0].Elements); len(rec.Captures) != 1 || got != elements {
			t.Errorf("%d captures of %q, the first with %d elements, want %d", len(rec.Captures), text, got, elements)
		}
	}
}

// TestIframesOfAnyRole hangs a frame on an element that the page calls
// something else than a frame.
func TestIframesOfAnyRole(t *testing.T) {
	tree := "[" + aFrame("A", "") + "," + aFrame("B", `,"parentFrameId":"A","ownerBackendNodeId":5`) + "]"
	c := loadBeside(t, map[string]string{"d/p.cdp-axtree.json": strings.Replace(tree, `"Iframe"`, `"menuitem"`, 1)}, Options{})
	if got := c.Parts[1].Host; got != 2 {
		t.Errorf("B hangs on %d", got)
	}
}
