package agents

import (
	"strconv"
	"strings"
	"unicode"

	"obscope/internal/text/jsontext"
	"obscope/model"
	"obscope/render"
)

func (b *agentBrowser) AppendLine(dst []byte, p *render.Plan, i int) []byte {
	e := p.Entries[i]
	if e.ID == model.None {
		if e.Aux == abNoInteractive {
			return append(dst, "(no interactive elements)"...)
		}
		return append(dst, "(empty page)"...)
	}
	st := p.State.(*abState)
	start := len(dst)
	dst = b.appendRow(dst, st, e.Aux)
	if lines, ok := st.lines[e.Aux]; ok {
		dst = keepLines(dst, start, lines)
		dst = dropReturns(dst, start)
	}
	if i == len(p.Entries)-1 {
		dst = trimEnd(dst, start, unicode.IsSpace)
	}
	return dst
}

// AppendRef appends the ref of the element that a row is of; texts that the row
// holds as well have none.
func (b *agentBrowser) AppendRef(dst []byte, p *render.Plan, i int, id model.ID) []byte {
	if ref := p.State.(*abState).refs[id]; ref > 0 && p.Entries[i].ID == id {
		return strconv.AppendInt(append(dst, 'e'), int64(ref), 10)
	}
	return dst
}

// appendRow writes a row, which has several lines if its value has.
func (b *agentBrowser) appendRow(dst []byte, st *abState, r int32) []byte {
	row := &st.rows[r]
	n := &b.nodes[row.node]
	role, name, checked := n.role, n.name, n.checked
	cursor := st.cursor[row.node]
	if st.promoted[row.node] {
		role, checked = cursor.hidden, cursor.checked
		if name == "" {
			name = cursor.text
		}
	}
	shown := name
	if shown == "" && cursor != nil && st.interactive {
		shown = cursor.text
	}
	dst = appendRepeated(dst, "  ", int(row.base+row.indent))
	dst = append(append(dst, "- "...), role...)
	if shown != "" {
		dst = append(dst, ' ')
		dst = appendVisible(dst, shown, st.old)
	}
	dst = b.appendStates(dst, st, row.node, checked)
	if cursor != nil {
		dst = append(append(dst, ' '), cursor.kind...)
		dst = append(append(append(dst, " ["...), strings.Join(cursor.hints, ", ")...), ']')
	}
	if n.flags&abHasValue != 0 && n.value != "" && n.value != name {
		dst = append(dst, ": "...)
		value := n.value
		if row.base > 0 && strings.Contains(value, "\n") {
			value = strings.ReplaceAll(value, "\n", "\n"+strings.Repeat("  ", int(row.base)))
		}
		dst = append(dst, value...)
	}
	return dst
}

// appendStates writes what stands in brackets.
func (b *agentBrowser) appendStates(dst []byte, st *abState, i int32, checked string) []byte {
	n := &b.nodes[i]
	first := true
	add := func(s string) {
		if first {
			dst = append(dst, " ["...)
			first = false
		} else {
			dst = append(dst, ", "...)
		}
		dst = append(dst, s...)
	}
	if n.level != "" {
		add("level=" + n.level)
	}
	if checked != "" {
		add("checked=" + checked)
	}
	if n.flags&abExpanded != 0 {
		add("expanded=true")
	}
	if n.flags&abCollapsed != 0 {
		add("expanded=false")
	}
	for _, s := range [...]struct {
		flag abFlags
		word string
	}{{abSelected, "selected"}, {abDisabled, "disabled"}, {abRequired, "required"}} {
		if n.flags&s.flag != 0 {
			add(s.word)
		}
	}
	if ref := st.refs[i]; ref > 0 {
		add("ref=e")
		dst = strconv.AppendInt(dst, int64(ref), 10)
	}
	if st.urls && n.role == "link" {
		url := n.url
		if b.hrefs != nil {
			url = b.hrefs[i]
		}
		if url != "" {
			add("url=" + url)
		}
	}
	if !first {
		dst = append(dst, ']')
	}
	return dst
}

// invisible reports the characters that agent-browser takes out of names; from
// 0.41 on a no-break space is a blank instead.
func invisible(c rune, old bool) bool {
	switch c {
	case 0xFEFF, 0x200B, 0x200C, 0x200D, 0x2060:
		return true
	case 0xA0:
		return old
	}
	return false
}

// says reports whether a text is more than invisible characters and, from 0.41
// on, blanks.
func says(text string, old bool) bool {
	for _, c := range text {
		if !invisible(c, old) && (old || !unicode.IsSpace(c)) {
			return true
		}
	}
	return false
}

// appendVisible writes a name in quotes without its invisible characters.
func appendVisible(dst []byte, name string, old bool) []byte {
	clean := strings.Map(func(c rune) rune {
		switch {
		case invisible(c, old):
			return -1
		case c == 0xA0:
			return ' '
		}
		return c
	}, name)
	return jsontext.AppendQuote(dst, clean)
}
