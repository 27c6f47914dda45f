package tui

import (
	"strconv"
	"strings"

	"obscope/model"
	"obscope/render"
	"obscope/tui/paint"
	"obscope/tui/pane"
)

// detailLines tells about the selected element: its verdict, what would bring
// it back, where it is; and in the long form everything that was captured.
func (m *Model) detailLines(w, h int) []string {
	var lines []string
	if m.sel == model.None || m.obs == nil {
		lines = append(lines, m.st.Blank(w))
	} else {
		lines = append(lines, m.verdictLine(w))
		if h > 1 {
			lines = append(lines, m.placeLine(w))
		}
		if h > 2 {
			lines = append(lines, m.fieldLines(w, h-2)...)
		}
	}
	for len(lines) < h {
		lines = append(lines, m.st.Blank(w))
	}
	return lines[:h]
}

// verdictLine says whether the element is in the text, or where it went out.
func (m *Model) verdictLine(w int) string {
	l := m.st.Line(paint.Plain, w)
	e := m.shot().c.Element(m.sel)
	v := m.obs.Verdicts[m.sel]
	name := paint.Label(&m.st, e)
	if v.In() {
		l.Put(paint.Good, " "+m.st.In+" ")
		l.Put(paint.Text, name)
		if entry, ok := m.obs.EntryOf(m.sel); ok {
			l.Put(paint.Dim, m.st.Dot+"line "+paint.Comma(m.text.Lines.First(entry)+1))
		}
		if m.tally.counted && m.tally.subtree != nil {
			self := m.obs.ElementTokens(m.sel)
			l.Put(paint.Dim, m.st.Dot+paint.Plural(self, "token"))
			if all := int(m.tally.subtree[m.sel]); all != self {
				l.Put(paint.Dim, ", "+paint.Comma(all)+" with what is below")
			}
		}
		return l.Done()
	}
	mark, tone := m.st.Out, paint.Bad
	if pane.Harmless(m.shot().c, m.obs, m.sel) {
		mark, tone = m.st.Lifted, paint.Dim
	}
	l.Put(tone, " "+mark+" ")
	l.Put(paint.Text, name)
	l.Put(tone, m.st.Dot+m.st.Clean.Text(m.verdict.Out(), 300))
	if m.verdict.Stage >= render.OwnStages {
		l.Put(paint.Dim, m.st.Dot+m.st.Clean.Text(m.verdict.Fact, 300))
		return l.Done()
	}
	l.Put(tone, ": ")
	l.Put(paint.Text, m.st.Clean.Text(m.verdict.Fact, 300))
	return l.Done()
}

// placeLine says what brings the element back, and what it is in.
func (m *Model) placeLine(w int) string {
	l := m.st.Line(paint.Plain, w)
	l.Put(paint.Text, "   ")
	c := m.shot().c
	if !m.obs.Verdicts[m.sel].In() {
		switch {
		case !m.back.known:
			l.Put(paint.Dim, "looking for what brings it back"+m.st.Cut)
		case !m.back.answer.Possible():
			l.Put(paint.Dim, "no option brings it back")
		default:
			l.Put(paint.Dim, "back with ")
			l.Put(paint.Key, strings.Join(m.back.answer.Changes, ", "))
			l.Put(paint.Dim, " ("+paint.Signed(m.back.answer.Price)+" tokens)")
		}
		l.Put(paint.Dim, m.st.Dot)
	} else if e := c.Element(m.sel); e.Has(model.HasFrame) {
		l.Put(paint.Dim, place(e.Frame)+m.st.Dot)
	}
	path := m.path(m.sel)
	if path == "" {
		l.Put(paint.Dim, "top level")
		return l.Done()
	}
	l.Put(paint.Dim, "in ")
	l.Put(paint.Dim, paint.FitEnd(path, l.Left(), m.st.Cut))
	return l.Done()
}

func place(r model.Rect) string {
	n := func(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }
	return "@" + n(r.X) + "," + n(r.Y) + " " + n(r.W) + "x" + n(r.H)
}

// maxPath bounds the ancestors that a path names.
const maxPath = 12

// path names the ancestors of an element, the nearest last.
func (m *Model) path(id model.ID) string {
	c := m.shot().c
	var parts []string
	c.Tree.Ancestors(id, func(p model.ID) bool {
		parts = append(parts, paint.Label(&m.st, c.Element(p)))
		return len(parts) < maxPath
	})
	var b strings.Builder
	if len(parts) == maxPath {
		b.WriteString(m.st.Cut + m.st.Sub)
	}
	for i := len(parts) - 1; i >= 0; i-- {
		b.WriteString(parts[i])
		if i > 0 {
			b.WriteString(m.st.Sub)
		}
	}
	return b.String()
}

// A field is a captured property.
type field struct{ name, value string }

// fields lists what was captured of an element.
func (m *Model) fields(id model.ID) []field {
	c := m.shot().c
	e := c.Element(id)
	var list []field
	add := func(name, value string) {
		if value != "" {
			list = append(list, field{name, m.st.Clean.Text(value, 600)})
		}
	}
	if entry, ok := m.obs.EntryOf(id); ok {
		add("text", m.text.Masked(entry))
	} else if m.back.known && !m.back.answer.Possible() {
		add("back", m.back.answer.Why)
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
	if e.Secure && !m.unmask && e.Value != "" {
		add("value", m.st.Mask()+" (secret; S shows it)")
	} else {
		add("value", e.Value)
	}
	add("placeholder", e.Placeholder)
	add("description", e.Description)
	add("states", stateText(e))
	add("actions", strings.Join(e.Actions, ", "))
	if e.Has(model.HasFrame) {
		add("frame", place(e.Frame))
		if x, y, ok := m.obs.Center(id); ok {
			add("click", strconv.FormatInt(x, 10)+","+strconv.FormatInt(y, 10))
		}
	}
	for _, u := range c.Uses {
		if u.Element == id {
			add("used next", u.Action+" "+u.Ref)
		}
	}
	own := e.Own
	if e.Secure && !m.unmask {
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
func (m *Model) fieldLines(w, h int) []string {
	const names = 14
	var lines []string
	fields := m.fields(m.sel)
	for at, f := range fields {
		pieces := paint.WrapText(f.value, max(8, w-names-1))
		for i, piece := range pieces {
			more := ""
			if len(lines) == h-1 && (at < len(fields)-1 || i < len(pieces)-1) {
				more = m.st.Cut
				piece = paint.Fit(piece, w-names-1-paint.Width(more), "")
			}
			l := m.st.Line(paint.Plain, w)
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
