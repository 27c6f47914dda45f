package screentest

import (
	"regexp"
	"strings"
	"time"
)

// See waits until text is on the screen. Lines are joined by newlines and have
// no spaces at their end.
func (s *Term) See(text string) *Term {
	s.t.Helper()
	if !s.await(func(g *Grid) bool { return strings.Contains(g.String(), text) }) {
		s.failf("not seen: %q", text)
	}
	return s
}

// SeeMatch waits until the regular expression matches the screen.
func (s *Term) SeeMatch(pattern string) *Term {
	s.t.Helper()
	re, err := regexp.Compile(pattern)
	if err != nil {
		s.failf("%v", err)
	}
	if !s.await(func(g *Grid) bool { return re.MatchString(g.String()) }) {
		s.failf("not seen: %s", pattern)
	}
	return s
}

// Unseen waits until text is not on the screen. It is true at once of a screen
// that has not been painted yet: let a See come before it.
func (s *Term) Unseen(text string) *Term {
	s.t.Helper()
	if !s.await(func(g *Grid) bool { return !strings.Contains(g.String(), text) }) {
		s.failf("still seen: %q", text)
	}
	return s
}

// Until waits until ok accepts the screen; what says in words what it waits for.
func (s *Term) Until(what string, ok func(*Grid) bool) *Term {
	s.t.Helper()
	if !s.await(ok) {
		s.failf("not seen: %s", what)
	}
	return s
}

// Grid returns the screen as it is now.
func (s *Term) Grid() *Grid {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.grid()
}

// Screen returns the lines of the screen as it is now, without the spaces at
// their end.
func (s *Term) Screen() []string { return s.Grid().Lines() }

// Cell returns the cell in column x of row y as it is now.
func (s *Term) Cell(x, y int) Cell { return s.Grid().Cell(x, y) }

// Cursor returns the cursor as it is now.
func (s *Term) Cursor() Cursor { return s.Grid().Cursor }

// Title returns the window title that the program has set.
func (s *Term) Title() string { return s.Grid().Title }

// Clipboard returns what the program last copied with OSC 52.
func (s *Term) Clipboard() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.track.clipboard
}

// Modes returns what the program has changed about the terminal and not yet
// changed back.
func (s *Term) Modes() Modes {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := s.track.modes()
	m.Raw = s.isRaw()
	return m
}

// Raw returns every byte that the program has written since its start.
func (s *Term) Raw() []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]byte(nil), s.raw...)
}

// ExitCode waits for the program to end and returns its exit code, or 128 plus
// the number of the signal that ended it. Afterwards the screen holds all that
// the program has written.
func (s *Term) ExitCode() int {
	s.t.Helper()
	if !s.await(func(*Grid) bool { return s.ended() }) {
		s.failf("the program has not ended")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.exit
}

// Settle waits until the program has written nothing for a moment. It is for
// pictures: a test should wait for what it wants to see.
func (s *Term) Settle() *Term { return s.Quiet(200 * time.Millisecond) }

// Quiet waits until the program has written nothing for d, at most as long as
// See would.
func (s *Term) Quiet(d time.Duration) *Term {
	timeout := time.NewTimer(s.command.Timeout)
	defer timeout.Stop()
	for !s.ended() {
		s.mu.Lock()
		changed := s.changed
		s.mu.Unlock()
		select {
		case <-changed:
		case <-time.After(d):
			return s
		case <-timeout.C:
			return s
		}
	}
	return s
}
