//go:build !unix

package tui

import tea "charm.land/bubbletea/v2"

// suspending does nothing where programs are not stopped by signals.
func suspending() (filter func(tea.Model, tea.Msg) tea.Msg, watch func(*tea.Program) (stop func())) {
	return func(_ tea.Model, msg tea.Msg) tea.Msg { return msg }, func(*tea.Program) func() { return func() {} }
}
