package panel

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"obscope/model"
	"obscope/render/tokens"
	"obscope/render/tools"
	"obscope/tui/keymap"
	"obscope/tui/paint"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// Tools is what a session cost: a row per tool, and above it what the tools
// themselves cost and where the agent acted on what it could not see.
type Tools struct {
	vocabulary string
	counts     []int            // tokens of the first steps
	first      *model.Capture   // of the recording that they are of
	report     *tools.Report    // of the steps that were there when it was made
	of         []*model.Capture // the steps to be counted
	session    *model.Session   // that the report tells of

	by       int // the column it is sorted by
	reversed bool
	at       any // the row that the cursor was on, by its About
}

// NewTools makes the table, the most expensive tool first.
func NewTools() *Tools {
	return &Tools{by: slices.IndexFunc(toolColumns, func(c toolColumn) bool { return c.name == "tokens" })}
}

// A toolColumn is a column of the table.
type toolColumn struct {
	tableColumn
	cell func(*tools.Tool) string
	less func(a, b *tools.Tool) int // the order in which people look for it
}

func numbers(of func(*tools.Tool) int) (cell func(*tools.Tool) string, less func(a, b *tools.Tool) int) {
	return func(t *tools.Tool) string { return paint.Comma(of(t)) }, func(a, b *tools.Tool) int { return cmp.Compare(of(b), of(a)) }
}

func numberColumn(name string, cells int, of func(*tools.Tool) int) toolColumn {
	cell, less := numbers(of)
	return toolColumn{tableColumn{name, name, cells, true}, cell, less}
}

var toolColumns = []toolColumn{
	{tableColumn{"tool", "tool", 0, false}, nil, func(a, b *tools.Tool) int { return strings.Compare(a.Name, b.Name) }},
	numberColumn("calls", 8, func(t *tools.Tool) int { return t.Calls }),
	numberColumn("tokens", 11, func(t *tools.Tool) int { return t.Tokens }),
	numberColumn("median", 9, func(t *tools.Tool) int { return t.Median }),
	numberColumn("worst", 9, func(t *tools.Tool) int { return t.Worst }),
	{tableColumn{"share", "share", 7, true}, func(t *tools.Tool) string { return fmt.Sprintf("%.0f %%", 100*t.Share) },
		func(a, b *tools.Tool) int { return cmp.Compare(b.Share, a.Share) }},
	numberColumn("repeats", 9, func(t *tools.Tool) int { return t.Repeats }),
	numberColumn("errors", 8, func(t *tools.Tool) int { return t.Errors }),
}

// toolsFirst is the order in which columns are given room.
var toolsFirst = []string{"tokens", "share", "calls", "worst", "repeats", "errors", "median"}

// Cells of the first column.
const (
	leastTool = 14
	mostTool  = 40
)

// fitting are the columns that w cells have room for.
func (t *Tools) fitting(w int) []toolColumn {
	room := w - 2 - leastTool // the cursor, and a blank
	with := map[string]bool{"tool": true}
	for _, name := range toolsFirst {
		at := slices.IndexFunc(toolColumns, func(c toolColumn) bool { return c.name == name })
		if toolColumns[at].cells <= room {
			room -= toolColumns[at].cells
			with[name] = true
		}
	}
	var list []toolColumn
	for _, c := range toolColumns {
		if !with[c.name] {
			continue
		}
		if c.name == "tool" {
			c.cells = min(leastTool+max(0, room), mostTool)
		}
		list = append(list, c)
	}
	return list
}

// Name is Panel's.
func (*Tools) Name() string { return "tools" }

// Shows is Panel's.
func (*Tools) Shows(s State) bool { return s.Session != nil }

// Wide is Wide's.
func (*Tools) Wide() {}

// Rest is Rester's.
func (t *Tools) Rest(about any) { t.at = about }

// Busy is Worker's.
func (t *Tools) Busy() bool { return t.report == nil || len(t.counts) < len(t.of) }

// toolSlice is how long steps are counted before it is said how far it is.
const toolSlice = 300 * time.Millisecond

// Work counts the steps that are not counted yet, a slice at a time, and makes
// the report once all are.
func (t *Tools) Work(s State) func(context.Context) func() {
	vocabulary, captures := s.Obs.Set.Tokens, s.Captures
	if t.vocabulary != vocabulary || t.first != captures[0] {
		t.vocabulary, t.first, t.counts, t.report, t.of = vocabulary, captures[0], nil, nil, nil
	}
	// What was counted holds as long as the steps are the same.
	known := min(same(t.of, captures), len(t.counts))
	t.counts, t.of = t.counts[:known], captures
	if known == len(captures) && t.report != nil && len(t.report.Steps) == known && t.session == s.Session {
		return nil
	}
	counts := slices.Clone(t.counts)
	rec := &model.Recording{Captures: captures, Session: s.Session}
	return func(ctx context.Context) func() {
		counter, err := tokens.Open(vocabulary)
		if err != nil {
			return func() {}
		}
		for start := time.Now(); len(counts) < len(captures) && ctx.Err() == nil && time.Since(start) < toolSlice; {
			counts = append(counts, counter.Count(captures[len(counts)].Text))
		}
		var report *tools.Report
		if len(counts) == len(captures) {
			report = tools.With(rec, counter, counts)
		}
		return func() {
			if t.vocabulary != vocabulary || t.first != captures[0] || len(counts) < len(t.counts) {
				return
			}
			t.counts = counts
			if report != nil {
				t.report, t.session = report, rec.Session
			}
		}
	}
}

// Build makes the rows.
func (t *Tools) Build(s State) func(context.Context) Page {
	snapshot := *t
	t = &snapshot
	st, w, captures := s.Style, s.W, s.Captures
	return func(context.Context) Page {
		r := t.report
		if r == nil {
			return Page{Subtitle: t.counting(&st)}
		}
		rows := slices.Concat(t.summary(&st, r, captures), t.table(&st, r, w))
		subtitle := "enter goes to the worst step" + st.Dot + "h l sort"
		if len(t.counts) < len(t.of) {
			subtitle = t.counting(&st)
		}
		start := t.at
		if start == nil {
			start = rows[slices.IndexFunc(rows, func(r Row) bool { _, is := r.About.(toolAbout); return is })].About
		}
		return Page{Rows: rows, Subtitle: subtitle, Start: start}
	}
}

func (t *Tools) counting(st *paint.Styles) string {
	return paint.Comma(len(t.counts)) + " of " + paint.Plural(len(t.of), "step") + " counted" + st.Cut
}

// A toolAbout is a row of the table, by the tool's name.
type toolAbout string

// summary is what stands above the table.
func (t *Tools) summary(st *paint.Styles, r *tools.Report, captures []*model.Capture) []Row {
	say := func(parts ...string) Row {
		row := plainRow(paint.Text.Of(" " + strings.Join(parts, st.Dot)))
		row.Head = true
		return row
	}
	rows := []Row{say(paint.Plural(len(r.Steps), "step"), paint.Comma(r.Trees)+" with a tree", paint.Plural(r.Tokens, "token")+" in results")}
	if r.Task != "" {
		rows = slices.Insert(rows, 0, say(st.Clean.Text(r.Task, 200)))
	}
	var cost []string
	if r.TreeTokens > 0 {
		cost = append(cost, "observations "+paint.Comma(r.TreeTokens)+" ("+paint.Percent(r.TreeTokens, r.Tokens)+")")
	}
	if r.Repeated > 0 {
		cost = append(cost, paint.Comma(r.Repeated)+" paid again")
	}
	if n := len(r.Definitions); n > 0 {
		cost = append(cost, paint.Plural(n, "tool definition")+" "+paint.Comma(r.DefTokens)+" on each request")
	}
	if len(cost) > 0 {
		rows = append(rows, say(cost...))
	}
	rows = append(rows, refRows(st, captures, r.UnknownRefs, "used, and no observation held", func(tools.Ref) string { return "" })...)
	rows = append(rows, refRows(st, captures, r.Lost, "used after it was lost", func(ref tools.Ref) string {
		return fmt.Sprintf(": gone by then, step %d held it last", ref.SeenAt)
	})...)
	return rows
}

// mostRefs is how many refs are listed of a kind.
const mostRefs = 5

// refRows lists uses of what was not there; enter goes to the step that held it
// last, else to the one where it was used.
func refRows(st *paint.Styles, captures []*model.Capture, refs []tools.Ref, what string, more func(tools.Ref) string) []Row {
	if len(refs) == 0 {
		return nil
	}
	head := plainRow(paint.Bad.Of(" "+st.Out+" "), paint.Text.Of(paint.Plural(len(refs), "ref")+" "+what))
	head.Head = true
	rows := []Row{head}
	for i, ref := range refs[:min(len(refs), mostRefs)] {
		name := strings.TrimSpace(st.Clean.Text(shortAction(ref.Action), 40) + " " + st.Clean.Text(ref.Ref, 60))
		row := plainRow(paint.Text.Of(fmt.Sprintf("   step %d ", ref.Step)), paint.Title.Of(name), paint.Dim.Of(more(ref)))
		row.Enter, row.About = GoTo{ref.Step - 1, model.None}, what+fmt.Sprint(i)
		if at := ref.SeenAt - 1; at >= 0 && at < len(captures) {
			id, _ := captures[at].ByRef(ref.Ref)
			row.Enter = GoTo{at, id}
		}
		rows = append(rows, row)
	}
	if n := len(refs) - mostRefs; n > 0 {
		rest := plainRow(paint.Dim.Of("   " + paint.Comma(n) + " more; obscope session prints all"))
		rest.Head = true
		rows = append(rows, rest)
	}
	return rows
}

// shortAction is an action without the server that offers it.
func shortAction(name string) string { return (&model.ToolCall{Tool: name}).ShortTool() }

// table is the names of the columns, and a row per tool.
func (t *Tools) table(st *paint.Styles, r *tools.Report, w int) []Row {
	columns := t.fitting(w)
	head := Row{Head: true, Left: []paint.Piece{paint.Text.Of(" ")}}
	for _, c := range columns {
		text, tone := c.head, paint.Dim
		if c.name == toolColumns[t.by].name {
			text, tone = text+map[bool]string{true: st.Up, false: st.Down}[t.reversed], paint.Title
		}
		head.Left = append(head.Left, tone.Of(inColumn(st, text, c.tableColumn)))
	}
	list := slices.Clone(r.Tools)
	slices.SortStableFunc(list, func(a, b tools.Tool) int {
		if t.reversed {
			a, b = b, a
		}
		return toolColumns[t.by].less(&a, &b)
	})
	rows := []Row{head}
	for i := range list {
		tool := &list[i]
		row := Row{About: toolAbout(tool.Name), Enter: GoTo{tool.WorstStep - 1, model.None}, Left: []paint.Piece{paint.Text.Of(" ")},
			Look: Say{fmt.Sprintf("%s%sworst in step %d", toolName(st, tool.Name), st.Dot, tool.WorstStep)}}
		for _, c := range columns {
			text, tone := "", paint.Text
			if c.name == "tool" {
				text = toolName(st, tool.Name)
			} else {
				text = c.cell(tool)
			}
			if c.name == "errors" && tool.Errors > 0 || c.name == "repeats" && tool.Repeats > 0 {
				tone = paint.Warn
			}
			row.Left = append(row.Left, tone.Of(inColumn(st, text, c.tableColumn)))
		}
		rows = append(rows, row)
	}
	return rows
}

// toolName is the name of a tool; what no tool answered is a message.
func toolName(st *paint.Styles, name string) string {
	if name == "" {
		return "(message)"
	}
	return st.Clean.Text(shortAction(name), 100)
}

// Press is the keys that sort the table.
func (t *Tools) Press(k keymap.KeyMap, msg tea.KeyPressMsg, _ Row, s State) (Action, bool) {
	shown := t.fitting(s.W)
	at := slices.IndexFunc(shown, func(c toolColumn) bool { return c.name == toolColumns[t.by].name })
	switch {
	case key.Matches(msg, k.SortRight):
		at = (at + 1) % len(shown)
	case key.Matches(msg, k.SortLeft):
		at = (max(at, 0) + len(shown) - 1) % len(shown)
	case key.Matches(msg, k.Reverse):
		t.reversed = !t.reversed
		return Again{}, true
	default:
		return nil, false
	}
	t.by = slices.IndexFunc(toolColumns, func(c toolColumn) bool { return c.name == shown[at].name })
	t.reversed = false
	return Again{}, true
}
