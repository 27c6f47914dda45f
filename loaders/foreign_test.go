package loaders

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"strings"
	"testing"
)

func zipped(t *testing.T, names ...string) string {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range names {
		if _, err := z.Create(name); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestOtherFilesAreNamed opens what people take for captures: the message says
// what it is and what to capture.
func TestOtherFilesAreNamed(t *testing.T) {
	var tar bytes.Buffer
	z := gzip.NewWriter(&tar)
	_, _ = z.Write([]byte("uid=1_0 RootWebArea\n" + strings.Repeat("\x00", 237) + "ustar\x0000"))
	_ = z.Close()
	for text, want := range map[string]string{
		"\x89PNG\r\n\x1a\n\x00\x00":                                 "a PNG picture: a screenshot",
		"\xff\xd8\xff\xe0\x00\x10JFIF":                              "a picture",
		"GIF89a\x00\x00":                                            "a GIF picture",
		"%PDF-1.7\n%\xe2\xe3":                                       "a PDF document",
		"SQLite format 3\x00\x10":                                   "an SQLite database",
		tar.String():                                                "a tar archive: unpack it first",
		zipped(t, "trace.trace", "trace.network"):                   "a Playwright trace",
		zipped(t, "[Content_Types].xml"):                            "an Office document",
		zipped(t, "x.txt"):                                          "a zip file: unpack it first",
		"PK\x03\x04cut":                                             "a zip file that is cut short",
		"<!DOCTYPE html>\n<html><body>x</body></html>":              "an HTML page",
		"<html><body>x</body></html>":                               "an HTML page",
		"<div class=\"a\">x</div>":                                  "an HTML page",
		`{"log": {"version": "1.2", "creator": {}, "entries": []}}`: "a HAR file",
		`{"traceEvents": []}`:                                       "a performance trace",
		"Press <Enter> and see":                                     "text that no known tool prints",
		"<Enter> goes on":                                           "text that no known tool prints",
		"[Start of the run]\nok":                                    "text that no known tool prints",
		"{curly} words":                                             "text that no known tool prints",
		"<feed><x/></feed>":                                         "XML with root <feed>",
		`[{"a": 1}, `:                                               "cut short",
		`{"a": `:                                                    "cut short",
	} {
		_, err := LoadBytes("x", []byte(text), Options{})
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%.40q: %v, want %q", text, err, want)
		}
	}
}
