package agents

import (
	"bytes"
	"errors"
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"obscope/internal/text/jsontext"
	"obscope/loaders"
	"obscope/model"
	"obscope/render"
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
				if strings.Contains(w.Text, "the original asks the page") {
					told++
					if !strings.Contains(w.Text, "checkbox is indeterminate") {
						t.Errorf("%s: %s", v.name, w.Text)
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
	knobs := v.knobs()
	if v.dialect == "agent-browser" {
		knobs["version"] = "0.33"
	}
	return observe(c, "agent-browser", knobs)
}

// TestBrowserGymIsTheSameWithADOMSnapshot joins snapshots to captures that
// BrowserGym has merged with its ids, and whose properties stand beside them.
func TestBrowserGymIsTheSameWithADOMSnapshot(t *testing.T) {
	data, err := readMaybeGzip(filepath.Join(ownVectors, "browsergym.json.gz"))
	if err != nil {
		t.Fatal(err)
	}
	top, err := jsontext.Parse(string(data))
	if err != nil {
		t.Fatal(err)
	}
	run := 0
	for _, item := range top.Member("vectors").Items {
		v := vector{item, "browsergym", item.Member("name").Text, ownVectors}
		page, bids := strings.CutSuffix(v.Member("input_file").Text, ".bgym.json")
		if !bids {
			continue
		}
		path, err := v.find(page + ".domsnapshot.json")
		if err != nil {
			continue
		}
		c, err := v.loadBeside("cdp", path)
		if err != nil {
			t.Fatal(err)
		}
		properties, err := v.member("extra_properties")
		if err != nil {
			t.Fatal(err)
		}
		if c.DOM == nil {
			continue // the snapshot is of another visit
		}
		if properties.Kind == jsontext.Object {
			c.Extras["extra_element_properties"] = properties.Raw
		}
		got, err := observe(c, "browsergym", v.knobs())
		if err != nil {
			t.Fatal(err)
		}
		if want := v.Member("expected").Text; got.text != want {
			t.Errorf("%s: %s", v.name, difference(v, got.text, want))
		}
		run++
	}
	if run < 10 {
		t.Errorf("%d runs", run)
	}
}

// visits are the ids of Stagehand's lines, which differ from visit to visit.
var visits = regexp.MustCompile(`\[0-\d+\]`)

// TestCapturesWithADOMSnapshotEqualRealOutputs writes captures of two pages as
// agent-browser 0.27 and Stagehand 3.7.3 printed the same pages, straight from
// the files and again from obscope's own shape of them.
func TestCapturesWithADOMSnapshotEqualRealOutputs(t *testing.T) {
	const captures, dom = "../../testdata/captures/", "../../testdata/dom/"
	const form, nested = captures + "cdp/form.cdp-rpc.json", captures + "cdp/nested.cdp-axtree.json"
	old := func(more string) render.Knobs {
		k := render.Knobs{"version": "0.33"}
		if more != "" {
			k[more] = "true"
		}
		return k
	}
	for _, test := range []struct {
		capture, snapshot, dialect string
		knobs                      render.Knobs
		want                       string
		warns                      string // the only warning, "" for none
	}{
		{form, "form", "agent-browser", old(""), captures + "agent-browser/agent-browser-form.txt", ""},
		{form, "form", "agent-browser", old("interactive"), captures + "agent-browser/agent-browser-form-interactive.txt", ""},
		{form, "form", "agent-browser", old("compact"), dom + "agent-browser-form-compact.txt", ""},
		{nested, "nested", "agent-browser", old(""), dom + "agent-browser-nested.txt", ""},
		{nested, "nested", "agent-browser", old("interactive"), dom + "agent-browser-nested-interactive.txt", ""},
		{nested, "nested", "agent-browser", old("compact"), dom + "agent-browser-nested-compact.txt", ""},
		{form, "form", "stagehand", nil, captures + "stagehand/stagehand-form.txt", "the DOM snapshot leaves out what form controls are built of: 3 elements are called there by Chromium's tags"},
		{nested, "nested", "stagehand", nil, dom + "stagehand-nested.txt", ""},
	} {
		data, err := readMaybeGzip(test.capture)
		if err != nil {
			t.Fatal(err)
		}
		want, err := readMaybeGzip(test.want)
		if err != nil {
			t.Fatal(err)
		}
		rec, err := loaders.LoadBytes(test.capture, data, loaders.Options{Frames: dom + test.snapshot + ".domsnapshot.json"})
		if err != nil {
			t.Fatal(err)
		}
		var own bytes.Buffer
		if err := loaders.Encode(&own, rec); err != nil {
			t.Fatal(err)
		}
		again, err := loaders.LoadBytes("own", own.Bytes(), loaders.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for from, c := range map[string]*model.Capture{"the files": rec.Captures[0], "obscope's shape": again.Captures[0]} {
			got, err := observe(c, test.dialect, test.knobs)
			if err != nil {
				t.Fatal(err)
			}
			if visits.ReplaceAllString(got.text, "[]") != visits.ReplaceAllString(strings.TrimSuffix(string(want), "\n"), "[]") {
				t.Errorf("%s from %s differs:\n%s", test.want, from, got.text)
			}
			if warnings := strings.Join(got.warnings.Texts(), "; "); warnings != test.warns {
				t.Errorf("%s from %s warns %q", test.want, from, warnings)
			}
		}
	}
}
