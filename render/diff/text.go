package diff

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"

	"obscope/internal/text/words"
	"obscope/model"
	"obscope/render"
)

// A Line is one line of a text difference.
type Line struct {
	Sign Sign  // Context, Added or Removed
	Prev int32 // its number in the earlier text, from 1; 0 if it is not there
	Curr int32 // its number in the later text, from 1; 0 if it is not there
}

// A TextDiff is what changed from one observation to another, line by line.
type TextDiff struct {
	Lines      []Line // of both texts, in order; what was removed stands before what was added
	Added      int    // lines
	Removed    int
	Renumbered int // lines that are the same but for the index in front

	PrevTokens, CurrTokens int    // of the whole texts
	Tokens                 string // the vocabulary of CurrTokens

	prev, curr textLines
}

// textLines is an observation cut into lines.
type textLines struct {
	lines []string
	ids   []model.ID // by line
}

// Observations compares two texts. Lines that differ only in an index in
// brackets at their start, which counts on when something comes in above, are
// taken for the same line.
func Observations(prev, curr *render.Observation) *TextDiff {
	t := &TextDiff{
		PrevTokens: prev.Tokens(), CurrTokens: curr.Tokens(), Tokens: curr.Set.Tokens,
		prev: linesOf(prev), curr: linesOf(curr),
	}
	a, b := intern(t.prev.lines, t.curr.lines)
	i, j := 0, 0
	upTo := func(toA, toB int) {
		for ; i < toA; i++ {
			t.Lines = append(t.Lines, Line{Removed, int32(i + 1), 0})
			t.Removed++
		}
		for ; j < toB; j++ {
			t.Lines = append(t.Lines, Line{Added, 0, int32(j + 1)})
			t.Added++
		}
	}
	for _, r := range equalRuns(a, b) {
		upTo(r.a, r.b)
		for range r.n {
			if t.prev.lines[i] != t.curr.lines[j] {
				t.Renumbered++
			}
			i, j = i+1, j+1
			t.Lines = append(t.Lines, Line{Context, int32(i), int32(j)})
		}
	}
	upTo(len(a), len(b))
	return t
}

// linesOf cuts an observation into lines; an entry may be several.
func linesOf(o *render.Observation) textLines {
	var t textLines
	text := o.Text()
	if text == "" {
		return t
	}
	t.lines = strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	t.ids = make([]model.ID, len(t.lines))
	for i := range t.ids {
		t.ids[i] = model.None
	}
	at := 0
	var buf []byte
	for i, e := range o.Entries {
		buf = o.AppendEntry(buf[:0], i)
		for n := 1 + bytes.Count(buf, []byte{'\n'}); n > 0 && at < len(t.ids); n-- {
			t.ids[at] = e.ID
			at++
		}
	}
	return t
}

// intern numbers the lines of both texts, equal lines alike.
func intern(prev, curr []string) (a, b []int32) {
	numbers := make(map[string]int32, len(prev))
	number := func(lines []string) []int32 {
		list := make([]int32, len(lines))
		for i, s := range lines {
			s = withoutIndex(s)
			n, ok := numbers[s]
			if !ok {
				n = int32(len(numbers))
				numbers[s] = n
			}
			list[i] = n
		}
		return list
	}
	return number(prev), number(curr)
}

// withoutIndex drops a number in brackets from the start of a line that is not
// indented: [12] button reads as button.
func withoutIndex(s string) string {
	if len(s) < 3 || s[0] != '[' {
		return s
	}
	i := 1
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		i++
	}
	if i == 1 || i == len(s) || s[i] != ']' {
		return s
	}
	return s[i+1:]
}

// Text is a line of the difference as it stands in its text: of a line that
// is in both, as it stands in the later one.
func (t *TextDiff) Text(l Line) string {
	if l.Curr > 0 {
		return t.curr.lines[l.Curr-1]
	}
	return t.prev.lines[l.Prev-1]
}

// Element is the element that a line writes: of the later capture, or of the
// earlier one for a removed line. None stands for headers.
func (t *TextDiff) Element(l Line) model.ID {
	if l.Curr > 0 {
		return t.curr.ids[l.Curr-1]
	}
	return t.prev.ids[l.Prev-1]
}

// Same reports whether the texts are equal.
func (t *TextDiff) Same() bool { return t.Added+t.Removed+t.Renumbered == 0 }

// A Hunk is a run of Lines, from From up to To.
type Hunk struct{ From, To int }

// Hunks lists the runs of changed lines with up to so many lines of context
// before and after them.
func (t *TextDiff) Hunks(context int) []Hunk {
	var hunks []Hunk
	for i, l := range t.Lines {
		if l.Sign == Context {
			continue
		}
		from, to := max(0, i-context), min(len(t.Lines), i+1+context)
		if n := len(hunks); n > 0 && from <= hunks[n-1].To {
			hunks[n-1].To = to
			continue
		}
		hunks = append(hunks, Hunk{from, to})
	}
	return hunks
}

// Summary is one line for people: the lines and the tokens.
func (t *TextDiff) Summary() string {
	tokens := fmt.Sprintf("%d → %s (%+d)", t.PrevTokens, words.Count(t.CurrTokens, "token", "tokens"), t.CurrTokens-t.PrevTokens)
	if t.PrevTokens == t.CurrTokens {
		tokens = words.Count(t.CurrTokens, "token", "tokens") + " as before"
	}
	if t.Same() {
		return "no line changed, " + tokens
	}
	s := fmt.Sprintf("%s added, %d removed", words.Count(t.Added, "line", "lines"), t.Removed)
	if t.Renumbered > 0 {
		s += fmt.Sprintf(", %d renumbered", t.Renumbered)
	}
	return s + ", " + tokens
}

// ContextLines is the usual number of lines around a change.
const ContextLines = 3

// WriteText writes the hunks as patches have them, and the summary. Lines are
// written as they are.
func (t *TextDiff) WriteText(w io.Writer, context int) error {
	b := bufio.NewWriter(w)
	for _, h := range t.Hunks(context) {
		prev, curr := t.start(h)
		fmt.Fprintf(b, "@@ line %d → %d @@\n", prev, curr)
		for _, l := range t.Lines[h.From:h.To] {
			fmt.Fprintf(b, "%c%s\n", l.Sign, t.Text(l))
		}
	}
	fmt.Fprintln(b, t.Summary())
	return b.Flush()
}

// start is where a hunk starts in both texts, from 1. The line before it is in
// both.
func (t *TextDiff) start(h Hunk) (prev, curr int32) {
	if h.From == 0 {
		return 1, 1
	}
	before := t.Lines[h.From-1]
	return before.Prev + 1, before.Curr + 1
}
