//go:build unix

package e2e_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"obscope/internal/testkit/screentest"
	"obscope/render"
)

// optionKeys are keys with the flags that they stand for, where outline is the
// dialect that nothing is set and where indexed is. A word of the form =X is
// the value X for the prompt that the key before it opens.
var optionKeys = []struct{ keys, outline, indexed string }{
	{"c", "--collapse none", "--collapse single"},
	{"c c", "--collapse single", "--collapse any"},
	{"o", "--geometry off", "--geometry off"},
	{"i", "--interactive", "--all-roles"},
	{"m =3", "--max-elements 3", "--max-elements 3"},
	{"m =none", "--max-elements none", "--max-elements none"},
	{"m =7 ]", "--max-elements 8", "--max-elements 8"},
	{"m =7 + +", "--max-elements 9", "--max-elements 9"},
	{"m =7 [", "--max-elements 6", "--max-elements 6"},
	{"m =7 -", "--max-elements 6", "--max-elements 6"},
	{"m =17 {", "--max-elements 7", "--max-elements 7"},
	{"m =2 }", "--max-elements 12", "--max-elements 12"},
	{"v", "--viewport capture", "--viewport capture"},
	{"V =0,0,400,300", "--viewport 0,0,400,300", "--viewport 0,0,400,300"},
	{"V =0,0,400,300 v", "--viewport off", "--viewport off"},
	{"V =0,0,400,300 v v", "--viewport 0,0,400,300", "--viewport 0,0,400,300"},
	{"/ =e", "--query e", "--query e"},
	{"/ =nothing-has-this", "--query nothing-has-this", "--query nothing-has-this"},
	{"i c", "--interactive --collapse none", "--all-roles --collapse single"},
	{"m =5 u U", "--max-elements 5", "--max-elements 5"},
}

// TestEveryOptionKeyShowsWhatRenderPrints presses each option's key, compares
// the pane with what the same flags render, and takes it back.
func TestEveryOptionKeyShowsWhatRenderPrints(t *testing.T) {
	t.Parallel()
	for i, name := range []string{
		"maka/notes.json", "maka/editor.json", "autocontrol/galculator.autocontrol-nested.json",
		"uiautomator/checkout-dump.uiautomator.xml", "xcuitest/checkout-ios.xcuitest.xml", "playwright/playwright-nested-snapshot.txt",
	} {
		if skipUnderRace(i >= 3) {
			break
		}
		t.Run(filepath.Base(name), func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(captures, name)
			indexed := strings.HasPrefix(name, "autocontrol")
			term := open(t, 300, 60, file)
			seeText(t, term, file)
			for _, c := range optionKeys {
				flags := c.outline
				if indexed {
					flags = c.indexed
				}
				changes := operate(term, c.keys)
				seeText(t, term, file, strings.Fields(flags)...)
				for range changes {
					term.Press("u")
				}
				seeText(t, term, file)
			}
			leave(t, term)
		})
	}
}

// operate presses keys and answers prompts, and returns how many changes that
// were: steps of a number that follow each other are one.
func operate(term *screentest.Term, keys string) (changes int) {
	before := ""
	for _, k := range strings.Fields(keys) {
		switch {
		case strings.HasPrefix(k, "=") && len(k) > 1:
			enter(term, k[1:])
			changes++
		case strings.Contains("m V / b", k):
			term.Press(k)
		case k == "u":
			term.Press(k)
			changes--
		case strings.Contains("[ ] - + { }", k) && strings.Contains("[ ] - + { }", before) && before != "":
			term.Press(k)
		default:
			term.Press(k)
			changes++
		}
		before = k
	}
	return changes
}

// TestDialectsStep steps through the dialects that are exact for a capture and
// finds each in the pane.
func TestDialectsStep(t *testing.T) {
	t.Parallel()
	for i, name := range []string{"maka/notes.json", "autocontrol/galculator.autocontrol-nested.json", "uiautomator/checkout-dump.uiautomator.xml", "xcuitest/checkout-ios.xcuitest.xml", "osworld/galculator.osworld.xml"} {
		if skipUnderRace(i >= 3) {
			break
		}
		t.Run(filepath.Base(name), func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(captures, name)
			rec := load(t, file)
			r := render.New(rec.Captures[0])
			set, err := render.Settle(rec.Captures[0], render.Options{})
			if err != nil {
				t.Fatal(err)
			}
			var dialects []string
			for _, info := range r.Fits() {
				if !info.Hidden && (info.Name == "indexed" || info.Name == "outline" || info.IsExact(rec.Captures[0].Format)) {
					dialects = append(dialects, info.Name)
				}
			}
			term := open(t, 300, 60, file)
			seeText(t, term, file)
			at := slices.Index(dialects, set.Dialect)
			for i := range dialects {
				next := dialects[(at+1+i)%len(dialects)]
				term.Press("d")
				seeText(t, term, file, "--dialect", next)
			}
			leave(t, term)
		})
	}
}

// TestVocabularyAndBudget shows the same count as the command tokens.
func TestVocabularyAndBudget(t *testing.T) {
	t.Parallel()
	text := filepath.Join(t.TempDir(), "text")
	put(t, text, strings.TrimSuffix(obscope(t, "render", notes), "\n"))
	term := open(t, 160, 30, notes)
	for i, name := range []string{"o200k_base", "cl100k_base", "chars4"} {
		if i > 0 {
			term.Press("t")
		}
		tokens := strings.TrimSpace(obscope(t, "tokens", text, "--tokens", name))
		term.SeeMatch(tokens + ` / 4,000 tokens\b.* ` + name)
	}
	term.See("~")
	term.Press("t").See("o200k_base")
	enter(term.Press("b"), "100").See("/ 100 tokens").See(" over")
	enter(term.Press("b"), "none").See("it takes a number")
	term.Press("esc").Unseen("it takes a number").See("/ 100 tokens")
	leave(t, term)
}

// TestQueryFiltersWhileTyping follows every letter, and esc restores.
func TestQueryFiltersWhileTyping(t *testing.T) {
	t.Parallel()
	term := open(t, 300, 60, editor)
	seeText(t, term, editor)
	term.Press("/").See("query (filters the observation)")
	for i := range "button" {
		term.Type("button"[i : i+1])
		seeText(t, term, editor, "--query", "button"[:i+1])
	}
	term.Press("backspace", "backspace")
	seeText(t, term, editor, "--query", "butt")
	term.Press("esc")
	seeText(t, term, editor)
	term.Press("/").Paste("sign in")
	seeText(t, term, editor, "--query", "sign in")
	term.Press("enter")
	seeText(t, term, editor, "--query", "sign in")
	term.Press("/", "ctrl+u", "backspace")
	seeText(t, term, editor)
	leave(t, term)
}

// TestPromptsSayWhatIsWrong leaves what is in force alone until a value is
// right.
func TestPromptsSayWhatIsWrong(t *testing.T) {
	t.Parallel()
	term := open(t, 300, 40, notes)
	seeText(t, term, notes)
	for _, c := range []struct{ key, value, says string }{
		{"m", "many", "it takes a number or none"},
		{"V", "1,2", "it takes X,Y,W,H"},
		{"b", "-1", "it takes a number of tokens above 0"},
	} {
		enter(term.Press(c.key), c.value).See(c.says)
		term.Press("esc").Unseen(c.says)
		seeText(t, term, notes)
	}
	enter(term.Press("m"), "2")
	seeText(t, term, notes, "--max-elements", "2")
	term.Press("m", "ctrl+u", "backspace")
	seeText(t, term, notes)
	leave(t, term)
}

// TestUndoTakesChangesBackOneByOne and redo puts them in force again; steps of
// a number within a second are one.
func TestUndoTakesChangesBackOneByOne(t *testing.T) {
	t.Parallel()
	term := open(t, 300, 60, editor)
	seeText(t, term, editor)
	var texts [][]string
	for _, c := range [][2]string{
		{"i", "--interactive"},
		{"m =9", "--interactive --max-elements 9"},
		{"[ [ [", "--interactive --max-elements 6"},
		{"o", "--interactive --max-elements 6 --geometry off"},
		{"/ =a", "--interactive --max-elements 6 --geometry off --query a"},
		{"d", "--interactive --max-elements 6 --geometry off --query a --dialect indexed"},
	} {
		operate(term, c[0])
		texts = append(texts, strings.Fields(c[1]))
		seeText(t, term, editor, strings.Fields(c[1])...)
	}
	for i := len(texts) - 2; i >= 0; i-- {
		term.Press("u")
		seeText(t, term, editor, texts[i]...)
	}
	term.Press("u")
	seeText(t, term, editor)
	term.Press("u").See("nothing to undo")
	for _, flags := range texts {
		term.Press("U")
		seeText(t, term, editor, flags...)
	}
	term.Press("U").See("nothing to redo")
	leave(t, term)
}

// TestPresetsAndTheForm puts a preset in force, an option of the form, and the
// reset.
func TestPresetsAndTheForm(t *testing.T) {
	t.Parallel()
	config := t.TempDir()
	if err := os.MkdirAll(filepath.Join(config, "obscope"), 0o700); err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(config, "obscope", "config.toml"), "[presets.small]\ndialect = \"outline\"\ninteractive = true\nmax_elements = 4\n")
	term := start(t, screentest.Command{Cols: 300, Rows: 60, Env: []string{"XDG_CONFIG_HOME=" + config}}, editor)
	seeText(t, term, editor)
	term.Press("O").See("options")
	closeList(choose(term, "preset small").Press("enter"))
	seeText(t, term, editor, "--interactive", "--max-elements", "4")
	term.Press("O")
	choose(term, "value cap").Press("enter")
	closeList(enter(term, "20"))
	seeText(t, term, editor, "--interactive", "--max-elements", "4", "--value-cap", "20")
	term.Press("O")
	closeList(choose(term, "value cap").Press("backspace"))
	seeText(t, term, editor, "--interactive", "--max-elements", "4")
	term.Press("O")
	closeList(choose(term, "reset").Press("enter"))
	seeText(t, term, editor)
	leave(t, term)

	term = start(t, screentest.Command{Cols: 300, Rows: 60, Env: []string{"XDG_CONFIG_HOME=" + config}}, editor, "--preset", "small")
	seeText(t, term, editor, "--interactive", "--max-elements", "4")
	leave(t, term)
}

// closeList closes a form or a menu. What follows an esc has to wait for its
// effect: on a busy machine the two would arrive as alt and a letter.
func closeList(term *screentest.Term) { term.Press("esc").Unseen("esc closes") }

// choose moves the cursor of a list over the screen to the row that begins with
// text.
func choose(term *screentest.Term, text string) *screentest.Term {
	x, want := 0, 0
	term.Until("a row "+text, func(g *screentest.Grid) (ok bool) { x, want, ok = listRow(g, text); return ok })
	at := want
	for y := range term.Grid().Rows {
		if _, _, ok := listRow(term.Grid(), text); ok && term.Cell(x-1, y).Text == "▌" {
			at = y
		}
	}
	for ; at < want; at++ {
		term.Press("down")
	}
	for ; at > want; at-- {
		term.Press("up")
	}
	return term.Until("the cursor on "+text, func(g *screentest.Grid) bool { return g.Cell(x-1, want).Text == "▌" })
}

// listRow is where a row of a list begins with text: behind a border and the
// column of the cursor.
func listRow(g *screentest.Grid, text string) (x, y int, ok bool) {
	first := []rune(text)[0]
	for y := range g.Rows {
		for x := 2; x < g.Cols; x++ {
			if g.Cell(x-2, y).Text != "│" || g.Cell(x, y).Text != string(first) {
				continue
			}
			var row strings.Builder
			for i := x; i < g.Cols && row.Len() < len(text); i++ {
				row.WriteString(g.Cell(i, y).Text)
			}
			if strings.HasPrefix(row.String(), text) {
				return x, y, true
			}
		}
	}
	return 0, 0, false
}

// TestFitShowsWhatTheCommandFits presses F.
func TestFitShowsWhatTheCommandFits(t *testing.T) {
	t.Parallel()
	for _, budget := range []int{150, 400, 1500, 100_000} {
		t.Run(fmt.Sprint(budget), func(t *testing.T) {
			t.Parallel()
			r := render.New(load(t, editor).Captures[0])
			fitted, result, err := r.Fit(render.Options{Budget: render.Set(budget)}, budget)
			if err != nil {
				t.Fatal(err)
			}
			term := open(t, 300, 60, editor, "--budget", fmt.Sprint(budget))
			term.See("tokens o200k_base").Press("F")
			seeText(t, term, editor, fitted.Flags()...)
			if result.MaxElements != render.NoCap {
				term.See("fell off").Press("x").See("out at cap")
			} else {
				term.See("everything fits")
			}
			leave(t, term)
		})
	}
}

// TestOptionsAreTheCommandLines starts with flags and shows what they render.
func TestOptionsAreTheCommandLines(t *testing.T) {
	t.Parallel()
	for _, flags := range []string{
		"--dialect indexed --all-roles --max-elements 12", "--interactive --viewport 0,0,900,700", "--query sign --collapse none --geometry off",
	} {
		term := open(t, 300, 60, append(strings.Fields(flags), editor)...)
		seeText(t, term, editor, strings.Fields(flags)...)
		leave(t, term)
	}
}

// TestContradictingOptionsSayWhyTheTextIsEmpty leaves nothing to read.
func TestContradictingOptionsSayWhyTheTextIsEmpty(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ flags, says string }{
		{"--dialect indexed --max-elements 0", "the observation is empty"},
		{"--dialect indexed --query nothing-has-this", "the observation is empty"},
		{"--dialect indexed --viewport 5000,5000,0,0", "the observation is empty"},
	} {
		term := open(t, 120, 30, append(strings.Fields(c.flags), notes)...)
		term.See(c.says).See("⚠ empty:")
		term.Press("x").See("out at").Press("y").See("sent the observation")
		leave(t, term)
	}
}
