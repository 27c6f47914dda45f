package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"obscope/internal/source"
	"obscope/internal/source/atspi"
	"obscope/internal/source/chrome"
	"obscope/internal/source/command"
)

// attachFlags are the flags of all live sources.
type attachFlags struct {
	inputFlags
	look inspectFlags
	live bool
	keep int
}

func (f *attachFlags) addTo(cmd *cobra.Command) {
	f.inputFlags.addTo(cmd)
	f.look.addTo(cmd)
	flags := cmd.Flags()
	flags.BoolVar(&f.live, "live", false, "capture on every change from the start; A switches it")
	flags.IntVar(&f.keep, "keep-steps", source.DefaultKeep, "how many steps stay in memory: N")
	for _, name := range []string{"watch", "frames", "capture"} {
		flags.MarkHidden(name) // each capture is a step, with what lies beside it
	}
}

func (a *app) attachCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "attach SOURCE",
		Short: "Inspect what an agent would see now: a page, an application, what a command prints",
		Long: "attach captures a live source, and never acts on it. Each capture is a step: r takes one, A (or --live) one on\n" +
			"every change, e with a folder saves the files. Without a terminal it captures once and prints the observation.",
		Example: "  obscope attach chrome --page Shop --live\n  obscope attach atspi gedit\n  obscope attach adb\n  obscope attach exec --every 2s -- ./dump-tree.sh",
		Args:    takes("SOURCE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return usageError(cmd, "there is no source %s", args[0])
		},
	}
	cmd.AddCommand(a.attachChrome(), a.attachATSPI(), a.attachExec())
	for _, known := range command.Table {
		cmd.AddCommand(a.attachKnown(known))
	}
	return cmd
}

func (a *app) attachChrome() *cobra.Command {
	f := &attachFlags{}
	var page string
	var anywhere bool
	cmd := &cobra.Command{
		Use:   "chrome [HOST:PORT|ws://…]",
		Short: "A page of a running Chrome, Edge or Electron app, over its DevTools protocol",
		Long: "The browser must listen: start it with --remote-debugging-port=9222 --user-data-dir=DIR, or allow it in a running one at\n" +
			"chrome://inspect/#remote-debugging. All frames are captured, those of other processes too, with boxes and a screenshot.",
		Example: "  obscope attach chrome\n  obscope attach chrome 127.0.0.1:9333 --page checkout --live\n  obscope attach chrome --dialect agent-browser | head",
		Args:    takes("[HOST:PORT]"),
		RunE: func(cmd *cobra.Command, args []string) error {
			address := chrome.Address(strings.Join(args, ""))
			if host, local := addressHost(address); !local && !anywhere {
				return fmt.Errorf("%s: %s is another machine, and what it shows would pass over the network; --anywhere allows it", address, host)
			}
			s, err := chrome.Open(cmd.Context(), address, page, choosing(a, "pages", chrome.Target.Label))
			if err != nil {
				return err
			}
			return a.attach(cmd.Context(), f, s)
		},
	}
	f.addTo(cmd)
	cmd.Flags().StringVar(&page, "page", "", "the page whose title or address contains TEXT")
	cmd.Flags().BoolVar(&anywhere, "anywhere", false, "let the browser be on another machine")
	return cmd
}

// addressHost is the host of an address, and whether it is this machine.
func addressHost(address string) (string, bool) {
	host := address
	if u, err := url.Parse(address); err == nil && u.Host != "" {
		host = u.Host
	}
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	return host, source.Loopback(host)
}

func (a *app) attachATSPI() *cobra.Command {
	f := &attachFlags{}
	cmd := &cobra.Command{
		Use:     "atspi APP",
		Short:   "An application of a Linux desktop, over its accessibility bus",
		Example: "  obscope attach atspi firefox --live",
		Args:    takes("APP"),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := atspi.Open(cmd.Context(), args[0], choosing(a, "applications", func(app atspi.App) string { return app.Name }))
			if err != nil {
				return err
			}
			return a.attach(cmd.Context(), f, s)
		},
	}
	f.addTo(cmd)
	return cmd
}

func (a *app) attachExec() *cobra.Command {
	f := &attachFlags{}
	var every time.Duration
	cmd := &cobra.Command{
		Use:     "exec -- CMD [ARG…]",
		Short:   "What a command prints: it runs again for each capture",
		Example: "  obscope attach exec -- ./dump-tree.sh\n  obscope attach exec --every 2s -- ssh phone dump",
		Args:    takes("CMD", "[ARG…]"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.attachTo(cmd.Context(), f, &command.Source{Argv: args}, every)
		},
	}
	f.addTo(cmd)
	addEvery(cmd, &every)
	return cmd
}

func (a *app) attachKnown(known command.Known) *cobra.Command {
	f := &attachFlags{}
	var every time.Duration
	cmd := &cobra.Command{
		Use:     known.Name + " [ARG…]",
		Short:   "The tree of " + known.Of + ": runs '" + strings.Join(known.Argv, " ") + "'",
		Example: "  obscope attach " + known.Name + " --every 2s",
		Args:    takes("[ARG…]"),
		RunE: func(cmd *cobra.Command, args []string) error {
			s := &command.Source{Argv: append(slices.Clone(known.Argv), args...), Failures: known.Failures}
			return a.attachTo(cmd.Context(), f, s, every)
		},
	}
	f.addTo(cmd)
	addEvery(cmd, &every)
	return cmd
}

func addEvery(cmd *cobra.Command, every *time.Duration) {
	cmd.Flags().DurationVar(every, "every", 0, "run it again by itself every TIME, such as 2s; A or --live alone: every "+command.DefaultEvery.String())
	cmd.Flags().SetInterspersed(false) // the flags behind the command are its own
}

// attachTo attaches to a command.
func (a *app) attachTo(ctx context.Context, f *attachFlags, s *command.Source, every time.Duration) error {
	if every < 0 || every > 0 && every < 100*time.Millisecond {
		return fmt.Errorf("--every %v: it takes 100ms or more", every)
	}
	s.Every, f.live = every, f.live || every > 0
	return a.attach(ctx, f, s)
}

// attach opens the inspector on a live source.
func (a *app) attach(ctx context.Context, f *attachFlags, s source.Source) error {
	defer s.Close()
	if f.keep < 1 {
		return fmt.Errorf("--keep-steps %d: it takes a number from 1", f.keep)
	}
	if err := a.settleOptions(&f.inputFlags); err != nil {
		return err
	}
	recorder := &source.Recorder{Source: s, Options: f.loading(), Keep: f.keep}
	return a.show(ctx, &f.inputFlags, &f.look, &subject{title: s.Name(), name: s.Name(), source: recorder, follow: f.live, live: true})
}

// choosing asks a person which of several things is meant; nil where nobody can
// be asked, so that they are an error.
func choosing[T any](a *app, what string, label func(T) string) func([]T) (T, error) {
	if !isTerminal(a.env.Stdin) || !isTerminal(a.env.Stdout) {
		return nil
	}
	return func(all []T) (T, error) {
		var none T
		fmt.Fprintf(a.env.Stderr, "There are %d %s:\n", len(all), what)
		for i, one := range all {
			fmt.Fprintf(a.env.Stderr, "  %d  %s\n", i+1, squeeze(label(one)))
		}
		fmt.Fprint(a.env.Stderr, "Which? ")
		line, err := bufio.NewReader(a.env.Stdin).ReadString('\n')
		if err != nil {
			return none, errors.New("nothing was chosen")
		}
		n, err := strconv.Atoi(strings.TrimSpace(line))
		if err != nil || n < 1 || n > len(all) {
			return none, fmt.Errorf("%s: it takes a number from 1 to %d", quoteEmpty(strings.TrimSpace(line)), len(all))
		}
		return all[n-1], nil
	}
}

// saveReading writes the files of a step into a folder, which opens again as it
// is, and returns how many there were.
func saveReading(r *source.Reading, dir string) (int, error) {
	if r == nil {
		return 0, errors.New("the files of this step were let go")
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return 0, fileError([]string{dir}, err)
	}
	files := source.Memory{}
	for _, in := range r.Inputs {
		if memory, ok := in.FS.(source.Memory); ok {
			files = memory
		} else {
			files["capture.txt"] = in.Data
		}
	}
	for name := range files {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			return 0, fmt.Errorf("%s: it holds a capture already; name another folder", dir)
		}
	}
	for name, data := range files {
		if err := writeFile(filepath.Join(dir, name), data); err != nil {
			return 0, err
		}
	}
	return len(files), nil
}
