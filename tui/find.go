package tui

import (
	"strings"

	"obscope/model"
	"obscope/tui/dialog"
	"obscope/tui/paint"

	tea "charm.land/bubbletea/v2"
)

func (m *Model) openFind() tea.Cmd {
	m.ask(dialog.AskFind, "find", "role, name, ref or value", "").List = &m.find
	m.find.Best, m.find.At, m.find.Query = nil, 0, ""
	if !m.find.Corpus.Of(m.shot().c) {
		return m.search("") // prepared while the person types
	}
	return nil
}

// search looks for what was typed.
func (m *Model) search(query string) tea.Cmd {
	c, k, clean, captures, step := m.shot().c, m.find.Corpus, m.st.Clean, m.rec.Captures, m.step
	m.find.Query, m.find.Busy = query, true
	return m.jobs.Run(&m.tasks.find, func() apply {
		if !k.Of(c) {
			k = dialog.NewCorpus(c, clean)
		}
		var best []dialog.Found
		var all []model.ID
		if strings.TrimSpace(query) != "" {
			best, all = k.Find(query)
		}
		var matches []bool
		gone := dialog.LastSeen{}
		switch {
		case len(all) > 0 && !k.IsText():
			matches = marked(len(c.Elements), all)
		case len(all) == 0 && strings.TrimSpace(query) != "" && c.Call != nil:
			gone = dialog.SeenElsewhere(captures, step, query)
		}
		return func(m *Model) tea.Cmd {
			if m.shot().c != c {
				return nil
			}
			taken := m.find.Taken
			m.find = dialog.Find{Corpus: k, Query: query, Best: best, Hits: all, Gone: gone}
			m.tree.Matches = matches
			if p := m.asking(); taken && p != nil && p.Asks == dialog.AskFind {
				return tea.Batch(m.takeFind(), m.catchUp())
			}
			return nil
		}
	})
}

// takeFind goes to the match under the cursor of the list.
func (m *Model) takeFind() tea.Cmd {
	if m.find.Busy {
		m.find.Taken = true
		return nil
	}
	if len(m.find.Best) == 0 {
		if m.find.Query == "" {
			return m.cancel()
		}
		if m.find.Gone.Found {
			return m.takeGone()
		}
		m.asking().Err = "nothing matches"
		return nil
	}
	m.leave()
	m.say(paint.Plural(len(m.find.Hits), "match") + "; n and N walk them")
	id := m.find.Best[m.find.At].ID
	if m.find.Corpus.IsText() {
		return m.read(int(id))
	}
	return m.choose(id, true)
}
