package cli

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"obscope/internal/source"
	"obscope/internal/tap"
)

// exitCannotStart is the exit code of a shell for a command that it cannot
// start; tap has the exit codes of the command that it runs otherwise.
const exitCannotStart = 127

// exitCode is the end of a command that has exit codes of its own.
type exitCode int

func (c exitCode) Error() string { return fmt.Sprintf("exit code %d", int(c)) }

type tapFlags struct {
	out, listen, to  string
	redact, anywhere bool
}

func (a *app) tapCommand() *cobra.Command {
	f := &tapFlags{}
	cmd := &cobra.Command{
		Use:   "tap [-o FILE] -- CMD [ARG…]",
		Short: "Record what an agent and its MCP server say to each other, without changing a byte",
		Long: "tap starts an MCP server and passes everything through: put 'obscope tap --' before the server's command in the agent's\n" +
			"configuration. With --listen it passes on to a server that listens at --to (Streamable HTTP or SSE). FILE, readable by you only,\n" +
			"gets one JSON per message; it is appended to. 'obscope --watch FILE' follows it in a second terminal, 'obscope last tap' opens\n" +
			"the newest of those that were given no name. Exit codes are those of CMD, 127 if it cannot be started, 128 and the signal's\n" +
			"number if one ended it.",
		Example: "  obscope tap -o run.jsonl -- npx @playwright/mcp@latest\n  obscope --watch run.jsonl\n" +
			"  obscope tap --listen 127.0.0.1:9000 --to http://127.0.0.1:8931/mcp",
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return a.tap(cmd, f, args) },
	}
	flags := cmd.Flags()
	flags.SetInterspersed(false) // the flags behind CMD are CMD's
	flags.StringVarP(&f.out, "output", "o", "", "the FILE to append to; a new one below the folder for state otherwise")
	flags.BoolVar(&f.redact, "redact", false, "mask authorization, cookies, keys and what password fields hold, in the file only")
	flags.StringVar(&f.listen, "listen", "", "the HOST:PORT of this machine to listen on, instead of running a CMD")
	flags.StringVar(&f.to, "to", "", "the URL of the server that --listen passes on to")
	flags.BoolVar(&f.anywhere, "anywhere", false, "let --listen take an address that other machines reach")
	return cmd
}

func (a *app) tap(cmd *cobra.Command, f *tapFlags, argv []string) error {
	switch {
	case f.listen != "" || f.to != "":
		if len(argv) > 0 {
			return usageError(cmd, "it takes a CMD or --listen, and both are given")
		}
		return a.tapHTTP(cmd, f)
	case len(argv) == 0:
		return usageError(cmd, "CMD is missing")
	}
	file, err := tap.Create(f.out, argv[0])
	if err != nil {
		return err
	}
	defer file.Close()
	in, out, errs, err := a.standardFiles()
	if err != nil {
		return err
	}
	r := tap.NewRecorder(file, f.redact)
	code, err := tap.Run(argv, r, in, out, errs)
	r.Close()
	switch {
	case errors.Is(err, tap.ErrStart):
		a.printError(err)
		return exitCode(exitCannotStart)
	case err == nil && code != 0:
		return exitCode(code)
	}
	return err
}

// standardFiles are the process's own files: bytes pass between them and the
// server without anything in between.
func (a *app) standardFiles() (in, out, errs *os.File, err error) {
	in, ok1 := a.env.Stdin.(*os.File)
	out, ok2 := a.env.Stdout.(*os.File)
	errs, ok3 := a.env.Stderr.(*os.File)
	if !ok1 || !ok2 || !ok3 {
		return nil, nil, nil, errors.New("tap: it works with files and pipes only")
	}
	return in, out, errs, nil
}

func (a *app) tapHTTP(cmd *cobra.Command, f *tapFlags) error {
	switch {
	case f.listen == "":
		return usageError(cmd, "--to goes with --listen HOST:PORT")
	case f.to == "":
		return usageError(cmd, "--listen goes with --to URL")
	}
	to, err := url.Parse(f.to)
	if err != nil || to.Host == "" || to.Scheme != "http" && to.Scheme != "https" {
		return fmt.Errorf("--to %s: it takes the address of a server, such as http://127.0.0.1:8931/mcp", f.to)
	}
	host, _, err := net.SplitHostPort(f.listen)
	if err != nil {
		return fmt.Errorf("--listen %s: it takes an address and a port, such as 127.0.0.1:9000", f.listen)
	}
	if !source.Loopback(host) && !f.anywhere {
		return fmt.Errorf("--listen %s: other machines reach it; use 127.0.0.1, or --anywhere if you mean it", f.listen)
	}
	listener, err := net.Listen("tcp", f.listen)
	if err != nil {
		return fmt.Errorf("--listen %s: %w", f.listen, err)
	}
	file, err := tap.Create(f.out, to.Hostname())
	if err != nil {
		listener.Close()
		return err
	}
	defer file.Close()
	r := tap.NewRecorder(file, f.redact)
	defer r.Close()
	r.Start(to.Redacted())
	fmt.Fprintf(a.env.Stderr, "obscope: tap: http://%s%s passes on to %s and is recorded in %s; ctrl+c ends it\n",
		listener.Addr(), to.Path, squeeze(to.Redacted()), squeeze(file.Name()))
	ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	server := &http.Server{Handler: tap.Proxy(to, listener.Addr().String(), r)}
	go func() { <-ctx.Done(); server.Close() }()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
