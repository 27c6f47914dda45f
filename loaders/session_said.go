package loaders

import (
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/model"
)

func modelDefinition(name, text string) model.ToolDefinition {
	return model.ToolDefinition{Name: name, Text: text}
}

// nameAgent notes whose log it is, by a mark that only that agent's log has.
func (l *session) nameAgent(v jsontext.Value, kind string) {
	se := l.rec.Session
	if se.Agent != "" {
		return
	}
	switch {
	case v.Member("sessionId").Kind == jsontext.String && (v.Member("uuid").Kind == jsontext.String || v.Member("leafUuid").Kind == jsontext.String),
		kind == "file-history-snapshot", v.Member("subtype").Text == "init" && v.Member("session_id").Kind == jsontext.String:
		se.Agent = "claude"
	case kind == "session_meta" || v.Member("payload").Kind == jsontext.Object && kind == "response_item":
		se.Agent = "codex"
	case v.Member("sessionId").Kind == jsontext.String && v.Member("messages").Kind == jsontext.Array, kind == "gemini":
		se.Agent = "gemini"
	case v.Member("callID").Kind == jsontext.String:
		se.Agent = "opencode"
	}
	l.parts += boolInt(se.Agent != "")
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// said reads what a person or a harness told the agent: the task, or an
// observation that is no tool's result.
func (l *session) said(v jsontext.Value, at place) {
	l.parts++
	content := first(v, "content", "parts", "text")
	var texts []string
	switch content.Kind {
	case jsontext.String:
		texts = append(texts, content.Text)
	case jsontext.Array:
		for _, item := range content.Items {
			if t := item.Member("text"); t.Kind == jsontext.String {
				texts = append(texts, t.Text)
			}
		}
	}
	for _, text := range texts {
		text = l.attached(text)
		if l.observation(text, at) || l.rec.Session.Task != "" {
			continue
		}
		if task := strings.Join(strings.Fields(text[:min(len(text), maxTask)]), " "); task != "" && task[0] != '<' {
			l.rec.Session.Task = strings.ToValidUTF8(task, "")
		}
	}
}

// maxTask bounds the bytes that are kept of a task.
const maxTask = 500

// observation adds a step if a text that is no tool's result holds a tree.
func (l *session) observation(text string, at place) bool {
	const shortest = 40
	if len(text) < shortest || instructs(text) {
		return false
	}
	if l.findTree(text) == nil {
		return false
	}
	l.add(&model.ToolCall{Time: at.time, Who: at.who}, text, at)
	return true
}

// codeAction reads a line of code that acts on an element: agent.click(ref='e3').
func codeAction(line string) logCall {
	for _, word := range actionWords {
		at := strings.Index(line, word+"(")
		if at < 0 {
			continue
		}
		inside, _, _ := strings.Cut(line[at+len(word)+1:], ")")
		for arg := range strings.SplitSeq(inside, ",") {
			name, value, named := strings.Cut(strings.TrimSpace(arg), "=")
			if !named {
				name, value = "target", name
			}
			if _, names := refArguments[strings.TrimSpace(name)]; names {
				if ref := strings.Trim(strings.TrimSpace(value), `"'`); ref != "" {
					return logCall{word, []logRef{{ref: ref}}}
				}
			}
		}
	}
	return logCall{}
}

// acted reads what an agent says that it does: Click [19], click('a51').
func (l *session) acted(v jsontext.Value, at place) {
	l.parts++
	content := first(v, "content", "text")
	texts := []string{}
	if content.Kind == jsontext.String {
		texts = append(texts, content.Text)
	}
	for _, item := range content.Items {
		if t := item.Member("text"); t.Kind == jsontext.String {
			texts = append(texts, t.Text)
		}
	}
	for _, text := range texts {
		for line := range strings.SplitSeq(text, "\n") {
			if call := spokenAction(line); len(call.refs) > 0 {
				l.use(l.agent(at.who), call, jsontext.Value{})
			}
		}
	}
}

// actionWords begin a line that says what is done.
var actionWords = []string{"click", "type", "hover", "press", "select", "fill", "tap", "scroll", "focus", "check", "uncheck"}

// spokenAction reads a line such as Action: Click [19].
func spokenAction(line string) logCall {
	line = strings.TrimSpace(line)
	if rest, ok := strings.CutPrefix(line, "Action:"); ok {
		line = strings.TrimSpace(rest)
	}
	if strings.HasPrefix(line, "{") {
		return dictAction(line)
	}
	lower := strings.ToLower(line[:min(len(line), 40)])
	for _, word := range actionWords {
		rest, ok := strings.CutPrefix(lower, word)
		if !ok || rest == "" {
			continue
		}
		after := line[len(word):]
		if inside, _, ok := cutBracket(strings.TrimLeft(after, " ")); ok && inside != "" && !strings.Contains(inside, " ") {
			return logCall{word, []logRef{{ref: inside}}}
		}
		if after[0] == '(' {
			return actionOf(jsontext.StringValue(line))
		}
	}
	return logCall{}
}

// dictAction reads an action as a dict of Python or JSON: {'action': 'click',
// 'index': 7}, {'click_element': {'index': 12}}.
func dictAction(line string) logCall {
	text, err := pythonToJSON(line)
	if err != nil {
		return logCall{}
	}
	v, err := jsontext.Parse(text)
	if err != nil {
		return logCall{}
	}
	if len(v.Members) == 1 && v.Members[0].Value.Kind == jsontext.Object {
		return logCall{v.Members[0].Name, refsIn(v)}
	}
	return actionOf(v)
}

// loose reads a record in which nothing of a session was found: what is a tree
// in the whole of it, in its members, or else at any depth, is a step.
func (l *session) loose(v jsontext.Value, at place) {
	if v.Kind == jsontext.Object && (v.Member("role").Text == "system" || v.Member("role").Text == "assistant") {
		return
	}
	before := len(l.rec.Captures)
	l.looks = max(looksAtLeast, looksPerByte*len(v.Raw))
	if c, known := l.direct(v.Raw); known {
		l.captured(c, v.Raw, at)
	} else {
		for _, m := range v.Members {
			l.looseMember(m.Name, m.Value, at, 0)
		}
		for _, item := range v.Items {
			l.looseMember("", item, at, 0)
		}
	}
	if action, ok := v.Lookup("action"); ok && len(l.rec.Captures) > before {
		l.use(l.agent(at.who), actionOf(action), jsontext.Value{})
	}
}

// The bytes of a record that are looked at for captures: the levels of a deep
// value hold each other, and are not looked through one by one to the bottom.
const (
	looksPerByte = 3
	looksAtLeast = 16 << 20
)

func (l *session) looseMember(name string, v jsontext.Value, at place, depth int) {
	const most = 40
	if passedMembers[name] || name == "description" || depth > most || l.looks < 0 {
		return
	}
	text := v.Raw
	if v.Kind == jsontext.String {
		text = v.Text
	} else if v.Kind != jsontext.Object && v.Kind != jsontext.Array {
		return
	}
	l.looks -= len(text)
	if c, known := l.direct(text); known {
		l.captured(c, text, at)
		return
	}
	if v.Kind == jsontext.String {
		trimmed := strings.TrimSpace(text)
		if trimmed != "" && (trimmed[0] == '{' || trimmed[0] == '[') {
			if inner, err := jsontext.Parse(trimmed); err == nil {
				l.looseMember(name, inner, at, depth+1)
			}
		} else if c := l.findTree(text); c != nil {
			l.captured(c, text, at)
		}
		return
	}
	for _, m := range v.Members {
		l.looseMember(m.Name, m.Value, at, depth+1)
	}
	for _, item := range v.Items {
		l.looseMember("", item, at, depth+1)
	}
}

// captured adds a capture that stood in the log for itself.
func (l *session) captured(c *model.Capture, text string, at place) {
	if c == nil {
		return
	}
	l.parts++
	l.generic++
	st := l.add(&model.ToolCall{Time: at.time, Who: at.who}, text, at)
	st.settled = true
	call, source := st.c.Call, st.c.Source
	if c.Source != "" && c.Source != l.s.Name {
		source += " (" + c.Source + ")"
	}
	step := st.c.Step
	*st.c = *c
	st.c.Step, st.c.Call, st.c.Source = step, call, source
	call.To = len(c.Text)
	st.agent.join.next(st.c)
	st.agent.seen = st
	l.refsOf = nil
	l.observed[c.Header.ObservationID.Text] = st.c
}
