package loaders

import (
	"flag"
	"os"
	"path/filepath"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files anew")

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
