package tap

import (
	"bytes"
	"compress/gzip"
	"io"
	"mime"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"

	"obscope/internal/source"
)

// Proxy passes requests on to an MCP server that listens at to (Streamable HTTP,
// or the older SSE) and records the messages in their bodies. Bodies pass
// unchanged and as they come; only the Host header is the server's own, since
// servers refuse others.
//
// That would let a web page in a browser reach a server that guards itself by
// its Host header. So requests that name another host than listen, the address
// that the proxy has, or than this machine's own names, are refused here.
func Proxy(to *url.URL, listen string, r *Recorder) http.Handler {
	p := &httputil.ReverseProxy{
		FlushInterval: -1, // an event is passed on when it comes
		Rewrite: func(pr *httputil.ProxyRequest) {
			in := pr.In.URL
			pr.Out.URL.Scheme, pr.Out.URL.Host, pr.Out.Host = to.Scheme, to.Host, to.Host
			// Clients are told the proxy's address with the path of the server's.
			if in.Path == "" || in.Path == "/" {
				pr.Out.URL.Path, pr.Out.URL.RawPath = to.Path, to.RawPath
			}
			if pr.Out.Body != nil && pr.Out.Body != http.NoBody {
				pr.Out.Body = &recordedBody{pr.Out.Body, r.Stream(Client, decoding(pr.Out.Header, wholeBody))}
			}
		},
		ModifyResponse: func(resp *http.Response) error {
			framing := wholeBody
			if kind, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type")); kind == "text/event-stream" {
				framing = events
			}
			// A switched connection is passed on as it is.
			if resp.StatusCode != http.StatusSwitchingProtocols {
				resp.Body = &recordedBody{resp.Body, r.Stream(Server, decoding(resp.Header, framing))}
			}
			return nil
		},
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, err error) {
			http.Error(w, "obscope tap: "+to.Redacted()+": "+err.Error(), http.StatusBadGateway)
		},
		ErrorLog: nil,
	}
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		if !ownHost(req.Host, listen) {
			http.Error(w, "obscope tap: Host "+req.Host+" is not the address that it listens on", http.StatusForbidden)
			return
		}
		p.ServeHTTP(w, req)
	})
}

// ownHost reports whether a Host header names the address that is listened on.
func ownHost(host, listen string) bool {
	name := host
	if h, _, err := net.SplitHostPort(host); err == nil {
		name = h
	}
	own, _, _ := net.SplitHostPort(listen)
	return name == own || source.Loopback(name)
}

// A recordedBody is a body that is copied into a record as it is read.
type recordedBody struct {
	io.ReadCloser
	record *Stream
}

func (b *recordedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if n > 0 {
		b.record.Write(p[:n])
	}
	return n, err
}

func (b *recordedBody) Close() error {
	b.record.Close()
	return b.ReadCloser.Close()
}

// wholeBody is a body that is one message.
func wholeBody(s *Stream, c chunk, message func([]byte)) {
	s.keep(c.data)
	if c.last {
		if !s.skipping {
			message(s.partial)
		}
		s.partial, s.skipping = nil, false
	}
}

// events are the messages of an event stream: the data of each event.
func events(s *Stream, c chunk, message func([]byte)) {
	lines(s, c, func(line []byte) {
		line = bytes.TrimSuffix(line, []byte("\r"))
		switch data, ok := bytes.CutPrefix(line, []byte("data:")); {
		case len(line) == 0:
			message(s.event)
			s.event = nil
		case ok && len(s.event)+len(data) <= maxMessage:
			if s.event != nil {
				s.event = append(s.event, '\n')
			}
			s.event = append(s.event, bytes.TrimPrefix(data, []byte(" "))...)
		}
	})
	if c.last {
		s.event = nil // an event without its end was never sent
	}
}

// decoding is framing for a body that may be compressed.
func decoding(h http.Header, framing func(*Stream, chunk, func([]byte))) func(*Stream, chunk, func([]byte)) {
	if h.Get("Content-Encoding") != "gzip" {
		return framing
	}
	return func(s *Stream, c chunk, message func([]byte)) {
		wholeBody(s, c, func(packed []byte) {
			z, err := gzip.NewReader(bytes.NewReader(packed))
			if err != nil {
				return
			}
			plain, _ := io.ReadAll(io.LimitReader(z, maxMessage))
			framing(&Stream{r: s.r, dir: s.dir}, chunk{data: plain, at: c.at, last: true}, message)
		})
	}
}
