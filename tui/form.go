package tui

import (
	"slices"

	"obscope/render"
	"obscope/tui/paint"
	"obscope/tui/strip"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// A form is all options in a list.
type form struct{ at, top int }

// A formRow is an option, a dialect's own option, a preset or the reset.
type formRow struct {
	option strip.Option
	label  string
	about  string
	preset *Preset
	reset  bool
}

func (m *Model) openForm() tea.Cmd {
	m.mode, m.form = modeForm, form{}
	return nil
}

// formRows lists what the form offers.
func (m *Model) formRows() []formRow {
	var rows []formRow
	set := m.settings()
	for _, k := range m.knobs() {
		row := formRow{option: k, label: k.Spec.Label, about: k.Spec.About}
		switch k.Spec.Type {
		case render.SwitchOption:
			row.option.Value = k.Spec.Now(set)
		case render.DialectOption:
			if d, err := render.FindDialect(k.Value); err == nil {
				row.about = d.Info().About
				if !exactOrOwn(d.Info(), m.shot().c.Format) {
					row.option.Value += " (approximation)"
				}
			}
		}
		rows = append(rows, row)
	}
	if d, err := render.FindDialect(set.Dialect); err == nil {
		for _, own := range d.Info().Knobs {
			_, isSet := m.options().Knobs[own.Name]
			rows = append(rows, formRow{
				option: strip.Option{Raw: own.Name, Value: set.Knobs[own.Name], Set: isSet},
				label:  own.Name,
				about:  own.About,
			})
		}
	}
	for i := range m.cfg.Presets {
		rows = append(rows, formRow{preset: &m.cfg.Presets[i]})
	}
	return append(rows, formRow{reset: true})
}

// exactOrOwn reports whether a dialect is not a likeness for a format.
func exactOrOwn(i render.Info, format string) bool {
	return i.Name == "indexed" || i.Name == "outline" || i.Name == "json" || i.IsExact(format)
}

func (m *Model) pressForm(msg tea.KeyPressMsg) tea.Cmd {
	k := &m.keys
	rows := m.formRows()
	m.form.at = max(0, min(m.form.at, len(rows)-1))
	row := rows[m.form.at]
	switch {
	case key.Matches(msg, k.Close, k.Quit, k.Options):
		m.mode = modeBrowse
	case key.Matches(msg, k.Down):
		m.form.at = min(m.form.at+1, len(rows)-1)
	case key.Matches(msg, k.Up):
		m.form.at = max(m.form.at-1, 0)
	case key.Matches(msg, k.Unset, k.UnsetOption):
		return m.unsetRow(row)
	case key.Matches(msg, k.Change):
		return m.changeRow(row)
	default:
		// The options' own keys work here, too.
		cmd, _ := m.pressKnob(msg)
		return cmd
	}
	return nil
}

// unsetRow leaves an option to the dialect and the capture.
func (m *Model) unsetRow(row formRow) tea.Cmd {
	o := m.history.now()
	switch {
	case row.preset != nil || row.reset:
		return nil
	case row.option.Raw != "":
		o.Knobs = o.Knobs.With(row.option.Raw, "")
	default:
		row.option.Spec.Unset(&o)
	}
	return m.change(o)
}

// changeRow steps an option with a few values, or asks for its value.
func (m *Model) changeRow(row formRow) tea.Cmd {
	switch {
	case row.reset:
		return m.change(render.Options{})
	case row.preset != nil:
		m.say("preset " + m.st.Clean.Text(row.preset.Name, 40))
		return m.change(row.preset.Options)
	case row.option.Raw != "":
		return m.changeOwn(row.option.Raw)
	}
	return m.turn(row.option.Spec)
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
			m.prompt.knob = name
			return m.askInstead(name, m.optionHint(own.About, "", "the default"), set.Knobs[name])
		}
		next := own.Choices[(slices.Index(own.Choices, set.Knobs[name])+1)%len(own.Choices)]
		o.Knobs = o.Knobs.With(name, next)
		return m.change(o)
	}
	return nil
}

// formBox draws the form.
func (m *Model) formBox() box {
	rows := m.formRows()
	m.form.at = max(0, min(m.form.at, len(rows)-1))
	return box{
		title: "options", foot: "enter changes" + m.st.Dot + "ctrl+x unsets" + m.st.Dot + "esc closes",
		w: min(92, m.w-6), h: len(rows) + 2,
		lines: func(w, h int) []string { return m.formLines(rows, w, h) },
	}
}

func (m *Model) formLines(rows []formRow, w, h int) []string {
	room := max(1, h-2)
	m.form.top = paint.Scrolled(m.form.top, m.form.at, room, len(rows))
	var lines []string
	for i := m.form.top; i < len(rows) && len(lines) < room; i++ {
		lines = append(lines, m.formLine(rows[i], i == m.form.at, w))
	}
	about := rows[m.form.at].about
	if p := rows[m.form.at].preset; p != nil {
		about = "a preset: puts all of its options in force"
	}
	for len(lines) < room {
		lines = append(lines, m.st.Blank(w))
	}
	l := m.st.Line(paint.Plain, w)
	lines = append(lines, m.st.Blank(w))
	l.Put(paint.Dim, " "+m.st.Clean.Text(about, 200))
	return append(lines, l.Done())
}

func (m *Model) formLine(row formRow, chosen bool, w int) string {
	g, mark := paint.Plain, " "
	if chosen {
		g, mark = paint.Cursor, m.st.Cursor
	}
	l := m.st.Line(g, w)
	l.Put(paint.Title, mark)
	switch {
	case row.reset:
		l.Put(paint.Text, "reset: leave everything to the dialect and the capture")
		return l.Done()
	case row.preset != nil:
		l.Put(paint.Text, "preset "+m.st.Clean.Text(row.preset.Name, 40))
		return l.Done()
	}
	k := row.option
	l.Put(paint.Text, row.label)
	l.Pad(16)
	l.Put(paint.Key, k.Spec.Key)
	l.Pad(19)
	value := m.st.Clean.Text(k.Value, 60)
	if k.Set {
		l.Put(paint.Title, value)
	} else {
		l.Put(paint.Dim, value+" (default)")
	}
	if k.Idle != "" {
		l.Put(paint.Dim, m.st.Dot+k.Idle)
	}
	return l.Done()
}
