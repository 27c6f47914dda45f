package cli

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"obscope/internal/autocontrol"
	"obscope/render"
)

func (a *app) renderCommand() *cobra.Command {
	return a.observing(&cobra.Command{
		Use:     "render FILE",
		Short:   "Print exactly the observation text, and one newline",
		Example: "  obscope render capture.json --dialect outline\n  obscope render capture.json --viewport 0,0,1280,800 --max-elements 60",
	}, func(obs *render.Observation) error { return a.printText(append(obs.AppendText(nil), '\n')) })
}

func (a *app) indexCommand() *cobra.Command {
	return a.observing(&cobra.Command{
		Use:     "index FILE",
		Short:   "Print the elements behind the text as JSON, in the shape of AutoControl's observation_index",
		Example: "  obscope index capture.json --max-elements 60",
	}, func(obs *render.Observation) error { return a.printData([]byte(autocontrol.Index(obs) + "\n")) })
}

// observing completes a command that prints something of one observation.
func (a *app) observing(cmd *cobra.Command, print func(*render.Observation) error) *cobra.Command {
	f := &inputFlags{}
	cmd.Args = takes("FILE")
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		_, obs, err := a.observe(f, args[0])
		if err != nil {
			return err
		}
		a.warn(obs, f.opened)
		return print(obs)
	}
	f.addTo(cmd)
	return cmd
}

// print writes to standard output; a reader that went away is no error.
func (a *app) print(text []byte) error {
	w := bufio.NewWriter(a.env.Stdout)
	w.Write(text)
	err := w.Flush()
	var path *fs.PathError
	switch {
	case err == nil, brokenPipe(err):
		return nil
	case errors.As(err, &path):
		err = path.Err
	}
	return fmt.Errorf("standard output: %w; not all was written", err)
}

// printText writes the text of a capture: exactly into a pipe or a file, and
// to a terminal without what would act on it.
func (a *app) printText(text []byte) error {
	if isTerminal(a.env.Stdout) {
		text = []byte(printable(string(text)))
	}
	return a.print(text)
}

// printData writes JSON, which no terminal acts on.
func (a *app) printData(text []byte) error { return a.print(escaped(text)) }

// output writes to the file that --output names, or to standard output.
func (a *app) output(name string, text []byte) error {
	if name == "" || name == "-" {
		return a.printData(text)
	}
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return fmt.Errorf("%s: it is a folder; name a file in it", name)
	}
	return writeFile(name, text)
}
