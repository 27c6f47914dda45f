package mcpserver_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"obscope/internal/mcpserver"
)

const hello = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"raw","version":"1"}}}` + "\n" +
	`{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n"

// raw sends lines to a server and reads as many answers as are wanted, besides
// that of the handshake.
func raw(t *testing.T, o mcpserver.Options, lines string, answers int) []string {
	t.Helper()
	to, from, _ := serve(t, o)
	go io.WriteString(to, hello+lines)
	in := bufio.NewReader(from)
	var got []string
	for range answers + 1 {
		line, err := in.ReadString('\n')
		if err != nil {
			t.Fatalf("after %q: %v", got, err)
		}
		got = append(got, strings.TrimSuffix(line, "\n"))
	}
	return got
}

// TestRawMessages speaks JSON-RPC without a client: what is no message is
// answered, and the line after it too.
func TestRawMessages(t *testing.T) {
	ping := `{"jsonrpc":"2.0","id":"p","method":"ping"}` + "\n"
	pong := `{"jsonrpc":"2.0","id":"p","result":{}}`
	toolCall := func(args string) string {
		return `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"ac_reading_order","arguments":` + args + `}}` + "\n"
	}
	deep := strings.Repeat("[", 3000) + strings.Repeat("]", 3000)
	for _, c := range []struct{ name, lines, want string }{
		{"a result has one text block and isError", toolCall(`{"elements":[]}`),
			`{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"{\"count\": 0, \"elements\": []}"}],"isError":false}}`},
		{"an exception", toolCall(`{"elements":[{"y":1}]}`),
			`{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"KeyError: 'x'"}],"isError":true}}`},
		{"a broken schema", toolCall(`{"elements":["s"]}`),
			`{"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"Invalid arguments for ac_reading_order: $.elements[0]: expected object, got str"}}`},
		{"arguments of another type", toolCall(`[1]`),
			`{"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"tools/call 'arguments' must be an object"}}`},
		{"null arguments are none", toolCall(`null`),
			`{"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"Invalid arguments for ac_reading_order: $: missing required property 'elements'"}}`},
		{"no JSON", "{\"jsonrpc\": nope}\n",
			`{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"not JSON: byte 12: 'n' where null should be"}}`},
		{"a batch", "[" + strings.TrimSpace(ping) + "]\n",
			`{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"batches are not part of this protocol; send one message per line"}}`},
		{"too long", `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"x":"` + strings.Repeat("x", 200000) + `"}}}` + "\n",
			`{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"the message is longer than 100000 bytes"}}`},
		{"too deep", toolCall(`{"elements":[{"v":` + deep + `}]}`), `"id":7,"error":{"code":`},
		{"blank lines", "\n \r\n", ""},
	} {
		lines, answers := c.lines+ping, 1
		if c.want != "" {
			answers = 2
		}
		got := raw(t, mcpserver.Options{MaxMessage: 100000}, lines, answers)
		if answers == 2 && !slices.ContainsFunc(got, func(s string) bool { return strings.Contains(s, c.want) }) || !slices.Contains(got, pong) {
			t.Errorf("%s:\ngot  %s\nwant %s\nand  %s", c.name, strings.Join(got, "\n     "), c.want, pong)
		}
	}
}

// TestEndOfInput: what was asked before the input ended is still answered, and
// the end is no error.
func TestEndOfInput(t *testing.T) {
	to, from, done := serve(t, mcpserver.Options{})
	go func() {
		io.WriteString(to, hello+`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ac_reading_order","arguments":{"elements":[`+button+`]}}}`)
		to.Close()
	}()
	all, err := io.ReadAll(from)
	if err != nil || !strings.Contains(string(all), `\"name\": \"Save\"`) {
		t.Errorf("%v: %s", err, all)
	}
	if err := <-done; err != nil {
		t.Errorf("the end of the input is an error: %v", err)
	}
}

// TestClosedOutput: a server whose output is closed ends with an error.
func TestClosedOutput(t *testing.T) {
	to, from, done := serve(t, mcpserver.Options{})
	from.Close()
	go io.WriteString(to, hello)
	select {
	case err := <-done:
		if !errors.Is(err, io.ErrClosedPipe) {
			t.Errorf("got %v", err)
		}
	case <-time.After(20 * time.Second):
		t.Error("the server does not end")
	}
}

// TestCancelledCall: the client that gives up gets its answer at once, and the
// session goes on.
func TestCancelledCall(t *testing.T) {
	session := connect(t, mcpserver.Options{})
	var many strings.Builder
	for i := range 60000 {
		fmt.Fprintf(&many, `,{"role":"button","name":"n%d","x":%d,"y":%d,"width":40,"height":20}`, i, i%40*50, i/40*30)
	}
	ctx, cancel := context.WithCancel(t.Context())
	args, _ := json.Marshal(map[string]string{"capture": "[" + many.String()[1:] + "]"})
	go func() {
		time.Sleep(20 * time.Millisecond)
		cancel()
	}()
	_, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "render_observation", Arguments: json.RawMessage(args)})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if _, isError, err := call(t, session, "ac_reading_order", `{"elements": []}`); err != nil || isError {
		t.Errorf("the session ended: %v", err)
	}
}

// TestServeEndsWithItsContext ends although the input stays open.
func TestServeEndsWithItsContext(t *testing.T) {
	s, err := mcpserver.New(mcpserver.Options{})
	if err != nil {
		t.Fatal(err)
	}
	in, keep := io.Pipe()
	defer keep.Close()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx, in, io.Discard) }()
	cancel()
	select {
	case err := <-done:
		if err != nil {
			t.Errorf("got %v", err)
		}
	case <-time.After(20 * time.Second):
		t.Error("the server does not end")
	}
}
