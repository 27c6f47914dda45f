package cli

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"obscope/internal/source"
	"obscope/loaders"
	"obscope/model"
	"obscope/render"
)

// inputFlags are the flags of every command that reads a capture.
type inputFlags struct {
	format      string
	capture     string
	frames      string
	maxInflated int64
	options     render.Options
	optionsFile string
	preset      string

	opened model.Warnings // the warnings of the recording that observe opened last
}

func (f *inputFlags) addTo(cmd *cobra.Command) {
	f.addLoading(cmd)
	f.addOptions(cmd)
}

// addLoading adds the flags that say how a file is read.
func (f *inputFlags) addLoading(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.format, "format", "", "the NAME of the capture's format; recognised by itself otherwise")
	flags.StringVar(&f.capture, "capture", "last", "which capture of a recording: N from 1, or last")
	flags.StringVar(&f.frames, "frames", "", "a FILE that tells what the capture does not: a DOM snapshot or box models of the page")
	flags.Int64Var(&f.maxInflated, "max-inflated", loaders.DefaultMaxInflated, "how many BYTES may be read of a file, a folder or a pipe, also when it is inflated; twice as many are the memory that a compressed file may take")
}

// reading are the flags of addLoading as they were given, but for the capture.
func (f *inputFlags) reading() (flags []string) {
	if f.format != "" {
		flags = append(flags, "--format", f.format)
	}
	if f.frames != "" {
		flags = append(flags, "--frames", f.frames)
	}
	if f.maxInflated != loaders.DefaultMaxInflated {
		flags = append(flags, "--max-inflated", strconv.FormatInt(f.maxInflated, 10))
	}
	return flags
}

// addOptions adds a flag for every option of an observation.
func (f *inputFlags) addOptions(cmd *cobra.Command) {
	flags := cmd.Flags()
	for _, spec := range render.OptionSpecs() {
		if spec.Flags[0] == "" {
			flags.Var(&optionValue{&f.options, spec}, spec.Flag(), spec.About+" ("+spec.Value+")")
			continue
		}
		for i, name := range spec.Flags {
			about := [...]string{spec.About, spec.OffAbout}[i]
			flags.VarPF(&switchFlag{&f.options, spec, i == 0}, name, "", about).NoOptDefVal = "true"
		}
	}
	flags.Var(&knobValue{&f.options}, "set", "an option that only the dialect has (NAME=VALUE); 'obscope formats --dialects' lists them")
	flags.StringVar(&f.optionsFile, "options", "", "a FILE, or -, with options as JSON, as Y, why --json and fit --json write them; flags override them")
	flags.StringVar(&f.preset, "preset", "", "the NAME of options that the config file keeps; --options and flags override them")
}

// optionValue is an option as a flag.
type optionValue struct {
	o    *render.Options
	spec render.OptionSpec
}

func (v *optionValue) String() string {
	if v.o == nil {
		return ""
	}
	s, _ := v.spec.Get(*v.o)
	return s
}

func (v *optionValue) Set(s string) error { return v.spec.Set(v.o, s) }
func (v *optionValue) Type() string       { return v.spec.Value }

// switchFlag is one of the two flags of a switch: --interactive or --all-roles.
type switchFlag struct {
	o    *render.Options
	spec render.OptionSpec
	on   bool
}

func (v *switchFlag) String() string { return "" }
func (v *switchFlag) Type() string   { return "bool" }

func (v *switchFlag) Set(s string) error {
	given, err := strconv.ParseBool(s)
	if err != nil {
		return fmt.Errorf("%q: it takes no value", s)
	}
	return v.spec.Set(v.o, strconv.FormatBool(given == v.on))
}

// knobValue is --set name=value.
type knobValue struct{ o *render.Options }

func (v *knobValue) String() string     { return "" }
func (v *knobValue) Type() string       { return "NAME=VALUE" }
func (v *knobValue) Set(s string) error { return v.o.SetFlag("set", s) }

// open loads one file, a folder, or - for standard input.
func (a *app) open(f *inputFlags, name string) (*model.Recording, error) {
	rec, _, err := a.source(f, name).Load(context.Background())
	return rec, err
}

// inputName is what an error calls a file that is read.
func inputName(name string) string {
	if name == "-" {
		return "standard input"
	}
	return name
}

// source is files, folders, or - for standard input, as a source of captures.
func (a *app) source(f *inputFlags, names ...string) *source.Recorder {
	return &source.Recorder{Source: &source.Files{Names: names, Stdin: a.stdin}, Options: f.loading()}
}

// loading is how loaders are told to read.
func (f *inputFlags) loading() loaders.Options {
	return loaders.Options{Format: f.format, Frames: f.frames, MaxInflated: f.maxInflated}
}

// pick returns the capture that --capture names.
func (f *inputFlags) pick(rec *model.Recording) (*model.Capture, error) {
	n := len(rec.Captures)
	if f.capture == "last" || f.capture == "" {
		return rec.LastTree(), nil
	}
	at, err := strconv.Atoi(f.capture)
	if err != nil || at < 1 || at > n {
		return nil, fmt.Errorf("--capture %s: it takes a number from 1 to %d, or last", f.capture, n)
	}
	return rec.Captures[at-1], nil
}

// observe opens a file and applies the options: what most commands start with.
func (a *app) observe(f *inputFlags, name string) (*render.Renderer, *render.Observation, error) {
	if err := a.settleOptions(f); err != nil {
		return nil, nil, err
	}
	rec, err := a.open(f, name)
	if err != nil {
		return nil, nil, err
	}
	f.opened = rec.Warnings
	c, err := f.pick(rec)
	if err != nil {
		return nil, nil, err
	}
	r := render.New(c)
	obs, err := r.Observe(f.options)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	return r, obs, nil
}

// warn writes what was settled or lost to standard error, a line each.
func (a *app) warn(obs *render.Observation, rec model.Warnings) {
	for _, w := range slices.Concat(obs.Capture().Warnings, rec, obs.Warnings) {
		fmt.Fprintf(a.env.Stderr, "obscope: warning: %s\n", squeeze(w.Text))
	}
}
