package agents

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"obscope/internal/jsontext"
)

// TestDOMSnapshotsTellWhatAgentBrowserAsksThePage writes the recorded runs of
// agent-browser with what the page's DOM snapshot tells in the place of the
// lists that were recorded in the page.
func TestDOMSnapshotsTellWhatAgentBrowserAsksThePage(t *testing.T) {
	run, told := 0, 0
	for _, file := range []string{"agent-browser.json.gz", "agent-browser-0.41.json.gz"} {
		data, err := readMaybeGzip(filepath.Join(ownVectors, file))
		if err != nil {
			t.Fatal(err)
		}
		top, err := jsontext.Parse(string(data))
		if err != nil {
			t.Fatal(err)
		}
		for _, item := range top.Member("vectors").Items {
			v := vector{item, top.Member("dialect").Text, item.Member("name").Text, ownVectors}
			recorded := v.Member("extras_file").Text
			if recorded == "" {
				continue
			}
			got, err := runOnSnapshot(v, strings.TrimSuffix(recorded, ".rects.json")+".domsnapshot.json")
			if errors.Is(err, fs.ErrNotExist) {
				continue
			}
			if err != nil {
				t.Fatalf("%s: %v", v.name, err)
			}
			run++
			for _, w := range got.warnings {
				if strings.Contains(w, "DOM snapshot does not tell") {
					told++
					if !strings.Contains(w, "checkbox is indeterminate") {
						t.Errorf("%s: %s", v.name, w)
					}
				}
			}
			if want := v.Member("expected").Text; got.text != want {
				t.Errorf("%s: %s", v.name, difference(v, got.text, want))
			}
		}
	}
	if run < 300 || told == 0 {
		t.Errorf("%d runs, %d with a warning", run, told)
	}
}

// runOnSnapshot renders a vector's input with a DOM snapshot beside it.
func runOnSnapshot(v vector, snapshot string) (result, error) {
	path, err := v.find(snapshot)
	if err != nil {
		return result{}, err
	}
	c, err := v.loadBeside("cdp", path)
	if err != nil {
		return result{}, err
	}
	if c.Extras["cursor"] == "" || c.Extras["hrefs"] == "" {
		return result{}, errors.New("the snapshot tells nothing")
	}
	extras, err := v.member("extras")
	if err != nil {
		return result{}, err
	}
	iframes, given := v.Lookup("iframes")
	if !given {
		iframes = extras.Member("iframes")
	}
	attachFrames(c, iframes, backends(c))
	knobs := v.knobs()
	if v.dialect == "agent-browser" {
		knobs["version"] = "0.33"
	}
	return observe(c, "agent-browser", knobs)
}

