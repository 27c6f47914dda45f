//go:build unix

package e2e_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"obscope/internal/testkit/screentest"
	"obscope/loaders"
	"obscope/model"
	"obscope/render"
	"obscope/tui/paint"
)

// realCaptures are captures of real programs: a few of the samples, and all in
// the folders that OBSCOPE_CAPTURES lists.
func realCaptures(t *testing.T) []string {
	t.Helper()
	files := []string{
		captures + "/osworld/chromium-form.osworld.xml", captures + "/autocontrol/chromium-form.autocontrol-nested.json",
		captures + "/cdp/nested.cdp-axtree.json", captures + "/uiautomator/checkout-dump.uiautomator.xml",
	}
	if raceEnabled {
		files = files[1:2]
	}
	for _, dir := range filepath.SplitList(os.Getenv("OBSCOPE_CAPTURES")) {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			if rec, err := loaders.Load(os.DirFS(filepath.Dir(path)), filepath.Base(path), loaders.Options{}); err == nil && len(rec.Captures) == 1 {
				files = append(files, path)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// observe renders a file as flags say.
func observe(t *testing.T, file string, flags ...string) *render.Observation {
	t.Helper()
	o, err := render.ParseFlags(flags)
	if err != nil {
		t.Fatal(err)
	}
	obs, err := render.New(load(t, file).Captures[0]).Observe(o)
	if err != nil {
		t.Fatal(err)
	}
	return obs
}

// uniqueNames are the named elements that can be operated and whose name, as
// it is drawn, is in no other element and short enough to be seen whole.
func uniqueNames(c *model.Capture) []model.ID {
	var list []model.ID
	for i := range c.Elements {
		e := &c.Elements[i]
		if n := len(e.Name); n < 4 || n > 25 || e.Name != paint.Clean(e.Name) || strings.ContainsAny(e.Name, `"\`) || !e.Actionable() {
			continue
		}
		n := 0
		for j := range c.Elements {
			f := &c.Elements[j]
			if strings.Contains(strings.ToLower(f.Name+" "+f.Value+" "+f.Role+" "+f.Ref), strings.ToLower(e.Name)) {
				n++
			}
		}
		if n == 1 {
			list = append(list, model.ID(i))
		}
	}
	return list
}

// TestStoryAButtonIsMissing: a viewport leaves a button out; find it, read
// why, turn the option off that the details name, see its line.
func TestStoryAButtonIsMissing(t *testing.T) {
	t.Parallel()
	told := 0
	for _, file := range realCaptures(t) {
		const flags = "--dialect outline --viewport 0,0,5000,400"
		obs := observe(t, file, strings.Fields(flags)...)
		c := obs.Capture()
		missing := model.None
		for _, id := range uniqueNames(c) {
			if why := obs.Why(id); !why.In && why.Name == "viewport" {
				missing = id
			}
		}
		if missing == model.None {
			continue // nothing with a unique name is outside
		}
		told++
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			name := c.Element(missing).Name
			term := open(t, 160, 40, append(strings.Fields(flags), file)...)
			term.See("tokens").Press("f").Type(name).See("1 match").Press("enter")
			term.See("out at viewport: ").See("would stand here").See("viewport off (+")
			term.Press("v").Unseen("would stand here").SeeMatch(`● [^\n]*` + `line [0-9,]+`)
			line := observe(t, file, "--dialect", "outline")
			v := line.Verdicts[missing]
			term.See(fmt.Sprintf("line %d", line.LineOf(int(v.Line))))
			leave(t, term)
		})
	}
	if told == 0 {
		t.Error("no capture has a button below the viewport")
	}
}

// TestStoryFitABudget: half of the tokens have to be enough; see what fell off.
func TestStoryFitABudget(t *testing.T) {
	t.Parallel()
	for _, file := range realCaptures(t) {
		obs := observe(t, file, "--dialect", "outline")
		budget := obs.Tokens() / 2
		fitted, result, err := render.New(obs.Capture()).Fit(render.Options{Dialect: render.Set("outline")}, budget)
		if err != nil || len(result.Dropped) == 0 || result.MaxElements == 0 {
			continue // too small to halve
		}
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			term := open(t, 160, 40, "--dialect", "outline", "--budget", fmt.Sprint(budget), file)
			term.See(" over").Press("F").See("fell off")
			seeText(t, term, file, fitted.Flags()...)
			term.Press("x").See("out at cap")
			term.Press("p").See("costs").Press("p").See("dialects").Press("p").See("funnel").See("cap")
			term.Press("u").See(" over")
			leave(t, term)
		})
	}
}

// TestStoryWhatCostsMost: order the tree by cost; the first child of each
// level is the dearest.
func TestStoryWhatCostsMost(t *testing.T) {
	t.Parallel()
	for _, file := range realCaptures(t) {
		obs := observe(t, file, "--dialect", "outline")
		c := obs.Capture()
		if len(c.Elements) < 10 {
			continue
		}
		cost := obs.SubtreeTokens()
		var path []model.ID // from the dearest root down
		for parent := model.None; len(path) < 8; {
			best := model.None
			for i := range c.Elements {
				id := model.ID(i)
				if c.Tree.Parent[id] == parent && (best == model.None || cost[id] > cost[best] || cost[id] == cost[best] && c.Tree.Pos[id] < c.Tree.Pos[best]) {
					best = id
				}
			}
			if best == model.None || cost[best] == 0 {
				break
			}
			path = append(path, best)
			parent = best
		}
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			term := open(t, 160, 50, "--dialect", "outline", file)
			term.See("tokens").Press("0", "s").See("tree by cost").Press("g")
			term.Until("the dearest of each level at the top", func(g *screentest.Grid) bool {
				rows := treeRows(g)
				for i, id := range path {
					if i >= len(rows) || !strings.Contains(rows[i], labelled(c.Element(id))) {
						return false
					}
				}
				return true
			})
			term.Press("p").See("costs").See("by part")
			leave(t, term)
		})
	}
}

// labelled is how the row of an element starts: its role and the beginning of
// its name.
func labelled(e *model.Element) string {
	role := e.Role
	if role == "" {
		role = e.Kind.String()
	}
	if e.Subrole != "" || e.Name == "" {
		return role
	}
	name := []rune(paint.Clean(e.Name))
	return role + ` "` + string(name[:min(len(name), 6)])
}

// TestStoryWhereWasTheUsedElementLost: step through a recording; the element
// that the agent used next is marked and, under a small cap, lost.
func TestStoryWhereWasTheUsedElementLost(t *testing.T) {
	t.Parallel()
	file := captures + "/logs/playwright.trace.jsonl"
	rec := load(t, file)
	step, use := -1, model.Use{}
	for i, c := range rec.Captures {
		for _, u := range c.Uses {
			if u.Element != model.None {
				step, use = i, u
			}
		}
	}
	if step < 0 {
		t.Fatal("the recording uses nothing")
	}
	used := rec.Captures[step].Element(use.Element)
	term := open(t, 160, 50, "--max-elements", "2", file)
	term.See(fmt.Sprintf("step %d/%d", len(rec.Captures), len(rec.Captures)))
	openPanel(term, "steps").See("lost at cap").See("used but lost")
	for range len(rec.Captures) - 1 - step {
		term.Press(",")
	}
	term.See(fmt.Sprintf("step %d/%d", step+1, len(rec.Captures))).See("★")
	find(term, used.Name)
	term.See("out at cap")
	enter(term.Press("m"), "none").SeeMatch(": kept").Unseen("used but lost")
	leave(t, term)
}

// TestStoryWhatWouldOtherAgentsRead pins a button, sorts the dialects by what
// they cost, takes the cheapest that is exact, and carries pin and budget to a
// build.
func TestStoryWhatWouldOtherAgentsRead(t *testing.T) {
	t.Parallel()
	const form = captures + "/cdp/form.cdp-rpc.json"
	term := open(t, 120, 44, form, "--pin", `button "Place order"`, "--select", `button "Reset"`)
	term.See("◆ pin in").See(`● button "Reset"`)
	term.Press("C").See("─ dialects").See("windows-mcp")
	term.ClickOn("tokens ").See("tokens▾")
	cheapest := regexp.MustCompile(`│[▌▏ ][● ] indexed +other format`)
	term.Until("the cheapest above all others", func(g *screentest.Grid) bool {
		for _, l := range g.Lines() {
			if strings.Contains(l, "format") || strings.Contains(l, "exact") {
				return cheapest.MatchString(l)
			}
		}
		return false
	})
	term.ClickOn("chrome-devtools-mcp").Press("enter").See("observation · chrome-devtools-mcp").See("◆ pin in")
	seeText(t, term, form, "--dialect", "chrome-devtools-mcp")
	check := copyAs(term, "check")
	if out := shell(t, check); !strings.Contains(out, "ok") && !strings.Contains(out, "pass") {
		t.Errorf("%s\nsays %q", check, out)
	}
	term.Press("i").Press("/").Type("Reset").Press("enter").See(`◆✗ button "Place order" out`)
	leave(t, term)
}
