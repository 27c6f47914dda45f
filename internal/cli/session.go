package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"obscope/loaders"
	"obscope/model"
	"obscope/render/tokens"
	"obscope/render/tools"
)

func (a *app) sessionCommand() *cobra.Command {
	f := &inputFlags{}
	asJSON, vocabulary := false, tokens.Default
	cmd := &cobra.Command{
		Use:     "session FILE",
		Short:   "Print what an agent's session cost: a row per step and per tool, and what was used without being seen",
		Example: "  obscope session ~/.claude/projects/shop/run.jsonl\n  obscope session run.jsonl --json",
		Args:    takes("FILE"),
		RunE: func(_ *cobra.Command, args []string) error {
			rec, err := a.open(f, args[0])
			if errors.Is(err, loaders.ErrNoSteps) {
				rec, err = &model.Recording{Session: &model.Session{}}, nil
			}
			if err != nil {
				return err
			}
			return a.printSession(rec, vocabulary, asJSON)
		},
	}
	f.addLoading(cmd)
	cmd.Flags().Lookup("capture").Hidden = true
	cmd.Flags().StringVar(&vocabulary, "tokens", tokens.Default, "the vocabulary that tokens are counted in ("+strings.Join(tokens.Names(), ", ")+")")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// printSession prints what a session cost.
func (a *app) printSession(rec *model.Recording, vocabulary string, asJSON bool) error {
	report, err := tools.Of(rec, vocabulary)
	switch {
	case err != nil:
		return err
	case asJSON:
		return a.printJSON(report)
	}
	return a.print([]byte(sessionText(report)))
}

// sessionText is a report for people.
func sessionText(r *tools.Report) string {
	var b strings.Builder
	if r.Task != "" {
		fmt.Fprintf(&b, "%s\n", clipped(oneLine(r.Task), taskWidth))
	}
	fmt.Fprintf(&b, "%d steps, %d with a tree · %d tokens %s in results, %d of them with a tree, %d repeated", len(r.Steps), r.Trees, r.Tokens, r.Vocabulary, r.TreeTokens, r.Repeated)
	if len(r.Definitions) > 0 {
		fmt.Fprintf(&b, " · %d tools defined: %d tokens on each request", len(r.Definitions), r.DefTokens)
	}
	b.WriteString("\n\n")
	rows := [][]string{{"step", "tokens", "elements", "call", "", "used next"}}
	for _, s := range r.Steps {
		note := ""
		if s.SameAs > 0 {
			note = fmt.Sprintf("same as step %d", s.SameAs)
		}
		if s.Failed {
			note = strings.TrimSpace("failed " + note)
		}
		if s.Who != "" {
			note = strings.TrimSpace("by " + oneLine(s.Who) + " " + note)
		}
		rows = append(rows, []string{fmt.Sprint(s.Step), fmt.Sprint(s.Tokens), fmt.Sprint(s.Elements),
			clipped(callText(s), callWidth), note, oneLine(strings.Join(s.Uses, ", "))})
	}
	writeRows(&b, rows, 3)
	rows = [][]string{{"tool", "calls", "tokens", "median", "worst", "at step", "share", "repeats", "errors"}}
	for _, t := range r.Tools {
		rows = append(rows, []string{clipped(oneLine(toolName(t.Name)), callWidth), fmt.Sprint(t.Calls), fmt.Sprint(t.Tokens), fmt.Sprint(t.Median), fmt.Sprint(t.Worst),
			fmt.Sprint(t.WorstStep), fmt.Sprintf("%.0f %%", 100*t.Share), fmt.Sprint(t.Repeats), fmt.Sprint(t.Errors)})
	}
	b.WriteByte('\n')
	writeRows(&b, rows, 0)
	for _, ref := range r.UnknownRefs {
		fmt.Fprintf(&b, "\nstep %d: %s %s: no observation held it", ref.Step, oneLine(ref.Action), oneLine(ref.Ref))
	}
	for _, ref := range r.Lost {
		fmt.Fprintf(&b, "\nstep %d: %s %s: it is gone by then, step %d held it last", ref.Step, oneLine(ref.Action), oneLine(ref.Ref), ref.SeenAt)
	}
	for _, w := range r.Warnings {
		fmt.Fprintf(&b, "\nwarning: %s", oneLine(w))
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

// The widths of columns that hold text of the log.
const (
	callWidth = 60
	taskWidth = 100
)

// toolName names what is no tool's result.
func toolName(name string) string {
	if name == "" {
		return "(message)"
	}
	return name
}

// callText is a call in one line.
func callText(s tools.Step) string {
	text := toolName(s.Call)
	if s.Args != "" && s.Args != "{}" {
		text += " " + s.Args
	}
	return oneLine(text)
}

// clipped shortens a text to that many characters.
func clipped(s string, most int) string {
	runes := []rune(s)
	if len(runes) <= most {
		return s
	}
	return string(runes[:most-1]) + "…"
}

// writeRows writes a table; the columns before left are numbers, aligned to the
// right, or all but the first if left is 0.
func writeRows(b *strings.Builder, rows [][]string, left int) {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], len([]rune(cell)))
		}
	}
	for _, row := range rows {
		var line strings.Builder
		for i, cell := range row {
			space := strings.Repeat(" ", widths[i]-len([]rune(cell)))
			if right := i < left || left == 0 && i > 0; right {
				line.WriteString(space + cell + "  ")
			} else {
				line.WriteString(cell + space + "  ")
			}
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
}
