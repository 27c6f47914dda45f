package render

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
)

// A boundDialect is a dialect prepared for a capture, or on its way to that.
type boundDialect struct {
	once    sync.Once     // what takes no time
	done    chan struct{} // closed when the rest is there
	dialect Dialect
	bound   Bound
	err     error
	panic   string // of the preparation, with its stack
}

// factual dialects share the renderer's cache of facts.
type factual interface {
	bindFacts(f *facts) (Bound, error)
}

// bind prepares a dialect once, and one dialect at a time, because each may take
// all processors. A caller waits while another goroutine prepares a dialect, but
// not for one that is prepared already. If ctx ends first bind returns its error;
// a preparation that has begun goes on, one that has not is left.
func (r *Renderer) bind(ctx context.Context, name string) (*boundDialect, error) {
	r.mu.Lock()
	b, ok := r.bound[name]
	if !ok {
		b = &boundDialect{done: make(chan struct{})}
		r.bound[name] = b
	}
	r.mu.Unlock()
	b.once.Do(func() {
		b.dialect, b.err = FindDialect(name)
		if d, quick := b.dialect.(factual); quick {
			b.bound, b.err = d.bindFacts(&r.facts)
		}
		if b.err != nil || b.bound != nil {
			close(b.done)
		}
	})
	select {
	case <-b.done:
		return b.checked(), nil
	default:
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	select {
	case <-b.done:
		return b.checked(), nil
	case <-ctx.Done():
		return nil, ctx.Err()
	case r.preparing <- struct{}{}:
	}
	go r.prepare(b)
	select {
	case <-b.done:
		return b.checked(), nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// prepare is the work of bind. It gives the turn back.
func (r *Renderer) prepare(b *boundDialect) {
	defer func() { <-r.preparing }()
	select {
	case <-b.done: // somebody else has, meanwhile
		return
	default:
	}
	defer close(b.done)
	defer func() {
		if r := recover(); r != nil {
			b.panic = fmt.Sprintf("%v\n%s", r, debug.Stack())
		}
	}()
	b.bound, b.err = b.dialect.Bind(r.c)
}

// checked hands a panic of the preparation to who asked for it.
func (b *boundDialect) checked() *boundDialect {
	if b.panic != "" {
		panic(b.panic)
	}
	return b
}
