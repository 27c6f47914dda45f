package tui

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"obscope/model"
	"obscope/render"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// A dialectTable is what every dialect makes of a capture, under the common
// options in force.
type dialectTable struct {
	c     *model.Capture // whose table it is
	flags string         // the options it was made with, and the targets
	rows  []render.Comparison
	todo  []render.Info // what is not written yet

	running string // the flags under which dialects were written last

	targets  []model.ID // that are looked for: the pins, and what the agent used next
	pins     int        // how many of them are pins
	by       int        // the column it is sorted by, -1 for none
	reversed bool
	at       string // the dialect that the cursor is on
}

// A tableColumn is a column of the table, by its name in
// render.ComparisonColumns.
type tableColumn struct {
	name  string
	head  string
	cells int
	right bool
}

// Columns of the table. The name takes the room that is left.
var (
	columnDialect = tableColumn{"dialect", "dialect", 0, false}
	tableColumns  = []tableColumn{
		columnDialect, {"status", "status", 14, false}, {"lines", "lines", 8, true}, {"tokens", "tokens", 10, true}, {"share", "of JSON", 9, true},
		{"elements", "elements", 10, true}, {"actionable", "actionable", 12, true}, {"targets", "targets", 9, true},
	}
	// columnsFirst is the order in which columns are given room.
	columnsFirst = []string{"tokens", "actionable", "targets", "status", "share", "lines", "elements"}
)

// Cells of the first column.
const (
	leastDialect = 20 // the longest names and a blank
	shortDialect = 16 // in a narrow pane
	narrowTable  = 60 // cells below which the pane is narrow
	mostDialect  = 24
	markCells    = 2 // before the name
)

// fitting are the columns that w cells have room for, the first with its own.
func (t *dialectTable) fitting(w int) []tableColumn {
	least := leastDialect
	if w < narrowTable {
		least = shortDialect
	}
	room := w - 1 - markCells - least
	with := map[string]bool{"dialect": true}
	for _, name := range columnsFirst {
		at := slices.IndexFunc(tableColumns, func(c tableColumn) bool { return c.name == name })
		if name == "targets" && len(t.targets) == 0 || tableColumns[at].cells > room {
			continue
		}
		room -= tableColumns[at].cells
		with[name] = true
	}
	var list []tableColumn
	for _, c := range tableColumns {
		if with[c.name] {
			if c.name == "dialect" {
				c.cells = min(least+max(0, room), mostDialect)
			}
			list = append(list, c)
		}
	}
	return list
}

// openDialects shows the table, or closes it.
func (m *Model) openDialects() tea.Cmd {
	if m.panel.open && m.panel.kind == panelDialects {
		m.closePanel()
		return nil
	}
	return m.openPanel(panelDialects)
}

// compareSlice is how long dialects are written before those that are there are
// shown.
const compareSlice = 150 * time.Millisecond

// compareDelay is how long the table is looked at before dialects are written:
// who walks through the panels passes it.
const compareDelay = 80 * time.Millisecond

// lingered says that the table is still there after compareDelay.
type lingered struct{ flags string }

// compareMore prepares the table and writes the dialects that are not in it.
func (m *Model) compareMore() tea.Cmd {
	t, s, o := &m.dialects, m.shot(), m.options()
	o.Dialect, o.Knobs = render.Opt[string]{}, nil
	targets, pins := m.targets()
	flags := fmt.Sprint(o.Flags(), targets)
	if t.c != s.c || t.flags != flags {
		t.c, t.flags, t.rows, t.todo, t.targets, t.pins = s.c, flags, nil, nil, targets, pins
		if t.at == "" {
			t.at = m.settings().Dialect
		}
		for _, name := range m.dialectNames(true) {
			if d, err := render.FindDialect(name); err == nil && !d.Info().Hidden {
				t.todo = append(t.todo, d.Info())
			}
		}
	}
	if len(t.todo) == 0 || m.writing(flags) {
		return nil
	}
	if m.patience > time.Second || len(t.rows) > 0 {
		return m.writeDialects()
	}
	return tea.Tick(compareDelay, func(time.Time) tea.Msg { return lingered{flags} })
}

// linger begins with the dialects if the table is still wanted.
func (m *Model) linger(at lingered) tea.Cmd {
	t := &m.dialects
	if !m.panel.open || m.panel.kind != panelDialects || t.flags != at.flags || m.writing(at.flags) || len(t.todo) == 0 {
		return nil
	}
	return m.writeDialects()
}

// writing reports whether dialects are being written under flags, and nobody
// has stopped it.
func (m *Model) writing(flags string) bool {
	return m.dialects.running == flags && m.tasks.compare.busy && m.tasks.compare.stop != nil
}

// writeDialects writes the capture in the dialects that are not in the table
// yet, a slice at a time.
func (m *Model) writeDialects() tea.Cmd {
	t, s, o := &m.dialects, m.shot(), m.options()
	o.Dialect, o.Knobs = render.Opt[string]{}, nil
	todo, targets, flags := t.todo, t.targets, t.flags
	t.running = flags
	return m.runQuietly(&m.tasks.compare, func(ctx context.Context) apply {
		start := time.Now()
		var rows []render.Comparison
		done := 0
		for done < len(todo) && (done == 0 || time.Since(start) < compareSlice) {
			// What cannot write the capture has no row.
			row, err := s.r.CompareInContext(ctx, todo[done], o, targets)
			if ctx.Err() != nil {
				break
			}
			if err == nil {
				rows = append(rows, row)
			}
			done++
		}
		return func(m *Model) tea.Cmd {
			t := &m.dialects
			if t.c == s.c && t.flags == flags && len(t.todo) == len(todo) {
				t.rows, t.todo = append(t.rows, rows...), todo[done:]
			}
			if m.panel.open && m.panel.kind == panelDialects {
				return m.panelStale()
			}
			return nil
		}
	})
}

// targets are the elements that a table looks for: the pins, and what the agent
// used next.
func (m *Model) targets() (ids []model.ID, pins int) {
	ids = m.pinned()
	pins = len(ids)
	for _, u := range m.shot().c.Uses {
		if u.Element != model.None && !slices.Contains(ids, u.Element) {
			ids = append(ids, u.Element)
		}
	}
	return ids, pins
}

// dialectRows are the rows of the table.
func (m *Model) dialectRows() builder {
	t, st, w := m.dialects, m.st, m.panel.w
	t.rows = slices.Clone(t.rows)
	now, budget, c := m.settings().Dialect, m.settings().Budget, m.shot().c
	return func(context.Context) ([]panelRow, string) {
		if t.by >= 0 {
			// The columns are those that can be sorted by.
			_ = render.SortComparisons(t.rows, tableColumns[t.by].name, t.reversed)
		}
		columns := t.fitting(w)
		var rows []panelRow
		for i := range t.rows {
			row := t.row(&st, &t.rows[i], columns, now, budget)
			row.says = t.about(&st, c, &t.rows[i])
			rows = append(rows, row)
		}
		subtitle := "enter changes" + st.dot + "h l sort"
		if n := len(t.todo); n > 0 {
			subtitle = plural(n, "dialect") + " to go" + st.cut
		} else if len(t.targets) == 0 {
			subtitle += st.dot + "P pins targets"
		}
		return rows, subtitle
	}
}

// row is the row of a dialect.
func (t *dialectTable) row(st *styles, c *render.Comparison, columns []tableColumn, now string, budget int) panelRow {
	row := panelRow{id: model.None, step: -1, used: model.None, dialect: c.Info.Name}
	mark := "  "
	if c.Info.Name == now {
		mark = st.in + " "
	}
	row.left = []piece{{toneKey, mark}}
	for _, column := range columns {
		text, tone := t.cell(c, column.name, budget)
		if c.Info.Name == now && column.name == "dialect" {
			tone = toneTitle
		}
		row.left = append(row.left, piece{tone, inColumn(st, text, column)})
	}
	return row
}

// inColumn fits text into a column; a blank at the left parts it from the one
// before.
func inColumn(st *styles, text string, c tableColumn) string {
	text = fit(text, c.cells-1, st.cut)
	gap := blanks(c.cells - 1 - width(text))
	if c.right {
		return " " + gap + text
	}
	return text + gap + " "
}

// manyActionable is how many actionable elements there are from which a column
// has no room for their number beside that of those that are in.
const manyActionable = 10_000

// cell is what a column says of a dialect.
func (t *dialectTable) cell(c *render.Comparison, column string, budget int) (string, tone) {
	switch column {
	case "dialect":
		return c.Info.Name, toneText
	case "status":
		if c.Fidelity() == render.ExactText {
			return "exact", toneGood
		}
		return c.Fidelity().String(), toneDim
	case "lines":
		return comma(c.Lines), toneText
	case "tokens":
		return comma(c.Tokens), map[bool]tone{false: toneText, true: toneBad}[c.Tokens > budget]
	case "share":
		return fmt.Sprintf("%.0f %%", 100*c.Share), toneText
	case "elements":
		return comma(c.Kept), toneText
	case "actionable":
		text := comma(c.Actionable) + "/" + comma(c.Of)
		if c.Of >= manyActionable {
			text = comma(c.Actionable)
		}
		return text, map[bool]tone{false: toneText, true: toneWarn}[c.Actionable < c.Of]
	}
	in := c.TargetsIn()
	return comma(in) + "/" + comma(len(c.Targets)), map[bool]tone{false: toneGood, true: toneBad}[in < len(c.Targets)]
}

// about is what the table has no column for.
func (t *dialectTable) about(st *styles, c *model.Capture, row *render.Comparison) string {
	parts := []string{row.Info.Name}
	if row.Info.Version != "" {
		parts[0] += " " + row.Info.Version
	}
	parts = append(parts, row.Fidelity().String())
	var out []string
	for i, in := range row.Targets {
		if !in {
			out = append(out, label(st, c.Element(t.targets[i])))
		}
	}
	if len(out) > 0 {
		parts = append(parts, "out: "+strings.Join(out, ", "))
	}
	if n := len(row.Warnings); n > 0 {
		parts = append(parts, st.clean.text(row.Warnings[0].Text, 200))
	}
	return strings.Join(parts, st.dot)
}

// head names the columns, and says which the table is sorted by.
func (t *dialectTable) head(st *styles, w int) string {
	l := st.line(groundPlain, w)
	l.put(toneText, blanks(1+markCells))
	for _, c := range t.fitting(w) {
		text, tone := c.head, toneDim
		switch {
		case c.name == "targets" && t.pins == len(t.targets):
			text = "pins"
		case c.name == "targets" && t.pins == 0:
			text = "used"
		}
		if t.by >= 0 && tableColumns[t.by].name == c.name {
			tone = toneTitle
			if t.reversed {
				text += st.up
			} else {
				text += st.down
			}
		}
		l.put(tone, inColumn(st, text, c))
	}
	return l.done()
}

// sortDialects is the keys that sort the table.
func (m *Model) sortDialects(msg tea.KeyPressMsg) bool {
	t := &m.dialects
	shown := t.fitting(m.panel.w)
	at := -1
	if t.by >= 0 {
		at = slices.IndexFunc(shown, func(c tableColumn) bool { return c.name == tableColumns[t.by].name })
	}
	switch {
	case key.Matches(msg, m.keys.SortRight):
		at = (at + 1) % len(shown)
	case key.Matches(msg, m.keys.SortLeft):
		at = (max(at, 0) + len(shown) - 1) % len(shown)
	case key.Matches(msg, m.keys.Reverse) && t.by >= 0:
		t.reversed = !t.reversed
		return true
	default:
		return false
	}
	t.sortBy(shown[at].name)
	return true
}

// sortDialectsAt sorts by the column whose name is at x; once more, the other
// way round.
func (m *Model) sortDialectsAt(x int) tea.Cmd {
	t := &m.dialects
	at := 1 + markCells
	for _, c := range t.fitting(m.panel.w) {
		if at += c.cells; x < at {
			if t.by >= 0 && tableColumns[t.by].name == c.name {
				t.reversed = !t.reversed
			} else {
				t.sortBy(c.name)
			}
			return m.panelStale()
		}
	}
	return nil
}

func (t *dialectTable) sortBy(column string) {
	t.by = slices.IndexFunc(tableColumns, func(c tableColumn) bool { return c.name == column })
	t.reversed = false
}
