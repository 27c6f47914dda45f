package tui

import (
	"io"
	"slices"
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
)

// A beats records how a clock is set.
type beats struct {
	mu  sync.Mutex
	set []time.Duration
}

func (b *beats) Reset(d time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.set = append(b.set, d)
}

func (b *beats) have() []time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.set)
}

// await waits until the clock has been set n times.
func (b *beats) await(t *testing.T, n int) []time.Duration {
	t.Helper()
	for range 2000 {
		if have := b.have(); len(have) >= n {
			return have
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Fatalf("the clock was set %d times, not %d", len(b.have()), n)
	return nil
}

// TestClockRests once nothing is drawn, beats at once for the next frame and
// then evenly, so that many frames in a row do not put it off.
func TestClockRests(t *testing.T) {
	clock := &beats{}
	p := pace(clock)
	defer p.stop()
	clock.await(t, 1)
	for range 100 {
		p.drawn()
	}
	want := []time.Duration{restingBeat, firstBeat, beat, restingBeat}
	if have := clock.await(t, len(want)); !slices.Equal(have, want) {
		t.Errorf("the clock was set to %v, want %v", have, want)
	}
}

// TestClockIsFound in the Bubble Tea that is in use: after an upgrade without
// it the inspector would work and never rest.
func TestClockIsFound(t *testing.T) {
	var p *tea.Program
	var found *pacer
	m := New(Config{Recording: recording(orderForm())})
	p = tea.NewProgram(paced{m, func() {
		if found == nil {
			found = newPacer(p)
		}
		go p.Quit()
	}}, tea.WithInput(nil), tea.WithOutput(io.Discard), tea.WithWindowSize(80, 24))
	if _, err := p.Run(); err != nil {
		t.Fatal(err)
	}
	if found == nil {
		t.Fatal("this Bubble Tea keeps no clock in Program.ticker: see pace.go")
	}
	found.stop()
}
