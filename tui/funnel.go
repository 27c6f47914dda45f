package tui

import (
	"fmt"
	"slices"

	"obscope/model"
	"obscope/render"
)

// funnelLine says what each stage left.
func (m *Model) funnelLine(w int) string {
	l := m.st.line(groundPlain, w)
	l.put(toneText, " ")
	if m.obs == nil {
		return l.done()
	}
	c := m.shot().c
	capped := m.st.line(groundPlain, 4*w)
	m.putCap(capped)
	m.putStages(l, capped.used)
	if m.obs.Beyond() > 0 || capped.used <= l.left() {
		m.putCap(l)
	}
	if c.Truncated {
		l.put(toneDim, m.st.dot)
		l.put(toneWarn, m.st.warn+" the capture itself was cut")
	}
	m.putUses(l)
	if m.lines > 0 {
		return l.done()
	}
	if why := m.obs.Empty(); why != "" {
		l.put(toneDim, m.st.dot)
		l.put(toneWarn, m.st.warn+" empty: "+m.st.clean.text(why, 80))
	}
	return l.done()
}

// stageCells are the cells that the name of a stage may take, from the widest;
// from the third on stages that took nothing are left out.
var stageCells = [...]int{maxLabel, 28, 20, 15}

// putStages writes the stages with what each left. Some dialects name their
// stages by whole sentences: those give way to the numbers and to the cap, which
// takes capCells. Where even that is too long, what took least is left out.
func (m *Model) putStages(l *line, capCells int) {
	var steps []render.FunnelStep
	for _, step := range m.obs.Funnel {
		if step.Stage != render.AtCap {
			steps = append(steps, step)
		}
	}
	for i := 0; ; i++ {
		if i == 2 {
			steps = slices.DeleteFunc(steps, func(s render.FunnelStep) bool { return s.Removed == 0 })
		}
		room := l.left() - capCells
		if i > 1 && m.obs.Beyond() == 0 {
			room = l.left() // that there is no cut need not be said
		}
		pieces := m.stagePieces(steps, stageCells[min(i, len(stageCells)-1)])
		used := 0
		for _, p := range pieces {
			used += width(p.text)
		}
		if used <= room || i >= len(stageCells) && len(steps) < 2 {
			for _, p := range pieces {
				l.put(p.tone, p.text)
			}
			return
		}
		if i >= len(stageCells)-1 && len(steps) > 0 {
			steps = withoutLeast(steps)
		}
	}
}

// stagePieces are the pieces of the funnel; a number that does not follow from
// the one before it stands after a mark.
func (m *Model) stagePieces(steps []render.FunnelStep, cells int) []piece {
	left := len(m.obs.Verdicts)
	pieces := []piece{{toneText, comma(left)}}
	for _, step := range steps {
		pieces = append(pieces, piece{toneDim, m.st.dot})
		if left -= step.Removed; left != step.Left {
			left = step.Left
			pieces = append(pieces, piece{toneDim, m.st.cut + m.st.dot})
		}
		tone := toneText
		if step.Removed == 0 {
			tone = toneDim
		}
		pieces = append(pieces, piece{tone, fit(m.st.clean.text(step.Name, maxLabel), cells, m.st.cut) + " " + comma(step.Left)})
	}
	return pieces
}

// withoutLeast leaves the stage out that took least, of several the last; the
// last stage stays, for what is left in the end.
func withoutLeast(steps []render.FunnelStep) []render.FunnelStep {
	least := 0
	for i, s := range steps[:len(steps)-1] {
		if s.Removed <= steps[least].Removed {
			least = i
		}
	}
	return slices.Delete(steps, least, least+1)
}

// putUses tells what became of the elements that the agent used next.
func (m *Model) putUses(l *line) {
	lost, kept := 0, 0
	for _, u := range m.shot().c.Uses {
		if u.Element != model.None && m.obs.Verdicts[u.Element].In() {
			kept++
		} else {
			lost++
		}
	}
	if kept+lost == 0 {
		return
	}
	l.put(toneDim, m.st.dot)
	if lost > 0 {
		l.put(toneBad, m.st.used+m.st.out+" "+comma(lost)+" of "+comma(kept+lost)+" used next are lost")
		return
	}
	l.put(toneGood, m.st.used+" what was used next is kept")
}

// putCap tells whether the cap was reached: full is not cut.
func (m *Model) putCap(l *line) {
	set := m.obs.Set
	if set.MaxElements == render.NoCap {
		l.put(toneDim, m.st.dot+"no cap")
		return
	}
	beyond := m.obs.Beyond()
	l.put(toneDim, m.st.dot)
	switch {
	case beyond > 0:
		text := fmt.Sprintf("cap %d: %s beyond", set.MaxElements, comma(beyond))
		if m.beyond.known && m.beyond.obs == m.obs {
			text += ", " + plural(m.beyond.tokens, "token")
		}
		l.put(toneWarn, text)
	case m.lines == set.MaxElements:
		l.put(toneText, fmt.Sprintf("cap %d, exactly full", set.MaxElements))
	default:
		l.put(toneDim, fmt.Sprintf("cap %d not reached", set.MaxElements))
	}
}
