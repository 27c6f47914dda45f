package workers_test

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"obscope/internal/text/workers"
)

func TestAPanicOfAWorkerGoesOnInWait(t *testing.T) {
	var g workers.Group
	var done atomic.Int32
	for i := range 8 {
		g.Go(func() {
			if done.Add(1); i%2 == 0 {
				panic("a fault")
			}
		})
	}
	defer func() {
		if r := fmt.Sprint(recover()); !strings.HasPrefix(r, "a fault\n") || done.Load() != 8 {
			t.Errorf("%d done, then %.40q", done.Load(), r)
		}
	}()
	g.Wait()
}
