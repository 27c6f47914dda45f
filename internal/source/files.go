package source

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"
)

// Files is files and folders in order, or - for standard input. They hold a
// recording whole: each reading is the recording anew.
type Files struct {
	Names []string
	Stdin func() (io.Reader, error) // what - reads; asked once

	mu   sync.Mutex
	read []stamp // what the files were before they were read last
}

// Name is the names.
func (f *Files) Name() string { return strings.Join(f.Names, " ") }

// Live is false: files hold all steps.
func (f *Files) Live() bool { return false }

// Close does nothing.
func (f *Files) Close() {}

// Read names what there is to load.
func (f *Files) Read(context.Context) (*Reading, error) {
	now := stamps(f.Names)
	f.mu.Lock()
	f.read = now
	f.mu.Unlock()
	reading := &Reading{}
	for _, name := range f.Names {
		switch {
		case name == "-":
			in, err := f.Stdin()
			if err != nil {
				return nil, err
			}
			reading.Inputs = append(reading.Inputs, Input{Name: "standard input", Stream: in})
			continue
		case name == "":
			return nil, errors.New("'': there is no such file")
		case filepath.Clean(name) == string(filepath.Separator):
			return nil, fmt.Errorf("%s: it is the root of all files; name a folder of captures", name)
		}
		fsys, base := Split(name)
		reading.Inputs = append(reading.Inputs, Input{Name: name, FS: fsys, Path: base})
	}
	return reading, nil
}

// Split turns a path into a file system and a name in it, so that loaders can
// find sibling files.
func Split(name string) (fs.FS, string) {
	dir, base := filepath.Split(filepath.Clean(name))
	if base == "." || base == ".." {
		dir, base = name, "."
	}
	if dir == "" {
		dir = "."
	}
	return folder{os.DirFS(dir), dir}, base
}

// A folder is os.DirFS for names that are not UTF-8, too, which file names
// need not be.
type folder struct {
	fs.FS
	dir string
}

// Open opens a file below the folder.
func (f folder) Open(name string) (fs.File, error) {
	if path, ok := f.odd(name); ok {
		return os.Open(path)
	}
	return f.FS.Open(name)
}

// Stat describes a file without opening it: a pipe would be emptied.
func (f folder) Stat(name string) (fs.FileInfo, error) {
	if path, ok := f.odd(name); ok {
		return os.Stat(path)
	}
	return fs.Stat(f.FS, name)
}

// odd is the path of a name that os.DirFS refuses for its letters alone.
func (f folder) odd(name string) (string, bool) {
	if utf8.ValidString(name) || !fs.ValidPath(strings.ToValidUTF8(name, "?")) {
		return "", false
	}
	return filepath.Join(f.dir, name), true
}

// watchEvery is how often watched files are looked at. A stat of a few files
// costs microseconds, and works on every file system.
const watchEvery = 200 * time.Millisecond

// restless is after how many looks a file that never stays the same is told
// nevertheless: one that is rewritten all the time would else never be seen.
const restless = 5

// Changes tells when one of the files has changed since it was read and then
// stayed the same for one look, so that a file that is being written is not read
// half-way. A file that is gone is waited for.
func (f *Files) Changes(ctx context.Context) (<-chan struct{}, error) {
	if slices.Contains(f.Names, "-") {
		return nil, errors.New("standard input does not change")
	}
	shown := f.was()
	names := f.Names
	changed := make(chan struct{}, 1)
	go func() {
		last, moving := shown, 0
		tick := time.NewTicker(watchEvery)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			now := stamps(names)
			settled := equalStamps(now, last)
			if moving++; settled {
				moving = 0
			}
			if (settled || moving >= restless) && !equalStamps(now, shown) && present(now) {
				shown, moving = now, 0
				select {
				case changed <- struct{}{}:
				default: // the last change has not been taken yet
				}
			}
			last = now
		}
	}()
	return changed, nil
}

// was is what the files were when they were read last.
func (f *Files) was() []stamp {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.read == nil {
		return stamps(f.Names)
	}
	return f.read
}

// A stamp tells two states of a file apart.
type stamp struct {
	there bool
	size  int64
	at    time.Time
	file  os.FileInfo
}

func stamps(names []string) []stamp {
	list := make([]stamp, len(names))
	for i, name := range names {
		if info, err := os.Stat(name); err == nil {
			list[i] = stamp{true, info.Size(), info.ModTime(), info}
		}
	}
	return list
}

func equalStamps(a, b []stamp) bool {
	for i := range a {
		x, y := a[i], b[i]
		if x.there != y.there || x.size != y.size || !x.at.Equal(y.at) || x.there && !os.SameFile(x.file, y.file) {
			return false
		}
	}
	return true
}

func present(list []stamp) bool {
	for _, s := range list {
		if !s.there {
			return false
		}
	}
	return true
}
