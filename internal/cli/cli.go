// Package cli is obscope's command line: it parses, wires and exits. What it
// prints comes from the other packages.
package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"

	"charm.land/fang/v2"
	"github.com/spf13/cobra"

	"obscope/render"
	"obscope/tui"
)

// The exit codes.
const (
	exitDone   = 0
	exitFailed = 1 // a check failed
	exitUsage  = 2 // bad input or usage
)

// An Env is what a run of the command line works with.
type Env struct {
	Args           []string // without the program's name
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Demo           Demo
}

// A Demo is the capture that is shown when no file is named.
type Demo struct {
	Name string
	Data []byte
	// Options are in force at the start, if none are given.
	Options render.Options
	// Select is the element that the inspector opens with, as
	// render.Observation.Find takes it.
	Select string
}

// app is one run.
type app struct {
	env       Env
	stdinRead bool
}

// errFailed is a check that failed after it said why.
var errFailed = errors.New("a check failed")

// Main runs the command line of the process and returns its exit code.
func Main(demo Demo) int {
	return Run(context.Background(), Env{Args: os.Args[1:], Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Demo: demo})
}

// Run runs one command line and returns its exit code.
func Run(ctx context.Context, env Env) int {
	a := &app{env: env}
	root := a.root()
	root.SetArgs(env.Args)
	root.SetIn(env.Stdin)
	root.SetOut(env.Stdout)
	root.SetErr(env.Stderr)
	var failed error
	keepErrors(root, &failed)
	err := cmp.Or(fang.Execute(ctx, root, fang.WithVersion(version()), fang.WithErrorHandler(discard), fang.WithoutManpage()), failed)
	var code exitCode
	if errors.As(err, &code) {
		return int(code)
	}
	if err != nil {
		a.printError(err)
	}
	switch {
	case err == nil:
		return exitDone
	case errors.Is(err, errFailed):
		return exitFailed
	}
	return exitUsage
}

// printError writes an error in one line.
func (a *app) printError(err error) {
	var crashed *tui.Crashed
	if errors.As(err, &crashed) {
		fmt.Fprintf(a.env.Stderr, "obscope: %s\n", crashed) // the blanks of its command are to stay
		return
	}
	if !errors.Is(err, errFailed) {
		fmt.Fprintf(a.env.Stderr, "obscope: %s\n", squeeze(err.Error()))
	}
}

// discard leaves errors to Run.
func discard(io.Writer, fang.Styles, error) {}

// keepErrors puts the first error of a command into failed and lets the
// library see none: before it hands an error over it asks the terminal for its
// colours, and a terminal that does not answer holds the message up.
func keepErrors(cmd *cobra.Command, failed *error) {
	keep := func(err error) error {
		*failed = cmp.Or(*failed, err)
		return nil
	}
	wrap := func(run func(*cobra.Command, []string) error) func(*cobra.Command, []string) error {
		if run == nil {
			return nil
		}
		return func(c *cobra.Command, args []string) error {
			if *failed != nil {
				return nil
			}
			return keep(run(c, args))
		}
	}
	flagError := cmd.FlagErrorFunc()
	cmd.SetFlagErrorFunc(func(c *cobra.Command, err error) error { return keep(flagError(c, err)) })
	cmd.PersistentPreRunE, cmd.RunE = wrap(cmd.PersistentPreRunE), wrap(cmd.RunE)
	if cmd.Args != nil {
		cmd.Args = wrap(cmd.Args)
	}
	for _, sub := range cmd.Commands() {
		keepErrors(sub, failed)
	}
}

// squeeze makes one printable line of a text.
func squeeze(s string) string { return strings.Join(strings.Fields(printable(s)), " ") }

// Version is set by the linker for a release.
var Version string

func version() string {
	if Version != "" {
		return Version
	}
	info, ok := debug.ReadBuildInfo()
	if ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return "devel"
}

// root is the command without a name: it opens the inspector.
func (a *app) root() *cobra.Command {
	o, look := &inputFlags{}, &inspectFlags{}
	cmd := &cobra.Command{
		Use:   "obscope [FILE…|-|DIR]",
		Short: "inspect the text that agents read of a screen",
		Long: "obscope opens a captured element tree (accessibility tree) and shows the exact text observation beside it. " +
			"Without a file it opens a demo; without a terminal it prints the text. " +
			"'obscope COMMAND --help' tells more about a command; 'obscope man' writes the manual page.",
		Example: "  obscope capture.json\n  obscope render capture.json --dialect outline --max-elements 60\n  obscope why capture.json 'button \"Save\"'",
		Args:    cobra.ArbitraryArgs,
		RunE:    func(cmd *cobra.Command, args []string) error { return a.inspect(cmd.Context(), o, look, args) },
	}
	cmd.CompletionOptions.HiddenDefaultCmd = false
	cmd.SetFlagErrorFunc(flagError)
	cmd.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error {
		return cmp.Or(exclusive(cmd, "interactive", "all-roles"), exclusive(cmd, "tree", "text"))
	}
	o.addTo(cmd)
	look.addTo(cmd)
	cmd.AddCommand(
		a.renderCommand(), a.indexCommand(), a.statsCommand(), a.whyCommand(), a.fitCommand(), a.checkCommand(),
		a.tokensCommand(), a.formatsCommand(), a.convertCommand(), a.deltaCommand(), a.execCommand(), a.lintCommand(), a.replayCommand(), a.mcpCommand(), a.compareCommand(), a.diffCommand(), a.tapCommand(), a.manCommand(), a.attachCommand(),
		a.sessionCommand(), a.lastCommand(),
	)
	addHelp(cmd)
	addCompletions(cmd)
	return cmd
}
