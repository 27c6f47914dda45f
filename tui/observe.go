package tui

import (
	"context"
	"errors"

	"obscope/model"
	"obscope/render"
	"obscope/tui/paint"
	"obscope/tui/pane"

	tea "charm.land/bubbletea/v2"
)

// A tally is what the present observation costs, once it is counted.
type tally struct {
	counted bool
	total   int
	subtree []int32
}

// show puts a capture on the screen.
func (m *Model) show(step int) tea.Cmd {
	m.enter(step)
	return m.refresh()
}

// enter makes a capture the one that is shown; its observation is to follow.
func (m *Model) enter(step int) {
	m.step, m.goal = step, step
	m.panel.Still = true
	s := m.shot()
	m.tree.Rows, m.tree.C = s.rows, s.c
	m.tree.Obs, m.tree.Cost = nil, nil
	m.obs, m.text.Obs = nil, nil
	m.tree.Used = map[model.ID]bool{}
	for _, u := range s.c.Uses {
		if u.Element != model.None {
			m.tree.Used[u.Element] = true
		}
	}
	m.find.forget()
	m.tree.Matches = nil
	if m.sel == model.None && len(s.c.Elements) > 0 {
		m.sel = s.c.Tree.Order[0]
	}
	m.markPins()
	m.tree.Select(m.sel)
}

// refresh makes the observation anew under the options in force.
func (m *Model) refresh() tea.Cmd {
	if m.goal != m.step {
		// A step is on its way; it takes the new options along.
		return m.goStep(m.goal)
	}
	s, o := m.shot(), m.options()
	made, ctx := s.made, m.tasks.observe.Context()
	s.made = nil
	cmd := m.jobs.Run(&m.tasks.observe, func() apply {
		seen, err := s.observe(ctx, o, made)
		if ctx.Err() != nil {
			return nothing
		}
		return func(m *Model) tea.Cmd { return m.observed(seen, err) }
	})
	m.text.Waiting = m.tasks.observe.Busy
	return cmd
}

// observing reports whether an observation under changed options is on its way
// and may still be stopped.
func (m *Model) observing() bool {
	t := &m.tasks.observe
	return t.Stoppable() && m.obs != nil && m.goal == m.step && m.preview == nil && m.history.at > 0
}

// stopObserving takes back the last change of options, whose observation takes
// long.
func (m *Model) stopObserving() tea.Cmd {
	m.tasks.observe.Halt()
	m.stepping = stepping{}
	m.history.undo()
	m.say("rendering stopped, and the change taken back")
	return m.refresh()
}

// A sight is an observation with what the screen needs of it.
type sight struct {
	obs     *render.Observation
	options render.Options // that it was made with
	lines   pane.Lines
	tally   tally
	lit     *pane.LineRange // of a whole result the lines of the tree; nil for any other text
}

// observe makes an observation, unless it is made; its costs are left out if
// counting them takes long.
func (s *shot) observe(ctx context.Context, o render.Options, made *render.Observation) (sight, error) {
	obs := made
	if obs == nil {
		var err error
		if obs, err = s.r.ObserveContext(ctx, o); err != nil {
			return sight{}, err
		}
	}
	seen := sight{obs: obs, options: o, lines: pane.NewLines(obs, s.newlines)}
	if asRead(obs) {
		seen.lit = litLines(s.c)
	}
	if obs.Counted() {
		seen.tally = measure(obs)
	}
	return seen, nil
}

// measure reads the costs of an observation.
func measure(obs *render.Observation) tally {
	t := tally{counted: true, total: obs.Tokens(), subtree: obs.SubtreeTokens()}
	return t
}

// observed takes a new observation in.
func (m *Model) observed(seen sight, err error) tea.Cmd {
	m.text.Waiting = false
	step := m.stepping
	m.stepping = stepping{}
	if err != nil {
		o := m.options()
		if _, wrong := render.Settle(m.shot().c, o); wrong == nil && step.on && m.history.at > 0 {
			// This dialect cannot write the capture: on to the next.
			m.history.backTo(m.shown)
			tried := o.Dialect.Or("")
			m.shot().unfit[tried] = true
			return m.nextDialect(tried, step.all)
		}
		// The options that do not fit are taken back; those before did.
		m.note = note{m.st.Clean.Text(err.Error(), 200), paint.Bad}
		if m.preview == nil {
			m.history.backTo(m.shown)
		}
		if m.obs == nil && len(m.options().Flags()) > 0 {
			// Nothing fits yet: start from the defaults.
			m.history = newHistory(render.Options{})
			return m.refresh()
		}
		return nil
	}
	obs, t := seen.obs, seen.tally
	if obs.Capture() != m.shot().c {
		return m.refresh()
	}
	m.obs, m.shown = obs, seen.options
	m.lines = 0
	for _, e := range obs.Entries {
		if e.ID != model.None {
			m.lines++
		}
	}
	m.tree.Obs = obs
	m.text.Show(seen.lines)
	m.text.Lit, m.text.WhatIf = seen.lit, obs.Capture().Call != nil && seen.lit == nil
	m.applyTally(t)
	m.start()
	m.pinAtStart()
	m.link()
	cmds := []tea.Cmd{m.rest(), m.openTreeless(), m.panelStale(), m.countRead()}
	if !t.counted {
		cmds = append(cmds, m.count())
	} else {
		m.tasks.count.Halt()
		m.tasks.count.Drop()
		cmds = append(cmds, m.countJSON(), m.resort(), m.countBeyond())
	}
	return tea.Batch(append(cmds, m.catchUp())...)
}

// start selects what the inspector was asked to open with, once.
func (m *Model) start() {
	if m.cfg.Select == "" {
		return
	}
	if ids, err := m.obs.Find(m.cfg.Select); err == nil {
		m.sel = ids[0]
		m.tree.Rows.Reveal(m.sel)
	}
	m.cfg.Select = ""
}

// applyTally shows counts, or that they are on their way.
func (m *Model) applyTally(t tally) {
	m.tally = t
	m.tree.Cost = t.subtree
	m.tree.Total = t.total
}

// count counts an observation in the background.
func (m *Model) count() tea.Cmd {
	obs, ctx := m.obs, m.tasks.count.Context()
	return m.jobs.Run(&m.tasks.count, func() apply {
		if err := obs.Count(ctx); err != nil {
			return func(m *Model) tea.Cmd {
				if m.obs != obs || errors.Is(err, context.Canceled) {
					return nil
				}
				return m.warn(err.Error())
			}
		}
		t := measure(obs)
		return func(m *Model) tea.Cmd {
			if m.obs != obs {
				return nil
			}
			m.applyTally(t)
			return tea.Batch(m.countJSON(), m.panelStale(), m.resort(), m.countBeyond())
		}
	})
}

// A yardstick is what is counted as JSON.
type yardstick struct {
	shot       *shot
	vocabulary string
}

// countJSON counts the capture as JSON, what the gauge compares with.
func (m *Model) countJSON() tea.Cmd {
	s, vocabulary := m.shot(), m.obs.Set.Tokens
	if _, known := s.json[vocabulary]; known || m.treeless(m.step) || m.tasks.json.Busy && m.yardstick == (yardstick{s, vocabulary}) {
		return nil
	}
	m.yardstick = yardstick{s, vocabulary}
	return m.jobs.Quietly(&m.tasks.json, func(ctx context.Context) apply {
		n, err := s.r.JSONTokensContext(ctx, vocabulary)
		if err != nil {
			return nothing // it is counted when it is asked for again
		}
		return func(m *Model) tea.Cmd { s.json[vocabulary] = n; return nil }
	})
}

// A beyond is what the elements would cost that the cap left out.
type beyond struct {
	obs    *render.Observation // whose cap it is
	known  bool
	tokens int
}

// countBeyond counts what is beyond the cap.
func (m *Model) countBeyond() tea.Cmd {
	obs, r := m.obs, m.shot().r
	if obs.Beyond() == 0 || m.beyond.obs == obs {
		return nil
	}
	m.beyond = beyond{obs: obs}
	o := m.options()
	o.MaxElements = render.Set(render.NoCap)
	return m.jobs.Quietly(&m.tasks.beyond, func(ctx context.Context) apply {
		all, err := r.ObserveContext(ctx, o)
		if err != nil || all.Count(ctx) != nil {
			return nothing
		}
		n := all.Tokens() - obs.Tokens()
		return func(m *Model) tea.Cmd {
			m.beyond = beyond{obs, true, n}
			return nil
		}
	})
}

// resort orders the tree by what subtrees cost, or as captured.
func (m *Model) resort() tea.Cmd {
	rows := m.shot().rows
	if !m.tree.ByCost {
		if len(rows.Order) > 0 && &rows.Order[0] != &rows.Tree.Order[0] {
			rows.SortBy(nil)
			m.tree.Follow()
		}
		return nil
	}
	if m.tally.subtree == nil {
		return nil
	}
	t, cost := rows.Tree, m.tally.subtree
	return m.jobs.Run(&m.tasks.sort, func() apply {
		order, pos := pane.ByCost(t, cost)
		return func(m *Model) tea.Cmd {
			if m.shot().rows == rows && m.tree.ByCost {
				rows.Order, rows.Pos = order, pos
				rows.Rebuild()
				m.tree.Follow()
			}
			return nil
		}
	})
}
