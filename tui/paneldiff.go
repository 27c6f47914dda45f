package tui

import (
	"context"
	"obscope/model"
	"obscope/render"
	"obscope/render/diff"

	tea "charm.land/bubbletea/v2"
)

// openDifference shows what changed since the previous step.
func (m *Model) openDifference() tea.Cmd {
	switch {
	case m.panel.open && m.panel.kind == panelDifference:
		m.closePanel()
		return nil
	case len(m.shots) == 1:
		return m.warn("the recording has one step; open several files, or a log, to compare steps")
	case m.step == 0:
		return m.warn("this is the first step; . goes to the next")
	}
	return m.openPanel(panelDifference)
}

// maxDifferences bounds the rows of each part of a difference.
const maxDifferences = 2000

// differenceRows tells what changed in the tree and in the text since the
// previous step, under the options in force.
func (m *Model) differenceRows() builder {
	if m.step == 0 {
		return func(context.Context) ([]panelRow, string) { return nil, "the first step has none before it" }
	}
	before, c, o, obs, st := m.shots[m.step-1], m.rec.Captures[m.step-1], m.options(), m.obs, m.st
	return func(context.Context) ([]panelRow, string) {
		if before == nil {
			before = newShot(c)
		}
		tree := diff.Captures(c, obs.Capture())
		rows := []panelRow{heading("tree: " + tree.Summary())}
		for i, r := range tree.Rows() {
			if i == maxDifferences {
				rows = append(rows, plainRow(piece{toneDim, " and more"}))
				break
			}
			rows = append(rows, differenceRow(&st, tree, r))
		}
		prev, err := before.r.Observe(o)
		if err != nil {
			return rows, st.clean.text(err.Error(), 80)
		}
		text := diff.Observations(prev, obs)
		rows = append(rows, heading("text: "+text.Summary()))
		rows = append(rows, textRows(&st, text, prev, obs)...)
		return rows, "step " + comma(before.c.Step) + " " + st.arrow + " " + comma(obs.Capture().Step)
	}
}

// signTone is the colour of a sign.
func signTone(s diff.Sign) tone {
	switch s {
	case diff.Added:
		return toneGood
	case diff.Removed:
		return toneBad
	case diff.Changed:
		return toneWarn
	}
	return toneDim
}

func differenceRow(st *styles, d *diff.Diff, r diff.Row) panelRow {
	indent := min(r.Depth, 12)
	row := plainRow(piece{signTone(r.Sign), " " + string(rune(r.Sign)) + " " + blanks(indent)})
	text := toneText
	if r.Sign == diff.Context {
		text = toneDim
	}
	row.left = append(row.left, piece{text, st.clean.text(d.Describe(r), 300)})
	row.id = r.Curr
	return row
}

// textRows are the lines that came and went.
func textRows(st *styles, d *diff.TextDiff, prev, curr *render.Observation) []panelRow {
	var rows []panelRow
	for _, h := range d.Hunks(1) {
		for _, l := range d.Lines[h.From:h.To] {
			if len(rows) == maxDifferences {
				return append(rows, plainRow(piece{toneDim, " and more"}))
			}
			of, id := curr, d.Element(l)
			if l.Sign == diff.Removed {
				of = prev
			}
			text := d.Text(l)
			if id != model.None {
				text = Mask(text, of.Capture().Element(id))
			}
			tone := signTone(l.Sign)
			row := plainRow(piece{tone, " " + string(rune(l.Sign)) + " "}, piece{tone, st.clean.text(text, 400)})
			if l.Sign != diff.Removed {
				row.id = id
			}
			rows = append(rows, row)
		}
	}
	return rows
}
