package lint_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"obscope/loaders"
	"obscope/render"
	_ "obscope/render/agents"
	"obscope/render/lint"
)

// mostFindings is what a person reads on an ordinary capture.
const mostFindings = 10

// TestCalmOnCaptures lints every capture in the folders of OBSCOPE_CAPTURES:
// few findings, whatever the tool. With -v it prints them.
func TestCalmOnCaptures(t *testing.T) {
	folders := os.Getenv("OBSCOPE_CAPTURES")
	if folders == "" {
		t.Skip("OBSCOPE_CAPTURES is not set")
	}
	for _, root := range filepath.SplitList(folders) {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() {
				lintFile(t, path)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func lintFile(t *testing.T, path string) {
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	rec, err := loaders.LoadBytes(filepath.Base(path), data, loaders.Options{})
	if err != nil {
		return // pictures, pages, texts that are not captures
	}
	c := rec.Captures[len(rec.Captures)-1]
	r := render.New(c)
	for _, info := range r.Fits() {
		dialect := info.Name
		obs, err := r.Observe(render.Options{Dialect: render.Set(dialect)})
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		found := lint.Check(obs, lint.Options{Most: 3})
		var b bytes.Buffer
		if err := lint.WriteText(&b, obs, found); err != nil {
			t.Fatal(err)
		}
		t.Logf("%s (%s), %s: %d elements, %d in the text\n%s", path, c.Format, dialect, len(c.Elements), obs.Kept(), b.String())
		if len(found) > mostFindings {
			t.Errorf("%s, %s: %d findings", path, dialect, len(found))
		}
	}
}
