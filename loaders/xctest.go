package loaders

import (
	"strings"
	"unicode/utf8"

	"obscope/internal/text/jsontext"
	"obscope/model"
)

var xctestFormat = Format{
	Name: "xctest", About: "iOS and macOS: XCTest's debugDescription of an element or a query, as a log or lldb's po prints it",
	Recognised: "text with Element subtree:, a query's Find: and Output: {, or lines Type, 0x…, {{x, y}, {w, h}}",
	Sniff: func(p *Peek) Score {
		if p.JSON != jsontext.Missing {
			return No
		}
		if strings.Contains(p.Start, xctestSubtree) {
			return Sure
		}
		if strings.Contains(p.Start, "Find: ") && strings.Contains(p.Start, "Output: {") {
			return Likely
		}
		if line, _, _ := strings.Cut(p.Start, "\n"); isXCTestElement(strings.TrimLeft(line, " \t→")) && endsAddress(line) {
			return Likely
		}
		return No
	},
	Load:  loadXCTest,
	marks: true,
}

// endsAddress reports that what follows an element's address is no word: prose
// about a crash names types and addresses too.
func endsAddress(line string) bool {
	_, rest, _ := strings.Cut(line, " 0x")
	rest = strings.TrimRight(strings.TrimLeft(rest, "0123456789abcdefABCDEF"), " \r")
	return rest == "" || rest[0] == ',' || rest[0] == ':'
}

const xctestSubtree = "Element subtree:"

// loadXCTest reads every subtree in the text. A query's elements are printed one
// after the other and are roots of one capture; an application, or an element
// that is there already, was asked for again.
func loadXCTest(s *Source) (*model.Recording, error) {
	rec := &model.Recording{}
	var l *xctestReader
	text := unescapeLLDB(s.Text)
	from := 0
	parts := xctestTrees(text)
	for i, part := range parts {
		again := l != nil && len(l.c.Elements) > 0 && l.repeats(part.text)
		if again {
			rec.Captures = append(rec.Captures, l.capture(text[from:part.from]))
			from = part.from
		}
		if again || l == nil {
			l = &xctestReader{builder: builder{c: &model.Capture{Format: "xctest", Unit: "points"}}}
		}
		l.part(part, strings.Count(text[from:part.at], "\n"))
		if i == len(parts)-1 {
			rec.Captures = append(rec.Captures, l.capture(text[from:]))
		}
	}
	if text != s.Text {
		for _, c := range rec.Captures {
			c.Text, c.Lines = s.Text, nil // the lines are those of the text that was unescaped
		}
	}
	return rec, nil
}

// repeats reports whether the first element of a part is an application or one
// that was read already.
func (l *xctestReader) repeats(part string) bool {
	for line := range strings.SplitSeq(part, "\n") {
		line = strings.TrimLeft(line, " \t→")
		if !isXCTestElement(line) {
			continue
		}
		at := strings.Index(line, "0x")
		ref, _ := cutAny(line[at:], ",: \r")
		_, known := l.refs[ref]
		return known || strings.HasPrefix(line, "Application")
	}
	return false
}

// part reads a subtree whose first line is that of the capture's text.
func (l *xctestReader) part(p xctestTree, line int) {
	if before := strings.TrimSpace(p.before); before != "" {
		l.tell("before", before)
	}
	l.builder.line = int32(line) + 1
	for text := range strings.SplitSeq(p.text, "\n") {
		l.line(text)
		l.builder.line++
	}
	l.finish()
	for range l.open {
		l.leave() // the next part starts at the top
	}
	l.indents = l.indents[:0]
	if after := strings.TrimSpace(p.after); after != "" {
		l.tell("after", after)
	}
}

// capture finishes what was read from text.
func (l *xctestReader) capture(text string) *model.Capture {
	c := l.c
	c.Text = text
	l.link()
	for i := range c.Elements {
		switch e := &c.Elements[i]; {
		case e.Kind == model.KindApplication && c.App == "":
			c.App, c.Screen = e.Name, e.Frame
		case e.Kind == model.KindWindow && c.Screen.Empty():
			c.Screen = e.Frame
		}
	}
	warnAppleEmpty(c)
	return c
}

type xctestReader struct {
	builder
	raw  []string // the lines of the element that is being read
	refs map[string]bool
}

// isXCTestElement recognises Type, 0x… and the older Type 0x…: with a word in
// brackets between them where the type has one.
func isXCTestElement(s string) bool {
	end := 0
	for end < len(s) && (s[end] >= 'A' && s[end] <= 'Z' || s[end] >= 'a' && s[end] <= 'z') {
		end++
	}
	if end == 0 || s[0] < 'A' || s[0] > 'Z' {
		return false
	}
	rest := s[end:]
	if strings.HasPrefix(rest, " (") {
		_, after, ok := strings.Cut(rest, ")")
		if !ok {
			return false
		}
		rest = after
	}
	rest = strings.TrimPrefix(rest, ",")
	return strings.HasPrefix(rest, " 0x")
}

func (l *xctestReader) line(line string) {
	line = strings.TrimRight(line, "\r")
	rest := strings.TrimLeft(line, " \t→")
	if !isXCTestElement(rest) {
		if isXCTestLog(rest) || rest == "" && l.complete() {
			l.finish()
		}
		if l.raw != nil {
			l.raw = append(l.raw, line)
		}
		return
	}
	l.finish()
	// The arrow in front of the first element counts as a blank.
	l.enterAt(utf8.RuneCountInString(line[:len(line)-len(rest)]))
	l.raw = append(l.raw[:0], line)
}

// complete reports that the element that is being read ends like one: not within
// a value that has several lines.
func (l *xctestReader) complete() bool {
	if len(l.raw) == 0 {
		return false
	}
	last := l.raw[len(l.raw)-1]
	word := strings.TrimSpace(last[strings.LastIndexByte(last, ',')+1:])
	_, state := xctestWords[word]
	return state || strings.HasSuffix(last, "'") || strings.HasSuffix(last, "}}")
}

// isXCTestLog reports what a test or a debugger prints after a tree: values may
// have several lines, so that these have to be told by their words.
func isXCTestLog(s string) bool {
	for _, start := range [...]string{"t = ", "Test Case '", "Test Suite '", "(lldb)", "Program ended", "}"} {
		if strings.HasPrefix(s, start) {
			return start != "t = " || strings.Contains(s[:min(len(s), 24)], "s ")
		}
	}
	date := strings.IndexFunc(s, func(c rune) bool { return c != '-' && (c < '0' || c > '9') })
	return date == len("2006-01-02") && s[4] == '-' && s[7] == '-'
}

// xctestWords are the states that stand by themselves.
var xctestWords = map[string]struct {
	state model.State
	truth model.Truth
}{
	"Disabled": {model.Enabled, model.No}, "Selected": {model.Selected, model.Yes}, "Keyboard Focused": {model.Focused, model.Yes},
	"Focused": {model.Focused, model.Yes}, "Enabled": {model.Enabled, model.Yes},
}

var xctestKeys = [...]string{"identifier", "label", "title", "value", "placeholderValue", "pid", "traits"}

// finish reads the lines of the element that is open:
//
//	Button, 0x600, {{8.0, 53.0}, {44.0, 44.0}}, identifier: 'Back', label: 'Shop', Disabled
func (l *xctestReader) finish() {
	if l.raw == nil {
		return
	}
	e := &l.c.Elements[l.top()]
	line := strings.TrimRight(strings.Join(l.raw, "\n"), "\n ")
	l.raw = nil
	l.own = appendMember(l.own[:0], "#line", line)
	text := strings.TrimLeft(line, " \t→")
	e.Role, text = cutAny(text, ", (")
	e.Kind = appleKind(e.Role)
	e.Given |= model.HasRole
	if at := strings.Index(text, "0x"); at >= 0 {
		e.Ref, text = cutAny(text[at:], ",: ")
		if l.refs == nil {
			l.refs = map[string]bool{}
		}
		l.refs[e.Ref] = true
	}
	var title, identifier string
	for text = strings.TrimLeft(text, ":, "); text != ""; text = strings.TrimLeft(text, ", ") {
		if strings.HasPrefix(text, "{{") {
			end := strings.Index(text, "}}")
			if end < 0 {
				break
			}
			if r, ok := braceFrame(text[:end+2]); ok {
				setFrame(e, r)
			}
			text = text[end+2:]
			continue
		}
		key, value, rest := xctestPart(text)
		text = rest
		if key != "" {
			l.own = appendMember(l.own, key, value)
		}
		switch key {
		case "label":
			e.Name, e.Given = value, e.Given|model.HasName
		case "title":
			title = value
		case "identifier":
			identifier = value
		case "value":
			e.Value, e.Given = value, e.Given|model.HasValue
		case "placeholderValue":
			e.Placeholder, e.Given = value, e.Given|model.HasPlaceholder
		case "":
			if w, ok := xctestWords[value]; ok {
				e.States.Set(w.state, w.truth)
			}
		}
	}
	for _, name := range [...]string{title, identifier} {
		if e.Name == "" && name != "" {
			e.Name, e.Given = name, e.Given|model.HasName
		}
	}
	e.Raw = string(l.own)
	e.Secure = e.Role == "SecureTextField"
	appleChecked(e)
}

// cutAny cuts a text before the first of some characters.
func cutAny(s, chars string) (before, rest string) {
	if at := strings.IndexAny(s, chars); at >= 0 {
		return s[:at], s[at:]
	}
	return s, ""
}

// xctestPart reads key: 'value', key: value or a word. Quotes within a value
// are not escaped, so it ends at a quote that another part or nothing follows.
func xctestPart(s string) (key, value, rest string) {
	for _, k := range xctestKeys {
		if strings.HasPrefix(s, k) && strings.HasPrefix(s[len(k):], ": ") {
			key, s = k, s[len(k)+2:]
			break
		}
	}
	if key != "" && strings.HasPrefix(s, "'") {
		for at := 1; ; {
			end := strings.IndexByte(s[at:], '\'')
			if end < 0 {
				return key, s[1:], ""
			}
			end += at
			if after := s[end+1:]; after == "" || xctestNext(after) {
				return key, s[1:end], after
			}
			at = end + 1
		}
	}
	for at := 0; at < len(s); at++ {
		if s[at] == ',' && (key == "" || xctestNext(s[at:])) {
			return key, s[:at], s[at:]
		}
	}
	return key, s, ""
}

// xctestNext reports whether s goes on with a part.
func xctestNext(s string) bool {
	s, ok := strings.CutPrefix(s, ", ")
	if !ok {
		return false
	}
	for _, k := range xctestKeys {
		if strings.HasPrefix(s, k) && strings.HasPrefix(s[len(k):], ": ") {
			return true
		}
	}
	word, _ := cutAny(s, ",\n")
	_, known := xctestWords[word]
	return known || strings.HasPrefix(s, "{{")
}
