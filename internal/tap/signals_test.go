//go:build unix

package tap

import (
	"bufio"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"testing"
)

func waitForSignal() {
	got := make(chan os.Signal, 1)
	signal.Notify(got, caught...)
	fmt.Println("ready")
	fmt.Println(<-got)
	os.Exit(7)
}

func TestSignalsReachTheServer(t *testing.T) {
	for _, s := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP, syscall.SIGUSR1} {
		cmd, _ := tapped(t, "signals")
		in, _ := cmd.StdinPipe()
		out, _ := cmd.StdoutPipe()
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		r := bufio.NewScanner(out)
		r.Scan()
		cmd.Process.Signal(s)
		r.Scan()
		if r.Text() != s.String() {
			t.Errorf("%v came to the server as %q", s, r.Text())
		}
		cmd.Wait()
		in.Close()
		if code := cmd.ProcessState.ExitCode(); code != 7 {
			t.Errorf("%v: exit code %d, the server's is 7", s, code)
		}
	}
}
