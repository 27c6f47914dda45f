package source

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"obscope/loaders"
)

// A moving source shows another page whenever it is told to.
type moving struct {
	shows   atomic.Int64
	reads   atomic.Int64
	at      atomic.Int64 // readings under way
	slow    time.Duration
	changes chan struct{}
	fail    atomic.Bool
}

func (m *moving) Name() string { return "moving" }
func (m *moving) Live() bool   { return true }
func (m *moving) Close()       {}

func (m *moving) Read(context.Context) (*Reading, error) {
	if m.at.Add(1) > 1 {
		panic("two readings at once")
	}
	defer m.at.Add(-1)
	m.reads.Add(1)
	time.Sleep(m.slow)
	if m.fail.Load() {
		return nil, errors.New("it is gone")
	}
	page := fmt.Sprintf("- button \"B%d\" [active] [ref=e1] [cursor=pointer]\n- link \"x\" [ref=e2]", m.shows.Load())
	files := Memory{"page.yml": []byte(page), "page.png": []byte(time.Now().String())}
	return &Reading{Inputs: []Input{{Name: "moving", FS: files, Path: "page.yml"}}, Notes: []string{"a note"}}, nil
}

func (m *moving) Changes(context.Context) (<-chan struct{}, error) { return m.changes, nil }

func TestEachReadingIsAStep(t *testing.T) {
	m := &moving{}
	r := &Recorder{Source: m, Keep: 3}
	var names []string
	for i := range 5 {
		m.shows.Store(int64(i))
		rec, _, err := r.Load(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		names = nil
		for _, c := range rec.Captures {
			names = append(names, fmt.Sprintf("%d:%s", c.Step, c.Elements[0].Name))
		}
		if _, _, err := r.Load(context.Background()); err != nil { // nothing has changed but the picture
			t.Fatal(err)
		}
		if i == 4 && (len(rec.Warnings) != 1 || !strings.Contains(rec.Warnings[0].Text, "the first 2 of 5 steps")) {
			t.Errorf("that steps were let go is told as %q", rec.Warnings.Texts())
		}
	}
	if got := strings.Join(names, " "); got != "3:B2 4:B3 5:B4" {
		t.Errorf("the steps are %s", got)
	}
	rec, _, _ := r.Load(context.Background())
	if notes := rec.Captures[2].Warnings.Texts(); len(notes) != 1 || notes[0] != "a note" {
		t.Errorf("the notes of a step are %q", notes)
	}
	if reading := r.Reading(2); reading == nil || !strings.Contains(string(reading.Inputs[0].FS.(Memory)["page.yml"]), "B4") {
		t.Error("a step does not know the files it came from")
	}
	m.fail.Store(true)
	if _, _, err := r.Load(context.Background()); err == nil {
		t.Error("a source that fails gives a recording")
	}
}

// TestChangesKeepTheirPace makes a source change all the time.
func TestChangesKeepTheirPace(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	m := &moving{slow: 20 * time.Millisecond, changes: make(chan struct{})}
	r := &Recorder{Source: m}
	go func() {
		for {
			select {
			case m.changes <- struct{}{}:
				time.Sleep(time.Millisecond)
			case <-ctx.Done():
				return
			}
		}
	}()
	told := r.Changes(ctx)
	for range 2 {
		<-told
		m.shows.Add(1)
		before := time.Now()
		if _, _, err := r.Load(ctx); err != nil {
			t.Fatal(err)
		}
		if rest := r.restUntil(); rest.Before(before.Add(restFactor * m.slow)) {
			t.Errorf("the next reading may begin %v after one that took %v", rest.Sub(before), m.slow)
		}
	}
}

func TestMemoryIsAFileSystem(t *testing.T) {
	m := Memory{"a.json": []byte("{}")}
	if _, err := m.Open("b"); err == nil {
		t.Error("a file that is not there opens")
	}
	f, err := m.Open("a.json")
	if err != nil {
		t.Fatal(err)
	}
	if info, err := f.Stat(); err != nil || info.Size() != 2 || !info.Mode().IsRegular() {
		t.Errorf("its size is %v", info)
	}
}

func TestSeveralInputsAreOneRecording(t *testing.T) {
	page := []byte("- button \"Save\" [active] [ref=e1] [cursor=pointer]\n- link \"x\" [ref=e2]")
	reading := &Reading{Inputs: []Input{
		{Name: "standard input", Data: page},
		{Name: "b.yml", FS: fstest.MapFS{"b.yml": {Data: page}}, Path: "b.yml"},
	}}
	rec, counts, err := load(reading, loaders.Options{}, nil)
	if err != nil || len(rec.Captures) != 2 || rec.Captures[1].Step != 2 || counts[1] != 1 {
		t.Fatalf("got %v, %v, %v", rec, counts, err)
	}
	reading.Inputs[1].Path = "none"
	if _, _, err := load(reading, loaders.Options{}, nil); err == nil || !strings.HasPrefix(err.Error(), "b.yml: ") {
		t.Errorf("an input that is not there: %v", err)
	}
}
