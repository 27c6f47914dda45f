package strip

import (
	"fmt"
	"strings"

	"obscope/model"
	"obscope/render"
	"obscope/tui/paint"
)

// Header is the first line: what is open.
func (s *State) Header(w int) string {
	l := s.Style.Line(paint.Plain, w)
	c := s.Capture
	right := paint.Plural(len(c.Elements), "element")
	right += s.Style.Dot + fmt.Sprintf("step %d/%d", s.Step, s.Steps)
	marked := ""
	if s.Live {
		right += s.Style.Dot + "live"
	}
	if s.Warnings > 0 {
		marked = s.Style.Dot + s.Style.Warn + " " + paint.Comma(s.Warnings)
	}
	rightW := paint.Width(right) + paint.Width(marked) + 1
	l.Max = max(0, w-rightW-2)
	l.Put(paint.Title, " obscope")
	l.Put(paint.Text, "  ")
	for i, part := range headerParts(s.Style, c) {
		if i > 0 {
			l.Put(paint.Dim, s.Style.Dot)
		}
		tone := paint.Dim
		if i == 0 {
			tone = paint.Text
		}
		l.Put(tone, s.Style.Clean.Text(part, 60))
	}
	l.Max = w
	if rightW+10 <= w {
		l.Pad(w - rightW)
		l.Put(paint.Dim, right)
		l.Put(paint.Warn, marked)
	}
	return l.Done()
}

// headerParts are the window, the application and the format; of a session's
// step first where it is and what tells it from the others.
func headerParts(st *paint.Styles, c *model.Capture) []string {
	var parts []string
	if call := c.Call; call != nil {
		parts = append(parts, c.Source, paint.Call(st, call))
		if call.Same > 0 {
			parts = append(parts, fmt.Sprintf("same as step %d", call.Same))
		}
		if call.Who != "" {
			parts = append(parts, "by "+call.Who)
		}
		parts = append(parts, paint.ClockTime(st, call.Time))
	}
	var list []string
	for _, p := range append(parts, c.Window, c.App, c.Format) {
		if p != "" && (len(list) == 0 || list[len(list)-1] != p) {
			list = append(list, p)
		}
	}
	return list
}

// Gauge says what the text costs.
func (s *State) Gauge(w int) string {
	l := s.Style.Line(paint.Plain, w)
	l.Put(paint.Text, " ")
	set := s.Set
	if s.Obs == nil {
		l.Put(paint.Dim, "rendering"+s.Style.Cut)
		return l.Done()
	}
	about := ""
	if set.Tokens == "chars4" {
		about = s.Style.About
	}
	if !s.Counted {
		l.Put(paint.Dim, strings.Repeat(s.Style.Shade, gaugeCells(w))+" ")
		l.Put(paint.Dim, "counting"+s.Style.Cut+" / "+paint.Comma(set.Budget)+" tokens "+set.Tokens)
		return l.Done()
	}
	l.Gauge(s.Total, set.Budget, gaugeCells(w), paint.BudgetTone(s.Total, set.Budget))
	pins, any := s.Pins.piece(s.Style, w/3)
	if any && w >= pinsFrom {
		l.Max -= paint.Width(pins.Text) + 2
	}
	for brevity := range 4 {
		pieces := s.gaugeWords(set, about, brevity)
		used := 0
		for _, p := range pieces {
			used += paint.Width(p.Text)
		}
		if used <= l.Left() || brevity == 3 {
			for _, p := range pieces {
				l.Put(p.Tone, p.Text)
			}
			break
		}
	}
	if any {
		l.Max = w
		l.Pad(w - paint.Width(pins.Text) - 1)
		l.Put(pins.Tone, pins.Text)
	}
	return l.Done()
}

// pinsFrom is the width from which the gauge leaves room for the pins.
const pinsFrom = 56

// gaugeWords is what stands beside the gauge. Where room is scarce the
// comparison with JSON goes first, then the vocabulary, then the way out.
func (s *State) gaugeWords(set render.Settings, about string, brevity int) []paint.Piece {
	total, budget := s.Total, set.Budget
	pieces := []paint.Piece{paint.Text.Of(" " + about), paint.Title.Of(paint.Comma(total))}
	if s.Waiting {
		// The number of the text before is marked as such.
		pieces[1] = paint.Dim.Of(paint.Comma(total) + s.Style.Cut)
	}
	pieces = append(pieces, paint.Text.Of(" / "+paint.Comma(budget)))
	if brevity < 3 {
		pieces = append(pieces, paint.Text.Of(" tokens"))
	}
	if brevity < 2 {
		pieces = append(pieces, paint.Dim.Of(" "+set.Tokens))
	}
	if brevity < 3 {
		pieces = append(pieces, s.readWords()...)
	}
	tone := paint.BudgetTone(total, budget)
	switch over := "over by " + paint.Comma(total-budget); {
	case tone == paint.Bad && brevity < 3:
		pieces = append(pieces, paint.Dim.Of(s.Style.Dot), tone.Of(s.Style.Warn+" "+over+", F fits it"))
	case tone == paint.Bad:
		pieces = append(pieces, paint.Dim.Of(s.Style.Dot), tone.Of(s.Style.Warn+" "+over))
	case tone == paint.Warn:
		pieces = append(pieces, paint.Dim.Of(s.Style.Dot), tone.Of(s.Style.Warn+" "+paint.Comma(budget-total)+" left"))
	}
	switch json := s.JSONTokens; {
	case brevity > 0:
	case json > 0:
		pieces = append(pieces, paint.Dim.Of(s.Style.Dot+paint.Percent(total, json)+" of JSON"))
	case s.JSONBusy:
		pieces = append(pieces, paint.Dim.Of(s.Style.Dot+s.Style.Cut+" of JSON"))
	}
	return pieces
}

// readWords tells of a session's step the tree's part of what the model read,
// or beside a what-if what the model read.
func (s *State) readWords() []paint.Piece {
	text := ""
	switch {
	case !s.Read:
		return nil
	case !s.AsRead:
		text = paint.Comma(s.Whole) + " as the model read it"
	case !s.Capture.HasTree():
		text = "no tree"
	case s.TreePart == s.Whole:
		return nil
	default:
		text = "tree " + paint.Comma(s.TreePart)
	}
	return []paint.Piece{paint.Dim.Of(s.Style.Dot + text)}
}

func gaugeCells(w int) int { return max(4, min(w/5, 32)) }

// OnPins reports whether a column of the gauge is where an element that is pinned
// and out is named.
func (s *State) OnPins(x, w int) bool {
	pins, any := s.Pins.piece(s.Style, w/3)
	return any && s.Pins.In < s.Pins.All && x >= w-paint.Width(pins.Text)-1
}
