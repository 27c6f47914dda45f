package loaders

import (
	"hash/maphash"
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/model"
)

// shape reads an object that is a call, a result, or both in one, in the shape
// of one of the logs that are known. It reports whether the object was one; the
// rest of it is not walked then.
func (l *session) shape(v jsontext.Value, kind string, at place) bool {
	for _, read := range [...]func(jsontext.Value, string, place) bool{
		l.blocks, l.responses, l.rpc, l.codexEvent, l.geminiCall, l.openCode, l.toolMessage, l.run, l.spans, l.journal, l.history, l.editorCall, l.trajectory, l.sample, l.cell,
	} {
		if read(v, kind, at) {
			return true
		}
	}
	return false
}

// first is the first of several members that is there.
func first(v jsontext.Value, names ...string) jsontext.Value {
	for _, name := range names {
		if m, ok := v.Lookup(name); ok && m.Kind != jsontext.Null {
			return m
		}
	}
	return jsontext.Value{}
}

// blocks are those of Anthropic's messages, and what Claude Code and Cline make
// of them.
func (l *session) blocks(v jsontext.Value, kind string, at place) bool {
	switch kind {
	case "tool_use", "server_tool_use", "mcp_tool_use":
		l.call(sessionCall{id: first(v, "id", "tool_use_id").Text, tool: v.Member("name").Text, args: v.Member("input")}, at)
	case "tool_result", "mcp_tool_result", "web_search_tool_result":
		l.result(first(v, "tool_use_id", "toolUseId").Text, shownText(v.Member("content")), false, v.Member("is_error").IsTrue(), at)
	default:
		return false
	}
	return true
}

// responses are the items of OpenAI's Responses API, which Codex logs too, and
// the calls in messages of its Chat API.
func (l *session) responses(v jsontext.Value, kind string, at place) bool {
	id := first(v, "call_id", "id").Text
	switch kind {
	case "function_call", "custom_tool_call", "local_shell_call", "computer_call":
		tool := v.Member("name").Text
		if tool == "" {
			tool = strings.TrimSuffix(kind, "_call")
		}
		l.call(sessionCall{id: id, tool: tool, args: first(v, "arguments", "input", "action")}, at)
	case "function_call_output", "custom_tool_call_output", "local_shell_call_output", "computer_call_output":
		l.result(id, shownText(v.Member("output")), false, false, at)
	case "mcp_call":
		l.call(sessionCall{id: id, tool: v.Member("name").Text, args: v.Member("arguments")}, at)
		failed := v.Member("error").Kind
		l.result(id, shownText(first(v, "output", "error")), false, failed != jsontext.Missing && failed != jsontext.Null, at)
	case "mcp_list_tools":
		l.define(v.Member("tools").Items)
	default:
		if f := v.Member("function"); f.Kind == jsontext.Object && f.Member("name").Text != "" && f.Member("arguments").Kind != jsontext.Missing {
			l.call(sessionCall{id: id, tool: f.Member("name").Text, args: f.Member("arguments")}, at)
			return true
		}
		if f := v.Member("function"); f.Kind == jsontext.String && v.Member("arguments").Kind == jsontext.Object && v.Member("result").Kind == jsontext.Missing {
			l.call(sessionCall{id: id, tool: f.Text, args: v.Member("arguments")}, at) // Inspect AI's
			return true
		}
		// LangChain's form of the same.
		if v.Member("args").Kind == jsontext.Object && v.Member("name").Kind == jsontext.String && v.Member("id").Kind == jsontext.String &&
			v.Member("result").Kind == jsontext.Missing {
			l.call(sessionCall{id: id, tool: v.Member("name").Text, args: v.Member("args")}, at)
			return true
		}
		return false
	}
	return true
}

// rpc are the requests and answers of MCP, as a tap, an Inspector or a HAR file
// holds them. Their ids begin anew with each connection.
func (l *session) rpc(v jsontext.Value, _ string, at place) bool {
	id := v.Member("id")
	key := "rpc " + id.Raw
	if l.exchange(v, at) {
		return true
	}
	if method := v.Member("method"); method.Kind == jsontext.String {
		params := v.Member("params")
		switch {
		case method.Text == "tools/call" && params.Kind == jsontext.Object:
			if old := l.calls[key]; old != nil {
				old.answered = true
				delete(l.calls, key)
			}
			l.lastRPC = key
			l.call(sessionCall{id: key, tool: params.Member("name").Text, args: params.Member("arguments")}, at)
			return true
		case v.Member("jsonrpc").Kind != jsontext.Missing:
			l.parts++ // another request, or a notification
			return true
		}
		return false
	}
	if v.Member("jsonrpc").Kind == jsontext.Missing {
		return false
	}
	result, failed := v.Lookup("result")
	failed = !failed
	if failed {
		result = v.Member("error").Member("message")
	}
	if tools := result.Member("tools"); tools.Kind == jsontext.Array {
		l.parts++
		l.define(tools.Items)
		return true
	}
	call := l.calls[key]
	_, content := result.Lookup("content")
	switch {
	case call == nil && !content:
		if !failed && result.Kind == jsontext.Object && result.Member("protocolVersion").Kind == jsontext.Missing && len(result.Members) > 0 {
			return false // perhaps a capture of another protocol
		}
		l.parts++
	case result.Kind == jsontext.String:
		l.answered(key, result.Text, failed, at)
	case content:
		text, _ := textOfBlocks(result.Member("content"))
		l.answered(key, text, failed || result.Member("isError").IsTrue(), at)
	default:
		l.answered(key, result.Raw, failed, at)
	}
	return true
}

// exchange is a request and its response as JSON in strings, as the MCP
// Inspector keeps its history.
func (l *session) exchange(v jsontext.Value, at place) bool {
	request, errRequest := jsontext.Parse(v.Member("request").Text)
	response, errResponse := jsontext.Parse(v.Member("response").Text)
	if errRequest != nil || errResponse != nil || request.Member("method").Kind != jsontext.String {
		return false
	}
	l.walk(request, at)
	if content, ok := response.Lookup("content"); ok && request.Member("method").Text == "tools/call" {
		text, _ := textOfBlocks(content)
		l.answered(l.lastRPC, text, response.Member("isError").IsTrue(), at)
	} else {
		l.define(response.Member("tools").Items)
		l.walk(response, at)
	}
	l.parts++
	return true
}

// answered notes the answer to a request, after which its id may be used again.
func (l *session) answered(key, text string, failed bool, at place) {
	delete(l.steps, key)
	l.result(key, text, false, failed, at)
	delete(l.calls, key)
	delete(l.steps, key)
}

// codexEvent is Codex's native record of an MCP call, beside what the model
// was shown.
func (l *session) codexEvent(v jsontext.Value, kind string, at place) bool {
	invocation := v.Member("invocation")
	id := v.Member("call_id").Text
	switch kind {
	case "mcp_tool_call_begin":
		l.call(sessionCall{id: id, tool: invocation.Member("tool").Text, args: invocation.Member("arguments")}, at)
	case "mcp_tool_call_end":
		l.call(sessionCall{id: id, tool: invocation.Member("tool").Text, args: invocation.Member("arguments")}, at)
		result, ok := v.Member("result").Lookup("Ok")
		if !ok {
			result = first(v.Member("result"), "Err")
		}
		l.result(id, shownText(first(result, "content")), true, !ok || result.Member("isError").IsTrue(), at)
	case "exec_command_begin", "exec_command_end", "exec_command_output_delta", "token_count", "patch_apply_begin", "patch_apply_end":
		l.parts++ // the message beside it tells
	default:
		return false
	}
	return true
}

// geminiCall is a call of Gemini's API, its answer, or both as its CLI logs them.
func (l *session) geminiCall(v jsontext.Value, _ string, at place) bool {
	if c := v.Member("functionCall"); c.Kind == jsontext.Object {
		l.call(sessionCall{id: c.Member("id").Text, tool: c.Member("name").Text, args: c.Member("args")}, at)
		return true
	}
	if r := v.Member("functionResponse"); r.Kind == jsontext.Object {
		response := r.Member("response")
		value := first(response, "output", "result", "content", "error")
		if value.Kind == jsontext.Missing {
			value = response
		}
		l.result(r.Member("id").Text, shownText(value), false, response.Member("error").Kind != jsontext.Missing, at)
		return true
	}
	return false
}

// openCode is a part of OpenCode's messages.
func (l *session) openCode(v jsontext.Value, _ string, at place) bool {
	state := v.Member("state")
	if state.Kind != jsontext.Object || v.Member("tool").Kind != jsontext.String {
		return false
	}
	id := first(v, "callID", "id").Text
	l.call(sessionCall{id: id, tool: v.Member("tool").Text, args: state.Member("input")}, at)
	if out := first(state, "output", "error"); out.Kind != jsontext.Missing {
		if start := state.Member("time").Member("start"); start.Kind == jsontext.Number {
			at.time = start.Text
		}
		l.result(id, shownText(out), false, state.Member("status").Text == "error", at)
	}
	return true
}

// toolMessage is a message with the result of a call: OpenAI's Chat API and
// LangChain.
func (l *session) toolMessage(v jsontext.Value, kind string, at place) bool {
	id := first(v, "tool_call_id", "toolCallId")
	content, has := v.Lookup("content")
	role := v.Member("role").Text
	if !has || !(role == "tool" || role == "function" || kind == "tool" || id.Kind == jsontext.String) {
		return false
	}
	if id.Text == "" && l.order == nil {
		l.order = &sessionCall{tool: v.Member("name").Text}
	}
	l.result(id.Text, shownText(content), false, v.Member("status").Text == "error", at)
	return true
}

// run is a call and its result in one object, as LangSmith, Langfuse, Gemini's
// CLI and others export them.
func (l *session) run(v jsontext.Value, kind string, at place) bool {
	name := first(v, "name", "toolName", "tool_name", "tool")
	args := first(v, "inputs", "input", "args", "arguments", "parameters", "toolInput", "tool_input")
	out := first(v, "outputs", "output", "result", "response", "toolOutput", "tool_output")
	if name.Kind != jsontext.String || args.Kind == jsontext.Missing || out.Kind == jsontext.Missing {
		return false
	}
	if run := v.Member("run_type"); run.Kind == jsontext.String && run.Text != "tool" {
		return false
	}
	switch strings.ToUpper(kind) {
	case "GENERATION", "SPAN", "TRACE", "AGENT", "CHAIN", "MESSAGE":
		return false
	}
	id := first(v, "id", "callId", "toolCallId", "call_id").Text
	l.call(sessionCall{id: id, tool: name.Text, args: args}, at)
	before := l.parts
	if out.Kind == jsontext.Array && len(out.Items) > 0 && out.Items[0].Member("functionResponse").Kind == jsontext.Object {
		l.walk(out, at)
	}
	if l.parts == before {
		status := v.Member("status").Text
		l.result(id, shownText(out), false, status == "error" || status == "failed", at)
	}
	return true
}

// spans is a span of OpenTelemetry's conventions for generative AI: attributes
// by name, of which some hold JSON.
func (l *session) spans(v jsontext.Value, _ string, at place) bool {
	list := v.Member("attributes")
	attributes := map[string]jsontext.Value{}
	for _, a := range list.Items {
		value := a.Member("value")
		if inner := first(value, "stringValue", "string_value"); inner.Kind == jsontext.String {
			value = inner
		}
		attributes[a.Member("key").Text] = value
	}
	for _, m := range list.Members {
		attributes[m.Name] = m.Value
	}
	gen := false
	for name := range attributes {
		gen = gen || strings.HasPrefix(name, "gen_ai.")
	}
	if !gen {
		return false
	}
	if defs := attributes["gen_ai.tool.definitions"]; defs.Kind == jsontext.String {
		if d, err := jsontext.Parse(defs.Text); err == nil {
			l.define(d.Items)
		}
	}
	result, has := attributes["gen_ai.tool.call.result"]
	args := attributes["gen_ai.tool.call.arguments"]
	if id := attributes["gen_ai.tool.call.id"].Text; has || args.Kind != jsontext.Missing {
		l.call(sessionCall{id: id, tool: attributes["gen_ai.tool.name"].Text, args: args}, at)
		if has {
			l.result(id, shownText(result), false, false, at)
		}
	}
	l.parts++
	for _, name := range []string{"gen_ai.input.messages", "gen_ai.output.messages", "gen_ai.prompt", "gen_ai.completion"} {
		if m := attributes[name]; m.Kind == jsontext.String {
			l.walkText(m.Text, at)
		} else if m.Kind != jsontext.Missing {
			l.walk(m, at)
		}
	}
	for _, e := range v.Member("events").Items {
		l.walk(e, at)
	}
	return true
}

// history is a step of browser-use's AgentHistory: what the agent was shown,
// and what it did then.
func (l *session) history(v jsontext.Value, _ string, at place) bool {
	output, state := v.Member("model_output"), v.Member("state")
	if state.Kind != jsontext.Object || output.Kind == jsontext.Missing && v.Member("result").Kind == jsontext.Missing {
		return false
	}
	l.parts++
	if text := v.Member("state_message"); text.Kind == jsontext.String {
		l.add(&model.ToolCall{Time: at.time}, text.Text, at)
	}
	for _, action := range output.Member("action").Items {
		for _, m := range action.Members {
			l.use(l.agent(at.who), logCall{m.Name, refsIn(m.Value)}, m.Value)
		}
	}
	return true
}

// editorCall is a call as VS Code's chat keeps it.
func (l *session) editorCall(v jsontext.Value, _ string, at place) bool {
	details, tool := v.Member("resultDetails"), v.Member("toolId")
	if tool.Kind != jsontext.String || details.Kind != jsontext.Object {
		return false
	}
	id := v.Member("toolCallId").Text
	l.call(sessionCall{id: id, tool: tool.Text, args: details.Member("input")}, at)
	var texts []string
	for _, item := range details.Member("output").Items {
		if value := first(item, "value", "text"); value.Kind == jsontext.String {
			texts = append(texts, value.Text)
		}
	}
	l.result(id, strings.Join(texts, "\n"), false, details.Member("isError").IsTrue(), at)
	return true
}

// trajectory is a step of SWE-agent and its kin: what was done in words, and
// what came back.
func (l *session) trajectory(v jsontext.Value, _ string, at place) bool {
	action, observation := v.Member("action"), v.Member("observation")
	if action.Kind != jsontext.String || observation.Kind != jsontext.String {
		return false
	}
	spoken := actionOf(action)
	l.call(sessionCall{tool: leadingWord(action.Text), args: action}, at)
	l.use(l.agent(at.who), spoken, jsontext.Value{})
	l.result("", observation.Text, false, false, at)
	return true
}

// logged is how many of the first messages of a list the log has told already:
// requests that are logged whole repeat the conversation up to then.
func (l *session) logged(items []jsontext.Value) int {
	if len(items) == 0 || !isMessage(items[0]) {
		return 0
	}
	hashes := make([]uint64, len(items))
	for i, v := range items {
		hashes[i] = maphash.String(textSeed, v.Raw)
	}
	for i, list := range l.lists {
		n := 0
		for n < len(list) && n < len(hashes) && list[n] == hashes[n] {
			n++
		}
		// A conversation goes on, or it is told once more.
		if n > 0 && (n == len(list) || n == len(hashes) || n > 1) {
			l.lists[i] = hashes
			return n
		}
	}
	l.lists = append(l.lists, hashes)
	return 0
}

func isMessage(v jsontext.Value) bool {
	return v.Kind == jsontext.Object && (v.Member("role").Kind == jsontext.String || v.Member("call_id").Kind == jsontext.String)
}
