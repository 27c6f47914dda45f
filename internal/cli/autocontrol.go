package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"obscope/internal/autocontrol"
	"obscope/loaders"
	"obscope/render"
)

func (a *app) deltaCommand() *cobra.Command {
	f := &inputFlags{}
	maxLines := autocontrol.DefaultDeltaLines
	options := autocontrol.DefaultDelta
	asJSON := false
	cmd := &cobra.Command{
		Use:     "delta PREV CURR",
		Short:   "Print AutoControl's + ~ - summary of what changed between two captures",
		Example: "  obscope delta before.json after.json --viewport 0,0,1280,800",
		Args:    takes("PREV", "CURR"),
		RunE: func(_ *cobra.Command, args []string) error {
			switch {
			case !(options.Overlap >= 0 && options.Overlap <= 1):
				return fmt.Errorf("--overlap %g: it takes a number from 0 to 1", options.Overlap)
			case maxLines < 0:
				return fmt.Errorf("--max-lines %d: it takes a number from 0", maxLines)
			}
			f.options.Dialect = render.Set("indexed")
			_, prev, err := a.observe(f, args[0])
			if err != nil {
				return err
			}
			_, curr, err := a.observe(f, args[1])
			if err != nil {
				return err
			}
			a.warn(prev, nil)
			a.warn(curr, f.opened)
			d := autocontrol.Compare(prev, curr, options)
			if asJSON {
				return a.printJSON(map[string]any{
					"summary": d.Summary(maxLines), "added": len(d.Added), "removed": len(d.Removed), "changed": len(d.Changed),
				})
			}
			summary := d.Summary(maxLines)
			if summary != "" {
				summary += "\n"
			}
			return a.printText([]byte(summary))
		},
	}
	f.addTo(cmd)
	cmd.Flags().IntVar(&maxLines, "max-lines", maxLines, "how many lines are written; a last line counts the rest")
	cmd.Flags().Float64Var(&options.Overlap, "overlap", options.Overlap, "intersection over union from which two elements are the same, from 0 to 1")
	cmd.Flags().IntVar(&options.Move, "move", options.Move, "how many PIXELS a centre may go before the element counts as moved")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	cmd.Flags().MarkHidden("dialect")
	return cmd
}

func (a *app) execCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "exec ACTIONS.json",
		Short: "Run AutoControl actions on element lists: one JSON result per line",
		Long: "An action list is [[\"AC_serialize_observation\", {\"elements\": […], \"max_elements\": 60}], …].\n" +
			"Errors are AutoControl's own, as {\"action\": …, \"error\": …}; the next action still runs.",
		Example: "  obscope exec actions.json",
		Args:    takes("ACTIONS.json"),
		RunE: func(_ *cobra.Command, args []string) error {
			data, err := a.read(args[0])
			if err != nil {
				return err
			}
			var out bytes.Buffer
			failed, err := autocontrol.Exec(data, &out)
			if err != nil {
				return fmt.Errorf("%s: %w", inputName(args[0]), err)
			}
			// A pipe gets the bytes that AutoControl prints.
			write := a.print
			if isTerminal(a.env.Stdout) {
				write = a.printData
			}
			if err := write(out.Bytes()); err != nil {
				return err
			}
			if failed > 0 {
				return errFailed
			}
			return nil
		},
	}
}

// stdin is standard input, for the one who asks first.
func (a *app) stdin() (io.Reader, error) {
	if a.stdinRead {
		return nil, errors.New("standard input: it can be read once; name a file for the other")
	}
	a.stdinRead = true
	return a.env.Stdin, nil
}

// read reads a file or, named -, standard input.
func (a *app) read(name string) (string, error) {
	in, err := a.openInput(name)
	if err != nil {
		return "", err
	}
	defer in.Close()
	return a.readFrom(name, in)
}

// openInput opens a file, or standard input for -, which is there once.
func (a *app) openInput(name string) (io.ReadCloser, error) {
	if name == "-" {
		in, err := a.stdin()
		return io.NopCloser(in), err
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, fileError([]string{name}, err)
	}
	return f, nil
}

func (a *app) readFrom(name string, r io.Reader) (string, error) {
	text, err := loaders.ReadAll(r)
	if err != nil {
		return "", fileError([]string{name}, err)
	}
	return text, nil
}
