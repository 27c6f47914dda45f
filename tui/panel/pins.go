package panel

import (
	"context"
	"slices"

	"obscope/model"
	"obscope/render"
	"obscope/tui/keymap"
	"obscope/tui/paint"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// Pins is what became of each pin.
type Pins struct{}

// Name is Panel's.
func (Pins) Name() string { return "pins" }

// Shows is Panel's.
func (Pins) Shows(s State) bool { return len(s.Pins) > 0 }

// Press lets a pin go.
func (Pins) Press(k keymap.KeyMap, msg tea.KeyPressMsg, at Row, _ State) (Action, bool) {
	p, ok := at.About.(Pin)
	return Unpin{p}, ok && key.Matches(msg, k.Unset)
}

// Build lists the pins with what became of each.
func (Pins) Build(s State) func(context.Context) Page {
	pins, obs, st := slices.Clone(s.Pins), s.Obs, s.Style
	return func(context.Context) Page {
		var rows []Row
		for _, p := range pins {
			row := plainRow(paint.Key.Of(" "+st.Pin+" "), paint.Text.Of(paint.Label(&st, p.C.Element(p.ID))))
			row.Look, row.About = selecting(p.Here), p
			row.Right = []paint.Piece{pinFate(&st, obs, p)}
			rows = append(rows, row)
		}
		return Page{Rows: rows, Subtitle: "enter goes there" + st.Dot + "backspace lets go"}
	}
}

// pinFate is the line that a pinned element is on, or why there is none.
func pinFate(st *paint.Styles, obs *render.Observation, p Pin) paint.Piece {
	if p.Here == model.None {
		return paint.Bad.Of(st.Out + " " + p.Fate())
	}
	if v := obs.Verdicts[p.Here]; !v.In() {
		return paint.Bad.Of(st.Out + " " + obs.QuickWhy(p.Here).Out())
	}
	if entry, ok := obs.EntryOf(p.Here); ok {
		return paint.Good.Of("line " + paint.Comma(obs.LineOf(entry)))
	}
	return paint.Good.Of("in")
}
