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

// A panelKind is one of the panels that p steps through.
type panelKind uint8

const (
	panelCosts panelKind = iota
	panelDialects
	panelFunnel
	panelLint
	panelMap
	panelSteps
	panelWarnings
	numCycled
	// These are opened by their own keys.
	panelDifference = numCycled
	panelCompare    = numCycled + 1
)

func (k panelKind) String() string {
	return [...]string{"costs", "dialects", "funnel", "lint", "map", "steps", "warnings", "difference", "A/B"}[k]
}

// A panelPane shows one panel: rows to walk through, or the map.
type panelPane struct {
	kind     panelKind
	open     bool
	rows     []panelRow
	cursor   int
	top      int
	w, h     int
	focused  bool
	busy     bool
	subtitle string
	under    string // the options that the rows were made with
	selected model.ID
	toStep   bool // the cursor goes to the step that is shown
	minimap  minimap
}

// A panelRow is one line of a panel and what choosing it does.
type panelRow struct {
	left, right []piece
	id          model.ID        // the element it is about, None
	stage       render.Stage    // whose victims it shows, in the funnel
	options     *render.Options // which it puts in force
	step        int             // which it goes to, -1
	used        model.ID        // the element there that it goes to, None
	rule        string          // of lint, which backspace turns off
	dialect     string          // whose row of the table it is
	says        string          // what is said when the cursor comes to it
	head        bool            // a heading, which the cursor passes over
}

// A piece is text in a tone.
type piece struct {
	tone tone
	text string
}

func heading(text string) panelRow {
	return panelRow{left: []piece{{toneTitle, text}}, id: model.None, step: -1, used: model.None, head: true}
}

func plainRow(pieces ...piece) panelRow {
	return panelRow{left: pieces, id: model.None, step: -1, used: model.None}
}

func (p *panelPane) setSize(w, h int) {
	p.w, p.h = max(0, w), max(0, h)
	p.top = scrolled(p.top, p.cursor, p.room(), len(p.rows))
}

// room is the number of lines for rows.
func (p *panelPane) room() int {
	if p.kind == panelDialects {
		return max(0, p.h-1) // the names of the columns stay
	}
	return p.h
}

func (p *panelPane) title(st *styles) string {
	t := p.kind.String()
	if n := len(p.rows); n > p.room() && p.room() > 0 {
		t += st.dot + "row " + comma(p.cursor+1) + " of " + comma(n)
	}
	if p.subtitle != "" {
		t += st.dot + p.subtitle
	}
	if p.busy {
		t += st.dot + "computing" + st.cut + " esc stops"
	}
	return t
}

// set replaces the rows and keeps the cursor where it was: on its step, if the
// rows are of steps.
func (p *panelPane) set(rows []panelRow) {
	if p.cursor < len(p.rows) && p.rows[p.cursor].step >= 0 {
		step := p.rows[p.cursor].step
		of := func(r panelRow) bool { return r.step == step }
		below := p.cursor - slices.IndexFunc(p.rows, of)
		if at := slices.IndexFunc(rows, of); at >= 0 {
			p.cursor = at
			if at+below < len(rows) && of(rows[at+below]) {
				p.cursor += below
			}
		}
	}
	p.rows = rows
	p.busy = false
	p.cursor = max(0, min(p.cursor, len(rows)-1))
	p.skipHeads(1)
	p.top = scrolled(p.top, p.cursor, p.room(), len(rows))
}

// seek puts the cursor on the first row for which is holds.
func (p *panelPane) seek(is func(panelRow) bool) {
	if at := slices.IndexFunc(p.rows, is); at >= 0 {
		p.cursor = at
		p.top = scrolled(p.top, p.cursor, p.room(), len(p.rows))
	}
}

// skipHeads moves the cursor off a heading.
func (p *panelPane) skipHeads(by int) {
	for i := p.cursor; i >= 0 && i < len(p.rows); i += by {
		if !p.rows[i].head {
			p.cursor = i
			return
		}
	}
	for i := p.cursor; i >= 0 && i < len(p.rows); i -= by {
		if !p.rows[i].head {
			p.cursor = i
			return
		}
	}
}

// View draws the panel.
func (p *panelPane) View(m *Model) []string {
	st := &m.st
	if p.kind == panelMap {
		return p.minimap.View(m, p.w, p.h)
	}
	lines := make([]string, 0, p.h)
	if p.kind == panelDialects {
		lines = append(lines, m.dialects.head(st, p.w))
	}
	for i := p.top; i < len(p.rows) && len(lines) < p.h; i++ {
		g, mark := groundPlain, " "
		if i == p.cursor && !p.rows[i].head {
			g, mark = groundLinked, st.linked
			if p.focused {
				g, mark = groundCursor, st.cursor
			}
		}
		lines = append(lines, p.draw(st, p.rows[i], g, mark))
	}
	if len(p.rows) == 0 {
		l := st.line(groundPlain, p.w)
		if p.busy || p.kind == panelDialects && len(m.dialects.todo) > 0 {
			l.put(toneDim, "  computing"+st.cut)
		} else {
			l.put(toneDim, "  nothing to show")
		}
		lines = append(lines, l.done())
	}
	for len(lines) < p.h {
		lines = append(lines, st.blank(p.w))
	}
	return lines[:p.h]
}

func (p *panelPane) draw(st *styles, r panelRow, g ground, mark string) string {
	l := st.line(g, p.w)
	l.put(toneTitle, mark)
	right := 0
	for _, piece := range r.right {
		right += width(piece.text)
	}
	if right > 0 {
		right++
	}
	if right < p.w/2+4 {
		l.max = p.w - right
	} else {
		right = 0
	}
	for _, piece := range r.left {
		l.put(piece.tone, piece.text)
	}
	l.max = p.w
	if right > 0 {
		l.pad(p.w - right)
		for _, piece := range r.right {
			l.put(piece.tone, piece.text)
		}
	}
	return l.done()
}

// nextPanel opens the first panel, or the one after the one that is open;
// after the last it closes.
func (m *Model) nextPanel() tea.Cmd {
	kind := panelCosts
	if m.panel.open {
		kind = m.panel.kind + 1
	}
	if kind == panelSteps && len(m.shots) == 1 && len(m.shot().c.Uses) == 0 {
		kind++
	}
	if kind == panelWarnings && len(m.warnings()) == 0 {
		kind++
	}
	if kind >= numCycled {
		m.closePanel()
		return nil
	}
	return m.openPanel(kind)
}

func (m *Model) openPanel(kind panelKind) tea.Cmd {
	if !m.panel.open || m.panel.kind != kind {
		m.panel.cursor, m.panel.top = 0, 0
		m.panel.rows, m.panel.subtitle = nil, ""
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
	if key.Matches(msg, m.keys.Unset) && m.panel.kind == panelLint && len(m.panel.rows) > 0 {
		if rule := m.panel.rows[m.panel.cursor].rule; rule != "" {
			m.flipRule(rule)
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

func spanOf(t tone, s string) piece { return piece{t, s} }
