package panel

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"obscope/model"
	"obscope/tui/keymap"
	"obscope/tui/paint"

	"context"
	"slices"

	"obscope/render/lint"
)

// Lint is what would mislead an agent.
type Lint struct{ off []string }

// A finding is what a row is about.
type finding struct {
	rule string
	id   model.ID
}

// Name is Panel's.
func (*Lint) Name() string { return "lint" }

// Shows is Panel's.
func (*Lint) Shows(State) bool { return true }

// Press turns the rule of a finding off, or on again.
func (p *Lint) Press(k keymap.KeyMap, msg tea.KeyPressMsg, at Row, _ State) (Action, bool) {
	about, ok := at.About.(finding)
	if !ok || !key.Matches(msg, k.Unset) {
		return nil, false
	}
	if i := slices.Index(p.off, about.rule); i >= 0 {
		p.off = slices.Delete(p.off, i, i+1)
		return Again{about.rule + " is on again"}, true
	}
	p.off = append(p.off, about.rule)
	return Again{about.rule + " is off"}, true
}

// Build lists what would mislead an agent, the gravest first.
func (p *Lint) Build(s State) func(context.Context) Page {
	obs, st, w := s.Obs, s.Style, s.W
	off := slices.Clone(p.off)
	return func(context.Context) Page {
		found := lint.Check(obs, lint.Options{Off: off})
		slices.SortStableFunc(found, func(a, b lint.Finding) int { return int(b.Severity) - int(a.Severity) })
		var rows []Row
		for _, f := range found {
			rows = append(rows, findingRows(&st, f, w)...)
		}
		if len(rows) == 0 {
			rows = append(rows, plainRow(paint.Good.Of(" nothing found that would mislead an agent")))
		}
		for _, rule := range off {
			row := plainRow(paint.Dim.Of(" " + rule + " is off; backspace turns it on"))
			row.About = finding{rule: rule}
			rows = append(rows, row)
		}
		return Page{Rows: rows, Subtitle: lint.Summary(found)}
	}
}

// findingRows is one finding, its sentence wrapped; the cursor stops at the
// first line.
func findingRows(st *paint.Styles, f lint.Finding, w int) []Row {
	mark, tone := st.Lifted, paint.Dim
	switch f.Severity {
	case lint.Error:
		mark, tone = st.Out, paint.Bad
	case lint.Warning:
		mark, tone = st.Warn, paint.Warn
	}
	var rows []Row
	for i, text := range paint.WrapText(st.Clean.Text(f.Sentence, 600), max(12, w-5)) {
		row := plainRow(paint.Text.Of("   " + text))
		if i == 0 {
			row.Left = []paint.Piece{tone.Of(" " + mark + " "), paint.Text.Of(text)}
			row.Look, row.About = selecting(f.ID), finding{f.Rule, f.ID}
		} else {
			row.Head = true
		}
		rows = append(rows, row)
	}
	rule := plainRow(paint.Dim.Of("   " + f.Rule))
	rule.Head = true
	return append(rows, rule)
}
