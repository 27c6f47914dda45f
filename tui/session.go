package tui

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"obscope/model"
	"obscope/render"
	"obscope/render/tokens"
	"obscope/tui/pane"

	tea "charm.land/bubbletea/v2"
)

// stepNamed is the step, from 0, that a person names in words: step 4, step
// last. It reports whether a step is meant at all.
func (m *Model) stepNamed(name string) (step int, is bool, err error) {
	rest, is := strings.CutPrefix(strings.TrimSpace(strings.ToLower(name)), "step")
	rest = strings.TrimSpace(rest)
	if n, err := strconv.Atoi(rest); is && err == nil && n >= 1 && n <= len(m.shots) {
		return n - 1, true, nil
	}
	if is && rest == "last" {
		return slices.Index(m.rec.Captures, m.rec.LastTree()), true, nil
	}
	if _, err := strconv.Atoi(rest); !is || err != nil && rest != "" {
		return 0, false, nil
	}
	return 0, true, fmt.Errorf("step takes a number from 1 to %d, or last", len(m.shots))
}

// openTools shows what the tools of a session cost.
func (m *Model) openTools() tea.Cmd {
	if m.rec.Session == nil {
		return m.warn("this is no log of an agent: it has no tools")
	}
	return m.togglePanel(m.tools)
}

// openTreeless opens a session in which no step has a tree as what its tools cost,
// once.
func (m *Model) openTreeless() tea.Cmd {
	if m.opened || m.rec.Session == nil {
		return nil
	}
	m.opened = true
	if m.rec.LastTree().HasTree() {
		return nil
	}
	return m.openPanel(m.tools)
}

// A readCost is what a session's step costs as the model read it.
type readCost struct {
	whole int // tokens of the whole result
	tree  int // of the part that the tree was read from
}

// asRead reports whether an observation is the whole result of a step, as the
// model read it; any other of a session's steps is a what-if.
func asRead(obs *render.Observation) bool {
	c := obs.Capture()
	return c.Call != nil && obs.Set.Dialect == "text" && obs.Text() == c.Text
}

// countRead counts a step as the model read it, what the gauge tells apart.
func (m *Model) countRead() tea.Cmd {
	s, vocabulary := m.shot(), m.obs.Set.Tokens
	if _, known := s.read[vocabulary]; known || s.c.Call == nil {
		return nil
	}
	return m.jobs.Quietly(&m.tasks.read, func(context.Context) apply {
		counter, err := tokens.Open(vocabulary)
		if err != nil {
			return nothing
		}
		r := readCost{whole: counter.Count(s.c.Text)}
		if _, part := treePart(s.c); len(part) == len(s.c.Text) {
			r.tree = r.whole
		} else {
			r.tree = counter.Count(part)
		}
		return func(m *Model) tea.Cmd {
			s.read[vocabulary] = r
			return nil
		}
	})
}

// treePart is what of a step's whole result the tree was read from, and the line,
// from 0, on which it begins. Where the lines of elements are known it goes from
// the first of them to what is indented below the last, without the heads and
// fences that a format counts as its own.
func treePart(c *model.Capture) (first int, part string) {
	lines := strings.SplitAfter(c.Text, "\n")
	from := strings.Count(c.Text[:c.Call.From], "\n")
	to := from + strings.Count(strings.TrimSuffix(c.Text[c.Call.From:c.Call.To], "\n"), "\n") + 1
	if !c.HasTree() {
		return 0, ""
	}
	least, most := len(lines), -1
	for _, n := range c.Lines {
		if n >= 0 && int(n) < len(lines) {
			least, most = min(least, int(n)), max(most, int(n))
		}
	}
	if most >= 0 {
		from, to = least, most+1
		for deep := indentation(lines[most]); to < len(lines) && indentation(lines[to]) > deep; {
			to++
		}
	}
	return from, strings.TrimSuffix(strings.Join(lines[from:min(to, len(lines))], ""), "\n")
}

func indentation(line string) int { return len(line) - len(strings.TrimLeft(line, " \t")) }

// litLines are the lines of a whole result that are the tree's.
func litLines(c *model.Capture) *pane.LineRange {
	first, part := treePart(c)
	if part == "" {
		return &pane.LineRange{}
	}
	return &pane.LineRange{From: first, To: first + strings.Count(part, "\n") + 1}
}

// atEnd reports whether the last step is shown, or the last with a tree.
func (m *Model) atEnd() bool {
	return m.step == len(m.shots)-1 || m.shot().c == m.rec.LastTree()
}

// keepSteps puts the steps of a log that were there before in the place of the
// same ones in what was read anew, so that all that is known of them stays.
func keepSteps(was, rec *model.Recording) {
	if was.Session == nil || rec.Session == nil {
		return
	}
	for i := range min(len(was.Captures), len(rec.Captures)) {
		if sameStep(was.Captures[i], rec.Captures[i]) {
			rec.Captures[i] = was.Captures[i]
		}
	}
}

// sameStep reports whether two readings of a step tell the same.
func sameStep(a, b *model.Capture) bool {
	return a.Call != nil && b.Call != nil && *a.Call == *b.Call && a.Text == b.Text && a.Source == b.Source && a.Step == b.Step &&
		len(a.Elements) == len(b.Elements) && slices.Equal(a.Uses, b.Uses) && slices.Equal(a.Warnings, b.Warnings)
}
