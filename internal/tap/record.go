package tap

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"io"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"obscope/internal/text/jsontext"
)

// Who a message comes from.
const (
	Client = "client" // the agent
	Server = "server" // its MCP server
	self   = "tap"    // the record itself: a start, a gap
)

const (
	// maxQueued is how many bytes may wait to be recorded. What comes beyond
	// that, while a disk stalls, is passed on and not recorded.
	maxQueued = 64 << 20
	// quiet is how long nothing must have passed before the record is written, so
	// that an answer on its way does not share the processor with it; from
	// fullQueue bytes on it is written all the same.
	quiet     = 5 * time.Millisecond
	fullQueue = maxQueued / 4
	// maxMessage is the longest message that is recorded.
	maxMessage = 256 << 20
	// lastWords is how long the end of a run waits for what is still to be
	// written.
	lastWords = 2 * time.Second
)

// A Recorder writes one JSON object per message to a file:
//
//	{"time":"2026-11-30T23:42:04.3Z","dir":"client","msg":{…}}
//
// msg is the message as it was, to the byte but for line ends between its parts. A line that is no JSON is "raw", a
// string, or "base64" if it is no UTF-8. What could not be recorded leaves a
// line with dir "tap" and how many bytes are missing.
//
// Whoever forwards traffic hands it over in chunks and never waits: splitting
// into messages, checking and writing happen in a goroutine of its own.
type Recorder struct {
	queue  chan chunk
	queued atomic.Int64
	lost   atomic.Int64 // bytes that were not queued, since the last mark
	last   atomic.Int64 // when a chunk was queued last, in nanoseconds
	done   chan struct{}
	once   sync.Once
	close  chan struct{}

	w      io.Writer
	mask   *masker
	torn   bool  // the last line was written in part
	failed int64 // bytes of lines that could not be written, since the last mark
}

// A chunk is some bytes of one stream.
type chunk struct {
	from *Stream
	data []byte
	at   time.Time
	last bool // of its stream
	gap  bool // bytes before it are missing
}

// NewRecorder starts a recorder that writes to w; with redact, secrets are
// masked in what it writes.
func NewRecorder(w io.Writer, redact bool) *Recorder {
	r := &Recorder{queue: make(chan chunk, 4096), done: make(chan struct{}), close: make(chan struct{}), w: w}
	if redact {
		r.mask = &masker{}
	}
	go r.run()
	return r
}

// Start notes the beginning of a run, so that runs in one file are told apart:
// the ids of their messages repeat.
func (r *Recorder) Start(what string) {
	line := append([]byte(`{"start":`), jsontext.Quote(what)...)
	s := r.Stream(self, lines)
	s.Write(append(line, "}\n"...))
	s.Close()
}

// Close writes what is queued, as far as that takes no longer than a moment.
func (r *Recorder) Close() {
	r.once.Do(func() { close(r.close) })
	select {
	case <-r.done:
	case <-time.After(lastWords):
	}
}

func (r *Recorder) run() {
	defer close(r.done)
	for {
		select {
		case c := <-r.queue:
			r.awaitQuiet()
			r.take(c)
		case <-r.close:
			for {
				select {
				case c := <-r.queue:
					r.take(c)
				default:
					r.markGap(time.Now())
					return
				}
			}
		}
	}
}

// awaitQuiet waits until nothing has passed for a while.
func (r *Recorder) awaitQuiet() {
	for r.queued.Load() < fullQueue {
		wait := quiet - time.Duration(time.Now().UnixNano()-r.last.Load())
		if wait <= 0 {
			return
		}
		select {
		case <-time.After(wait):
		case <-r.close:
			return
		}
	}
}

// take splits a chunk into messages and writes those that are whole.
func (r *Recorder) take(c chunk) {
	r.queued.Add(-int64(len(c.data)))
	s := c.from
	if c.gap {
		s.skipping = true // the rest of the message whose middle is missing
		r.lost.Add(int64(len(s.partial)))
		s.partial = nil
	}
	s.framing(s, c, func(message []byte) { r.write(s.dir, c.at, message) })
}

// write writes one message.
func (r *Recorder) write(dir string, at time.Time, message []byte) {
	message = bytes.TrimSpace(message)
	if len(message) == 0 {
		return
	}
	r.markGap(at)
	r.writeLine(at, dir, r.body(message), int64(len(message)))
}

// body is what a line says of a message.
func (r *Recorder) body(message []byte) []byte {
	switch {
	case json.Valid(message):
		if r.mask != nil {
			message = r.mask.message(message)
		}
		return append([]byte(`"msg":`), oneLine(message)...)
	case utf8.Valid(message):
		text := string(message)
		if r.mask != nil {
			text = r.mask.text(text)
		}
		return append([]byte(`"raw":`), jsontext.Quote(text)...)
	case r.mask != nil:
		return []byte(`"raw":"(masked: no text)"`)
	default:
		return append([]byte(`"base64":`), jsontext.Quote(base64.StdEncoding.EncodeToString(message))...)
	}
}

// oneLine replaces the line ends of a JSON text, which stand between its tokens
// only.
func oneLine(message []byte) []byte {
	for i, c := range message {
		if c == '\n' || c == '\r' {
			message[i] = ' '
		}
	}
	return message
}

// markGap notes what is missing at this place, if anything is.
func (r *Recorder) markGap(at time.Time) {
	missing := r.lost.Swap(0) + r.failed
	if missing == 0 {
		return
	}
	r.failed = 0
	body, _ := json.Marshal(missing)
	r.writeLine(at, self, append([]byte(`"dropped_bytes":`), body...), missing)
}

func (r *Recorder) writeLine(at time.Time, dir string, body []byte, size int64) {
	line := make([]byte, 0, len(body)+80)
	if r.torn {
		line = append(line, '\n')
	}
	line = append(line, `{"time":"`...)
	line = at.UTC().AppendFormat(line, time.RFC3339Nano)
	line = append(line, `","dir":"`...)
	line = append(line, dir...)
	line = append(line, `",`...)
	line = append(line, body...)
	line = append(line, "}\n"...)
	n, err := r.w.Write(line)
	if err != nil {
		r.torn = r.torn || n > 0
		r.failed += size
		return
	}
	r.torn = false
}

// A Stream is the bytes of one direction, which arrive in chunks of any size.
type Stream struct {
	r       *Recorder
	dir     string
	framing func(s *Stream, c chunk, message func([]byte))
	gap     bool // bytes before the next chunk are missing

	// What follows belongs to the recorder's goroutine.
	partial  []byte // of a message whose end has not come
	event    []byte // the data of an event whose end has not come
	skipping bool   // up to the end of a message that is recorded in no part
}

// Stream makes a stream of messages that framing tells apart.
func (r *Recorder) Stream(dir string, framing func(*Stream, chunk, func([]byte))) *Stream {
	return &Stream{r: r, dir: dir, framing: framing}
}

// Write hands over a copy of bytes. It never waits and never fails.
func (s *Stream) Write(data []byte) (int, error) {
	s.put(chunk{from: s, data: bytes.Clone(data), at: time.Now()})
	return len(data), nil
}

// Close ends the stream: what is left without an end is a message, too.
func (s *Stream) Close() { s.put(chunk{from: s, at: time.Now(), last: true}) }

func (s *Stream) put(c chunk) {
	size := int64(len(c.data))
	c.gap = s.gap
	s.r.last.Store(c.at.UnixNano())
	if s.r.queued.Add(size) <= maxQueued {
		select {
		case s.r.queue <- c:
			s.gap = false
			return
		default:
		}
	}
	s.r.queued.Add(-size)
	s.r.lost.Add(size)
	s.gap = true
}

// lines tells messages apart that are a line each.
func lines(s *Stream, c chunk, message func([]byte)) {
	data := c.data
	for {
		i := bytes.IndexByte(data, '\n')
		if i < 0 {
			break
		}
		line := data[:i]
		if len(s.partial) > 0 {
			line = append(s.partial, line...)
			s.partial = nil
		}
		if s.skipping {
			s.r.lost.Add(int64(len(line)))
		} else {
			message(line)
		}
		s.skipping, data = false, data[i+1:]
	}
	s.keep(data)
	if c.last && !s.skipping {
		message(s.partial)
		s.partial = nil
	}
}

// keep holds on to the beginning of a message, as long as it may be recorded.
func (s *Stream) keep(data []byte) {
	switch {
	case s.skipping:
		s.r.lost.Add(int64(len(data)))
	case len(s.partial)+len(data) > maxMessage:
		s.r.lost.Add(int64(len(s.partial) + len(data)))
		s.partial, s.skipping = nil, true
	default:
		s.partial = append(s.partial, data...)
	}
}
