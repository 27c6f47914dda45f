package chrome

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/coder/websocket"
)

// A fake is a browser that answers as one did that was recorded
// (testdata/shop.jsonl): a page with a frame in its process, SAME, and one in
// another, INNER. Ids are shortened.
type fake struct {
	t         testing.TB
	server    *httptest.Server
	exchanges []exchange

	mu       sync.Mutex
	conns    []*websocket.Conn
	attached int                                  // how often, which makes sessions differ
	asked    []string                             // methods, in order
	hook     func(request) (string, bool)         // answers instead, "" with true never
	gone     bool                                 // no connection is taken
	pages    []Target                             // instead of the one that was recorded
	inner    bool                                 // INNER is told of when the page is attached to
	refuse   func(http.ResponseWriter) (end bool) // answers /json/version instead
}

type exchange struct {
	Session, Method string
	Params          struct{ FrameID string }
	Result          json.RawMessage
	Event           json.RawMessage
}

type request struct {
	ID      int64
	Session string `json:"sessionId"`
	Method  string
	Params  struct{ FrameID string }
	conn    *websocket.Conn
}

func newFake(t testing.TB) *fake {
	t.Helper()
	f := &fake{t: t, inner: true}
	file, err := os.Open("testdata/shop.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var e exchange
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			t.Fatal(err)
		}
		f.exchanges = append(f.exchanges, e)
	}
	f.server = httptest.NewServer(http.HandlerFunc(f.serve))
	t.Cleanup(func() { f.disconnect(); f.server.Close() })
	return f
}

func (f *fake) address() string { return strings.TrimPrefix(f.server.URL, "http://") }

func (f *fake) serve(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	gone, refuse := f.gone, f.refuse
	f.mu.Unlock()
	switch {
	case gone:
		panic(http.ErrAbortHandler)
	case refuse != nil && refuse(w):
		return
	case r.URL.Path == "/json/version":
		// The browser calls itself by another name.
		fmt.Fprint(w, `{"webSocketDebuggerUrl":"ws://elsewhere:1/devtools/browser/1"}`)
		return
	}
	conn, err := websocket.Accept(w, r, nil)
	if err != nil {
		return
	}
	f.mu.Lock()
	f.conns = append(f.conns, conn)
	f.mu.Unlock()
	for {
		_, data, err := conn.Read(context.Background())
		if err != nil {
			return
		}
		q := request{conn: conn}
		if err := json.Unmarshal(data, &q); err != nil {
			f.t.Error(err)
		}
		f.answer(q)
	}
}

// answer answers one question, or not, as the hook says.
func (f *fake) answer(q request) {
	f.mu.Lock()
	f.asked = append(f.asked, q.Method)
	hook := f.hook
	f.mu.Unlock()
	if hook != nil {
		if text, ok := hook(q); ok {
			if text != "" {
				q.reply(text)
			}
			return
		}
	}
	f.play(q)
}

// play answers as it was recorded.
func (f *fake) play(q request) {
	session, number, _ := strings.Cut(q.Session, "-")
	switch q.Method {
	case "Target.getTargets":
		f.mu.Lock()
		pages := f.pages
		f.mu.Unlock()
		if pages != nil {
			text, _ := json.Marshal(object{"targetInfos": pages})
			q.reply(string(text))
			return
		}
	case "Target.attachToTarget":
		f.mu.Lock()
		f.attached++
		number = fmt.Sprint(f.attached)
		f.mu.Unlock()
	case "Target.setAutoAttach":
		if f.inner && session == "S1" {
			f.tellInner(q.conn, number)
		}
	}
	for _, e := range f.exchanges {
		if e.Method == q.Method && e.Session == session && e.Params.FrameID == q.Params.FrameID {
			q.reply(numbered(string(e.Result), number))
			return
		}
	}
	q.reply("{}")
}

// tellInner tells that INNER is shown, as session S2.
func (f *fake) tellInner(conn *websocket.Conn, number string) {
	for _, e := range f.exchanges {
		if strings.Contains(string(e.Event), `"INNER"`) {
			say(conn, numbered(string(e.Event), number))
			return
		}
	}
}

// numbered gives the sessions in a text their number.
func numbered(text, number string) string {
	return strings.NewReplacer(`"S1"`, `"S1-`+number+`"`, `"S2"`, `"S2-`+number+`"`).Replace(text)
}

func (q request) reply(result string) {
	say(q.conn, fmt.Sprintf(`{"id":%d,"sessionId":%q,"result":%s}`, q.ID, q.Session, result))
}

func (q request) fail(message string) {
	say(q.conn, fmt.Sprintf(`{"id":%d,"error":{"code":-32000,"message":%q}}`, q.ID, message))
}

func say(conn *websocket.Conn, text string) {
	conn.Write(context.Background(), websocket.MessageText, []byte(text))
}

// tell sends an event, or what is none, on the newest connection.
func (f *fake) tell(text string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	say(f.conns[len(f.conns)-1], text)
}

// set changes what the browser does.
func (f *fake) set(change func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	change()
}

// disconnect ends all connections, as a browser does that ends.
func (f *fake) disconnect() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, c := range f.conns {
		c.CloseNow()
	}
	f.conns = nil
}

func (f *fake) questions() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.asked)
}

// openShop attaches to the page that was recorded.
func (f *fake) openShop() *Source {
	f.t.Helper()
	s, err := Open(context.Background(), f.address(), "shop", nil)
	if err != nil {
		f.t.Fatal(err)
	}
	f.t.Cleanup(s.Close)
	return s
}
