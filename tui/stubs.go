package tui

import (
	"errors"

	tea "charm.land/bubbletea/v2"
)

type holding struct{}

func (m *Model) hold() tea.Cmd                               { return nil }
func (m *Model) release()                                    { m.held = nil }
func (m *Model) openDifference() tea.Cmd                     { return nil }
func (m *Model) lintRows() func() ([]panelRow, string)       { return nil }
func (m *Model) differenceRows() func() ([]panelRow, string) { return nil }
func (m *Model) compareRows() func() ([]panelRow, string)    { return nil }
func (m *Model) copyText() tea.Cmd                           { return nil }
func (m *Model) openCopyMenu() tea.Cmd                       { return nil }
func (m *Model) reload() tea.Cmd                             { return nil }
func (m *Model) exported(path string) (string, func() ([]byte, error), error) {
	return "", nil, errors.New("not yet")
}

type reloadMsg struct{}

func (m *Model) watch() tea.Cmd { return nil }
