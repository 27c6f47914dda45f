package loaders

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/internal/text/words"
	"obscope/model"
)

// sessionName is the format of steps that hold no tree, and of logs.
const sessionName = "session"

var sessionFormat = Format{
	Name: sessionName, About: "logs of agents: Claude Code, Codex, Gemini, OpenCode, Cline, Playwright MCP, APIs, traces",
	Recognised: "calls of tools, their results or messages, as JSON lines, JSON or session.md",
	Sniff:      sniffSession,
	Load:       loadSession,
}

// sniffSession claims a document only by what no capture has: whether it is a
// session shows when it is read.
func sniffSession(p *Peek) Score {
	if strings.Contains(p.Start[:min(len(p.Start), 2000)], sessionHeading) {
		return Sure
	}
	switch {
	case p.Has("messages"), p.Has("resourceSpans"), p.Has("history"), p.ItemHas("role", "content"), p.ItemHas("request", "response"):
		return Likely
	case p.Has("observations", "name"), p.Has("input", "model"), p.Has("output", "object"), p.Has("contents"), p.Has("log"):
		return Maybe
	}
	return No
}

// isLog reports whether most of the first lines are JSON objects of their own.
func isLog(text string) bool {
	const lines = 40
	if strings.IndexByte(strings.TrimSpace(text), '\n') < 0 {
		return false // one line of JSON is a document
	}
	seen, good := 0, 0
	textLines(text, func(_ int, line string) bool {
		line = strings.TrimSpace(line)
		if line == "" {
			return true
		}
		seen++
		if line[0] == '{' && line[len(line)-1] == '}' {
			r := jsontext.NewReader(line)
			r.Skip()
			r.End()
			if r.Err() == nil {
				good++
			}
		} else if _, ok := prefixedMessage(line); ok {
			good++
		} else if isStreamField(line) {
			seen--
		}
		// Two good lines at the start settle it.
		return seen < lines && (seen < 2 || good < seen)
	})
	return good >= 2 && 2*good >= seen || good == 1 && seen > 1 && strings.Count(text, "\n") < 2
}

// loadSession reads a log that is one document: JSON, or Playwright's session.md.
func loadSession(s *Source) (*model.Recording, error) {
	if isLog(s.Text) {
		return loadLog(s)
	}
	l := newSession(s)
	if isExport(s.Text) {
		l.export(s.Text)
		return l.finish()
	}
	if strings.Contains(s.Text, sessionHeading) {
		l.markdown(s.Text)
		return l.finish()
	}
	v, err := jsontext.Parse(s.Text)
	if err != nil {
		return nil, err
	}
	l.record(v)
	rec, err := l.finish()
	if errors.Is(err, errNoSession) {
		return nil, NewPeek(s).unknown()
	}
	return rec, err
}

// openSession opens a text that no format of captures knows as a session; nil
// if it holds no call, result or message, ErrNoSteps if it holds no result.
func openSession(s *Source) (*model.Recording, error) {
	start := strings.TrimLeft(s.Text[:min(len(s.Text), peekSize)], " \t\r\n")
	if start == "" || start[0] != '{' && start[0] != '[' && !strings.Contains(start, sessionHeading) {
		return nil, nil
	}
	rec, err := loadSession(s)
	if errors.Is(err, ErrNoSteps) {
		return nil, err
	}
	if err != nil || rec.Session == nil {
		return nil, nil // JSON that happens to hold something like a tree
	}
	return rec, nil
}

// loadLog reads a log with one JSON value per line.
func loadLog(s *Source) (*model.Recording, error) {
	l := newSession(s)
	lines := &logLines{l: l}
	textLines(s.Text, func(_ int, line string) bool {
		lines.read(line)
		return true
	})
	lines.warn()
	return l.finish()
}

// logLines hands the lines of a log to a session, and counts those that are
// broken.
type logLines struct {
	l                    *session
	n                    int
	total, broken, first int
}

func (r *logLines) read(line string) {
	r.n++
	if strings.TrimSpace(line) == "" {
		return
	}
	r.total++
	r.l.line = r.n
	v, err := jsontext.Parse(line)
	if err != nil || v.Kind != jsontext.Object {
		if v, ok := prefixedMessage(line); ok {
			r.l.record(v)
			return
		}
		if isStreamField(line) {
			r.total--
			return
		}
		if r.broken == 0 {
			r.first = r.n
		}
		r.broken++
		return
	}
	r.l.record(v)
}

// prefixedMessage is the message in a line of a log in which a time, a level or data:
// stands before it, and perhaps a word behind it.
func prefixedMessage(line string) (jsontext.Value, bool) {
	at := strings.Index(line[:min(len(line), maxLinePrefix)], `{"`)
	if at <= 0 || strings.Contains(line[:at], `"`) || strings.Trim(line[:at], "[ \t") == "" {
		return jsontext.Value{}, false
	}
	r := jsontext.NewReader(line[at:])
	v := r.Value()
	if rest := line[at+r.Offset():]; r.Err() != nil || rest != "" && rest[0] != ' ' && rest[0] != '\r' {
		return jsontext.Value{}, false
	}
	for _, name := range []string{"jsonrpc", "role", "type", "method"} {
		if v.Member(name).Kind == jsontext.String {
			return v, true
		}
	}
	return jsontext.Value{}, false
}

// isStreamField reports a line of an event stream that holds no data.
func isStreamField(line string) bool {
	return strings.HasPrefix(line, "event: ") || strings.HasPrefix(line, "id: ") || strings.HasPrefix(line, "retry: ")
}

// maxLinePrefix bounds what stands before the JSON of a line.
const maxLinePrefix = 200

func (r *logLines) warn() {
	if r.broken > 0 {
		r.l.rec.Warn(fmt.Sprintf("%d of %d lines %s left out; the first is line %d", r.broken, r.total, words.Pick(r.broken, "is no JSON object and was", "are not JSON objects and were"), r.first))
	}
}

// A Progress tells how far a session has been read.
type Progress struct {
	Read, Size int64 // bytes of the file; Size 0 if it is not known
}

// LoadSteps is Load that tells of every step of a log of JSON lines as soon as
// nothing that follows can change it but later steps' numbers, with how far the
// file has been read; step returns false to stop. What is no such log is loaded
// as a whole and then told step by step. The recording holds the same steps.
func LoadSteps(fsys fs.FS, name string, o Options, step func(*model.Capture, Progress) bool) (*model.Recording, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return nil, describe(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, describe(err)
	}
	if !info.IsDir() {
		counted := &countingReader{r: f}
		r, err := inflated(counted)
		if err != nil {
			return nil, err
		}
		start, _ := r.Peek(peekSize)
		if streams(string(start), o) {
			return streamLog(r, &Source{Name: name, Options: o, FS: fsys, Path: name}, func(c *model.Capture) bool {
				return step(c, Progress{counted.n, info.Size()})
			})
		}
	}
	rec, err := Load(fsys, name, o)
	if err != nil {
		return nil, err
	}
	for _, c := range rec.Captures {
		if !step(c, Progress{info.Size(), info.Size()}) {
			break
		}
	}
	return rec, nil
}

// streams reports the beginning of a log that may be read line by line.
func streams(start string, o Options) bool {
	return (o.Format == "" || o.Format == sessionName) && !strings.HasPrefix(start, "\xFF\xFE") && !strings.HasPrefix(start, "\xFE\xFF") &&
		!strings.Contains(start, "\x00") && isLog(start)
}

func streamLog(r *bufio.Reader, s *Source, yield func(*model.Capture) bool) (*model.Recording, error) {
	l := newSession(s)
	l.yield = yield
	lines := &logLines{l: l}
	for left := s.Options.maxInflated(); !l.ended; {
		line, err := r.ReadString('\n')
		if left -= int64(len(line)); left < 0 {
			return nil, fmt.Errorf("it is larger than %s bytes; allow more with --max-inflated", words.Thousands(int(s.Options.maxInflated())))
		}
		if line != "" {
			lines.read(strings.ToValidUTF8(strings.TrimSuffix(strings.TrimPrefix(line, "\uFEFF"), "\n"), "\uFFFD"))
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, describe(err)
		}
	}
	lines.warn()
	rec, err := l.finish()
	if err != nil {
		return nil, err
	}
	return finish(s, rec)
}

// A countingReader counts what is read.
type countingReader struct {
	r io.Reader
	n int64
}

func (c *countingReader) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}
