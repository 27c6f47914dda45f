package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"obscope/render/tokens"
)

func (a *app) tokensCommand() *cobra.Command {
	vocabulary := tokens.Default
	cmd := &cobra.Command{
		Use:     "tokens [FILE]",
		Short:   "Print how many tokens a text costs: the bytes as given",
		Long:    "Print how many tokens a text costs: the bytes as given, with its byte order mark and its last newline.",
		Example: "  obscope render capture.json | obscope tokens\n  obscope tokens prompt.txt --tokens cl100k_base",
		Args:    takes("[FILE]"),
		RunE: func(_ *cobra.Command, args []string) error {
			counter, err := tokens.Open(vocabulary)
			if err != nil {
				return fmt.Errorf("--tokens: %w", err)
			}
			data, err := a.read(append(args, "-")[0])
			if err != nil {
				return err
			}
			return a.print(fmt.Appendln(nil, counter.CountBytes([]byte(data))))
		},
	}
	cmd.Flags().StringVar(&vocabulary, "tokens", tokens.Default, "vocabulary: "+strings.Join(tokens.Names(), ", "))
	return cmd
}
