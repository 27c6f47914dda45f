package tui

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"obscope/internal/carry"
	"obscope/model"
	"obscope/render"
	_ "obscope/render/agents"
	"obscope/tui/panel"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// tableOf reads the dialects of the table from the screen, in its order.
func (in *inspector) tableOf() []string {
	var names []string
	for _, l := range in.panel.View(in.state()) {
		l = ansi.Strip(l)
		if m := regexp.MustCompile(`^.[●+ ] ([a-z][a-z0-9-]+) .*[0-9]/[0-9]`).FindStringSubmatch(l); m != nil {
			names = append(names, m[1])
		}
	}
	return names
}

// TestDialectsSortByAnyColumn presses through the columns and compares with
// what render sorts.
func TestDialectsSortByAnyColumn(t *testing.T) {
	in := inspect(t, Config{Recording: sample(t, "cdp/form.cdp-rpc.json")}, 260, 60)
	in.press("f").write("Place order").press("enter", "P", "C")
	in.see("dialects · enter changes").see("actionable").see("pins").see("◆ pin in")
	list, err := in.shot().r.Compare(render.Options{}, in.pinned())
	if err != nil {
		t.Fatal(err)
	}
	names := func() (names []string) {
		for _, c := range list {
			names = append(names, c.Info.Name)
		}
		return names
	}
	for _, column := range render.ComparisonColumns() {
		for _, reversed := range []bool{false, true} {
			if err := render.SortComparisons(list, column, reversed); err != nil {
				t.Fatal(err)
			}
			in.press(map[bool]string{false: "l", true: "space"}[reversed])
			got, want := in.tableOf(), names()
			// Rows that are equal keep the order of before, which differs.
			if len(got) != len(want) {
				t.Fatalf("%s: %d dialects, want %d:\n%s", column, len(got), len(want), in.screen())
			}
			key := func(name string) string {
				at := slices.IndexFunc(list, func(c render.Comparison) bool { return c.Info.Name == name })
				text := in.dialects().TestCell(&list[at], column)
				return text
			}
			for i := range want {
				if key(got[i]) != key(want[i]) {
					t.Errorf("by %s, reversed %v: row %d is %s, want %s", column, reversed, i, got[i], want[i])
				}
			}
		}
	}
	in.press("l").click(" tokens")
	first := in.tableOf()[0]
	in.clickAgain()
	if got := in.tableOf(); got[len(got)-1] != first {
		t.Errorf("a second click on a column does not turn it round: %v", got)
	}
}

// TestDialectsEnterChangesAndComesBack takes a row and undoes it.
func TestDialectsEnterChangesAndComesBack(t *testing.T) {
	in := inspect(t, Config{Recording: sample(t, "cdp/form.cdp-rpc.json")}, 160, 50)
	before := in.obs.Text()
	in.press("C", "l", "j")
	row := in.panel.Rows[in.panel.Cursor].About.(string)
	in.see(row + " ") // and what the table has no column for
	in.press("enter").see("observation · " + row)
	if in.obs.Set.Dialect != row || in.obs.Text() == before {
		t.Errorf("%s is in force after enter on %s", in.obs.Set.Dialect, row)
	}
	if at := in.panel.Rows[in.panel.Cursor].About; at != row {
		t.Errorf("the cursor is on %s, not on %s", at, row)
	}
	in.press("enter").see(row + " is in force already")
	in.press("u")
	if in.obs.Text() != before {
		t.Error("undo does not bring the text back")
	}
	in.press("C")
	if in.panel.Open {
		t.Error("C does not close the table")
	}
	in.press("p", "p", "j", "j", "C")
	if at := in.panel.Rows[in.panel.Cursor].About; at != row {
		t.Errorf("after another panel the cursor is on %s, not on %s", at, row)
	}
}

// TestRowsOfBeforeKeepTheOptionsOfNow takes a row of a panel that is not made
// anew yet: what was changed meanwhile stays.
func TestRowsOfBeforeKeepTheOptionsOfNow(t *testing.T) {
	in := inspect(t, Config{Recording: recording(orderForm())}, 160, 50)
	changed := render.Options{Geometry: render.Set(false), MaxElements: render.Set(7)}
	in.press("C", "j")
	row := in.panel.Rows[in.panel.Cursor].About.(string)
	in.history.set(changed) // as if its observation took long
	in.press("enter")
	if o := in.options(); o.Geometry != changed.Geometry || o.MaxElements != changed.MaxElements || o.Dialect.Or("") != row {
		t.Errorf("enter on %s puts %v in force", row, o.Flags())
	}
	in.run(in.openPanel(panel.Costs{}))
	in.press("j")
	in.history.set(changed)
	in.press("enter").see("the options have changed since")
	if got, want := optionsKey(in.options()), optionsKey(changed); got != want {
		t.Errorf("enter on a price of before puts %s in force, want %s", got, want)
	}
}

// TestPanelsTellOfRowsBelow where not all of them fit, and what is to come.
func TestPanelsTellOfRowsBelow(t *testing.T) {
	in := inspect(t, Config{Recording: recording(orderForm())}, 160, 60)
	in.press("C")
	n := len(in.panel.Rows)
	in.notSee(fmt.Sprintf(" of %d", n))
	in.send(tea.WindowSizeMsg{Width: 80, Height: 24})
	in.press("g").see(fmt.Sprintf("1 of %d", n)).press("G").see(fmt.Sprintf("%d of %d", n, n))
	in.panel.Rows, *in.dialects().TestTodo() = nil, []render.Info{{Name: "outline"}}
	in.see("computing").notSee("nothing to show")
}

// TestDialectsFollowTheOptions makes the table anew when a common option
// changes, not when the dialect does.
func TestDialectsFollowTheOptions(t *testing.T) {
	in := inspect(t, Config{Recording: recording(orderForm())}, 160, 50)
	in.press("C")
	flags := in.dialects().TestFlags()
	in.press("d")
	if in.dialects().TestFlags() != flags {
		t.Error("another dialect makes the table anew")
	}
	tokens := func() int {
		for _, c := range in.dialects().TestRows() {
			if c.Info.Name == "outline" {
				return c.Tokens
			}
		}
		return -1
	}
	before := tokens()
	in.press("o")
	if after := tokens(); after >= before || before < 0 {
		t.Errorf("without geometry outline costs %d tokens, with it %d", after, before)
	}
}

// TestPinsTellWhetherTheyAreIn through options and steps.
func TestPinsTellWhetherTheyAreIn(t *testing.T) {
	gone := capture(window("Order", button("Place order")))
	in := inspect(t, Config{Recording: recording(orderForm(), gone, orderForm()), Step: 1}, 140, 30)
	in.press("f").write("Express").press("enter", "P").see("◆ pin in").see(`◆ button "Express"`)
	in.press("f").write("Place order").press("enter", "P").see("◆ 2 pins in")
	in.press("m", "3", "enter").see("◆✗ 2 of 2 pins out")
	in.press("u").see("◆ 2 pins in")
	in.press("m", "4", "enter").see(`◆✗ button "Place order" out`)
	in.send(tea.WindowSizeMsg{Width: 80, Height: 24})
	in.see("◆✗ 1 of 2 pins out")
	in.send(tea.WindowSizeMsg{Width: 140, Height: 30})
	in.press("u").see("◆ 2 pins in")
	in.press(".").see("step 2/3").see(`◆✗ button "Express" gone at step 2`)
	in.press(".").see("step 3/3").see("◆ 2 pins in")
	in.press("f").write("Place order").press("enter", "P").see("◆ pin in").see("1 pin left").notSee(`◆ button "Place order"`)
}

func TestPinsAtTheStart(t *testing.T) {
	in := inspect(t, Config{Recording: recording(orderForm()), Pins: []string{`button "Express"`, "nowhere", `"Express"`}}, 140, 30)
	in.see("not pinned: nowhere: no such element").see("◆ pin in")
}

// TestPinsAreFoundAgainAfterAReload, also when they were away for a while.
func TestPinsAreFoundAgainAfterAReload(t *testing.T) {
	next := recording(capture(window("Order", button("Other"))))
	cfg := Config{Recording: recording(orderForm())}
	in := inspect(t, cfg, 140, 30)
	in.cfg.Reload = func(context.Context) (*model.Recording, error) { return next, nil }
	in.press("f").write("Express").press("enter", "P")
	in.press("r").see(`◆✗ button "Express" not here`)
	next = recording(orderForm())
	in.press("r").see("◆ pin in")
}

// TestAReloadThatTheDialectCannotWrite is shown in the default one.
func TestAReloadThatTheDialectCannotWrite(t *testing.T) {
	in := inspect(t, Config{Recording: sample(t, "cdp/form.cdp-rpc.json"), Options: render.Options{Budget: render.Set(500)}}, 140, 40)
	bare := capture(window("Order", button("Other")))
	for i := range bare.Elements {
		bare.Elements[i].Given &^= model.HasFrame
	}
	in.cfg.Reload = func(context.Context) (*model.Recording, error) { return recording(bare), nil }
	o := in.options()
	o.Dialect = render.Set("osworld")
	in.run(in.change(o))
	in.see("observation · osworld").press("r").see("in the default dialect now; dialect osworld").see("[0] button \"Other\"").see("/ 500 tokens")
	in.press("s", "u").see("osworld:").see("[0] button \"Other\"")
}

// TestCheckThatIsCopiedNamesThePins so that a build can hold what was tuned.
func TestCheckThatIsCopiedNamesThePins(t *testing.T) {
	in := inspect(t, Config{Recording: recording(orderForm()), File: "a.json", Pins: []string{`button "Express"`}}, 140, 40)
	in.press("m", "9", "enter")
	form := carry.Carry{File: "a.json", Step: 1, Steps: 1, Options: in.options(), Observation: in.obs}
	got, err := form.Check(in.pinned())
	if want := `obscope check a.json --max-elements 9 --budget 4000 --must 'button "Express"'`; err != nil || got != want {
		t.Errorf("%q, %v; want %q", got, err, want)
	}
	in.press("Y").see("obscope check: the budget, and the pins").press("esc")
	in.press("f").write("Express").press("enter", "P", "Y").see("obscope check: the budget; P pins what must be in").press("esc")
	in.pins = []panel.Pin{{C: in.shot().c, ID: 0, Here: model.None}, {C: in.shot().c, ID: 1, Here: 1}}
	in.press("Y").see("obscope check: the budget, and 1 of 2 pins: the others are not here")
	// A name that two have does not name the second.
	twins := capture(window("w", button("Twin"), button("Twin")))
	in = inspect(t, Config{Recording: recording(twins)}, 140, 40)
	if name, ok := carry.Target(in.obs, 2); !ok || strings.Contains(name, "Twin") {
		t.Errorf("the second twin is named %q, %v", name, ok)
	}
}

// TestPinsPanel lists what became of each pin, goes there, and lets one go that
// the capture does not have.
func TestPinsPanel(t *testing.T) {
	gone := capture(window("Order", button("Place order")))
	in := inspect(t, Config{Recording: recording(orderForm(), gone), Step: 1, Pins: []string{`button "Express"`, `button "Place order"`}}, 140, 30)
	in.press("p", "p", "p", "p", "p", "p").see("─ pins").see("line 4").see("line 5")
	in.press("m", "3", "enter").see("✗ out at cap")
	in.press("u", ".").see("✗ gone at step 2").see("line 1")
	in.press("g", "backspace").see("1 pin left").notSee("gone at step 2").see("◆ pin in")
	in.press("enter")
	if got := in.selected(); got != "button Place order" {
		t.Errorf("enter goes to %q", got)
	}
	// p opens the panel again that was open last.
	in.press("esc").notSee("─ pins").press("p").see("─ pins")
	in.press("P").see("0 pins left").press("esc", "p").see("─ costs")
}

// TestDialectsWaitForWhoStays writes none for who walks through the panels, and
// goes on where it was for who comes back.
func TestDialectsWaitForWhoStays(t *testing.T) {
	in := inspect(t, Config{Recording: recording(orderForm())}, 160, 50)
	in.jobs.Patience = 0
	_, delay := in.Model.Update(keyPress("C"))
	in.press("p") // on to the next panel
	in.run(delay)
	if n := len(in.dialects().TestRows()); n > 0 {
		t.Errorf("%d dialects were written for a panel that was left", n)
	}
	_, first := in.Model.Update(keyPress("C"))
	msg := lingered{in.dialects(), in.obs}
	_, writes := in.Model.Update(msg)
	in.press("esc") // stops it
	in.run(writes)
	in.run(first)
	in.press("C")
	in.send(lingered{in.dialects(), in.obs})
	if len(*in.dialects().TestTodo()) > 0 || len(in.tableOf()) < 10 {
		t.Errorf("%d dialects are still to be written:\n%s", len(*in.dialects().TestTodo()), in.screen())
	}
}
