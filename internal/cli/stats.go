package cli

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"obscope/internal/text/words"
	"obscope/model"
	"obscope/render"
)

// Stats is what stats prints with --json.
type Stats struct {
	Format   string         `json:"format"`
	Captures []CaptureStats `json:"captures"`
	Warnings []string       `json:"warnings,omitempty"`
}

// CaptureStats describes one capture under the options.
type CaptureStats struct {
	Step     int          `json:"step"`
	Format   string       `json:"format"`
	Source   string       `json:"source"`
	App      string       `json:"app,omitempty"`
	Window   string       `json:"window,omitempty"`
	Elements int          `json:"elements"` // with those that the capture ignores
	Kept     int          `json:"kept"`
	Lines    int          `json:"lines"`
	Dialect  string       `json:"dialect"`
	Tokens   int          `json:"tokens"`
	Counter  string       `json:"vocabulary"`
	Budget   int          `json:"budget"`
	JSON     int          `json:"json_tokens"` // the whole capture as compact JSON
	Funnel   []FunnelStat `json:"funnel"`
	Cost     CostStats    `json:"cost"`
	Warnings []string     `json:"warnings,omitempty"`
}

// FunnelStat is one stage of the funnel.
type FunnelStat struct {
	Stage   string `json:"stage"`
	Removed int    `json:"removed"`
	Left    int    `json:"left"`
}

// CostStats is where the tokens went, the most expensive first.
type CostStats struct {
	Parts   []ShareStat `json:"parts"`
	Roles   []ShareStat `json:"roles"`
	Windows []ShareStat `json:"windows"`
}

// ShareStat is what something costs.
type ShareStat struct {
	Name     string `json:"name"`
	Tokens   int    `json:"tokens"`
	Elements int    `json:"elements,omitempty"`
}

func (a *app) statsCommand() *cobra.Command {
	f := &inputFlags{}
	asJSON := false
	cmd := &cobra.Command{
		Use:     "stats FILE",
		Short:   "Print what an observation costs and where elements and tokens go",
		Example: "  obscope stats capture.json --dialect outline\n  obscope stats recording.jsonl --json",
		Args:    takes("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			stats, err := a.stats(f, args[0], cmd.Flags().Changed("capture"))
			if err != nil {
				return err
			}
			if asJSON {
				return a.printJSON(stats)
			}
			return a.print([]byte(stats.text()))
		},
	}
	f.addTo(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

func (a *app) stats(f *inputFlags, name string, oneOnly bool) (*Stats, error) {
	if err := a.settleOptions(f); err != nil {
		return nil, err
	}
	rec, err := a.open(f, name)
	if err != nil {
		return nil, err
	}
	captures := rec.Captures
	if oneOnly {
		c, err := f.pick(rec)
		if err != nil {
			return nil, err
		}
		captures = []*model.Capture{c}
	}
	stats := &Stats{Format: rec.Captures[0].Format, Warnings: rec.Warnings.Texts()}
	for _, c := range captures {
		r := render.New(c)
		obs, err := r.Observe(f.options)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		stats.Captures = append(stats.Captures, captureStats(r, obs))
	}
	return stats, nil
}

func captureStats(r *render.Renderer, obs *render.Observation) CaptureStats {
	c := r.Capture()
	s := CaptureStats{
		Step: c.Step, Format: c.Format, Source: c.Source, App: c.App, Window: c.Window,
		Elements: len(c.Elements), Kept: obs.Kept(), Lines: obs.Lines(), Dialect: obs.Set.Dialect,
		Tokens: obs.Tokens(), Counter: obs.Set.Tokens, Budget: obs.Set.Budget, JSON: r.JSONTokens(obs.Set.Tokens),
		Warnings: slices.Concat(c.Warnings, obs.Warnings).Texts(),
	}
	for _, step := range obs.Funnel {
		s.Funnel = append(s.Funnel, FunnelStat{step.Name, step.Removed, step.Left})
	}
	costs := obs.Costs()
	s.Cost = CostStats{shareStats(costs.Parts), shareStats(costs.Roles), shareStats(costs.Windows)}
	return s
}

func shareStats(shares []render.Share) []ShareStat {
	list := make([]ShareStat, 0, len(shares))
	for _, s := range shares {
		list = append(list, ShareStat{s.Name, s.Tokens, s.Count})
	}
	return list
}

// text is stats for people.
func (s *Stats) text() string {
	var b strings.Builder
	for _, c := range s.Captures {
		fmt.Fprintf(&b, "%s · %s · step %d · %s\n", oneLine(c.Source), c.Format, c.Step, words.Count(c.Elements, "element", "elements"))
		share := ""
		if c.JSON > 0 {
			share = fmt.Sprintf(", %d %% of %d as JSON", 100*c.Tokens/c.JSON, c.JSON)
		}
		fmt.Fprintf(&b, "%s: %s, %d of %d tokens %s%s\n", c.Dialect, words.Count(c.Lines, "line", "lines"), c.Tokens, c.Budget, c.Counter, share)
		for _, step := range c.Funnel {
			fmt.Fprintf(&b, "  %-12s -%d, %d left\n", step.Stage, step.Removed, step.Left)
		}
		for _, group := range []struct {
			title  string
			shares []ShareStat
		}{{"by part", c.Cost.Parts}, {"by role", c.Cost.Roles}, {"by window", c.Cost.Windows}} {
			fmt.Fprintf(&b, "%s\n", group.title)
			for i, share := range group.shares {
				if i == shownShares {
					fmt.Fprintf(&b, "  … %d more\n", len(group.shares)-i)
					break
				}
				fmt.Fprintf(&b, "  %8d  %s\n", share.Tokens, oneLine(share.Name))
			}
		}
		for _, w := range c.Warnings {
			fmt.Fprintf(&b, "warning: %s\n", oneLine(w))
		}
	}
	for _, w := range s.Warnings {
		fmt.Fprintf(&b, "warning: %s\n", oneLine(w))
	}
	return b.String()
}

// shownShares bounds the rows of a table for people.
const shownShares = 12

func (a *app) printJSON(v any) error {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		return err
	}
	return a.printData([]byte(b.String()))
}
