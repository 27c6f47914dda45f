package tui

import (
	"fmt"
	"strings"

	"obscope/model"
	"obscope/render"
	"obscope/tui/paint"

	tea "charm.land/bubbletea/v2"
)

// header is the first line: what is open.
func (m *Model) header() string {
	l := m.st.Line(paint.Plain, m.w)
	c := m.shot().c
	right := paint.Plural(len(c.Elements), "element")
	right += m.st.Dot + fmt.Sprintf("step %d/%d", m.step+1, len(m.shots))
	warnings := len(c.Warnings) + len(m.rec.Warnings)
	if m.obs != nil {
		warnings += len(m.obs.Warnings)
	}
	marked := ""
	if warnings > 0 {
		marked = m.st.Dot + m.st.Warn + " " + paint.Comma(warnings)
	}
	rightW := paint.Width(right) + paint.Width(marked) + 1
	l.Max = max(0, m.w-rightW-2)
	l.Put(paint.Title, " obscope")
	l.Put(paint.Text, "  ")
	for i, part := range headerParts(c) {
		if i > 0 {
			l.Put(paint.Dim, m.st.Dot)
		}
		tone := paint.Dim
		if i == 0 {
			tone = paint.Text
		}
		l.Put(tone, m.st.Clean.Text(part, 60))
	}
	l.Max = m.w
	if rightW+10 <= m.w {
		l.Pad(m.w - rightW)
		l.Put(paint.Dim, right)
		l.Put(paint.Warn, marked)
	}
	return l.Done()
}

// headerParts are the window, the application and the format.
func headerParts(c *model.Capture) []string {
	var parts []string
	for _, p := range []string{c.Window, c.App, c.Format} {
		if p != "" && (len(parts) == 0 || parts[len(parts)-1] != p) {
			parts = append(parts, p)
		}
	}
	return parts
}

// gaugeLine says what the text costs.
func (m *Model) gaugeLine(w int) string {
	l := m.st.Line(paint.Plain, w)
	l.Put(paint.Text, " ")
	set := m.settings()
	if m.obs == nil {
		l.Put(paint.Dim, "rendering"+m.st.Cut)
		return l.Done()
	}
	about := ""
	if set.Tokens == "chars4" {
		about = m.st.About
	}
	if !m.tally.counted {
		l.Put(paint.Dim, strings.Repeat(m.st.Shade, gaugeCells(w))+" ")
		l.Put(paint.Dim, "counting"+m.st.Cut+" / "+paint.Comma(set.Budget)+" tokens "+set.Tokens)
		return l.Done()
	}
	l.Gauge(m.tally.total, set.Budget, gaugeCells(w), paint.BudgetTone(m.tally.total, set.Budget))
	pins, any := m.pinsPiece(m.obs, w/3)
	if any && w >= pinsFrom {
		l.Max -= paint.Width(pins.Text) + 2
	}
	for brevity := range 4 {
		pieces := m.gaugeWords(set, about, brevity)
		used := 0
		for _, p := range pieces {
			used += paint.Width(p.Text)
		}
		if used <= l.Left() || brevity == 3 {
			for _, p := range pieces {
				l.Put(p.Tone, p.Text)
			}
			break
		}
	}
	if any {
		l.Max = w
		l.Pad(w - paint.Width(pins.Text) - 1)
		l.Put(pins.Tone, pins.Text)
	}
	return l.Done()
}

// pinsFrom is the width from which the gauge leaves room for the pins.
const pinsFrom = 56

// gaugeWords is what stands beside the gauge. Where room is scarce the
// comparison with JSON goes first, then the vocabulary, then the way out.
func (m *Model) gaugeWords(set render.Settings, about string, brevity int) []paint.Piece {
	total, budget := m.tally.total, set.Budget
	pieces := []paint.Piece{paint.Text.Of(" " + about), paint.Title.Of(paint.Comma(total))}
	if m.text.Waiting {
		// The number of the text before is marked as such.
		pieces[1] = paint.Dim.Of(paint.Comma(total) + m.st.Cut)
	}
	pieces = append(pieces, paint.Text.Of(" / "+paint.Comma(budget)))
	if brevity < 3 {
		pieces = append(pieces, paint.Text.Of(" tokens"))
	}
	if brevity < 2 {
		pieces = append(pieces, paint.Dim.Of(" "+set.Tokens))
	}
	tone := paint.BudgetTone(total, budget)
	switch over := "over by " + paint.Comma(total-budget); {
	case tone == paint.Bad && brevity < 3:
		pieces = append(pieces, paint.Dim.Of(m.st.Dot), tone.Of(m.st.Warn+" "+over+", F fits it"))
	case tone == paint.Bad:
		pieces = append(pieces, paint.Dim.Of(m.st.Dot), tone.Of(m.st.Warn+" "+over))
	case tone == paint.Warn:
		pieces = append(pieces, paint.Dim.Of(m.st.Dot), tone.Of(m.st.Warn+" "+paint.Comma(budget-total)+" left"))
	}
	switch json := m.shot().json[set.Tokens]; {
	case brevity > 0:
	case json > 0:
		pieces = append(pieces, paint.Dim.Of(m.st.Dot+paint.Percent(total, json)+" of JSON"))
	case m.tasks.json.Busy:
		pieces = append(pieces, paint.Dim.Of(m.st.Dot+m.st.Cut+" of JSON"))
	}
	return pieces
}

func gaugeCells(w int) int { return max(4, min(w/5, 32)) }

// optionsLine is the options, or a prompt or a message in their place.
func (m *Model) optionsLine(w int) string {
	switch {
	case m.mode == modePrompt:
		return m.promptLine(w)
	case m.note.text != "":
		l := m.st.Line(paint.Plain, w)
		l.Put(m.note.tone, " "+m.note.text)
		return l.Done()
	}
	l := m.st.Line(paint.Plain, w)
	l.Put(paint.Text, " ")
	for i, k := range m.shownKnobs(w) {
		if i > 0 && k.from-l.Used == paint.Width(m.st.Dot) {
			l.Put(paint.Dim, m.st.Dot)
		}
		l.Pad(k.from)
		l.Put(paint.Key, k.key)
		if k.shown != "" {
			l.Put(paint.Text, " ")
		}
		tone := paint.Text
		switch {
		case k.idle != "":
			tone = paint.Dim
		case k.set:
			tone = paint.Title
		}
		l.Put(tone, k.shown)
	}
	if w >= 30 {
		l.Pad(w - len(helpHint) - 1)
		l.Put(paint.Key, "?")
		l.Put(paint.Dim, " help")
	}
	return l.Done()
}

// helpHint stands at the end of the options.
const helpHint = "? help"

// A shownKnob is an option as it is shown, and the columns that it takes.
type shownKnob struct {
	knob
	shown    string
	from, to int
}

// brevities is in how many ways an option is written, from the longest.
const brevities = 6

// text is the option without its key. What the gauge says already goes first
// where room is scarce, then labels that the key and the value make clear.
func (k knob) text(brevity int) string {
	label, value := k.label, k.value
	if brevity > 0 {
		switch k.name {
		case "budget", "tokens":
			label, value = k.name, ""
			if brevity > 2 {
				label = ""
			}
		case "viewport":
			if brevity > 1 {
				label = "view"
			}
			if brevity > 3 && value != "off" {
				value = "on"
			}
		case "geometry":
			if brevity > 1 {
				label = "geo"
			}
		case "query":
			if brevity > 3 {
				label = ""
			}
		case "collapse", "max_elements":
			if brevity > 3 {
				label = ""
			}
		}
	}
	return strings.Trim(label+" "+value, " ")
}

// shownKnobs are the options in the line of options: all of them, if need be
// in a shorter form; else those that fit.
func (m *Model) shownKnobs(w int) (list []shownKnob) {
	knobs := m.knobs()
	for brevity := range brevities {
		gap := paint.Width(m.st.Dot)
		if brevity > 0 {
			gap = 2
		}
		if brevity == brevities-1 {
			gap = 1
		}
		at, all := 1, true
		list = list[:0]
		for _, k := range knobs {
			if k.key == "" {
				continue
			}
			if len(list) > 0 {
				at += gap
			}
			shown := k.text(brevity)
			end := at + paint.Width(k.key)
			if shown != "" {
				end += 1 + paint.Width(shown)
			}
			if end > w-len(helpHint)-2 {
				all = false
				break
			}
			list = append(list, shownKnob{k, shown, at, end})
			at = end
		}
		if all {
			return list
		}
	}
	return list
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
	case p.asks == askOption && p.spec.Name == "query" && m.obs != nil && value != "":
		tail = fmt.Sprintf("%s of %s", paint.Comma(m.obs.Kept()), paint.Plural(len(m.obs.Verdicts), "element"))
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
