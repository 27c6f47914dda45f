package chrome

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
)

// A Page is a page that is attached to: the session of its own process, and one
// for each process that shows a frame of it.
type Page struct {
	conn   *conn
	hidden atomic.Bool // it gave no screenshot last

	mu       sync.Mutex
	sessions []*session    // the page's own first
	pending  int           // sessions that are being taken in
	settled  chan struct{} // closed while there are none
	watching bool
	changed  chan struct{}
	gone     chan struct{}
	cause    error // of gone
}

// A session is one process that shows the page or frames of it.
type session struct {
	id     string
	parent string // the session that the outermost frame of this one hangs in
	frame  string // the id of that frame; "" of the page's own session

	watched bool // it tells of changes
}

// Attach attaches to a page. Nothing is shown to the person who uses it.
func (b *Browser) Attach(ctx context.Context, t Target) (*Page, error) {
	p := &Page{conn: b.conn, changed: make(chan struct{}, 1), gone: make(chan struct{}), settled: make(chan struct{})}
	close(p.settled)
	own := &session{}
	if !b.page {
		var attached struct {
			ID string `json:"sessionId"`
		}
		if err := p.conn.ask(ctx, "", "Target.attachToTarget", object{"targetId": t.ID, "flatten": true}, &attached); err != nil {
			return nil, err
		}
		own.id = attached.ID
		p.conn.listen("", p.browserEvent)
	}
	p.add(own)
	err := p.begin(ctx, own)
	if cause := p.Cause(); cause != nil {
		err = cause
	}
	if err != nil {
		p.leave()
		return nil, err
	}
	return p, nil
}

// leave ends the sessions of a page that nobody looks at any more.
func (p *Page) leave() {
	own := p.all()[0]
	if own.id == "" {
		return // it ends with the connection
	}
	p.conn.forget(own.id)
	go func() {
		ctx, cancel := context.WithTimeout(context.Background(), connectTime)
		defer cancel()
		p.conn.call(ctx, "", "Target.detachFromTarget", object{"sessionId": own.id})
	}()
}

type object = map[string]any

// ErrCrashed is a page whose process has ended.
var ErrCrashed = errors.New("the page has crashed; reload it in the browser")

// add takes a session in.
func (p *Page) add(s *session) {
	p.mu.Lock()
	p.sessions = append(p.sessions, s)
	p.mu.Unlock()
	p.conn.listen(s.id, func(e event) { p.event(s, e) })
}

// begin makes a session tell of the frames below it in other processes.
func (p *Page) begin(ctx context.Context, s *session) error {
	if s.frame == "" {
		// Of a page that has crashed already this tells so.
		if _, err := p.conn.call(ctx, s.id, "Inspector.enable", nil); err != nil {
			return err
		}
	}
	// The sessions of frames that are there already are told before the answer.
	if _, err := p.conn.call(ctx, s.id, "Target.setAutoAttach", object{"autoAttach": true, "waitForDebuggerOnStart": false, "flatten": true}); err != nil {
		return err
	}
	if p.isWatching() {
		return p.watch(ctx, s)
	}
	return nil
}

// browserEvent takes what the browser tells of its pages.
func (p *Page) browserEvent(e event) {
	if e.method == "Target.detachedFromTarget" {
		p.detached(e.params)
	}
}

// event takes what one session tells.
func (p *Page) event(s *session, e event) {
	switch e.method {
	case "Target.attachedToTarget":
		p.attached(s, e.params)
	case "Target.detachedFromTarget":
		p.detached(e.params)
	case "Inspector.targetCrashed":
		if s.frame == "" {
			p.end(ErrCrashed)
		}
	default:
		if tellsChange(e.method) {
			p.touch()
		}
	}
}

func (p *Page) attached(parent *session, params string) {
	var a struct {
		ID   string `json:"sessionId"`
		Info Target `json:"targetInfo"`
	}
	if json.Unmarshal([]byte(params), &a) != nil {
		return
	}
	if a.Info.Type != "iframe" {
		return // a worker has no tree
	}
	// The id of the target of a frame is the id of the frame.
	s := &session{id: a.ID, parent: parent.id, frame: a.Info.ID}
	p.add(s)
	p.mu.Lock()
	if p.pending++; p.pending == 1 {
		p.settled = make(chan struct{})
	}
	p.mu.Unlock()
	// begin waits for answers, which this goroutine brings.
	go func() {
		ctx, cancel := context.WithTimeout(context.Background(), connectTime)
		defer cancel()
		err := p.begin(ctx, s)
		p.mu.Lock()
		if p.pending--; p.pending == 0 {
			close(p.settled)
		}
		p.mu.Unlock()
		if err == nil {
			p.touch()
		}
	}()
}

// settle waits until the sessions of all frames that were told are taken in.
func (p *Page) settle(ctx context.Context) {
	p.mu.Lock()
	settled := p.settled
	p.mu.Unlock()
	select {
	case <-settled:
	case <-ctx.Done():
	}
}

func (p *Page) detached(params string) {
	var d struct {
		ID string `json:"sessionId"`
	}
	if json.Unmarshal([]byte(params), &d) != nil {
		return
	}
	p.mu.Lock()
	at := slices.IndexFunc(p.sessions, func(s *session) bool { return s.id == d.ID })
	if at > 0 {
		p.sessions = slices.Delete(p.sessions, at, at+1)
	}
	p.mu.Unlock()
	switch {
	case at == 0:
		p.end(ErrGone)
	case at > 0:
		p.conn.forget(d.ID)
		p.touch()
	}
}

// end says that there is no page any more, and why.
func (p *Page) end(cause error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.cause == nil {
		p.cause = cause
		close(p.gone)
	}
}

// Gone is closed once the page is no longer there; Cause says why.
func (p *Page) Gone() <-chan struct{} { return p.gone }

// Cause is why the page is gone, nil while it is not.
func (p *Page) Cause() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.cause
}

func (p *Page) all() []*session {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.sessions)
}
