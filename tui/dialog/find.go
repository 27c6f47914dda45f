package dialog

import (
	"runtime"
	"slices"
	"strings"

	"obscope/internal/text/workers"
	"obscope/model"
	"obscope/tui/paint"

	"github.com/sahilm/fuzzy"
)

// A Find is the search for elements; it moves the cursor and leaves the
// observation as it is.
type Find struct {
	Corpus *Corpus // of the capture that is shown
	Query  string
	Best   []Found    // for the list
	Hits   []model.ID // all, for n and N
	Gone   LastSeen   // where another step holds what this one does not
	At     int        // in Best
	Busy   bool
	Taken  bool // enter was pressed; the match is gone to once it is found
}

// A Corpus is what find looks into: role, name, ref and value of every
// element, cleaned for drawing. Secrets are not in it.
type Corpus struct {
	c     *model.Capture
	texts []string
	lower []string

	isText bool // lines of a text, not elements
}

// A Found element and which bytes of its text matched.
type Found struct {
	ID    model.ID
	text  string
	match []int
}

// maxFound bounds the list of matches.
const maxFound = 200

// Move moves the cursor of the list.
func (f *Find) Move(by int) {
	if len(f.Best) > 0 {
		f.At = max(0, min(f.At+by, len(f.Best)-1))
	}
}

// NewCorpus makes the texts of a capture.
func NewCorpus(c *model.Capture, clean paint.Cleaner) *Corpus {
	if c.Call != nil && !c.HasTree() {
		return textCorpus(c, clean)
	}
	k := &Corpus{c: c, texts: make([]string, len(c.Elements)), lower: make([]string, len(c.Elements))}
	n := len(c.Elements)
	var wait workers.Group
	for parts, at := runtime.NumCPU(), 0; at < parts; at++ {
		wait.Go(func() { k.fill(n*at/parts, n*(at+1)/parts, clean) })
	}
	wait.Wait()
	return k
}

// Of reports whether it is that of a capture.
func (k *Corpus) Of(c *model.Capture) bool { return k != nil && k.c == c }

// fill makes the texts of elements from..to-1.
func (k *Corpus) fill(from, to int, clean paint.Cleaner) {
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

// textCorpus is what find looks into where a step has no tree: the lines of its
// text, whose numbers stand for elements.
func textCorpus(c *model.Capture, clean paint.Cleaner) *Corpus {
	k := &Corpus{c: c, isText: true}
	for line := range strings.SplitSeq(strings.TrimSuffix(c.Text, "\n"), "\n") {
		text := clean.Text(line, paint.MaxClean)
		k.texts, k.lower = append(k.texts, text), append(k.lower, strings.ToLower(text))
	}
	return k
}

// IsText reports whether it is lines of a text, not elements.
func (k *Corpus) IsText() bool { return k != nil && k.isText }

// order is what find walks through: elements as the tree has them, or lines.
func (k *Corpus) order() []model.ID {
	if !k.isText {
		return k.c.Tree.Order
	}
	all := make([]model.ID, len(k.texts))
	for i := range all {
		all[i] = model.ID(i)
	}
	return all
}

// Find looks for what holds the query as it stands; only if nothing does, for
// what holds its letters in order.
func (k *Corpus) Find(query string) (best []Found, all []model.ID) {
	want := strings.ToLower(query)
	for _, id := range k.order() {
		at := strings.Index(k.lower[id], want)
		if at < 0 {
			continue
		}
		all = append(all, id)
		if len(best) < maxFound && len(k.lower[id]) == len(k.texts[id]) {
			best = append(best, Found{id, k.texts[id], span(at, len(want))})
		} else if len(best) < maxFound {
			best = append(best, Found{id, k.texts[id], nil})
		}
	}
	if len(all) > 0 {
		// Names come before roles and refs: a match after a quote is a name's.
		slices.SortStableFunc(best, func(a, b Found) int { return matchRank(a) - matchRank(b) })
		return best, all
	}
	matches := fuzzy.Find(query, k.texts)
	for i, match := range matches {
		all = append(all, model.ID(match.Index))
		if i < maxFound {
			best = append(best, Found{model.ID(match.Index), match.Str, slices.Clone(match.MatchedIndexes)})
		}
	}
	return best, all
}

// matchRank is 0 for a match at the start of a name, 1 at the start of a word,
// 2 elsewhere.
func matchRank(f Found) int {
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

// listed is how many matches are shown at once.
const listed = 10

// box is the list of matches.
func (f *Find) box(s *State) Box {
	return Box{Place: Bottom, H: min(listed, len(f.Best)), Lines: func(w, h int) []string { return f.list(s, w, h) }}
}

// list draws h matches in lines of w cells.
func (f *Find) list(s *State, w, h int) []string {
	st := s.Style
	top := paint.Scrolled(0, f.At, h, len(f.Best))
	lines := make([]string, 0, h)
	for i := top; i < top+h; i++ {
		match := f.Best[i]
		g, mark := paint.Plain, "  "
		if i == f.At {
			g, mark = paint.Cursor, st.Cursor+" "
		}
		l := st.Line(g, w)
		l.Put(paint.Title, mark)
		if s.Obs != nil && !f.Corpus.IsText() && !s.Obs.Verdicts[match.ID].In() {
			l.Put(paint.Bad, st.Out+" ")
		} else {
			l.Put(paint.Text, "  ")
		}
		putMatched(l, match)
		lines = append(lines, l.Done())
	}
	return lines
}

// putMatched writes a found text with the matched bytes lit.
func putMatched(l *paint.Line, f Found) {
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
