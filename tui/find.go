package tui

import (
	"runtime"
	"slices"
	"strings"

	"obscope/internal/text/workers"
	"obscope/model"
	"obscope/tui/paint"

	tea "charm.land/bubbletea/v2"
	"github.com/sahilm/fuzzy"
)

// A finding is the search for elements; it moves the cursor and leaves the
// observation as it is.
type finding struct {
	corpus *corpus // of the capture that is shown
	query  string
	found  []found    // the best, for the list
	hits   []model.ID // all, for n and N
	at     int        // in found
	lines  bool       // of a step without a tree: what is found are lines of its text
	gone   lastSeen   // where another step holds what this one does not
	busy   bool
	taken  bool // enter was pressed; the match is gone to once it is found
}

// A corpus is what find looks into: role, name, ref and value of every
// element, cleaned for drawing. Secrets are not in it.
type corpus struct {
	c     *model.Capture
	texts []string
	lower []string

	isText bool // lines of a text, not elements
}

// A found element and which bytes of its text matched.
type found struct {
	id    model.ID
	text  string
	match []int
}

// maxFound bounds the list of matches.
const maxFound = 200

func (f *finding) forget() { *f = finding{} }

func (f *finding) move(by int) {
	if len(f.found) > 0 {
		f.at = max(0, min(f.at+by, len(f.found)-1))
	}
}

func newCorpus(c *model.Capture, clean paint.Cleaner) *corpus {
	if c.Call != nil && !c.HasTree() {
		return textCorpus(c, clean)
	}
	k := &corpus{c: c, texts: make([]string, len(c.Elements)), lower: make([]string, len(c.Elements))}
	n := len(c.Elements)
	var wait workers.Group
	for parts, at := runtime.NumCPU(), 0; at < parts; at++ {
		wait.Go(func() { k.fill(n*at/parts, n*(at+1)/parts, clean) })
	}
	wait.Wait()
	return k
}

// fill makes the texts of elements from..to-1.
func (k *corpus) fill(from, to int, clean paint.Cleaner) {
	for i := from; i < to; i++ {
		e := &k.c.Elements[i]
		var b strings.Builder
		b.WriteString(clean.Text(e.Role, 60))
		if e.Name != "" {
			b.WriteString(` "` + clean.Text(e.Name, paint.MaxLabel) + `"`)
		}
		if e.Ref != "" {
			b.WriteString(" " + clean.Text(e.Ref, 40))
		}
		if e.Value != "" && !e.Secure {
			b.WriteString(" =" + clean.Text(e.Value, paint.MaxLabel))
		}
		k.texts[i] = b.String()
		k.lower[i] = strings.ToLower(k.texts[i])
	}
}

// find looks for what holds the query as it stands; only if nothing does, for
// what holds its letters in order.
func (k *corpus) find(query string) (best []found, all []model.ID) {
	want := strings.ToLower(query)
	for _, id := range k.order() {
		at := strings.Index(k.lower[id], want)
		if at < 0 {
			continue
		}
		all = append(all, id)
		if len(best) < maxFound && len(k.lower[id]) == len(k.texts[id]) {
			best = append(best, found{id, k.texts[id], span(at, len(want))})
		} else if len(best) < maxFound {
			best = append(best, found{id, k.texts[id], nil})
		}
	}
	if len(all) > 0 {
		// Names come before roles and refs: a match after a quote is a name's.
		slices.SortStableFunc(best, func(a, b found) int { return matchRank(a) - matchRank(b) })
		return best, all
	}
	matches := fuzzy.Find(query, k.texts)
	for i, match := range matches {
		all = append(all, model.ID(match.Index))
		if i < maxFound {
			best = append(best, found{model.ID(match.Index), match.Str, slices.Clone(match.MatchedIndexes)})
		}
	}
	return best, all
}

// matchRank is 0 for a match at the start of a name, 1 at the start of a word,
// 2 elsewhere.
func matchRank(f found) int {
	if len(f.match) == 0 || f.match[0] == 0 {
		return 1
	}
	switch f.text[f.match[0]-1] {
	case '"':
		return 0
	case ' ':
		return 1
	}
	return 2
}

func span(from, n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = from + i
	}
	return list
}

func (m *Model) openFind() tea.Cmd {
	cmd := m.ask(askFind, "find", "role, name, ref or value", "")
	m.find.found, m.find.at, m.find.query = nil, 0, ""
	if m.find.corpus == nil || m.find.corpus.c != m.shot().c {
		// Prepared while the person types.
		return tea.Batch(cmd, m.search(""))
	}
	return cmd
}

// search looks for what was typed.
func (m *Model) search(query string) tea.Cmd {
	c, k, clean, captures, step := m.shot().c, m.find.corpus, m.st.Clean, m.rec.Captures, m.step
	m.find.query, m.find.busy = query, true
	return m.jobs.Run(&m.tasks.find, func() apply {
		if k == nil || k.c != c {
			k = newCorpus(c, clean)
		}
		var best []found
		var all []model.ID
		if strings.TrimSpace(query) != "" {
			best, all = k.find(query)
		}
		var matches []bool
		gone := lastSeen{}
		switch {
		case len(all) > 0 && !k.isText:
			matches = marked(len(c.Elements), all)
		case len(all) == 0 && strings.TrimSpace(query) != "" && c.Call != nil:
			gone = seenElsewhere(captures, step, query)
		}
		return func(m *Model) tea.Cmd {
			if m.shot().c != c {
				return nil
			}
			taken := m.find.taken
			m.find = finding{corpus: k, query: query, found: best, hits: all, lines: k.isText, gone: gone}
			m.tree.Matches = matches
			if taken && m.mode == modePrompt && m.prompt.asks == askFind {
				return tea.Batch(m.takeFind(), m.catchUp())
			}
			return nil
		}
	})
}

// takeFind goes to the match under the cursor of the list.
func (m *Model) takeFind() tea.Cmd {
	if m.find.busy {
		m.find.taken = true
		return nil
	}
	if len(m.find.found) == 0 {
		if m.find.query == "" {
			return m.cancelPrompt()
		}
		if m.find.gone.found {
			return m.takeGone()
		}
		m.prompt.err = "nothing matches"
		return nil
	}
	m.leavePrompt()
	m.say(paint.Plural(len(m.find.hits), "match") + "; n and N walk them")
	if m.find.lines {
		return m.read(int(m.find.found[m.find.at].id))
	}
	return m.choose(m.find.found[m.find.at].id, true)
}

// findLines draws the list of matches: at most h lines of w cells.
func (m *Model) findLines(w, h int) []string {
	n := len(m.find.found)
	if n == 0 || h < 1 {
		return nil
	}
	h = min(h, n)
	top := paint.Scrolled(0, m.find.at, h, n)
	lines := make([]string, 0, h)
	for i := top; i < top+h; i++ {
		f := m.find.found[i]
		g, mark := paint.Plain, "  "
		if i == m.find.at {
			g, mark = paint.Cursor, m.st.Cursor+" "
		}
		l := m.st.Line(g, w)
		l.Put(paint.Title, mark)
		if m.obs != nil && !m.find.lines && !m.obs.Verdicts[f.id].In() {
			l.Put(paint.Bad, m.st.Out+" ")
		} else {
			l.Put(paint.Text, "  ")
		}
		putMatched(l, f)
		lines = append(lines, l.Done())
	}
	return lines
}

// putMatched writes a found text with the matched bytes lit.
func putMatched(l *paint.Line, f found) {
	at := 0
	for i := 0; i < len(f.match); {
		from := f.match[i]
		to := from
		for i < len(f.match) && f.match[i] == to {
			to++
			// The rest of the rune belongs to the match.
			for to < len(f.text) && f.text[to]&0xC0 == 0x80 {
				to++
			}
			i++
			for i < len(f.match) && f.match[i] < to {
				i++
			}
		}
		if from < at || to > len(f.text) {
			break
		}
		l.Put(paint.Text, f.text[at:from])
		l.Put(paint.Match, f.text[from:to])
		at = to
	}
	l.Put(paint.Text, f.text[at:])
}
