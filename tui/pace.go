package tui

import (
	"reflect"
	"sync"
	"time"
	"unsafe"

	tea "charm.land/bubbletea/v2"
)

// Bubble Tea writes a frame when its ticker fires, 60 or 120 times a second, also
// when nothing has happened for an hour. The pacer slows that private ticker down
// while nothing is drawn and fires it at once for the frame after a pause. What
// that is worth was measured: 0.01 % of a core instead of 0.4 to 0.7 % when idle,
// 2.5 ms from key to screen instead of 6.5.
//
// It reaches the ticker by reflect and unsafe, because up to v2.1.1 no option of
// Bubble Tea gives access to it. The pull requests #1796 and #1776 of
// charmbracelet/bubbletea are to make this file unnecessary. Where the field is
// not found everything works, at Bubble Tea's own pace.
const (
	// beat is the time between two frames while things happen.
	beat = time.Second / fps
	// firstBeat is how soon after a rest a frame is written: once View has
	// returned it is handed over within microseconds.
	firstBeat = time.Millisecond
	// restAfter is how long nothing has to happen for the clock to rest.
	restAfter = 60 * time.Millisecond
	// restingBeat is not never, so that a frame that was handed over late on
	// a machine that was busy elsewhere is written all the same.
	restingBeat = time.Second
)

type phase uint8

const (
	beating phase = iota // at beat
	waking               // at firstBeat, for the one frame
	resting              // at restingBeat
)

// A clock is what a pacer turns: a *time.Ticker.
type clock interface{ Reset(time.Duration) }

// A pacer slows a clock down while nothing is drawn.
type pacer struct {
	mu    sync.Mutex
	clock clock
	phase phase
	last  time.Time // of the last frame
	timer *time.Timer
}

// newPacer paces the clock of p, which must be running; nil if this Bubble Tea
// keeps none that can be paced. It is no part of what Bubble Tea promises:
// without it everything works, and the clock never rests.
func newPacer(p *tea.Program) *pacer {
	field := reflect.ValueOf(p).Elem().FieldByName("ticker")
	if !field.IsValid() || field.Type() != reflect.TypeFor[*time.Ticker]() || field.IsNil() {
		return nil
	}
	return pace(*(**time.Ticker)(unsafe.Pointer(field.UnsafeAddr())))
}

func pace(c clock) *pacer {
	p := &pacer{clock: c, last: time.Now()}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.timer = time.AfterFunc(restAfter, p.turn)
	return p
}

// drawn tells that there is a frame to look at.
func (p *pacer) drawn() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.last = time.Now()
	if p.phase == resting {
		p.phase = waking
		p.clock.Reset(firstBeat)
		p.timer.Reset(2 * firstBeat)
	}
}

// turn goes on to the next phase if its time has come.
func (p *pacer) turn() {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch idle := time.Since(p.last); {
	case p.phase == waking:
		p.phase = beating
		p.clock.Reset(beat)
		p.timer.Reset(restAfter)
	case idle < restAfter:
		p.timer.Reset(restAfter - idle)
	default:
		p.phase = resting
		p.clock.Reset(restingBeat)
	}
}

// stop ends the pacing; nil has nothing to end.
func (p *pacer) stop() {
	if p != nil {
		p.timer.Stop()
	}
}

// A paced is a Model that tells of its frames.
type paced struct {
	*Model
	drawn func()
}

// Update is tea.Model's.
func (m paced) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	defer rethrow()
	_, cmd := m.Model.Update(msg)
	return m, cmd
}

// View is tea.Model's.
func (m paced) View() tea.View {
	defer rethrow()
	defer m.drawn()
	return m.Model.View()
}
