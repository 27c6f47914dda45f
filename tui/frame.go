package tui

import (
	"slices"
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
	l, s := &m.lay, m.stripState()
	f := frame{layout: l, st: &m.st, focus: m.focus, next: m.nextPane(m.focus)}
	for p := range numPanes {
		if l.shows(p, m.focus) {
			f.titles[p], f.panes[p] = m.drawPane(p)
		}
	}
	if !l.header.empty() {
		f.header = s.Header(m.w)
	}
	if !l.details.empty() {
		f.details = s.Details(l.details.w, l.details.h)
	}
	for _, part := range []struct {
		r    rect
		draw func(w int) string
	}{{l.gauge, s.Gauge}, {l.funnel, s.Funnel}, {l.options, m.optionsLine}} {
		if !part.r.empty() {
			f.foot = append(f.foot, part.draw(part.r.w))
		}
	}
	lines := f.draw()
	if m.dialog != nil {
		f.over(lines, m.dialog.Box(m.dialogState()))
	}
	return lines
}

// drawPane is the title and the lines of a pane.
func (m *Model) drawPane(p slot) (string, []string) {
	switch p {
	case paneText:
		m.text.Waiting = m.tasks.observe.Busy
		return m.text.Title(&m.st), m.text.View(&m.st)
	case panePanel:
		return m.panel.Title(&m.st), m.panel.View(m.state())
	}
	return m.tree.Title(&m.st), m.tree.View(&m.st)
}

// A frame is what stands on the screen, drawn part by part, and puts it together.
type frame struct {
	*layout
	st     *paint.Styles
	focus  slot
	next   string // the pane that tab leads to
	titles [numPanes]string
	panes  [numPanes][]string // their lines, nil for those that are not shown

	header  string
	details []string
	foot    []string // gauge, funnel and options
}

// draw puts the parts and their borders together.
func (f *frame) draw() []string {
	lines := make([]string, 0, f.h)
	if !f.layout.header.empty() {
		lines = append(lines, f.header)
	}
	body := f.body()
	if f.boxed {
		lines = append(lines, f.topBorder())
		for i, b := range body {
			// The rule between text and panel meets the right border.
			lines = append(lines, f.sides(b, f.stacked && i == f.layout.panes[paneText].h))
		}
	} else {
		lines = append(lines, body...)
	}
	if !f.layout.details.empty() {
		if f.boxed {
			lines = append(lines, f.rule(true))
		}
		for _, line := range f.details {
			lines = append(lines, f.sides(line, false))
		}
	}
	if f.boxed {
		lines = append(lines, f.rule(f.layout.details.empty()))
	}
	for _, line := range f.foot {
		lines = append(lines, f.sides(line, false))
	}
	if f.boxed {
		lines = append(lines, f.bottomBorder())
	}
	return lines
}

// body puts the panes side by side, without the outer borders.
func (f *frame) body() []string {
	if f.w < twoPanes {
		return f.panes[f.focus]
	}
	text, panel := f.layout.panes[paneText], f.layout.panes[panePanel]
	left, third := f.panes[paneTree], []string(nil)
	right := slices.Clone(f.panes[paneText])
	switch {
	case f.stacked:
		right = append(right, f.st.Ruled(panel.w, f.titles[panePanel], f.focus == panePanel))
		right = append(right, f.panes[panePanel]...)
	case text.empty():
		right = f.panes[panePanel]
	default:
		third = f.panes[panePanel]
	}
	bar := f.st.On[paint.Plain][paint.Frame] + f.st.Vertical + paint.Reset
	tee := f.st.On[paint.Plain][paint.Frame] + f.st.Tees[2] + paint.Reset
	lines := make([]string, len(left))
	for i := range left {
		b := bar
		if f.stacked && i == text.h {
			b = tee
		}
		lines[i] = left[i] + b + right[i]
		if third != nil {
			lines[i] += bar + third[i]
		}
	}
	return lines
}

// sides puts the outer borders around a line.
func (f *frame) sides(s string, joint bool) string {
	if !f.boxed {
		return s
	}
	tone := f.st.On[paint.Plain][paint.Frame]
	right := f.st.Vertical
	if joint {
		right = f.st.Tees[3]
	}
	return tone + f.st.Vertical + paint.Reset + s + tone + right + paint.Reset
}

// topBorder is the border above the panes, with their titles.
func (f *frame) topBorder() string {
	l := f.st.Line(paint.Plain, f.w)
	l.Put(paint.Frame, f.st.Corners[0])
	first := true
	for p := range numPanes {
		if !f.shows(p, f.focus) || p == panePanel && f.stacked {
			continue
		}
		if !first {
			l.Put(paint.Frame, f.st.Tees[0])
		}
		first = false
		title := f.titles[p]
		if f.w < twoPanes {
			title += f.st.Dot + "tab: " + f.next
		}
		l.Titled(title, f.layout.panes[p].w, p == f.focus)
	}
	l.Put(paint.Frame, f.st.Corners[1])
	return l.Done()
}

// joints are the columns at which a horizontal border meets the dividers of
// the panes.
func (f *frame) joints() []int {
	if f.divider < 0 {
		return nil
	}
	cols := []int{f.divider}
	if p := f.layout.panes[panePanel]; !p.empty() && !f.stacked && !f.layout.panes[paneText].empty() {
		cols = append(cols, p.x-1)
	}
	return cols
}

// rule is a border across the screen, on which the dividers of the panes end if
// it is the one below them.
func (f *frame) rule(below bool) string {
	l := f.st.Line(paint.Plain, f.w)
	l.Put(paint.Frame, f.st.Tees[2])
	if below {
		for _, x := range f.joints() {
			if n := x - l.Used; n > 0 {
				l.Put(paint.Frame, strings.Repeat(f.st.Horizontal, n))
			}
			l.Put(paint.Frame, f.st.Tees[1])
		}
	}
	if n := f.w - 1 - l.Used; n > 0 {
		l.Put(paint.Frame, strings.Repeat(f.st.Horizontal, n))
	}
	l.Put(paint.Frame, f.st.Tees[3])
	return l.Done()
}

func (f *frame) bottomBorder() string {
	l := f.st.Line(paint.Plain, f.w)
	l.Put(paint.Frame, f.st.Corners[2]+strings.Repeat(f.st.Horizontal, max(0, f.w-2))+f.st.Corners[3])
	return l.Done()
}

// over lays a box over the lines.
func (f *frame) over(lines []string, b dialog.Box) {
	switch r := f.box(b); {
	case r.empty():
	case b.Place == dialog.Bottom:
		lines[r.y-1] = f.rule(false)
		if !f.boxed {
			lines[r.y-1] = f.st.Ruled(f.w, "", false)
		}
		for i, s := range b.Lines(r.w, r.h) {
			lines[r.y+i] = f.sides(s, false)
		}
	default:
		for i, s := range b.Window(f.st, r.w, r.h) {
			if y := r.y - 1 + i; y < len(lines) {
				lines[y] = paint.Overlay(lines[y], s, r.x-1, r.w+2, f.w)
			}
		}
	}
}
