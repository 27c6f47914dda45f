package loaders

import (
	"strings"

	"obscope/internal/text/jsontext"
)

// sample is a run of Inspect AI. It tells of the same observations in its
// messages, events, store and sandbox: what the messages say is what the model
// was shown. Long texts stand in its attachments.
func (l *session) sample(v jsontext.Value, _ string, at place) bool {
	messages := v.Member("messages")
	if messages.Kind != jsontext.Array || v.Member("events").Kind != jsontext.Array && v.Member("attachments").Kind != jsontext.Object {
		return false
	}
	l.attachments = map[string]string{}
	for _, m := range v.Member("attachments").Members {
		l.attachments[m.Name] = m.Value.Text
	}
	if len(messages.Items) == 0 {
		messages = v.Member("events")
	}
	l.walk(messages, at)
	return true
}

// attachment stands for a long text, before its hash.
const attachment = "attachment://"

// attached puts the attachments of a run in the places of their hashes.
func (l *session) attached(text string) string {
	if len(l.attachments) == 0 || !strings.Contains(text, attachment) {
		return text
	}
	parts := strings.Split(text, attachment)
	for i, part := range parts[1:] {
		hash := leadingWord(part)
		if whole, ok := l.attachments[hash]; ok {
			parts[i+1] = whole + part[len(hash):]
		} else {
			parts[i+1] = attachment + part
		}
	}
	return strings.Join(parts, "")
}

// cell is a code cell of a notebook. Its texts are arrays of lines. Each output
// that holds a tree is an observation, and the code of the next cells acts on it.
func (l *session) cell(v jsontext.Value, _ string, at place) bool {
	if v.Member("cell_type").Kind != jsontext.String || v.Member("source").Kind == jsontext.Missing {
		return false
	}
	for line := range strings.SplitSeq(joinedText(v.Member("source")), "\n") {
		if call := codeAction(line); len(call.refs) > 0 {
			l.use(l.agent(at.who), call, jsontext.Value{})
		}
	}
	for _, out := range v.Member("outputs").Items {
		text := joinedText(first(out, "text"))
		if text == "" {
			text = joinedText(out.Member("data").Member("text/plain"))
		}
		if l.observation(text, at) {
			l.parts++
		} else {
			l.walkText(text, at)
		}
	}
	return true
}

// joinedText is a text that may be an array of its lines.
func joinedText(v jsontext.Value) string {
	if v.Kind != jsontext.Array {
		return v.Text
	}
	var b strings.Builder
	for _, line := range v.Items {
		b.WriteString(line.Text)
	}
	return b.String()
}
