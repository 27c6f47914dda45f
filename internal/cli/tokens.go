package cli

import (
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"obscope/render/tokens"
)

func (a *app) tokensCommand() *cobra.Command {
	vocabulary := tokens.Default
	cmd := &cobra.Command{
		Use:   "tokens [FILE]",
		Short: "Print how many tokens a text costs: the bytes as given",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			counter, err := tokens.Open(vocabulary)
			if err != nil {
				return fmt.Errorf("--tokens: %w", err)
			}
			var data []byte
			if len(args) == 0 || args[0] == "-" {
				data, err = io.ReadAll(a.env.Stdin)
			} else {
				data, err = os.ReadFile(args[0])
			}
			if err != nil {
				return fileError(args, err)
			}
			return a.print(fmt.Appendln(nil, counter.CountBytes(data)))
		},
	}
	cmd.Flags().StringVar(&vocabulary, "tokens", tokens.Default, "vocabulary `NAME`")
	return cmd
}
