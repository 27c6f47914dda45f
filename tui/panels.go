package tui

import (
	"context"
	"fmt"
	"slices"
	"time"

	"obscope/render"
	"obscope/tui/paint"
	"obscope/tui/panel"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// A panelArea is the pane of the panels, and which there are.
type panelArea struct {
	panel   panel.Pane
	panels  []panel.Panel // that p steps through
	tools   panel.Panel   // of them, that T opens
	opened  bool          // it was, if no step has a tree
	working string        // what the open panel finds out, and under which options
}

// isWide reports a panel that has use for more columns.
func (p *panelArea) isWide() bool { _, wide := p.panel.Panel.(panel.Wide); return wide }

// nextPane names where tab leads on a narrow screen.
func (p *panelArea) nextPane(from slot) string {
	switch {
	case from == paneTree:
		return "observation"
	case from == paneText && p.panel.Open:
		return p.panel.Panel.Name()
	}
	return "tree"
}

// state tells the panels what is on the screen.
func (m *Model) state() panel.State {
	shots, captures := slices.Clone(m.shots), m.rec.Captures
	s := panel.State{
		Obs: m.obs, Options: m.options(), Style: m.st, W: m.panel.W, H: m.panel.H, Selected: m.sel, Warnings: m.warnings(m.obs),
		Captures: captures, Session: m.rec.Session, Step: m.step, Pins: m.pins, Dialects: dialectNames(m.shot().c.Format, true),
		At: func(step int) *render.Renderer {
			if shots[step] == nil {
				shots[step] = newShot(captures[step])
			}
			return shots[step].r
		},
	}
	if m.held != nil {
		s.Held = &m.held.options
	}
	return s
}

// nextPanel opens the panel that was looked at last, at first the costs; with
// one open, the next that has something to show. After the last it closes.
func (m *Model) nextPanel() tea.Cmd {
	at, s := slices.Index(m.panels, m.panel.Panel), m.state()
	switch {
	case m.panel.Open && at < 0:
		at = len(m.panels)
	case m.panel.Open:
		at++
	case at < 0 || !m.panel.Panel.Shows(s):
		at = 0
	}
	for at < len(m.panels) && !m.panels[at].Shows(s) {
		at++
	}
	if at >= len(m.panels) {
		m.closePanel()
		m.panel.Panel = m.panels[0]
		return nil
	}
	return m.openPanel(m.panels[at])
}

// quickPanels is the size of captures up to which a panel is expected to be
// there with the frame that opens it.
const quickPanels = 20_000

func (m *Model) openPanel(which panel.Panel) tea.Cmd {
	if m.panel.Panel != which {
		m.tasks.work.Halt()
	}
	m.panel.Show(which)
	if len(m.shot().c.Elements) > quickPanels {
		m.tasks.panel.Took = m.jobs.Patience
	}
	m.tree.Stage = render.Kept
	if m.tree.Rows.Only != nil {
		m.tree.Rows.Filter(nil)
		m.tree.Follow()
	}
	m.setFocus(panePanel)
	return m.panelStale()
}

// togglePanel opens a panel, or closes it.
func (m *Model) togglePanel(which panel.Panel) tea.Cmd {
	if m.panel.Open && m.panel.Panel == which {
		m.closePanel()
		return nil
	}
	return m.openPanel(which)
}

// openDifference shows what changed since the previous step.
func (m *Model) openDifference() tea.Cmd {
	switch open := m.panel.Open && m.panel.Panel == panel.Panel(panel.Difference{}); {
	case !open && len(m.shots) == 1:
		return m.warn("the recording has one step; open several files, or a log, to compare steps")
	case !open && m.step == 0:
		return m.warn("this is the first step; . goes to the next")
	}
	return m.togglePanel(panel.Difference{})
}

func (m *Model) closePanel() {
	m.panel.Open, m.panel.Busy = false, false
	m.tasks.panel.Halt()
	m.tasks.work.Halt()
	if m.tree.Rows.Only != nil {
		m.tree.Rows.Filter(nil)
	}
	if m.focus == panePanel {
		m.focus = paneTree
	}
	m.relayout()
	m.tree.Follow()
}

// panelStale computes the open panel anew.
func (m *Model) panelStale() tea.Cmd {
	if !m.panel.Open || m.obs == nil {
		return nil
	}
	m.panel.Asked()
	s, which, obs, under := m.state(), m.panel.Panel, m.obs, optionsKey(m.options())
	more := m.panelWork(s)
	build := which.Build(s)
	if build == nil {
		return more
	}
	m.panel.Busy = !m.panel.Draws()
	ctx := m.tasks.panel.Context()
	return tea.Batch(more, m.jobs.Run(&m.tasks.panel, func() apply {
		page := build(ctx)
		return func(m *Model) tea.Cmd {
			if m.panel.Panel != which || !m.panel.Open || ctx.Err() != nil {
				return nil
			}
			if m.obs != obs {
				return m.panelStale()
			}
			m.panel.Under, m.panel.Of = under, obs.Capture()
			m.panel.Set(page)
			return nil
		}
	}))
}

// workDelay is how long a panel is looked at before what takes long begins: who
// walks through the panels passes it.
const workDelay = 80 * time.Millisecond

// lingered says that a panel is still there after workDelay.
type lingered struct {
	which panel.Panel
	obs   *render.Observation
}

// panelWork goes on with what the open panel finds out in slices.
func (m *Model) panelWork(s panel.State) tea.Cmd {
	w, ok := m.panel.Panel.(panel.Worker)
	if !ok {
		return nil
	}
	work := w.Work(s)
	key := fmt.Sprintf("%s %v %v %p", m.panel.Panel.Name(), s.Options.Flags(), s.Pins, m.rec.Captures[0])
	if work == nil || m.tasks.work.Stoppable() && m.working == key {
		return nil
	}
	if m.jobs.Patience <= time.Second && len(m.panel.Rows) == 0 {
		at := lingered{m.panel.Panel, m.obs}
		return tea.Tick(workDelay, func(time.Time) tea.Msg { return at })
	}
	return m.startWork(work, key)
}

func (m *Model) startWork(work func(context.Context) func(), key string) tea.Cmd {
	m.working = key
	return m.jobs.Quietly(&m.tasks.work, func(ctx context.Context) apply {
		took := work(ctx)
		return func(m *Model) tea.Cmd {
			m.working = ""
			took()
			return m.panelStale()
		}
	})
}

// linger begins with the work if the panel is still wanted.
func (m *Model) linger(at lingered) tea.Cmd {
	if !m.panel.Open || m.panel.Panel != at.which || m.obs == nil || m.tasks.work.Stoppable() {
		return nil
	}
	if work := at.which.(panel.Worker).Work(m.state()); work != nil {
		return m.startWork(work, "")
	}
	return nil
}

// optionsKey tells options apart.
func optionsKey(o render.Options) string { return fmt.Sprint(o.Flags()) }

// pressPanel is the keys of the panel with the focus.
func (m *Model) pressPanel(msg tea.KeyPressMsg) (tea.Cmd, bool) {
	row, any := m.panel.Row()
	if p, ok := m.panel.Panel.(panel.Presser); ok && any {
		if a, done := p.Press(m.keys, msg, row, m.state()); done {
			return m.look(a), true
		}
	}
	if key.Matches(msg, m.keys.Details) && any {
		return m.enterRow(row), true
	}
	return nil, false
}

// movePanel moves the cursor of the panel. What the row is about is shown at
// once.
func (m *Model) movePanel(by int) tea.Cmd {
	if m.panel.Draws() {
		return m.choose(m.tree.Move(by), false)
	}
	if len(m.panel.Rows) == 0 {
		return nil
	}
	return m.look(m.panel.Move(by))
}

// look shows what a row is about without changing anything but the panel.
func (m *Model) look(a panel.Action) tea.Cmd {
	switch a := a.(type) {
	case panel.Victims:
		m.showVictims(a.Stage)
		return nil
	case panel.Again:
		if a.Say != "" {
			m.say(a.Say)
		}
		return m.panelStale()
	case panel.Unpin:
		m.letGo(func(p panel.Pin) bool { return p == a.Pin })
		return m.panelStale()
	case panel.Say:
		m.note = note{a.Text, paint.Text}
	}
	if m.tree.Rows.Only != nil {
		m.tree.Rows.Filter(nil)
		m.tree.Follow()
	}
	if a, ok := a.(panel.Select); ok && m.panel.Of == m.shot().c {
		return m.choose(a.ID, true)
	}
	return nil
}

// enterRow does what a row offers.
func (m *Model) enterRow(r panel.Row) tea.Cmd {
	a := r.Enter
	if to, ok := a.(panel.GoTo); ok && to.Step == m.step {
		a = nil
	}
	if a == nil {
		a = r.Look
	}
	switch a := a.(type) {
	case panel.UseDialect:
		// A table that is not made anew yet has the options of before.
		o := m.history.now()
		if a.Name == m.settings().Dialect && len(o.Knobs) == 0 {
			return m.say(a.Name + " is in force already")
		}
		o.Dialect, o.Knobs = render.Set(a.Name), nil
		return m.change(o)
	case panel.Apply:
		if m.panel.Under != optionsKey(m.options()) {
			return m.warn("the options have changed since; this is being computed anew" + m.st.Cut)
		}
		return m.change(a.Options)
	case panel.GoTo:
		return m.goStepFor(a.Step, a.Element)
	case panel.Victims:
		m.showVictims(a.Stage)
		m.setFocus(paneTree)
		return m.nextOut(1)
	case panel.Select:
		if m.panel.Of != m.shot().c {
			return nil // the rows are made anew
		}
		m.setFocus(paneTree)
		return m.choose(a.ID, true)
	case panel.Say:
		m.note = note{a.Text, paint.Text}
	}
	return nil
}

// showVictims leaves in the tree only what a stage took out, and what is above
// it.
func (m *Model) showVictims(stage render.Stage) {
	keep := make([]bool, len(m.obs.Verdicts))
	any := false
	for id, v := range m.obs.Verdicts {
		keep[id] = v.Stage == stage
		any = any || keep[id]
	}
	if !any {
		m.say(m.obs.StageName(stage) + " takes nothing out")
		keep = nil
	}
	m.tree.Stage = stage
	m.tree.Rows.Filter(keep)
	m.tree.Follow()
}
