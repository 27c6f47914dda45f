package cli

import (
	"errors"
	"fmt"
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
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, path, nil
	}
	if err != nil {
		return nil, path, fileError([]string{path}, err)
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
		var o render.Options
		for option, value := range values {
			if err := setAny(&o, option, value); err != nil {
				return nil, path, fmt.Errorf("%s: preset %s: %w", path, name, err)
			}
		}
		all[name] = o
	}
	return all, path, nil
}

func setAny(o *render.Options, option string, value any) error {
	if knobs, ok := value.(map[string]any); ok && option == "set" {
		for name, v := range knobs {
			o.Knobs = o.Knobs.With(name, fmt.Sprint(v))
		}
		return nil
	}
	if list, ok := value.([]any); ok {
		words := make([]string, len(list))
		for i, v := range list {
			words[i] = fmt.Sprint(v)
		}
		value = strings.Join(words, ",")
	}
	return o.SetOption(option, fmt.Sprint(value))
}

// applyPreset lays the flags over the preset that --preset names.
func (a *app) applyPreset(f *inputFlags) error {
	if f.preset == "" {
		return nil
	}
	all, path, err := presets()
	if err != nil {
		return err
	}
	base, ok := all[f.preset]
	if !ok {
		return unknownPreset("--preset", f.preset, path, all)
	}
	merged := base
	for _, spec := range render.OptionSpecs() {
		if value, set := spec.Get(f.options); set {
			if err := spec.Set(&merged, value); err != nil {
				return err
			}
		}
	}
	for name, value := range f.options.Knobs {
		merged.Knobs = merged.Knobs.With(name, value)
	}
	f.options, f.preset = merged, ""
	return nil
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
