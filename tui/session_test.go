package tui

import (
	"strings"
	"testing"
)

// lostButton is a run in which the button that the agent needs goes away: step 5
// held it last, step 6 has it no longer, 7 and 9 hold no tree.
const lostButton = "sessions/lost-button.jsonl"

func TestStepsOfASessionAreWalkedWithAndWithoutTrees(t *testing.T) {
	in := inspect(t, Config{Recording: sample(t, lostButton), Step: 8}, 160, 40)
	in.see("step 8/9").see("lost-button.jsonl: line 17").see("browser_snapshot")
	in.press(",").see("step 6/9").see("browser_click element=Gift wrap ref=e12")
	in.press(",", ",").see("step 4/9").press(".").see("step 5/9").see("same as step 4")
	in.press(">", ">").see("step 7/9").see("no tree in this result").see("Error: Ref e14 not found")
	in.press(".").see("step 8/9").press(".").see("this is the last step with a tree; < and > go through all")
	in.press(">").see("step 9/9").press(">").see("this is the last step")
	in.press(":").write("step 3").press("enter").see("step 3/9").see("tail -n 120")
	in.press(":").write("step last").press("enter").see("step 8/9")
	in.press(":").write("step 10").see("step takes a number from 1 to 9, or last").press("esc")
	in.press("<", "<", "<", "<", "<", "<", ",").see("this is the first step with a tree")
}

// TestSelectionAndFoldsSurviveAStepWithoutATree on the way through all steps.
func TestSelectionAndFoldsSurviveAStepWithoutATree(t *testing.T) {
	in := inspect(t, Config{Recording: sample(t, lostButton), Step: 2}, 160, 40)
	in.press("f").write("navigation").press("enter", "h").see(`▸ navigation "Main"`)
	in.press(">").see("no tree in this result").press("D").see("step 2 → 3").press("D")
	in.press(">").see("step 4/9").see(`▸ navigation "Main"`)
	if in.selected() != "navigation Main" {
		t.Errorf("selected is %q", in.selected())
	}
	in.press("D").see("step 2 → 4").see("text: ")
}

func TestAStepOpensAsTheModelReadIt(t *testing.T) {
	in := inspect(t, Config{Recording: sample(t, lostButton), Step: 6}, 160, 40)
	c := in.shot().c
	if in.obs.Text() != c.Text {
		t.Errorf("the text is not the whole result:\n%s", in.obs.Text())
	}
	in.see("as the model read it").see("### Ran Playwright code").see("311 / 4,000 tokens").see("tree 248").notSee("what-if")
	lit := in.text.Lit
	lines := strings.Split(c.Text, "\n")
	if lit == nil || lines[lit.From] != "- generic [ref=e1]:" || !strings.Contains(lines[lit.To-1], `button "Continue"`) {
		t.Errorf("lit are %+v of %q", lit, lines)
	}
	in.press("i").see("what-if · text").see("311 as the model read it")
	in.press("u").see("as the model read it").press("d").see("what-if · ").see("311 as the model read it")
}

func TestAStepWithoutATreeIsSearchedByLine(t *testing.T) {
	in := inspect(t, Config{Recording: sample(t, lostButton), Step: 3}, 160, 40)
	in.see("no tree in this result").see("3,266 / 4,000 tokens").see("no tree")
	in.press("f").write("10:00:03 ").see("1 match").press("enter")
	in.see("line 4 of 120").press("f").write("worker 2").press("enter")
	first := in.text.Cursor
	if in.press("n"); in.text.Cursor <= first || !strings.Contains(in.obs.Entry(in.text.Cursor), "worker 2") {
		t.Errorf("n goes from line %d to %d", first, in.text.Cursor)
	}
	if in.press("N"); in.text.Cursor != first {
		t.Errorf("N goes to line %d, not back to %d", in.text.Cursor, first)
	}
}

func TestFindSaysWhereAnElementWasLost(t *testing.T) {
	in := inspect(t, Config{Recording: sample(t, lostButton)}, 160, 40)
	in.press(":").write("step last").press("enter")
	in.press("f").write("place order").see("lost in step 6; step 5 held it last")
	in.press("enter").see("step 5/9").see("lost in step 6; step 5 held it last")
	if in.selected() != "button Place order" {
		t.Errorf("selected is %q", in.selected())
	}
	in.press("f").write("no such thing").see("0 matches").press("enter").see("nothing matches")
	in.press("esc", "f").write("Continue").see("not here; it comes in step 6").press("enter").see("step 6/9")
}

func TestToolsSaysWhatEatsTheContext(t *testing.T) {
	in := inspect(t, Config{Recording: sample(t, lostButton), Step: 8}, 200, 44)
	in.press("T").see("9 steps · 5 with a tree · 4,690 tokens in results").see("241 paid again").see("1 ref used after it was lost")
	in.see("step 6 browser_click e14: gone by then, step 5 held it last")
	first := func() string {
		for _, r := range in.panel.Rows {
			if name, ok := r.About.(string); !ok && r.About != nil && name == "" {
				return strings.TrimSpace(r.Left[1].Text)
			}
		}
		return ""
	}
	if got := first(); got != "Bash" {
		t.Errorf("the first tool is %q", got)
	}
	in.press("enter").see("step 3/9").see("tail -n 120 /srv/shop/access.log")
	in.press("g", "enter").see("step 5/9")
	if in.selected() != "button Place order" {
		t.Errorf("selected is %q", in.selected())
	}
	in.press("j", "enter").see("step 3/9").see("tail -n 120 /srv/shop/access.log")
	in.press("l", "l", "l", "l")
	if got := first(); !strings.HasPrefix(got, "browser_snap") {
		t.Errorf("by repeats the first tool is %q", got)
	}
	in.press("T").notSee("paid again")
	inspect(t, Config{Recording: recording(orderForm())}, 160, 40).press("T").see("this is no log of an agent")
}

func TestALogWithoutATreeOpensAsItsTools(t *testing.T) {
	in := inspect(t, Config{Recording: sample(t, "sessions/no-tree.jsonl")}, 160, 40)
	if !in.panel.Open || in.panel.Panel != in.tools || in.focus != panePanel {
		t.Errorf("it opens with panel %v and focus %d", in.panel.Open, in.focus)
	}
	in.see("0 with a tree").see("no tree in this result")
}
