package source

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"obscope/loaders"
	"obscope/model"
)

// DefaultKeep is how many steps of a live source are kept in memory.
const DefaultKeep = 200

// A Recorder makes a recording of what a source gives. It is safe for concurrent
// use, and reads once at a time.
type Recorder struct {
	Source  Source
	Options loaders.Options
	Keep    int // steps of a live source that are kept; 0 is DefaultKeep

	mu       sync.Mutex
	captures []*model.Capture // of a live source
	readings []*Reading       // that they were loaded from
	taken    int              // steps so far, those that were let go included
	ended    time.Time        // when the last reading ended
	cost     time.Duration    // of the last reading

	pace sync.Mutex // guards ended and cost, which Changes asks while a reading is under way
}

// Load reads the source and returns the recording as it is then, with how many
// captures each input gave. A live source that has not changed gets no further
// step.
func (r *Recorder) Load(ctx context.Context) (*model.Recording, []int, error) {
	return r.LoadSteps(ctx, nil)
}

// LoadSteps is Load that tells of the steps of a single file while it is read, as
// loaders.LoadSteps does.
func (r *Recorder) LoadSteps(ctx context.Context, step Step) (*model.Recording, []int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	began := time.Now()
	defer func() {
		r.pace.Lock()
		r.ended, r.cost = time.Now(), time.Since(began)
		r.pace.Unlock()
	}()
	reading, err := r.Source.Read(ctx)
	if err != nil {
		return nil, nil, err
	}
	if n := len(r.readings); r.Source.Live() && n > 0 && sameReading(r.readings[n-1], reading) {
		return r.recording(), nil, nil
	}
	rec, counts, err := load(reading, r.Options, step)
	if err != nil || !r.Source.Live() {
		return rec, counts, err
	}
	last := rec.Captures[len(rec.Captures)-1]
	last.Warnings = append(last.Warnings, rec.Warnings...)
	for _, note := range reading.Notes {
		last.Warn(note)
	}
	r.taken++
	last.Step = r.taken
	r.captures, r.readings = append(r.captures, last), append(r.readings, reading)
	if over := len(r.captures) - r.keep(); over > 0 {
		r.captures, r.readings = slices.Delete(r.captures, 0, over), slices.Delete(r.readings, 0, over)
	}
	return r.recording(), nil, nil
}

// recording is the steps that are kept. What was let go is told.
func (r *Recorder) recording() *model.Recording {
	rec := &model.Recording{Captures: slices.Clone(r.captures)}
	if gone := r.taken - len(r.captures); gone > 0 {
		rec.Warnings.Add(model.Noted, fmt.Sprintf("the first %d of %d steps were let go; --keep-steps says how many stay", gone, r.taken))
	}
	return rec
}

func (r *Recorder) keep() int {
	if r.Keep > 0 {
		return r.Keep
	}
	return DefaultKeep
}

// Reading is what a step of a live source was loaded from, counted from 0 among
// those that are kept; nil if there is none.
func (r *Recorder) Reading(step int) *Reading {
	r.mu.Lock()
	defer r.mu.Unlock()
	if step < 0 || step >= len(r.readings) {
		return nil
	}
	return r.readings[step]
}

// A Step is told of each step as soon as it is read, and returns false to stop.
type Step func(*model.Capture, loaders.Progress) bool

// load loads all inputs as one recording, in order.
func load(reading *Reading, o loaders.Options, step Step) (*model.Recording, []int, error) {
	all := &model.Recording{}
	counts := make([]int, len(reading.Inputs))
	for i, in := range reading.Inputs {
		if len(reading.Inputs) > 1 {
			step = nil // they are one recording only together
		}
		rec, err := loadInput(in, o, step)
		if errors.Is(err, loaders.ErrCompanion) && (len(all.Captures) > 0 || i < len(reading.Inputs)-1) {
			continue // a pattern such as captures/*.json names it, too
		}
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", in.Name, err)
		}
		counts[i] = len(rec.Captures)
		all.Captures = append(all.Captures, rec.Captures...)
		all.Warnings = append(all.Warnings, rec.Warnings...)
		if all.Session == nil {
			all.Session = rec.Session
		}
	}
	for i, c := range all.Captures {
		if c.Step != i+1 { // what was told already may be read by others
			c.Step = i + 1
		}
	}
	return all, counts, nil
}

func loadInput(in Input, o loaders.Options, step Step) (*model.Recording, error) {
	switch {
	case in.Stream != nil:
		return loaders.LoadReader(in.Name, in.Stream, o)
	case in.FS == nil:
		return loaders.LoadBytes(in.Name, in.Data, o)
	}
	if step != nil {
		return loaders.LoadSteps(in.FS, in.Path, o, step)
	}
	return loaders.Load(in.FS, in.Path, o)
}

// sameReading reports whether two readings of a live source hold the same but
// for their pictures, in which a caret may blink.
func sameReading(a, b *Reading) bool {
	return slices.EqualFunc(a.Inputs, b.Inputs, func(x, y Input) bool {
		mx, okx := x.FS.(Memory)
		my, oky := y.FS.(Memory)
		if !okx || !oky {
			return x.FS == nil && y.FS == nil && slices.Equal(x.Data, y.Data)
		}
		for name, data := range mx {
			if !isPicture(name) && !slices.Equal(data, my[name]) {
				return false
			}
		}
		return len(mx) == len(my)
	})
}
