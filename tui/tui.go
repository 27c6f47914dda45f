// Package tui lets a person look at a captured element tree and turn the knobs
// of the observation that an agent reads of it.
//
// It opens no file: it is handed a recording, and functions that reload it and
// write exports.
package tui

import (
	"context"
	"errors"
	"io"
	"runtime"
	"sync"

	"obscope/model"
	"obscope/render"

	tea "charm.land/bubbletea/v2"
)

// Config is what the inspector is handed.
type Config struct {
	Recording *model.Recording // at least one capture
	Title     string           // of the terminal window
	File      string           // as it was named, for commands that are copied; "" if there is none
	Reading   []string         // the flags that it was read with, for commands that are copied
	// Again is the words of a command line that opens the same recording, for
	// coming back after a crash.
	Again []string
	// Origin tells of a step, from 1, which file it is in and which of the
	// file's captures it is, from 1; nil if all steps are in File.
	Origin func(step int) (file string, capture, captures int)
	Step   int    // the capture shown first, from 1; 0 is the last
	Select string // the element that is selected at the start, as render.Observation.Find takes it
	// Pins are the elements that are pinned at the start, named like Select.
	Pins []string

	Options render.Options // in force at the start
	// Observation is that of the capture shown first under Options, if it was
	// made already.
	Observation *render.Observation
	Presets     []Preset // offered in the options form
	ASCII       bool     // draw with ASCII only
	Unmask      bool     // show the values of secure fields from the start

	// Reload reads the recording again, unless ctx ends before; nil if it cannot be.
	Reload func(ctx context.Context) (*model.Recording, error)
	// Growing is what is still being read of the recording; nil if nothing is.
	Growing *Growing
	// Watch tells that the recording has changed and is to be reloaded; nil
	// if nobody watches.
	Watch <-chan struct{}
	// Live is how a source is followed that shows one moment at a time; nil for
	// files.
	Live *Live
	// Save writes what a step, from 1, was captured from into a folder, and
	// returns how many files that were; nil for files.
	Save func(step int, dir string) (int, error)
	// Export writes a file. If one is there and overwrite is false it must
	// return an error for which errors.Is(err, fs.ErrExist) holds.
	Export func(path string, data []byte, overwrite bool) error
	// Buffer sets the paste buffer of a terminal multiplexer that the inspector
	// runs in; nil if it runs in none.
	Buffer func(text string) error
	// Copied is told what was copied; nil if nobody wants to know.
	Copied func(text string)
	// Page makes a self-contained HTML page of a capture; nil if there is none.
	Page func(o *render.Observation, unmask bool) ([]byte, error)
}

// Live is a source whose readings are steps.
type Live struct {
	Set func(on bool) // makes Watch tell when it has changed
	On  bool          // it does so now
}

// A Preset is a named set of options.
type Preset struct {
	Name    string
	Options render.Options
}

// Terminal is where the inspector runs; the zero value is the process's own.
type Terminal struct {
	Input   io.Reader
	Output  io.Writer
	Environ []string
}

// fps bounds how often the screen is written: twice the usual, because in a
// burst of keys an answer waits for half a frame on average.
const fps = 120

// spareProcessor lets one goroutine more run than there are processors, so that
// a key need not wait for the time slice of a job to end: the system lets the
// one run at once that has waited. It returns what undoes it.
func spareProcessor() func() {
	was := runtime.GOMAXPROCS(0)
	runtime.GOMAXPROCS(was + 1)
	return func() { runtime.GOMAXPROCS(was) }
}

// Run shows the inspector until the person leaves it or ctx ends.
func Run(ctx context.Context, cfg Config, t Terminal) error {
	defer spareProcessor()()
	filter, watch := suspending()
	opts := []tea.ProgramOption{tea.WithContext(ctx), tea.WithFPS(fps), tea.WithFilter(filter)}
	if t.Input != nil {
		opts = append(opts, tea.WithInput(t.Input))
	}
	if t.Output != nil {
		opts = append(opts, tea.WithOutput(t.Output))
	}
	if t.Environ != nil {
		opts = append(opts, tea.WithEnvironment(t.Environ))
	}
	var p *tea.Program
	pacing := sync.OnceValue(func() *pacer { return newPacer(p) }) // once it runs
	drawn := func() {
		if pacer := pacing(); pacer != nil {
			pacer.drawn()
		}
	}
	m := New(cfg)
	p = tea.NewProgram(paced{m, drawn}, opts...)
	defer watch(p)()
	_, err := p.Run()
	pacing().stop()
	if errors.Is(err, tea.ErrProgramPanic) {
		return &Crashed{Again: m.again(), Err: err}
	}
	return err
}
