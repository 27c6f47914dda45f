package strip

import (
	"fmt"
	"slices"

	"obscope/model"
	"obscope/render"
	"obscope/tui/paint"
)

// Funnel says what each stage left.
func (s *State) Funnel(w int) string {
	l := s.Style.Line(paint.Plain, w)
	l.Put(paint.Text, " ")
	if s.Obs == nil {
		return l.Done()
	}
	c := s.Capture
	capped := s.Style.Line(paint.Plain, 4*w)
	s.putCap(capped)
	s.putStages(l, capped.Used)
	if s.Obs.Beyond() > 0 || capped.Used <= l.Left() {
		s.putCap(l)
	}
	if c.Truncated {
		l.Put(paint.Dim, s.Style.Dot)
		l.Put(paint.Warn, s.Style.Warn+" the capture itself was cut")
	}
	s.putUses(l)
	if s.ElementLines > 0 {
		return l.Done()
	}
	if why := s.Obs.Empty(); why != "" {
		l.Put(paint.Dim, s.Style.Dot)
		l.Put(paint.Warn, s.Style.Warn+" empty: "+s.Style.Clean.Text(why, 80))
	}
	return l.Done()
}

// stageCells are the cells that the name of a stage may take, from the widest;
// from the third on stages that took nothing are left out.
var stageCells = [...]int{paint.MaxLabel, 28, 20, 15}

// putStages writes the stages with what each left. Some dialects name their
// stages by whole sentences: those give way to the numbers and to the cap, which
// takes capCells. Where even that is too long, what took least is left out.
func (s *State) putStages(l *paint.Line, capCells int) {
	var steps []render.FunnelStep
	for _, step := range s.Obs.Funnel {
		if step.Stage != render.AtCap {
			steps = append(steps, step)
		}
	}
	for i := 0; ; i++ {
		if i == 2 {
			steps = slices.DeleteFunc(steps, func(s render.FunnelStep) bool { return s.Removed == 0 })
		}
		room := l.Left() - capCells
		if i > 1 && s.Obs.Beyond() == 0 {
			room = l.Left() // that there is no cut need not be said
		}
		pieces := s.stagePieces(steps, stageCells[min(i, len(stageCells)-1)])
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
func (s *State) stagePieces(steps []render.FunnelStep, cells int) []paint.Piece {
	left := len(s.Obs.Verdicts)
	pieces := []paint.Piece{paint.Text.Of(paint.Comma(left))}
	for _, step := range steps {
		pieces = append(pieces, paint.Dim.Of(s.Style.Dot))
		if left -= step.Removed; left != step.Left {
			left = step.Left
			pieces = append(pieces, paint.Dim.Of(s.Style.Cut+s.Style.Dot))
		}
		tone := paint.Text
		if step.Removed == 0 {
			tone = paint.Dim
		}
		pieces = append(pieces, tone.Of(paint.Fit(s.Style.Clean.Text(step.Name, paint.MaxLabel), cells, s.Style.Cut)+" "+paint.Comma(step.Left)))
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
func (s *State) putUses(l *paint.Line) {
	lost, kept := 0, 0
	for _, u := range s.Capture.Uses {
		if u.Element != model.None && s.Obs.Verdicts[u.Element].In() {
			kept++
		} else {
			lost++
		}
	}
	if kept+lost == 0 {
		return
	}
	l.Put(paint.Dim, s.Style.Dot)
	if lost > 0 {
		l.Put(paint.Bad, s.Style.Used+s.Style.Out+" "+paint.Comma(lost)+" of "+paint.Comma(kept+lost)+" used next are lost")
		return
	}
	l.Put(paint.Good, s.Style.Used+" what was used next is kept")
}

// putCap tells whether the cap was reached: full is not cut.
func (s *State) putCap(l *paint.Line) {
	set := s.Obs.Set
	if set.MaxElements == render.NoCap {
		l.Put(paint.Dim, s.Style.Dot+"no cap")
		return
	}
	beyond := s.Obs.Beyond()
	l.Put(paint.Dim, s.Style.Dot)
	switch {
	case beyond > 0:
		text := fmt.Sprintf("cap %d: %s beyond", set.MaxElements, paint.Comma(beyond))
		if s.BeyondTokens >= 0 {
			text += ", " + paint.Plural(s.BeyondTokens, "token")
		}
		l.Put(paint.Warn, text)
	case s.ElementLines == set.MaxElements:
		l.Put(paint.Text, fmt.Sprintf("cap %d, exactly full", set.MaxElements))
	default:
		l.Put(paint.Dim, fmt.Sprintf("cap %d not reached", set.MaxElements))
	}
}
