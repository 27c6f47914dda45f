package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"obscope/loaders"
	"obscope/render"
	"obscope/render/lint"
)

// addCompletions tells shells what the flags of every command take.
func addCompletions(root *cobra.Command) {
	values := map[string]cobra.CompletionFunc{
		"format":  suggest(formatNames),
		"dialect": suggest(dialectNames),
		"capture": suggest(list("last")),
		"to":      suggest(list("json")),
		"sort":    suggest(list("dialect", "lines", "tokens", "elements", "actionable")),
		"on":      suggest(ruleNames),
		"off":     suggest(ruleNames),
		"preset":  suggest(presetNames),
		"set":     completeKnobs,
	}
	for _, spec := range render.OptionSpecs() {
		if spec.Choices != nil && values[spec.Flag()] == nil {
			values[spec.Flag()] = suggest(spec.Choices)
		}
	}
	for todo := []*cobra.Command{root}; len(todo) > 0; {
		cmd := todo[0]
		todo = append(todo[1:], cmd.Commands()...)
		for name, complete := range values {
			if cmd.Flags().Lookup(name) != nil {
				cmd.RegisterFlagCompletionFunc(name, complete)
			}
		}
	}
}

func suggest(of func() []string) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return of(), cobra.ShellCompDirectiveNoFileComp
	}
}

func list(words ...string) func() []string { return func() []string { return words } }

func formatNames() []string {
	var names []string
	for _, f := range loaders.Formats() {
		names = append(names, f.Name+"\t"+f.About)
	}
	return names
}

func dialectNames() []string {
	var names []string
	for _, d := range render.Dialects() {
		names = append(names, d.Info().Name+"\t"+d.Info().About)
	}
	return names
}

func ruleNames() []string {
	var names []string
	for _, r := range lint.Rules() {
		names = append(names, r.Name)
	}
	return names
}

func presetNames() []string {
	all, _, _ := presets()
	var names []string
	for name := range all {
		names = append(names, name)
	}
	return names
}

// completeKnobs completes --set with the options of the dialect that is given.
func completeKnobs(cmd *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
	name, _, named := strings.Cut(typed, "=")
	dialect := "indexed"
	if f := cmd.Flags().Lookup("dialect"); f != nil && f.Changed {
		dialect = f.Value.String()
	}
	d, err := render.FindDialect(dialect)
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var found []string
	for _, knob := range d.Info().Knobs {
		if !named {
			found = append(found, knob.Name+"=\t"+knob.About)
			continue
		}
		for _, choice := range knob.Choices {
			if knob.Name == name {
				found = append(found, name+"="+choice)
			}
		}
	}
	return found, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}
