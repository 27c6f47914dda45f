// Package vectors reads recorded runs of the originals for tests.
package vectors

import (
	"compress/gzip"
	"io"
	"os"
	"testing"

	"obscope/internal/text/jsontext"
)

// Read reads a gzipped JSON array of cases without losing the spelling of
// numbers or surrogate halves.
func Read(tb testing.TB, path string) []jsontext.Value {
	tb.Helper()
	f, err := os.Open(path)
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		tb.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		tb.Fatal(err)
	}
	v, err := jsontext.Parse(string(text))
	if err != nil {
		tb.Fatal(err)
	}
	return v.Items
}

// Input is the JSON text of a case's input; input_raw holds text that a JSON
// writer would have changed.
func Input(v jsontext.Value) string {
	if raw, ok := v.Lookup("input_raw"); ok {
		return raw.Text
	}
	return v.Member("input").Raw
}
