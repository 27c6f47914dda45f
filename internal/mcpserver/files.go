package mcpserver

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"obscope/loaders"
	"obscope/model"
)

// files are the folders that tools may read. The operating system keeps paths
// inside them: neither .. nor a symbolic link leads out.
type files struct {
	roots []*os.Root
	paths []string // absolute, of each root
	max   int64
}

func openRoots(dirs []string, maxFile int64) (*files, error) {
	f := &files{max: maxFile}
	for _, dir := range dirs {
		abs, err := filepath.Abs(dir)
		if err != nil {
			return nil, fmt.Errorf("root %s: %w", dir, err)
		}
		root, err := os.OpenRoot(abs)
		if err != nil {
			f.close()
			return nil, fmt.Errorf("root %s: %s; name a folder that exists", dir, reason(err))
		}
		f.roots, f.paths = append(f.roots, root), append(f.paths, abs)
	}
	return f, nil
}

func (f *files) close() error {
	var all []error
	for _, root := range f.roots {
		all = append(all, root.Close())
	}
	return errors.Join(all...)
}

// load reads a capture file: a path below a root, or an absolute one.
func (f *files) load(name string, o loaders.Options) (*model.Recording, error) {
	if len(f.roots) == 0 {
		return nil, errors.New("this server may read no files; start it with --root DIR, or pass the text as capture")
	}
	if name == "" || strings.ContainsRune(name, 0) {
		return nil, errors.New("file: it takes the path of a capture")
	}
	root, rel, err := f.find(name)
	if err != nil {
		return nil, err
	}
	info, err := root.Stat(rel)
	switch {
	case leadsOut(root, err):
		return nil, fmt.Errorf("%s: it leads outside the folders that this server may read", name)
	case err != nil:
		return nil, fmt.Errorf("%s: %s", name, reason(err))
	case info.IsDir():
		return nil, fmt.Errorf("%s: a folder; name a file in it", name)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s: not a regular file", name)
	case info.Size() > f.max:
		return nil, fmt.Errorf("%s: %d bytes; this server reads files up to %d", name, info.Size(), f.max)
	}
	o.MaxInflated = f.max
	rec, err := loaders.Load(boundedFS{root.FS(), f.max}, rel, o)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return rec, nil
}

// find picks the root of a path, and the path in it.
func (f *files) find(name string) (*os.Root, string, error) {
	outside := fmt.Errorf("%s: outside the folders that this server may read: %s", name, strings.Join(f.paths, ", "))
	var first *os.Root
	firstRel := ""
	for i, root := range f.roots {
		rel := filepath.Clean(name)
		if filepath.IsAbs(rel) {
			var err error
			if rel, err = filepath.Rel(f.paths[i], rel); err != nil {
				continue
			}
		}
		if !filepath.IsLocal(rel) {
			continue
		}
		rel = filepath.ToSlash(rel)
		if _, err := root.Lstat(rel); err == nil {
			return root, rel, nil
		}
		if first == nil {
			first, firstRel = root, rel
		}
	}
	if first == nil {
		return nil, "", outside
	}
	return first, firstRel, nil
}

// leadsOut reports the error of a path that leaves its root by a link. Package os
// does not export it, so a path that surely leaves the root is asked for another.
func leadsOut(root *os.Root, err error) bool {
	var path *fs.PathError
	_, outside := root.Lstat("..")
	return errors.As(outside, &path) && errors.Is(err, path.Err)
}

// reason says why a file cannot be read, without repeating its path.
func reason(err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "there is no such file"
	case errors.Is(err, fs.ErrPermission):
		return "it may not be read"
	}
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err.Error()
	}
	return err.Error()
}

// A boundedFS refuses files that are too large, or grow while they are read.
type boundedFS struct {
	fs.FS
	max int64
}

func (b boundedFS) Open(name string) (fs.File, error) {
	f, err := b.FS.Open(name)
	if err != nil {
		return nil, err
	}
	return &boundedFile{f, b.max}, nil
}

// Stat describes a file without opening it: a pipe would wait for its writer.
func (b boundedFS) Stat(name string) (fs.FileInfo, error) { return fs.Stat(b.FS, name) }

type boundedFile struct {
	fs.File
	left int64
}

func (b *boundedFile) Read(p []byte) (int, error) {
	n, err := b.File.Read(p)
	if b.left -= int64(n); b.left < 0 {
		return 0, errors.New("the file is larger than this server reads")
	}
	return n, err
}
