package loaders

import (
	"errors"
	"fmt"
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/model"
)

// A log is a text with one JSON value per line: a trace of an MCP session, a
// journal of a harness, or captures one after the other. What is a tree in it
// becomes a capture, in order; what an action named becomes a Use of the
// capture before it.

// isLog reports whether most of the first lines are JSON objects of their own.
func isLog(text string) bool {
	const lines = 40
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
		}
		// Two good lines at the start settle it.
		return seen < lines && (seen < 2 || good < seen)
	})
	return good >= 2 && 2*good >= seen || good == 1 && seen > 1 && strings.Count(text, "\n") < 2
}

// loadLog loads what is a tree in the lines of s.
func loadLog(s *Source) (*model.Recording, error) {
	l := &logReader{s: s, rec: &model.Recording{}}
	broken, firstBroken := 0, 0
	total := 0
	textLines(s.Text, func(n int, line string) bool {
		if strings.TrimSpace(line) == "" {
			return true
		}
		total++
		l.n = n + 1
		v, err := jsontext.Parse(line)
		if err != nil || v.Kind != jsontext.Object {
			if broken == 0 {
				firstBroken = n + 1
			}
			broken++
			return true
		}
		l.line(v)
		return true
	})
	if broken > 0 {
		l.rec.Warn(fmt.Sprintf("%d of %d lines are not JSON objects and were left out; the first is line %d", broken, total, firstBroken))
	}
	if l.treeless > 0 {
		l.rec.Warn(fmt.Sprintf("%d answers look like snapshots and hold no tree; the first is on line %d: %s", l.treeless, l.firstTreeless, l.why))
	}
	if len(l.rec.Captures) == 0 {
		if l.treeless > 0 {
			return nil, fmt.Errorf("line %d: %s", l.firstTreeless, l.why)
		}
		return nil, errors.New("a log of JSON lines in which no line holds an element tree that is known")
	}
	return l.rec, nil
}

type logReader struct {
	s      *Source
	rec    *model.Recording
	n      int                 // the line, from 1
	refs   map[string]model.ID // of the capture that refsOf names
	refsOf *model.Capture

	observed map[string]*model.Capture // the last capture with that observation id
	join     joiner

	treeless, firstTreeless int
	why                     string
}

// line reads one line of the log.
func (l *logReader) line(v jsontext.Value) {
	if msg, ok := v.Lookup("msg"); ok && msg.Kind == jsontext.Object {
		v = msg // a trace that notes the direction
	}
	switch {
	case v.Member("kind").Text == "call":
		l.makaCall(v)
	case v.Member("method").Text == "tools/call":
		l.request(v)
	case v.Member("jsonrpc").Kind != jsontext.Missing && v.Member("method").Kind == jsontext.String:
		// Another request, or a notification.
	default:
		l.answer(v)
	}
}

// answer looks for a tree in a line: in the whole of it, or else in its
// members.
func (l *logReader) answer(v jsontext.Value) {
	captures, known := l.tree(v.Raw)
	if !known {
		for _, m := range v.Members {
			switch m.Value.Kind {
			case jsontext.Object, jsontext.Array:
				more, _ := l.tree(m.Value.Raw)
				captures = append(captures, more...)
			case jsontext.String:
				more, _ := l.tree(m.Value.Text)
				captures = append(captures, more...)
			}
		}
	}
	l.add(captures)
	if len(captures) > 0 {
		if action, ok := v.Lookup("action"); ok {
			l.useIn(captures[len(captures)-1], actionOf(action))
		}
	}
}

func (l *logReader) add(captures []*model.Capture) {
	for _, c := range captures {
		if c.Source != "" {
			c.Source = fmt.Sprintf("%s: line %d (%s)", l.s.Name, l.n, c.Source)
		} else {
			c.Source = fmt.Sprintf("%s: line %d", l.s.Name, l.n)
		}
		l.join.next(c)
		l.rec.Captures = append(l.rec.Captures, c)
		if l.observed == nil {
			l.observed = map[string]*model.Capture{}
		}
		l.observed[c.Header.ObservationID.Text] = c
	}
}

// tree loads a text if a format knows it, which it reports; there may be no
// tree in it even so. A log inside a log is not read.
func (l *logReader) tree(text string) (captures []*model.Capture, known bool) {
	const shortest = 8 // characters of a tree
	if len(text) < shortest {
		return nil, false
	}
	inner := &Source{Name: l.s.Name, Text: text, Options: l.s.Options}
	p, err := unwrap(inner)
	if err != nil || p.JSON == jsontext.Array && len(p.ItemKeys) == 0 {
		return nil, false
	}
	f, err := recognise(p)
	if err != nil || f.Sniff(p) < Likely || l.s.Options.Format != "" && f.Name != l.s.Options.Format {
		return nil, false
	}
	if f.InFiles {
		inner.FS, inner.Path = l.s.FS, l.s.Path
	}
	rec, err := f.Load(inner)
	if err != nil {
		l.noTree(err.Error())
		return nil, true
	}
	for _, c := range rec.Captures {
		if len(c.Elements) > 0 {
			captures = append(captures, c)
		} else if len(c.Warnings) > 0 {
			l.noTree(c.Warnings[len(c.Warnings)-1].Text)
		}
	}
	return captures, true
}

func (l *logReader) noTree(why string) {
	if l.treeless == 0 {
		l.firstTreeless, l.why = l.n, why
	}
	l.treeless++
}
