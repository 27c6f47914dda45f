package cli

import (
	"context"
	"os"
	"time"
)

// watchEvery is how often watched files are looked at. A stat of a few files
// costs microseconds, and works on every file system.
const watchEvery = 200 * time.Millisecond

// restless is after how many looks a file that never stays the same is told
// nevertheless: one that is rewritten all the time would else never be seen.
const restless = 5

// watch tells when one of the files has changed and then stayed the same for
// one look, so that a file that is being written is not read half-way. A file
// that is gone is waited for. shown is what the files were when they were read.
func watch(ctx context.Context, names []string, shown []stamp) <-chan struct{} {
	changed := make(chan struct{}, 1)
	go func() {
		last, moving := shown, 0
		tick := time.NewTicker(watchEvery)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			now := stamps(names)
			settled := equalStamps(now, last)
			if moving++; settled {
				moving = 0
			}
			if (settled || moving >= restless) && !equalStamps(now, shown) && present(now) {
				shown, moving = now, 0
				select {
				case changed <- struct{}{}:
				default: // the last change has not been taken yet
				}
			}
			last = now
		}
	}()
	return changed
}

// A stamp tells two states of a file apart.
type stamp struct {
	there bool
	size  int64
	at    time.Time
	file  os.FileInfo
}

func stamps(names []string) []stamp {
	list := make([]stamp, len(names))
	for i, name := range names {
		if info, err := os.Stat(name); err == nil {
			list[i] = stamp{true, info.Size(), info.ModTime(), info}
		}
	}
	return list
}

func equalStamps(a, b []stamp) bool {
	for i := range a {
		x, y := a[i], b[i]
		if x.there != y.there || x.size != y.size || !x.at.Equal(y.at) || x.there && !os.SameFile(x.file, y.file) {
			return false
		}
	}
	return true
}

func present(list []stamp) bool {
	for _, s := range list {
		if !s.there {
			return false
		}
	}
	return true
}
