package tui

import (
	"fmt"
	"strings"

	"obscope/model"
	"obscope/render"

	tea "charm.land/bubbletea/v2"
)

// header is the first line: what is open.
func (m *Model) header() string {
	l := m.st.line(groundPlain, m.w)
	c := m.shot().c
	right := plural(len(c.Elements), "element")
	right += m.st.dot + fmt.Sprintf("step %d/%d", m.step+1, len(m.shots))
	warnings := len(c.Warnings) + len(m.rec.Warnings)
	if m.obs != nil {
		warnings += len(m.obs.Warnings)
	}
	marked := ""
	if warnings > 0 {
		marked = m.st.dot + m.st.warn + " " + comma(warnings)
	}
	rightW := width(right) + width(marked) + 1
	l.max = max(0, m.w-rightW-2)
	l.put(toneTitle, " obscope")
	l.put(toneText, "  ")
	for i, part := range headerParts(c) {
		if i > 0 {
			l.put(toneDim, m.st.dot)
		}
		tone := toneDim
		if i == 0 {
			tone = toneText
		}
		l.put(tone, m.st.clean.text(part, 60))
	}
	l.max = m.w
	if rightW+10 <= m.w {
		l.pad(m.w - rightW)
		l.put(toneDim, right)
		l.put(toneWarn, marked)
	}
	return l.done()
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

// amberFrom is the part of the budget from which the gauge is amber, in
// per cent.
const amberFrom = 80

// gaugeLine says what the text costs.
func (m *Model) gaugeLine(w int) string {
	l := m.st.line(groundPlain, w)
	l.put(toneText, " ")
	set := m.settings()
	if m.obs == nil {
		l.put(toneDim, "rendering"+m.st.cut)
		return l.done()
	}
	about := ""
	if set.Tokens == "chars4" {
		about = m.st.about
	}
	if !m.tally.counted {
		l.put(toneDim, strings.Repeat(m.st.shade, gaugeCells(w))+" ")
		l.put(toneDim, "counting"+m.st.cut+" / "+comma(set.Budget)+" tokens "+set.Tokens)
		return l.done()
	}
	m.gauge(l, m.tally.total, set.Budget, gaugeCells(w), budgetTone(m.tally.total, set.Budget))
	pins, any := m.pinsPiece(m.obs, w/3)
	if any && w >= pinsFrom {
		l.max -= width(pins.text) + 2
	}
	for brevity := range 4 {
		pieces := m.gaugeWords(set, about, brevity)
		used := 0
		for _, p := range pieces {
			used += width(p.text)
		}
		if used <= l.left() || brevity == 3 {
			for _, p := range pieces {
				l.put(p.tone, p.text)
			}
			break
		}
	}
	if any {
		l.max = w
		l.pad(w - width(pins.text) - 1)
		l.put(pins.tone, pins.text)
	}
	return l.done()
}

// pinsFrom is the width from which the gauge leaves room for the pins.
const pinsFrom = 56

// budgetTone tells by its colour how total stands to budget.
func budgetTone(total, budget int) tone {
	switch {
	case total > budget:
		return toneBad
	case total*100 >= budget*amberFrom:
		return toneWarn
	}
	return toneGood
}

// gaugeWords is what stands beside the gauge. Where room is scarce the
// comparison with JSON goes first, then the vocabulary, then the way out.
func (m *Model) gaugeWords(set render.Settings, about string, brevity int) []piece {
	total, budget := m.tally.total, set.Budget
	pieces := []piece{{toneText, " " + about}, {toneTitle, comma(total)}}
	if m.text.waiting {
		// The number of the text before is marked as such.
		pieces[1] = piece{toneDim, comma(total) + m.st.cut}
	}
	pieces = append(pieces, piece{toneText, " / " + comma(budget)})
	if brevity < 3 {
		pieces = append(pieces, piece{toneText, " tokens"})
	}
	if brevity < 2 {
		pieces = append(pieces, piece{toneDim, " " + set.Tokens})
	}
	tone := budgetTone(total, budget)
	switch over := "over by " + comma(total-budget); {
	case tone == toneBad && brevity < 3:
		pieces = append(pieces, piece{toneDim, m.st.dot}, piece{tone, m.st.warn + " " + over + ", F fits it"})
	case tone == toneBad:
		pieces = append(pieces, piece{toneDim, m.st.dot}, piece{tone, m.st.warn + " " + over})
	case tone == toneWarn:
		pieces = append(pieces, piece{toneDim, m.st.dot}, piece{tone, m.st.warn + " " + comma(budget-total) + " left"})
	}
	switch json := m.shot().json[set.Tokens]; {
	case brevity > 0:
	case json > 0:
		pieces = append(pieces, piece{toneDim, m.st.dot + percent(total, json) + " of JSON"})
	case m.tasks.json.busy:
		pieces = append(pieces, piece{toneDim, m.st.dot + m.st.cut + " of JSON"})
	}
	return pieces
}

func gaugeCells(w int) int { return max(4, min(w/5, 32)) }

// gauge draws total against budget.
func (m *Model) gauge(l *line, total, budget, cells int, tone tone) {
	full := 0
	if total > 0 {
		full = min(max(1, (total*cells+budget/2)/budget), cells)
	}
	l.put(tone, strings.Repeat(m.st.blocks[8], full))
	l.put(toneDim, strings.Repeat(m.st.shade, cells-full))
}

func percent(part, whole int) string {
	switch p := float64(part) * 100 / float64(whole); {
	case p > 0 && p < 0.1:
		return "under 0.1 %"
	case p > 0 && p < 1:
		return fmt.Sprintf("%.1f %%", p)
	default:
		return fmt.Sprintf("%.0f %%", p)
	}
}

// optionsLine is the options, or a prompt or a message in their place.
func (m *Model) optionsLine(w int) string {
	switch {
	case m.mode == modePrompt:
		return m.promptLine(w)
	case m.note.text != "":
		l := m.st.line(groundPlain, w)
		l.put(m.note.tone, " "+m.note.text)
		return l.done()
	}
	l := m.st.line(groundPlain, w)
	l.put(toneText, " ")
	for i, k := range m.shownKnobs(w) {
		if i > 0 && k.from-l.used == width(m.st.dot) {
			l.put(toneDim, m.st.dot)
		}
		l.pad(k.from)
		l.put(toneKey, k.key)
		if k.shown != "" {
			l.put(toneText, " ")
		}
		tone := toneText
		switch {
		case k.idle != "":
			tone = toneDim
		case k.set:
			tone = toneTitle
		}
		l.put(tone, k.shown)
	}
	if w >= 30 {
		l.pad(w - len(helpHint) - 1)
		l.put(toneKey, "?")
		l.put(toneDim, " help")
	}
	return l.done()
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
		gap := width(m.st.dot)
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
			end := at + width(k.key)
			if shown != "" {
				end += 1 + width(shown)
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
	l := m.st.line(groundPlain, w)
	l.put(toneKey, " "+m.st.clean.text(p.label, max(8, w-12)))
	l.put(toneDim, ": ")
	value := m.st.clean.text(p.input.Value(), maxClean)
	room := max(1, w-l.used-1)
	if width(value) > room {
		value = fitEnd(value, room, m.st.cut)
	}
	l.put(toneText, value)
	if p.fresh {
		l.on(groundCursor, toneText, m.st.clean.text(p.was, room))
	}
	tail, tone := p.hint, toneDim
	switch {
	case p.err != "":
		tail, tone = m.st.clean.text(p.err, 200), toneBad
	case p.asks == askOption && p.spec.Name == "query" && m.obs != nil && value != "":
		tail = fmt.Sprintf("%s of %s", comma(m.obs.Kept()), plural(len(m.obs.Verdicts), "element"))
	case p.asks == askFind && m.find.query != "" && !m.tasks.find.busy:
		tail = plural(len(m.find.hits), "match")
	case p.asks == askFind && m.tasks.find.busy:
		tail = "searching" + m.st.cut
	}
	if tail != "" && l.left() > 8 {
		l.put(toneText, "  ")
		tail = fit(tail, l.left()-1, m.st.cut)
		l.pad(w - width(tail) - 1)
		l.put(tone, tail)
	}
	return l.done()
}

// promptCursor is where the terminal's cursor stands while a person types.
func (m *Model) promptCursor() *tea.Cursor {
	p := &m.prompt
	head := 1 + width(m.st.clean.text(p.label, max(8, m.lay.options.w-12))) + 2
	runes := []rune(p.input.Value())
	before := m.st.clean.text(string(runes[:min(p.input.Position(), len(runes))]), maxClean)
	x := min(head+width(before), m.lay.options.w-1)
	return tea.NewCursor(m.lay.options.x+max(0, x), m.lay.options.y)
}
