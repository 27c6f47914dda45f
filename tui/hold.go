package tui

import (
	"context"
	"slices"
	"strings"

	"obscope/model"
	"obscope/render"

	tea "charm.land/bubbletea/v2"
)

// A holding is a set of options that the present ones are compared with.
type holding struct{ options render.Options }

// hold keeps the present options for comparison; with options held, it puts
// those in force and holds the present ones: the two sets flip.
func (m *Model) hold() tea.Cmd {
	if m.obs == nil {
		return nil
	}
	now := m.history.now()
	if m.held != nil {
		o := m.held.options
		m.held = &holding{options: now}
		m.say("flipped: A is what was in force")
		return m.change(o)
	}
	m.held = &holding{options: now}
	m.say("held as A; change options and see what B gains and loses; a flips, esc lets go")
	return m.openPanel(panelCompare)
}

// release lets the held options go.
func (m *Model) release() {
	m.held = nil
	if m.panel.open && m.panel.kind == panelCompare {
		m.closePanel()
	}
}

// maxCompared bounds the elements that a comparison lists on each side.
const maxCompared = 500

// compareRows tells what the options in force (B) keep and what the held ones
// (A) did.
func (m *Model) compareRows() builder {
	if m.held == nil {
		return nil
	}
	held, obs, r, st := *m.held, m.obs, m.shot().r, m.st
	flagsA, flagsB := differing(held.options.Flags(), m.history.now().Flags())
	return func(context.Context) ([]panelRow, string) {
		a, err := r.Observe(held.options)
		if err != nil {
			return []panelRow{plainRow(piece{toneBad, " " + st.clean.text(err.Error(), 200)})}, ""
		}
		rows := []panelRow{
			optionsRow(&st, "A held", a, flagsA),
			optionsRow(&st, "B now ", obs, flagsB),
		}
		var onlyA, onlyB []model.ID
		for _, id := range obs.Capture().Tree.Order {
			switch inA, inB := a.Verdicts[id].In(), obs.Verdicts[id].In(); {
			case inA && !inB:
				onlyA = append(onlyA, id)
			case inB && !inA:
				onlyB = append(onlyB, id)
			}
		}
		rows = append(rows, onlyRows(&st, "only in B", "+ ", toneGood, obs, onlyB)...)
		rows = append(rows, onlyRows(&st, "only in A", "- ", toneBad, a, onlyA)...)
		if len(onlyA)+len(onlyB) == 0 {
			rows = append(rows, plainRow(piece{toneDim, " both name the same elements"}))
		}
		return rows, signed(obs.Tokens()-a.Tokens()) + " tokens" + st.dot + signed(obs.Kept()-a.Kept()) + " elements"
	}
}

// differing leaves of two lists of flags what only one of them has. A flag and
// its value are two words.
func differing(a, b []string) (onlyA, onlyB string) {
	pairs := func(flags []string) (list []string) {
		for _, f := range flags {
			if strings.HasPrefix(f, "--") || len(list) == 0 {
				list = append(list, f)
			} else {
				list[len(list)-1] += " " + f
			}
		}
		return list
	}
	without := func(list, other []string) string {
		var rest []string
		for _, f := range list {
			if !slices.Contains(other, f) {
				rest = append(rest, f)
			}
		}
		return strings.Join(rest, " ")
	}
	pa, pb := pairs(a), pairs(b)
	return without(pa, pb), without(pb, pa)
}

func optionsRow(st *styles, name string, obs *render.Observation, flags string) panelRow {
	if flags == "" {
		flags = "default"
	}
	row := plainRow(piece{toneTitle, " " + name + " "}, piece{toneDim, st.clean.text(flags, 200)})
	row.right = []piece{{toneText, comma(obs.Tokens())}, {toneDim, " tokens"}, {toneText, " " + comma(obs.Kept())}, {toneDim, " elements"}}
	return row
}

func onlyRows(st *styles, title, sign string, tone tone, obs *render.Observation, ids []model.ID) []panelRow {
	if len(ids) == 0 {
		return nil
	}
	rows := []panelRow{heading(title + ": " + plural(len(ids), "element"))}
	for i, id := range ids {
		if i == maxCompared {
			rows = append(rows, plainRow(piece{toneDim, " and " + comma(len(ids)-i) + " more"}))
			break
		}
		text := label(st, obs.Capture().Element(id))
		if entry, ok := entryOf(obs, id); ok {
			text = Mask(obs.Entry(entry), obs.Capture().Element(id))
			text = strings.TrimSpace(st.clean.text(text, 300))
		}
		row := plainRow(piece{tone, " " + sign}, piece{toneText, text})
		row.id = id
		rows = append(rows, row)
	}
	return rows
}
