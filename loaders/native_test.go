package loaders

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files anew")

// folderFormats are the formats that the folders of native captures hold.
var folderFormats = map[string]string{
	"a11ytest": "a11ytest", "appium-uiautomator2-xml": "uiautomator", "uiautomator-xml": "uiautomator", "appium-xcuitest-xml": "xcuitest",
	"codex-app-state": "codex", "cup-json": "cup", "gtk": "osworld",
}

// TestNativeCaptures opens the files in the folders named by OBSCOPE_CAPTURES
// and prints what they are: file, format, elements, warnings. Of XML every
// start tag is an element.
func TestNativeCaptures(t *testing.T) {
	folders := os.Getenv("OBSCOPE_CAPTURES")
	if folders == "" {
		t.Skip("OBSCOPE_CAPTURES is not set")
	}
	startTag := regexp.MustCompile(`<[A-Za-z]`)
	for _, root := range filepath.SplitList(folders) {
		for folder, format := range folderFormats {
			files, _ := filepath.Glob(filepath.Join(root, folder, "*"))
			for _, path := range files {
				if filepath.Ext(path) == ".png" {
					continue
				}
				data, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				name := filepath.Join(folder, filepath.Base(path))
				rec, err := LoadBytes(path, data, Options{})
				if err != nil {
					// A call that was recorded without its answer holds no tree.
					if t.Logf("%s\t-\t-\t%v", name, err); !strings.Contains(err.Error(), "no result_excerpt") {
						t.Errorf("%s: %v", name, err)
					}
					continue
				}
				c := rec.Captures[0]
				t.Logf("%s\t%s\t%d\t%q", name, c.Format, len(c.Elements), c.Warnings)
				if c.Format != format {
					t.Errorf("%s is %s, want %s", name, c.Format, format)
				}
				if filepath.Ext(path) == ".xml" && len(startTag.FindAll(data, -1)) != len(c.Elements) {
					t.Errorf("%s: %d elements, %d start tags", name, len(c.Elements), len(startTag.FindAll(data, -1)))
				}
			}
		}
	}
}
