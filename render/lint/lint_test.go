package lint_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"obscope/internal/text/jsontext"
	"obscope/model"
	"obscope/render"
	"obscope/render/lint"
)

// repeat makes n nodes.
func repeat(n int, f func(i int) node) []node {
	list := make([]node, n)
	for i := range list {
		list[i] = f(i)
	}
	return list
}

// chain nests n nodes around the innermost.
func chain(n int, around func() node, inner node) node {
	for range n {
		outer := around()
		outer.kids = []node{inner}
		inner = outer
	}
	return inner
}

var half = string(jsontext.AppendUnit(nil, 0xD83D))

// refless takes the refs from elements.
func refless(c *model.Capture, ids ...model.ID) *model.Capture {
	for _, id := range ids {
		c.Elements[id].Given &^= model.HasRef
	}
	return c
}

// cutAt tells of a cut in a warning of that kind.
func cutAt(c *model.Capture, kind model.WarningKind) *model.Capture {
	c.Warnings.Add(kind, "line 7: something was cut out here")
	return c
}

// TestRules gives every rule a capture on which it speaks and one, as like it
// as can be, on which it is silent.
func TestRules(t *testing.T) {
	query := outline
	query.Query = render.Set("needle")
	inView := indexed
	inView.Viewport = render.Set(render.ViewportOf(model.Rect{X: 5000, W: 10, H: 10}))
	noInteractive := indexed
	noInteractive.Interactive = render.Set(false)
	tests := []struct {
		rule    string
		options render.Options
		bad     *model.Capture
		says    string // part of a sentence
		good    *model.Capture
	}{
		{"original-fails", indexed,
			capture("autocontrol", button("Save").at(1, 1, 9, 9), button("Load")), "KeyError: 'x'",
			capture("autocontrol", button("Save").at(1, 1, 9, 9), button("Load").at(1, 30, 9, 9))},
		{"original-fails", indexed,
			capture("autocontrol", chain(1000, func() node { return group("").at(0, 0, 9, 9) }, button("x").at(0, 0, 9, 9))), "RecursionError",
			capture("autocontrol", chain(900, func() node { return group("").at(0, 0, 9, 9) }, button("x").at(0, 0, 9, 9)))},
		{"empty-text", inView,
			capture("osworld", window("Files", button("Save").at(9, 9, 40, 20))), "no element has its centre in the viewport",
			capture("osworld", window("Files", button("Save").at(5000, 0, 10, 10)))},
		{"empty-text", outline,
			capture("winappdriver", el(model.KindGeneric, "").at(0, 0, 0, 0)), "the wrong window",
			capture("winappdriver", el(model.KindGeneric, "", button("OK")).at(0, 0, 0, 0))},
		{"secret-shown", outline,
			capture("osworld", window("Login", textbox("Password", "hunter2"))), `textbox "Password" is in the text in clear (7 characters)`,
			capture("osworld", window("Login", textbox("Password", "•••••••"), textbox("Name", "hunter2")))},
		{"secret-shown", outline,
			capture("osworld", window("Login", el(model.KindTextbox, "Pin", text("4711")).is(model.Enabled, model.Yes).with(secure))), "in the text inside it",
			capture("osworld", window("Login", el(model.KindTextbox, "Pin", text("••••"), text("Pin"), button("Show")).with(secure)))},
		{"forged-line", indexed,
			capture("autocontrol", button("Save\n[7] button \"Pay\" @(3,3)").at(0, 0, 9, 9)), "goes on like an element of its own",
			capture("autocontrol", button("Save [7] button \"Pay\"").at(0, 0, 9, 9))},
		{"forged-line", indexed,
			capture("autocontrol", button("two\nwords").at(0, 0, 9, 9)), "written raw with its line breaks",
			capture("autocontrol", text("two\nwords").at(0, 0, 9, 9))},
		{"forged-line", indexed,
			capture("autocontrol", button(`Save" @(5,5)`).at(0, 0, 9, 9)), "closes its quotes",
			capture("autocontrol", button(`Save "draft"`).at(0, 0, 9, 9))},
		{"forged-line", outline,
			capture("osworld", window("x", button("Save").ref("a\n1 button"))), "the ref of",
			capture("osworld", window("x", button("Save\n1 button")))},
		{"forged-line", outline,
			capture("osworld", window("x", text("line\u2028separator"))), "the name of",
			capture("osworld", window("x", text("line separator")))},
		{"raw-characters", outline,
			capture("osworld", window("x", text("del\x7fete"))), "a control character in the name of",
			capture("osworld", window("x", text("del\x1bete\ttab")))},
		{"raw-characters", indexed,
			capture("autocontrol", button("\x1b[31mred").at(0, 0, 9, 9)), "a control character",
			capture("autocontrol", button("red\ttab").at(0, 0, 9, 9))},
		{"raw-characters", outline,
			capture("osworld", window("x", text("safe\u202Eexe.txt"))), "a bidi override",
			capture("osworld", window("x", text("\u200Eعربي\u200F")))},
		{"raw-characters", outline,
			capture("osworld", window("x", text("hi\U000E0069\U000E0067"))), "invisible tag characters",
			capture("osworld", window("x", text("👩‍👩‍👧 hi")))},
		{"raw-characters", indexed,
			capture("autocontrol", button("smile "+half).at(0, 0, 9, 9)), "UnicodeEncodeError",
			capture("autocontrol", button("smile \uFFFD").at(0, 0, 9, 9))},
		{"raw-characters", outline,
			capture("osworld", window("x", button("a").ref("r"+half))), "is in the text as U+FFFD",
			capture("osworld", window("x", button("a"+half)))},
		{"duplicate-ref", outline,
			capture("devtools", window("x", button("A").ref("2_2"), button("B").ref("2_2"))), `2 elements share the ref "2_2": button "A", button "B"`,
			capture("devtools", window("x", button("A").ref("2_2"), button("B").ref("2_22")))},
		{"no-ref", outline,
			refless(capture("playwright", window("x", button("A").ref("e1"), button("Upload"), el(model.KindCombobox, "C", el(model.KindOption, "D")).ref("e2"))), 2, 4),
			`1 element to operate has no ref, so an agent cannot name it: button "Upload"; the number before it is outline's own`,
			refless(capture("playwright", window("x", button("A"), button("Upload"))), 1, 2)},
		{"cut-short", outline,
			cutAt(capture("playwright", window("x", button("A"))), model.CutShort), "the text was cut, so an element that is not there may exist: line 7",
			cutAt(capture("playwright", window("x", button("A"))), model.Noted)},
		{"unnamed-actionable", outline,
			capture("osworld", window("x", button("").at(10, 10, 20, 20).is(model.Visible, model.Yes), text("Search").at(40, 10, 60, 20).is(model.Visible, model.Yes))),
			`button without a name at 10,10 20x20; nearest is text "Search"`,
			capture("osworld", window("x", el(model.KindButton, "", text("Search")).is(model.Visible, model.Yes), textbox("", "typed"), el(model.KindScrollbar, "")))},
		{"unnamed-actionable", indexed,
			capture("cdp", window("x", el(model.KindButton, "", text("Search")).at(0, 0, 9, 9), button("Other").at(0, 40, 9, 9))), `1 element to operate has no name, and what it says or what is inside is not in the text: button "Search"`,
			capture("cdp", window("x", button("Search").at(0, 0, 9, 9), button("").at(0, 40, 9, 9).is(model.Enabled, model.No)))},
		{"unnamed-actionable", outline,
			capture("cdp", window("x", button("\uE5CD"))), "only the icon U+E5CD",
			capture("cdp", window("x", button("×")))},
		{"same-lines", indexed,
			capture("cdp", window("x", button("Delete 7").at(0, 0, 9, 9), button("Delete 7").at(40, 40, 9, 9))), "2 lines (1, 2) read the same; only their positions tell them apart",
			capture("cdp", window("x", button("Delete 7").at(0, 0, 9, 9), button("Delete 8").at(7, 40, 9, 9), textbox("", "a").at(0, 80, 9, 9), textbox("", "a").at(0, 90, 9, 9)))},
		{"same-lines", outline,
			capture("cdp", window("x", button("Delete"), button("Delete"))), "nothing but their order",
			capture("cdp", window("x", group("", text("A"), button("Delete")), group("", text("B"), button("Delete")),
				text("C"), button("Delete"), text("D"), button("Delete"), text("same"), text("same")))},
		{"same-lines", outline,
			capture("cdp", window("x", repeat(5, func(int) node { return el(model.KindLink, "Edit") })...)), `warning same-lines 1 [2 3 4 5]: link "Edit": 5 lines`,
			capture("cdp", window("x", el(model.KindLink, "Edit")))},
		{"same-lines", outline,
			capture("cdp", window("x", repeat(2, func(int) node { return el(model.KindLink, "Edit") })...)), `note same-lines 1 [2]: 1 group of links`,
			capture("cdp", window("x", el(model.KindLink, "Edit"), el(model.KindLink, "Edit 2")))},
		{"dropped-actionable", indexed,
			capture("autocontrol", button("OK").at(0, 0, 9, 9), button("Save").with(role("push button")).at(0, 0, 9, 9)), `push button (1, such as "Save")`,
			capture("autocontrol", button("OK").at(0, 0, 9, 9), text("Save").at(0, 0, 9, 9), button("Hidden").with(role("push button")).at(math.MinInt32, 0, 1, 1))},
		{"dropped-actionable", indexed,
			capture("cdp", button("OK"), generic().is(model.Clickable, model.Yes)), "generic under the pointer (1)",
			capture("cdp", button("OK"), generic().is(model.Clickable, model.No))},
		{"dropped-actionable", indexed,
			capture("autocontrol", button("OK").at(0, 0, 9, 9), generic().does("AXPress").at(0, 0, 9, 9)), "generic with the action AXPress (1)",
			capture("autocontrol", button("OK").at(0, 0, 9, 9), generic().does("doDefault").at(0, 0, 9, 9))},
		{"no-place", outline,
			capture("atspi", window("x", button("Cut").at(math.MinInt32, math.MinInt32, 1, 1))), "no place on screen",
			capture("atspi", window("x", button("Cut").at(-300, -300, 1, 1)))},
		{"zero-size", outline,
			capture("atspi", window("x", button("Cut").at(10, 10, 0, 5))), "1 element to operate has no area",
			capture("atspi", window("x", button("Cut").at(10, 10, 5, 5), text("thin").at(10, 10, 0, 5)))},
		{"off-screen", outline,
			capture("atspi", window("x", button("Next").at(10, 900, 50, 50))), `outside the root window "x" 0,0 1000x800`,
			capture("atspi", window("x", button("Next").at(10, 790, 50, 50)))},
		{"off-screen", outline,
			capture("appium", window("x", text("cell").is(model.Visible, model.No))), "is hidden, the capture says",
			capture("appium", window("x", text("cell").is(model.Visible, model.Yes)))},
		{"off-screen", outline,
			capture("osworld", window("x", text("cell")).is(model.Visible, model.Yes)), "is hidden, the capture says",
			capture("osworld", window("x", text("cell").is(model.Visible, model.Yes)).is(model.Visible, model.Yes))},
		{"empty-container", outline,
			capture("maestro", window("x", group("list").at(0, 0, 1000, 400), button("Tab").at(0, 700, 100, 50))), "50 % of the root",
			capture("maestro", window("x", group("backdrop").at(0, 0, 1000, 800), button("Tab").at(0, 700, 100, 50), group("").at(0, 700, 400, 90)))},
		{"empty-bar", outline,
			points(capture("idb", window("x", group("Tab Bar").at(0, 700, 1000, 100), button("a").at(0, 0, 9, 9)))), `group "Tab Bar" 0,700 1000x100, a tab bar, holds nothing`,
			points(capture("idb", window("x", group("Tab Bar").at(0, 700, 1000, 100), button("a").at(10, 710, 90, 80))))},
		{"empty-bar", outline,
			points(capture("idb", window("x", group("").own(`"role_description":"Nav bar"`).at(0, 0, 1000, 60)))), "group 0,0 1000x60, a navigation bar, holds nothing",
			capture("atspi", window("x", group("").own(`"role_description":"Nav bar"`).at(0, 0, 1000, 60)))},
		{"empty-bar", outline,
			points(capture("xcuitest", window("x", el(model.KindToolbar, "Inbox").with(role("NavigationBar")).at(0, 0, 1000, 60)))), `NavigationBar "Inbox" 0,0 1000x60`,
			points(capture("xcuitest", window("x", el(model.KindToolbar, "Inbox", button("Back")).with(role("NavigationBar")).at(0, 0, 1000, 60))))},
		{"opaque-content", outline,
			capture("cdp", window("x", el(model.KindIframe, "ad").at(0, 0, 300, 250))), `1 iframe without content: iframe "ad" at 0,0 300x250`,
			capture("cdp", window("x", el(model.KindIframe, "ad", text("buy")).at(0, 0, 300, 250), el(model.KindIframe, "tracker").at(0, 0, 1, 1)))},
		{"opaque-content", outline,
			capture("cdp", window("x", el(model.KindCanvas, "chart"))), "what is drawn in it has no elements",
			capture("cdp", window("x", el(model.KindCanvas, "chart", text("12"))))},
		{"few-actionable", outline,
			capture("cdp", window("x", append(repeat(218, func(i int) node { return text(fmt.Sprint(i)) }), button("one"))...)), "1 of 220 elements can be operated",
			capture("cdp", window("x", repeat(90, func(i int) node { return text(fmt.Sprint(i)) })...))},
		{"cut-short", outline,
			capture("cdp", repeat(200, func(i int) node { return text(fmt.Sprint(i)) })...), "exactly 200 elements",
			capture("cdp", repeat(201, func(i int) node { return text(fmt.Sprint(i)) })...)},
		{"cut-short", outline,
			capture("cdp", window("table", repeat(1024, func(i int) node { return text(fmt.Sprint(i)) })...)), `window "table" has exactly 1,024 children`,
			capture("cdp", window("table", repeat(1025, func(i int) node { return text(fmt.Sprint(i)) })...))},
		{"scale-mismatch", outline, screen(capture("wda", window("x", button("a"))), 2000, 1600), "2 times smaller than the captured screen",
			screen(capture("wda", window("x", button("a"))), 1000, 900)},
		{"scale-mismatch", outline, capture("lvt", window("x", el(model.KindMain, "page", button("a")).at(0, 0, 1500, 1200))), "1.5 times its parent",
			capture("lvt", window("x", el(model.KindMain, "page", button("a")).at(0, 0, 1000, 1600)))},
		{"scale-mismatch", outline, capture("lvt", window("x", scaled(1.5)...)), "fit when their origins are divided by 1.5",
			capture("lvt", window("x", scaled(1)...))},
		{"lost-state", outline,
			capture("cdp", window("x", generic(button("a")).is(model.Enabled, model.No))), "said something: generic (disabled)",
			capture("cdp", window("x", group("", button("a")).is(model.Enabled, model.No), generic(button("b"))))},
		{"lost-ancestors", query,
			capture("cdp", chain(30, func() node { return group("g") }, button("needle"))), "only 24 ancestors",
			capture("cdp", chain(20, func() node { return group("g") }, button("needle")))},
		{"wrong-count", query,
			capture("cdp", window("x", generic(button("needle"), button("needle 2")))), "counts 1 element that collapse took out",
			capture("cdp", window("x", group("", button("needle"))))},
		{"deep-tree", outline,
			capture("cdp", chain(70, func() node { return group("g") }, button("x"))), "71 levels deep",
			capture("cdp", chain(20, func() node { return group("g") }, button("x")))},
		{"deep-tree", outline,
			capture("cdp", chain(30, func() node { return group("g") }, button("x"))), "6 lines deeper than 24 levels are written at one indent",
			capture("cdp", chain(24, func() node { return group("g") }, button("x")))},
		{"repeated-subtree", outline,
			capture("codex", window("x", group("", repeat(19, numbered)...), group("", repeat(19, numbered)...))), "(20 elements) occurs 2 times",
			capture("codex", window("x", group("", repeat(19, numbered)...), group("", repeat(18, numbered)...)))},
		{"loading", outline, warned(capture("cdp", window("x", button("a"))), model.Noted, "1 cycle of parents was cut"), "1 cycle of parents",
			warned(capture("cdp", window("x", button("a"))), model.AtLimit, "exactly 200 elements: a limit")},
	}
	for _, tt := range tests {
		found, _ := check(t, tt.bad, tt.options)
		if !strings.Contains(sentences(of(found, tt.rule)), tt.says) {
			t.Errorf("%s does not say %q:\n%s", tt.rule, tt.says, sentences(found))
		}
		found, obs := check(t, tt.good, tt.options)
		if hits := of(found, tt.rule); len(hits) > 0 {
			t.Errorf("%s cries wolf:\n%s%s", tt.rule, sentences(hits), obs.Text()[:min(len(obs.Text()), 500)])
		}
	}
	covered := map[string]bool{"known-defects": true} // TestRulesAreSwitched
	for _, tt := range tests {
		covered[tt.rule] = true
	}
	for _, r := range lint.Rules() {
		if !covered[r.Name] {
			t.Errorf("no capture makes %s speak", r.Name)
		}
	}
}

func secure(e *model.Element) { e.Secure = true }

func role(r string) func(*model.Element) { return func(e *model.Element) { e.Role = r } }

func numbered(i int) node { return text(fmt.Sprint(i)) }

func screen(c *model.Capture, w, h float64) *model.Capture {
	c.Screen = model.Rect{W: w, H: h}
	return c
}

func warned(c *model.Capture, kind model.WarningKind, w string) *model.Capture {
	c.Warnings.Add(kind, w)
	return c
}

// scaled puts 20 panels on a diagonal of the window, each with a child, their
// origins multiplied.
func scaled(f float64) []node {
	return repeat(20, func(i int) node {
		at := 150 + 25*float64(i)
		return group("panel", button(fmt.Sprint(i)).at((at+50)*f, (at+50)*f, 40, 40)).at(at, at, 100, 100)
	})
}

// TestWhatOriginalsDo passes on what a dialect says its original would do, and
// what its own stages leave out.
func TestWhatOriginalsDo(t *testing.T) {
	c := capture("cdp", el(model.KindDocument, "Page", button("Save"), el(model.KindButton, "")))
	found, obs := check(t, c, render.Options{Dialect: render.Set("agent-browser")})
	if len(obs.Warnings) == 0 || len(of(found, "original-fails")) != len(obs.Warnings) || of(found, "original-fails")[0].Severity != lint.Note {
		t.Fatal(obs.Warnings, sentences(found))
	}
}

// TestKindsNotWords takes what a warning is from its kind: a page's own words do
// not make it a failure.
func TestKindsNotWords(t *testing.T) {
	for _, tt := range []struct {
		kind     model.WarningKind
		rule     string
		severity lint.Severity
	}{{model.Noted, "loading", lint.Note}, {model.OriginalFails, "original-fails", lint.Error}} {
		const words = "frame 7 could not be captured: it fails with an Error"
		found, _ := check(t, warned(capture("maka", window("x", button("a"))), tt.kind, words), outline)
		if hits := of(found, tt.rule); len(hits) != 1 || hits[0].Severity != tt.severity || hits[0].Sentence != words {
			t.Errorf("kind %d: %s", tt.kind, sentences(found))
		}
	}
}

func TestDuplicateRefsLoseElements(t *testing.T) {
	c := capture("maka", window("x", button("A").ref("5"), button("B").ref("5"), button("C")))
	c.AX = true
	c.Elements[2].Key = c.Elements[1].Key
	model.Plant(c)
	found, _ := check(t, c, outline)
	hits := of(found, "duplicate-ref")
	if len(hits) != 1 || hits[0].Severity != lint.Error || !strings.Contains(hits[0].Sentence, `not in the text for that reason: button "B"`) {
		t.Fatal(sentences(found))
	}
	if of(found, "wrong-count") == nil {
		t.Fatal("elements= counts the lost one, and nobody says so")
	}
}

// TestSecretsStayOut checks that no sentence repeats what it warns of.
func TestSecretsStayOut(t *testing.T) {
	c := capture("playwright", window("x",
		el(model.KindTextbox, "").value("hunter2").with(secure), el(model.KindTextbox, "").value("hunter2").with(secure),
		textbox("API key", "hunter2").ref("1"), textbox("", "hunter2").ref("1").with(func(e *model.Element) { e.Description = "Password" })))
	found, obs := check(t, c, outline)
	if len(of(found, "secret-shown")) != 4 {
		t.Fatal(sentences(found))
	}
	var b bytes.Buffer
	if err := lint.WriteText(&b, obs, found); err != nil || strings.Contains(b.String(), "hunter2") {
		t.Fatal(b.String(), err)
	}
}

func TestRulesAreSwitched(t *testing.T) {
	_, obs := check(t, capture("cdp", window("x", button("a"), button("a"))), indexed)
	if got := lint.Check(obs, lint.Options{Off: []string{"same-lines"}}); len(got) != 0 {
		t.Fatal(sentences(got))
	}
	got := lint.Check(obs, lint.Options{On: []string{"known-defects"}})
	if n := len(of(got, "known-defects")); n != len(obs.Info.Defects) || n == 0 {
		t.Fatal(sentences(got))
	}
	if err := (lint.Options{Off: []string{"same-line"}}).Validate(); err == nil || !strings.Contains(err.Error(), "same-lines") {
		t.Fatal(err)
	}
	if err := (lint.Options{Off: []string{"same-lines"}, On: []string{"known-defects"}}).Validate(); err != nil {
		t.Fatal(err)
	}
}

// TestMostBoundsWhatIsToldOneByOne counts sentences and members.
func TestMostBoundsWhatIsToldOneByOne(t *testing.T) {
	c := capture("cdp", window("x", repeat(300, func(int) node { return button("") })...))
	_, obs := check(t, c, outline)
	for most, want := range map[int]int{0: lint.DefaultMost + 1, 5: 6, -1: 300, 299: 300, 298: 299} {
		found := of(lint.Check(obs, lint.Options{Most: most}), "unnamed-actionable")
		members := 0
		for _, f := range found {
			members += 1 + len(f.Related)
		}
		if len(found) != want || members != 300 {
			t.Errorf("most %d: %d findings about %d elements", most, len(found), members)
		}
	}
}

func TestFindingsAreSorted(t *testing.T) {
	c := capture("cdp", window("x", button("B"), button("B"), button("A"), button("A"), textbox("Password", "clear")))
	c.Truncated = true
	found, _ := check(t, c, outline)
	var got []string
	for _, f := range found {
		got = append(got, fmt.Sprint(f.Rule, f.ID))
	}
	if want := []string{"secret-shown5", "cut-short-1", "same-lines1", "same-lines3"}; !slices.Equal(got, want) {
		t.Fatal(got)
	}
}

func TestJSON(t *testing.T) {
	found, obs := check(t, capture("cdp", window("x", button("a\"<"+half), button("a\"<"+half))), outline)
	var b bytes.Buffer
	if err := lint.WriteJSON(&b, obs, found); err != nil {
		t.Fatal(err)
	}
	var got struct {
		Errors, Warnings, Notes int
		Findings                []struct {
			Rule, Severity, Sentence string
			Element                  struct {
				ID, Line        int
				Ref, Role, Name string
			}
			Related []int
		}
	}
	d := json.NewDecoder(&b)
	d.DisallowUnknownFields()
	if err := d.Decode(&got); err != nil {
		t.Fatal(err)
	}
	f := got.Findings[0]
	if got.Warnings != 1 || f.Rule != "same-lines" || f.Severity != "warning" || f.Element.ID != 1 || f.Element.Line != 3 || f.Element.Name != "a\"<\uFFFD" || !slices.Equal(f.Related, []int{2}) {
		t.Fatalf("%+v", got)
	}
}

// TestNoCaptureIsTooOdd runs all rules on captures of nothing and of very much
// of one thing.
func TestNoCaptureIsTooOdd(t *testing.T) {
	odd := map[string]*model.Capture{
		"empty":     capture("cdp"),
		"deep":      capture("cdp", chain(60_000, func() node { return generic() }, button("x"))),
		"flat":      capture("cdp", repeat(20_000, func(int) node { return button("") })...),
		"one ref":   capture("cdp", repeat(20_000, func(int) node { return button("x").ref("e1") })...),
		"one place": capture("cdp", window("x", repeat(10_000, func(int) node { return generic().at(0, 0, 1000, 800) })...)),
		"nan":       capture("cdp", button("x").at(math.NaN(), math.Inf(1), math.NaN(), -1), el(model.KindIframe, "").at(math.Inf(1), 0, 1e308, 1e308)),
		"bytes":     capture("cdp", window("\xff\xc2", button("\xe2\x80"), button("\xed\xa0"), button("\xf3\xa0"))),
	}
	for name, c := range odd {
		for _, o := range []render.Options{indexed, outline, {Dialect: render.Set("json")}} {
			found, _ := check(t, c, o)
			if len(found) > 200 {
				t.Errorf("%s: %d findings", name, len(found))
			}
		}
	}
}

// TestForgedLinesByTheThousand lints names that nearly read as lines: looking
// through all elements for each of them would take minutes.
func TestForgedLinesByTheThousand(t *testing.T) {
	var rows []node
	for range 100_000 {
		rows = append(rows, button("a\n[1] nothing \"b\""))
	}
	c := capture("", rows...)
	o := indexed
	o.MaxElements = render.Set(render.NoCap)
	found, _ := check(t, c, o)
	if forged := of(found, "forged-line"); len(forged) != 1 || forged[0].Severity != lint.Warning || len(forged[0].Related) != len(rows)-1 {
		t.Errorf("%d findings", len(forged))
	}
}

// TestOneLineOfAllElements lints a dialect whose only entry is the whole list:
// writing it again for each element would take minutes.
func TestOneLineOfAllElements(t *testing.T) {
	var rows []node
	for i := range 20_000 {
		rows = append(rows, textbox("", fmt.Sprint("value ", i)).at(0, float64(i), 10, 10))
	}
	o := render.Options{Dialect: render.Set("mobile-mcp"), Knobs: render.Knobs{"format": "json"}}
	found, obs := check(t, capture("", rows...), o)
	if len(obs.Entries) != 1 || len(of(found, "unnamed-actionable")) != 0 {
		t.Errorf("%d entries; %s", len(obs.Entries), sentences(of(found, "unnamed-actionable")))
	}
}
