package loaders

import (
	"slices"
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/internal/text/words"
	"obscope/model"
)

var pywinautoFormat = Format{
	Name: "pywinauto", About: "Windows: pywinauto print_control_identifiers, and the dump_tree of newer versions",
	Recognised: "text with Control Identifiers: and lines Type - 'Title'    (L…, T…, R…, B…)",
	Sniff: func(p *Peek) Score {
		if p.JSON != jsontext.Missing {
			return No
		}
		if strings.HasPrefix(p.Start, "Control Identifiers:") || strings.Contains(p.Start, "\nControl Identifiers:") {
			return Sure
		}
		if line, _, _ := strings.Cut(p.Start, "\n"); isPywinautoElement(strings.TrimRight(line, "\r")) {
			if _, _, ok := ltrb(strings.TrimRight(line, "\r")); ok {
				return Likely
			}
		}
		return No
	},
	Load:    loadPywinauto,
	grammar: pywinautoGrammar,
}

func loadPywinauto(s *Source) (*model.Recording, error) {
	c := &model.Capture{Format: "pywinauto", Unit: "screen pixels", Text: s.Text}
	l := &pywinautoReader{builder: builder{c: c}}
	for line := range strings.SplitSeq(s.Text, "\n") {
		l.builder.line++
		l.line(strings.TrimRight(line, "\r"))
	}
	l.finish()
	l.link()
	for _, limit := range l.limits {
		c.Warn(limit)
	}
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
	limits  []string // what was left out, one sentence for each limit
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
	if l.limit(rest) {
		return
	}
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

// limit reports a line that says that the dump stopped, which newer versions
// print between rows of stars.
func (l *pywinautoReader) limit(line string) bool {
	if line != "" && strings.Trim(line, "*") == "" {
		return true
	}
	why := ""
	switch {
	case strings.HasPrefix(line, "Max children output limit"):
		why = "max_width cut the list of children short: dump again with max_width=None"
	case strings.HasPrefix(line, "Max depth output limit"), strings.HasPrefix(line, "Warning: the whole hierarchy does not fit into depth"):
		why = "the tree goes deeper than the depth of the dump: dump again with depth=None"
	default:
		return false
	}
	l.c.Truncated = true
	if !slices.Contains(l.limits, why) {
		l.limits = append(l.limits, why)
	}
	return true
}

// isPywinautoElement recognises Type - 'Title; the type may be missing. Newer
// versions print a title that is missing or empty without quotes.
func isPywinautoElement(s string) bool {
	at := strings.Index(s, "- '")
	if at < 0 {
		_, before, framed := ltrb(s)
		before = strings.TrimRight(before, " ")
		if at = len(strings.TrimSuffix(before, " None")) - len("-"); !framed || at < 0 || before[at] != '-' {
			return false
		}
	}
	if at > 0 && s[at-1] != ' ' {
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
//
// Newer versions write .by(name='Text Editor', auto_id='15', control_type='Edit').
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
	role, title, quoted := strings.Cut(head, "- '")
	if !quoted {
		role = strings.TrimSuffix(strings.TrimSuffix(strings.TrimRight(head, " "), " None"), "-")
	}
	e.Role = strings.TrimSpace(role)
	e.Name, e.Given = strings.TrimSuffix(strings.TrimRight(title, " "), "'"), e.Given|model.HasName
	l.own = appendMember(l.own[:0], "#line", strings.Join(l.raw[:next], "\n"))
	named := false
	for _, line := range l.raw[next:] {
		switch {
		case strings.HasPrefix(line, "['") || strings.HasPrefix(line, "[u'"):
			l.own = appendMember(l.own, "names", line)
		case strings.HasPrefix(line, "child_window("), strings.HasPrefix(line, ".by("):
			l.own = appendMember(l.own, "child_window", line)
			for _, key := range [...]string{"title", "name", "auto_id", "control_type", "class_name", "class"} {
				if value, ok := keyword(line, key); ok {
					named = named || key == "title" || key == "name"
					l.own = appendMember(l.own, key, value)
				}
			}
		default:
			l.own = appendMember(l.own, "more", line)
		}
	}
	e.Raw = string(l.own)
	if e.Name == "None" && !named { // Python's word for a title that there is not
		e.Name, e.Given = "", e.Given&^model.HasName
	}
	if e.Role != "" {
		e.Given |= model.HasRole
	}
	e.Kind = uiaKind(e.Role)
	if control := e.Member("control_type").Text; e.Kind == model.KindUnknown && control != "" {
		e.Kind = uiaKind(control)
	}
}

// keyword reads key="value" out of child_window(…), or key='value'.
func keyword(line, key string) (string, bool) {
	for _, quote := range [...]string{`"`, "'"} {
		for _, before := range [...]string{"(", ", "} {
			_, rest, ok := strings.Cut(line, before+key+"="+quote)
			if !ok {
				continue
			}
			for _, after := range [...]string{quote + ", ", quote + ")"} {
				if value, _, ok := strings.Cut(rest, after); ok {
					return value, true
				}
			}
		}
	}
	return "", false
}

// pywinautoGrammar tells the lines of a dump: those of elements, which bars
// indent, and what is printed about each below it.
var pywinautoGrammar = &grammar{
	format: "pywinauto",
	head:   func(line string) bool { return strings.HasPrefix(line, "Control Identifiers:") },
	starts: func(line string) bool {
		_, rest := bars(line)
		_, _, framed := ltrb(rest)
		return framed && isPywinautoElement(rest)
	},
	goesOn: func(_ int, _ string, more []string) (own int) {
		for i, line := range more {
			_, rest := bars(line)
			switch {
			case strings.TrimSpace(line) == "":
			case strings.HasPrefix(line, "|"), strings.HasPrefix(line, " "), strings.HasPrefix(rest, "["), strings.HasPrefix(rest, "child_window("),
				strings.HasPrefix(rest, ".by("), strings.HasPrefix(rest, "**"), strings.HasPrefix(rest, "Max "), strings.HasPrefix(rest, "Warning: "):
				own = i + 1
			default:
				return own
			}
		}
		return own
	},
	anew: func(first, line string, _ bool) bool {
		return !strings.HasPrefix(line, "|") && !strings.HasPrefix(first, "|")
	},
}
