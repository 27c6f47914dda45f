package tui

import (
	"fmt"
	"slices"
	"strings"

	"obscope/model"
	"obscope/tui/paint"

	tea "charm.land/bubbletea/v2"
)

// textCorpus is what find looks into where a step has no tree: the lines of its
// text, whose numbers stand for elements.
func textCorpus(c *model.Capture, clean paint.Cleaner) *corpus {
	k := &corpus{c: c, isText: true}
	for line := range strings.SplitSeq(strings.TrimSuffix(c.Text, "\n"), "\n") {
		text := clean.Text(line, paint.MaxClean)
		k.texts, k.lower = append(k.texts, text), append(k.lower, strings.ToLower(text))
	}
	return k
}

// order is what find walks through: elements as the tree has them, or lines.
func (k *corpus) order() []model.ID {
	if !k.isText {
		return k.c.Tree.Order
	}
	all := make([]model.ID, len(k.texts))
	for i := range all {
		all[i] = model.ID(i)
	}
	return all
}

// nextLine goes to the next line in that direction that the last find found.
func (m *Model) nextLine(by int) tea.Cmd {
	hits, at := slices.Clone(m.find.hits), model.ID(m.text.Cursor)
	slices.Sort(hits)
	if by < 0 {
		slices.Reverse(hits)
	}
	next := slices.IndexFunc(hits, func(id model.ID) bool { return by > 0 && id > at || by < 0 && id < at })
	return m.read(int(hits[max(next, 0)]))
}

// lastSeen is where another step of a session holds what a person looks for.
type lastSeen struct {
	found bool
	step  int      // from 0
	id    model.ID // there
	lost  int      // the first step with a tree behind it, which no longer has it; 0 if there is none
	later bool     // it comes only after the step that is shown
}

// seenElsewhere looks for an element in the steps before one, the nearest
// first, and then in those after it. Values are not looked into: they may be
// secrets.
func seenElsewhere(captures []*model.Capture, step int, query string) lastSeen {
	want := strings.ToLower(strings.TrimSpace(query))
	in := func(c *model.Capture) model.ID {
		for _, id := range c.Tree.Order {
			e := c.Element(id)
			if strings.Contains(strings.ToLower(e.Role+` "`+e.Name+`" `+e.Ref), want) {
				return id
			}
		}
		return model.None
	}
	lost := 0
	for at := step; at < len(captures) && lost == 0; at++ {
		if captures[at].HasTree() {
			lost = at
		}
	}
	for at := step - 1; at >= 0; at-- {
		if !captures[at].HasTree() {
			continue
		}
		if id := in(captures[at]); id != model.None {
			return lastSeen{true, at, id, lost, false}
		}
		lost = at
	}
	for at := step + 1; at < len(captures); at++ {
		if id := in(captures[at]); id != model.None {
			return lastSeen{true, at, id, 0, true}
		}
	}
	return lastSeen{}
}

// says tells where it was.
func (l lastSeen) says() string {
	switch {
	case l.later:
		return fmt.Sprintf("not here; it comes in step %d", l.step+1)
	case l.lost == 0:
		return fmt.Sprintf("not here; step %d held it last", l.step+1)
	}
	return fmt.Sprintf("lost in step %d; step %d held it last", l.lost+1, l.step+1)
}

// takeGone goes to the step that holds what this one does not.
func (m *Model) takeGone() tea.Cmd {
	gone := m.find.gone
	m.leavePrompt()
	cmd := m.goStepFor(gone.step, gone.id)
	m.note = note{gone.says(), paint.Warn}
	return cmd
}
