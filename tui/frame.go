package tui

import (
	"strings"

	"obscope/tui/dialog"
	"obscope/tui/paint"

	tea "charm.land/bubbletea/v2"
)

// smallest is the size below which only a word is shown.
const (
	smallestWidth  = 12
	smallestHeight = 3
)

// View is tea.Model's.
func (m *Model) View() tea.View {
	v := tea.NewView(strings.Join(m.frame(), "\n"))
	v.AltScreen = true
	v.WindowTitle = "obscope"
	if m.cfg.Title != "" {
		v.WindowTitle += ": " + m.st.Clean.Text(m.cfg.Title, 80)
	}
	if _, copied := m.dialog.(*dialog.Copied); !m.mouseOff && !copied {
		v.MouseMode = tea.MouseModeCellMotion
	}
	if p, o := m.asking(), m.lay.options; p != nil && m.h >= smallestHeight {
		v.Cursor = tea.NewCursor(o.x+p.Cursor(&m.st, o.w), o.y)
	}
	return v
}

// frame draws the screen: h lines of w cells.
func (m *Model) frame() []string {
	if m.w < smallestWidth || m.h < smallestHeight {
		lines := make([]string, max(m.h, 1))
		lines[0] = paint.Fit("obscope", m.w, "")
		return lines
	}
	if d, copied := m.dialog.(*dialog.Copied); copied {
		return d.Box(m.dialogState()).Lines(m.w, m.h)
	}
	lines := make([]string, 0, m.h)
	l, s := &m.lay, m.stripState()
	if !l.header.empty() {
		lines = append(lines, s.Header(m.w))
	}
	body := m.body()
	if l.boxed {
		lines = append(lines, m.topBorder())
		for i, b := range body {
			lines = append(lines, m.sides(b, m.isJoint(i)))
		}
	} else {
		lines = append(lines, body...)
	}
	if !l.details.empty() {
		if l.boxed {
			lines = append(lines, m.rule(m.paneBottom()))
		}
		for _, line := range s.Details(l.details.w, l.details.h) {
			lines = append(lines, m.sides(line, false))
		}
	}
	if l.boxed {
		joint := -1
		if l.details.empty() {
			joint = m.paneBottom()
		}
		lines = append(lines, m.rule(joint))
	}
	for _, part := range []struct {
		r    rect
		draw func(w int) string
	}{{l.gauge, s.Gauge}, {l.funnel, s.Funnel}, {l.options, m.optionsLine}} {
		if !part.r.empty() {
			lines = append(lines, m.sides(part.draw(part.r.w), false))
		}
	}
	if l.boxed {
		lines = append(lines, m.bottomBorder())
	}
	return m.over(lines)
}

// body draws the panes side by side, without the outer borders.
func (m *Model) body() []string {
	l := &m.lay
	if m.w < twoPanes {
		return m.paneLines(m.focus)
	}
	tree, text, panel := l.panes[paneTree], l.panes[paneText], l.panes[panePanel]
	left := m.paneLines(paneTree)
	right := make([]string, 0, tree.h)
	if !text.empty() {
		right = append(right, m.paneLines(paneText)...)
	}
	if l.stacked {
		right = append(right, m.st.Ruled(panel.w, m.panel.Title(&m.st), m.focus == panePanel))
	}
	if !panel.empty() && (l.stacked || text.empty()) {
		right = append(right, m.paneLines(panePanel)...)
	}
	bar := m.st.On[paint.Plain][paint.Frame] + m.st.Vertical + paint.Reset
	lines := make([]string, len(left))
	var third []string
	if !panel.empty() && !l.stacked && !text.empty() {
		third = m.paneLines(panePanel)
	}
	tee := m.st.On[paint.Plain][paint.Frame] + m.st.Tees[2] + paint.Reset
	for i := range left {
		b := bar
		if l.stacked && i == text.h {
			b = tee
		}
		lines[i] = left[i] + b + right[i]
		if third != nil {
			lines[i] += bar + third[i]
		}
	}
	return lines
}

// isJoint reports the line on which the rule between text and panel meets the
// right border.
func (m *Model) isJoint(i int) bool { return m.lay.stacked && i == m.lay.panes[paneText].h }

// paneLines draws one pane.
func (m *Model) paneLines(p slot) []string {
	switch p {
	case paneText:
		m.text.Waiting = m.tasks.observe.Busy
		return m.text.View(&m.st)
	case panePanel:
		return m.panel.View(m.state())
	}
	return m.tree.View(&m.st)
}

func (m *Model) paneTitle(p slot) string {
	switch p {
	case paneText:
		return m.text.Title(&m.st)
	case panePanel:
		return m.panel.Title(&m.st)
	}
	return m.tree.Title(&m.st)
}

// sides puts the outer borders around a line.
func (m *Model) sides(s string, joint bool) string {
	if !m.lay.boxed {
		return s
	}
	frame := m.st.On[paint.Plain][paint.Frame]
	right := m.st.Vertical
	if joint {
		right = m.st.Tees[3]
	}
	return frame + m.st.Vertical + paint.Reset + s + frame + right + paint.Reset
}

// joints are the columns at which a horizontal border meets the dividers of
// the panes, with the panes right of them.
func (m *Model) joints() []int {
	if m.lay.divider < 0 {
		return nil
	}
	cols := []int{m.lay.divider}
	if p := m.lay.panes[panePanel]; !p.empty() && !m.lay.stacked && !m.lay.panes[paneText].empty() {
		cols = append(cols, p.x-1)
	}
	return cols
}

// topBorder is the border above the panes, with their titles.
func (m *Model) topBorder() string {
	l := m.st.Line(paint.Plain, m.w)
	l.Put(paint.Frame, m.st.Corners[0])
	shown := []slot{m.focus}
	if m.w >= twoPanes {
		shown = shown[:0]
		for p := paneTree; p < numPanes; p++ {
			if !m.lay.panes[p].empty() && !(p == panePanel && m.lay.stacked) {
				shown = append(shown, p)
			}
		}
	}
	for i, p := range shown {
		if i > 0 {
			l.Put(paint.Frame, m.st.Tees[0])
		}
		title := m.paneTitle(p)
		if m.w < twoPanes {
			title += m.st.Dot + "tab: " + m.nextPaneName()
		}
		l.Titled(title, m.lay.panes[p].w, p == m.focus)
	}
	l.Put(paint.Frame, m.st.Corners[1])
	return l.Done()
}

// nextPaneName is where tab leads on a narrow screen.
func (m *Model) nextPaneName() string {
	switch {
	case m.focus == paneTree:
		return "observation"
	case m.focus == paneText && m.panel.Open:
		return m.panel.Panel.Name()
	}
	return "tree"
}

// paneBottom says that the rule below the panes has joints.
func (m *Model) paneBottom() int { return m.lay.divider }

// rule is a border across the screen; joint is the first divider that ends on
// it, -1 for none.
func (m *Model) rule(joint int) string {
	l := m.st.Line(paint.Plain, m.w)
	l.Put(paint.Frame, m.st.Tees[2])
	if joint >= 0 {
		for _, x := range m.joints() {
			if n := x - l.Used; n > 0 {
				l.Put(paint.Frame, strings.Repeat(m.st.Horizontal, n))
			}
			l.Put(paint.Frame, m.st.Tees[1])
		}
	}
	if n := m.w - 1 - l.Used; n > 0 {
		l.Put(paint.Frame, strings.Repeat(m.st.Horizontal, n))
	}
	l.Put(paint.Frame, m.st.Tees[3])
	return l.Done()
}

func (m *Model) bottomBorder() string {
	l := m.st.Line(paint.Plain, m.w)
	l.Put(paint.Frame, m.st.Corners[2]+strings.Repeat(m.st.Horizontal, max(0, m.w-2))+m.st.Corners[3])
	return l.Done()
}

// boxRect is the inside of a window on the screen; empty if it has no room.
func (m *Model) boxRect(b dialog.Box) rect {
	switch b.Place {
	case dialog.Whole:
		return rect{0, 0, m.w, m.h}
	case dialog.Bottom:
		bottom, top := m.lay.options.y, 1
		if !m.lay.gauge.empty() {
			bottom = m.lay.gauge.y
		}
		if m.lay.boxed {
			bottom--
			top++
		}
		h := max(0, min(b.H, bottom-top-1))
		return rect{m.lay.options.x, bottom - h, m.lay.options.w, h}
	case dialog.Middle:
		w, h := min(b.W, m.w-2), min(b.H, m.h-2)
		if w >= 4 && h >= 1 {
			return rect{(m.w-w-2)/2 + 1, max(0, (m.h-h-2)/2) + 1, w, h}
		}
	}
	return rect{}
}

// over lays the box of the open dialog over the screen.
func (m *Model) over(lines []string) []string {
	if m.dialog == nil {
		return lines
	}
	b := m.dialog.Box(m.dialogState())
	switch r := m.boxRect(b); {
	case r.empty():
	case b.Place == dialog.Bottom:
		lines[r.y-1] = m.rule(-1)
		if !m.lay.boxed {
			lines[r.y-1] = m.st.Ruled(m.w, "", false)
		}
		for i, s := range b.Lines(r.w, r.h) {
			lines[r.y+i] = m.sides(s, false)
		}
	default:
		for i, s := range b.Window(&m.st, r.w, r.h) {
			if y := r.y - 1 + i; y < len(lines) {
				lines[y] = paint.Overlay(lines[y], s, r.x-1, r.w+2, m.w)
			}
		}
	}
	return lines
}
