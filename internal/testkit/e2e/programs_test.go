//go:build unix

package e2e_test

import (
	"context"
	"fmt"
	"os"

	"obscope/loaders"
	"obscope/model"
	"obscope/tui"
)

// programVariable names the program that the test binary is to be.
const programVariable = "E2E_PROGRAM"

// programs are what the test binary can be besides the tests: the inspector,
// handed functions that panic.
var programs = map[string]func() int{
	"panic in the background": func() int {
		return inspect(tui.Config{Reload: func(context.Context) (*model.Recording, error) { panic("a fault of a test") }})
	},
	"panic in an update": func() int {
		// Of a capture without elements nothing can be chosen.
		broken := &model.Recording{Captures: []*model.Capture{nil}}
		return inspect(tui.Config{Reload: func(context.Context) (*model.Recording, error) { return broken, nil }})
	},
	"panic in an export": func() int {
		return inspect(tui.Config{Export: func(string, []byte, bool) error { panic("a fault of a test\x1b[2J\x1b]0;title\a") }})
	},
}

func inspect(cfg tui.Config) int {
	cfg.Again = []string{"obscope", notes}
	data, err := os.ReadFile(notes)
	if err == nil {
		cfg.Recording, err = loaders.LoadBytes(notes, data, loaders.Options{})
	}
	if err == nil {
		err = tui.Run(context.Background(), cfg, tui.Terminal{})
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "ended:", err)
		return 1
	}
	return 0
}
