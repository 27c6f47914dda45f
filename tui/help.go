package tui

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// A helpPage is how far help is scrolled.
type helpPage struct{ top int }

func (m *Model) openHelp() { m.mode, m.help = modeHelp, helpPage{} }

func (m *Model) pressHelp(msg tea.KeyPressMsg) tea.Cmd {
	k := &m.keys
	switch {
	case key.Matches(msg, k.Close, k.Quit, k.Help):
		m.mode = modeBrowse
	case key.Matches(msg, k.Down):
		m.help.top++
	case key.Matches(msg, k.Up):
		m.help.top--
	case key.Matches(msg, k.PageDown):
		m.help.top += m.h / 2
	case key.Matches(msg, k.PageUp):
		m.help.top -= m.h / 2
	}
	return nil
}

// helpColumn is the width of a column of help.
const helpColumn = 37

// helpBox is every key, made from the KeyMap, and what the marks mean.
func (m *Model) helpBox() box {
	columns := max(1, min(3, (m.w-4)/helpColumn))
	cols := m.helpColumns(columns)
	tallest := 0
	for _, c := range cols {
		tallest = max(tallest, len(c))
	}
	h := min(tallest, m.h-2)
	m.help.top = max(0, min(m.help.top, tallest-h))
	foot := "esc closes"
	if tallest > h {
		foot = "j k scroll" + m.st.dot + foot
	}
	return box{title: "help", foot: foot, w: columns*helpColumn + 1, h: h, lines: func(w, h int) []string {
		lines := make([]string, 0, h)
		for y := m.help.top; y < m.help.top+h; y++ {
			l := m.st.line(groundPlain, w)
			for i, c := range cols {
				l.pad(1 + i*helpColumn)
				if y < len(c) {
					end := 1 + (i+1)*helpColumn - 1
					l.max = min(w, end)
					for _, p := range c[y] {
						if p.tone == toneText {
							l.pad(1 + i*helpColumn + 9)
						}
						l.put(p.tone, p.text)
					}
					l.max = w
				}
			}
			lines = append(lines, l.done())
		}
		return lines
	}}
}

// helpColumns divides the groups of keys among columns of about equal height.
func (m *Model) helpColumns(n int) [][][]piece {
	var blocks [][][]piece
	total := 0
	for _, g := range m.keys.groups() {
		block := [][]piece{{{toneTitle, g.title}}}
		for _, b := range g.keys {
			h := b.Help()
			block = append(block, []piece{{toneKey, m.asciiKey(h.Key)}, {toneText, m.asciiKey(h.Desc)}})
		}
		blocks = append(blocks, append(block, nil))
	}
	blocks = append(blocks, m.legend())
	for _, b := range blocks {
		total += len(b)
	}
	cols := make([][][]piece, n)
	at := 0
	for _, b := range blocks {
		if at < n-1 && len(cols[at]) > 0 && len(cols[at])+len(b)/2 > total/n {
			at++
		}
		cols[at] = append(cols[at], b...)
	}
	return cols
}

// asciiKey spells the arrows where only ASCII is drawn.
func (m *Model) asciiKey(s string) string {
	if !m.cfg.ASCII {
		return s
	}
	var b []byte
	for _, r := range s {
		switch r {
		case '↓':
			b = append(b, "down"...)
		case '↑':
			b = append(b, "up"...)
		case '←':
			b = append(b, "left"...)
		case '→':
			b = append(b, "right"...)
		case '…':
			b = append(b, "..."...)
		default:
			b = append(b, string(r)...)
		}
	}
	return string(b)
}

// legend explains the marks.
func (m *Model) legend() [][]piece {
	row := func(t tone, mark, text string) []piece { return []piece{{t, mark}, {toneText, text}} }
	return [][]piece{
		{{toneTitle, "marks"}},
		row(toneBad, m.st.out, "out: the agent cannot see it"),
		row(toneDim, m.st.lifted, "out, and says nothing of its own"),
		row(toneWarn, m.st.ghost, "where it would stand"),
		row(toneTitle, m.st.away, "the selected one is folded in here"),
		row(toneKey, m.st.used, "the agent used it next"),
		row(toneDim, "1.4k", "tokens, with what is below"),
		row(toneDim, "dim", "an option that changes nothing now"),
		row(toneTitle, "bold", "an option that is set, not default"),
	}
}
