package cli

import (
	"bytes"
	"fmt"

	"github.com/spf13/cobra"

	"obscope/loaders"
	"obscope/model"
)

func (a *app) convertCommand() *cobra.Command {
	f := &inputFlags{}
	to := "json"
	output := ""
	cmd := &cobra.Command{
		Use:     "convert FILE",
		Short:   "Print the captured model itself as JSON: lossless, and loadable again",
		Example: "  obscope convert capture.xml -o capture.json\n  obscope convert recording --capture 3",
		Args:    takes("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if to != "json" {
				return fmt.Errorf("--to %s: it takes json", to)
			}
			rec, err := a.open(f, args[0])
			if err != nil {
				return err
			}
			if cmd.Flags().Changed("capture") {
				c, err := f.pick(rec)
				if err != nil {
					return err
				}
				rec = &model.Recording{Captures: []*model.Capture{c}, Warnings: rec.Warnings}
			}
			var b bytes.Buffer
			if err := loaders.Encode(&b, rec); err != nil {
				return err
			}
			return a.output(output, b.Bytes())
		},
	}
	f.addLoading(cmd)
	cmd.Flags().StringVar(&to, "to", to, "what to write: json")
	cmd.Flags().StringVarP(&output, "output", "o", "", "a FILE to write instead of standard output")
	return cmd
}
