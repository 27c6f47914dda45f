package replay

import (
	"bufio"
	"fmt"
	"math"
	"strings"
	"unicode/utf8"
)

// write writes what agents did, log by log and altogether.
func (b *Behaviour) write(w *bufio.Writer) {
	calls, refused, repeated, deadEnds, unclassified, blind, abandoned := 0, 0, 0, 0, 0, 0, 0
	for _, r := range b.Runs {
		r.write(w)
		calls += r.Calls
		refused += r.Refused
		repeated += r.RepeatedCalls
		deadEnds += r.DeadEnds
		unclassified += r.Unclassified
		blind += r.Blind
		abandoned += b2i(r.Abandoned)
	}
	if refused > 0 {
		b.writeRefusals(w)
	}
	fmt.Fprintf(w, "across %d runs: %d calls, %d refused (%s), %d repeated, %d dead ends, %d blind, %d abandoned\n", len(b.Runs), calls, refused, whole(refused, calls), repeated, deadEnds, blind, abandoned)
	if unclassified > 0 {
		fmt.Fprintf(w, "%d result(s) across the corpus read as a failure with no recognised code: the refusals above are undercounted\n", unclassified)
	}
	w.WriteByte('\n')
}

func (r *RunBehaviour) write(w *bufio.Writer) {
	fmt.Fprintf(w, "=== %s\n    %d calls, %d refused\n", clean(r.Log), r.Calls, r.Refused)
	fmt.Fprintf(w, "    actions: %s\n", clean(strings.Join(r.Actions, " ")))
	if len(r.Codes) > 0 {
		fmt.Fprintf(w, "    codes: %s\n", clean(strings.Join(r.Codes, " ")))
	}
	if r.Unclassified > 0 {
		fmt.Fprintf(w, "    UNCLASSIFIED — %d result(s) read as a failure with no code that is known\n", r.Unclassified)
	}
	if r.RepeatedCalls > 0 {
		w.WriteString("    REPEATED — the same call sent again after reading the reply:\n")
		for _, call := range r.Repeated {
			fmt.Fprintf(w, "      %s\n", clean(call))
		}
		if more := r.RepeatedCalls - len(r.Repeated); more > 0 {
			fmt.Fprintf(w, "      and %d more\n", more)
		}
	}
	if len(r.Thrash) > 0 {
		var list []string
		for _, t := range r.Thrash {
			list = append(list, fmt.Sprintf("%s×%d shapes", t.Action, t.Shapes))
		}
		fmt.Fprintf(w, "    THRASH — one action in many shapes: %s\n", clean(strings.Join(list, ", ")))
	}
	if r.DeadEnds > 0 {
		fmt.Fprintf(w, "    DEAD END — %d refusal(s) followed by the same action again\n", r.DeadEnds)
	}
	if r.Blind > 0 {
		fmt.Fprintf(w, "    BLIND — %d mutating call(s) with no live observation of the target\n", r.Blind)
	}
	if r.Abandoned {
		w.WriteString("    ABANDONED — a refusal is among the last two calls\n")
	}
	w.WriteByte('\n')
}

// maxNext bounds what is told of the calls after refusals, as in Maka's
// analyser.
const maxNext = 8

// writeRefusals writes what fails, and what follows.
func (b *Behaviour) writeRefusals(w *bufio.Writer) {
	w.WriteString("WHAT FAILS, BY ACTION\n")
	for _, a := range b.Actions {
		if a.Refused > 0 {
			fmt.Fprintf(w, "    %s %3d/%d  (%s)\n", pad(clean(a.Action), 20), a.Refused, a.Calls, whole(a.Refused, a.Calls))
		}
	}
	if len(b.Next) > 0 {
		w.WriteString("\nWHAT A MODEL DOES NEXT, AFTER A REFUSAL\n")
	}
	width := 0
	text := func(n NextBehaviour) string { return clean(fmt.Sprintf("%s→%s then %s", n.Action, n.Code, n.Then)) }
	shown := b.Next[:min(len(b.Next), maxNext)]
	for _, n := range shown {
		width = max(width, utf8.RuneCountInString(text(n)))
	}
	for _, n := range shown {
		fmt.Fprintf(w, "    %s × %d\n", pad(text(n), width), n.Count)
	}
	if more := len(b.Next) - len(shown); more > 0 {
		fmt.Fprintf(w, "    and %d more\n", more)
	}
	w.WriteByte('\n')
}

// whole is a share in whole percent.
func whole(n, of int) string {
	if of == 0 {
		return "n/a"
	}
	return fmt.Sprintf("%d%%", int(math.Floor(float64(n)/float64(of)*100+0.5)))
}
