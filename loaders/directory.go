package loaders

import (
	"errors"
	"io/fs"

	"obscope/model"
)

// loadDirectory opens the files of a folder as one recording, in the order of
// their names.
func loadDirectory(fsys fs.FS, name string, o Options) (*model.Recording, error) {
	return nil, errors.New("it is a directory: name the files in it")
}
