package tui

import (
	"slices"

	"obscope/render"
	"obscope/tui/dialog"

	tea "charm.land/bubbletea/v2"
)

// unsetRow leaves an option to the dialect and the capture.
func (m *Model) unsetRow(row dialog.Row) tea.Cmd {
	o := m.history.now()
	switch {
	case row.Preset != nil || row.Reset:
		return nil
	case row.Option.Raw != "":
		o.Knobs = o.Knobs.With(row.Option.Raw, "")
	default:
		row.Option.Spec.Unset(&o)
	}
	return m.change(o)
}

// changeRow steps an option with a few values, or asks for its value.
func (m *Model) changeRow(row dialog.Row) tea.Cmd {
	switch {
	case row.Reset:
		return m.change(render.Options{})
	case row.Preset != nil:
		m.say("preset " + m.st.Clean.Text(row.Preset.Name, 40))
		return m.change(row.Preset.Options)
	case row.Option.Raw != "":
		return m.changeOwn(row.Option.Raw)
	}
	return m.turn(row.Option.Spec)
}

// changeOwn steps an option that only the dialect has, or asks for its value.
func (m *Model) changeOwn(name string) tea.Cmd {
	o, set := m.history.now(), m.settings()
	d, err := render.FindDialect(set.Dialect)
	if err != nil {
		return nil
	}
	for _, own := range d.Info().Knobs {
		if own.Name != name {
			continue
		}
		if len(own.Choices) == 0 {
			p := m.ask(dialog.AskOption, name, m.optionHint(own.About, "", "the default"), "")
			p.Own = name
			p.Instead(set.Knobs[name])
			return nil
		}
		next := own.Choices[(slices.Index(own.Choices, set.Knobs[name])+1)%len(own.Choices)]
		o.Knobs = o.Knobs.With(name, next)
		return m.change(o)
	}
	return nil
}
