//go:build unix

package tui

import (
	"os"
	"os/signal"
	"syscall"

	tea "charm.land/bubbletea/v2"
)

// suspending lets a program be stopped from outside, too: Bubble Tea gives the
// terminal back only for its own ctrl+z.
func suspending() (filter func(tea.Model, tea.Msg) tea.Msg, watch func(*tea.Program) (stop func())) {
	c := make(chan os.Signal, 1)
	filter = func(_ tea.Model, msg tea.Msg) tea.Msg {
		switch msg.(type) {
		case tea.SuspendMsg:
			// Bubble Tea stops the process with the same signal, which must
			// then have its effect.
			signal.Reset(syscall.SIGTSTP)
		case tea.ResumeMsg:
			signal.Notify(c, syscall.SIGTSTP)
		}
		return msg
	}
	watch = func(p *tea.Program) func() {
		done := make(chan struct{})
		signal.Notify(c, syscall.SIGTSTP, syscall.SIGCONT)
		go func() {
			for {
				select {
				case s := <-c:
					if s == syscall.SIGTSTP {
						p.Send(tea.SuspendMsg{})
					} else {
						p.Send(tea.ClearScreen()) // others may have written on it
					}
				case <-done:
					return
				}
			}
		}()
		return func() {
			signal.Stop(c)
			close(done)
		}
	}
	return filter, watch
}
