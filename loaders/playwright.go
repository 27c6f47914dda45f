package loaders

import (
	"errors"
	"strconv"
	"strings"

	"obscope/model"
)

var playwrightFormat = Format{
	Name: "playwright", About: "Playwright: aria snapshots, Playwright MCP answers, error-context.md",
	Recognised: `YAML lines like - role "name" [ref=e1]:, bare or in a yaml fence, or an MCP answer with ### Page`,
	InFiles:    true, Partial: true,
	Sniff: sniffPlaywright,
	Load:  loadPlaywright,
}

// The shapes of a Playwright capture.
const (
	shapeAria         = "aria"          // the YAML alone
	shapeAnswer       = "mcp-answer"    // ### Page, ### Snapshot
	shapeErrorContext = "error-context" // what Playwright Test writes when a test fails
	shapeFence        = "fence"         // YAML in a fence of Markdown
)

func sniffPlaywright(p *Peek) Score {
	if p.JSON != 0 {
		return No
	}
	if isErrorContext(p.Start) {
		return Sure
	}
	if strings.HasPrefix(p.Start, "### ") && (hasLine(p.Start, "### Page") || hasLine(p.Start, "### Page state") || hasLine(p.Start, "### Snapshot")) {
		return Sure
	}
	body, fenced := p.Start, false
	if !strings.HasPrefix(p.Start, "- ") {
		trees := playwrightGrammar.split(p.Start)
		if len(trees) == 0 || !trees[0].fenced {
			return No
		}
		body, fenced = p.Start[trees[0].from:trees[0].to], true
	}
	switch l := peekListing(body); {
	case !l.tree() || l.agent > l.playwright:
		return No
	case l.playwright > l.agent, fenced:
		return Likely
	}
	return Maybe
}

// isErrorContext reports what Playwright Test writes when a test fails.
func isErrorContext(start string) bool {
	return strings.HasPrefix(start, "# Test info") || strings.HasPrefix(start, "# Instructions\n\n- Following Playwright test failed")
}

func hasLine(text, line string) bool {
	return strings.HasPrefix(text, line+"\n") || strings.Contains(text, "\n"+line+"\n") || strings.HasSuffix(text, "\n"+line)
}

// playwrightGrammar tells the lines of aria YAML: roles are lower-case, which
// tells them from the facts about the page that stand before the tree.
var playwrightGrammar = &grammar{
	format: "playwright", jumps: true, half: halfItem, holds: holdsListing,
	starts: func(line string) bool {
		body, ok := dashBody(line)
		return ok && (body == "" || body[0] >= 'a' && body[0] <= 'z' || strings.IndexByte(`/'"<`, body[0]) >= 0)
	},
	goesOn: func(base int, _ string, more []string) (own int) {
		for i, line := range more {
			switch {
			case strings.TrimSpace(line) == "":
			case indentOf(line) > base:
				own = i + 1
			default:
				return own
			}
		}
		return own
	},
}

func loadPlaywright(s *Source) (*model.Recording, error) {
	trees := playwrightGrammar.split(s.Text)
	shape := shapeAria
	switch start := strings.TrimLeft(s.Text, " \t\r\n"); {
	case strings.HasPrefix(start, "### "):
		shape = shapeAnswer
	case strings.HasPrefix(start, "# ") && !(len(trees) > 1 && !isErrorContext(start)):
		shape = shapeErrorContext
		// The page stands behind the error, whose details may quote parts of it.
		trees = trees[max(0, len(trees)-1):]
	case len(trees) > 0 && trees[0].fenced:
		shape = shapeFence
	}
	if len(trees) == 0 {
		c := &model.Capture{Format: "playwright", Shape: shape, Text: s.Text}
		if shape == shapeAnswer {
			readPlaywrightPage(c)
		}
		if shape != shapeAria {
			return playwrightWithoutTree(s, c)
		}
		c.Warn("the snapshot is empty: the page had not loaded, or shows nothing that is accessible")
		model.Link(c, nil)
		return one(c), nil
	}
	return playwrightGrammar.load(s, trees, func(c *model.Capture, body string, line int) error {
		c.Shape = shape
		if shape == shapeAnswer {
			readPlaywrightPage(c)
		}
		l := &ariaReader{textTree: textTree{c: c}, base: line}
		if err := l.read(body); err != nil {
			return err
		}
		l.finishAria()
		return nil
	})
}

// readPlaywrightPage takes the title and address from an MCP answer.
func readPlaywrightPage(c *model.Capture) {
	textLines(c.Text, func(_ int, line string) bool {
		if title, ok := strings.CutPrefix(line, "- Page Title: "); ok {
			c.Window = title
		}
		if address, ok := strings.CutPrefix(line, "- Page URL: "); ok {
			c.App = urlHost(address)
		}
		return line != "### Snapshot"
	})
}

// playwrightWithoutTree is an answer that tells where its tree is, or has none.
func playwrightWithoutTree(s *Source, c *model.Capture) (*model.Recording, error) {
	const mark = "- [Snapshot]("
	if at := strings.Index(s.Text, mark); at >= 0 {
		if name, _, ok := strings.Cut(s.Text[at+len(mark):], ")"); ok {
			return elsewhere(s, c, name)
		}
	}
	if c.Shape == shapeErrorContext {
		return nil, errors.New("it holds no page snapshot: the test failed before it had a page, or without one open")
	}
	c.Warn("this answer holds no tree: ask for browser_snapshot")
	model.Link(c, nil)
	return one(c), nil
}

// An ariaReader reads aria YAML. It is not a reader of all YAML: it reads what
// Playwright's own writer writes, and what YAML libraries make of that when
// they write it again.
type ariaReader struct {
	textTree
	base int // the line of the capture's text where the YAML starts
	n    int // the line that is being read
	part bool
}

// read reads the lines of body.
func (l *ariaReader) read(body string) error {
	var item []string
	var open scalarState
	first := 0
	var err error
	flush := func() {
		if len(item) > 0 && err == nil {
			l.n = first + l.base
			err = l.item(item)
		}
		item = item[:0]
	}
	textLines(body, func(n int, line string) bool {
		trimmed := strings.TrimLeft(line, " ")
		deeper := len(item) > 0 && indentOf(line) > indentOf(item[0])
		switch {
		case len(item) > 0 && deeper && open != scalarEnded:
			item = append(item, line)
			open = open.after(line)
		case isItem(trimmed):
			flush()
			item, first, open = append(item, line), n, startScalar(line)
		case len(item) > 0:
			item = append(item, line)
		case trimmed != "" && trimmed[0] != '#':
			err = lineError(n+l.base, "not an item of a list: "+quoted(trimmed))
		}
		return err == nil
	})
	flush()
	return err
}

func isItem(s string) bool { return s == "-" || strings.HasPrefix(s, "- ") }

// A scalarState says whether a text goes on in deeper lines that look like
// items.
type scalarState uint8

const (
	scalarEnded  scalarState = iota
	scalarQuoted             // until a double quote
	scalarBlock              // as long as lines are deeper
)

// startScalar looks at the first line of an item.
func startScalar(line string) scalarState {
	for _, mark := range [...]string{": |", ": |-", ": >", ": >-"} {
		if strings.HasSuffix(line, mark) {
			return scalarBlock
		}
	}
	if at := strings.Index(line, `: "`); at >= 0 {
		if _, _, closed := yamlQuoted(line[at+2:]); !closed {
			return scalarQuoted
		}
	}
	return scalarEnded
}

// after is the state after one more line.
func (st scalarState) after(line string) scalarState {
	if st != scalarQuoted {
		return st
	}
	if _, _, closed := yamlQuoted(`"` + line); closed {
		return scalarEnded
	}
	return st
}

func lineError(n int, what string) error {
	return errors.New("line " + strconv.Itoa(n+1) + ": " + what + "; the snapshot is cut short or edited, or of another tool")
}

// quoted shortens and quotes a text for a message.
func quoted(s string) string {
	const most = 60
	for i := range s {
		if i >= most {
			return strconv.Quote(s[:i]) + "…"
		}
	}
	return strconv.Quote(s)
}

// item reads an item of the list with its further lines.
func (l *ariaReader) item(lines []string) error {
	indent := indentOf(lines[0])
	body := strings.TrimPrefix(strings.TrimLeft(lines[0], " "), "-")
	key, value, hasValue, err := cutKey(strings.TrimPrefix(body, " "))
	if err != nil {
		return lineError(l.n, err.Error())
	}
	text := ""
	if hasValue {
		text = yamlScalar(value, lines[1:])
	}
	switch {
	case strings.HasPrefix(key, "/"):
		l.property(indent, key[1:], text)
		return nil
	case key == "text":
		l.text(indent, text)
		return nil
	}
	e, err := l.element(key)
	if err != nil {
		return lineError(l.n, err.Error())
	}
	if hasValue && text != "" || value != "" {
		e.Value, e.Given = text, e.Given|model.HasValue
	}
	l.add(e, indent, l.n)
	return nil
}

// cutKey takes the key off an item: in single quotes, or up to a colon that a
// blank or the end follows, outside the quotes of a name.
func cutKey(s string) (key, value string, hasValue bool, err error) {
	rest := ""
	switch {
	case strings.HasPrefix(s, "'"):
		var ok bool
		if key, rest, ok = yamlSingleQuoted(s); !ok {
			return "", "", false, errors.New("the quoted key does not end: " + quoted(s))
		}
	case strings.HasPrefix(s, `"`):
		var ok bool
		if key, rest, ok = yamlQuoted(s); !ok {
			return "", "", false, errors.New("the quoted key does not end: " + quoted(s))
		}
		if strings.TrimSpace(rest) == "" {
			return "text", s, true, nil // a text alone
		}
	default:
		end := keyEnd(s)
		key, rest = s[:end], s[end:]
	}
	rest = strings.TrimLeft(rest, " ")
	if rest == "" {
		return strings.TrimRight(key, " "), "", false, nil
	}
	if rest[0] != ':' {
		return "", "", false, errors.New("a colon should follow the key: " + quoted(s))
	}
	return key, strings.TrimSpace(rest[1:]), true, nil
}

// keyEnd finds the end of a key that is not quoted.
func keyEnd(s string) int {
	inName := false
	for i := 0; i < len(s); i++ {
		switch {
		case inName && s[i] == '\\':
			i++
		case s[i] == '"':
			inName = !inName
		case s[i] == ':' && !inName && (i+1 == len(s) || s[i+1] == ' '):
			return i
		}
	}
	return len(s)
}
