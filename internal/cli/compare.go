package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"obscope/model"
	"obscope/render"
	_ "obscope/render/agents" // registers the dialects of other agents
)

// ComparedDialect is one row of compare with --json.
type ComparedDialect struct {
	Dialect    string          `json:"dialect"`
	Version    string          `json:"version,omitempty"`
	Status     string          `json:"status"`
	Exact      bool            `json:"exact"`
	Approx     bool            `json:"approximation"`
	Lines      int             `json:"lines"`
	Tokens     int             `json:"tokens"`
	Share      float64         `json:"share_of_json"`
	Elements   int             `json:"elements"`
	Actionable int             `json:"actionable_in"`
	Of         int             `json:"actionable"`
	Targets    map[string]bool `json:"targets,omitempty"`
	Warnings   []string        `json:"warnings,omitempty"`
	Refused    string          `json:"refused,omitempty"`
}

func (a *app) compareCommand() *cobra.Command {
	f := &inputFlags{}
	var targets []string
	sortBy, asJSON := "", false
	cmd := &cobra.Command{
		Use:   "compare FILE",
		Short: "Print what every dialect that can write the capture would show, and at what price",
		Long: "Print what every dialect that can write the capture would show, and at what price.\n" +
			"exact: the original's text to the byte; exact, noted: the original would differ as the warnings of --json say;\n" +
			"other format: written from a capture that the original does not read; approximation: a likeness;\n" +
			"refused: the dialect cannot apply an option to this capture.",
		Example: "  obscope compare page.json --target 'button \"Save\"' --sort tokens",
		Args:    takes("FILE"),
		RunE: func(_ *cobra.Command, args []string) error {
			if sortBy != "" {
				if err := render.SortComparisons(nil, sortBy, false); err != nil {
					return fmt.Errorf("--sort %w", err)
				}
			}
			rows, err := a.compare(f, args[0], targets, sortBy)
			if err != nil {
				return err
			}
			if asJSON {
				return a.printJSON(rows)
			}
			return a.print([]byte(compareTable(rows, targets)))
		},
	}
	f.addTo(cmd)
	cmd.Flags().MarkHidden("dialect")
	cmd.Flags().StringArrayVar(&targets, "target", nil, "a TARGET to look for in every dialect; may be given again")
	cmd.Flags().StringVar(&sortBy, "sort", "", "a column to sort by: "+strings.Join(render.ComparisonColumns(), ", "))
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

func (a *app) compare(f *inputFlags, name string, targets []string, sortBy string) ([]ComparedDialect, error) {
	r, obs, err := a.observe(f, name)
	if err != nil {
		return nil, err
	}
	var ids []model.ID
	for _, t := range targets {
		found, err := obs.Find(t)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		ids = append(ids, found[0])
	}
	list, err := r.Compare(f.options, ids)
	if err != nil {
		return nil, err
	}
	if sortBy != "" {
		if err := render.SortComparisons(list, sortBy, false); err != nil {
			return nil, err
		}
	}
	var rows []ComparedDialect
	for _, c := range list {
		rows = append(rows, compared(c, targets))
	}
	return rows, nil
}

func compared(c render.Comparison, targets []string) ComparedDialect {
	row := ComparedDialect{
		Dialect: c.Info.Name, Version: c.Info.Version, Status: c.Fidelity().String(), Exact: c.Exact, Approx: c.Info.Approx, Lines: c.Lines, Tokens: c.Tokens,
		Share: c.Share, Elements: c.Kept, Actionable: c.Actionable, Of: c.Of, Warnings: c.Warnings.Texts(),
	}
	if c.Refused != "" {
		row.Status, row.Refused = "refused", c.Refused
	}
	for i, in := range c.Targets {
		if row.Targets == nil {
			row.Targets = map[string]bool{}
		}
		row.Targets[targets[i]] = in
	}
	return row
}

func compareTable(rows []ComparedDialect, targets []string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-22s %-14s %7s %8s %8s %9s %11s", "dialect", "status", "lines", "tokens", "of JSON", "elements", "actionable")
	for _, t := range targets {
		fmt.Fprintf(&b, "  %s", oneLine(t))
	}
	b.WriteByte('\n')
	for _, r := range rows {
		if r.Refused != "" {
			fmt.Fprintf(&b, "%-22s %-14s %s\n", r.Dialect, r.Status, r.Refused)
			continue
		}
		line := fmt.Sprintf("%-22s %-14s %7d %8d %6.0f %% %9d %11s", r.Dialect, r.Status, r.Lines, r.Tokens, 100*r.Share, r.Elements, fmt.Sprintf("%d/%d", r.Actionable, r.Of))
		for _, t := range targets {
			mark := "out"
			if r.Targets[t] {
				mark = "in"
			}
			line += fmt.Sprintf("  %-*s", len([]rune(t)), mark)
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return b.String()
}
