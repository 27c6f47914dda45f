package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"obscope/render"
)

// configPath is where the config file is, whether it exists or not.
func configPath() (string, error) {
	if dir := os.Getenv("XDG_CONFIG_HOME"); dir != "" {
		return filepath.Join(dir, "obscope", "config.toml"), nil
	}
	dir, err := os.UserConfigDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "obscope", "config.toml"), nil
}

// maxConfig bounds the bytes of a file of options.
const maxConfig = 1 << 20

// readConfig reads a file that must be an ordinary one: a pipe would hold the
// program up.
func readConfig(path string) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, err
	case err != nil:
		return nil, fileError([]string{path}, err)
	case info.IsDir():
		return nil, fmt.Errorf("%s: it is a folder; the config is a file", path)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s: it is no ordinary file; the config must be one", path)
	case info.Size() > maxConfig:
		return nil, fmt.Errorf("%s: it has %d bytes, a config has at most %d", path, info.Size(), maxConfig)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fileError([]string{path}, err)
	}
	return data, nil
}

// presets reads the presets of the config file, none if there is no file:
//
//	[presets.small]
//	dialect = "outline"
//	max_elements = 60
//	interactive = true
func presets() (map[string]render.Options, string, error) {
	path, err := configPath()
	if err != nil {
		return nil, "", nil
	}
	data, err := readConfig(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, path, nil
	}
	if err != nil {
		return nil, path, err
	}
	var file map[string]any
	if err := toml.Unmarshal(data, &file); err != nil {
		return nil, path, fmt.Errorf("%s: %w", path, err)
	}
	for name := range file {
		if _, ok := file[name].(map[string]any); name != "presets" || !ok {
			return nil, path, fmt.Errorf("%s: %s: it holds nothing but tables [presets.NAME]", path, name)
		}
	}
	tables, _ := file["presets"].(map[string]any)
	all := map[string]render.Options{}
	for name, table := range tables {
		values, ok := table.(map[string]any)
		if !ok {
			return nil, path, fmt.Errorf("%s: presets.%s: it is no table; write [presets.%[2]s]", path, name)
		}
		o, err := readOptions(values)
		if err != nil {
			return nil, path, fmt.Errorf("%s: preset %s: %w", path, name, err)
		}
		all[name] = o
	}
	return all, path, nil
}

// readOptions reads the options that a TOML table holds, spelled as in JSON.
func readOptions(table map[string]any) (o render.Options, err error) {
	data, err := json.Marshal(table)
	if err == nil {
		err = o.UnmarshalJSON(data)
	}
	return o, err
}

// settleOptions lays the flags over the file that --options names, and that
// over the preset that --preset names.
func (a *app) settleOptions(f *inputFlags) error {
	options := f.options
	if f.optionsFile != "" {
		read, err := a.readOptionsFile(f.optionsFile)
		if err != nil {
			return err
		}
		options = options.Over(read)
	}
	if f.preset != "" {
		all, path, err := presets()
		if err != nil {
			return err
		}
		base, ok := all[f.preset]
		if !ok {
			return unknownPreset("--preset", f.preset, path, all)
		}
		options = options.Over(base)
	}
	f.options, f.optionsFile, f.preset = options, "", ""
	return nil
}

// readOptionsFile reads a JSON object of options, as MarshalJSON writes it.
func (a *app) readOptionsFile(name string) (o render.Options, err error) {
	in, err := a.openInput(name)
	if err != nil {
		return o, err
	}
	defer in.Close()
	data, err := io.ReadAll(io.LimitReader(in, maxConfig+1))
	switch {
	case err != nil:
		return o, fileError([]string{name}, err)
	case len(data) > maxConfig:
		return o, fmt.Errorf("%s: it is larger than options can be; they are a JSON object such as {\"max_elements\": 60}", inputName(name))
	}
	if err := o.UnmarshalJSON(data); err != nil {
		return o, fmt.Errorf("%s: %w", inputName(name), err)
	}
	return o, nil
}

// unknownPreset says which presets there are, and where they are kept.
func unknownPreset(flag, name, path string, all map[string]render.Options) error {
	if path == "" {
		return fmt.Errorf("%s %s: there is no place for a config file; set XDG_CONFIG_HOME or HOME", flag, name)
	}
	return fmt.Errorf("%s %s: %s has %s", flag, name, path, listNames(all))
}

func listNames(all map[string]render.Options) string {
	if len(all) == 0 {
		return "no presets"
	}
	var names []string
	for name := range all {
		names = append(names, name)
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}
