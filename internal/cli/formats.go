package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"obscope/loaders"
	"obscope/render"
)

func (a *app) formatsCommand() *cobra.Command {
	dialects := false
	cmd := &cobra.Command{
		Use:     "formats",
		Short:   "List what can be opened and how it is recognised; with --dialects, how it can be written",
		Example: "  obscope formats\n  obscope formats --dialects",
		Args:    takes(),
		RunE: func(*cobra.Command, []string) error {
			var b strings.Builder
			if dialects {
				for _, d := range render.Dialects() {
					writeDialect(&b, d.Info())
				}
			} else {
				for _, f := range loaders.Formats() {
					fmt.Fprintf(&b, "%-14s %s\n%-14s recognised by %s\n", f.Name, f.About, "", f.Recognised)
				}
			}
			return a.print([]byte(b.String()))
		},
	}
	cmd.Flags().BoolVar(&dialects, "dialects", false, "list the dialects and their own options")
	return cmd
}

func writeDialect(b *strings.Builder, i render.Info) {
	status := "exact for " + strings.Join(i.ExactFor, ", ")
	switch {
	case i.Approx:
		status = "an approximation"
	case len(i.ExactFor) == 0:
		status = "obscope's own"
	}
	if i.Version != "" {
		status = i.Version + "; " + status
	}
	fmt.Fprintf(b, "%-20s %s (%s)\n", i.Name, i.About, status)
	for _, k := range i.Knobs {
		takes := strings.Join(k.Choices, ", ")
		if takes != "" {
			takes = "; takes " + takes
		}
		fmt.Fprintf(b, "%-20s --set %s=%s: %s%s\n", "", k.Name, k.Default, k.About, takes)
	}
}
