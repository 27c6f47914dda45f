package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"obscope/internal/carry"
	"obscope/render"

	"obscope/internal/text/words"
)

// FitAnswer is what fit prints with --json.
type FitAnswer struct {
	Budget      int            `json:"budget"`
	MaxElements any            `json:"max_elements"` // a number, or none
	Tokens      int            `json:"tokens"`
	Before      int            `json:"before"` // tokens without a cap
	Flags       []string       `json:"flags"`
	Options     render.Options `json:"options"`
	Dropped     []string       `json:"dropped"` // elements that the cap leaves out
}

func (a *app) fitCommand() *cobra.Command {
	f := &inputFlags{}
	asJSON := false
	cmd := &cobra.Command{
		Use:     "fit FILE --budget N",
		Short:   "Print the options that fit a token budget, and what they drop",
		Example: "  obscope fit capture.json --budget 4000",
		Args:    takes("FILE"),
		RunE: func(_ *cobra.Command, args []string) error {
			r, obs, err := a.observe(f, args[0])
			if err != nil {
				return err
			}
			budget := obs.Set.Budget
			o, fit, err := r.Fit(f.options, budget)
			if err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			answer := FitAnswer{Budget: budget, MaxElements: "none", Tokens: fit.Tokens, Before: fit.Before, Flags: o.Flags(), Options: o, Dropped: []string{}}
			if fit.MaxElements != render.NoCap {
				answer.MaxElements = fit.MaxElements
			}
			for _, id := range fit.Dropped {
				answer.Dropped = append(answer.Dropped, r.Capture().Element(id).Label())
			}
			if asJSON {
				return a.printJSON(answer)
			}
			return a.print([]byte(answer.text()))
		},
	}
	f.addTo(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// shownDropped bounds the dropped elements that are listed for people.
const shownDropped = 20

func (f FitAnswer) text() string {
	var b strings.Builder
	fmt.Fprintln(&b, carry.Shell(f.Flags))
	fmt.Fprintf(&b, "%d of %d tokens; without a cap %d\n", f.Tokens, f.Budget, f.Before)
	if n := len(f.Dropped); n > 0 {
		fmt.Fprintf(&b, "drops %s:\n", words.Count(n, "element", "elements"))
		for i, label := range f.Dropped {
			if i == shownDropped {
				fmt.Fprintf(&b, "  … %d more (--json lists all)\n", n-i)
				break
			}
			fmt.Fprintf(&b, "  %s\n", oneLine(label))
		}
	}
	return b.String()
}
