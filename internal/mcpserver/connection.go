package mcpserver

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"obscope/internal/text/jsontext"
)

// A connection carries messages, one per line. Unlike the transport of the SDK
// it survives a line that is no message: it answers with an error and reads on.
type connection struct {
	lines chan line
	inErr error // why lines ended, once they are closed
	max   int

	writing sync.Mutex
	out     io.Writer
	outErr  error

	// The input must not wait for a client that does not read, so what is
	// due has a lock of its own.
	due     sync.Mutex
	asked   map[any]bool  // ids of calls without an answer
	ended   bool          // the input has ended
	settled chan struct{} // closed once the input has ended and asked is empty

	closing sync.Once
	closed  chan struct{}
}

// A line is a line of the input. The text of one that is too long is dropped.
type line struct {
	text    []byte
	tooLong bool
}

func newConnection(in io.Reader, out io.Writer, maxMessage int) *connection {
	c := &connection{
		lines: make(chan line), max: maxMessage, out: out,
		asked: map[any]bool{}, settled: make(chan struct{}), closed: make(chan struct{}),
	}
	// A read from a pipe cannot be interrupted, so it has a goroutine of its
	// own, which ends with the pipe or after the next line.
	go c.read(bufio.NewReaderSize(in, 64<<10))
	return c
}

// Connect makes the connection the transport of one session.
func (c *connection) Connect(context.Context) (mcp.Connection, error) { return c, nil }

// SessionID is empty: there is one session.
func (c *connection) SessionID() string { return "" }

func (c *connection) read(in *bufio.Reader) {
	defer close(c.lines)
	for {
		l, err := c.readLine(in)
		select {
		case c.lines <- l:
		case <-c.closed:
			return
		}
		if err != nil {
			c.inErr = err
			return
		}
	}
}

func (c *connection) readLine(in *bufio.Reader) (l line, _ error) {
	for {
		part, err := in.ReadSlice('\n')
		if len(l.text)+len(part) > c.max+1 {
			l.tooLong, l.text = true, nil
		}
		if !l.tooLong {
			l.text = append(l.text, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return l, err
		}
	}
}

// Read returns the next message. What is no message is answered here. The end of
// the input is told once every call has its answer: telling it ends the session.
func (c *connection) Read(ctx context.Context) (jsonrpc.Message, error) {
	for {
		select {
		case l, ok := <-c.lines:
			if !ok {
				return nil, c.drain(ctx)
			}
			if msg := c.message(l); msg != nil {
				return msg, nil
			}
		case <-c.closed:
			return nil, io.EOF
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// message decodes a line; nil if it holds no message.
func (c *connection) message(l line) jsonrpc.Message {
	if l.tooLong {
		c.refuse("null", jsonrpc.CodeInvalidRequest, fmt.Sprintf("the message is longer than %d bytes", c.max))
		return nil
	}
	if isBlank(l.text) {
		return nil
	}
	msg, err := jsonrpc.DecodeMessage(l.text)
	if err == nil {
		c.ask(msg)
		return msg
	}
	v, notJSON := jsontext.Parse(string(l.text))
	switch {
	case notJSON != nil:
		c.refuse("null", jsonrpc.CodeParseError, "not JSON: "+notJSON.Error())
	case v.Kind == jsontext.Array:
		c.refuse("null", jsonrpc.CodeInvalidRequest, "batches are not part of this protocol; send one message per line")
	default:
		c.refuse(idOf(v), jsonrpc.CodeInvalidRequest, "no message of JSON-RPC 2.0: "+err.Error())
	}
	return nil
}

// ask remembers a call, and forgets one that is cancelled: it needs no answer.
func (c *connection) ask(msg jsonrpc.Message) {
	req, ok := msg.(*jsonrpc.Request)
	if !ok {
		return
	}
	c.due.Lock()
	defer c.due.Unlock()
	switch {
	case req.IsCall():
		c.asked[req.ID.Raw()] = true
	case req.Method == "notifications/cancelled":
		var params struct {
			RequestID any `json:"requestId"`
		}
		if json.Unmarshal(req.Params, &params) == nil {
			if id, err := jsonrpc.MakeID(params.RequestID); err == nil {
				delete(c.asked, id.Raw())
			}
		}
	}
}

// drain waits for the answers that are due and returns why the input ended.
func (c *connection) drain(ctx context.Context) error {
	c.due.Lock()
	c.ended = true
	c.settle()
	c.due.Unlock()
	select {
	case <-c.settled:
	case <-c.closed:
	case <-ctx.Done():
	}
	return c.inErr
}

// settle notes that nothing is due any more; c.due is held.
func (c *connection) settle() {
	if c.ended && len(c.asked) == 0 {
		select {
		case <-c.settled:
		default:
			close(c.settled)
		}
	}
}

func isBlank(text []byte) bool {
	for _, b := range text {
		if b != ' ' && b != '\t' && b != '\r' && b != '\n' {
			return false
		}
	}
	return true
}

// idOf is the id of a message as JSON.
func idOf(v jsontext.Value) string {
	if id := v.Member("id"); id.Kind == jsontext.String || id.Kind == jsontext.Number {
		return id.Raw
	}
	return "null"
}

func (c *connection) refuse(id string, code int, why string) {
	text := fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":%s}}`, id, code, jsontext.Quote(jsontext.Scrub(why)))
	c.write(text)
}

// Write sends a message.
func (c *connection) Write(_ context.Context, msg jsonrpc.Message) error {
	text, err := jsonrpc.EncodeMessage(msg)
	if err != nil {
		return err
	}
	err = c.write(text)
	if answer, ok := msg.(*jsonrpc.Response); ok {
		c.due.Lock()
		delete(c.asked, answer.ID.Raw())
		c.settle()
		c.due.Unlock()
	}
	return err
}

func (c *connection) write(text []byte) error {
	c.writing.Lock()
	defer c.writing.Unlock()
	if c.outErr == nil {
		_, c.outErr = c.out.Write(append(text, '\n'))
	}
	return c.outErr
}

// failed is why the output could not be written, if so.
func (c *connection) failed() error {
	c.writing.Lock()
	defer c.writing.Unlock()
	return c.outErr
}

// Close ends the session; the pipes are their owner's to close.
func (c *connection) Close() error {
	c.closing.Do(func() { close(c.closed) })
	return nil
}
