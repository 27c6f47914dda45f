package tui

import (
	"strconv"
	"strings"

	"obscope/model"
	"obscope/render"
)

// detailLines tells about the selected element: its verdict, what would bring
// it back, where it is; and in the long form everything that was captured.
func (m *Model) detailLines(w, h int) []string {
	var lines []string
	if m.sel == model.None || m.obs == nil {
		lines = append(lines, m.st.blank(w))
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
		lines = append(lines, m.st.blank(w))
	}
	return lines[:h]
}

// verdictLine says whether the element is in the text, or where it went out.
func (m *Model) verdictLine(w int) string {
	l := m.st.line(groundPlain, w)
	e := m.shot().c.Element(m.sel)
	v := m.obs.Verdicts[m.sel]
	name := label(&m.st, e)
	if v.In() {
		l.put(toneGood, " "+m.st.in+" ")
		l.put(toneText, name)
		if entry, ok := entryOf(m.obs, m.sel); ok {
			l.put(toneDim, m.st.dot+"line "+comma(m.text.lines.first(entry)+1))
		}
		if m.tally.counted && m.tally.subtree != nil {
			self := m.obs.ElementTokens(m.sel)
			l.put(toneDim, m.st.dot+plural(self, "token"))
			if all := int(m.tally.subtree[m.sel]); all != self {
				l.put(toneDim, ", "+comma(all)+" with what is below")
			}
		}
		return l.done()
	}
	mark, tone := m.st.out, toneBad
	if harmless(m.shot().c, m.obs, m.sel) {
		mark, tone = m.st.lifted, toneDim
	}
	l.put(tone, " "+mark+" ")
	l.put(toneText, name)
	l.put(tone, m.st.dot+m.st.clean.text(outAt(m.verdict), 300))
	if m.verdict.Stage >= render.OwnStages {
		l.put(toneDim, m.st.dot+m.st.clean.text(m.verdict.Fact, 300))
		return l.done()
	}
	l.put(tone, ": ")
	l.put(toneText, m.st.clean.text(m.verdict.Fact, 300))
	return l.done()
}

// placeLine says what brings the element back, and what it is in.
func (m *Model) placeLine(w int) string {
	l := m.st.line(groundPlain, w)
	l.put(toneText, "   ")
	c := m.shot().c
	if !m.obs.Verdicts[m.sel].In() {
		switch {
		case !m.back.known:
			l.put(toneDim, "looking for what brings it back"+m.st.cut)
		case !m.back.answer.Possible():
			l.put(toneDim, "no option brings it back")
		default:
			l.put(toneDim, "back with ")
			l.put(toneKey, strings.Join(m.back.answer.Changes, ", "))
			l.put(toneDim, " ("+signed(m.back.answer.Price)+" tokens)")
		}
		l.put(toneDim, m.st.dot)
	} else if e := c.Element(m.sel); e.Has(model.HasFrame) {
		l.put(toneDim, place(e.Frame)+m.st.dot)
	}
	path := m.path(m.sel)
	if path == "" {
		l.put(toneDim, "top level")
		return l.done()
	}
	l.put(toneDim, "in ")
	l.put(toneDim, fitEnd(path, l.left(), m.st.cut))
	return l.done()
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
		parts = append(parts, label(&m.st, c.Element(p)))
		return len(parts) < maxPath
	})
	var b strings.Builder
	if len(parts) == maxPath {
		b.WriteString(m.st.cut + m.st.sub)
	}
	for i := len(parts) - 1; i >= 0; i-- {
		b.WriteString(parts[i])
		if i > 0 {
			b.WriteString(m.st.sub)
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
			list = append(list, field{name, m.st.clean.text(value, 600)})
		}
	}
	if entry, ok := entryOf(m.obs, id); ok {
		add("text", m.text.masked(entry))
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
		add("value", m.st.mask()+" (secret; S shows it)")
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
		pieces := wrapText(f.value, max(8, w-names-1))
		for i, piece := range pieces {
			more := ""
			if len(lines) == h-1 && (at < len(fields)-1 || i < len(pieces)-1) {
				more = m.st.cut
				piece = fit(piece, w-names-1-width(more), "")
			}
			l := m.st.line(groundPlain, w)
			l.put(toneText, "   ")
			if i == 0 {
				l.put(toneDim, f.name)
			}
			l.pad(names)
			l.put(toneText, piece)
			l.put(toneDim, more)
			lines = append(lines, l.done())
			if len(lines) == h {
				return lines
			}
		}
	}
	return lines
}
