package cli

import (
	"bytes"
	"fmt"

	"github.com/spf13/cobra"

	"obscope/render/diff"
)

func (a *app) diffCommand() *cobra.Command {
	f := &inputFlags{}
	asJSON, onlyTree, onlyText := false, false, false
	cmd := &cobra.Command{
		Use:     "diff PREV CURR",
		Short:   "Print what changed between two captures, as a tree and as text, with the token change",
		Example: "  obscope diff before.json after.json --dialect outline",
		Args:    takes("PREV", "CURR"),
		RunE: func(_ *cobra.Command, args []string) error {
			_, prev, err := a.observe(f, args[0])
			if err != nil {
				return err
			}
			_, curr, err := a.observe(f, args[1])
			if err != nil {
				return err
			}
			var tree *diff.Diff
			var text *diff.TextDiff
			if !onlyText {
				tree = diff.Captures(prev.Capture(), curr.Capture())
			}
			if !onlyTree {
				text = diff.Observations(prev, curr)
			}
			var b bytes.Buffer
			if asJSON {
				if err := diff.WriteJSON(&b, tree, text); err != nil {
					return err
				}
				return a.printData(b.Bytes())
			}
			if tree != nil {
				if err := tree.WriteText(&b); err != nil {
					return err
				}
			}
			if text != nil {
				if tree != nil {
					fmt.Fprintln(&b)
				}
				if err := text.WriteText(&b, diff.ContextLines); err != nil {
					return err
				}
			}
			return a.print([]byte(printable(b.String())))
		},
	}
	f.addTo(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	cmd.Flags().BoolVar(&onlyTree, "tree", false, "the tree difference alone")
	cmd.Flags().BoolVar(&onlyText, "text", false, "the text difference alone")
	return cmd
}
