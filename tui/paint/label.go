package paint

import (
	"fmt"
	"strings"

	"obscope/model"
)

// Scrolled is the first row of a window of h rows that holds row.
func Scrolled(top, row, h, n int) int {
	margin := min(2, max(0, (h-1)/2))
	if row < top+margin {
		top = row - margin
	}
	if row >= top+h-margin {
		top = row - h + 1 + margin
	}
	return max(0, min(top, n-h))
}

// MaxLabel is how many cells of a name or value are drawn at most.
const MaxLabel = 200

// PutLabel writes role, name and value of an element.
func PutLabel(l *Line, st *Styles, e *model.Element, unmask bool, role, name, value Tone) {
	l.Put(role, st.Clean.Text(roleText(e), MaxLabel))
	if e.Name != "" {
		l.Put(role, " ")
		l.Put(name, `"`+st.Clean.Text(e.Name, MaxLabel)+`"`)
	}
	switch {
	case e.Value != "" && e.Secure && !unmask:
		l.Put(value, " ="+st.Mask())
	case e.Value != "":
		l.Put(value, ` =`+st.Clean.Text(e.Value, MaxLabel))
	case e.Name == "" && e.Placeholder != "":
		l.Put(value, " ~"+st.Clean.Text(e.Placeholder, MaxLabel))
	case e.Name == "" && e.Description != "":
		l.Put(value, " "+st.Clean.Text(e.Description, MaxLabel))
	}
}

// roleText is the captured role, with what a macOS subrole adds to it.
func roleText(e *model.Element) string {
	r := e.Role
	if r == "" {
		r = e.Kind.String()
	}
	if sub := strings.TrimPrefix(e.Subrole, "AX"); sub != "" {
		r += "/" + sub
	}
	return r
}

// Mask stands for a secret, whatever its length.
func (s *Styles) Mask() string {
	m := ""
	for range 6 {
		m += s.secret
	}
	return m
}

// Label names an element for people: role and name, never a secret.
func Label(st *Styles, e *model.Element) string {
	r := st.Clean.Text(roleText(e), 60)
	switch {
	case e.Name != "":
		return r + ` "` + st.Clean.Text(e.Name, 60) + `"`
	case e.Value != "" && !e.Secure:
		return r + ` =` + st.Clean.Text(e.Value, 60)
	}
	return r
}

// A piece is text in a tone.
type Piece struct {
	Tone Tone
	Text string
}

func SpanOf(t Tone, s string) Piece { return Piece{t, s} }

func Percent(part, whole int) string {
	switch p := float64(part) * 100 / float64(whole); {
	case p > 0 && p < 0.1:
		return "under 0.1 %"
	case p > 0 && p < 1:
		return fmt.Sprintf("%.1f %%", p)
	default:
		return fmt.Sprintf("%.0f %%", p)
	}
}

// BudgetTone tells by its colour how total stands to budget.
func BudgetTone(total, budget int) Tone {
	switch {
	case total > budget:
		return Bad
	case total*100 >= budget*amberFrom:
		return Warn
	}
	return Good
}

// amberFrom is the part of the budget from which the gauge is amber, in
// per cent.
const amberFrom = 80

// Gauge draws total against budget.
func (l *Line) Gauge(total, budget, cells int, tone Tone) {
	full := 0
	if total > 0 {
		full = min(max(1, (total*cells+budget/2)/budget), cells)
	}
	l.Put(tone, strings.Repeat(l.st.blocks[8], full))
	l.Put(Dim, strings.Repeat(l.st.Shade, cells-full))
}

// Titled writes a border of w cells with a title in it.
func (l *Line) Titled(title string, w int, focused bool) {
	end := l.Used + w
	if w >= 8 && title != "" {
		tone := Dim
		if focused {
			tone = Title
		}
		l.Put(Frame, l.st.Horizontal)
		l.Put(tone, " "+Fit(title, w-4, l.st.Cut)+" ")
	}
	if n := end - l.Used; n > 0 {
		l.Put(Frame, strings.Repeat(l.st.Horizontal, n))
	}
}

// Ruled is a rule of w cells with a title.
func (s *Styles) Ruled(w int, title string, focused bool) string {
	l := s.Line(Plain, w)
	l.Titled(title, w, focused)
	return l.Done()
}

// Of is text in the tone.
func (t Tone) Of(text string) Piece { return Piece{t, text} }
