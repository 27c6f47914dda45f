package replay

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// WriteText writes the report for people.
func (r *Report) WriteText(to io.Writer) error {
	w := bufio.NewWriter(to)
	if len(r.Shards) > 0 {
		fmt.Fprintf(w, "shard %s of the corpus\n", strings.Join(r.Shards, ", "))
	}
	s := r.Skipped
	fmt.Fprintf(w, "corpus: %d trace files, %d usable observations\n", r.Files, r.Observations)
	fmt.Fprintf(w, "dropped: %d observes with no rendering (refused/timed out), %d without a header, %d that did not re-render byte-identically, %d unparsed element lines, %d unreadable json lines\n\n",
		s.ObserveWithoutText, s.NoHeader, s.Unfaithful, s.UnparsedLines, s.BadJSON)
	r.table(w, "ALL APPS", &r.All)
	apps := slices.Clone(r.Apps)
	slices.SortStableFunc(apps, func(a, b *App) int { return cmp.Compare(b.Sums[0].Tokens, a.Sums[0].Tokens) })
	for _, a := range apps {
		r.table(w, a.Name, &a.Tally)
	}
	r.arithmetic(w)
	if r.Frontier != nil {
		r.Frontier.write(w, r.Vocabulary)
	}
	r.samples(w)
	if r.Behaviour != nil {
		r.Behaviour.write(w)
	}
	w.WriteString(limits)
	return w.Flush()
}

// limits is what the report ends with.
const limits = `what these numbers can say: what each option set would have cost on these very observations, and whether
the lines of the elements that were operated would still have been there. An option set that loses them is refuted.
what they cannot say: whether an agent that reads less acts as well. It may choose other elements, ask more often,
or miss what it never operated here; a line without a name is found by its role alone (see ambiguous).
offline metrics can falsify a rendering change, never establish one: run the real chain before shipping any of this.
`

// table writes one tally.
func (r *Report) table(w *bufio.Writer, title string, t *Tally) {
	fmt.Fprintf(w, "%s  (%d observations, %d operated elements, %d of them unnamed)\n", title, t.Observations, t.Uses, t.Unnamed)
	width := len("strategy")
	for _, s := range r.Strategies {
		width = max(width, utf8.RuneCountInString(s.Name))
	}
	exact := ""
	if r.Vocabulary != "" {
		exact = fmt.Sprintf("%*s", r.exactWidth(), r.Vocabulary)
	}
	fmt.Fprintf(w, "  %s %9s%s %12s %11s %8s %16s %11s\n", pad("strategy", width), "~chars4", exact, "vs baseline", "retention", "by ref", "named-ancestor", "ambiguous")
	for i, s := range r.Strategies {
		sum := t.Sums[i]
		exact := ""
		if r.Vocabulary != "" {
			exact = fmt.Sprintf("%*d", r.exactWidth(), sum.Exact)
		}
		fmt.Fprintf(w, "  %s %9d%s %12s %11s %8s %16s %11d\n", pad(s.Name, width), sum.Tokens, exact, percent(sum.Tokens, t.Sums[0].Tokens),
			percent(sum.Retained, t.Uses), percent(sum.ByRef, t.Uses), percent(sum.Ancestor, t.Uses), sum.Ambiguous)
	}
	w.WriteByte('\n')
}

// exactWidth is that of the column of exact tokens.
func (r *Report) exactWidth() int { return max(len(r.Vocabulary), 10) + 1 }

func pad(s string, width int) string {
	return s + strings.Repeat(" ", max(0, width-utf8.RuneCountInString(s)))
}

// percent is a share with one digit, and n/a of nothing.
func percent(n, of int) string {
	if of == 0 {
		return "n/a"
	}
	return fixed1(float64(n)/float64(of)*100) + "%"
}

// fixed1 is toFixed(1) of JavaScript, which breaks exact ties upward where
// strconv breaks them to even: 6.25 is 6.3.
func fixed1(x float64) string {
	if q := x * 4; q == math.Trunc(q) && math.Mod(q, 2) != 0 && math.Abs(q) < 1<<50 {
		x = (math.Floor(x*10) + 1) / 10
	}
	return strconv.FormatFloat(x, 'f', 1, 64)
}

// arithmetic writes what parts of the baseline cost that no strategy changes.
func (r *Report) arithmetic(w *bufio.Writer) {
	base := r.All.Sums[0].Tokens
	w.WriteString("arithmetic on the same corpus (not rendered strategies, nothing to retain):\n")
	fmt.Fprintf(w, "  element frames (@x,y wxh) %7d tokens, %s of the baseline\n", quarter(r.FrameUnits), percent(quarter(r.FrameUnits), base))
	for i, limit := range valueCaps {
		n := quarter(max(0, r.CapUnits[i])) // the note of a cut may be longer than what it saves
		fmt.Fprintf(w, "  value cap %3d (now 256)   %7d tokens, %s of the baseline\n", limit, n, percent(n, base))
	}
	w.WriteByte('\n')
}

// samples writes why observations were left out.
func (r *Report) samples(w *bufio.Writer) {
	if len(r.Samples) == 0 {
		return
	}
	w.WriteString("observations excluded for not re-rendering identically:\n")
	for _, s := range r.Samples {
		fmt.Fprintf(w, "  %s\n    %s: %s\n", clean(s.Log), s.Kind, clean(s.Stored))
		if s.Kind == "stored" {
			fmt.Fprintf(w, "    ours  : %s\n", clean(s.Ours))
		}
	}
	w.WriteByte('\n')
}

// clean makes text from a log safe to print: a sample must not move the
// cursor or run over the screen.
func clean(s string) string {
	const shown = 240
	s = strings.Map(func(c rune) rune {
		if c < 0x20 || c >= 0x7F && c < 0xA0 || c == 0x2028 || c == 0x2029 || c >= 0x202A && c <= 0x202E || c >= 0x2066 && c <= 0x2069 {
			return '\uFFFD'
		}
		return c
	}, s)
	if utf8.RuneCountInString(s) > shown {
		s = string([]rune(s)[:shown]) + "…"
	}
	return s
}

// write writes the sweep.
func (f *Frontier) write(w *bufio.Writer, vocabulary string) {
	fmt.Fprintf(w, "frontier of %d option sets: tokens against the operated elements that are kept (each line the least that keeps so many)\n", len(f.Points))
	row := func(p Point) {
		exact := ""
		if vocabulary != "" {
			exact = fmt.Sprintf(" %10d", p.Exact)
		}
		fmt.Fprintf(w, "  %9d%s %8s %8s %8s %15s  %s\n", p.Tokens, exact, percent(p.Tokens, f.Whole().Tokens), percent(p.ByRef, f.Uses),
			percent(p.Retained, f.Uses), percent(p.Ancestor, f.Uses), p.Flags)
	}
	exact := ""
	if vocabulary != "" {
		exact = fmt.Sprintf(" %10s", vocabulary)
	}
	fmt.Fprintf(w, "  %9s%s %8s %8s %8s %15s  %s\n", "~chars4", exact, "of all", "by ref", "by line", "named-ancestor", "options")
	for _, p := range f.Best() {
		row(p)
	}
	if f.Uses == 0 {
		w.WriteString("no element was operated, so nothing can be lost\n\n")
		return
	}
	for _, byRef := range [...]bool{true, false} {
		what := "by the text of its line"
		if byRef {
			what = "by ref"
		}
		if p, ok := f.Cheapest(byRef); ok {
			fmt.Fprintf(w, "the cheapest that keeps every operated element %s:\n", what)
			row(p)
		} else {
			fmt.Fprintf(w, "no option set keeps every operated element %s\n", what)
		}
	}
	w.WriteByte('\n')
}
