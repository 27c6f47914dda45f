// Package tap stands between an agent and its MCP server: it passes their
// traffic on unchanged and keeps a record of it, which obscope opens.
//
//	agent ── bytes ──▶ tap ── the same bytes ──▶ server
//	                    └─ a copy, later ─▶ Recorder ─▶ FILE, one JSON per message
//
// Forwarding comes first and never waits for the record: a copy of what was
// passed on goes into a bounded queue (Recorder), and what does not fit, since a
// disk stalls, is counted and marked in the file. There are two ways in: Run
// starts a server that speaks over its standard input and output, Proxy passes
// requests on to one that listens (Streamable HTTP, SSE).
package tap

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"obscope/internal/source"
)

// afterExit is how long output is still waited for once the server has ended:
// a child of its own may hold the pipe open.
const afterExit = time.Second

// bufferSize is how many bytes are passed on at once.
const bufferSize = 1 << 20

// Create opens the file of a record for appending, readable by its owner only.
// An empty name makes a new one in the folder that source.Machine.Taps says, named after the time and what is tapped.
func Create(name, what string) (*os.File, error) {
	if name == "" {
		dir := source.ThisMachine().Taps()
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return nil, fmt.Errorf("%w; name a file with -o", err)
		}
		stamp := time.Now().Format("20060102-150405")
		name = filepath.Join(dir, fmt.Sprintf("%s-%s-%d.jsonl", stamp, fileWord(what), os.Getpid()))
	}
	// A pipe without a reader would hold the start of the server up.
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: it is no ordinary file", name)
	}
	return os.OpenFile(name, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
}

// fileWord is a text as part of a file's name.
func fileWord(s string) string {
	const most = 40
	word := make([]byte, 0, most)
	for _, c := range []byte(filepath.Base(s)) {
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '.' || c == '_' {
			word = append(word, c)
		} else {
			word = append(word, '-')
		}
	}
	return string(word[:min(len(word), most)])
}

// ErrStart is a server that could not be started.
var ErrStart = errors.New("cannot be started")

// Run starts a server and passes standard input and output through until it
// ends; standard error is the server's own. It returns the exit code that a
// shell would see: the server's, or 128 and the number of the signal that ended
// it. An error is an ErrStart; nothing was passed on then.
func Run(argv []string, r *Recorder, stdin, stdout, stderr *os.File) (int, error) {
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Stderr = stderr
	in, toServer, err := os.Pipe()
	if err != nil {
		return 0, err
	}
	fromServer, out, err := os.Pipe()
	if err != nil {
		return 0, err
	}
	for _, pipe := range []*os.File{stdin, stdout, toServer, fromServer} {
		widen(pipe)
	}
	cmd.Stdin, cmd.Stdout = in, out
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, caught...)
	defer func() { signal.Stop(signals); close(signals) }()
	if err := cmd.Start(); err != nil {
		return 0, fmt.Errorf("%s: %w: %w", argv[0], ErrStart, err)
	}
	r.Start(filepath.Base(argv[0]))
	in.Close()
	out.Close()
	go func() {
		for s := range signals {
			if s != brokenPipe {
				cmd.Process.Signal(s)
			}
		}
	}()

	go forward(toServer, stdin, r.Stream(Client, lines))
	var output sync.WaitGroup
	output.Go(func() { forward(stdout, fromServer, r.Stream(Server, lines)) })
	cmd.Wait() // what went wrong is in the exit code
	drained := make(chan struct{})
	go func() { output.Wait(); close(drained) }()
	select {
	case <-drained:
	case <-time.After(afterExit):
	}
	return exitCode(cmd.ProcessState), nil
}

// forward copies until src ends or dst takes no more, and then closes both, as
// one pipe between the two would. Each chunk is passed on before it is recorded.
func forward(dst io.WriteCloser, src io.ReadCloser, record *Stream) {
	defer record.Close()
	defer src.Close()
	defer dst.Close()
	buf := make([]byte, bufferSize)
	for {
		n, err := src.Read(buf)
		if n > 0 {
			_, failed := dst.Write(buf[:n])
			record.Write(buf[:n])
			if failed != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

func exitCode(state *os.ProcessState) int {
	if status, ok := state.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return 128 + int(status.Signal())
	}
	return state.ExitCode()
}
