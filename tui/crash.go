package tui

import (
	"fmt"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"obscope/internal/carry"
	"obscope/model"
	"obscope/tui/paint"
)

// Crashed is the error of Run when a fault of the inspector ended it. The
// terminal is as it was before.
type Crashed struct {
	// Again is the command that opens the inspector as it was, "" if it is
	// unknown.
	Again string
	Err   error
}

// Error is error's.
func (c *Crashed) Error() string {
	if c.Again == "" {
		return c.Err.Error()
	}
	return "the inspector crashed, by a fault of its own; come back with: " + c.Again
}

// Unwrap is what ended it.
func (c *Crashed) Unwrap() error { return c.Err }

// again is the command line that opens the inspector as it is. What cannot be
// told any more, because it is what is broken, is left out.
func (m *Model) again() string {
	if len(m.cfg.Again) == 0 {
		return ""
	}
	words := slices.Clone(m.cfg.Again)
	for _, part := range []func() []string{
		func() []string {
			if m.step == len(m.shots)-1 {
				return nil
			}
			return []string{"--capture", strconv.Itoa(m.step + 1)}
		},
		func() []string { return m.history.now().Flags() },
		func() []string { return m.againTargets("--pin", m.cfg.Pins, pinned(m.pins)) },
		func() []string { return m.againTargets("--select", []string{m.cfg.Select}, []model.ID{m.sel}) },
	} {
		func() {
			defer func() { _ = recover() }()
			words = append(words, part()...)
		}()
	}
	return carry.Shell(words)
}

// againTargets names elements with a flag: those that were asked for and not
// looked up yet, and those that the text on the screen has.
func (m *Model) againTargets(flag string, asked []string, ids []model.ID) (words []string) {
	for _, name := range asked {
		if name != "" {
			words = append(words, flag, name)
		}
	}
	for _, id := range ids {
		if id == model.None || m.obs == nil || m.obs.Capture() != m.shot().c {
			continue
		}
		if name, ok := carry.Target(m.obs, id); ok {
			words = append(words, flag, name)
		}
	}
	return words
}

// rethrow goes on with a panic, in words that act on no terminal: Bubble Tea
// prints them.
func rethrow() {
	r := recover()
	if r == nil {
		return
	}
	lines := strings.Split(fmt.Sprint(r), "\n")
	for i := range lines {
		lines[i] = paint.Clean(lines[i])
	}
	panic(strings.Join(lines, "\n") + "\n" + string(debug.Stack()))
}
