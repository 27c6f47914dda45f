package agents

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"obscope/model"
	"obscope/render"
)

// text writes a capture that was read from a rendering as the tool printed it,
// byte for byte.
type text struct{}

const textUnlinked = render.OwnStages // the text does not say which line is the element's

func (text) Info() render.Info {
	return render.Info{
		Name: "text", About: "the text as the tool printed it, for captures that were read from a rendering",
		ExactFor: textFormats,
		Stages:   []string{"no line of the text is known to be its own"},
	}
}

// textFormats are the formats that are a rendering.
var textFormats = []string{"agent-browser", "browser-use", "browsergym", "claude-in-chrome", "codex", "cua", "devtools", "mobile-mcp", "playwright", "session", "stagehand", "webarena"}

func (text) Bind(c *model.Capture) (render.Bound, error) {
	if c.Text == "" && len(c.Elements) > 0 {
		return nil, errors.New("it prints the text that a capture was read from, and this one was read from data; outline and indexed write it")
	}
	return newTextBound(c), nil
}

// A textBound is a text cut into entries: the lines before the first element
// one by one, then what each element has.
type textBound struct {
	c       *model.Capture
	entries []textEntry
	line    []int32 // by element: its entry, -1 if it has none
	tail    string
}

type textEntry struct {
	id       model.ID
	from, to int
}

func newTextBound(c *model.Capture) *textBound {
	b := &textBound{c: c, line: make([]int32, len(c.Elements))}
	var starts []int // of lines
	body := c.Text
	if strings.HasSuffix(body, "\n") {
		body, b.tail = body[:len(body)-1], "\n"
	}
	if len(c.Elements) > 0 && c.Lines == nil {
		// JSON around a text, or a loader that does not tell lines apart: all of
		// it is one entry, in which every element stands.
		b.entries = []textEntry{{model.None, 0, len(body)}}
		return b
	}
	for at := 0; at >= 0 && c.Text != ""; {
		starts = append(starts, at)
		next := strings.IndexByte(body[at:], '\n')
		if next < 0 {
			break
		}
		at += next + 1
	}
	// The first element of a line has it; the others are shown with it.
	owner := map[int32]model.ID{}
	var lines []int32
	for id := range c.Elements {
		b.line[id] = -1
		if id >= len(c.Lines) || c.Lines[id] < 0 || int(c.Lines[id]) >= len(starts) {
			continue
		}
		if _, taken := owner[c.Lines[id]]; !taken {
			owner[c.Lines[id]] = model.ID(id)
			lines = append(lines, c.Lines[id])
		}
	}
	slices.Sort(lines)
	end := func(line int) int { // where the line before it ends
		if line >= len(starts) {
			return len(body)
		}
		return starts[line] - 1
	}
	first := len(starts)
	if len(lines) > 0 {
		first = int(lines[0])
	}
	for n := range first {
		b.entries = append(b.entries, textEntry{model.None, starts[n], end(n + 1)})
	}
	entryOf := map[int32]int32{}
	for i, line := range lines {
		next := len(starts)
		if i+1 < len(lines) {
			next = int(lines[i+1])
		}
		entryOf[line] = int32(len(b.entries))
		b.entries = append(b.entries, textEntry{owner[line], starts[line], end(next)})
	}
	for id := range c.Elements {
		if id < len(c.Lines) {
			if at, ok := entryOf[c.Lines[id]]; ok {
				b.line[id] = at
			}
		}
	}
	return b
}

// Refuse reports options that take elements out of a text of which no line is
// known to be an element's.
func (b *textBound) Refuse(s render.Settings) error {
	if len(b.c.Elements) == 0 || b.c.Lines != nil {
		return nil
	}
	for _, o := range [...]struct {
		name string
		set  bool
	}{
		{"interactive", s.Interactive}, {"viewport", s.Viewport.Mode != render.ViewportOff}, {"query", s.HasQuery},
		{"collapse", s.Collapse != render.CollapseNone}, {"max_elements", s.MaxElements != render.NoCap},
	} {
		if o.set {
			return fmt.Errorf("%s cannot be applied: this text has no lines that are elements; outline and indexed take it", o.name)
		}
	}
	return nil
}

func (b *textBound) Plan(p *render.Plan) {
	at := make([]int32, len(b.entries))  // by entry: where it is written, -1 if it is out
	keep := make([]bool, len(b.entries)) // some element of it is to be kept
	for id, line := range b.line {
		if line >= 0 && (p.Out == nil || p.Out[id] == render.Kept) {
			keep[line] = true
		}
	}
	for i, e := range b.entries {
		at[i] = -1
		switch {
		case e.id == model.None && b.around(e) && (p.Out != nil || p.Set.MaxElements != render.NoCap):
			// With an option the observation stands alone, without what else its
			// result said.
		case e.id == model.None:
			at[i] = int32(len(p.Entries))
			p.Note(int32(i))
		case keep[i]:
			at[i] = int32(len(p.Entries))
			p.Write(e.id, 0, int32(i))
		}
	}
	for id, line := range b.line {
		switch {
		case line >= 0 && at[line] >= 0:
			p.Verdicts[id] = render.Verdict{Line: at[line], Stage: render.Kept}
		case p.Out != nil && p.Out[id] != render.Kept:
			p.Drop(model.ID(id), p.Out[id])
		default:
			p.Drop(model.ID(id), textUnlinked)
		}
	}
	p.Tail = b.tail
}

// around reports an entry of a session's step that lies outside the tree's part.
func (b *textBound) around(e textEntry) bool {
	call := b.c.Call
	return call != nil && len(b.c.Elements) > 0 && (e.to <= call.From || e.from >= call.To)
}

func (b *textBound) AppendLine(dst []byte, p *render.Plan, i int) []byte {
	e := b.entries[p.Entries[i].Aux]
	return append(dst, b.c.Text[e.from:e.to]...)
}

// tokenCut cuts the text that a capture was read from as OSWorld and WebArena
// cut theirs.
type tokenCut struct{}

func (tokenCut) Info() render.Info {
	return render.Info{
		Name: "token-cut", About: "the text as the tool printed it, cut to a number of tokens as OSWorld or WebArena would cut it", Version: "cl100k_base",
		Hidden: true, // no tool cuts another tool's text: a way to ask what would be left
		Knobs: []render.Knob{
			{Name: "mode", About: "whose cut: OSWorld writes [...] behind it, WebArena nothing, and takes 0 for no cut", Default: "osworld", Choices: []string{"osworld", "webarena"}},
			limitOf("max_tokens", "cl100k_base tokens kept; empty: what the callers pass, 10000 and 1920", "", noLimit, textUnlinked+1),
		},
		Stages: []string{"no line of the text is known to be its own", cutStage},
		Defects: []string{
			"a text that holds <|endoftext|> or another special token fails",
			"WebArena does not tell that its text was cut (web-arena-x/webarena#236)",
		},
	}
}

// The limits that mm_agents (OSWorld) and run.py (WebArena) pass.
const (
	osworldMaxTokens  = 10000
	webarenaMaxTokens = 1920
)

func (tokenCut) Bind(c *model.Capture) (render.Bound, error) {
	if _, err := (text{}).Bind(c); err != nil {
		return nil, err
	}
	special := ""
	if token := specialToken(c.Text); token != "" {
		special = "the text holds " + token + ", on which tiktoken fails"
	}
	return withCut(newTextBound(c), textUnlinked+1, func(p *render.Plan) cut {
		if special != "" {
			p.Warnings.Add(model.OriginalFails, special)
		}
		n, set := wholeNumber(p, "max_tokens")
		if p.Knob("mode") == "webarena" {
			switch {
			case !set:
				n = webarenaMaxTokens
			case n == 0:
				n = -1
			}
			return cut{limit: n}
		}
		if !set {
			n = osworldMaxTokens
		}
		return cut{limit: n, mark: osworldMark}
	}), nil
}

// AppendRef appends the ref that was read from the text.
func (b *textBound) AppendRef(dst []byte, _ *render.Plan, _ int, id model.ID) []byte {
	return appendCaptured(dst, b.c, id)
}

// appendCaptured appends the ref of an element that was captured with one.
func appendCaptured(dst []byte, c *model.Capture, id model.ID) []byte {
	if e := &c.Elements[id]; e.Has(model.HasRef) {
		dst = append(dst, e.Ref...)
	}
	return dst
}
