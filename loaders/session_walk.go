package loaders

import (
	"strings"

	"obscope/internal/text/jsontext"
)

// deepest bounds the nesting of what is walked.
const deepest = 10_000

// passedMembers hold no steps: what the model was told about itself and its
// tools, and native copies of what stands beside them.
var passedMembers = map[string]bool{
	"system": true, "instructions": true, "base_instructions": true, "system_prompt": true, "systemPrompt": true, "user_instructions": true,
	"replacement_history": true, "usage": true, "signature": true, "thinking": true, "reasoning": true, "encrypted_content": true,
	"image_url": true, "screenshot": true,
}

// walk looks for calls, results and messages in a value at any depth.
func (l *session) walk(v jsontext.Value, at place) {
	at.depth++
	switch {
	case at.depth > deepest || l.ended:
	case v.Kind == jsontext.Array:
		l.walkList(v.Items, at)
	case v.Kind == jsontext.Object:
		l.walkObject(v, at)
	case v.Kind == jsontext.String:
		l.walkText(v.Text, at)
	}
}

// walkText looks into JSON within a string.
func (l *session) walkText(text string, at place) {
	trimmed := strings.TrimSpace(text)
	if len(trimmed) < len(`{"a":"b"}`) {
		return
	}
	if trimmed[0] == '{' || trimmed[0] == '[' {
		if v, err := jsontext.Parse(trimmed); err == nil && len(v.Items)+len(v.Members) > 0 {
			l.walk(v, at)
		}
		return
	}
	if strings.HasPrefix(trimmed, "data: ") || strings.HasPrefix(trimmed, "event: ") {
		for line := range strings.SplitSeq(trimmed, "\n") {
			if data, ok := strings.CutPrefix(strings.TrimSpace(line), "data: "); ok {
				l.walkText(data, at)
			}
		}
	}
}

func (l *session) walkList(items []jsontext.Value, at place) {
	for _, v := range items[l.logged(items):] {
		l.walk(v, at)
	}
}

// timeOf is the time that a record tells.
func timeOf(v jsontext.Value) string {
	for _, name := range []string{"timestamp", "time", "ts", "created_at", "createdAt", "startTime", "start_time", "startTimeUnixNano"} {
		if t := v.Member(name); t.Kind == jsontext.String || t.Kind == jsontext.Number {
			return t.Text
		}
	}
	return ""
}

func (l *session) walkObject(v jsontext.Value, at place) {
	if t := timeOf(v); t != "" {
		at.time = t
	}
	if who := v.Member("agentId").Text; who != "" {
		at.who = who
	}
	kind := v.Member("type").Text
	switch kind {
	case "progress":
		l.parts++
		if data := v.Member("data"); data.Member("type").Text == "agent_progress" {
			at.who = data.Member("agentId").Text
			l.walk(data.Member("message"), at)
		}
		return
	case "compacted", "compaction", "session_meta", "turn_context", "summary", "file-history-snapshot":
		l.nameAgent(v, kind)
		l.parts++
		return
	}
	l.nameAgent(v, kind)
	if l.shape(v, kind, at) {
		return
	}
	role := v.Member("role").Text
	if role == "" && (kind == "user" || kind == "assistant" || kind == "system") {
		role = kind
	}
	switch role {
	case "system", "developer":
		return
	case "user", "assistant", "model":
		at.role = role
	}
	if role == "user" && v.Member("message").Kind != jsontext.Object {
		l.said(v, at)
	}
	if role == "assistant" || role == "model" {
		l.acted(v, at)
	}
	l.members(v, at)
}

// members walks what is in an object. A native copy beside a message is left
// out: it repeats what the message says.
func (l *session) members(v jsontext.Value, at place) {
	_, message := v.Lookup("message")
	for _, m := range v.Members {
		switch {
		case passedMembers[m.Name], m.Name == "toolUseResult" && message:
		case m.Name == "tools" && m.Value.Kind == jsontext.Array:
			l.define(m.Value.Items)
		case m.Value.Kind == jsontext.Object, m.Value.Kind == jsontext.Array:
			l.walk(m.Value, at)
		case m.Value.Kind == jsontext.String && jsonMembers[m.Name]:
			l.walkText(m.Value.Text, at)
		}
	}
}

// jsonMembers hold JSON in a string, or a stream of it.
var jsonMembers = map[string]bool{
	"request": true, "response": true, "body": true, "text": true, "input": true, "output": true, "message": true, "data": true, "payload": true,
	"stringValue": true, "value": true, "params": true, "content": true, "messages": true, "postData": true,
}

// define notes descriptions of tools, each once.
func (l *session) define(items []jsontext.Value) {
	for _, v := range items {
		d := v
		if f := v.Member("function"); f.Kind == jsontext.Object {
			d = f
		}
		if fs := v.Member("functionDeclarations"); fs.Kind == jsontext.Array {
			l.define(fs.Items)
			continue
		}
		name := d.Member("name").Text
		if name == "" || l.tools[name] {
			continue
		}
		l.tools[name] = true
		l.rec.Session.Definitions = append(l.rec.Session.Definitions, modelDefinition(name, v.Raw))
	}
}

// textOfBlocks is what the model read of a content: a string, or the texts of
// blocks, joined by newlines. ok is false if there is no text at all.
func textOfBlocks(v jsontext.Value) (text string, ok bool) {
	switch v.Kind {
	case jsontext.String:
		return v.Text, true
	case jsontext.Object:
		for _, name := range []string{"content", "output", "text", "result"} {
			if m, has := v.Lookup(name); has && len(v.Members) <= 4 {
				if text, ok := textOfBlocks(m); ok {
					return text, true
				}
			}
		}
		return v.Raw, true
	case jsontext.Array:
		var texts []string
		for _, item := range v.Items {
			switch {
			case item.Kind == jsontext.String:
				texts = append(texts, item.Text)
			case item.Member("text").Kind == jsontext.String:
				texts = append(texts, item.Member("text").Text)
			case item.Member("content").Kind == jsontext.Array, item.Member("content").Kind == jsontext.Object:
				if text, ok := textOfBlocks(item.Member("content")); ok {
					texts = append(texts, text)
				}
			case item.Member("resource").Member("text").Kind == jsontext.String:
				texts = append(texts, item.Member("resource").Member("text").Text)
			}
		}
		return strings.Join(texts, "\n"), len(texts) > 0 || len(v.Items) > 0
	}
	return "", false
}

// shownText is textOfBlocks of a result that may be JSON blocks in a string, as
// Codex writes them: the model reads that string.
func shownText(v jsontext.Value) string {
	text, _ := textOfBlocks(v)
	return text
}
