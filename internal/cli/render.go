package cli

import (
	"bufio"

	"github.com/spf13/cobra"

	"obscope/internal/autocontrol"
)

func (a *app) renderCommand() *cobra.Command {
	f := &inputFlags{}
	cmd := &cobra.Command{
		Use:     "render FILE",
		Short:   "Print exactly the observation text, and one newline",
		Example: "  obscope render capture.json --dialect outline\n  obscope render capture.json --viewport 0,0,1280,800 --max-elements 60",
		Args:    cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			_, obs, err := a.observe(f, args[0])
			if err != nil {
				return err
			}
			a.warn(obs)
			return a.print(append(obs.AppendText(nil), '\n'))
		},
	}
	f.addTo(cmd)
	return cmd
}

func (a *app) indexCommand() *cobra.Command {
	f := &inputFlags{}
	cmd := &cobra.Command{
		Use:   "index FILE",
		Short: "Print the elements behind the text as JSON, in the shape of AutoControl's observation_index",
		Args:  cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			_, obs, err := a.observe(f, args[0])
			if err != nil {
				return err
			}
			a.warn(obs)
			return a.print([]byte(autocontrol.Index(obs) + "\n"))
		},
	}
	f.addTo(cmd)
	return cmd
}

// print writes to standard output; a reader that went away is no error.
func (a *app) print(text []byte) error {
	w := bufio.NewWriter(a.env.Stdout)
	w.Write(text)
	if err := w.Flush(); err != nil && !brokenPipe(err) {
		return err
	}
	return nil
}
