package tui

import (
	"context"
	"slices"

	"obscope/render/lint"
)

// lintRows lists what would mislead an agent, the gravest first.
func (m *Model) lintRows() builder {
	obs, st, w := m.obs, m.st, m.panel.w
	off := slices.Clone(m.rulesOff)
	return func(context.Context) ([]panelRow, string) {
		found := lint.Check(obs, lint.Options{Off: off})
		slices.SortStableFunc(found, func(a, b lint.Finding) int { return int(b.Severity) - int(a.Severity) })
		var rows []panelRow
		for _, f := range found {
			rows = append(rows, findingRows(&st, f, w)...)
		}
		if len(rows) == 0 {
			rows = append(rows, plainRow(piece{toneGood, " nothing found that would mislead an agent"}))
		}
		for _, rule := range off {
			row := plainRow(piece{toneDim, " " + rule + " is off; backspace turns it on"})
			row.rule = rule
			rows = append(rows, row)
		}
		return rows, lint.Summary(found)
	}
}

// findingRows is one finding, its sentence wrapped; the cursor stops at the
// first line.
func findingRows(st *styles, f lint.Finding, w int) []panelRow {
	mark, tone := st.lifted, toneDim
	switch f.Severity {
	case lint.Error:
		mark, tone = st.out, toneBad
	case lint.Warning:
		mark, tone = st.warn, toneWarn
	}
	var rows []panelRow
	for i, text := range wrapText(st.clean.text(f.Sentence, 600), max(12, w-5)) {
		row := plainRow(piece{toneText, "   " + text})
		if i == 0 {
			row.left = []piece{{tone, " " + mark + " "}, {toneText, text}}
			row.id, row.rule = f.ID, f.Rule
		} else {
			row.head = true
		}
		rows = append(rows, row)
	}
	rule := plainRow(piece{toneDim, "   " + f.Rule})
	rule.head = true
	return append(rows, rule)
}

// flipRule turns the rule of a finding off, or on again.
func (m *Model) flipRule(rule string) {
	if at := slices.Index(m.rulesOff, rule); at >= 0 {
		m.rulesOff = slices.Delete(m.rulesOff, at, at+1)
		m.say(rule + " is on again")
		return
	}
	m.rulesOff = append(m.rulesOff, rule)
	m.say(rule + " is off")
}
