package loaders

import (
	"strconv"
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/internal/text/jsvalue"
	"obscope/model"
)

// header reads the first line. Its first four values are not quoted: each ends
// where the name of the next one starts.
func (m *MakaText) header(line string) {
	c, h := m.Capture, &m.Capture.Header
	s := scanner{strings.TrimPrefix(line, makaHeaderStart)}
	names := [...]string{" app=", " pid=", " window_id=", ""}
	values := [...]*jsontext.Value{&h.ObservationID, &h.App, &h.PID, &h.WindowID}
	for i, name := range names {
		v, found := s.unquoted(name)
		*values[i] = makaHeaderValue(v, i > 1)
		if !found {
			break
		}
	}
	c.App = textOf(h.App)
	if s.starts(` window="`) {
		s.s = s.s[len(" window="):]
		title, ok := s.quoted(0)
		if ok {
			c.Window = title
			h.WindowTitle = jsontext.StringValue(title)
		}
	}
	if s.starts(" elements=") {
		s.s = s.s[len(" elements="):]
		if n, ok := s.number(); ok {
			h.Stated.Is, h.Stated.Elements = true, n
		}
	}
	m.notes(&s)
	m.odd = strings.TrimPrefix(s.s, " ")
	c.Raw = makaEnvelope(c)
}

// unquoted reads a value up to the name that follows it, or up to a blank if
// that name does not follow.
func (s *scanner) unquoted(next string) (v string, found bool) {
	at := -1
	if next != "" {
		at = strings.Index(s.s, next)
	}
	if at < 0 {
		return s.word(), false
	}
	v = s.s[:at]
	s.s = s.s[at+len(next):]
	return v, true
}

// makaHeaderValue is the JSON value that prints as s in a header.
func makaHeaderValue(s string, number bool) jsontext.Value {
	switch s {
	case "undefined":
		return jsontext.Value{}
	case "null":
		return jsontext.Value{Kind: jsontext.Null, Text: s, Raw: s}
	}
	if number {
		if f, err := strconv.ParseFloat(s, 64); err == nil && jsvalue.Float(f) == s && f-f == 0 {
			return jsontext.Value{Kind: jsontext.Number, Text: s, Raw: s}
		}
	}
	return jsontext.StringValue(s)
}

// notes reads what narrowed or cut the observation when it was written.
func (m *MakaText) notes(s *scanner) {
	c, h := m.Capture, &m.Capture.Header
	for {
		before := s.s
		switch {
		case s.starts(` query="`):
			s.s = s.s[len(" query="):]
			query, ok := s.quoted(0)
			if !ok || !s.starts("(showing ") {
				s.s = before
				return
			}
			s.s = s.s[len("(showing "):]
			shown, ok := s.number()
			if !ok || !s.through(")") {
				s.s = before
				return
			}
			c.Query, c.HasQuery, h.Stated.Shown = query, true, shown
		case s.starts(" truncated=true("):
			if !s.through(")") {
				return
			}
			c.Truncated = true
		case s.starts(" interactive=on("), s.starts(" viewport="), s.starts(" max_elements="):
			// Obscope's own notes: the text was narrowed before it was stored.
			if !s.through(")") {
				return
			}
			c.Warn("the text was narrowed when it was written:" + cutForMessage(before[:len(before)-len(s.s)]))
		default:
			return
		}
	}
}

// makaEnvelope spells the header as the members of Maka's observation.
func makaEnvelope(c *model.Capture) string {
	var own []byte
	add := func(name string, v jsontext.Value) {
		if v.Kind != jsontext.Missing {
			own = appendRawMember(own, name, v.Raw)
		}
	}
	h := &c.Header
	add("observationId", h.ObservationID)
	add("appId", h.App)
	add("pid", h.PID)
	add("windowId", h.WindowID)
	add("windowTitle", h.WindowTitle)
	if c.HasQuery {
		add("query", jsontext.StringValue(c.Query))
	}
	if c.Truncated {
		add("truncated", jsontext.Value{Kind: jsontext.Bool, Text: "true", Raw: "true"})
	}
	return string(own)
}

// menuCaption reads the line between the window and the menu bar.
func (m *MakaText) menuCaption(line string) bool {
	h := &m.Capture.Header
	if h.Menu.Kind != jsontext.Missing {
		return false
	}
	s := scanner{strings.TrimPrefix(line, "menu_bar=")}
	if s.starts("unavailable(") && strings.HasSuffix(line, ")") {
		h.Menu, _ = jsontext.Parse(`{"unavailable":true}`)
		return true
	}
	if _, ok := s.number(); !ok {
		return false
	}
	menu := "{"
	switch {
	case s.starts(` opened="`):
		s.s = s.s[len(" opened="):]
		title, ok := s.quoted(0)
		if !ok {
			return false
		}
		menu += `"opened":` + jsontext.Quote(title)
	case s.starts(" not_opened("):
		// The hint quotes menu="<title>", which holds no parenthesis.
		if !s.through(")") {
			return false
		}
	default:
		return false
	}
	disabled := s.starts(" note(") && s.through(")")
	if s.starts(" truncated=true(") && s.through(")") {
		if menu != "{" {
			menu += ","
		}
		menu += `"truncated":true`
	}
	if s.s != "" {
		return false
	}
	h.Stated.MenuDisabled = disabled
	h.Menu, _ = jsontext.Parse(menu + "}")
	return true
}

const noChangeStart = "no_change=true(the window has no effective accessibility changes since "

// differenceLine reads a line of the newer observations that tell only what
// has changed. The elements of a difference have no parents in it.
func (m *MakaText) differenceLine(body string, depth int) bool {
	if base, ok := strings.CutPrefix(body, noChangeStart); ok && depth == 0 && strings.HasSuffix(base, ")") {
		m.base = jsontext.Quote(strings.TrimSuffix(base, ")"))
		return true
	}
	if removed, ok := strings.CutPrefix(body, "removed_element_ids="); ok && depth == 0 && removed != "" {
		m.removed = removed
		return true
	}
	change, ok := strings.CutPrefix(body, "change=")
	if !ok {
		return false
	}
	kind, line, ok := strings.Cut(change, " ")
	e := model.Element{Key: model.NoKey, ParentKey: model.NoKey}
	if !ok || !m.element(&e, line) {
		return false
	}
	path := strings.Repeat("0,", depth) + "0"
	m.changes = append(m.changes, `{"kind":`+jsontext.Quote(kind)+`,"elementId":`+jsontext.Quote(e.Ref)+`,"path":[`+path+`]}`)
	m.add(e, line)
	return true
}

// difference builds the member that a difference was written from.
func (m *MakaText) difference() {
	var v string
	switch {
	case m.base != "":
		v = `{"presentation":"no-change","baseObservationId":` + m.base + `}`
	case m.removed != "" || len(m.changes) > 0:
		v = `{"presentation":"difference"`
		if m.removed != "" {
			var ranges []string
			for _, r := range strings.Split(m.removed, ",") {
				// A name may hold a hyphen; both ends together print the same.
				ranges = append(ranges, `{"start":`+jsontext.Quote(r)+`,"end":`+jsontext.Quote(r)+`}`)
			}
			v += `,"removedStableIdRanges":[` + strings.Join(ranges, ",") + `]`
		}
		v += `,"changes":[` + strings.Join(m.changes, ",") + `]}`
	default:
		return
	}
	m.Capture.Header.Difference, _ = jsontext.Parse(v)
	m.Capture.Header.RenderDifference = true
}
