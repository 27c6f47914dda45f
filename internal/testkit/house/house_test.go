// Package house holds the structure of the project: what stands at the top
// level, and which package may import which.
package house

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"obscope/loaders"
	"obscope/render"
)

const root = "../../.."

// topLevel is everything that may stand at the top level.
var topLevel = []string{
	".ci", ".git", ".gitignore", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "NOTICE", "README.md",
	"docs", "go.mod", "go.sum", "internal", "loaders", "main.go", "model", "render", "testdata", "tui",
}

// TestTopLevel fails when something new stands at the top level.
func TestTopLevel(t *testing.T) {
	out, err := exec.Command("git", "-C", root, "ls-files").Output()
	var names []string
	if err == nil && len(out) > 0 {
		for _, path := range strings.Fields(string(out)) {
			names = append(names, strings.Split(path, "/")[0])
		}
	} else {
		entries, err := os.ReadDir(root)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			names = append(names, e.Name())
		}
	}
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		if !slices.Contains(topLevel, name) {
			t.Errorf("%s stands at the top level; put it under internal or docs, or change the list here with a reason", name)
		}
	}
}

// text is the ground, which every package may import: reading and printing
// JSON, JavaScript and Python values, and numbers in sentences. testkit is what
// only tests use: it may import everything, and nothing that ships imports it.
const text, testkit = "internal/text/", "internal/testkit/"

// imports is which packages of the project a package may import, besides text.
// Data flows from bytes to the screen and never back.
var imports = map[string][]string{
	"model":                   {},
	"loaders":                 {"model", "loaders/domsnap"},
	"loaders/domsnap":         {"model"},
	"render/tokens":           {},
	"render":                  {"model", "render/tokens"},
	"render/agents":           {"model", "render", "render/tokens"},
	"render/lint":             {"model", "render"},
	"render/match":            {"model"},
	"render/tools":            {"model", "render/tokens"},
	"render/diff":             {"model", "render", "render/match"},
	"internal/carry":          {"model", "render"},
	"render/replay":           {"model", "render", "render/tokens"},
	"tui/paint":               {"model"},
	"tui/keymap":              {},
	"tui/job":                 {},
	"tui/edit":                {},
	"tui/panel":               {"model", "render", "render/tokens", "render/tools", "render/lint", "render/diff", "tui/paint", "tui/keymap"},
	"tui/pane":                {"model", "render", "tui/paint"},
	"tui/strip":               {"model", "render", "tui/paint", "tui/pane"},
	"tui":                     {"model", "render", "render/match", "render/tokens", "internal/carry", "tui/paint", "tui/keymap", "tui/panel", "tui/pane", "tui/strip", "tui/edit", "tui/job", "tui/edit"},
	"internal/autocontrol":    {"model", "loaders", "render"},
	"internal/mcpserver":      {"model", "loaders", "render", "render/agents", "render/lint", "render/tools", "render/diff", "render/tokens", "internal/autocontrol"},
	"internal/source":         {"model", "loaders"},
	"internal/source/chrome":  {"internal/source"},
	"internal/source/atspi":   {"internal/source"},
	"internal/source/command": {"internal/source"},
	"internal/tap":            {"model", "loaders", "internal/source"},
	"internal/page":           {"model", "render"},
	"internal/cli":            {"*"},
	".":                       {"internal/cli", "render"},
}

// TestImports holds the import table.
func TestImports(t *testing.T) {
	cmd := exec.Command("go", "list", "-f", "{{.ImportPath}} {{join .Imports \" \"}}", "./...")
	cmd.Dir = root
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		fields := strings.Fields(line)
		from := local(fields[0])
		allowed, known := imports[from]
		if !known {
			if strings.HasPrefix(from, testkit) || strings.Contains(from, "testdata") {
				continue
			}
			if !strings.HasPrefix(from, text) {
				t.Errorf("%s is a new package: add it to the import table with what it may import", from)
				continue
			}
		}
		for _, path := range fields[1:] {
			if !strings.HasPrefix(path, "obscope") {
				continue
			}
			if to := local(path); strings.HasPrefix(to, testkit) || !slices.Contains(allowed, to) && !strings.HasPrefix(to, text) && !slices.Contains(allowed, "*") {
				t.Errorf("%s imports %s, which the house does not allow", from, to)
			}
		}
	}
}

func local(path string) string {
	if path == "obscope" {
		return "."
	}
	return strings.TrimPrefix(path, "obscope/")
}

// TestNamesOfThisMachine fails when a file names a path of somebody's machine.
func TestNamesOfThisMachine(t *testing.T) {
	marks := []string{"/" + "work/", ".." + "/shared", "/root" + "/"}
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name := d.Name(); name == ".git" || name == "testdata" {
				return filepath.SkipDir
			}
			return nil
		}
		switch filepath.Ext(path) {
		case ".go", ".md", ".mod", ".txtar", "":
		default:
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, mark := range marks {
			if strings.Contains(string(data), mark) {
				t.Errorf("%s names %s", path, mark)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestREADMEHasEveryRow fails for a format or an option without a row in the
// README.
func TestREADMEHasEveryRow(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	var rows []string
	for _, f := range loaders.Formats() {
		rows = append(rows, "| `"+f.Name+"` | "+f.About+" |")
	}
	for _, spec := range render.OptionSpecs() {
		if flags := spec.Flags; flags[0] != "" {
			rows = append(rows, "`--"+flags[0]+"`, `--"+flags[1]+"`")
			continue
		}
		rows = append(rows, "`--"+spec.Flag()+" ")
	}
	for _, row := range rows {
		if !strings.Contains(string(data), row) {
			t.Errorf("the README lacks %s", row)
		}
	}
}

// TestGuidesNameWhatIsThere holds CONTRIBUTING and the guide to the code to the
// tree: every path in backquotes exists, and the words of the recipes are in the
// files they name.
func TestGuidesNameWhatIsThere(t *testing.T) {
	for _, guide := range []string{"CONTRIBUTING.md", "docs/code.md"} {
		text, err := os.ReadFile(filepath.Join(root, guide))
		if err != nil {
			t.Fatal(err)
		}
		for i, code := range strings.Split(string(text), "`") {
			if i%2 == 0 || !strings.ContainsAny(code, "/") && !strings.HasSuffix(code, ".go") || strings.ContainsAny(code, " *…") || strings.Contains(code, "NAME") {
				continue
			}
			if _, err := os.Stat(filepath.Join(root, code)); err != nil {
				t.Errorf("%s names %s, which is not there", guide, code)
			}
		}
	}
	for file, word := range map[string]string{
		"loaders/loaders.go":                "formats = []Format{",
		"loaders/formats_test.go":           "Fuzz",
		"render/agents/agents.go":           "var table = ",
		"render/agents/conformance_test.go": "OBSCOPE_VECTORS",
		"render/flags.go":                   "var optionSpecs = ",
		"render/counts_test.go":             "func randomOptions(",
		"render/options_test.go":            "func TestOptionsRoundTrip(",
		"render/dialect.go":                 "func (p *Plan) Drop(",
		"tui/keymap/keys.go":                "type KeyMap struct",
	} {
		data, err := os.ReadFile(filepath.Join(root, file))
		if err != nil || !strings.Contains(string(data), word) {
			t.Errorf("CONTRIBUTING sends people to %s for %q, which is not there", file, word)
		}
	}
}
