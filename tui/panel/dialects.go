package panel

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"obscope/model"
	"obscope/render"
	"obscope/tui/keymap"
	"obscope/tui/paint"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// Dialects is what every dialect makes of a capture, under the common
// options in force.
type Dialects struct {
	c     *model.Capture // whose table it is
	flags string         // the options it was made with, and the targets
	rows  []render.Comparison
	todo  []render.Info // what is not written yet

	targets  []model.ID // that are looked for: the pins, and what the agent used next
	pins     int        // how many of them are pins
	by       int        // the column it is sorted by, -1 for none
	reversed bool
	at       string // the dialect that the cursor was on
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
func (t *Dialects) fitting(w int) []tableColumn {
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

// compareSlice is how long dialects are written before those that are there are
// shown.
const compareSlice = 150 * time.Millisecond

// row is the row of a dialect.
func (t *Dialects) row(st *paint.Styles, c *render.Comparison, columns []tableColumn, now string, budget int) Row {
	row := Row{About: c.Info.Name, Enter: UseDialect{c.Info.Name}}
	mark := "  "
	if c.Info.Name == now {
		mark = st.In + " "
	}
	row.Left = []paint.Piece{paint.Key.Of(mark)}
	for _, column := range columns {
		text, tone := t.cell(c, column.name, budget)
		if c.Info.Name == now && column.name == "dialect" {
			tone = paint.Title
		}
		row.Left = append(row.Left, tone.Of(inColumn(st, text, column)))
	}
	return row
}

// inColumn fits text into a column; a blank at the left parts it from the one
// before.
func inColumn(st *paint.Styles, text string, c tableColumn) string {
	text = paint.Fit(text, c.cells-1, st.Cut)
	gap := paint.Blanks(c.cells - 1 - paint.Width(text))
	if c.right {
		return " " + gap + text
	}
	return text + gap + " "
}

// manyActionable is how many actionable elements there are from which a column
// has no room for their number beside that of those that are in.
const manyActionable = 10_000

// cell is what a column says of a dialect.
func (t *Dialects) cell(c *render.Comparison, column string, budget int) (string, paint.Tone) {
	switch column {
	case "dialect":
		return c.Info.Name, paint.Text
	case "status":
		if c.Fidelity() == render.ExactText {
			return "exact", paint.Good
		}
		return c.Fidelity().String(), paint.Dim
	case "lines":
		return paint.Comma(c.Lines), paint.Text
	case "tokens":
		return paint.Comma(c.Tokens), map[bool]paint.Tone{false: paint.Text, true: paint.Bad}[c.Tokens > budget]
	case "share":
		return fmt.Sprintf("%.0f %%", 100*c.Share), paint.Text
	case "elements":
		return paint.Comma(c.Kept), paint.Text
	case "actionable":
		text := paint.Comma(c.Actionable) + "/" + paint.Comma(c.Of)
		if c.Of >= manyActionable {
			text = paint.Comma(c.Actionable)
		}
		return text, map[bool]paint.Tone{false: paint.Text, true: paint.Warn}[c.Actionable < c.Of]
	}
	in := c.TargetsIn()
	return paint.Comma(in) + "/" + paint.Comma(len(c.Targets)), map[bool]paint.Tone{false: paint.Good, true: paint.Bad}[in < len(c.Targets)]
}

// about is what the table has no column for.
func (t *Dialects) about(st *paint.Styles, c *model.Capture, row *render.Comparison) string {
	parts := []string{row.Info.Name}
	if row.Info.Version != "" {
		parts[0] += " " + row.Info.Version
	}
	parts = append(parts, row.Fidelity().String())
	var out []string
	for i, in := range row.Targets {
		if !in {
			out = append(out, paint.Label(st, c.Element(t.targets[i])))
		}
	}
	if len(out) > 0 {
		parts = append(parts, "out: "+strings.Join(out, ", "))
	}
	if n := len(row.Warnings); n > 0 {
		parts = append(parts, st.Clean.Text(row.Warnings[0].Text, 200))
	}
	return strings.Join(parts, st.Dot)
}

// Head names the columns, and says which the table is sorted by.
func (t *Dialects) Head(st *paint.Styles, w int) string {
	l := st.Line(paint.Plain, w)
	l.Put(paint.Text, paint.Blanks(1+markCells))
	for _, c := range t.fitting(w) {
		text, tone := c.head, paint.Dim
		switch {
		case c.name == "targets" && t.pins == len(t.targets):
			text = "pins"
		case c.name == "targets" && t.pins == 0:
			text = "used"
		}
		if t.by >= 0 && tableColumns[t.by].name == c.name {
			tone = paint.Title
			if t.reversed {
				text += st.Up
			} else {
				text += st.Down
			}
		}
		l.Put(tone, inColumn(st, text, c))
	}
	return l.Done()
}

func (t *Dialects) sortBy(column string) {
	t.by = slices.IndexFunc(tableColumns, func(c tableColumn) bool { return c.name == column })
	t.reversed = false
}

// NewDialects makes the table, sorted by nothing.
func NewDialects() *Dialects { return &Dialects{by: -1} }

// Name is Panel's.
func (*Dialects) Name() string { return "dialects" }

// Shows is Panel's.
func (*Dialects) Shows(State) bool { return true }

// Rest is Rester's.
func (t *Dialects) Rest(about any) { t.at, _ = about.(string) }

// Wide is Wide's.
func (*Dialects) Wide() {}

// Busy is Worker's.
func (t *Dialects) Busy() bool { return len(t.todo) > 0 }

// Work prepares the table and writes the dialects that are not in it, a slice
// at a time.
func (t *Dialects) Work(s State) func(context.Context) func() {
	o, c := s.Options, s.Obs.Capture()
	o.Dialect, o.Knobs = render.Opt[string]{}, nil
	targets, pins := targets(s)
	flags := fmt.Sprint(o.Flags(), targets)
	if t.c != c || t.flags != flags {
		t.c, t.flags, t.rows, t.todo, t.targets, t.pins = c, flags, nil, nil, targets, pins
		for _, name := range s.Dialects {
			if d, err := render.FindDialect(name); err == nil && !d.Info().Hidden {
				t.todo = append(t.todo, d.Info())
			}
		}
	}
	if len(t.todo) == 0 {
		return nil
	}
	todo := t.todo
	return func(ctx context.Context) func() {
		start := time.Now()
		var rows []render.Comparison
		done := 0
		for done < len(todo) && (done == 0 || time.Since(start) < compareSlice) {
			// What cannot write the capture has no row.
			row, err := s.Obs.Renderer().CompareInContext(ctx, todo[done], o, targets)
			if ctx.Err() != nil {
				break
			}
			if err == nil {
				rows = append(rows, row)
			}
			done++
		}
		return func() {
			if t.c == c && t.flags == flags && len(t.todo) == len(todo) {
				t.rows, t.todo = append(t.rows, rows...), todo[done:]
			}
		}
	}
}

// targets are the elements that a table looks for: the pins, and what the agent
// used next.
func targets(s State) (ids []model.ID, pins int) {
	for _, p := range s.Pins {
		if p.Here != model.None {
			ids = append(ids, p.Here)
		}
	}
	pins = len(ids)
	for _, u := range s.Obs.Capture().Uses {
		if u.Element != model.None && !slices.Contains(ids, u.Element) {
			ids = append(ids, u.Element)
		}
	}
	return ids, pins
}

// Build makes the rows of the table.
func (t *Dialects) Build(s State) func(context.Context) Page {
	snapshot := *t
	t = &snapshot
	t.rows = slices.Clone(t.rows)
	st, w, now, budget, c := s.Style, s.W, s.Obs.Set.Dialect, s.Obs.Set.Budget, s.Obs.Capture()
	return func(context.Context) Page {
		if t.by >= 0 {
			// The columns are those that can be sorted by.
			_ = render.SortComparisons(t.rows, tableColumns[t.by].name, t.reversed)
		}
		columns := t.fitting(w)
		start := now
		if t.at != "" {
			start = t.at
		}
		var rows []Row
		for i := range t.rows {
			row := t.row(&st, &t.rows[i], columns, now, budget)
			row.Look = Say{t.about(&st, c, &t.rows[i])}
			rows = append(rows, row)
		}
		subtitle := "enter changes" + st.Dot + "h l sort"
		if n := len(t.todo); n > 0 {
			subtitle = paint.Plural(n, "dialect") + " to go" + st.Cut
		} else if len(t.targets) == 0 {
			subtitle += st.Dot + "P pins targets"
		}
		return Page{Rows: rows, Subtitle: subtitle, Start: start}
	}
}

// Press is the keys that sort the table.
func (t *Dialects) Press(k keymap.KeyMap, msg tea.KeyPressMsg, _ Row, s State) (Action, bool) {
	shown := t.fitting(s.W)
	at := -1
	if t.by >= 0 {
		at = slices.IndexFunc(shown, func(c tableColumn) bool { return c.name == tableColumns[t.by].name })
	}
	switch {
	case key.Matches(msg, k.SortRight):
		at = (at + 1) % len(shown)
	case key.Matches(msg, k.SortLeft):
		at = (max(at, 0) + len(shown) - 1) % len(shown)
	case key.Matches(msg, k.Reverse) && t.by >= 0:
		t.reversed = !t.reversed
		return Again{}, true
	default:
		return nil, false
	}
	t.sortBy(shown[at].name)
	return Again{}, true
}

// ClickHead sorts by the column whose name is at x; once more, the other
// way round.
func (t *Dialects) ClickHead(x, w int) Action {
	at := 1 + markCells
	for _, c := range t.fitting(w) {
		if at += c.cells; x < at {
			if t.by >= 0 && tableColumns[t.by].name == c.name {
				t.reversed = !t.reversed
			} else {
				t.sortBy(c.name)
			}
			return Again{}
		}
	}
	return nil
}

// For the tests of this proof, which still look inside.
func (t *Dialects) TestCell(c *render.Comparison, column string) string {
	s, _ := t.cell(c, column, 4000)
	return s
}
func (t *Dialects) TestTodo() *[]render.Info      { return &t.todo }
func (t *Dialects) TestFlags() string             { return t.flags }
func (t *Dialects) TestRows() []render.Comparison { return t.rows }
