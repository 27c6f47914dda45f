package loaders

import (
	"os"
	"path/filepath"
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
