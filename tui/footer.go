package tui

import (
	"obscope/tui/paint"
	"obscope/tui/strip"
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
	state.Pins = pinCount(&m.st, m.pins, m.obs)
	if read, known := s.read[state.Set.Tokens]; known {
		state.Read, state.AsRead, state.Whole, state.TreePart = true, m.text.Lit != nil, read.whole, read.tree
	}
	return state
}

// optionsLine is the options, or a prompt or a message in their place.
func (m *Model) optionsLine(w int) string {
	p := m.asking()
	switch {
	case p != nil:
		return p.View(m.dialogState(), w)
	case m.note.text != "":
		return strip.Message(&m.st, m.note.tone, m.note.text, w)
	case m.growing != nil:
		return strip.Message(&m.st, paint.Dim, "reading "+m.soFar(len(m.shots))+m.st.Dot+"esc stops", w)
	}
	return strip.Options(&m.st, m.knobs(), w)
}
