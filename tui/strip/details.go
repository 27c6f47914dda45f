package strip

import (
	"strconv"
	"strings"

	"obscope/model"
	"obscope/render"
	"obscope/tui/paint"
	"obscope/tui/pane"
)

// Details tells about the selected element: its verdict, what would bring
// it back, where it is; and in the long form everything that was captured.
func (s *State) Details(w, h int) []string {
	var lines []string
	if s.Sel == model.None || s.Obs == nil {
		lines = append(lines, s.Style.Blank(w))
	} else {
		lines = append(lines, s.verdictLine(w))
		if h > 1 {
			lines = append(lines, s.placeLine(w))
		}
		if h > 2 {
			lines = append(lines, s.fieldLines(w, h-2)...)
		}
	}
	for len(lines) < h {
		lines = append(lines, s.Style.Blank(w))
	}
	return lines[:h]
}

// verdictLine says whether the element is in the text, or where it went out.
func (s *State) verdictLine(w int) string {
	l := s.Style.Line(paint.Plain, w)
	e := s.Capture.Element(s.Sel)
	v := s.Obs.Verdicts[s.Sel]
	name := paint.Label(s.Style, e)
	if v.In() {
		l.Put(paint.Good, " "+s.Style.In+" ")
		l.Put(paint.Text, name)
		if entry, ok := s.Obs.EntryOf(s.Sel); ok {
			l.Put(paint.Dim, s.Style.Dot+"line "+paint.Comma(s.Text.Lines.First(entry)+1))
		}
		if s.Subtree != nil {
			self := s.Obs.ElementTokens(s.Sel)
			l.Put(paint.Dim, s.Style.Dot+paint.Plural(self, "token"))
			if all := int(s.Subtree[s.Sel]); all != self {
				l.Put(paint.Dim, ", "+paint.Comma(all)+" with what is below")
			}
		}
		return l.Done()
	}
	mark, tone := s.Style.Out, paint.Bad
	if pane.Harmless(s.Capture, s.Obs, s.Sel) {
		mark, tone = s.Style.Lifted, paint.Dim
	}
	l.Put(tone, " "+mark+" ")
	l.Put(paint.Text, name)
	l.Put(tone, s.Style.Dot+s.Style.Clean.Text(s.Verdict.Out(), 300))
	if s.Verdict.Stage >= render.OwnStages {
		l.Put(paint.Dim, s.Style.Dot+s.Style.Clean.Text(s.Verdict.Fact, 300))
		return l.Done()
	}
	l.Put(tone, ": ")
	l.Put(paint.Text, s.Style.Clean.Text(s.Verdict.Fact, 300))
	return l.Done()
}

// mendKey is the key that brings the selected element back.
const mendKey = "="

// Remedied reports whether the details name what brings the selected element
// back: then their second line is worth a click.
func (s *State) Remedied() bool {
	return s.Obs != nil && s.Sel != model.None && !s.Obs.Verdicts[s.Sel].In() && s.Back != nil && s.Back.Possible()
}

// placeLine says what brings the element back, and what it is in.
func (s *State) placeLine(w int) string {
	l := s.Style.Line(paint.Plain, w)
	c := s.Capture
	if s.Remedied() {
		l.Put(paint.Text, " ")
	} else {
		l.Put(paint.Text, "   ")
	}
	if !s.Obs.Verdicts[s.Sel].In() {
		switch {
		case s.Back == nil:
			l.Put(paint.Dim, "looking for what brings it back"+s.Style.Cut)
		case !s.Back.Possible():
			l.Put(paint.Dim, "no option brings it back")
		default:
			l.Put(paint.Key, mendKey+" ")
			l.Put(paint.Dim, "back with ")
			l.Put(paint.Key, strings.Join(s.Back.Changes, ", "))
			l.Put(paint.Dim, " ("+paint.Signed(s.Back.Price)+" tokens)")
		}
		l.Put(paint.Dim, s.Style.Dot)
	} else if e := c.Element(s.Sel); e.Has(model.HasFrame) {
		l.Put(paint.Dim, place(e.Frame)+s.Style.Dot)
	}
	path := s.path(s.Sel)
	if path == "" {
		l.Put(paint.Dim, "top level")
		return l.Done()
	}
	l.Put(paint.Dim, "in ")
	l.Put(paint.Dim, paint.FitEnd(path, l.Left(), s.Style.Cut))
	return l.Done()
}

func place(r model.Rect) string {
	n := func(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }
	return "@" + n(r.X) + "," + n(r.Y) + " " + n(r.W) + "x" + n(r.H)
}

// maxPath bounds the ancestors that a path names.
const maxPath = 12

// path names the ancestors of an element, the nearest last.
func (s *State) path(id model.ID) string {
	c := s.Capture
	var parts []string
	c.Tree.Ancestors(id, func(p model.ID) bool {
		parts = append(parts, paint.Label(s.Style, c.Element(p)))
		return len(parts) < maxPath
	})
	var b strings.Builder
	if len(parts) == maxPath {
		b.WriteString(s.Style.Cut + s.Style.Sub)
	}
	for i := len(parts) - 1; i >= 0; i-- {
		b.WriteString(parts[i])
		if i > 0 {
			b.WriteString(s.Style.Sub)
		}
	}
	return b.String()
}

// A field is a captured property.
type field struct{ name, value string }

// fields lists what was captured of an element.
func (s *State) fields(id model.ID) []field {
	c := s.Capture
	e := c.Element(id)
	var list []field
	add := func(name, value string) {
		if value != "" {
			list = append(list, field{name, s.Style.Clean.Text(value, 600)})
		}
	}
	if entry, ok := s.Obs.EntryOf(id); ok {
		add("text", s.Text.Masked(entry))
	} else if s.Back != nil && !s.Back.Possible() {
		add("back", s.Back.Why)
	}
	add("ref", e.Ref)
	role := e.Role
	if e.Subrole != "" {
		role += "/" + e.Subrole
	}
	if kind := e.Kind.String(); kind != e.Role {
		role += " (" + kind + ")"
	}
	add("role", role)
	add("name", e.Name)
	if e.Secure && !s.Unmask && e.Value != "" {
		add("value", s.Style.Mask()+" (secret; S shows it)")
	} else {
		add("value", e.Value)
	}
	add("placeholder", e.Placeholder)
	add("description", e.Description)
	add("states", stateText(e))
	add("actions", strings.Join(e.Actions, ", "))
	if e.Has(model.HasFrame) {
		add("frame", place(e.Frame))
		if x, y, ok := s.Obs.Center(id); ok {
			add("click", strconv.FormatInt(x, 10)+","+strconv.FormatInt(y, 10))
		}
	}
	for _, u := range c.Uses {
		if u.Element == id {
			add("used next", u.Action+" "+u.Ref)
		}
	}
	own := e.Raw
	if e.Secure && !s.Unmask {
		own = "" // the captured members hold the secret too
	}
	add("captured", own)
	return list
}

func stateText(e *model.Element) string {
	var words []string
	for _, s := range model.AllStates() {
		switch e.States.Is(s) {
		case model.Yes:
			words = append(words, s.String())
		case model.Mixed:
			words = append(words, s.String()+" mixed")
		case model.No:
			if s == model.Enabled || s == model.Visible || s == model.Showing || s == model.Checked || s == model.Expanded {
				words = append(words, "not "+s.String())
			}
		}
	}
	return strings.Join(words, ", ")
}

// fieldLines lays the fields out, values wrapped.
func (s *State) fieldLines(w, h int) []string {
	const names = 14
	var lines []string
	fields := s.fields(s.Sel)
	for at, f := range fields {
		pieces := paint.WrapText(f.value, max(8, w-names-1))
		for i, piece := range pieces {
			more := ""
			if len(lines) == h-1 && (at < len(fields)-1 || i < len(pieces)-1) {
				more = s.Style.Cut
				piece = paint.Fit(piece, w-names-1-paint.Width(more), "")
			}
			l := s.Style.Line(paint.Plain, w)
			l.Put(paint.Text, "   ")
			if i == 0 {
				l.Put(paint.Dim, f.name)
			}
			l.Pad(names)
			l.Put(paint.Text, piece)
			l.Put(paint.Dim, more)
			lines = append(lines, l.Done())
			if len(lines) == h {
				return lines
			}
		}
	}
	return lines
}
