package dialog

import (
	"obscope/render"
	"obscope/tui/paint"
	"obscope/tui/strip"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// A Form is all options in a list.
type Form struct{ at, top int }

// A Row is an option, a dialect's own option, a preset or the reset.
type Row struct {
	Option strip.Option
	Label  string
	About  string
	Preset *Preset
	Reset  bool
}

// Rows lists what the form offers.
func Rows(s *State) []Row {
	var rows []Row
	for _, k := range s.List {
		row := Row{Option: k, Label: k.Spec.Label, About: k.Spec.About}
		switch k.Spec.Type {
		case render.SwitchOption:
			row.Option.Value = k.Spec.Now(s.Set)
		case render.DialectOption:
			if d, err := render.FindDialect(k.Value); err == nil {
				row.About = d.Info().About
				if !exactOrOwn(d.Info(), s.Format) {
					row.Option.Value += " (approximation)"
				}
			}
		}
		rows = append(rows, row)
	}
	if d, err := render.FindDialect(s.Set.Dialect); err == nil {
		for _, own := range d.Info().Knobs {
			_, isSet := s.Options.Knobs[own.Name]
			rows = append(rows, Row{
				Option: strip.Option{Raw: own.Name, Value: s.Set.Knobs[own.Name], Set: isSet},
				Label:  own.Name,
				About:  own.About,
			})
		}
	}
	for i := range s.Presets {
		rows = append(rows, Row{Preset: &s.Presets[i]})
	}
	return append(rows, Row{Reset: true})
}

// exactOrOwn reports whether a dialect is not a likeness for a format.
func exactOrOwn(i render.Info, format string) bool {
	return i.Name == "indexed" || i.Name == "outline" || i.Name == "json" || i.IsExact(format)
}

// Press is Dialog's.
func (d *Form) Press(s *State, msg tea.KeyPressMsg) Answer {
	k, rows := s.Keys, Rows(s)
	d.at = max(0, min(d.at, len(rows)-1))
	row := rows[d.at]
	switch {
	case key.Matches(msg, k.Close, k.Quit, k.Options):
		return Close{}
	case key.Matches(msg, k.Down):
		d.at = min(d.at+1, len(rows)-1)
	case key.Matches(msg, k.Up):
		d.at = max(d.at-1, 0)
	case key.Matches(msg, k.Unset, k.UnsetOption):
		return UnsetRow{row}
	case key.Matches(msg, k.Change):
		return Change{row}
	default:
		// The options' own keys work here, too.
		return Pass{msg}
	}
	return nil
}

// Click is Dialog's.
func (d *Form) Click(s *State, y, h int) Answer {
	if rows, row := Rows(s), d.top+y; row < len(rows) && y < h-2 {
		d.at = row
		return Change{rows[row]}
	}
	return nil
}

// Scroll is Dialog's: the cursor scrolls it.
func (*Form) Scroll(int) {}

// Box is Dialog's.
func (d *Form) Box(s *State) Box {
	rows := Rows(s)
	d.at = max(0, min(d.at, len(rows)-1))
	dot := s.Style.Dot
	return Box{
		Place: Middle, Title: "options", Foot: "enter changes" + dot + "ctrl+x unsets" + dot + "esc closes",
		W: min(92, s.W-6), H: len(rows) + 2,
		Lines: func(w, h int) []string { return d.lines(s.Style, rows, w, h) },
	}
}

func (d *Form) lines(st *paint.Styles, rows []Row, w, h int) []string {
	room := max(1, h-2)
	d.top = paint.Scrolled(d.top, d.at, room, len(rows))
	var lines []string
	for i := d.top; i < len(rows) && len(lines) < room; i++ {
		lines = append(lines, formLine(st, rows[i], i == d.at, w))
	}
	about := rows[d.at].About
	if p := rows[d.at].Preset; p != nil {
		about = "a preset: puts all of its options in force"
	}
	for len(lines) < room {
		lines = append(lines, st.Blank(w))
	}
	l := st.Line(paint.Plain, w)
	lines = append(lines, st.Blank(w))
	l.Put(paint.Dim, " "+st.Clean.Text(about, 200))
	return append(lines, l.Done())
}

func formLine(st *paint.Styles, row Row, chosen bool, w int) string {
	g, mark := paint.Plain, " "
	if chosen {
		g, mark = paint.Cursor, st.Cursor
	}
	l := st.Line(g, w)
	l.Put(paint.Title, mark)
	switch {
	case row.Reset:
		l.Put(paint.Text, "reset: leave everything to the dialect and the capture")
		return l.Done()
	case row.Preset != nil:
		l.Put(paint.Text, "preset "+st.Clean.Text(row.Preset.Name, 40))
		return l.Done()
	}
	k := row.Option
	l.Put(paint.Text, row.Label)
	l.Pad(16)
	l.Put(paint.Key, k.Spec.Key)
	l.Pad(19)
	value := st.Clean.Text(k.Value, 60)
	if k.Set {
		l.Put(paint.Title, value)
	} else {
		l.Put(paint.Dim, value+" (default)")
	}
	if k.Idle != "" {
		l.Put(paint.Dim, st.Dot+k.Idle)
	}
	return l.Done()
}
