package agents

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"obscope/loaders"
	"obscope/model"
	"obscope/render"
)

// A realTool is one output of an original beside a page's capture.
type realTool struct {
	name, suffix, dialect string
	knobs                 render.Knobs
	clean                 func(string) string
}

var (
	sessionUIDs = regexp.MustCompile(`uid=\d+_`)
	anyUID      = regexp.MustCompile(`uid=\d+_\d+`)
	frameNodes  = regexp.MustCompile(`(?m)^(\s*)\[(\d+)-\d+\]`)
)

func realTools() []realTool {
	tools := []realTool{
		{"chrome-devtools-mcp", ".devtools.txt", "chrome-devtools-mcp", nil, func(s string) string { return sessionUIDs.ReplaceAllString(fromUID(s), "uid=S_") }},
		{"chrome-devtools-mcp, verbose", ".devtools-verbose.txt", "chrome-devtools-mcp", render.Knobs{"verbose": "true"}, func(s string) string { return anyUID.ReplaceAllString(fromUID(s), "uid") }},
		{"stagehand 3.7.3", ".sh37.txt", "stagehand", nil, framesInOrder},
		{"stagehand 4.4.0", ".sh44.txt", "stagehand", nil, framesInOrder},
	}
	for suffix, knobs := range map[string]render.Knobs{
		"": nil, "-i": {"interactive": "true"}, "-iu": {"interactive": "true", "urls": "true"},
		"-c": {"compact": "true"}, "-d3": {"depth": "3"}, "-u": {"urls": "true"},
	} {
		tools = append(tools, realTool{"agent-browser 0.41.2 " + suffix, ".ab" + suffix + ".txt", "agent-browser", knobs, func(s string) string { return s }})
	}
	for _, suffix := range []string{".pw-aria.yaml", ".pw-ai.yaml", ".pw-ai-boxes.yaml"} {
		tools = append(tools, realTool{"playwright " + suffix, suffix, "playwright-yaml", nil, func(s string) string { return s }})
	}
	return tools
}

// fromUID leaves out what stands before the snapshot.
func fromUID(s string) string { return s[max(strings.Index(s, "uid="), 0):] }

// framesInOrder numbers frames by their first appearance and leaves out the
// nodes' ids, which differ from visit to visit.
func framesInOrder(s string) string {
	seen := map[string]string{}
	return frameNodes.ReplaceAllStringFunc(s, func(mark string) string {
		part := frameNodes.FindStringSubmatch(mark)
		if seen[part[2]] == "" {
			seen[part[2]] = strconv.Itoa(len(seen))
		}
		return part[1] + "[" + seen[part[2]] + "]"
	})
}

// TestRealPagesEqualTheRealTools writes captures of pages as the tools
// themselves printed the same pages: a few are here, a folder of more is named
// by OBSCOPE_REAL_PAGES.
func TestRealPagesEqualTheRealTools(t *testing.T) {
	t.Run("own", func(t *testing.T) { compareReal(t, "../../testdata/real") })
	t.Run("folder", func(t *testing.T) {
		dir := os.Getenv("OBSCOPE_REAL_PAGES")
		if dir == "" {
			t.Skip("OBSCOPE_REAL_PAGES names no folder of real pages")
		}
		compareReal(t, dir)
	})
}

func compareReal(t *testing.T, dir string) {
	for _, tool := range realTools() {
		files, _ := filepath.Glob(filepath.Join(dir, "*"+tool.suffix+"*"))
		pages, equal, same, different, left := 0, 0, 0, 0, 0
		for _, file := range files {
			page, _, _ := strings.Cut(filepath.Base(file), ".")
			want, err := readMaybeGzip(file)
			if err != nil {
				t.Fatal(err)
			}
			if len(want) == 0 {
				continue // of a page without content there is nothing to load
			}
			pages++
			got, lacks := renderReal(t, dir, page, file, tool)
			a, b := strings.Split(tool.clean(strings.TrimRight(string(want), "\n")), "\n"), strings.Split(tool.clean(strings.TrimRight(got, "\n")), "\n")
			wrong := differing(a, b)
			if wrong > 0 && lacks {
				left++
				continue
			}
			same, different = same+len(a)-min(wrong, len(a)), different+wrong
			if wrong == 0 {
				equal++
				continue
			}
			t.Errorf("%s: %s differs in %d of %d lines", page, tool.name, wrong, len(a))
		}
		if len(files) > 0 {
			t.Logf("%-30s pages %d of %d, lines equal %d, different %d, pages not counted %d", tool.name, equal, pages-left, same, different, left)
		}
	}
}

// renderReal is the text of a page, and whether a warning says that the capture
// lacks facts which the tool asks the page for.
func renderReal(t *testing.T, dir, page, file string, tool realTool) (string, bool) {
	o := loaders.Options{}
	if tool.dialect == "playwright-yaml" {
		o.Format = "playwright" // a line or two is not sure to be a snapshot
	} else {
		file = existing(filepath.Join(dir, page+".cdp-axtree.json"))
		o.Frames = existing(filepath.Join(dir, page+".domsnapshot.json"))
	}
	data, err := readMaybeGzip(file)
	if err != nil {
		t.Fatal(err)
	}
	rec, err := loaders.LoadBytes(strings.TrimSuffix(file, ".gz"), data, o)
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	got, err := observe(rec.Captures[0], tool.dialect, tool.knobs)
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	for _, w := range got.warnings {
		if w.Kind == model.CaptureLacks {
			return got.text, true
		}
	}
	return got.text, false
}

// existing is a file's name, or that of it compressed.
func existing(file string) string {
	if _, err := os.Stat(file); err != nil {
		return file + ".gz"
	}
	return file
}

// differing counts the lines that are not in the longest common subsequence.
func differing(a, b []string) int {
	row := make([]int, len(b)+1)
	for i := range a {
		diagonal := 0
		for j := range b {
			above := row[j+1]
			if a[i] == b[j] {
				row[j+1] = diagonal + 1
			} else {
				row[j+1] = max(above, row[j])
			}
			diagonal = above
		}
	}
	return max(len(a), len(b)) - row[len(b)]
}
