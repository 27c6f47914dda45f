package loaders

import (
	"strings"

	"obscope/internal/text/jsontext"
)

// sessionHeading begins a call in the session.md that Playwright MCP saves.
const sessionHeading = "### Tool call: "

// markdown reads a session.md: a heading per call, its arguments and its result
// in fences, or the result as text.
func (l *session) markdown(text string) {
	l.rec.Session.Agent = "playwright"
	line := 1
	for i, part := range strings.Split(text, "\n"+sessionHeading) {
		if i == 0 {
			rest, ok := strings.CutPrefix(part, sessionHeading)
			if !ok {
				line += strings.Count(part, "\n") + 1
				continue
			}
			part = rest
		}
		l.line = line
		l.markdownCall(part)
		line += strings.Count(part, "\n") + 1
	}
}

func (l *session) markdownCall(part string) {
	name, body, _ := strings.Cut(part, "\n")
	args, result, _ := strings.Cut(body, "\n- Result\n")
	call := sessionCall{tool: strings.TrimSpace(name)}
	if _, inside, ok := fenced(args); ok {
		call.args, _ = jsontext.Parse(inside)
	}
	l.call(call, place{})
	if kind, inside, ok := fenced(result); ok && kind == "json" {
		result = inside
	}
	l.result("", strings.Trim(result, "\n"), false, false, place{})
}

// fenced is what the first fence of a text holds, up to the last line that
// closes one, and its info word.
func fenced(text string) (info, inside string, ok bool) {
	at := strings.Index("\n"+text, "\n```")
	if at < 0 {
		return "", "", false
	}
	first, rest, found := strings.Cut(text[at:], "\n")
	if !found {
		return "", "", false
	}
	if end := strings.LastIndex("\n"+rest, "\n```"); end >= 0 {
		rest = rest[:max(0, end-1)]
	}
	return strings.TrimLeft(strings.TrimSpace(first), "`"), rest, true
}
