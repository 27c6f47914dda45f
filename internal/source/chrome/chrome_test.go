package chrome

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"obscope/internal/source"
	"obscope/loaders"
)

// loaded is what a reading holds, as the name of every element.
func loaded(t *testing.T, r *source.Reading, err error) string {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	rec, err := loaders.Load(r.Inputs[0].FS, r.Inputs[0].Path, loaders.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range rec.Captures[0].Elements {
		names = append(names, e.Name)
	}
	return strings.Join(names, "|")
}

func TestAllFramesAreCaptured(t *testing.T) {
	f := newFake(t)
	s := f.openShop()
	r, err := s.Read(context.Background())
	names := loaded(t, r, err)
	for _, want := range []string{"Order", "Same process", "Buy", "Card"} {
		if !strings.Contains(names, want) {
			t.Errorf("the capture lacks %s: %s", want, names)
		}
	}
	if len(r.Notes) > 0 || len(r.Inputs[0].FS.(source.Memory)) != 3 {
		t.Errorf("notes %q, files %v", r.Notes, r.Inputs[0].FS)
	}
}

// TestAnswersOutOfOrder come to whoever asked.
func TestAnswersOutOfOrder(t *testing.T) {
	f := newFake(t)
	const questions = 20
	var held []request
	f.hook = func(q request) (string, bool) {
		held = append(held, q)
		if len(held) == questions {
			for i := range held {
				q := held[questions-1-i]
				q.reply(fmt.Sprintf(`{"to":%q}`, q.Method))
			}
		}
		return "", true
	}
	b, err := Dial(context.Background(), f.address())
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	var all sync.WaitGroup
	for i := range questions {
		all.Go(func() {
			method := fmt.Sprint("Question.", i)
			if got, err := b.conn.call(context.Background(), "", method, nil); err != nil || got != `{"to":"`+method+`"}` {
				t.Errorf("%s is answered %s, %v", method, got, err)
			}
		})
	}
	all.Wait()
}

// TestALongAnswerIsKeptToTheByte answers with a tree of 32 MB.
func TestALongAnswerIsKeptToTheByte(t *testing.T) {
	f := newFake(t)
	nodes := `[{"nodeId":"1","name":{"value":"` + strings.Repeat("é\\u00e9 ", 4<<20) + `"} }]`
	f.hook = func(q request) (string, bool) {
		return `{"nodes":` + nodes + `}`, q.Method == "Accessibility.getFullAXTree" && q.Params.FrameID == "PAGE"
	}
	c, err := f.openShop().page.Capture(context.Background())
	if err != nil || !strings.Contains(string(c.Files[TreeFile]), `"nodes":`+nodes+`}`) {
		t.Errorf("an answer of %d bytes is not in the capture (%v)", len(nodes), err)
	}
}

func wantGone(t *testing.T, s *Source, want string) {
	t.Helper()
	_, err := s.Read(context.Background())
	if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "attached to again") || strings.Contains(err.Error(), "\n") {
		t.Errorf("the error is %v, want one line with %q", err, want)
	}
}

func TestAPageThatIsGoneComesBack(t *testing.T) {
	f := newFake(t)
	s := f.openShop()
	changes, err := s.Changes(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	f.set(func() { f.pages = []Target{} })
	f.tell(`{"method":"Target.detachedFromTarget","params":{"sessionId":"S1-1","targetId":"PAGE"}}`)
	for range changes { // until it is closed
	}
	wantGone(t, s, "the page was closed")
	f.set(func() { f.pages = []Target{{ID: "NEW", Type: "page", URL: s.target.URL, Title: "Shop again"}} })
	r, err := s.Read(context.Background())
	if names := loaded(t, r, err); !strings.Contains(names, "Buy") || s.Name() == "" {
		t.Errorf("the page that came back has %s", names)
	}
}

func TestABrowserThatIsGoneComesBack(t *testing.T) {
	f := newFake(t)
	s := f.openShop()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	r := &source.Recorder{Source: s}
	if _, _, err := r.Load(ctx); err != nil {
		t.Fatal(err)
	}
	told := r.Changes(ctx)
	for f.questions() < 20 { // until it listens
		time.Sleep(time.Millisecond)
	}
	f.set(func() { f.gone = true })
	f.disconnect()
	<-told
	wantGone(t, s, "the browser has ended")
	f.set(func() { f.gone = false })
	select {
	case <-told:
	case <-time.After(10 * time.Second):
		t.Fatal("a browser that is back is not told")
	}
	if rec, _, err := r.Load(ctx); err != nil || len(rec.Captures) != 1 {
		t.Errorf("a page that shows the same as before: %v, %v", rec, err)
	}
}

// TestACrashEndsACapture that waits for an answer which will never come.
func TestACrashEndsACapture(t *testing.T) {
	f := newFake(t)
	s := f.openShop()
	f.set(func() {
		f.hook = func(q request) (string, bool) {
			switch {
			case q.Method == "Accessibility.getFullAXTree":
				go f.tell(`{"method":"Inspector.targetCrashed","params":{},"sessionId":"S1-1"}`)
				return "", true
			case q.Method == "Inspector.enable": // the crash is told anew, before the answer
				say(q.conn, fmt.Sprintf(`{"method":"Inspector.targetCrashed","params":{},"sessionId":%q}`, q.Session))
			}
			return "", false
		}
	})
	began := time.Now()
	if _, err := s.page.Capture(context.Background()); !errors.Is(err, ErrCrashed) || time.Since(began) > answerTime/2 {
		t.Errorf("after %v: %v, want ErrCrashed", time.Since(began), err)
	}
	wantGone(t, s, "the page has crashed; reload it in the browser")
	f.set(func() { f.hook = nil })
	if r, err := s.Read(context.Background()); !strings.Contains(loaded(t, r, err), "Buy") {
		t.Error("the page is not captured after it was loaded again")
	}
}

func TestAPageThatNeverAnswers(t *testing.T) {
	f := newFake(t)
	s := f.openShop()
	f.set(func() {
		f.hook = func(q request) (string, bool) { return "", q.Method == "Page.getFrameTree" }
	})
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	if _, err := s.Read(ctx); !errors.Is(err, ErrSilent) {
		t.Errorf("%v, want ErrSilent", err)
	}
	ctx, cancel = context.WithCancel(context.Background())
	time.AfterFunc(50*time.Millisecond, cancel)
	if _, err := s.Read(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want that it was cancelled", err)
	}
	f.set(func() { f.hook = nil })
	if r, err := s.Read(context.Background()); !strings.Contains(loaded(t, r, err), "Buy") {
		t.Error("the connection does not outlive a question that was given up")
	}
}

// TestAPageInTheBackground gives no screenshot, and is waited for once.
func TestAPageInTheBackground(t *testing.T) {
	f := newFake(t)
	s := f.openShop()
	f.set(func() {
		f.hook = func(q request) (string, bool) { return "", q.Method == "Page.captureScreenshot" }
	})
	for i, most := range []time.Duration{answerTime, screenTime - time.Millisecond} {
		began := time.Now()
		r, err := s.Read(context.Background())
		if err != nil || len(r.Notes) != 1 || !strings.Contains(r.Notes[0], "no screenshot") {
			t.Errorf("capture %d: %v, %v", i+1, r, err)
		}
		if took := time.Since(began); took > most {
			t.Errorf("capture %d took %v", i+1, took)
		}
	}
	f.set(func() { f.hook = nil })
	if r, err := s.Read(context.Background()); err != nil || len(r.Notes) > 0 {
		t.Errorf("a page that is shown again: %v, %v", r, err)
	}
}

func TestMessagesThatAreNone(t *testing.T) {
	f := newFake(t)
	s := f.openShop()
	for _, text := range []string{"", "nonsense", "[1", `{"id":`, `{"id":"x","result":{}}`, `{"method":5,"params":{}}`, `{"id":9999,"result":{}}`,
		`{"method":"Target.attachedToTarget","params":[],"sessionId":"S1-1"}`, `{"method":"Target.detachedFromTarget","params":7,"sessionId":"S1-1"}`} {
		f.tell(text)
	}
	if r, err := s.Read(context.Background()); !strings.Contains(loaded(t, r, err), "Buy") {
		t.Error("the page is not captured any more")
	}
}

// TestAFrameThatComesWhileCapturing is told as a change, and is in the next
// capture. One that goes is left out with a note.
func TestAFrameThatComesWhileCapturing(t *testing.T) {
	f := newFake(t)
	f.inner = false
	s := f.openShop()
	changes, err := s.Changes(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	f.set(func() {
		f.hook = func(q request) (string, bool) {
			if q.Method == "DOMSnapshot.captureSnapshot" && q.Session == "S1-1" {
				f.tellInner(q.conn, "1")
			}
			return "", false
		}
	})
	r, err := s.Read(context.Background())
	loaded(t, r, err)
	<-changes
	f.set(func() { f.hook = nil })
	if r, err = s.Read(context.Background()); !strings.Contains(loaded(t, r, err), "Buy") {
		t.Error("the frame is not in the capture")
	}
	f.set(func() {
		f.hook = func(q request) (string, bool) {
			if gone := q.Session == "S2-1" && q.Method == "Accessibility.getFullAXTree"; gone {
				say(q.conn, `{"method":"Target.detachedFromTarget","params":{"sessionId":"S2-1"},"sessionId":"S1-1"}`)
				q.fail("Session with given id not found.")
				return "", true
			}
			return "", false
		}
	})
	r, err = s.Read(context.Background())
	if names := loaded(t, r, err); !strings.Contains(names, "Order") || strings.Contains(names, "Buy") || len(r.Notes) != 1 {
		t.Errorf("a frame that goes meanwhile: %s, notes %q", names, r.Notes)
	}
	<-changes
	if r, err = s.Read(context.Background()); len(r.Notes) > 0 {
		t.Errorf("a frame that is gone is noted again: %q, %v", r.Notes, err)
	}
}

func TestNeverTwoCapturesAtOnce(t *testing.T) {
	f := newFake(t)
	r := &source.Recorder{Source: f.openShop()}
	var under, most int
	var mu sync.Mutex
	f.set(func() {
		f.hook = func(q request) (string, bool) {
			mu.Lock()
			defer mu.Unlock()
			switch {
			case q.Method == "Page.getFrameTree" && strings.HasPrefix(q.Session, "S1"):
				under++
				most = max(most, under)
			case q.Method == "Page.captureScreenshot":
				under--
			}
			return "", false
		}
	})
	var all sync.WaitGroup
	for range 5 {
		all.Go(func() {
			if _, _, err := r.Load(context.Background()); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if most != 1 {
		t.Errorf("%d captures were under way at once", most)
	}
}

func TestIdleSendsNothing(t *testing.T) {
	f := newFake(t)
	s := f.openShop()
	r := &source.Recorder{Source: s}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	told := r.Changes(ctx)
	if _, _, err := r.Load(ctx); err != nil {
		t.Fatal(err)
	}
	// That the frame of another process was attached to is a change.
	for was := -1; was != f.questions(); time.Sleep(400 * time.Millisecond) {
		was = f.questions()
	}
	<-told
	before := f.questions()
	time.Sleep(500 * time.Millisecond)
	if after := f.questions(); after != before || len(told) > 0 {
		t.Errorf("%d questions while nothing happens", after-before)
	}
	f.tell(`{"method":"DOM.attributeModified","params":{},"sessionId":"S2-1"}`)
	select {
	case <-told:
	case <-time.After(10 * time.Second):
		t.Error("a change in a frame of another process is not told")
	}
}

func TestWhereNoBrowserAnswers(t *testing.T) {
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	nobody := closed.Addr().String()
	closed.Close()
	f := newFake(t)
	status := func(code int, body string) func() {
		return func() {
			f.refuse = func(w http.ResponseWriter) bool { w.WriteHeader(code); fmt.Fprint(w, body); return true }
		}
	}
	for _, c := range []struct {
		change        func()
		address, want string
	}{
		{nil, nobody, "--remote-debugging-port="},
		{status(404, "no"), f.address(), "something else does (/json/version: 404 Not Found); start Chrome"},
		{status(200, "<html>"), f.address(), "something else does"},
		{status(200, `{"webSocketDebuggerUrl":""}`), f.address(), "something else does"},
		{status(403, "no"), "ws://" + f.address() + "/devtools/browser/x", "--remote-allow-origins"},
		{nil, "nowhere", "HOST:PORT"},
	} {
		if c.change != nil {
			f.set(c.change)
		}
		_, err := Open(context.Background(), c.address, "", nil)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: the error is %v, want one line with %q", c.address, err, c.want)
		}
	}
}

func TestSeveralPages(t *testing.T) {
	f := newFake(t)
	f.pages = []Target{
		{ID: "A", Type: "page", Title: "Mail", URL: "https://mail.test/"}, {ID: "PAGE", Type: "page", Title: "Shop", URL: "https://shop.test/"},
		{ID: "W", Type: "worker", Title: "Shop"}, {ID: "D", Type: "page", URL: "devtools://x"},
	}
	ctx := context.Background()
	if _, err := Open(ctx, f.address(), "", nil); err == nil || !strings.Contains(err.Error(), `2 pages; choose one with --page TEXT: "Mail" https://mail.test/ · "Shop"`) {
		t.Errorf("several pages: %v", err)
	}
	if _, err := Open(ctx, f.address(), "zzz", nil); err == nil || !strings.Contains(err.Error(), `no page has "zzz"`) {
		t.Errorf("no such page: %v", err)
	}
	s, err := Open(ctx, f.address(), "", func(all []Target) (Target, error) { return all[1], nil })
	if err != nil || s.target.ID != "PAGE" {
		t.Fatalf("chosen: %v, %v", s, err)
	}
	s.Close()
	if s, err = Open(ctx, f.address(), "sHOP.test", nil); err != nil || s.target.ID != "PAGE" {
		t.Fatalf("by its address: %v, %v", s, err)
	}
	s.Close()
}

func TestAddress(t *testing.T) {
	for typed, want := range map[string]string{
		"": DefaultAddress, "9333": "127.0.0.1:9333", ":9333": "127.0.0.1:9333", "http://localhost:9222/": "localhost:9222",
		"[::1]:9222": "[::1]:9222", "ws://127.0.0.1:1/devtools/page/X": "ws://127.0.0.1:1/devtools/page/X",
	} {
		if got := Address(typed); got != want {
			t.Errorf("Address(%q) = %q, want %q", typed, got, want)
		}
	}
}
