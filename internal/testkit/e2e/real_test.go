//go:build unix

package e2e_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"obscope/internal/testkit/real"
	"obscope/internal/testkit/screentest"
	"obscope/loaders"
)

// requests are those of an agent that looks at a page: the answers to the first
// two are the same at every run.
var requests = []string{
	`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}`,
	`{"jsonrpc":"2.0","method":"notifications/initialized"}`,
	`{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{}}`,
	`{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"browser_navigate","arguments":{"url":"data:text/html,<title>Shop</title><button>Order now</button>"}}}`,
}

// converse sends requests to a server on its standard input and returns what it
// answers, line by line.
func converse(t *testing.T, list []string, program string, args ...string) (answers []string) {
	t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Dir = t.TempDir() // the server leaves files where it runs
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var errs bytes.Buffer
	cmd.Stderr = &errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(out)
	for _, request := range list {
		fmt.Fprintln(in, request)
		for strings.Contains(request, `"id":`) {
			line, err := lines.ReadString('\n')
			if err != nil {
				t.Fatalf("%v after %q: %s", err, answers, errs.String())
			}
			answers = append(answers, line)
			if strings.Contains(line, `"id":`) {
				break
			}
		}
	}
	in.Close()
	rest, _ := io.ReadAll(lines)
	cmd.Wait()
	if len(rest) > 0 {
		answers = append(answers, string(rest))
	}
	return answers
}

// TestRealMCPServer compares what Playwright's server answers with and without a
// tap between, and opens the record.
func TestRealMCPServer(t *testing.T) {
	server := real.OfNPM(t, "playwright-mcp")
	args := []string{"--headless", "--isolated", "--no-sandbox", "--executable-path", real.Program(t, "chromium", "chromium-browser", "google-chrome")}
	bare := converse(t, requests[:3], server, args...)
	record := filepath.Join(t.TempDir(), "run.jsonl")
	tap := append([]string{"tap", "-o", record, "--", server}, args...)
	tapped := converse(t, requests, screentest.Build(t, "obscope"), tap...)
	if len(bare) != 2 || strings.Join(tapped[:2], "") != strings.Join(bare, "") {
		t.Errorf("with a tap the server answers %d lines, and other ones than without", len(tapped))
	}
	data := checkRecord(t, record, bare...)
	rec, err := loaders.LoadBytes(record, data, loaders.Options{})
	if err != nil || !strings.Contains(obscope(t, "render", record), "Order now") {
		t.Errorf("the record opens as %v (%v)", rec, err)
	}
}

// checkRecord asserts that a record is one JSON object a line and holds messages
// verbatim.
func checkRecord(t *testing.T, record string, messages ...string) []byte {
	t.Helper()
	data, err := os.ReadFile(record)
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(data) {
		var l struct{ Time, Dir string }
		if err := json.Unmarshal(line, &l); err != nil || l.Time == "" || l.Dir == "" {
			t.Errorf("a line of the record is %q", line)
		}
	}
	for _, m := range messages {
		if !bytes.Contains(data, []byte(strings.TrimSpace(m))) {
			t.Errorf("the record lacks %.80q", m)
		}
	}
	return data
}

// TestRealMCPServerOverHTTP does the same with the server listening.
func TestRealMCPServerOverHTTP(t *testing.T) {
	bare, _ := listening(t, `Listening on (http://\S+)`, real.OfNPM(t, "playwright-mcp"), "--headless", "--isolated", "--port", "0", "--host", "127.0.0.1")
	record := filepath.Join(t.TempDir(), "run.jsonl")
	tapped, end := listening(t, `(http://\S+) passes on`, screentest.Build(t, "obscope"), "tap", "-o", record, "--listen", "127.0.0.1:0", "--to", bare+"/mcp")
	want, got := post(t, bare+"/mcp"), post(t, tapped)
	end()
	if want == "" || got != want {
		t.Errorf("with a tap the server answers %.300q, without %.300q", got, want)
	}
	var data []string
	for _, line := range strings.Split(got, "\n") {
		if message, ok := strings.CutPrefix(line, "data: "); ok {
			data = append(data, message)
		}
	}
	if len(data) != 2 {
		t.Errorf("%d messages came as events", len(data))
	}
	checkRecord(t, record, data...)
}

// listening starts a server and returns the address that it says, and what ends
// it.
func listening(t *testing.T, says, program string, args ...string) (address string, end func()) {
	t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Dir = t.TempDir() // the server leaves files where it runs
	errs, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	end = sync.OnceFunc(func() { cmd.Process.Signal(os.Interrupt); cmd.Wait() })
	t.Cleanup(end)
	pattern := regexp.MustCompile(says)
	for lines := bufio.NewScanner(errs); lines.Scan(); {
		if m := pattern.FindStringSubmatch(lines.Text()); m != nil {
			go io.Copy(io.Discard, errs)
			return m[1], end
		}
	}
	t.Fatalf("%s says no address", program)
	return "", nil
}

// post sends the first three requests and returns the bodies of the answers.
func post(t *testing.T, address string) (bodies string) {
	t.Helper()
	session := ""
	for _, request := range requests[:3] {
		req, err := http.NewRequest("POST", address, strings.NewReader(request))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Accept", "application/json, text/event-stream")
		if session != "" {
			req.Header.Set("Mcp-Session-Id", session)
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if err != nil || resp.StatusCode >= 300 {
			t.Fatalf("%s: %s %v: %s", address, resp.Status, err, body)
		}
		if s := resp.Header.Get("Mcp-Session-Id"); s != "" {
			session = s
		}
		bodies += string(body)
	}
	return bodies
}
