package cli

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"obscope/render"
	"obscope/render/lint"
)

// lintFlags choose the rules.
type lintFlags struct {
	off, on []string
	most    int
}

func (f *lintFlags) addTo(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringSliceVar(&f.off, "off", nil, "switch RULES off, by name, separated by commas")
	flags.StringSliceVar(&f.on, "on", nil, "switch RULES on that are off unless asked for")
	flags.IntVar(&f.most, "most", lint.DefaultMost, "how many findings of a rule are told one by one; -1 is no limit")
}

func (f *lintFlags) options() (lint.Options, error) {
	o := lint.Options{Off: f.off, On: f.on, Most: f.most}
	return o, o.Validate()
}

func (a *app) lintCommand() *cobra.Command {
	f, rules := &inputFlags{}, &lintFlags{}
	asJSON, list := false, false
	cmd := &cobra.Command{
		Use:     "lint FILE",
		Short:   "Print what in the capture or the text will mislead an agent",
		Example: "  obscope lint capture.json --dialect indexed\n  obscope lint --rules",
		Args: func(cmd *cobra.Command, args []string) error {
			if list {
				return takes()(cmd, args)
			}
			return takes("FILE")(cmd, args)
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if list {
				return a.print([]byte(ruleList()))
			}
			options, err := rules.options()
			if err != nil {
				return err
			}
			_, obs, err := a.observe(f, args[0])
			if err != nil {
				return err
			}
			return a.printLint(obs, lint.Check(obs, options), asJSON)
		},
	}
	f.addTo(cmd)
	rules.addTo(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	cmd.Flags().BoolVar(&list, "rules", false, "list the rules")
	return cmd
}

func (a *app) printLint(obs *render.Observation, found []lint.Finding, asJSON bool) error {
	var b bytes.Buffer
	if asJSON {
		if err := lint.WriteJSON(&b, obs, found); err != nil {
			return err
		}
		return a.printData(b.Bytes())
	}
	if err := lint.WriteText(&b, obs, found); err != nil {
		return err
	}
	return a.print([]byte(printable(b.String())))
}

func ruleList() string {
	var b strings.Builder
	for _, r := range lint.Rules() {
		asked := ""
		if r.Asked {
			asked = " (only with --on)"
		}
		fmt.Fprintf(&b, "%-24s %s%s\n%-24s %s\n", r.Name, r.About, asked, "", r.Why)
	}
	return b.String()
}
