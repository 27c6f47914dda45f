package panel

import (
	"context"
	"slices"
	"strings"

	"obscope/model"
	"obscope/render"
	"obscope/tui/paint"
)

// Compare is what two sets of options keep.
type Compare struct{}

// Name is Panel's.
func (Compare) Name() string { return "A/B" }

// Shows is Panel's.
func (Compare) Shows(s State) bool { return s.Held != nil }

// maxCompared bounds the elements that a comparison lists on each side.
const maxCompared = 500

// Build tells what the options in force (B) keep and what the held ones
// (A) did.
func (Compare) Build(s State) func(context.Context) Page {
	if s.Held == nil {
		return nil
	}
	held, obs, st := *s.Held, s.Obs, s.Style
	flagsA, flagsB := differing(held.Flags(), s.Options.Flags())
	return func(context.Context) Page {
		a, err := obs.Renderer().Observe(held)
		if err != nil {
			return Page{Rows: []Row{plainRow(paint.Bad.Of(" " + st.Clean.Text(err.Error(), 200)))}}
		}
		rows := []Row{
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
		rows = append(rows, onlyRows(&st, "only in B", "+ ", paint.Good, obs, onlyB)...)
		rows = append(rows, onlyRows(&st, "only in A", "- ", paint.Bad, a, onlyA)...)
		if len(onlyA)+len(onlyB) == 0 {
			rows = append(rows, plainRow(paint.Dim.Of(" both name the same elements")))
		}
		return Page{Rows: rows, Subtitle: paint.Signed(obs.Tokens()-a.Tokens()) + " tokens" + st.Dot + paint.Signed(obs.Kept()-a.Kept()) + " elements"}
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

func optionsRow(st *paint.Styles, name string, obs *render.Observation, flags string) Row {
	if flags == "" {
		flags = "default"
	}
	row := plainRow(paint.Title.Of(" "+name+" "), paint.Dim.Of(st.Clean.Text(flags, 200)))
	row.Right = []paint.Piece{paint.Text.Of(paint.Comma(obs.Tokens())), paint.Dim.Of(" tokens"), paint.Text.Of(" " + paint.Comma(obs.Kept())), paint.Dim.Of(" elements")}
	return row
}

func onlyRows(st *paint.Styles, title, sign string, tone paint.Tone, obs *render.Observation, ids []model.ID) []Row {
	if len(ids) == 0 {
		return nil
	}
	rows := []Row{heading(title + ": " + paint.Plural(len(ids), "element"))}
	for i, id := range ids {
		if i == maxCompared {
			rows = append(rows, plainRow(paint.Dim.Of(" and "+paint.Comma(len(ids)-i)+" more")))
			break
		}
		text := paint.Label(st, obs.Capture().Element(id))
		if entry, ok := obs.EntryOf(id); ok {
			text = paint.Mask(obs.Entry(entry), obs.Capture().Element(id))
			text = strings.TrimSpace(st.Clean.Text(text, 300))
		}
		row := plainRow(tone.Of(" "+sign), paint.Text.Of(text))
		row.Look = selecting(id)
		rows = append(rows, row)
	}
	return rows
}
