package chrome

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/coder/websocket"

	"obscope/internal/text/jsontext"
)

// maxMessage is the longest answer that is read, in bytes. The tree of a page
// with 18,000 nodes has 7 MB.
const maxMessage = 1 << 30

// ErrGone is a browser, or a page, that is no longer there.
var ErrGone = errors.New("the page is gone")

// A conn is a connection to a browser: requests and their answers, joined by
// id in whatever order they come, and events.
type conn struct {
	ws *websocket.Conn

	mu      sync.Mutex
	next    int64
	waiting map[int64]chan answer
	events  map[string]func(event) // by session
	closed  chan struct{}          // once the connection is
}

// An answer is the text of a result, verbatim, or what went wrong.
type answer struct {
	result string
	err    error
}

// An event is what a browser tells unasked.
type event struct {
	method string
	params string // JSON
}

// dial connects to the address of a browser's or a page's WebSocket.
func dial(ctx context.Context, address string) (*conn, error) {
	ws, resp, err := websocket.Dial(ctx, address, &websocket.DialOptions{CompressionMode: websocket.CompressionDisabled})
	if err != nil {
		if resp != nil && resp.StatusCode == 403 {
			return nil, errors.New("the browser refuses the connection; start it with --remote-allow-origins=http://127.0.0.1, or allow it where it asks")
		}
		return nil, fmt.Errorf("%w (%s)", ErrNoBrowser, lastWords(err))
	}
	ws.SetReadLimit(maxMessage)
	c := &conn{ws: ws, waiting: map[int64]chan answer{}, events: map[string]func(event){}, closed: make(chan struct{})}
	go c.read()
	return c, nil
}

// lastWords is what an error says at its end: what went wrong at the bottom.
func lastWords(err error) string {
	text := err.Error()
	return strings.TrimSpace(text[strings.LastIndex(text, ":")+1:])
}

// read hands on what comes until the connection ends.
func (c *conn) read() {
	defer c.end()
	for {
		_, data, err := c.ws.Read(context.Background())
		if err != nil {
			return
		}
		c.take(string(data))
	}
}

// take hands on one message. What is no message of the protocol is passed over.
func (c *conn) take(text string) {
	var id int64
	var session string
	var e event
	var a answer
	r := jsontext.NewReader(text)
	for r.Object(); r.NextName(); {
		switch r.Name() {
		case "id":
			id, _ = strconv.ParseInt(r.Skip(), 10, 64)
		case "sessionId":
			session = r.String()
		case "method":
			e.method = r.String()
		case "params":
			e.params = r.Skip()
		case "result":
			a.result = r.Skip()
		case "error":
			a.err = protocolError(r.Skip())
		default:
			r.Skip()
		}
	}
	if r.Err() != nil {
		return
	}
	c.mu.Lock()
	waiting, listener := c.waiting[id], c.events[session]
	delete(c.waiting, id)
	c.mu.Unlock()
	switch {
	case id != 0 && waiting != nil:
		waiting <- a
	case id == 0 && listener != nil:
		listener(e)
	}
}

// A ProtocolError is what a browser answers instead of a result.
type ProtocolError struct {
	Code    int
	Message string
}

func (e *ProtocolError) Error() string { return e.Message }

func protocolError(text string) error {
	e := &ProtocolError{}
	if err := json.Unmarshal([]byte(text), e); err != nil || e.Message == "" {
		e.Message = "the browser answers with an error that says nothing"
	}
	return e
}

// end tells whoever waits that nothing will come.
func (c *conn) end() {
	c.mu.Lock()
	defer c.mu.Unlock()
	close(c.closed)
	for id, waiting := range c.waiting {
		waiting <- answer{err: ErrGone}
		delete(c.waiting, id)
	}
}

// call asks for one thing and waits for the answer. A session is one of a page
// or a frame; "" is the connection's own.
func (c *conn) call(ctx context.Context, session, method string, params any) (string, error) {
	waiting := make(chan answer, 1)
	c.mu.Lock()
	c.next++
	id := c.next
	c.waiting[id] = waiting
	c.mu.Unlock()
	request, err := json.Marshal(struct {
		ID      int64  `json:"id"`
		Session string `json:"sessionId,omitempty"`
		Method  string `json:"method"`
		Params  any    `json:"params,omitempty"`
	}{id, session, method, params})
	if err != nil {
		return "", err
	}
	if ctx.Err() != nil {
		return "", c.unanswered(ctx, id, method)
	}
	// A write that is given up ends the connection, so who gives up waits no
	// longer for the answer, and the question is asked nevertheless.
	writing, cancel := context.WithTimeout(context.WithoutCancel(ctx), connectTime)
	defer cancel()
	if err := c.ws.Write(writing, websocket.MessageText, request); err != nil {
		return "", c.unanswered(ctx, id, method)
	}
	select {
	case a := <-waiting:
		if a.err != nil {
			return "", fmt.Errorf("%s: %w", method, a.err)
		}
		return a.result, nil
	case <-c.closed:
		return "", fmt.Errorf("%s: %w", method, ErrGone)
	case <-ctx.Done():
		return "", c.unanswered(ctx, id, method)
	}
}

// unanswered is the error of a request that nothing came of.
func (c *conn) unanswered(ctx context.Context, id int64, method string) error {
	c.mu.Lock()
	delete(c.waiting, id)
	c.mu.Unlock()
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return fmt.Errorf("%s: %w", method, ErrSilent)
	case ctx.Err() != nil:
		return ctx.Err()
	}
	return fmt.Errorf("%s: %w", method, ErrGone)
}

// ErrSilent is a page that does not answer in time.
var ErrSilent = errors.New("the page does not answer: its script runs without end, or a debugger holds it")

// ask is call with the answer read into result.
func (c *conn) ask(ctx context.Context, session, method string, params, result any) error {
	text, err := c.call(ctx, session, method, params)
	if err != nil {
		return err
	}
	if err := json.Unmarshal([]byte(text), result); err != nil {
		return fmt.Errorf("%s: the answer is not what it should be: %w", method, err)
	}
	return nil
}

// listen says who gets the events of a session; it runs on the connection's
// goroutine and must not wait.
func (c *conn) listen(session string, take func(event)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.events[session] = take
}

// forget ends listening to a session.
func (c *conn) forget(session string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.events, session)
}

func (c *conn) close() { c.ws.Close(websocket.StatusNormalClosure, "") }
