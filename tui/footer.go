package tui

import (
	"fmt"

	"obscope/render"
	"obscope/tui/paint"
	"obscope/tui/strip"

	tea "charm.land/bubbletea/v2"
)

// stripState is what the strips are told.
func (m *Model) stripState() *strip.State {
	s := m.shot()
	state := &strip.State{
		Style: &m.st, Capture: s.c, Obs: m.obs, Set: m.settings(), Text: &m.text,
		Step: s.c.Step, Steps: m.rec.Captures[len(m.shots)-1].Step, Warnings: len(s.c.Warnings) + len(m.rec.Warnings),
		Sel: m.sel, Verdict: m.verdict, Unmask: m.unmask,
		Waiting: m.tasks.observe.Busy, Counted: m.tally.counted, Total: m.tally.total, ElementLines: m.lines,
		BeyondTokens: -1, JSONBusy: m.tasks.json.Busy, Live: m.cfg.Live != nil && m.cfg.Live.On,
	}
	if m.tally.counted {
		state.Subtree = m.tally.subtree
	}
	if m.back.known {
		state.Back = &m.back.answer
	}
	if m.obs == nil {
		return state
	}
	state.Warnings += len(m.obs.Warnings)
	state.JSONTokens = s.json[state.Set.Tokens]
	if m.beyond.known && m.beyond.obs == m.obs {
		state.BeyondTokens = m.beyond.tokens
	}
	state.Pins = m.pinCount()
	if read, known := s.read[state.Set.Tokens]; known {
		state.Read, state.AsRead, state.Whole, state.TreePart = true, m.text.Lit != nil, read.whole, read.tree
	}
	return state
}

// optionsLine is the options, or a prompt or a message in their place.
func (m *Model) optionsLine(w int) string {
	switch {
	case m.mode == modePrompt:
		return m.promptLine(w)
	case m.note.text != "":
		return strip.Message(&m.st, m.note.tone, m.note.text, w)
	case m.growing != nil:
		return strip.Message(&m.st, paint.Dim, m.growingLine(), w)
	}
	return strip.Options(&m.st, m.knobs(), w)
}

// promptLine is the line a person types into.
func (m *Model) promptLine(w int) string {
	p := &m.prompt
	l := m.st.Line(paint.Plain, w)
	l.Put(paint.Key, " "+m.st.Clean.Text(p.label, max(8, w-12)))
	l.Put(paint.Dim, ": ")
	before, after := m.promptText(w - l.Used)
	value := before + after
	l.Put(paint.Text, value)
	if p.fresh {
		l.On(paint.Cursor, paint.Text, m.st.Clean.Text(p.was, max(1, w-l.Used-1)))
	}
	tail, tone := p.hint, paint.Dim
	switch {
	case p.err != "":
		tail, tone = m.st.Clean.Text(p.err, 200), paint.Bad
	case p.asks == askOption && p.spec.Type == render.TextOption && m.obs != nil && value != "":
		tail = fmt.Sprintf("%s of %s", paint.Comma(m.obs.Kept()), paint.Plural(len(m.obs.Verdicts), "element"))
	case p.asks == askFind && m.find.query != "" && !m.tasks.find.Busy && len(m.find.hits) == 0 && m.find.gone.found:
		tail, tone = m.find.gone.says()+m.st.Dot+"enter goes there", paint.Warn
	case p.asks == askFind && m.find.query != "" && !m.tasks.find.Busy:
		tail = paint.Plural(len(m.find.hits), "match")
	case p.asks == askFind && m.tasks.find.Busy:
		tail = "searching" + m.st.Cut
	}
	if tail != "" && l.Left() > 8 {
		l.Put(paint.Text, "  ")
		tail = paint.Fit(tail, l.Left()-1, m.st.Cut)
		l.Pad(w - paint.Width(tail) - 1)
		l.Put(tone, tail)
	}
	return l.Done()
}

// promptText is what is shown of the typed line, before and after the cursor;
// there is a cell for the cursor behind it, and an error has room.
func (m *Model) promptText(room int) (before, after string) {
	if m.prompt.err != "" {
		room = max(room/2, room-paint.Width(m.prompt.err)-4)
	}
	before, after = m.prompt.line.Split()
	before, after = m.st.Clean.Text(before, paint.MaxClean), m.st.Clean.Text(after, paint.MaxClean)
	room = max(1, room-1)
	if w := min(paint.Width(after), room/3); paint.Width(before) > room-w {
		before = paint.FitEnd(before, room-w, m.st.Cut)
	}
	if w := room - paint.Width(before); paint.Width(after) > w {
		after = paint.Fit(after, w, m.st.Cut)
	}
	return before, after
}

// promptCursor is where the terminal's cursor stands while a person types.
func (m *Model) promptCursor() *tea.Cursor {
	w := m.lay.options.w
	head := 1 + paint.Width(m.st.Clean.Text(m.prompt.label, max(8, w-12))) + 2
	before, _ := m.promptText(w - head)
	return tea.NewCursor(m.lay.options.x+max(0, min(head+paint.Width(before), w-1)), m.lay.options.y)
}
