package loaders

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"obscope/model"
)

// samples lists the files of a format's folder that hold a tree, not those
// that lie beside one.
func samples(t *testing.T, format string) []string {
	t.Helper()
	files, _ := filepath.Glob(filepath.Join("..", "testdata", "captures", format, "*"))
	var trees []string
	for _, file := range files {
		if _, err := openFile(file); !errors.Is(err, ErrCompanion) {
			trees = append(trees, file)
		}
	}
	return trees
}

// openFile opens a file with what lies beside it.
func openFile(file string) (*model.Recording, error) {
	return Load(os.DirFS(filepath.Dir(file)), filepath.Base(file), Options{})
}

// TestEveryFormatIsTested fails for a format without samples, without golden
// files of their models, or without a fuzz test.
func TestEveryFormatIsTested(t *testing.T) {
	fuzzed := fuzzedFormats(t)
	for _, f := range Formats() {
		files := samples(t, f.Name)
		if len(files) == 0 {
			t.Errorf("%s has no sample in testdata/captures/%s", f.Name, f.Name)
		}
		for _, file := range files {
			if _, err := os.Stat(goldenFile(file)); err != nil {
				t.Errorf("%s has no golden file; go test ./loaders -run Golden -update writes it", file)
			}
		}
		if !fuzzed[f.Name] {
			t.Errorf("%s has no fuzz test: a function Fuzz… that names it", f.Name)
		}
	}
}

// fuzzedFormats finds the texts in the fuzz tests of this package.
func fuzzedFormats(t *testing.T) map[string]bool {
	files, _ := filepath.Glob("*_test.go")
	found := map[string]bool{}
	for _, file := range files {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range parsed.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || !strings.HasPrefix(fn.Name.Name, "Fuzz") {
				continue
			}
			ast.Inspect(fn, func(n ast.Node) bool {
				if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
					text, _ := strconv.Unquote(lit.Value)
					found[text] = true
				}
				return true
			})
		}
	}
	return found
}

func goldenFile(sample string) string {
	return filepath.Join("..", "testdata", "golden", "model", filepath.Base(sample)+".json")
}

// TestGoldens compares what every sample becomes with a file that was looked
// at.
func TestGoldens(t *testing.T) {
	for _, f := range Formats() {
		for _, file := range samples(t, f.Name) {
			t.Run(f.Name+"/"+filepath.Base(file), func(t *testing.T) {
				rec, err := openFile(file)
				if err != nil {
					t.Fatal(err)
				}
				if c := rec.Captures[0]; c.Format != f.Name && f.Name != "obscope" {
					t.Fatalf("recognised as %s", c.Format)
				}
				got := encoded(t, rec)
				if *update {
					if err := os.WriteFile(goldenFile(file), []byte(got), 0o644); err != nil {
						t.Fatal(err)
					}
					return
				}
				want, err := os.ReadFile(goldenFile(file))
				if err != nil {
					t.Fatal(err)
				}
				if got != string(want) {
					t.Errorf("differs from the golden file: %s", firstDifference(got, string(want)))
				}
			})
		}
	}
}

func FuzzLoadCDP(f *testing.F) { fuzzFormat(f, "cdp") }

func FuzzLoadPuppeteer(f *testing.F) { fuzzFormat(f, "puppeteer") }

func FuzzLoadPlaywright(f *testing.F) {
	addSamples(f, "playwright")
	for _, text := range []string{"- 'a \"b: c\"': |\n    x\n  y", "- <changed> button \"x\" [ref=e2]: \"a\nb\"", "```yaml\n- text: \"\\x41"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) { checkLoad(t, "playwright", text) })
}

func FuzzLoadDevTools(f *testing.F) { fuzzFormat(f, "devtools") }

func FuzzLoadAgentBrowser(f *testing.F) { fuzzFormat(f, "agent-browser") }

func FuzzLoadStagehand(f *testing.F) { fuzzFormat(f, "stagehand") }

func FuzzLoadBrowserUse(f *testing.F) { fuzzFormat(f, "browser-use") }

func FuzzLoadBrowserGym(f *testing.F) {
	addSamples(f, "browsergym")
	f.Add("[1] generic value=\"a\\\"\n\tStaticText 'x\\u12', =,")
	f.Fuzz(func(t *testing.T, text string) { checkLoad(t, "browsergym", text) })
}

func FuzzLoadWebArena(f *testing.F) { fuzzFormat(f, "webarena") }

func FuzzLoadReadPage(f *testing.F) { fuzzFormat(f, "claude-in-chrome") }

func FuzzLoadAutoControl(f *testing.F) { fuzzFormat(f, "autocontrol") }

func FuzzLoadMaka(f *testing.F) { fuzzFormat(f, "maka") }

func FuzzLoadOSWorld(f *testing.F) { fuzzFormat(f, "osworld") }

func FuzzLoadA11yForest(f *testing.F) { fuzzFormat(f, "a11y-forest") }

func FuzzLoadMobileCLI(f *testing.F) { fuzzFormat(f, "mobilecli") }

// FuzzRecognise opens anything, as wrappers and logs are.
func FuzzRecognise(f *testing.F) {
	addSamples(f, "logs")
	addPastes(f)
	for _, text := range []string{
		`{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{\"value\":\"- button\"}"}]}}`,
		`x: {'nodes': [{'nodeId': u'1', 'n': (1, -2.5e3, None, nan), "r": r'\x', 's': '''a'b'''}]}`,
		"{\"kind\":\"call\"}\n{\"action\":\"click('a1')\"}\n{",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) { checkLoad(t, "", text) })
}

// wantFormat says what the files in the folders of captures hold, by parts of
// their paths; "-" is a file without a tree of its own.
var wantFormat = []struct{ part, format string }{
	{".png", "-"}, {".html", "-"}, {".tsv", "-"}, {".mjs", "-"}, {".py", "-"}, {".sh", "-"},
	{"2-open-activity-monitor", "-"}, {".domsnapshot.json", "-"}, {".cdp-boxes.json", "-"}, {".cdp-frametree.json", "-"},
	{"playwright.trace", "playwright"}, {"devtools.trace", "devtools"},
	{".playwright-", "playwright"}, {"playwright-test/", "playwright"}, {"playwright-mcp/", "playwright"},
	{".cdp-", "cdp"}, {"cdp-axtree/", "cdp"}, {".puppeteer-", "puppeteer"}, {"chrome-devtools-mcp/", "devtools"},
	{"agent-browser/", "agent-browser"}, {"stagehand/", "stagehand"}, {"autocontrol/", "autocontrol"}, {".osworld.xml", "osworld"},
	{"uiautomator", "uiautomator"}, {"xcuitest", "xcuitest"}, {"codex-app-state/", "codex"}, {"cup-json/", "cup"}, {"a11ytest/", "a11ytest"},
	{".atspi-plain.txt", "osworld"},
}

// TestCapturesAreRecognised opens every file in the folders that
// OBSCOPE_CAPTURES names, and prints what it is.
func TestCapturesAreRecognised(t *testing.T) {
	folders := os.Getenv("OBSCOPE_CAPTURES")
	if folders == "" {
		t.Skip("OBSCOPE_CAPTURES names no folders")
	}
	for _, root := range filepath.SplitList(folders) {
		files, err := listFiles(os.DirFS(root), ".")
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			recognised(t, root, file)
		}
	}
}

func recognised(t *testing.T, root, file string) {
	want := ""
	for _, w := range wantFormat {
		if strings.Contains(filepath.ToSlash(filepath.Join(root, file)), w.part) {
			want = w.format
			break
		}
	}
	rec, err := Load(os.DirFS(root), file, Options{})
	switch {
	case want == "":
		t.Logf("%s: what it should be is not known; %v", file, err)
	case err != nil && want != "-" && known(want):
		t.Errorf("%s: %v", file, err)
	case err == nil && want == "-":
		t.Errorf("%s: opened as %s", file, rec.Captures[0].Format)
	}
	if err != nil {
		return
	}
	for _, c := range rec.Captures {
		t.Logf("| %s | %s %s | %d | %s |", c.Source, c.Format, c.Shape, len(c.Elements), strings.Join(c.Warnings.Texts(), "; "))
		if c.Format != want && want != "" {
			t.Errorf("%s: opened as %s", file, c.Format)
		}
	}
}
