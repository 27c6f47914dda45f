package tui

import (
	"context"
	"fmt"
	"slices"

	"obscope/model"
	"obscope/render"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// nextPanel opens the panel that was looked at last, at first the costs; with
// one open, the next that has something to show. After the last it closes.
func (m *Model) nextPanel() tea.Cmd {
	kind := m.panel.kind
	switch {
	case m.panel.open:
		kind++
	case kind >= numCycled || !m.shows(kind):
		kind = panelCosts
	}
	for kind < numCycled && !m.shows(kind) {
		kind++
	}
	if kind >= numCycled {
		m.panel.kind = panelCosts
		m.closePanel()
		return nil
	}
	return m.openPanel(kind)
}

// shows reports whether a panel has something to show.
func (m *Model) shows(kind panelKind) bool {
	switch kind {
	case panelPins:
		return len(m.pins) > 0
	case panelSteps:
		return len(m.shots) > 1 || len(m.shot().c.Uses) > 0
	case panelWarnings:
		return len(m.warnings()) > 0
	}
	return true
}

// quickPanels is the size of captures up to which a panel is expected to be
// there with the frame that opens it.
const quickPanels = 20_000

func (m *Model) openPanel(kind panelKind) tea.Cmd {
	if kind != panelDialects {
		m.tasks.compare.halt()
	}
	if !m.panel.open || m.panel.kind != kind {
		m.panel.cursor, m.panel.top = 0, 0
		m.panel.rows, m.panel.subtitle = nil, ""
	}
	if len(m.shot().c.Elements) > quickPanels {
		m.tasks.panel.took = m.patience
	}
	m.panel.open, m.panel.kind, m.panel.toStep = true, kind, true
	m.tree.stage = render.Kept
	if m.tree.rows.only != nil {
		m.tree.rows.filter(nil)
		m.tree.follow()
	}
	m.setFocus(panePanel)
	return m.panelStale()
}

func (m *Model) closePanel() {
	m.panel.open, m.panel.busy = false, false
	m.tasks.panel.halt()
	m.tasks.compare.halt()
	if m.tree.rows.only != nil {
		m.tree.rows.filter(nil)
	}
	if m.focus == panePanel {
		m.focus = paneTree
	}
	m.relayout()
	m.tree.follow()
}

// panelStale computes the open panel anew.
func (m *Model) panelStale() tea.Cmd {
	if !m.panel.open || m.obs == nil {
		return nil
	}
	if m.panel.kind == panelMap {
		m.panel.subtitle = "click selects"
		return m.drawMinimap()
	}
	var more tea.Cmd
	switch m.panel.kind {
	case panelSteps:
		more = m.countSteps()
	case panelDialects:
		more = m.compareMore()
	}
	build := m.panelBuilder()
	if build == nil {
		return nil
	}
	kind, obs, under := m.panel.kind, m.obs, optionsKey(m.options())
	m.panel.busy = true
	ctx := m.tasks.panel.context()
	return tea.Batch(more, m.run(&m.tasks.panel, func() apply {
		rows, subtitle := build(ctx)
		return func(m *Model) tea.Cmd {
			if m.panel.kind != kind || !m.panel.open || ctx.Err() != nil {
				return nil
			}
			if m.obs != obs {
				return m.panelStale()
			}
			m.panel.subtitle, m.panel.under = subtitle, under
			m.panel.set(rows)
			if kind == panelDialects {
				m.panel.seek(func(r panelRow) bool { return r.dialect == m.dialects.at })
			}
			if m.panel.toStep && kind == panelSteps {
				m.panel.toStep = false
				if at := m.panel.cursor; at >= len(rows) || rows[at].step != m.step {
					m.panel.seek(func(r panelRow) bool { return r.step == m.step })
				}
			}
			return nil
		}
	}))
}

// optionsKey tells options apart.
func optionsKey(o render.Options) string { return fmt.Sprint(o.Flags()) }

// A builder makes the rows of a panel and what its title adds. It may give up
// once ctx is done.
type builder func(ctx context.Context) ([]panelRow, string)

// panelBuilder returns the function that makes the rows of the open panel,
// away from the Model.
func (m *Model) panelBuilder() builder {
	switch m.panel.kind {
	case panelCosts:
		return m.costRows()
	case panelDialects:
		return m.dialectRows()
	case panelFunnel:
		return m.funnelRows()
	case panelLint:
		return m.lintRows()
	case panelPins:
		return m.pinRows()
	case panelSteps:
		return m.stepRows()
	case panelWarnings:
		return m.warningRows()
	case panelDifference:
		return m.differenceRows()
	case panelCompare:
		return m.compareRows()
	}
	return nil
}

// pressPanel is the keys of the panel with the focus.
func (m *Model) pressPanel(msg tea.KeyPressMsg) (tea.Cmd, bool) {
	if key.Matches(msg, m.keys.Unset) && m.panel.kind != panelMap && len(m.panel.rows) > 0 {
		switch row := m.panel.rows[m.panel.cursor]; {
		case row.rule != "":
			m.flipRule(row.rule)
			return m.panelStale(), true
		case row.pin.c != nil:
			m.letGo(func(p pin) bool { return p == row.pin })
			return m.panelStale(), true
		}
	}
	if m.panel.kind == panelDialects && m.sortDialects(msg) {
		return m.panelStale(), true
	}
	if key.Matches(msg, m.keys.Details) && m.panel.kind != panelMap && len(m.panel.rows) > 0 {
		return m.takeRow(m.panel.rows[m.panel.cursor]), true
	}
	return nil, false
}

// movePanel moves the cursor of the panel. What the row is about is shown at
// once: its element is selected, its stage's victims fill the tree.
func (m *Model) movePanel(by int) tea.Cmd {
	p := &m.panel
	if p.kind == panelMap {
		return m.choose(m.tree.Move(by), false)
	}
	if len(p.rows) == 0 {
		return nil
	}
	p.cursor = max(0, min(p.cursor+by, len(p.rows)-1))
	if by < 0 {
		p.skipHeads(-1)
	} else {
		p.skipHeads(1)
	}
	p.top = scrolled(p.top, p.cursor, p.room(), len(p.rows))
	return m.lookAt(p.rows[p.cursor])
}

// lookAt shows what a row is about without changing anything.
func (m *Model) lookAt(r panelRow) tea.Cmd {
	if r.dialect != "" {
		m.dialects.at = r.dialect
	}
	if r.says != "" {
		m.note = note{r.says, toneText}
	}
	if r.stage != render.Kept {
		m.showVictims(r.stage)
		return nil
	}
	if m.tree.rows.only != nil {
		m.tree.rows.filter(nil)
		m.tree.follow()
	}
	if r.id != model.None {
		return m.choose(r.id, true)
	}
	return nil
}

// takeRow does what a row offers.
func (m *Model) takeRow(r panelRow) tea.Cmd {
	switch {
	case r.dialect != "":
		// A table that is not made anew yet has the options of before.
		o := m.history.now()
		if r.dialect == m.settings().Dialect && len(o.Knobs) == 0 {
			return m.say(r.dialect + " is in force already")
		}
		o.Dialect, o.Knobs = render.Set(r.dialect), nil
		return m.change(o)
	case r.options != nil:
		if m.panel.under != optionsKey(m.options()) {
			return m.warn("the options have changed since; this is being computed anew" + m.st.cut)
		}
		return m.change(*r.options)
	case r.step >= 0 && r.step != m.step:
		return m.goStepFor(r.step, r.used)
	case r.stage != render.Kept:
		m.showVictims(r.stage)
		m.setFocus(paneTree)
		return m.nextOut(1)
	case r.id != model.None:
		m.setFocus(paneTree)
		return m.choose(r.id, true)
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
	m.tree.stage = stage
	m.tree.rows.filter(keep)
	m.tree.follow()
}

// warnings are what the capture, the recording and the dialect have to say.
func (m *Model) warnings() model.Warnings {
	list := slices.Concat(m.rec.Warnings, m.shot().c.Warnings)
	if m.obs != nil {
		list = append(list, m.obs.Warnings...)
	}
	return list
}

func (m *Model) warningRows() builder {
	list, st, width := m.warnings(), m.st, m.panel.w
	return func(context.Context) ([]panelRow, string) {
		var rows []panelRow
		for _, w := range list {
			for i, piece := range wrapText(st.clean.text(w.Text, 600), max(10, width-5)) {
				mark := st.warn + " "
				if i > 0 {
					mark = "  "
				}
				rows = append(rows, plainRow(spanOf(toneWarn, mark), spanOf(toneText, piece)))
			}
		}
		return rows, fmt.Sprint(len(list))
	}
}
