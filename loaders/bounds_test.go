package loaders

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"obscope/model"
)

// endless is a device, or a pipe, that goes on and on.
type endless struct{ read int64 }

func (r *endless) Read(p []byte) (int, error) {
	r.read += int64(len(p))
	return len(p), nil
}

func TestWhatNeverEndsIsRefused(t *testing.T) {
	in := &endless{}
	_, err := LoadReader("pipe", in, Options{MaxInflated: 1 << 20})
	if err == nil || err.Error() != "it has more than 1048576 bytes; raise the bound with --max-inflated" {
		t.Errorf("error %v", err)
	}
	if in.read > 3<<20 {
		t.Errorf("%d bytes were read", in.read)
	}
	rec, err := LoadReader("pipe", io.LimitReader(strings.NewReader(strings.Repeat("- AXWindow \"a\"\n", 20_000)), 150_000), Options{})
	if err != nil || len(rec.Captures[0].Elements) != 10_000 {
		t.Errorf("a pipe that ends: %v", err)
	}
}

func TestLargeFilesAreRefusedBeforeTheyAreRead(t *testing.T) {
	text := `[{"AXLabel":"x"}]`
	fsys := fstest.MapFS{"a.json": {Data: []byte(text)}, "dir/b.json": {Data: []byte(text)}, "dir/c.json": {Data: []byte(text)}}
	for _, test := range []struct {
		name  string
		limit int64
		want  string // "" if it opens
	}{
		{"a.json", 17, ""},
		{"a.json", 16, "it has more than 16 bytes; raise the bound with --max-inflated"},
		{"dir", 34, ""},
		{"dir", 33, "its files have more than 33 bytes: name the folder of one recording, or raise the bound with --max-inflated"},
	} {
		_, err := Load(fsys, test.name, Options{MaxInflated: test.limit})
		if got := fmt.Sprint(err); test.want == "" && err != nil || test.want != "" && got != test.want {
			t.Errorf("%s within %d: %v", test.name, test.limit, err)
		}
	}
}

// procFS has files as /proc does: they say that they are empty, and do not end.
type procFS struct{ fstest.MapFS }

func (f procFS) Open(name string) (fs.File, error) {
	file, err := f.MapFS.Open(name)
	if err == nil && strings.HasSuffix(name, "kmsg") {
		return procFile{file}, nil
	}
	return file, err
}

type procFile struct{ fs.File }

func (procFile) Read([]byte) (int, error) { time.Sleep(time.Hour); return 0, nil }

func TestFoldersWithPipesAndEndlessFiles(t *testing.T) {
	fsys := procFS{fstest.MapFS{
		"d/kmsg": {}, "d/pipe": {Mode: fs.ModeNamedPipe}, "d/device": {Mode: fs.ModeDevice | fs.ModeCharDevice}, "d/a.json": {Data: []byte(`[{"AXLabel":"x"}]`)},
	}}
	opened := make(chan *model.Recording)
	go func() {
		rec, err := Load(fsys, "d", Options{})
		if err != nil {
			t.Error(err)
		}
		opened <- rec
	}()
	select {
	case rec := <-opened:
		if rec != nil && (len(rec.Captures) != 1 || !strings.Contains(strings.Join(rec.Warnings.Texts(), "\n"), "kmsg: the file is empty")) {
			t.Errorf("%d captures, %q", len(rec.Captures), rec.Warnings.Texts())
		}
	case <-time.After(time.Minute):
		t.Fatal("a file that says that it is empty was read")
	}
}

func gzipped(t testing.TB, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	z, _ := gzip.NewWriterLevel(&b, gzip.BestSpeed)
	if _, err := io.WriteString(z, text); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestWhatACompressedFileBecomesIsBounded: a few bytes for an element in the text
// are hundreds in memory.
func TestWhatACompressedFileBecomesIsBounded(t *testing.T) {
	const n = 3_000_000
	for name, text := range map[string]string{
		"JSON":           `[{"AXLabel":"x"}` + strings.Repeat(`,{}`, n) + `]`,
		"XML":            `<hierarchy rotation="0">` + strings.Repeat(`<node/>`, n) + `</hierarchy>`,
		"lines":          "- list:\n" + strings.Repeat("  - a\n", n),
		"a text in JSON": `{"content":[{"type":"text","text":"` + strings.Repeat(`- a\n`, n) + `"}]}`,
	} {
		data := gzipped(t, text)
		_, err := LoadBytes(name, data, Options{})
		if err == nil || !strings.Contains(err.Error(), "GiB of memory; if there is as much, allow it with --max-inflated 13") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s, %d bytes: %v", name, len(data), err)
		}
	}
	var w weigher
	_, _ = io.WriteString(&w, "["+strings.Repeat("{},", n)+"{}]")
	if err := w.within(1 << 30); err == nil {
		t.Error("3,000,000 elements are within 2 GiB")
	}
	if err := w.within((w.bytes+elementWeight*w.items)/2 + 1); err != nil {
		t.Errorf("what the error says is not enough: %v", err)
	}
}

// TestOrdinaryCompressedFilesOpen: members that are objects, such as frames, are
// no elements.
func TestOrdinaryCompressedFilesOpen(t *testing.T) {
	element := `{"elementId":"1","role":"AXButton","label":"Save","enabled":true,"actions":["AXPress"],"frame": {"x":1,"y":2,"width":3,"height":4},"more":{"a":{}}}`
	var w weigher
	const n = 1_000_000
	for range n {
		_, _ = io.WriteString(&w, element+",")
	}
	if err := w.within(DefaultMaxInflated); err != nil {
		t.Errorf("a million elements: %v", err)
	}
	rec, err := LoadBytes("x", gzipped(t, `[{"AXLabel":"x"}]`), Options{})
	if err != nil || len(rec.Captures) != 1 {
		t.Errorf("error %v", err)
	}
}
