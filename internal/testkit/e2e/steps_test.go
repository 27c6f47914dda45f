//go:build unix

package e2e_test

import (
	"path/filepath"
	"testing"

	"obscope/internal/testkit/screentest"
)

// order makes a recording of three steps: a dialog comes and takes a button's
// place, and the names of two elements change.
func order(t *testing.T) []string {
	t.Helper()
	dir := t.TempDir()
	var files []string
	for i, roots := range [][]node{
		{window("Order", group("Basket", 0, button("Pay 10", 0), button("Remove", 30)), group("More", 60, button("Help", 60)))},
		{window("Order", group("Basket", 0, button("Pay 20", 0), button("Remove", 30)), group("More", 60, button("Help", 60)))},
		{window("Order", group("Basket", 0, button("Pay 20", 0)), group("More", 60, button("Help", 60)), group("Dialog", 90, button("Confirm", 90), button("Back", 120)))},
	} {
		path := filepath.Join(dir, []string{"1.json", "2.json", "3.json"}[i])
		put(t, path, string(dicts(t, roots...)))
		files = append(files, path)
	}
	return files
}

// TestStepsKeepCursorFoldsAndKnobs walks a recording with both pairs of keys.
func TestStepsKeepCursorFoldsAndKnobs(t *testing.T) {
	t.Parallel()
	files := order(t)
	term := open(t, 120, 40, files...)
	term.See("step 3/3").See("Confirm")
	find(term, "help")
	selected(term, `button "Help"`)
	enter(term.Press("m"), "4")
	seeText(t, term, files[2], "--max-elements", "4")
	term.Press(",").See("step 2/3")
	seeText(t, term, files[1], "--max-elements", "4")
	selected(term, `button "Help"`)
	term.Press("k", "h").See(`▸ group "More"`)
	term.Press("<").See("step 1/3").See("Pay 10").See(`▸ group "More"`)
	selected(term, `group "More"`)
	term.Press(",").See("this is the first step")
	term.Press(".").See("step 2/3").See(`▸ group "More"`)
	seeText(t, term, files[1], "--max-elements", "4")
	term.Press(">").See("step 3/3")
	term.Press(".").See("this is the last step")
	seeText(t, term, files[2], "--max-elements", "4")
	term.Press("u")
	seeText(t, term, files[2])
	leave(t, term)
}

// TestASelectionThatIsGoneFindsTheNearest step by step.
func TestASelectionThatIsGoneFindsTheNearest(t *testing.T) {
	t.Parallel()
	term := open(t, 120, 40, append(order(t), "--capture", "2")...)
	find(term.See("step 2/3"), "remove")
	selected(term, `button "Remove"`)
	term.Press(".").See("step 3/3").See("●")
	term.Press("j").See("●") // there is a cursor that moves
	leave(t, term)
}

// TestDifferenceToThePreviousStep names what came, went and changed.
func TestDifferenceToThePreviousStep(t *testing.T) {
	t.Parallel()
	term := open(t, 200, 50, order(t)...)
	term.See("step 3/3").Press("D").See("Confirm").See("Remove").See("tokens")
	term.Press(",").See("step 2/3").See("Pay 20").See("Pay 10")
	term.Press("esc").Unseen("Pay 10")
	leave(t, term)
}

// TestHoldComparesTwoSetsOfOptions shows what one has that the other has not,
// and flips them.
func TestHoldComparesTwoSetsOfOptions(t *testing.T) {
	t.Parallel()
	term := open(t, 200, 50, editor)
	seeTextBeside := func(flags ...string) { seeText(t, term, editor, flags...) }
	seeTextBeside()
	term.Press("a").See("A held").See("B now")
	term.Press("i").See("only in A")
	seeTextBeside("--interactive")
	term.Press("a").See("only in B")
	seeTextBeside()
	term.Press("a").See("only in A")
	seeTextBeside("--interactive")
	term.Press("esc").Unseen("A held")
	seeTextBeside("--interactive")
	leave(t, term)
}

// TestStepsPanel lists the steps with their tokens and goes to one.
func TestStepsPanel(t *testing.T) {
	t.Parallel()
	term := open(t, 120, 40, order(t)...)
	term.See("step 3/3")
	openPanel(term, "steps")
	term.See("3 steps").Unseen("counting")
	leave(t, term)
}

// openPanel presses p until a panel is shown.
func openPanel(term *screentest.Term, name string) *screentest.Term {
	for _, panel := range []string{"costs", "dialects", "funnel", "lint", "map", "steps"} {
		term.Press("p").SeeMatch("─ " + panel + "[ ─]")
		if panel == name {
			break
		}
	}
	return term
}
