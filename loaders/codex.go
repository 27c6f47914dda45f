package loaders

import (
	"errors"
	"strconv"
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/internal/text/words"
	"obscope/model"
)

var codexFormat = Format{
	Name: "codex", About: "Codex and open-codex computer use: the text of get_app_state",
	Recognised: "text with App=… (pid N) or <app_state>; JSON with result_excerpt",
	Sniff:      sniffCodex,
	Load:       loadCodex,
	grammar:    codexGrammar,
}

func sniffCodex(p *Peek) Score {
	if p.Has("result_excerpt") {
		return Sure
	}
	if p.Has("result_summary", "tool") {
		return Likely
	}
	if p.JSON != jsontext.Missing {
		return No
	}
	if strings.HasPrefix(p.Start, "<app_state>") || strings.Contains(p.Start, "\n<app_state>") {
		return Sure
	}
	head := p.Start
	for range 8 { // the application stands in the first lines
		line, rest, more := strings.Cut(head, "\n")
		if _, _, ok := codexApp(strings.TrimSpace(line)); ok {
			return Sure
		}
		if !more {
			break
		}
		head = rest
	}
	return No
}

func loadCodex(s *Source) (*model.Recording, error) {
	c := &model.Capture{Format: "codex", Unit: "screen points", Text: s.Text}
	l := &codexReader{builder: builder{c: c}, last: -1, refs: map[string]model.ID{}}
	if strings.HasPrefix(strings.TrimLeft(s.Text, " \t\r\n"), "{") {
		if err := l.excerpt(s.Text); err != nil {
			return nil, err
		}
	}
	l.read(c.Text)
	l.link()
	if l.elided > 0 {
		c.Truncated = true
		c.Warn(words.Count(l.elided, "line is", "lines are") + " ... in place of elements: the text was shortened by hand")
	}
	if len(c.Elements) == 0 {
		c.Warn("no line is an element (N role …): the application has no window, accessibility permission is missing, or the answer held only a screenshot")
	}
	return one(c), nil
}

// excerpt takes the lines out of the JSON in which tool comparisons keep
// them.
func (l *codexReader) excerpt(text string) error {
	r := jsontext.NewReader(text)
	found := false
	for r.Object(); r.NextName(); {
		name := r.Name()
		v := r.Value()
		switch {
		case name == "result_excerpt" && v.Kind == jsontext.Array:
			found = true
			var lines []string
			for _, item := range v.Items {
				lines = append(lines, item.Text)
			}
			l.c.Text = strings.Join(lines, "\n")
		case name == "result_excerpt" && v.Kind == jsontext.String:
			found, l.c.Text = true, v.Text
		default:
			l.tellRaw(name, v.Raw)
		}
	}
	r.End()
	if err := r.Err(); err != nil {
		return brokenJSON{err}
	}
	if !found {
		return errors.New("the JSON has no result_excerpt: it tells about a call and holds no element tree; open the answer itself")
	}
	return nil
}

// codexApp reads App=com.apple.finder (pid 1106).
func codexApp(line string) (app, pid string, ok bool) {
	rest, ok := strings.CutPrefix(line, "App=")
	if !ok {
		return "", "", false
	}
	at := strings.LastIndex(rest, " (pid ")
	if at < 0 || !strings.HasSuffix(rest, ")") {
		return "", "", false
	}
	pid = rest[at+len(" (pid ") : len(rest)-1]
	if _, err := strconv.Atoi(pid); err != nil {
		return "", "", false
	}
	return rest[:at], pid, true
}

type codexReader struct {
	builder
	last   int // the number of the last element
	refs   map[string]model.ID
	elided int
	at     int      // the line that is being read, from 0
	raw    []string // the lines of the element that is being read
	line   codexLine
}

// read takes the text line by line. An element's text may hold line ends, so
// a line that does not start like an element goes on with the one before.
func (l *codexReader) read(text string) {
	inTree := false
	l.at = -1
	crlf := strings.Contains(text, "\r\n") && strings.Count(text, "\n") == strings.Count(text, "\r\n")
	for more := true; more; {
		var line string
		line, text, more = strings.Cut(text, "\n")
		if crlf {
			line = strings.TrimSuffix(line, "\r")
		}
		l.at++
		trimmed := strings.TrimSpace(line)
		if !inTree {
			if app, pid, ok := codexApp(trimmed); ok {
				l.c.App = app
				l.tell("app", app)
				l.tell("pid", pid)
				continue
			}
			if l.window(trimmed) || trimmed == "<app_state>" {
				continue
			}
		}
		if at, number, ok := l.element(line); ok {
			l.finish()
			inTree = true
			l.begin(line, at, number)
			continue
		}
		switch {
		case trimmed == "</app_state>":
			l.finish()
			if strings.TrimSpace(text) != "" {
				l.tell("after", text)
			}
			return
		case trimmed == "..." || trimmed == "…":
			l.elided++
			l.finish()
		case l.footer(trimmed):
			l.finish()
		case l.raw != nil:
			l.raw = append(l.raw, line)
		case trimmed != "":
			l.tell("note", line)
		}
	}
	l.finish()
}

// window reads Window: "Title", App: Finder.
func (l *codexReader) window(line string) bool {
	rest, ok := strings.CutPrefix(line, "Window: ")
	if !ok {
		return false
	}
	l.tell("window", rest)
	if quoted, err := strconv.QuotedPrefix(rest); err == nil {
		l.c.Window, _ = strconv.Unquote(quoted)
		rest = rest[len(quoted):]
	}
	if at := strings.LastIndex(rest, "App: "); at >= 0 {
		if app := strings.TrimSuffix(rest[at+len("App: "):], "."); app != "" {
			l.c.App = app
		}
	}
	return true
}

// footer reads the lines below the tree.
func (l *codexReader) footer(line string) bool {
	if rest, ok := strings.CutPrefix(line, "The focused UI element is "); ok {
		number, _, _ := strings.Cut(strings.TrimSuffix(rest, "."), " ")
		l.finish()
		if id, ok := l.refs[number]; ok {
			l.c.Elements[id].States.Set(model.Focused, model.Yes)
		} else {
			l.c.Warn("the focused element " + clip(number) + " is not in the text")
		}
		l.tell("focused", rest)
		return true
	}
	for _, start := range [...]string{"Selected text:", "Selected text is", "Selected:"} {
		if rest, ok := strings.CutPrefix(line, start); ok {
			l.tell("selectedText", strings.TrimSpace(rest))
			return true
		}
	}
	return false
}

// element recognises a line that starts an element: its number is higher than
// the last one, as the tools count.
func (l *codexReader) element(line string) (at, number int, ok bool) {
	for at < len(line) && (line[at] == ' ' || line[at] == '\t') {
		at++
	}
	end := at
	for end < len(line) && line[end] >= '0' && line[end] <= '9' {
		end++
	}
	if end == at || end-at > 9 || end < len(line) && line[end] != ' ' && line[end] != '\r' {
		return 0, 0, false
	}
	number, _ = strconv.Atoi(line[at:end])
	return at, number, number > l.last
}

func (l *codexReader) begin(line string, at, number int) {
	indent := 0
	for _, c := range []byte(line[:at]) {
		if c == '\t' {
			indent += codexIndent
		} else {
			indent++
		}
	}
	e := l.enterAt(indent)
	l.c.Lines = append(l.c.Lines, int32(l.at))
	e.Ref = strconv.Itoa(number)
	l.refs[e.Ref] = l.top()
	l.last = number
	l.raw = append(l.raw[:0], line)
}

// codexIndent is the blanks that a tab stands for.
const codexIndent = 4

// finish reads the lines of the element that is open.
func (l *codexReader) finish() {
	if l.raw == nil {
		return
	}
	e := &l.c.Elements[l.top()]
	line := strings.TrimRight(strings.Join(l.raw, "\n"), "\n")
	l.raw = nil
	l.line.parse(e, line)
}

// codexGrammar tells the lines of a tree, and those that the tool writes below
// it. Texts are not escaped: what follows a line directly may be its next line.
var codexGrammar = &grammar{
	format: "codex", headed: true,
	head: func(line string) bool {
		_, _, ok := codexApp(strings.TrimSpace(line))
		return ok || strings.TrimSpace(line) == "<app_state>"
	},
	starts: func(line string) bool { _, _, ok := (&codexReader{last: -1}).element(line); return ok },
	goesOn: func(_ int, _ string, more []string) (own int) {
		below := false
		for i, line := range more {
			switch trimmed := strings.TrimSpace(line); {
			case isCodexFooter(trimmed):
				own, below = i+1, true
			case trimmed == "":
				below = true
			case !below:
				own = i + 1
			default:
				return own
			}
		}
		return own
	},
	anew: func(_, _ string, _ bool) bool { return false },
}

// isCodexFooter reports a line that is printed below a tree.
func isCodexFooter(line string) bool {
	for _, start := range [...]string{"</app_state>", "The focused UI element is ", "Selected text:", "Selected text is", "Selected:"} {
		if strings.HasPrefix(line, start) {
			return true
		}
	}
	return false
}
