package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"obscope/internal/mcpserver"
)

func (a *app) mcpCommand() *cobra.Command {
	var roots []string
	cmd := &cobra.Command{
		Use:   "mcp",
		Short: "Serve the renderer and AutoControl's tools over MCP on standard input and output",
		Long: "The tools ac_serialize_observation, ac_observation_index, ac_delta_observation and ac_reading_order are\n" +
			"AutoControl's, strict; render_observation, explain_element, fit_budget, lint_capture and compare_dialects are obscope's own.\n" +
			"Files are read only below the folders that --root names.",
		Example: "  obscope mcp --root captures",
		Args:    takes(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			server, err := mcpserver.New(mcpserver.Options{Roots: roots, Version: version()})
			if err != nil {
				return fmt.Errorf("--root: %w", err)
			}
			defer server.Close()
			return server.Serve(cmd.Context(), a.env.Stdin, a.env.Stdout)
		},
	}
	cmd.Flags().StringArrayVar(&roots, "root", nil, "a DIR whose files the tools may read, may be given again; without one only inline captures are")
	return cmd
}
