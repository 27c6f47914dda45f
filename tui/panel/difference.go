package panel

import (
	"context"

	"obscope/model"
	"obscope/render"
	"obscope/render/diff"
	"obscope/tui/paint"
)

// maxDifferences bounds the rows of each part of a difference.
const maxDifferences = 2000

// Difference is what changed since the previous step.
type Difference struct{}

// Name is Panel's.
func (Difference) Name() string { return "difference" }

// Shows is Panel's.
func (Difference) Shows(s State) bool { return s.Step > 0 }

// Build tells what changed in the tree and in the text since the
// previous step, under the options in force.
func (Difference) Build(s State) func(context.Context) Page {
	if s.Step == 0 {
		return func(context.Context) Page { return Page{Subtitle: "the first step has none before it"} }
	}
	at := stepBefore(s)
	c, o, obs, st := s.Captures[at], s.Options, s.Obs, s.Style
	return func(context.Context) Page {
		before := s.At(at)
		tree := diff.Captures(c, obs.Capture())
		rows := []Row{heading("tree: " + tree.Summary())}
		for i, r := range tree.Rows() {
			if i == maxDifferences {
				rows = append(rows, plainRow(paint.Dim.Of(" and more")))
				break
			}
			rows = append(rows, differenceRow(&st, tree, r))
		}
		prev, err := before.Observe(o)
		if err != nil {
			return Page{Rows: rows, Subtitle: st.Clean.Text(err.Error(), 80)}
		}
		text := diff.Observations(prev, obs)
		rows = append(rows, heading("text: "+text.Summary()))
		rows = append(rows, textRows(&st, text, prev, obs)...)
		return Page{Rows: rows, Subtitle: "step " + paint.Comma(c.Step) + " " + st.Arrow + " " + paint.Comma(obs.Capture().Step)}
	}
}

// stepBefore is the step that one is compared with: of a session's steps with a
// tree the last before it that has one, too.
func stepBefore(s State) int {
	if s.Obs.Capture().Call != nil && s.Obs.Capture().HasTree() {
		for at := s.Step - 1; at >= 0; at-- {
			if s.Captures[at].HasTree() {
				return at
			}
		}
	}
	return s.Step - 1
}

// signTone is the colour of a sign.
func signTone(s diff.Sign) paint.Tone {
	switch s {
	case diff.Added:
		return paint.Good
	case diff.Removed:
		return paint.Bad
	case diff.Changed:
		return paint.Warn
	}
	return paint.Dim
}

func differenceRow(st *paint.Styles, d *diff.Diff, r diff.Row) Row {
	indent := min(r.Depth, 12)
	row := plainRow((signTone(r.Sign)).Of(" " + string(rune(r.Sign)) + " " + paint.Blanks(indent)))
	text := paint.Text
	if r.Sign == diff.Context {
		text = paint.Dim
	}
	row.Left = append(row.Left, text.Of(st.Clean.Text(d.Describe(r), 300)))
	row.Look = selecting(r.Curr)
	return row
}

// textRows are the lines that came and went.
func textRows(st *paint.Styles, d *diff.TextDiff, prev, curr *render.Observation) []Row {
	var rows []Row
	for _, h := range d.Hunks(1) {
		for _, l := range d.Lines[h.From:h.To] {
			if len(rows) == maxDifferences {
				return append(rows, plainRow(paint.Dim.Of(" and more")))
			}
			of, id := curr, d.Element(l)
			if l.Sign == diff.Removed {
				of = prev
			}
			text := d.Text(l)
			if id != model.None {
				text = paint.Mask(text, of.Capture().Element(id))
			}
			tone := signTone(l.Sign)
			row := plainRow(tone.Of(" "+string(rune(l.Sign))+" "), tone.Of(st.Clean.Text(text, 400)))
			if l.Sign != diff.Removed {
				row.Look = selecting(id)
			}
			rows = append(rows, row)
		}
	}
	return rows
}
