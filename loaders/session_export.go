package loaders

import (
	"fmt"
	"strings"

	"obscope/internal/text/jsontext"
)

// An exportMark is a line by which a conversation that was exported as Markdown
// tells of a call or its result.
type exportMark struct {
	text string
	what exportPart
}

// An exportPart is what follows a mark.
type exportPart int

const (
	exportUse     exportPart = iota // a name, and arguments in a fence
	exportAnswer                    // a result in a fence
	exportFailure                   // the same of a call that failed
	exportValue                     // a call or a result as JSON
)

// exportMarks are those of Amp, of OpenCode and of Gemini's studio.
var exportMarks = []exportMark{
	{"**Tool Use:** `", exportUse},
	{"**Tool Result:** `", exportAnswer},
	{"**Tool Error:** `", exportFailure},
	{"**Tool: ", exportUse},
	{"**Output:**\n", exportAnswer},
	{"**Error:**\n", exportFailure},
	{"**Tool Command**:\n", exportValue},
	{"**Tool Response**:\n", exportValue},
}

// exportHeads begin a message.
var exportHeads = []string{"## User", "## Assistant", "## USER", "## MODEL"}

// isExport reports a conversation as Markdown: a message and a call, each by its
// mark. What explains such a format seldom has both.
func isExport(text string) bool {
	text = "\n" + strings.TrimLeft(text[:min(len(text), maxPasted)], " \t\r\n\uFEFF")
	if text == "\n" || text[1] == '{' || text[1] == '[' || text[1] == '<' {
		return false
	}
	head, call := false, false
	for _, mark := range exportHeads {
		head = head || strings.Contains(text, "\n"+mark)
	}
	for _, mark := range exportMarks {
		call = call || head && strings.Contains(text, mark.text)
	}
	return call
}

// An export is a conversation as Markdown while it is read. Results do not name
// their calls there: they come in the order of the calls.
type export struct {
	l       *session
	text    string
	waiting []string // the ids of calls whose results are to come
	calls   int
}

func (l *session) export(text string) {
	e := &export{l: l, text: text}
	for _, head := range exportHeads {
		if _, said, ok := strings.Cut("\n"+text, "\n"+head); ok && strings.EqualFold(head, "## user") && l.rec.Session.Task == "" {
			_, said, _ = strings.Cut(said, "\n")
			l.said(jsontext.Value{Kind: jsontext.Object, Members: []jsontext.Member{{Name: "text", Value: jsontext.StringValue(strings.TrimSpace(untilMark(said)))}}}, place{})
		}
	}
	counted, line := 0, 1
	for at := 0; at < len(text); {
		from, mark := e.next(at)
		if mark == nil {
			break
		}
		line += strings.Count(text[counted:from], "\n")
		counted, l.line = from, line
		switch at = from + len(mark.text); mark.what {
		case exportUse:
			at = e.use(at)
		case exportValue:
			at = e.value(at)
		default:
			at = e.result(at, mark.what == exportFailure)
		}
	}
}

// untilMark is what a message says before its first mark or the next message.
func untilMark(said string) string {
	for _, end := range []string{"\n**Tool ", "\n**Tool: ", "\n## ", "\n---\n"} {
		said, _, _ = strings.Cut(said, end)
	}
	return said
}

// next is the first mark from a place on. Only those of a JSON value may stand
// behind something in their line.
func (e *export) next(at int) (int, *exportMark) {
	best, found := len(e.text), (*exportMark)(nil)
	for i := range exportMarks {
		mark := &exportMarks[i]
		for from := at; ; {
			n := strings.Index(e.text[from:best], mark.text)
			if n < 0 {
				break
			}
			from += n
			if from == 0 || e.text[from-1] == '\n' || mark.what == exportValue {
				best, found = from, mark
				break
			}
			from++
		}
	}
	return best, found
}

// use reads a call: its name up to the mark's end, and its arguments in a fence.
func (e *export) use(at int) int {
	line := e.text[at : at+lineEnd(e.text[at:])]
	name, _, _ := strings.Cut(strings.TrimSuffix(strings.TrimSpace(line), "**"), "`")
	e.calls++
	c := sessionCall{id: fmt.Sprintf("call %d", e.calls), tool: name}
	at += len(line)
	if v, end := e.json(at); end > 0 {
		c.args, at = v, end
	}
	e.waiting = append(e.waiting, c.id)
	e.l.call(c, place{})
	return at
}

// result reads what is in the fence behind a mark: a JSON value, whose strings
// spell the fences within them, or text up to the last fence before the next
// mark.
func (e *export) result(at int, failed bool) int {
	id := ""
	if len(e.waiting) > 0 {
		id, e.waiting = e.waiting[0], e.waiting[1:]
	}
	if v, end := e.json(at); end > 0 && strings.HasPrefix(strings.TrimLeft(e.text[end:], " \r\n"), "```") {
		e.l.result(id, blocksOrRaw(v), false, failed, place{})
		return end
	}
	end := e.messageEnd(at)
	_, inside, ok := fenced(e.text[at:end])
	if !ok {
		_, inside, _ = strings.Cut(e.text[at:end], "\n")
	}
	e.l.result(id, strings.Trim(inside, "\n"), false, failed, place{})
	return end
}

// messageEnd is where what follows a mark ends at the latest: before the next
// mark of a call, or the next message.
func (e *export) messageEnd(at int) int {
	end := len(e.text)
	for _, mark := range exportMarks {
		if !strings.HasSuffix(mark.text, "\n") {
			end = upTo(e.text, "\n", mark.text, at, end)
		}
	}
	for _, head := range exportHeads {
		end = upTo(e.text, "\n```\n", "\n"+head, at, end)
		end = upTo(e.text, "\n```\n", "\n---\n\n"+head, at, end)
	}
	return end
}

// upTo is the place of a mark behind what stands before it, if it lies before end.
func upTo(text, behind, mark string, at, end int) int {
	if n := strings.Index(text[at:end], behind+mark); n >= 0 {
		return at + n + len(behind)
	}
	return end
}

// json reads a JSON value that begins in the next fence, within a few lines; the
// end is 0 if there is none.
func (e *export) json(at int) (v jsontext.Value, end int) {
	const near = 60 // "**Input:**" and blank lines
	open := strings.Index(e.text[at:min(len(e.text), at+near)], "```")
	if open < 0 {
		return v, 0
	}
	from := at + open + lineEnd(e.text[at+open:])
	r := jsontext.NewReader(e.text[from:])
	if k := r.Peek(); k != jsontext.Object && k != jsontext.Array {
		return v, 0
	}
	if v = r.Value(); r.Err() != nil {
		return jsontext.Value{}, 0
	}
	return v, from + r.Offset()
}

// value reads a call or a result as Gemini's API has it.
func (e *export) value(at int) int {
	v, end := e.json(at)
	if end == 0 {
		return at
	}
	id := v.Member("id").Text
	if response, ok := v.Lookup("response"); ok {
		if len(e.waiting) > 0 {
			id, e.waiting = e.waiting[0], e.waiting[1:]
		}
		e.l.result(id, shownText(response), false, response.Member("error").Kind != jsontext.Missing, place{})
		return end
	}
	e.calls++
	id = fmt.Sprintf("call %d", e.calls)
	e.waiting = append(e.waiting, id)
	e.l.call(sessionCall{id: id, tool: v.Member("name").Text, args: v.Member("args")}, place{})
	return end
}

// blocksOrRaw is the text of MCP's content blocks, or the JSON as it is.
func blocksOrRaw(v jsontext.Value) string {
	blocks := v
	if c := v.Member("content"); c.Kind == jsontext.Array {
		blocks = c
	}
	if len(blocks.Items) > 0 && blocks.Items[0].Member("type").Kind == jsontext.String {
		return shownText(blocks)
	}
	return v.Raw
}
