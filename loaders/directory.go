package loaders

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"obscope/internal/text/words"
	"obscope/model"
)

// loadDirectory opens the files of a folder and of the folders in it as one
// recording, in the order of their names, numbers in them counting as numbers.
// Files without a tree are passed over and counted.
func loadDirectory(fsys fs.FS, name string, o Options) (*model.Recording, error) {
	files, err := listFiles(fsys, name)
	if err != nil {
		return nil, describe(err)
	}
	rec := &model.Recording{}
	var passed []string
	left := o.maxInflated()
	for _, file := range files {
		if left -= fileSize(fsys, file); left < 0 {
			return nil, fmt.Errorf("its files have more than %d bytes: name the folder of one recording, or raise the bound with --max-inflated", o.maxInflated())
		}
		short := strings.TrimPrefix(strings.TrimPrefix(file, name), "/")
		one, err := loadFile(fsys, file, o)
		if err == nil && empty(one) {
			err = errors.New(one.Captures[0].Warnings[0].Text)
		}
		if errors.Is(err, ErrCompanion) {
			continue
		}
		if err != nil {
			passed = append(passed, short+": "+strings.TrimSuffix(err.Error(), hint))
			continue
		}
		for _, c := range one.Captures {
			if len(one.Captures) == 1 && (c.Call == nil || c.Source == path.Base(file)) { // a step of a session keeps its line
				c.Source = short
			}
			rec.Captures = append(rec.Captures, c)
		}
		for _, w := range one.Warnings {
			rec.Warnings.Add(w.Kind, short+": "+w.Text)
		}
	}
	if len(rec.Captures) == 0 {
		if len(passed) > 0 {
			return nil, fmt.Errorf("%s an element tree; %s", words.Pick(len(files), "its one file does not hold", fmt.Sprintf("none of its %d files holds", len(files))), passed[0])
		}
		return nil, errors.New("the folder is empty")
	}
	for _, why := range passedOver(passed) {
		rec.Warn(why)
	}
	for i, c := range rec.Captures {
		c.Step = i + 1
	}
	return rec, nil
}

// empty reports a recording without any element that says why.
func empty(rec *model.Recording) bool {
	for _, c := range rec.Captures {
		if len(c.Elements) > 0 || len(c.Warnings) == 0 {
			return false
		}
	}
	return true
}

// fileSize is the size of a file that is named only; 0 if it cannot be told.
func fileSize(fsys fs.FS, file string) int64 {
	info, err := fs.Stat(fsys, file)
	if err != nil {
		return 0
	}
	return info.Size()
}

// errNothing is what a file without a byte holds.
var errNothing = errors.New("the file is empty")

// loadFile is Load without looking into folders. A file of the folder that says
// that it is empty is not read: those of /proc do, and some never end.
func loadFile(fsys fs.FS, file string, o Options) (*model.Recording, error) {
	f, err := fsys.Open(file)
	if err != nil {
		return nil, describe(err)
	}
	defer f.Close()
	if sizeOf(f) == 0 {
		return nil, errNothing
	}
	return loadReader(f, sizeOf(f), &Source{Name: path.Base(file), Options: o, FS: fsys, Path: file, folder: true})
}

// maxFiles bounds the files of a folder: a recording has fewer, a home folder
// more.
const maxFiles = 20_000

var errManyFiles = fmt.Errorf("the folder holds more than %d files: name the folder of one recording", maxFiles)

// listFiles lists what is not hidden in a folder, in natural order.
func listFiles(fsys fs.FS, name string) ([]string, error) {
	var files []string
	err := fs.WalkDir(fsys, name, func(p string, d fs.DirEntry, err error) error {
		switch hidden := p != name && strings.HasPrefix(path.Base(p), "."); {
		case err != nil && p == name:
			return err
		case err != nil:
			return nil
		case hidden && d.IsDir():
			return fs.SkipDir
		case !hidden && isFile(fsys, p, d):
			if files = append(files, p); len(files) > maxFiles {
				return errManyFiles
			}
		}
		return nil
	})
	slices.SortStableFunc(files, naturalOrder)
	return files, err
}

// isFile reports a regular file, or a symbolic link to one.
func isFile(fsys fs.FS, name string, d fs.DirEntry) bool {
	if d.Type()&fs.ModeSymlink == 0 {
		return d.Type().IsRegular()
	}
	info, err := fs.Stat(fsys, name)
	return err == nil && info.Mode().IsRegular()
}

// naturalOrder compares names so that step-9 comes before step-10.
func naturalOrder(a, b string) int {
	for a != "" && b != "" {
		if isDigit(a[0]) && isDigit(b[0]) {
			x, restA := cutNumber(a)
			y, restB := cutNumber(b)
			if len(x) != len(y) {
				return len(x) - len(y)
			}
			if c := strings.Compare(x, y); c != 0 {
				return c
			}
			a, b = restA, restB
			continue
		}
		if a[0] != b[0] {
			return int(a[0]) - int(b[0])
		}
		a, b = a[1:], b[1:]
	}
	return len(a) - len(b)
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// cutNumber takes the digits off the start of s, without leading zeros.
func cutNumber(s string) (digits, rest string) {
	i := 0
	for i < len(s) && isDigit(s[i]) {
		i++
	}
	return strings.TrimLeft(s[:i], "0"), s[i:]
}

// passedOver names the first files that held no tree and counts the others.
func passedOver(passed []string) []string {
	const named = 5
	if len(passed) <= named {
		return passed
	}
	return append(passed[:named:named], words.Count(len(passed)-named, "more file holds no tree and was passed over", "more files hold no tree and were passed over"))
}
