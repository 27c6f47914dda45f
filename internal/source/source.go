// Package source is where captures come from and when they change: files,
// folders, standard input, a command, a page, a desktop application.
//
//	Source.Read ─▶ inputs (bytes, and what lies beside them) ─▶ loaders ─▶ Recorder.Load ─▶ model.Recording
//	Source.Changes ─▶ when Read is worth doing again
//
// A source knows no format and no screen. Files hold a recording whole and are
// read anew; what is live shows one moment at a time, and each reading becomes a
// further step (Recorder).
package source

import (
	"bytes"
	"context"
	"io"
	"io/fs"
	"time"
)

// An Input is something to load.
type Input struct {
	Name   string    // as a person named it, for messages
	FS     fs.FS     // with what lies beside it; nil for bytes alone
	Path   string    // in FS
	Stream io.Reader // if FS is nil, and not Data
	Data   []byte
}

// A Reading is what a source gave at one moment.
type Reading struct {
	Inputs []Input
	Notes  []string // what could not be captured, a sentence each
}

// A Source gives captures.
type Source interface {
	// Name is what the header calls it.
	Name() string
	// Read reads what there is now. Errors are one line that says what to do.
	Read(ctx context.Context) (*Reading, error)
	// Changes returns a channel with a value whenever Read would give something
	// else, until ctx ends. It costs nothing while nothing changes.
	Changes(ctx context.Context) (<-chan struct{}, error)
	// Live reports whether each reading is a further step, and not the recording
	// anew.
	Live() bool
	Close()
}

// Memory is files that were never written: what a live source captured.
type Memory map[string][]byte

// Open opens a file by its name.
func (m Memory) Open(name string) (fs.File, error) {
	data, ok := m[name]
	if !ok {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return &memoryFile{bytes.NewReader(data), name}, nil
}

type memoryFile struct {
	*bytes.Reader
	name string
}

func (f *memoryFile) Stat() (fs.FileInfo, error) { return f, nil }
func (f *memoryFile) Close() error               { return nil }
func (f *memoryFile) Name() string               { return f.name }
func (f *memoryFile) Mode() fs.FileMode          { return 0o444 }
func (f *memoryFile) ModTime() time.Time         { return time.Time{} }
func (f *memoryFile) IsDir() bool                { return false }
func (f *memoryFile) Sys() any                   { return nil }
