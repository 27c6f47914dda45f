//go:build unix

package tui

import (
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
	"time"

	tea "charm.land/bubbletea/v2"
	"golang.org/x/sys/unix"
)

// hasShell reports whether somebody is there to continue the process once it
// stops: a program that a terminal started itself would stay stopped.
func hasShell() bool {
	session, err := unix.Getsid(0)
	if err != nil || unix.Getpgrp() == session {
		return false
	}
	parents, err := unix.Getsid(os.Getppid())
	return err == nil && parents == session
}

// suspending lets a program be stopped from outside, too: Bubble Tea gives the
// terminal back only for its own ctrl+z.
func suspending() (filter func(tea.Model, tea.Msg) tea.Msg, watch func(*tea.Program) (stop func())) {
	c := make(chan os.Signal, 4)
	var released atomic.Bool // the terminal is given back, or about to be
	filter = func(_ tea.Model, msg tea.Msg) tea.Msg {
		switch msg.(type) {
		case tea.SuspendMsg:
			if !hasShell() {
				return noShell{}
			}
			released.Store(true)
		case tea.ResumeMsg:
			released.Store(false)
		}
		return msg
	}
	watch = func(p *tea.Program) func() {
		done := make(chan struct{})
		signal.Notify(c, syscall.SIGTSTP, syscall.SIGCONT, syscall.SIGQUIT)
		go func() {
			for {
				select {
				case s := <-c:
					switch {
					case s == syscall.SIGQUIT:
						dump(p)
					case s == syscall.SIGCONT:
						p.Send(tea.ClearScreen()) // others may have written on it
					case released.Load():
						// It is Bubble Tea's own, sent once the terminal is given
						// back. A signal that was ever asked for does not stop a
						// Go program any more; this one cannot but.
						_ = syscall.Kill(os.Getpid(), syscall.SIGSTOP)
					default:
						p.Send(tea.SuspendMsg{})
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

// dump ends the process as SIGQUIT does: with what every goroutine was doing.
// The terminal is given back first, unless what hangs is that.
func dump(p *tea.Program) {
	released := make(chan struct{})
	go func() {
		_ = p.ReleaseTerminal()
		close(released)
	}()
	select {
	case <-released:
	case <-time.After(2 * time.Second):
	}
	signal.Reset(syscall.SIGQUIT)
	_ = syscall.Kill(os.Getpid(), syscall.SIGQUIT)
}
