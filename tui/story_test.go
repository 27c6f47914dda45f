package tui

import (
	"context"
	"io/fs"
	"os"
	"strings"
	"testing"

	"obscope/internal/testkit/testscale"
	"obscope/model"
	"obscope/render"
	"obscope/tui/paint"
	"obscope/tui/panel"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

var testdata = os.DirFS("../testdata/captures")

// orderForm is a page with a button below the fold, a secret, and wrappers.
func orderForm() *model.Capture {
	return capture(window("Order",
		group("Customer", textbox("Full name", "Zoë"), textbox("Password", "hunter2-secret").secret()),
		group("Shipping", button("Standard"), button("Express"), button("More options").place(200, 1300)),
		group("Done", button("Place order")),
	))
}

func TestFindOutWhyAButtonIsMissingAndBringItBack(t *testing.T) {
	in := inspect(t, Config{Recording: recording(orderForm())}, 120, 30)
	in.press("V").write("").press("ctrl+u").write("0,0,1000,800").press("enter")
	in.press("f").write("more").see("1 match").press("enter")
	in.see(`✗ button "More options" · out at viewport: centre 240,1310 is below 0..800`)
	in.see("back with viewport off (+")
	in.see(`○ button "More options" would stand here`)
	in.press("v").see(`● button "More options" · line`).notSee("would stand here")
	in.press("u").see("out at viewport")
}

func TestEveryOptionKeyChangesTheText(t *testing.T) {
	for _, c := range []struct{ keys, says string }{
		{"i", "all roles"},
		{"d", "observation · outline"},
		{"o", "geometry off"},
		{"c", "collapse single"},
		{"[", "max 79"},
		{"- -", "max 78"},
		{"{", "max 70"},
		{"}", "max 90"},
		{"+", "max 81"},
		{"t", "cl100k_base"},
		{"t t", "~"},
	} {
		in := inspect(t, Config{Recording: recording(orderForm())}, 160, 30)
		before := in.screen()
		in.press(strings.Fields(c.keys)...).see(c.says)
		if in.screen() == before {
			t.Errorf("%s changes nothing", c.keys)
		}
		for range strings.Fields(c.keys) {
			in.press("u")
		}
		in.press("esc")
		if got := in.obs.Text(); got != textOf(t, in, render.Options{}) {
			t.Errorf("%s: undo leads to another text:\n%s", c.keys, got)
		}
	}
}

func textOf(t *testing.T, in *inspector, o render.Options) string {
	t.Helper()
	obs, err := in.shot().r.Observe(o)
	if err != nil {
		t.Fatal(err)
	}
	return obs.Text()
}

func TestQueryFiltersWhileTyping(t *testing.T) {
	in := inspect(t, Config{Recording: recording(orderForm())}, 120, 30)
	in.press("/").see("query (filters the observation)").write("exp")
	if n := in.obs.Kept(); n != 1 {
		t.Errorf("%d elements hold exp, not 1", n)
	}
	in.press("esc")
	if in.obs.Set.HasQuery {
		t.Error("esc keeps the query")
	}
	in.press("/").write("exp").press("enter").see("query exp")
	in.press("u")
	if in.obs.Set.HasQuery {
		t.Error("one undo does not take the whole query back")
	}
}

// Backspace edits: it never leaves a prompt, for what is typed next would be
// taken for commands.
func TestBackspaceNeverLeavesAPrompt(t *testing.T) {
	in := inspect(t, Config{Recording: recording(orderForm()), Export: func(string, []byte, bool) error { return fs.ErrExist }}, 120, 30)
	for _, open := range [][]string{{"m"}, {"/"}, {"f"}, {":"}, {"e"}, {"V"}, {"b"}, {"e", "x", "enter"}} {
		in.press(open...).press("backspace", "delete", "backspace", "ctrl+h", "ctrl+w", "ctrl+u", "ctrl+k", "backspace")
		if in.mode != modePrompt {
			t.Errorf("%q: backspace left the prompt\n%s", open, in.screen())
		}
		in.press("q")
		if in.quit || in.mode != modePrompt {
			t.Fatalf("%q: q was taken for a command", open)
		}
		if in.press("esc"); in.mode != modeBrowse || len(in.options().Flags()) > 0 {
			t.Errorf("%q: esc left mode %d and %q", open, in.mode, in.options().Flags())
		}
	}
}

func TestAnEmptyPromptIsTheDefaultAndCtrlXUnsets(t *testing.T) {
	in := inspect(t, Config{Recording: recording(orderForm())}, 120, 30)
	for _, keys := range [][]string{{"backspace", "enter"}, {"ctrl+u", "enter"}, {"right", "backspace", "backspace", "enter"}, {"ctrl+x"}, {"9", "ctrl+x"}} {
		in.press("m").see("N or none, such as 60").write("2").press("enter").see("max 2")
		in.press("m").see("empty: the default · ctrl+x unsets").press(keys...)
		if in.mode != modeBrowse || in.history.now().MaxElements.IsSet() {
			t.Errorf("after %q: max_elements is still set, or asked for", keys)
		}
	}
	in.press("/").see("empty: none").write("exp").press("enter", "/", "ctrl+u", "enter")
	if query := in.history.now().Query; !query.IsSet() || query.Or("x") != "" {
		t.Error("an emptied query is not none")
	}
	if in.press("/", "ctrl+x"); in.history.now().Query.IsSet() {
		t.Error("ctrl+x leaves the query set")
	}
}

func TestPromptsRememberWhatWasTyped(t *testing.T) {
	in := inspect(t, Config{Recording: recording(orderForm()), Export: func(string, []byte, bool) error { return nil }}, 120, 30)
	in.press("m").write("2").press("enter", "m").write("3").press("enter")
	in.press("m", "up").see("max elements: 3 ").press("up").see("max elements: 2 ").press("down").see("max elements: 3 ").press("up", "enter").see("max 2")
	in.press("b", "up").see("token budget:  ").press("esc")
	in.press("f").write("exp").press("enter", "f", "up").see("find: exp ").see("1 match").press("esc")
	in.press("e").write("~/a.txt").press("enter", "e", "up").see("export to: ~/a.txt").press("esc")
}

func TestAnErrorIsSaidWhileTyping(t *testing.T) {
	in := inspect(t, Config{Recording: recording(orderForm()), Export: func(string, []byte, bool) error { return nil }}, 160, 30)
	in.press("m").write("1x").see("it takes a number or none").press("backspace").notSee("it takes").press("esc")
	in.press(":").write("nobody").see("nobody: ").press("esc")
	in.press("e").write("a.png").see("no .png can be made here").press("esc")
	in.press("/")
	in.send(tea.PasteMsg{Content: strings.Repeat("a", 1<<20)})
	in.see("the line is full").press("backspace").notSee("the line is full").press("esc")
}

func TestTypingReplacesTheValueInForce(t *testing.T) {
	in := inspect(t, Config{Recording: sample(t, "maka/notes.json")}, 120, 30)
	in.press("m").see("max elements: none")
	in.press("3", "enter").see("max 3")
	in.press("m").see("max elements: 3").see("ctrl+x unsets").press("enter")
	if len(in.history.past) != 2 {
		t.Error("enter in an untouched prompt is a change")
	}
	in.press("m", "left", "1", "enter").see("max 13")
	in.press("b").write("100").press("enter").see("/ 100 tokens")
	in.press("V").write("0,0,10,10").press("enter").see("view 0,0 10x10")
}

func TestAWrongValueIsSaidInThePrompt(t *testing.T) {
	in := inspect(t, Config{Recording: recording(orderForm())}, 120, 30)
	in.press("b", "ctrl+u").write("lots").press("enter").see("it takes a number of tokens above 0")
	in.press("esc")
	if in.options().Budget.IsSet() {
		t.Error("the wrong budget is in force")
	}
}

func TestSelectionIsOneElementInBothPanes(t *testing.T) {
	in := inspect(t, Config{Recording: recording(orderForm())}, 120, 30)
	in.press("tab", "G")
	if got := in.selected(); got != "button More options" {
		t.Errorf("the last line selects %q", got)
	}
	in.press("tab", "k")
	if got := in.selected(); got != "button Express" {
		t.Errorf("up in the tree selects %q", got)
	}
	if e := in.obs.Entries[in.text.Cursor]; in.shot().c.Element(e.ID).Name != "Express" {
		t.Error("the text's cursor did not follow")
	}
	in.press("d")
	if got := in.selected(); got != "button Express" {
		t.Errorf("another dialect selects %q", got)
	}
}

func TestAFoldedSelectionIsMarkedAtItsAncestor(t *testing.T) {
	in := inspect(t, Config{Recording: recording(orderForm())}, 120, 30)
	in.press("f").write("Express").press("enter", "h", "h", "tab", "k", "j")
	in.press("tab")
	row, exact := in.tree.Rows.Row(in.sel)
	if exact || in.shot().c.Element(in.tree.Rows.Id(row)).Name != "Shipping" {
		t.Fatalf("the cursor of %q is on row %d, %v", in.selected(), row, exact)
	}
	in.see(`▹✗   ▸ group "Shipping"`)
}

func TestSecretsAreMaskedUntilAsked(t *testing.T) {
	in := inspect(t, Config{Recording: recording(orderForm()), Options: render.Options{Dialect: render.Set("outline"), Collapse: render.Set(render.CollapseNone)}}, 120, 40)
	in.press("f").write("password").press("enter", "enter").see("••••••").notSee("hunter2-secret")
	in.press("S").see("hunter2-secret")
	in.press("S").notSee("hunter2-secret")
}

func TestASecretThatIsCutIsMasked(t *testing.T) {
	e := &model.Element{Secure: true, Value: strings.Repeat("correct horse ", 40)}
	line := `12 textbox "Password" ="` + e.Value[:64] + `…" @0,0 10x10`
	if got := paint.Mask(line, e); strings.Contains(got, "correct") || !strings.Contains(got, "@0,0 10x10") {
		t.Errorf("%s", got)
	}
}

func TestNextOutWalksWhatIsOut(t *testing.T) {
	in := inspect(t, Config{Recording: recording(orderForm()), Options: render.Options{MaxElements: render.Set(2)}}, 120, 30)
	var walked []string
	for range 4 {
		in.press("x")
		walked = append(walked, in.selected())
	}
	if walked[0] != "group Customer" || walked[1] != "group Shipping" || walked[2] != "button Standard" || walked[3] != "button Express" {
		t.Errorf("%q", walked)
	}
	in.press("X")
	if got := in.selected(); got != "button Standard" {
		t.Errorf("back to %q", got)
	}
}

func TestGoTo(t *testing.T) {
	for target, want := range map[string]string{"2": "textbox Password", "[2]": "button Standard", "240,1310": "button More options", `button "Express"`: "button Express"} {
		in := inspect(t, Config{Recording: recording(orderForm())}, 120, 30)
		in.press("tab", ":").write(target).press("enter")
		if got := in.selected(); got != want {
			t.Errorf("%s leads to %q, not %q", target, got, want)
		}
	}
	in := inspect(t, Config{Recording: recording(orderForm())}, 120, 30)
	in.press(":").write("nowhere").press("enter").see("no such element")
}

func TestFitTheBudgetAndSeeWhatFellOff(t *testing.T) {
	in := inspect(t, Config{Recording: recording(orderForm()), Options: render.Options{Budget: render.Set(30)}}, 140, 30)
	in.see("over by").press("F").see("elements fell off")
	if in.obs.Tokens() > 30 {
		t.Errorf("%d tokens do not fit 30", in.obs.Tokens())
	}
	in.press("p", "p", "p").see("cut at the cap")
	in.press("u").see("over by")
}

func TestMouse(t *testing.T) {
	in := inspect(t, Config{Recording: recording(orderForm())}, 120, 30)
	in.click("Express")
	if got := in.selected(); got != "button Express" {
		t.Errorf("a click selects %q", got)
	}
	in.click(`group "Shipping"`).clickAgain()
	if !in.tree.Rows.Folded[in.sel] {
		t.Error("a double click does not fold")
	}
	in.see(`▸ group "Shipping" +3`)
	before := in.lay.panes[paneTree].w
	in.send(tea.MouseClickMsg{X: in.lay.divider, Y: 5, Button: tea.MouseLeft})
	in.send(tea.MouseMotionMsg{X: in.lay.divider + 20, Y: 5, Button: tea.MouseLeft})
	in.send(tea.MouseReleaseMsg{})
	if w := in.lay.panes[paneTree].w; w < before+15 {
		t.Errorf("the divider was dragged by 20 columns; the tree went from %d to %d", before, w)
	}
}

func TestWheelScrollsThePaneUnderIt(t *testing.T) {
	in := inspect(t, Config{Recording: sample(t, "osworld/chromium-form.osworld.xml")}, 120, 30)
	in.send(tea.MouseWheelMsg{X: 100, Y: 8, Button: tea.MouseWheelDown})
	if in.text.Top != wheelLines || in.tree.Top != 0 {
		t.Errorf("text at %d, tree at %d", in.text.Top, in.tree.Top)
	}
	in.send(tea.MouseWheelMsg{X: 3, Y: 8, Button: tea.MouseWheelDown})
	if in.tree.Top != wheelLines {
		t.Errorf("tree at %d", in.tree.Top)
	}
}

func TestStepsKeepSelectionFoldsAndOptions(t *testing.T) {
	one, two := orderForm(), orderForm()
	two.Elements[6].Name = "Express delivery" // Express is gone
	two.Uses = []model.Use{{Element: 7, Ref: "7", Action: "click"}}
	in := inspect(t, Config{Recording: recording(one, two), Step: 1, Options: render.Options{MaxElements: render.Set(4)}}, 140, 40)
	in.see("step 1/2").press("f").write("Place").press("enter")
	in.tree.Rows.Fold(1, true)
	in.press(".").see("step 2/2").see("max 4")
	if got := in.selected(); got != "button Place order" {
		t.Errorf("the next step selects %q", got)
	}
	if !in.tree.Rows.Folded[1] {
		t.Error("the fold was lost")
	}
	in.press("p", "p", "p", "p", "p", "p").see("lost at cap").see("1 used but lost")
	in.press(",").see("step 1/2")
	in.press(",").see("this is the first step")
}

func TestHoldComparesTwoSetsOfOptions(t *testing.T) {
	in := inspect(t, Config{Recording: recording(orderForm())}, 140, 40)
	in.press("a", "m", "ctrl+u").write("3").press("enter")
	in.see("A held").see("only in A: 3 elements").see(`- [3] button "Express"`)
	in.press("a").see("only in B: 3 elements")
	in.press("esc").notSee("A held")
}

func TestReloadKeepsTheView(t *testing.T) {
	next := orderForm()
	next.Elements[4].Name = "Changed"
	in := inspect(t, Config{Recording: recording(orderForm()), Reload: func(context.Context) (*model.Recording, error) { return recording(next), nil }}, 120, 30)
	in.press("f").write("Express").press("enter", "i", "r").see("Changed").see("reloaded")
	if got := in.selected(); got != "button Express" {
		t.Errorf("after reloading %q is selected", got)
	}
	if in.obs.Set.Interactive {
		t.Error("the options were lost")
	}
}

func TestQuitClosesTheTopmostFirst(t *testing.T) {
	in := inspect(t, Config{Recording: recording(orderForm())}, 120, 30)
	in.press("?").see("help").press("q").notSee("─ help ─")
	in.press("p", "q")
	if in.panel.Open || in.quit {
		t.Error("q does not close the panel first")
	}
	in.press("q")
	if !in.quit {
		t.Error("q does not quit")
	}
}

func TestAnEmptyObservationSaysWhy(t *testing.T) {
	in := inspect(t, Config{Recording: recording(orderForm())}, 140, 30)
	in.press("/").write("zzz").press("enter").see("empty: nothing matches the query")
	in.press("u", "V", "ctrl+u").write("5000,5000,0,0").press("enter").see("empty: no element has its centre in the viewport")
	in.press("u", "m", "ctrl+u").write("0").press("enter").see("max_elements is 0")
}

func TestNothingOfACaptureReachesTheTerminalRaw(t *testing.T) {
	evil := "\x1b]52;c;aGFja2Vk\x07\x1b[2J\u202Eevil\u200B\nline\r\t" + strings.Repeat("x", testscale.Of(1<<20))
	c := capture(window(evil, button(evil), textbox("Password", evil).secret(), group(evil, button("b"))))
	c.App, c.Window, c.Warnings = evil, evil, model.Warnings{{Text: evil}}
	for _, dialect := range []string{"indexed", "outline"} {
		in := inspect(t, Config{Recording: recording(c), Title: evil, Options: render.Options{Dialect: render.Set(dialect)}}, 120, 40)
		for _, keys := range []string{"", "j", "enter", "p", "p", "p", "p", "p", "esc", "f", "e", "esc", "W", "Y", "esc", "O", "esc", "z", "tab", "S"} {
			in.press(strings.Fields(keys)...)
			for _, line := range strings.Split(in.View().Content, "\n") {
				if strings.Contains(line, "\x1b]") || strings.Contains(line, "[2J") && strings.Contains(line, "\x1b[2J") || strings.ContainsAny(line, "\a\r\t\u202e\u200b") {
					t.Fatalf("%s after %q: %q", dialect, keys, line)
				}
			}
			if n := strings.Count(in.View().Content, "\n"); n != 39 {
				t.Fatalf("%s after %q: %d lines of 40", dialect, keys, n+1)
			}
			if title := in.View().WindowTitle; strings.ContainsAny(title, "\x1b\a") {
				t.Fatalf("title %q", title)
			}
		}
	}
}

func TestDifferenceToThePreviousStep(t *testing.T) {
	one, two := orderForm(), orderForm()
	two.Elements[6].Name = "Overnight"
	in := inspect(t, Config{Recording: recording(one, two)}, 140, 44)
	in.press("D").see("difference · step 1 → 2").see("Overnight").see(`- [3] button "Express"`).see(`+ [3] button "Overnight"`)
	in.press("D").notSee("difference ·")
	in.press(",", "D").see("this is the first step")
}

// A newline in a name makes lines that look like others: they are shown as the
// lines that they are, and marked.
func TestForgedLinesAreShownAndMarked(t *testing.T) {
	c := capture(window("w", button("OK\n[9] button \"Forged\" @(1,1)"), button("Next")))
	in := inspect(t, Config{Recording: recording(c)}, 120, 24)
	in.see("line 1 of 3").see("⚠[9] button \"Forged\"")
	in.press("tab", "g", "j")
	if got := in.selected(); got != "button Next" {
		t.Errorf("down from a forged line leads to %q", got)
	}
	in.see("line 3 of 3").press("k")
	if in.text.Cursor != 0 {
		t.Errorf("up leads to entry %d", in.text.Cursor)
	}
	in.press(":").write("2").press("enter")
	if in.text.Cursor != 0 {
		t.Errorf("line 2 is of entry %d", in.text.Cursor)
	}
	if n := strings.Count(in.obs.Text(), "\n") + 1; n != in.text.Lines.Total {
		t.Errorf("%d lines are shown of %d", in.text.Lines.Total, n)
	}
}

func TestOptionsThatDoNotFitAtTheStartLeaveTheDefaults(t *testing.T) {
	in := inspect(t, Config{Recording: recording(orderForm()), Options: render.Options{Dialect: render.Set("nonsense")}}, 120, 24)
	in.see(`no dialect "nonsense"`).see("[0] textbox")
}

func TestClicksOnOptionsListsAndForms(t *testing.T) {
	in := inspect(t, Config{Recording: recording(orderForm())}, 140, 40)
	in.click("i interactive").see("all roles")
	in.press("f").write("Express").click(`button "Express" 6`)
	if got := in.selected(); got != "button Express" || in.mode != modeBrowse {
		t.Errorf("a click on a match selects %q", got)
	}
	in.press("O").click("geometry ").see("geometry       o  off")
	in.press("esc").click("? help").see("─ help ─")
	in.press("esc", "Y").click("options JSON").see("sent options JSON to the clipboard")
	if !strings.Contains(in.raw, "]52;") {
		t.Errorf("%q", in.raw)
	}
}

// FuzzKeys presses keys at random on a capture made to break drawing: nothing
// may panic, and every frame must fill the screen.
func FuzzKeys(f *testing.F) {
	f.Add([]byte("jjjiivvddcc[[]]{{}}oottFuUxXssnN"), 80, 24)
	f.Add([]byte("/\x01abc\r:12\rV1,2\rm5\rb\rfx\r?q Oj jjj\x1b"), 120, 40)
	f.Add([]byte("pj\rpj\rpj\rpj\rpj\rp,..,DaadaiyYj\rzZHL1230\t\tWlllhh"), 40, 12)
	f.Add([]byte("Se.txt\rrMMq"), 21, 7)
	f.Fuzz(func(t *testing.T, script []byte, w, h int) {
		w, h = 1+(w&0xFF), 1+(h&0x3F)
		evil := "\x1b[2J\u202e\u200b東京\n[3] button \"x\"\t" + strings.Repeat("long ", 80)
		one := capture(window("w", group("", group("", button(evil))), textbox("p", evil).secret(), button("")), button("lost").place(-1e9, 1e9))
		two := capture(window("w2"), group("g", button("b")))
		in := inspect(t, Config{
			Recording: recording(one, two, capture()), Step: 1,
			Export: func(string, []byte, bool) error { return nil },
			Reload: func(context.Context) (*model.Recording, error) { return recording(two), nil },
		}, w, h)
		for i, b := range script {
			if i > 200 {
				break
			}
			switch {
			case b == '\r':
				in.press("enter")
			case b == '\t':
				in.press("tab")
			case b == 0x1b:
				in.press("esc")
			case b == 0x7f:
				in.press("backspace")
			case b < 0x20:
				in.send(tea.MouseClickMsg{X: int(b) * 5 % w, Y: int(b) % h, Button: tea.MouseLeft})
			case b < 0x7f:
				in.press(string(rune(b)))
			default:
				in.send(tea.WindowSizeMsg{Width: 1 + int(b), Height: 1 + int(b)%50})
			}
			lines := strings.Split(in.View().Content, "\n")
			if len(lines) != max(in.h, 1) {
				t.Fatalf("after %q: %d lines of %d", script[:i+1], len(lines), in.h)
			}
			for _, l := range lines {
				if got := ansi.StringWidth(l); got > in.w || got < in.w && in.w >= smallestWidth && in.h >= smallestHeight {
					t.Fatalf("after %q on %dx%d: %d cells: %q", script[:i+1], in.w, in.h, got, l)
				}
			}
		}
	})
}

// A level far down still has room for its name, in both panes.
func TestDeepTreesStayReadable(t *testing.T) {
	root := window("bottom")
	for range 80 {
		root = group("g", root)
	}
	in := inspect(t, Config{Recording: recording(capture(root)), Options: render.Options{Dialect: render.Set("outline")}}, 100, 24)
	in.press("G").see(`80   window "bottom"`).see(`24 80 window "bottom"`)
}

// TestWhatWasLostInAnotherStepIsGoneTo from the list of steps.
func TestWhatWasLostInAnotherStepIsGoneTo(t *testing.T) {
	one, two := orderForm(), orderForm()
	one.Uses = []model.Use{{Element: 5, Ref: "5", Action: "click"}, {Element: 9, Ref: "9", Action: "click"}}
	in := inspect(t, Config{Recording: recording(one, two), Options: render.Options{MaxElements: render.Set(4)}}, 140, 40)
	in.press("p", "p", "p", "p", "p", "p").see("step 2/2").see("lost at cap")
	in.tree.Rows.Fold(8, true)
	in.press("k").see(`click button "Place order"`).press("enter").see("step 1/2")
	if got := in.selected(); got != "button Place order" {
		t.Errorf("what was lost is not selected, but %q", got)
	}
	if _, shown := in.tree.Rows.Row(in.sel); !shown {
		t.Error("the tree hides it")
	}
	in.press("enter").see("out at cap")
	if in.focus != paneTree {
		t.Error("enter once more does not go to the tree")
	}
}

// TestDetailsTellThatTheyGoOn where not all of them fit.
func TestDetailsTellThatTheyGoOn(t *testing.T) {
	in := inspect(t, Config{Recording: recording(orderForm())}, 120, 30)
	in.press("f").write("Place").press("enter", "enter")
	last := func() string {
		lines := in.stripState().Details(118, in.lay.details.h)
		return strings.TrimSpace(ansi.Strip(lines[len(lines)-1]))
	}
	if got := last(); !strings.HasSuffix(got, "…") {
		t.Errorf("the last line is %q", got)
	}
	in.send(tea.WindowSizeMsg{Width: 120, Height: 70})
	if got := last(); strings.HasSuffix(got, "…") {
		t.Errorf("with room for all, the last line is %q", got)
	}
}

// TestTheCursorStaysOnItsStep while what was used in the steps above comes in.
func TestTheCursorStaysOnItsStep(t *testing.T) {
	row := func(step int) panel.Row {
		if step < 0 {
			return panel.Row{}
		}
		return panel.Row{About: step}
	}
	p := panel.Pane{Panel: &panel.Steps{}, H: 20}
	p.Set(panel.Page{Rows: []panel.Row{row(-1), row(0), row(1), row(2)}})
	p.Cursor = 3
	p.Set(panel.Page{Rows: []panel.Row{row(-1), row(0), row(0), row(0), row(1), row(2), row(2)}})
	if p.Cursor != 5 {
		t.Errorf("the cursor is on row %d, not on that of step 2", p.Cursor)
	}
	p.Cursor = 3 // the second thing used in step 0
	p.Set(panel.Page{Rows: []panel.Row{row(-1), row(-1), row(0), row(0), row(0), row(1), row(2), row(2)}})
	if p.Cursor != 4 {
		t.Errorf("the cursor is on row %d, not on the second use of step 0", p.Cursor)
	}
}
