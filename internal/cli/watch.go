package cli

import (
	"context"
	"os"
	"time"
)

// watchEvery is how often watched files are looked at. A stat of a few files
// costs microseconds, and works on every file system.
const watchEvery = 200 * time.Millisecond

// watch tells when one of the files has changed and then stayed the same for
// one look, so that a file that is being written is not read half-way. A file
// that is gone is waited for.
func watch(ctx context.Context, names []string) <-chan struct{} {
	changed := make(chan struct{}, 1)
	shown := stamps(names)
	go func() {
		last := shown
		tick := time.NewTicker(watchEvery)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			now := stamps(names)
			if settled := equalStamps(now, last); settled && !equalStamps(now, shown) && present(now) {
				shown = now
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
