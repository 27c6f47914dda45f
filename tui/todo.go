package tui

import tea "charm.land/bubbletea/v2"

func (m *Model) openDifference() tea.Cmd                     { return nil }
func (m *Model) differenceRows() func() ([]panelRow, string) { return nil }
