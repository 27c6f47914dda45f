//go:build unix

package e2e_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"obscope/internal/testkit/screentest"
	"obscope/tui/keymap"

	"charm.land/bubbles/v2/key"
)

// library is a capture with several levels and names that repeat.
func library(t *testing.T) string {
	t.Helper()
	var shelves []node
	for i := range 5 {
		var books []node
		for j := range 4 {
			books = append(books, group(fmt.Sprintf("book %d.%d", i, j), 40*i+8*j, button(fmt.Sprintf("Borrow %d.%d", i, j), 40*i+8*j)))
		}
		shelves = append(shelves, group(fmt.Sprintf("shelf %d", i), 40*i, books...))
	}
	return write(t, "library.json", window("Library", shelves...))
}

// selected waits until the details are about the element.
func selected(term *screentest.Term, label string) *screentest.Term {
	return term.Until("selected: "+label, func(g *screentest.Grid) bool {
		_, text, _ := strings.Cut(detail(g), " ")
		return strings.HasPrefix(text, label+" ·")
	})
}

// detail is the first line of the details: the selected element.
func detail(g *screentest.Grid) string {
	lines := g.Lines()
	for y, line := range lines[:max(0, len(lines)-1)] {
		if strings.HasPrefix(line, "├") {
			return strings.TrimLeft(lines[y+1], "│ ")
		}
	}
	return ""
}

// treeRows are the rows of the tree pane: mark, label and fold signs.
func treeRows(g *screentest.Grid) []string {
	var rows []string
	inside := false
	for _, line := range g.Lines() {
		switch {
		case strings.HasPrefix(line, "┌"):
			inside = true
		case strings.HasPrefix(line, "├"):
			return rows
		case inside:
			cells := strings.Split(line, "│")
			if len(cells) > 1 && strings.TrimSpace(cells[1]) != "" {
				rows = append(rows, strings.TrimRight(cells[1], " "))
			}
		}
	}
	return rows
}

// seeTree waits until the tree pane has n rows.
func seeTree(term *screentest.Term, n int) *screentest.Term {
	return term.Until(fmt.Sprintf("%d rows of the tree", n), func(g *screentest.Grid) bool { return len(treeRows(g)) == n })
}

// TestMoveInBothPanes moves the cursor in one and sees it in the other.
func TestMoveInBothPanes(t *testing.T) {
	t.Parallel()
	term := open(t, 120, 40, library(t))
	selected(term, `window "Library"`)
	selected(term.Press("j"), `group "shelf 0"`)
	selected(term.Press("down", "down"), `button "Borrow 0.0"`)
	selected(term.Press("k"), `group "book 0.0"`)
	selected(term.Press("G"), `button "Borrow 4.3"`)
	selected(term.Press("g"), `window "Library"`)
	selected(term.Press("end"), `button "Borrow 4.3"`)
	selected(term.Press("home"), `window "Library"`)
	selected(term.Press("tab", "g"), `button "Borrow 0.0"`)
	selected(term.Press("j"), `button "Borrow 0.1"`)
	selected(term.Press("G"), `button "Borrow 4.3"`)
	selected(term.Press("tab", "k"), `group "book 4.3"`)
	selected(term.Press("ctrl+d"), `button "Borrow 4.3"`)
	term.Press("ctrl+u", "pgup", "pgdown")
	selected(term.Press("G"), `button "Borrow 4.3"`)
	leave(t, term)
}

// TestFindGoesThereAndUnfolds searches what is folded away, and walks the
// matches.
func TestFindGoesThereAndUnfolds(t *testing.T) {
	t.Parallel()
	term := open(t, 120, 40, library(t))
	seeTree(term.See("Library").Press("H"), 1)
	term.Press("f").Type("borrow 3").See("4 match").Press("enter")
	selected(term, `button "Borrow 3.0"`)
	inTree(term, `button "Borrow 3.0"`)
	for _, c := range [][2]string{{"n", "3.1"}, {"n", "3.2"}, {"n", "3.3"}, {"n", "3.0"}, {"N", "3.3"}, {"N", "3.2"}} {
		selected(term.Press(c[0]), `button "Borrow `+c[1]+`"`)
		inTree(term, `button "Borrow `+c[1]+`"`)
	}
	term.Press("f").Type("brw23").See("4 matches").Press("enter") // letters in this order
	selected(term, `button "Borrow 2.3"`)
	term.Press("f").Type("no such thing at all").See("0 matches")
	term.Press("esc").Unseen("0 matches")
	selected(term, `button "Borrow 2.3"`)
	leave(t, term)
}

// inTree waits until an element is on a row of the tree.
func inTree(term *screentest.Term, label string) {
	term.Until(label+" in the tree", func(g *screentest.Grid) bool {
		return strings.Contains(strings.Join(treeRows(g), "\n"), label)
	})
}

// TestASearchHitIsAlwaysVisible even below another root, in a tree by cost, in
// a small terminal, and when it is out.
func TestASearchHitIsAlwaysVisible(t *testing.T) {
	t.Parallel()
	term := open(t, 100, 24, library(t))
	selected(term.Press("j"), `group "shelf 0"`)
	term.Press("z").See(`below group "shelf 0"`)
	find(term, "borrow 4.2")
	selected(term, `button "Borrow 4.2"`)
	inTree(term, `button "Borrow 4.2"`)
	term.Press("s").See("by cost")
	find(term, "borrow 0.2")
	selected(term, `button "Borrow 0.2"`)
	inTree(term, `button "Borrow 0.2"`)
	find(term, "book 1.3")
	selected(term, `group "book 1.3"`).See("out at")
	inTree(term, `group "book 1.3"`)
	term.Resize(30, 8).See("book 1.3")
	leave(t, term)
}

// TestGoTo goes to lines, indexes, refs and points.
func TestGoTo(t *testing.T) {
	t.Parallel()
	term := open(t, 120, 40, library(t))
	selected(term, `window "Library"`)
	enter(term.Press(":"), "4") // a ref, in the tree
	selected(term, `group "book 0.1"`)
	term.Press("tab")
	for target, want := range map[string]string{
		"3":                     `button "Borrow 0.2"`,
		"[5]":                   `button "Borrow 1.1"`,
		"50,134":                `button "Borrow 3.0"`,
		`button "Borrow 2.2"`:   `button "Borrow 2.2"`,
		`button   "Borrow 4.0"`: `button "Borrow 4.0"`,
	} {
		enter(term.Press(":"), target)
		selected(term, want)
	}
	enter(term.Press(":"), "nowhere").See("no such element")
	term.Press("esc").Unseen("no such element")
	leave(t, term)

	term = open(t, 120, 40, notes)
	selected(term, `AXWindow "Notes"`)
	enter(term.Press(":"), "4")
	selected(term, `AXButton "Share"`)
	leave(t, term)
}

// TestNextOutWalksWhatIsOut forwards and back.
func TestNextOutWalksWhatIsOut(t *testing.T) {
	t.Parallel()
	term := open(t, 120, 40, library(t), "--viewport", "0,0,800,40")
	selected(term, `window "Library"`)
	selected(term.Press("x"), `group "shelf 0"`).See("out at interactive")
	selected(term.Press("X"), `window "Library"`)
	enter(term.Press(":"), "[3]")
	selected(term, `button "Borrow 0.3"`)
	selected(term.Press("x"), `group "shelf 1"`)
	selected(term.Press("x", "x"), `button "Borrow 1.0"`).See("out at viewport")
	leave(t, term)
}

// TestFolds folds and unfolds rows, subtrees and depths.
func TestFolds(t *testing.T) {
	t.Parallel()
	term := open(t, 120, 70, library(t))
	const all = 1 + 5 + 20 + 20
	seeTree(term.See("Library"), all)
	seeTree(term.Press("j", "h"), all-8)
	term.See(`▸ group "shelf 0" +8`)
	seeTree(term.Press("l"), all)
	seeTree(term.Press("space"), all-8)
	seeTree(term.Press("space"), all)
	seeTree(term.Press("right", "right"), all) // to the first child's child
	seeTree(term.Press("g", "1"), 1)
	seeTree(term.Press("2"), 6)
	seeTree(term.Press("3"), 26)
	seeTree(term.Press("4"), all)
	seeTree(term.Press("1", "0"), all)
	seeTree(term.Press("j", "H"), all-8)
	seeTree(term.Press("l"), all-4) // what is below stays folded
	seeTree(term.Press("L"), all)
	// A fold is the viewer's: the text is the same.
	term.Press("1").See("of 20").See("Borrow 4.3")
	leave(t, term)
}

// TestRerootAndBack shows a subtree as a tree of its own.
func TestRerootAndBack(t *testing.T) {
	t.Parallel()
	term := open(t, 120, 70, library(t))
	seeTree(term.See("Library"), 46)
	seeTree(term.Press("j", "z"), 9).See(`below group "shelf 0"`)
	seeTree(term.Press("Z"), 46).Unseen("below")
	seeTree(term.Press("z"), 9)
	seeTree(term.Press("esc"), 46)
	leave(t, term)
}

// TestDeepTreesStayReadable opens eighty levels in a narrow pane: names are
// still there, with the depth as a number and the path from the leaf's end.
func TestDeepTreesStayReadable(t *testing.T) {
	t.Parallel()
	deepest := button("the leaf", 10)
	for i := 79; i >= 1; i-- {
		deepest = group(fmt.Sprintf("level %d", i), 10, deepest)
	}
	term := open(t, 100, 30, write(t, "deep.json", window("Deep", deepest)))
	selected(term.See("Deep").Press("G"), `button "the leaf"`)
	inTree(term, `button "the leaf"`)
	term.Until("the depth before the leaf", func(g *screentest.Grid) bool {
		for _, row := range treeRows(g) {
			if strings.Contains(row, `button "the leaf"`) {
				return strings.Contains(row, "80 ")
			}
		}
		return false
	})
	term.See(`group "level 79"`)
	leave(t, term)
}

// TestTreeByCost puts the dearest first, and takes it back.
func TestTreeByCost(t *testing.T) {
	t.Parallel()
	file := write(t, "costs.json", window("Costs",
		group("cheap", 0, button("a", 0)), group("dear", 40, button("a very long name that costs many tokens indeed", 40)), group("middle", 80, button("b and c", 80)),
	))
	order := func(names ...string) func(*screentest.Grid) bool {
		return func(g *screentest.Grid) bool {
			at := -1
			rows := strings.Join(treeRows(g), "\n")
			for _, n := range names {
				next := strings.Index(rows, `group "`+n+`"`)
				if next <= at {
					return false
				}
				at = next
			}
			return true
		}
	}
	term := open(t, 120, 30, file)
	term.Until("as captured", order("cheap", "dear", "middle"))
	term.Press("s").Until("by cost", order("dear", "middle", "cheap"))
	term.Press("s").Until("as captured", order("cheap", "dear", "middle"))
	leave(t, term)
}

// TestSecretsAreHiddenUntilAsked on the screen, in both panes and the details.
func TestSecretsAreHiddenUntilAsked(t *testing.T) {
	t.Parallel()
	term := open(t, 160, 30, notes)
	find(term.See("Passphrase"), "passphrase").Press("enter")
	selected(term, `AXTextField/SecureTextField "Passphrase"`).Unseen("hunter2")
	term.Press("S").See("hunter2").See("secrets are shown")
	term.Press("S").Unseen("hunter2").See("••••••")
	term.Press("f").Type("hunter2").See("0 matches")
	term.Press("esc").Unseen("0 matches")
	if strings.Count(string(term.Raw()), "hunter2") == 0 {
		t.Error("S never showed the secret")
	}
	leave(t, term)

	term = open(t, 160, 30, notes)
	term.See("Passphrase")
	for _, panel := range []string{"costs", "dialects", "funnel", "lint", "map"} {
		term.Press("p").SeeMatch("─ " + panel + "[ ─]").Unseen("computing")
	}
	if strings.Contains(string(term.Raw()), "hunter2") {
		t.Error("a panel shows the secret")
	}
	leave(t, term)
}

// TestPanels opens every panel and closes it.
func TestPanels(t *testing.T) {
	t.Parallel()
	term := open(t, 120, 40, captures+"/osworld/chromium-form.osworld.xml")
	term.See("observation")
	for _, c := range [][2]string{{"costs", "by part"}, {"dialects", "actionable"}, {"funnel", "captured"}, {"lint", "unnamed"}, {"map", "⣀"}} {
		term.Press("p").SeeMatch("─ " + c[0] + "[ ─]").See(c[1])
	}
	term.Press("esc").Unseen("─ map")
	leave(t, term)
}

// TestWrapAndSideways shows all of a long line.
func TestWrapAndSideways(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("word ", 60) + "the-end"
	term := open(t, 100, 30, write(t, "long.json", window("W", button(long, 10))))
	term.See("word").Unseen("(50,20)")
	term.Press("tab", "W").See("(50,20)")
	term.Press("W").Unseen("(50,20)")
	for range 35 {
		term.Press("l")
	}
	term.See("the-end").See("column 281")
	for range 35 {
		term.Press("h")
	}
	term.Unseen("the-end").Unseen("column")
	leave(t, term)
}

// TestMouseOnAndOff gives the mouse to the terminal and takes it back.
func TestMouseOnAndOff(t *testing.T) {
	t.Parallel()
	term := open(t, 120, 40, notes)
	term.See(`AXButton "Share"`).ClickOn(`AXButton "Share"`)
	selected(term, `AXButton "Share"`)
	term.Press("M").See("the mouse is the terminal's")
	term.Until("no mouse reports", func(*screentest.Grid) bool { return !term.Modes().Mouse })
	term.Press("M").Until("mouse reports", func(*screentest.Grid) bool { return term.Modes().Mouse })
	term.Wheel(90, 6, 1).Wheel(90, 6, -1)
	term.DoubleClick(10, 2)
	seeTree(term, 1)
	x, y, _ := term.Grid().Find("┬")
	term.Drag(x, y+1, x+20, y+1)
	term.Until("a wider tree", func(g *screentest.Grid) bool { now, _, ok := g.Find("┬"); return ok && now > x+15 })
	leave(t, term)
}

// TestHelpListsEveryKey opens help and finds every key in it.
func TestHelpListsEveryKey(t *testing.T) {
	t.Parallel()
	term := open(t, 140, 70, notes)
	term.See("observation").Press("?").See("help")
	keys := reflect.ValueOf(keymap.DefaultKeys())
	inLists := []string{"Accept", "Cancel", "ListDown", "ListUp", "Unset", "UnsetOption", "Change"}
	for i := range keys.NumField() {
		b, ok := keys.Field(i).Interface().(key.Binding)
		if !ok || slices.Contains(inLists, keys.Type().Field(i).Name) {
			continue
		}
		does := b.Help().Desc
		term.See(strings.TrimSpace(does[:min(len(does), 12)])) // the rest may be on a line of its own
	}
	term.Press("esc").Unseen("fit the budget")
	term.Press("?").See("fit the budget").Press("q").Unseen("fit the budget")
	term.Press("q")
	if code := term.ExitCode(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	restored(t, term)
}
