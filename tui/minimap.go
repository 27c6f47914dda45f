package tui

import "obscope/model"

type minimap struct{}

func (mm *minimap) forget() {}
func (mm *minimap) View(m *Model, w, h int) []string {
	lines := make([]string, h)
	for i := range lines {
		lines[i] = m.st.blank(w)
	}
	return lines
}
func (mm *minimap) at(m *Model, x, y int) model.ID { return model.None }
