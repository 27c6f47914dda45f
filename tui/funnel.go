package tui

import (
	"fmt"
	"slices"

	"obscope/model"
	"obscope/render"
	"obscope/tui/paint"
)

// funnelLine says what each stage left.
func (m *Model) funnelLine(w int) string {
	l := m.st.Line(paint.Plain, w)
	l.Put(paint.Text, " ")
	if m.obs == nil {
		return l.Done()
	}
	c := m.shot().c
	capped := m.st.Line(paint.Plain, 4*w)
	m.putCap(capped)
	m.putStages(l, capped.Used)
	if m.obs.Beyond() > 0 || capped.Used <= l.Left() {
		m.putCap(l)
	}
	if c.Truncated {
		l.Put(paint.Dim, m.st.Dot)
		l.Put(paint.Warn, m.st.Warn+" the capture itself was cut")
	}
	m.putUses(l)
	if m.lines > 0 {
		return l.Done()
	}
	if why := m.obs.Empty(); why != "" {
		l.Put(paint.Dim, m.st.Dot)
		l.Put(paint.Warn, m.st.Warn+" empty: "+m.st.Clean.Text(why, 80))
	}
	return l.Done()
}

// stageCells are the cells that the name of a stage may take, from the widest;
// from the third on stages that took nothing are left out.
var stageCells = [...]int{paint.MaxLabel, 28, 20, 15}

// putStages writes the stages with what each left. Some dialects name their
// stages by whole sentences: those give way to the numbers and to the cap, which
// takes capCells. Where even that is too long, what took least is left out.
func (m *Model) putStages(l *paint.Line, capCells int) {
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
		room := l.Left() - capCells
		if i > 1 && m.obs.Beyond() == 0 {
			room = l.Left() // that there is no cut need not be said
		}
		pieces := m.stagePieces(steps, stageCells[min(i, len(stageCells)-1)])
		used := 0
		for _, p := range pieces {
			used += paint.Width(p.Text)
		}
		if used <= room || i >= len(stageCells) && len(steps) < 2 {
			for _, p := range pieces {
				l.Put(p.Tone, p.Text)
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
func (m *Model) stagePieces(steps []render.FunnelStep, cells int) []paint.Piece {
	left := len(m.obs.Verdicts)
	pieces := []paint.Piece{paint.Text.Of(paint.Comma(left))}
	for _, step := range steps {
		pieces = append(pieces, paint.Dim.Of(m.st.Dot))
		if left -= step.Removed; left != step.Left {
			left = step.Left
			pieces = append(pieces, paint.Dim.Of(m.st.Cut+m.st.Dot))
		}
		tone := paint.Text
		if step.Removed == 0 {
			tone = paint.Dim
		}
		pieces = append(pieces, tone.Of(paint.Fit(m.st.Clean.Text(step.Name, paint.MaxLabel), cells, m.st.Cut)+" "+paint.Comma(step.Left)))
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
func (m *Model) putUses(l *paint.Line) {
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
	l.Put(paint.Dim, m.st.Dot)
	if lost > 0 {
		l.Put(paint.Bad, m.st.Used+m.st.Out+" "+paint.Comma(lost)+" of "+paint.Comma(kept+lost)+" used next are lost")
		return
	}
	l.Put(paint.Good, m.st.Used+" what was used next is kept")
}

// putCap tells whether the cap was reached: full is not cut.
func (m *Model) putCap(l *paint.Line) {
	set := m.obs.Set
	if set.MaxElements == render.NoCap {
		l.Put(paint.Dim, m.st.Dot+"no cap")
		return
	}
	beyond := m.obs.Beyond()
	l.Put(paint.Dim, m.st.Dot)
	switch {
	case beyond > 0:
		text := fmt.Sprintf("cap %d: %s beyond", set.MaxElements, paint.Comma(beyond))
		if m.beyond.known && m.beyond.obs == m.obs {
			text += ", " + paint.Plural(m.beyond.tokens, "token")
		}
		l.Put(paint.Warn, text)
	case m.lines == set.MaxElements:
		l.Put(paint.Text, fmt.Sprintf("cap %d, exactly full", set.MaxElements))
	default:
		l.Put(paint.Dim, fmt.Sprintf("cap %d not reached", set.MaxElements))
	}
}
