package model

import (
	"strings"

	"obscope/internal/text/jsontext"
)

// A Session is what the log of an agent's run tells beside its steps.
type Session struct {
	Agent       string           // whose log it is: claude, codex, gemini, opencode, cline, playwright; "" not known
	Task        string           // what the person asked first, as one line; "" not known
	Definitions []ToolDefinition // the tools that the model was offered, each once
}

// A ToolDefinition is the description of a tool, which is paid for on every
// request.
type ToolDefinition struct {
	Name string
	Text string // as JSON, as the log has it
}

// A ToolCall is the call that a step of a session answers. The capture of the
// step may have no elements; its Text is then the whole result all the same.
type ToolCall struct {
	ID   string // as the log joins calls and results; "" if it does not
	Tool string // browser_click, mcp__playwright__browser_click; "" is what a person or a harness told the agent
	Args string // as JSON, secrets masked; "" if the log has none
	Time string // as the log spells it; "" if it has none
	Who  string // the sub agent that called; "" is the main one

	// From and To are the bytes of Capture.Text that the tree was read from;
	// both 0 if there is no tree.
	From, To int

	Same   int  // the first step whose text is the same, paid for again; 0 if there is none
	Failed bool // the log says that the call failed
}

// HasTree reports whether a step holds elements.
func (c *Capture) HasTree() bool { return len(c.Elements) > 0 }

// LastTree is the last capture with elements, else the last one; nil if there
// is none.
func (r *Recording) LastTree() *Capture {
	for i := len(r.Captures) - 1; i >= 0; i-- {
		if r.Captures[i].HasTree() {
			return r.Captures[i]
		}
	}
	if n := len(r.Captures); n > 0 {
		return r.Captures[n-1]
	}
	return nil
}

// ShortTool is the name of the tool without the server that offers it.
func (t *ToolCall) ShortTool() string {
	if at := strings.LastIndex(t.Tool, "__"); at >= 0 && at+2 < len(t.Tool) {
		return t.Tool[at+2:]
	}
	return t.Tool
}

// masked stands for a secret in the arguments of a call.
const masked = "•••"

// secretArguments are names of arguments that hold secrets, besides those that
// NamesSecret knows.
var secretArguments = []string{"authorization", "cookie", "token", "secret", "credential", "private_key", "apikey", "api_key", "x-api-key", "passwd", "pwd"}

// MaskSecrets writes arguments as JSON with the values of what names a secret
// masked. A member whose siblings say that it fills a field for a password,
// as in {"element": "Password", "text": "…"}, is masked too.
func MaskSecrets(v jsontext.Value) string { return string(appendMasked(nil, v, 0)) }

func appendMasked(dst []byte, v jsontext.Value, depth int) []byte {
	const deepest = 1000 // deeper than any call's arguments
	switch {
	case depth > deepest:
		return append(dst, "null"...)
	case v.Kind == jsontext.Array:
		dst = append(dst, '[')
		for i, item := range v.Items {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = appendMasked(dst, item, depth+1)
		}
		return append(dst, ']')
	case v.Kind != jsontext.Object:
		return append(dst, v.Raw...)
	}
	fillsSecret := false
	for _, name := range []string{"element", "name", "label", "field", "selector", "target"} {
		fillsSecret = fillsSecret || NamesSecret(v.Member(name).Text)
	}
	dst = append(dst, '{')
	for i, m := range v.Members {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(jsontext.AppendQuote(dst, m.Name), ':')
		scalar := m.Value.Kind == jsontext.String || m.Value.Kind == jsontext.Number
		switch {
		case NamesSecretArgument(m.Name) && m.Value.Kind != jsontext.Bool && m.Value.Kind != jsontext.Null,
			fillsSecret && scalar && (m.Name == "text" || m.Name == "value" || m.Name == "values"):
			dst = jsontext.AppendQuote(dst, masked)
		default:
			dst = appendMasked(dst, m.Value, depth+1)
		}
	}
	return append(dst, '}')
}

// NamesSecretArgument reports whether an argument or a header of that name
// holds a secret.
func NamesSecretArgument(name string) bool {
	return NamesSecret(name) || NamesSecret(strings.ReplaceAll(name, "_", " ")) || holdsWord(name, secretArguments)
}
