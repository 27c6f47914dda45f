package agents

import (
	"fmt"
	"strconv"
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/internal/text/words"
	"obscope/model"
	"obscope/render"
	"obscope/render/tokens"
)

// A cut is the prefix of tokens that OSWorld and WebArena keep of their text:
// cl100k_base, decoded with U+FFFD for a character that the cut went through.
type cut struct {
	limit int    // tokens; below 0 there is no cut
	mark  string // what the original writes after a text that it has cut
}

// osworldMark is what OSWorld's trim_accessibility_tree appends.
const osworldMark = "[...]\n"

// cutStage names the stage of what stands behind the cut.
const cutStage = "beyond the token limit"

// withCut writes what inner writes, up to a cut that the knobs ask for. What
// stands behind it goes out at stage.
func withCut(inner render.Bound, stage render.Stage, ask func(p *render.Plan) cut) render.Bound {
	return &cutBound{inner, stage, ask}
}

type cutBound struct {
	inner render.Bound
	stage render.Stage
	ask   func(p *render.Plan) cut
}

// A cutState is the State of a plan that was cut.
type cutState struct {
	inner any
	last  int    // the entry that the cut goes through
	text  string // what is left of it, and the mark
}

// cutRun is how many entries are counted at a time.
const cutRun = 256

// Refuse passes on what the dialect that is cut refuses.
func (b *cutBound) Refuse(s render.Settings) error {
	if r, ok := b.inner.(render.Refuser); ok {
		return r.Refuse(s)
	}
	return nil
}

func (b *cutBound) Plan(p *render.Plan) {
	b.inner.Plan(p)
	c := b.ask(p)
	if c.limit < 0 {
		return
	}
	counter, err := tokens.Open("cl100k_base")
	if err != nil {
		return
	}
	n, sum := len(p.Entries), 0
	var text []byte
	var ends []int // of the entries of a run, in text
	for at := 0; at < n; at += len(ends) {
		// A run ends where counting may start afresh.
		text, ends = text[:0], ends[:0]
		for end := at; end < n && (len(ends) < cutRun || !tokens.SafeLineStart(b.entry(p, end))); end++ {
			text = append(text, b.entry(p, end)...)
			if end < n-1 {
				text = append(text, '\n')
			} else {
				text = append(text, p.Tail...)
			}
			ends = append(ends, len(text))
		}
		end, count := tokens.Prefix(counter, string(text), c.limit-sum)
		if end == len(text) {
			sum += count
			continue
		}
		b.apply(p, c, at, tokens.Decoded(string(text[:end])), ends)
		return
	}
}

// entry is the text of an entry as tiktoken gets it: without surrogate halves.
func (b *cutBound) entry(p *render.Plan, i int) string {
	return jsontext.Scrub(string(b.inner.AppendLine(nil, p, i)))
}

// apply cuts the text of a run of entries from at on to kept.
func (b *cutBound) apply(p *render.Plan, c cut, at int, kept string, ends []int) {
	i, start := 0, 0
	for i < len(ends)-1 && len(kept) > ends[i] {
		start = ends[i]
		i++
	}
	last, text := at+i, kept[start:]+c.mark
	if kept == "" && at > 0 {
		// The cut is between two runs: only the newline before it is left.
		last = at - 1
		text = b.entry(p, last) + "\n" + c.mark
	}
	total := len(p.Entries)
	if kept == "" && at == 0 {
		last = -1
	}
	left := 0
	for id, v := range p.Verdicts {
		if v.In() && int(v.Line) > last {
			p.Drop(model.ID(id), b.stage)
			left++
		}
	}
	p.Entries = p.Entries[:last+1]
	if last < 0 && c.mark != "" {
		p.Note(0)
		last, text = 0, c.mark
	}
	p.State = cutState{p.State, last, text}
	p.Tail = ""
	p.Warn(fmt.Sprintf("the text was cut after %s: %d of its %s, and %s, were thrown away", words.Count(c.limit, "token", "tokens"),
		total-len(p.Entries), words.Count(total, "line", "lines"), words.Count(left, "element", "elements")))
}

func (b *cutBound) AppendLine(dst []byte, p *render.Plan, i int) []byte {
	s, ok := p.State.(cutState)
	if !ok {
		return b.inner.AppendLine(dst, p, i)
	}
	if i == s.last {
		return append(dst, s.text...)
	}
	whole := *p
	whole.State = s.inner
	return b.inner.AppendLine(dst, &whole, i)
}

// specialTokens are the texts on which tiktoken fails when it encodes a text
// for cl100k_base.
var specialTokens = [...]string{"<|endoftext|>", "<|fim_prefix|>", "<|fim_middle|>", "<|fim_suffix|>", "<|endofprompt|>"}

// specialToken finds one of tiktoken's special tokens in a text.
func specialToken(s string) string {
	if !strings.Contains(s, "<|") {
		return ""
	}
	for _, token := range specialTokens {
		if strings.Contains(s, token) {
			return token
		}
	}
	return ""
}

// specialWarning says that the original fails on a capture whose elements hold
// a special token; "" if none does.
func specialWarning(c *model.Capture) string {
	token := specialToken(c.Text)
	for i := range c.Elements {
		if token == "" {
			token = specialToken(c.Elements[i].Raw)
		}
	}
	if token == "" {
		return ""
	}
	return "the capture holds " + token + ", on which tiktoken fails when the text is cut"
}

// wholeNumber reads a knob that is a number from 0; ok is false if it is not
// set, and a value that is none is told in a warning.
func wholeNumber(p *render.Plan, name string) (n int, ok bool) {
	set := p.Knob(name)
	if set == "" {
		return 0, false
	}
	n, err := strconv.Atoi(set)
	if err != nil || n < 0 {
		p.Warn(name + " " + jsontext.Quote(set) + " is not a whole number from 0, so it was left out")
		return 0, false
	}
	return n, true
}

// AppendRef appends what the text that is cut calls an element.
func (b *cutBound) AppendRef(dst []byte, p *render.Plan, i int, id model.ID) []byte {
	r, ok := b.inner.(render.Reffer)
	if !ok {
		return dst
	}
	if s, cut := p.State.(cutState); cut {
		whole := *p
		whole.State = s.inner
		p = &whole
	}
	return r.AppendRef(dst, p, i, id)
}
