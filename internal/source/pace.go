package source

import (
	"context"
	"path"
	"time"
)

// How a live source is paced: a change is waited out for settleTime, but no
// longer than settleMost, since some pages never rest; and after a reading there
// is a rest of restFactor times what it took, so that looking at a page never
// takes more than a fifth of its time.
const (
	settleTime = 100 * time.Millisecond
	settleMost = time.Second
	restFactor = 4
	retryTime  = time.Second
)

// Changes tells when Load is worth doing again, until ctx ends. While the source
// is gone it is asked again every second, so that one that comes back is
// followed on.
func (r *Recorder) Changes(ctx context.Context) <-chan struct{} {
	told := make(chan struct{}, 1)
	go func() {
		for gone := false; ctx.Err() == nil; gone = true {
			if changes, err := r.Source.Changes(ctx); err == nil {
				if gone {
					tell(told) // it is back, and what it shows is news
				}
				r.follow(ctx, changes, told)
				tell(told) // it has ended, which reading it says
			}
			sleep(ctx, retryTime)
		}
	}()
	return told
}

// follow hands changes on, at the pace of a live source, until there are no more.
func (r *Recorder) follow(ctx context.Context, changes <-chan struct{}, told chan<- struct{}) {
	for {
		select {
		case <-ctx.Done():
			return
		case _, ok := <-changes:
			if !ok {
				return
			}
		}
		if r.Source.Live() {
			settle(ctx, changes)
			sleep(ctx, time.Until(r.restUntil()))
		}
		tell(told)
	}
}

// restUntil is when the next reading may begin.
func (r *Recorder) restUntil() time.Time {
	r.pace.Lock()
	defer r.pace.Unlock()
	return r.ended.Add(restFactor * r.cost)
}

// settle waits until nothing has changed for a while.
func settle(ctx context.Context, changes <-chan struct{}) {
	most := time.After(settleMost)
	for {
		select {
		case <-ctx.Done():
			return
		case <-most:
			return
		case _, ok := <-changes:
			if !ok {
				return
			}
		case <-time.After(settleTime):
			return
		}
	}
}

func sleep(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// tell notes a change; one that was not taken yet stands for both.
func tell(told chan<- struct{}) {
	select {
	case told <- struct{}{}:
	default:
	}
}

func isPicture(name string) bool {
	switch path.Ext(name) {
	case ".png", ".jpg", ".jpeg":
		return true
	}
	return false
}

// A Switch turns the following of a source on and off.
type Switch struct {
	ctx      context.Context
	recorder *Recorder
	told     chan struct{}
	stop     context.CancelFunc // while it is on
}

// NewSwitch makes a switch that is off. Set is not safe for concurrent use.
func NewSwitch(ctx context.Context, r *Recorder) *Switch {
	return &Switch{ctx: ctx, recorder: r, told: make(chan struct{}, 1)}
}

// Changes tells, while the switch is on, when Load is worth doing again.
func (s *Switch) Changes() <-chan struct{} { return s.told }

// Set turns the switch on or off.
func (s *Switch) Set(on bool) {
	if on == (s.stop != nil) {
		return
	}
	if !on {
		s.stop()
		s.stop = nil
		return
	}
	ctx, stop := context.WithCancel(s.ctx)
	s.stop = stop
	changes := s.recorder.Changes(ctx)
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case <-changes:
				tell(s.told)
			}
		}
	}()
}
