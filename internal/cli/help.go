package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// addHelp adds the command help, and makes it and completion reject words that
// they do not know.
func addHelp(root *cobra.Command) {
	root.SetHelpCommand(&cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Help about a command",
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return commandNames(root), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			found, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				return usageError(root, "help: there is no command %q; there are %s", strings.Join(args, " "), strings.Join(commandNames(root), ", "))
			}
			found.InitDefaultHelpFlag()
			return found.Help()
		},
	})
	root.InitDefaultCompletionCmd()
	completion, _, err := root.Find([]string{"completion"})
	if err != nil {
		return
	}
	completion.Short = "Write the completion script of a shell"
	completion.Args = cobra.ArbitraryArgs
	completion.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) > 0 {
			return usageError(cmd, "there is no shell %q; there are %s", args[0], strings.Join(commandNames(completion), ", "))
		}
		return cmd.Help()
	}
	for _, shell := range completion.Commands() {
		shell.Args = takes()
	}
}

func commandNames(cmd *cobra.Command) []string {
	var names []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	slices.Sort(names)
	return names
}
