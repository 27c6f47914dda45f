package loaders

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/loaders/domsnap"
)

// wrapped is what lay in a wrapper.
type wrapped struct {
	text string
	in   string // the wrapper, for messages
}

// envelopes lists the objects that tools put around a capture: the member that
// holds it, and the others that may stand beside it. What has any further
// member is not an envelope but something that happens to have the name.
var envelopes = []struct {
	member string
	needs  []string
	allows []string
}{
	{"result", nil, []string{"jsonrpc", "id", "sessionId"}},                                            // JSON-RPC, CDP
	{"value", nil, []string{"sessionId", "status"}},                                                    // WebDriver
	{"data", []string{"success"}, []string{"error", "message", "timestamp", "command", "duration_ms"}}, // command line tools
	{"data", []string{"type", "method"}, nil},                                                          // a Dart VM service's extension
	{"msg", []string{"dir"}, []string{"ts", "time", "timestamp"}},                                      // a line of a trace
	{"content", nil, []string{"isError", "structuredContent", "_meta"}},                                // an MCP tool's answer
}

// agentLabTree is the member of AgentLab's observations that is the text of the
// tree.
const agentLabTree = "axtree_txt"

// peel takes off the outermost wrapper of a text: an envelope of JSON, a
// quoted text, or a Python dictionary as print writes it. It reports whether
// there was one. The error is that of a wrapper that is broken.
func peel(p *Peek) (wrapped, bool, error) {
	switch {
	case p.JSON == jsontext.Object:
		for _, env := range envelopes {
			if isEnvelope(p.Keys, env.member, env.needs, env.allows) {
				return openEnvelope(p, env.member)
			}
		}
		if text := p.TextOf(agentLabTree); text != "" && !p.Has(gymTree) {
			return wrapped{text, `"` + agentLabTree + `"`}, true, nil
		}
	case strings.HasPrefix(p.Start, `"`):
		if v, err := jsontext.Parse(p.text); err == nil {
			return wrapped{v.Text, "a quoted text"}, true, nil
		}
	}
	if at, ok := pythonLiteral(p.Start); ok {
		text, err := pythonToJSON(p.text[at:])
		if err != nil {
			return wrapped{}, false, fmt.Errorf("a printed Python value: %w", err)
		}
		return wrapped{text, "a printed Python value"}, true, nil
	}
	return wrapped{}, false, nil
}

func isEnvelope(keys []string, member string, needs, allows []string) bool {
	if !slices.Contains(keys, member) || !hasAll(keys, needs) {
		return false
	}
	for _, k := range keys {
		if k != member && !slices.Contains(needs, k) && !slices.Contains(allows, k) {
			return false
		}
	}
	return true
}

// openEnvelope returns what an envelope holds: an object or array as it is
// spelled, the text of a string, or the texts of MCP content joined by newlines.
func openEnvelope(p *Peek, member string) (wrapped, bool, error) {
	r := jsontext.NewReader(p.text)
	var inner string
	found := false
	for r.Object(); r.NextName(); {
		if r.Name() != member {
			r.Skip()
			continue
		}
		switch kind := r.Peek(); {
		case member == "content" && kind == jsontext.Array:
			inner, found = mcpTexts(r)
		case member == "content":
			r.Skip()
		case kind == jsontext.String:
			inner, found = r.String(), true
		case kind == jsontext.Object || kind == jsontext.Array:
			inner, found = r.Skip(), true
		default:
			r.Skip()
		}
	}
	r.End()
	if err := r.Err(); err != nil {
		return wrapped{}, false, brokenJSON{err}
	}
	return wrapped{inner, fmt.Sprintf("%q", member)}, found, nil
}

// mcpTexts joins the texts of an MCP tool's answer.
func mcpTexts(r *jsontext.Reader) (string, bool) {
	var texts []string
	for r.Array(); r.NextItem(); {
		if r.Peek() != jsontext.Object {
			r.Skip()
			continue
		}
		kind, text := "", ""
		for r.Object(); r.NextName(); {
			switch r.Name() {
			case "type":
				kind, _ = domsnap.Scalar(r)
			case "text":
				text, _ = domsnap.Scalar(r)
			default:
				r.Skip()
			}
		}
		if kind == "text" {
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, "\n"), len(texts) > 0
}

// unwrap peels s until a format is sure of it or nothing is left to peel.
func unwrap(s *Source) (*Peek, error) {
	p := NewPeek(s)
	for range maxWrapped {
		if claimed(p, s.Options.Format) {
			return p, nil
		}
		if p.partial {
			// What stands beyond the beginning decides what is an envelope.
			if p.complete(); claimed(p, s.Options.Format) {
				return p, nil
			}
		}
		inner, ok, err := peel(p)
		if err != nil {
			return nil, err
		}
		if !ok {
			return p, nil
		}
		if strings.TrimSpace(inner.text) == "" {
			return nil, errors.New("there is nothing in " + inner.in)
		}
		s.Text = inner.text
		p = NewPeek(s)
	}
	return nil, errors.New("wrapped too many times")
}

// claimed reports whether a format knows the text as it is: the one that is
// asked for, or any that is fairly sure.
func claimed(p *Peek, format string) bool {
	for _, f := range formats {
		if format == "" && f.Sniff(p) >= Likely || f.Name == format && f.Sniff(p) > No {
			return true
		}
	}
	return false
}
