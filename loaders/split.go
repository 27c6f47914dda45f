package loaders

import (
	"fmt"
	"slices"
	"strings"

	"obscope/internal/text/words"
	"obscope/model"
)

// A grammar tells the lines of a text that has one line per element, so that
// the snapshots in it are told from each other and from the prose around.
type grammar struct {
	format string
	starts func(line string) bool                         // whether a line starts an element
	goesOn func(base int, last string, more []string) int // how many of the lines after the last element are still the tree's, whose first is indented by base
	half   func(line string) bool                         // whether an element's only line was cut in the middle
	holds  func(tree string) bool                         // whether what looks like a snapshot further down in the text is one
	jumps  bool                                           // each level is indented by as much: a deeper step is a line that is missing
	footer string                                         // how the line starts that the tool prints behind the tree
	head   func(line string) bool                         // whether a line is one that the tool prints before a tree, nil if it prints none
	headed bool                                           // only what follows such a line is a tree
	anew   func(first, line string, nested bool) bool     // whether an element that is not indented starts another tree, nested if elements were indented since the first
}

// A snapshot is one tree in a text: its lines without those around it.
type snapshot struct {
	from, to int    // bytes of the text
	line     int    // the line where it starts, from 0
	fenced   bool   // it stands in a fence
	info     string // what the fence says it holds
	cuts     []cut
	jumps    map[int]int // by how much deeper a line is than the one before: the first such line
	steps    int         // lines that are deeper than the one before
}

// A cut is a place where lines are missing, or are not as the tool wrote them.
type cut struct {
	line int    // from 0
	why  string // "" is told already
	mark bool   // the line is read as put: it says so only, or is marked
	put  string
}

// splitter walks the lines of a text.
type splitter struct {
	g        *grammar
	text     string
	found    []snapshot
	doubtful snapshot // the first that may be none: one if there is no other

	at        snapshot // the one that is being read
	open      bool
	base      int // the indentation of its first line
	first     string
	last      string // its last element's first line
	lastLine  int
	lastStart int // the byte where that line starts
	deep      int // its indentation

	ahead *textPlace // the line of the tool before the tree that is to come
	lost  *textPlace // a mark of a cut directly before it

	gap       []string // the lines since then that start no element
	separated bool     // one of them separates documents
	marked    bool     // a diff's lines were met
	fence     bool     // the walk is within a fence
	info      string
}

// A textPlace is a line of the text.
type textPlace struct {
	line, from int
	text       string
}

// grammars are those of all formats that have one.
func grammars() []*grammar {
	return []*grammar{agentGrammar, browsergymGrammar, codexGrammar, cuaGrammar, devtoolsGrammar, droidrunGrammar, listingGrammar, maestroGrammar,
		mobileGrammar, playwrightGrammar, pywinautoGrammar, readPageGrammar, stagehandGrammar}
}

// split finds the snapshots in a text; if none is sure to be one, that may be
// the first that looks like it.
func (g *grammar) split(text string) []snapshot {
	found, doubtful := g.walk(text)
	if len(found) == 0 && doubtful.to > 0 {
		found = append(found, doubtful)
	}
	return found
}

// sure finds the snapshots in a text that are sure to be some.
func (g *grammar) sure(text string) []snapshot {
	found, _ := g.walk(text)
	return found
}

func (g *grammar) walk(text string) (found []snapshot, doubtful snapshot) {
	w := &splitter{g: g, text: text}
	crlf := strings.Contains(text, "\r\n")
	for n, at := 0, 0; at < len(text); n++ {
		end := at + lineEnd(text[at:])
		line := text[at:end]
		if crlf {
			line = strings.TrimSuffix(line, "\r")
		}
		w.line(n, at, line)
		at = end + 1
	}
	w.close(true)
	return w.found, w.doubtful
}

func (w *splitter) line(n, at int, line string) {
	switch {
	case w.g.head != nil && w.g.head(line):
		w.close(false)
		if w.ahead == nil {
			w.ahead = &textPlace{n, at, line}
		}
		if w.g.starts(line) {
			w.element(n, at, line)
		}
	case (w.open || w.ahead != nil || !w.g.headed) && w.g.starts(line):
		w.element(n, at, line)
	case isCut(line):
		if !w.open {
			w.lost = &textPlace{n, at, line}
			break
		}
		w.at.cuts = append(w.at.cuts, cut{n, cutHere(line), true, ""})
		w.gap = append(w.gap, "")
	case w.open && w.diff(n, at, line):
	case isSeparator(line):
		if fence, info := fenceOf(line); fence {
			w.fence = !w.fence || info != "" // what names a language opens one
			w.info = info
		}
		w.separated = true
		w.gap = append(w.gap, line)
	case w.open:
		if mark := gluedCut(line); mark != "" {
			line = strings.TrimRight(line[:len(line)-len(mark)], " ")
			w.at.cuts = append(w.at.cuts, cut{n, cutHere(mark), true, line})
		}
		w.gap = append(w.gap, line)
	case strings.TrimSpace(line) != "":
		w.lost = nil
	}
}

// cutHere tells of a line that is a mark of a cut, or ends in one.
func cutHere(mark string) string {
	return "something was cut out here: " + quoted(strings.TrimSpace(mark))
}

// diff takes a line that a diff marks: of the new side what is behind the +,
// of the old nothing.
func (w *splitter) diff(n, at int, line string) bool {
	if line == "" || line[0] != '+' && line[0] != '-' || strings.HasPrefix(line, "- ") && w.base%2 == 0 && w.g.starts(line) {
		return false
	}
	put := line[1:]
	if w.base%2 == 1 {
		put = " " + put // the lines around have their blank
	}
	if !w.g.starts(put) {
		return false
	}
	if line[0] == '+' {
		w.element(n, at, put)
	} else {
		put = ""
	}
	why := ""
	if !w.marked {
		w.marked, why = true, "lines are marked as in a diff; the new side is read, and what a diff leaves out is missing"
	}
	w.at.cuts = append(w.at.cuts, cut{n, why, true, put})
	return true
}

// element takes a line that starts an element.
func (w *splitter) element(n, at int, line string) {
	mark := gluedCut(line)
	if mark != "" {
		line = strings.TrimRight(line[:len(line)-len(mark)], " ")
	}
	indent := indentOf(line)
	if w.open && (w.separated || indent <= w.base && (w.again(line) || len(w.gap) > 0 && w.ends())) {
		w.close(false)
	}
	if !w.open {
		w.open, w.base, w.first = true, indent, line
		w.at = snapshot{from: at, line: n, fenced: w.fence, info: w.info}
		if w.ahead != nil {
			w.at.from, w.at.line = w.ahead.from, w.ahead.line
		}
		if w.lost != nil {
			w.at.cuts = append(w.at.cuts, cut{w.lost.line, cutHere(w.lost.text), w.lost.line > w.at.line, ""})
		}
		w.ahead, w.lost = nil, nil
	} else if step := indent - w.deep; step > 0 && w.g.jumps {
		w.at.steps++
		if _, seen := w.at.jumps[step]; !seen && len(w.at.jumps) < 16 {
			if w.at.jumps == nil {
				w.at.jumps = map[int]int{}
			}
			w.at.jumps[step] = n
		}
	}
	w.gap, w.separated = w.gap[:0], false
	w.last, w.lastLine, w.lastStart, w.deep = line, n, at, indent
	w.at.to = min(len(w.text), at+lineEnd(w.text[at:])+1)
	if mark != "" {
		w.at.cuts = append(w.at.cuts, cut{n, cutHere(mark), true, line})
	}
}

// again reports a line that starts the snapshot anew: the root of a page, or
// one with the ref that the first line has.
func (w *splitter) again(line string) bool {
	if w.g.anew != nil {
		return w.g.anew(w.first, line, w.deep > w.base)
	}
	line, first := withoutTexts(line), withoutTexts(w.first)
	if strings.Contains(line, "RootWebArea") && strings.Contains(first, "RootWebArea") {
		return true
	}
	ref := refIn(line)
	return ref != "" && ref == refIn(first)
}

// withoutTexts is a line without what a page says: quoted texts, and what
// follows a colon.
func withoutTexts(line string) string {
	var b strings.Builder
	for {
		before, quote, open := strings.Cut(line, `"`)
		if head, _, ok := strings.Cut(before, ": "); ok {
			b.WriteString(head)
			return b.String()
		}
		b.WriteString(before)
		if !open {
			return b.String()
		}
		_, after, ok := cutQuoted(`"` + quote)
		if !ok {
			return b.String()
		}
		line = after
	}
}

// refIn is the first thing in a line that looks like a ref: ref=e1, uid=1_0.
func refIn(line string) string {
	for _, mark := range [...]string{"[ref=", " ref=", "uid="} {
		if _, rest, ok := strings.Cut(line, mark); ok {
			return leadingWord(rest)
		}
	}
	return ""
}

// goesOn counts the lines after the last element that are still the tree's.
func (w *splitter) goesOn() int {
	if w.g.goesOn == nil {
		return 0
	}
	more := w.gap
	if at := slices.IndexFunc(more, isSeparator); at >= 0 {
		more = more[:at]
	}
	return w.g.goesOn(w.base, w.last, more)
}

// ends reports lines after the last element of which some are not its own.
func (w *splitter) ends() bool {
	own := w.goesOn()
	for _, line := range w.gap[own:] {
		if strings.TrimSpace(line) != "" {
			return true
		}
	}
	return false
}

// close finishes the snapshot that is being read; last says that the text ends.
func (w *splitter) close(last bool) {
	if !w.open {
		return
	}
	own := w.goesOn()
	for range own {
		w.at.to = min(len(w.text), w.at.to+lineEnd(w.text[w.at.to:])+1)
	}
	s := &w.at
	cutBehind := len(s.cuts) > 0 && s.cuts[len(s.cuts)-1].line >= w.lastLine
	switch {
	case own == 0 && w.lastLine > s.line && w.g.half != nil && w.g.half(w.last) && (cutBehind || last && strings.TrimSpace(strings.Join(w.gap, "")) == ""):
		s.cuts = append(s.cuts, cut{w.lastLine, "the line ends in the middle and was left out", true, ""})
		s.to = w.lastStart
	case last && len(w.gap) == 1 && !strings.HasSuffix(w.text, "\n") && halfStart(w.gap[0], w.deep):
		s.cuts = append(s.cuts, cut{w.lastLine + 1, "the line ends in the middle and was left out", true, ""})
	case last && s.fenced && w.fence && !cutBehind:
		s.cuts = append(s.cuts, cut{w.lastLine, "the text ends here, before the fence does", false, ""})
	}
	if least := w.leastStep(); least > 0 {
		for step, n := range s.jumps {
			if step > least {
				s.cuts = append(s.cuts, cut{n, "it is indented by more than one level: a line before it is missing", false, ""})
			}
		}
	}
	switch {
	case s.fenced && isYAML(s.info) || w.g.holds == nil || w.g.holds(w.text[s.from:s.to]):
		w.found = append(w.found, *s)
	case w.doubtful.to == 0:
		w.doubtful = *s
	}
	w.open = false
	w.gap, w.separated = w.gap[:0], false
}

// leastStep is the indentation of one level: the least there is, and that of
// the tools where one line alone is deeper.
func (w *splitter) leastStep() int {
	if w.at.steps == 1 {
		return 2
	}
	least := 0
	for step := range w.at.jumps {
		if least == 0 || step < least {
			least = step
		}
	}
	return least
}

// halfStart reports the beginning of a line that would have been an element.
func halfStart(line string, deep int) bool {
	trimmed := strings.TrimLeft(line, " \t")
	return trimmed == "-" || trimmed == "[" || trimmed != "" && strings.HasPrefix("uid=", leadingWord(trimmed)) && leadingWord(trimmed) == trimmed ||
		strings.HasPrefix(trimmed, "uid=") && !strings.Contains(trimmed, " ") || indentOf(line) > 0 && indentOf(line) <= deep+2 && len(trimmed) < 3
}

// untilClosed counts the lines up to the one that closes the quote that is open
// in the last one.
func untilClosed(last string, more []string) int {
	if strings.Count(last, `"`)%2 == 0 {
		return 0
	}
	for i, line := range more {
		if strings.Count(line, `"`)%2 == 1 {
			return i + 1
		}
	}
	return 0
}

func isYAML(info string) bool { return info == "yaml" || info == "yml" }

// isSeparator reports a line that no snapshot has within: a fence, the end of a
// YAML document, a heading.
func isSeparator(line string) bool {
	if line == "" {
		return false
	}
	switch line[0] {
	case ' ', '`', '~':
		fence, _ := fenceOf(line)
		return fence
	case '-':
		return strings.TrimRight(line, " ") == "---"
	case '#':
		return strings.HasPrefix(strings.TrimLeft(line, "#"), " ")
	}
	return false
}

// fenceOf reports whether a line opens or closes a block of Markdown, and its
// info word.
func fenceOf(line string) (ok bool, info string) {
	trimmed := strings.TrimLeft(line, " ")
	for _, mark := range [...]string{"```", "~~~"} {
		if info, ok = strings.CutPrefix(trimmed, mark); ok {
			return true, strings.ToLower(strings.TrimSpace(strings.TrimLeft(info, mark)))
		}
	}
	return false, ""
}

// load reads each snapshot of a text with what stands before it. read is given
// the lines of the tree and the number of the first of them within the
// capture's text. What follows the last one goes with it if the tool printed
// it, that is, in sections of their own.
func (g *grammar) load(s *Source, trees []snapshot, read func(c *model.Capture, body string, line int) error) (*model.Recording, error) {
	rec := &model.Recording{}
	from, fromLine := 0, 0
	for i, t := range trees {
		c := &model.Capture{Format: g.format, Shape: shapeText}
		end := g.around(s, trees, i, c)
		c.Text = s.Text[from:end]
		if err := read(c, t.body(g, s.Text), t.line-fromLine); err != nil {
			return nil, err
		}
		rec.Captures = append(rec.Captures, c)
		fromLine += strings.Count(c.Text, "\n")
		from = end
	}
	var join joiner
	for _, c := range rec.Captures {
		join.next(c)
	}
	return rec, nil
}

// around is where the text of a snapshot ends, with what the tool printed behind
// it. It tells c where the snapshot stands, and of what is missing or no part of
// it.
func (g *grammar) around(s *Source, trees []snapshot, i int, c *model.Capture) int {
	t := trees[i]
	end := t.to
	if t.fenced {
		if at := end + lineEnd(s.Text[end:]); end < len(s.Text) && isSeparator(s.Text[end:at]) {
			end = min(len(s.Text), at+1)
		}
	}
	if i == len(trees)-1 {
		end = g.tail(s, t, end, c)
	}
	if len(trees) > 1 {
		c.Source = fmt.Sprintf("%s: line %d", s.Name, s.line+t.line+1)
	}
	for _, cut := range t.cuts {
		if cut.why != "" {
			c.Warnings.Add(model.CutShort, fmt.Sprintf("line %d: %s", s.line+cut.line+1, cut.why))
		}
	}
	return end
}

// tail is where the last snapshot's text ends: before the prose that follows.
func (g *grammar) tail(s *Source, t snapshot, end int, c *model.Capture) int {
	rest := strings.TrimLeft(s.Text[end:], " \t\r\n")
	if rest == "" || t.fenced || g.footer != "" && strings.HasPrefix(rest, g.footer) || isSeparator(rest[:lineEnd(rest)]) || isCut(rest[:lineEnd(rest)]) || len(t.cuts) > 0 {
		return len(s.Text)
	}
	at := len(s.Text) - len(rest)
	n := 1 + strings.Count(strings.TrimRight(rest, "\n"), "\n")
	c.Warn(fmt.Sprintf("%s after the snapshot, from line %d on, %s no part of it: %s", words.Count(n, "line", "lines"),
		s.line+1+strings.Count(s.Text[:at], "\n"), words.Pick(n, "is", "are"), quoted(rest[:lineEnd(rest)])))
	return end
}

// body is the lines of the tree, tabs of the indentation as blanks and without
// what marks a cut.
func (t *snapshot) body(g *grammar, text string) string {
	return t.clean(untab(text[t.from:t.to], g.starts))
}

// clean is the lines of the tree without what marks a cut.
func (t *snapshot) clean(body string) string {
	marks := false
	for _, c := range t.cuts {
		marks = marks || c.mark
	}
	if !marks {
		return body
	}
	lines := strings.Split(body, "\n")
	for _, c := range t.cuts {
		if n := c.line - t.line; c.mark && n >= 0 && n < len(lines) {
			lines[n] = c.put
		}
	}
	return strings.Join(lines, "\n")
}

// untab writes the tabs before elements as blanks. A tab is one level, or where
// other lines are indented by blanks, the level after the deepest of them.
func untab(text string, starts func(string) bool) string {
	if !strings.Contains(text, "\n\t") && !strings.Contains(text, " \t") && !strings.HasPrefix(text, "\t") {
		return text
	}
	const level = 2
	wide := level
	textLines(text, func(_ int, line string) bool {
		if at := indentOf(line); at < len(line) && line[at] != '\t' && starts(line) {
			wide = max(wide, at+level)
		}
		return true
	})
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		body := strings.TrimLeft(line, " \t")
		if before := line[:len(line)-len(body)]; strings.Contains(before, "\t") && starts(strings.ReplaceAll(line, "\t", " ")) {
			lines[i] = strings.ReplaceAll(before, "\t", strings.Repeat(" ", wide)) + body
		}
	}
	return strings.Join(lines, "\n")
}
