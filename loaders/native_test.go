package loaders

import (
	"flag"
	"os"
	"path/filepath"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files anew")

// nativeFormats are the formats of desktops and phones, and our own.
var nativeFormats = []string{
	"a11ytest", "codex", "cup", "flutter", "idb", "maestro", "mobile-mcp", "obscope", "osworld", "peekaboo",
	"pywinauto", "uiautomator", "wda", "winappdriver", "xctest", "xcuitest",
}

// TestNativeGoldens compares what every sample becomes with a file that was
// looked at.
func TestNativeGoldens(t *testing.T) {
	for _, format := range nativeFormats {
		files, _ := filepath.Glob(filepath.Join("..", "testdata", "captures", format, "*"))
		if len(files) == 0 {
			t.Errorf("testdata/captures/%s has no sample", format)
		}
		for _, path := range files {
			t.Run(format+"/"+filepath.Base(path), func(t *testing.T) { compareGolden(t, format, path) })
		}
	}
}

func compareGolden(t *testing.T, format, path string) {
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	rec, err := LoadBytes(filepath.Base(path), data, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if c := rec.Captures[0]; c.Format != format && format != "obscope" {
		t.Fatalf("recognised as %s", c.Format)
	}
	golden := filepath.Join("..", "testdata", "golden", "model", filepath.Base(path)+".json")
	got := encoded(t, rec)
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatalf("%v; go test ./loaders -run Golden -update writes it", err)
	}
	if got != string(want) {
		t.Errorf("differs from the golden file: %s", firstDifference(got, string(want)))
	}
}

// TestCapturesTable prints what the files in the folders named by
// OBSCOPE_CAPTURES are and how many elements they hold.
func TestCapturesTable(t *testing.T) {
	folders := os.Getenv("OBSCOPE_CAPTURES")
	if folders == "" {
		t.Skip("OBSCOPE_CAPTURES is not set")
	}
	for _, root := range filepath.SplitList(folders) {
		_ = filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			short, _ := filepath.Rel(root, path)
			rec, err := LoadBytes(path, data, Options{})
			if err != nil {
				t.Logf("%s\t-\t%v", short, err)
				return nil
			}
			for _, c := range rec.Captures {
				t.Logf("%s\t%s %s\t%d\t%q %q %v\t%q", short, c.Format, c.Shape, len(c.Elements), c.App, c.Window, c.Screen, c.Warnings)
			}
			return nil
		})
	}
}
