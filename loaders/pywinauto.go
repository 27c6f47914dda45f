package loaders

import (
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/internal/text/words"
	"obscope/model"
)

var pywinautoFormat = Format{
	Name: "pywinauto", About: "Windows: pywinauto print_control_identifiers",
	Recognised: "text with Control Identifiers: and lines Type - 'Title'    (L…, T…, R…, B…)",
	Sniff: func(p *Peek) Score {
		if p.JSON != jsontext.Missing {
			return No
		}
		if strings.HasPrefix(p.Start, "Control Identifiers:") || strings.Contains(p.Start, "\nControl Identifiers:") {
			return Sure
		}
		if line, _, _ := strings.Cut(p.Start, "\n"); strings.Contains(line, " - '") {
			if _, _, ok := ltrb(line); ok {
				return Likely
			}
		}
		return No
	},
	Load: loadPywinauto,
}

func loadPywinauto(s *Source) (*model.Recording, error) {
	c := &model.Capture{Format: "pywinauto", Unit: "screen pixels", Text: s.Text}
	l := &pywinautoReader{builder: builder{c: c}}
	for line := range strings.SplitSeq(s.Text, "\n") {
		l.line(strings.TrimRight(line, "\r"))
	}
	l.finish()
	l.link()
	if l.cut > 0 {
		c.Warn(words.Count(l.cut, "element has", "elements have") + " no (L, T, R, B) at the end of the line, and so no frame")
	}
	if len(c.Elements) == 0 {
		c.Warn("no line is an element: the window has no controls that this backend sees (try backend=\"uia\")")
		return one(c), nil
	}
	root := &c.Elements[0]
	c.Window = root.Name
	if root.Frame.OnScreen() {
		c.Bounds = root.Frame
	}
	return one(c), nil
}

type pywinautoReader struct {
	builder
	raw     []string // the lines of the element that is being read, without their bars
	started bool
	cut     int
}

// bars counts the bars in front of a line and returns the rest.
func bars(line string) (depth int, rest string) {
	for {
		trimmed := strings.TrimLeft(line, " ")
		if !strings.HasPrefix(trimmed, "|") {
			return depth, trimmed
		}
		depth++
		line = trimmed[1:]
	}
}

// line reads a line: a new element, or more about the one before.
func (l *pywinautoReader) line(line string) {
	depth, rest := bars(line)
	if isPywinautoElement(rest) {
		l.finish()
		l.enterAt(depth)
		l.raw = append(l.raw[:0], rest)
		l.started = true
		return
	}
	switch {
	case l.started && rest != "":
		l.raw = append(l.raw, rest)
	case rest != "" && rest != "Control Identifiers:":
		l.tell("note", line)
	}
}

// isPywinautoElement recognises Type - 'Title; the type may be missing.
func isPywinautoElement(s string) bool {
	at := strings.Index(s, "- '")
	if at < 0 || at > 0 && s[at-1] != ' ' {
		return false
	}
	for _, c := range []byte(strings.TrimSpace(s[:at])) {
		if !isNameStart(c) && (c < '0' || c > '9') && c != '.' && c != '#' && c != ':' && c != '-' {
			return false
		}
	}
	return true
}

// ltrb reads (L1, T2, R3, B4) at the end of a line and returns what is before.
func ltrb(s string) (model.Rect, string, bool) {
	s = strings.TrimRight(s, " ")
	open := strings.LastIndex(s, "(L")
	if open < 0 || !strings.HasSuffix(s, ")") {
		return model.Rect{}, s, false
	}
	parts := strings.Split(s[open+1:len(s)-1], ", ")
	if len(parts) != 4 {
		return model.Rect{}, s, false
	}
	var v [4]float64
	for i, mark := range [...]string{"L", "T", "R", "B"} {
		digits, ok := strings.CutPrefix(parts[i], mark)
		if !ok {
			return model.Rect{}, s, false
		}
		if v[i], ok = spelled(digits); !ok {
			return model.Rect{}, s, false
		}
	}
	return model.Rect{X: v[0], Y: v[1], W: v[2] - v[0], H: v[3] - v[1]}, s[:open], true
}

// finish reads the lines of the element that is open:
//
//	Edit - 'Text Editor'    (L447, T193, R1255, B771)
//	['Edit', 'Text EditorEdit']
//	child_window(title="Text Editor", auto_id="15", control_type="Edit")
func (l *pywinautoReader) finish() {
	if !l.started {
		return
	}
	l.started = false
	e := &l.c.Elements[l.top()]
	// A title may hold line ends: it goes on up to the frame.
	head, next := l.raw[0], 1
	frame, before, ok := ltrb(head)
	for ; !ok && next < len(l.raw) && !strings.HasPrefix(l.raw[next], "['") && !strings.HasPrefix(l.raw[next], "[u'"); next++ {
		if frame, _, ok = ltrb(l.raw[next]); ok {
			frame, before, _ = ltrb(strings.Join(l.raw[:next+1], "\n"))
		}
	}
	if ok {
		head = before
		setFrame(e, frame)
	} else {
		next = 1
		l.cut++
	}
	role, title, _ := strings.Cut(head, "- '")
	e.Role = strings.TrimSpace(role)
	e.Name, e.Given = strings.TrimSuffix(strings.TrimRight(title, " "), "'"), e.Given|model.HasName
	l.own = appendMember(l.own[:0], "#line", strings.Join(l.raw[:next], "\n"))
	for _, line := range l.raw[next:] {
		switch {
		case strings.HasPrefix(line, "['") || strings.HasPrefix(line, "[u'"):
			l.own = appendMember(l.own, "names", line)
		case strings.HasPrefix(line, "child_window("):
			l.own = appendMember(l.own, "child_window", line)
			for _, key := range [...]string{"title", "auto_id", "control_type", "class_name", "class"} {
				if value, ok := keyword(line, key); ok {
					l.own = appendMember(l.own, key, value)
				}
			}
		default:
			l.own = appendMember(l.own, "more", line)
		}
	}
	e.Own = string(l.own)
	if e.Role != "" {
		e.Given |= model.HasRole
	}
	e.Kind = uiaKind(e.Role)
	if control := e.Member("control_type").Text; e.Kind == model.KindUnknown && control != "" {
		e.Kind = uiaKind(control)
	}
}

// keyword reads key="value" out of child_window(…).
func keyword(line, key string) (string, bool) {
	for _, before := range [...]string{"(", ", "} {
		_, rest, ok := strings.Cut(line, before+key+`="`)
		if !ok {
			continue
		}
		for _, after := range [...]string{`", `, `")`} {
			if value, _, ok := strings.Cut(rest, after); ok {
				return value, true
			}
		}
	}
	return "", false
}
