package screentest

import (
	"io"
	"sync"
	"time"
)

// parcel is what one key press or one reply sends to the program. Nothing
// follows it before pause has passed.
type parcel struct {
	bytes []byte
	pause time.Duration
}

// outbox passes parcels to the program in order without ever making the sender
// wait: a program that stopped reading must not stop the test from looking.
type outbox struct {
	mu     sync.Mutex
	queue  []parcel
	wake   chan struct{}
	closed chan struct{}
	once   sync.Once
}

func newOutbox() *outbox {
	return &outbox{wake: make(chan struct{}, 1), closed: make(chan struct{})}
}

func (o *outbox) send(p parcel) {
	o.mu.Lock()
	o.queue = append(o.queue, p)
	o.mu.Unlock()
	select {
	case o.wake <- struct{}{}:
	default:
	}
}

func (o *outbox) close() { o.once.Do(func() { close(o.closed) }) }

func (o *outbox) next() (parcel, bool) {
	for {
		o.mu.Lock()
		if len(o.queue) > 0 {
			p := o.queue[0]
			o.queue = o.queue[1:]
			o.mu.Unlock()
			return p, true
		}
		o.mu.Unlock()
		select {
		case <-o.wake:
		case <-o.closed:
			return parcel{}, false
		}
	}
}

// deliver writes parcels to w until the outbox is closed. Write errors mean
// that the program is gone; what is left is dropped, as a terminal does.
func (o *outbox) deliver(w io.Writer) {
	for {
		p, ok := o.next()
		if !ok {
			return
		}
		_, _ = w.Write(p.bytes)
		if p.pause > 0 {
			select {
			case <-time.After(p.pause):
			case <-o.closed:
				return
			}
		}
	}
}
