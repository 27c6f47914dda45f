// Package workers runs work in goroutines of which none can end the process: a
// terminal would be left as it is.
package workers

import (
	"fmt"
	"runtime/debug"
	"sync"
)

// A Group is work that is waited for; the zero value is ready.
type Group struct {
	wait  sync.WaitGroup
	once  sync.Once
	panic string // of the first worker that panicked, with its stack
}

// Go runs work in a goroutine.
func (g *Group) Go(work func()) {
	g.wait.Go(func() {
		defer func() {
			if r := recover(); r != nil {
				g.once.Do(func() { g.panic = fmt.Sprintf("%v\n%s", r, debug.Stack()) })
			}
		}()
		work()
	})
}

// Wait returns when all work is done. A panic of a worker goes on here.
func (g *Group) Wait() {
	g.wait.Wait()
	if g.panic != "" {
		panic(g.panic)
	}
}
