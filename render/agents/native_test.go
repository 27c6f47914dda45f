package agents

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"obscope/internal/testkit/testscale"
	"obscope/loaders"
	"obscope/model"
	"obscope/render"
)

// open loads a text in a format.
func open(t testing.TB, format, text string) *model.Capture {
	t.Helper()
	rec, err := loaders.LoadBytes("test", []byte(text), loaders.Options{Format: format})
	if err != nil {
		t.Fatal(err)
	}
	return rec.Captures[0]
}

// write observes a capture and checks its verdicts.
func write(t testing.TB, c *model.Capture, o render.Options) *render.Observation {
	t.Helper()
	obs, err := render.New(c).Observe(o)
	if err != nil {
		t.Fatal(err)
	}
	if err := checkVerdicts(obs); err != nil {
		t.Fatalf("%s: %v", obs.Info.Name, err)
	}
	return obs
}

func in(dialect string, knobs render.Knobs) render.Options {
	return render.Options{Dialect: render.Set(dialect), Knobs: knobs}
}

func wantText(t *testing.T, obs *render.Observation, want ...string) {
	t.Helper()
	if got := obs.Text(); got != strings.Join(want, "\n") {
		t.Errorf("%s wrote\n%s\nwant\n%s", obs.Info.Name, got, strings.Join(want, "\n"))
	}
}

const phone = `<hierarchy rotation="0"><node class="android.widget.FrameLayout" bounds="[0,0][100,200]">` +
	`<node class="android.widget.Button" text="Save" clickable="true" bounds="[0,0][50,20]"/>` +
	`<node class="android.widget.TextView" text="Total" bounds="[0,20][50,40]"/>` +
	`<node class="android.widget.Button" text="Cancel" clickable="true" bounds="[0,40][50,60]"/></node></hierarchy>`

func TestIndexesStayWhenAQueryTakesElementsOut(t *testing.T) {
	o := in("androidworld-m3a", nil)
	o.Query = render.Set("cancel")
	obs := write(t, open(t, "uiautomator", phone), o)
	if got := obs.Text(); !strings.Contains(got, "UI element 3: ") || strings.Contains(got, "Save") {
		t.Errorf("wrote\n%s", got)
	}
	if stage := obs.Verdicts[2].Stage; stage != render.AtQuery {
		t.Errorf("the button Save went out at %s", obs.StageName(stage))
	}
}

func TestAListOnOneLineKeepsItsCapAndItsLinks(t *testing.T) {
	o := in("mobile-mcp", render.Knobs{"format": "json"})
	o.MaxElements = render.Set(2)
	obs := write(t, open(t, "uiautomator", phone), o)
	wantText(t, obs, `Found these elements on screen: [{"type":"android.widget.Button","text":"Save","label":"","coordinates":{"x":0,"y":0,"width":50,"height":20}},`+
		`{"type":"android.widget.TextView","text":"Total","label":"","coordinates":{"x":0,"y":20,"width":50,"height":20}}]`)
	for id, want := range []render.Stage{2: render.Kept, 3: render.Kept, 4: render.AtCap} {
		if id > 1 && obs.Verdicts[id].Stage != want {
			t.Errorf("element %d: %s", id, obs.StageName(obs.Verdicts[id].Stage))
		}
	}
}

// TestAListOnOneLineFitsABudget counts elements where entries do not.
func TestAListOnOneLineFitsABudget(t *testing.T) {
	r := render.New(open(t, "uiautomator", phone))
	o := in("mobile-mcp", render.Knobs{"format": "json"})
	full, err := r.Observe(o)
	if err != nil {
		t.Fatal(err)
	}
	fitted, result, err := r.Fit(o, full.Tokens()-1)
	if err != nil || result.MaxElements != 2 || len(result.Dropped) != 1 {
		t.Fatalf("fits %d elements, drops %v: %v", result.MaxElements, result.Dropped, err)
	}
	back, err := r.BringBack(fitted, result.Dropped[0])
	if err != nil || !back.Possible() || back.Changes[0] != "max_elements 3" {
		t.Errorf("brought back by %v: %v", back, err)
	}
}

// TestAnswersOfMobileMCPComeBack holds the dialect to texts that the tool has
// written: what was read from one is written the same again.
func TestAnswersOfMobileMCPComeBack(t *testing.T) {
	for _, format := range []string{"text", "json"} {
		want := write(t, open(t, "uiautomator", phone), in("mobile-mcp", render.Knobs{"format": format})).Text()
		if got := write(t, open(t, "mobile-mcp", want), in("mobile-mcp", render.Knobs{"format": format})).Text(); got != want {
			t.Errorf("%s comes back as\n%s\nwas\n%s", format, got, want)
		}
		if got := write(t, open(t, "mobile-mcp", want), in("text", nil)).Text(); got != want {
			t.Errorf("%s is printed as\n%s\nwas\n%s", format, got, want)
		}
	}
}

const desktop = `<desktop-frame xmlns:st="https://accessibility.ubuntu.example.org/ns/state" xmlns:cp="https://accessibility.ubuntu.example.org/ns/component">` +
	`<push-button name="One" st:showing="true" st:visible="true" st:enabled="true" cp:screencoord="(1, 2)" cp:size="(3, 4)"/>` +
	`<push-button name="Two" st:showing="true" st:visible="true" st:enabled="true" cp:screencoord="(1, 2)" cp:size="(3, 4)"/>` +
	`<push-button name="Far" st:visible="true" st:enabled="true" cp:screencoord="(1, 2)" cp:size="(3, 4)"/></desktop-frame>`

func TestACutTellsWhatItThrewAway(t *testing.T) {
	c := open(t, "osworld", desktop)
	whole := write(t, c, in("osworld", render.Knobs{"max_tokens": "0"}))
	wantText(t, whole, osworldHeader, "push-button\tOne\t\"\"\t\t\t(1, 2)\t(3, 4)", "push-button\tTwo\t\"\"\t\t\t(1, 2)\t(3, 4)")
	cut := write(t, c, in("osworld", render.Knobs{"max_tokens": "25"}))
	if got := cut.Text(); !strings.HasSuffix(got, osworldMark) || !strings.HasPrefix(whole.Text(), strings.TrimSuffix(got, osworldMark)) || strings.Contains(got, "Two") {
		t.Errorf("cut to\n%s", got)
	}
	if name := cut.StageName(cut.Verdicts[2].Stage); name != cutStage || !cut.Verdicts[1].In() {
		t.Errorf("Two went out at %q, One at %q", name, cut.StageName(cut.Verdicts[1].Stage))
	}
	if name := cut.StageName(cut.Verdicts[3].Stage); name != "not showing and visible" {
		t.Errorf("Far went out at %q", name)
	}
	if !slices.ContainsFunc(cut.Warnings, func(w model.Warning) bool { return strings.Contains(w.Text, "1 element, were thrown away") }) {
		t.Errorf("warnings %q", cut.Warnings)
	}
	none := write(t, c, in("osworld", render.Knobs{"max_tokens": "1"}))
	wantText(t, none, "tag"+osworldMark)
}

// TestACutIsTheSameInRuns holds a cut through thousands of lines to the cut of
// the text as a whole.
func TestACutIsTheSameInRuns(t *testing.T) {
	var lines []string
	for i := range 3 * cutRun {
		lines = append(lines, fmt.Sprintf("%s[%d] button 'é日本 %d'", strings.Repeat("\t", i%5), i, i*i))
		if i%97 == 0 {
			lines = append(lines, "", "  ", "/x")
		}
	}
	text := strings.Join(lines, "\n")
	c := &model.Capture{Text: text}
	whole := &model.Capture{Text: text, Elements: make([]model.Element, 1)} // one entry
	model.Link(whole, []model.ID{model.None})
	for limit := 0; limit < 12000; limit += 37 {
		knobs := render.Knobs{"max_tokens": fmt.Sprint(limit)}
		if got, want := write(t, c, in("token-cut", knobs)).Text(), write(t, whole, in("token-cut", knobs)).Text(); got != want {
			t.Fatalf("%d tokens: %d bytes in runs, %d as a whole", limit, len(got), len(want))
		}
	}
}

func TestTextLosesWhatOptionsTakeOut(t *testing.T) {
	c := open(t, "devtools", "# note\nuid=1_0 RootWebArea \"R\"\n  uid=1_1 button \"Save\nnow\"\n  uid=1_2 button \"Cancel\"\n")
	wantText(t, write(t, c, in("text", nil)), "# note", `uid=1_0 RootWebArea "R"`, "  uid=1_1 button \"Save", `now"`, `  uid=1_2 button "Cancel"`, "")
	o := in("text", nil)
	o.Query = render.Set("cancel")
	wantText(t, write(t, c, o), "# note", `uid=1_0 RootWebArea "R"`, `  uid=1_2 button "Cancel"`, "")
}

func TestTheQueryOfCuaRepeatsWhatIsAbove(t *testing.T) {
	c := open(t, "cua", "- [0] AXWindow \"W\"\n  - AXGroup \"a\"\n    - [1] AXButton \"Save\"\n  - AXGroup \"b\"\n    - [2] AXButton \"Quit\"\n")
	obs := write(t, c, in("cua-driver", render.Knobs{"query": "quit"}))
	wantText(t, obs, `- [0] AXWindow "W"`, `  - AXGroup "b"`, `    - [2] AXButton "Quit"`, "")
	if name := obs.StageName(obs.Verdicts[2].Stage); name != "no line of it matches the query" {
		t.Errorf("Save went out at %q", name)
	}
}

func TestLikenessesNeverCountAsExact(t *testing.T) {
	for _, d := range []render.Dialect{browserUse{}, peekaboo{}, windowsMCP{}} {
		info := d.Info()
		if !info.Approx || info.IsExact("cdp") || !strings.Contains(info.About, "likeness") {
			t.Errorf("%s does not say that it is a likeness", info.Name)
		}
	}
	c := open(t, "uiautomator", phone)
	wantText(t, write(t, c, in("browser-use", nil)), "[Start of page]", "[1]<button aria-label=Save />", "Total", "[2]<button aria-label=Cancel />", "[End of page]")
	wantText(t, write(t, c, in("peekaboo", nil)), "Elements found: 4", "", "Button (2 found, 2 actionable):", `  2 - "Save" - at (0, 0) size 50×20`, `  4 - "Cancel" - at (0, 40) size 50×20`,
		"", "FrameLayout (1 found, 0 actionable):", "  1 - at (0, 0) size 100×200 - [not actionable]", "", "TextView (1 found, 0 actionable):", `  3 - "Total" - at (0, 20) size 50×20 - [not actionable]`)
	wantText(t, write(t, c, in("windows-mcp", nil)), "List of Interactive Elements:", "Label: 0 App Name:  ControlType: Button Control Name: Save Shortcut:  Cordinates: (25,10)",
		"Label: 1 App Name:  ControlType: Button Control Name: Cancel Shortcut:  Cordinates: (25,50)", "", "List of Informative Elements:", "App Name:  Name: Total", "", "List of Scrollable Elements:")
}

// TestEveryDialectHoldsUnderEveryOption writes the samples of all formats in
// all dialects: each element has one verdict, and the text is the entries.
func TestEveryDialectHoldsUnderEveryOption(t *testing.T) {
	files, _ := filepath.Glob("../../testdata/captures/*/*")
	if len(files) == 0 {
		t.Fatal("no samples")
	}
	options := []func(o *render.Options){
		func(*render.Options) {},
		func(o *render.Options) { o.Interactive = render.Set(true) },
		func(o *render.Options) { o.Query = render.Set("e") },
		func(o *render.Options) { o.Viewport = render.Set(render.ViewportOf(model.Rect{W: 400, H: 300})) },
		func(o *render.Options) { o.Collapse = render.Set(render.CollapseAny) },
		func(o *render.Options) { o.MaxElements = render.Set(3) },
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		rec, err := loaders.LoadBytes(file, data, loaders.Options{})
		if err != nil {
			continue
		}
		r := render.New(rec.Captures[len(rec.Captures)-1])
		for _, d := range table {
			for i, with := range options {
				o := render.Options{Dialect: render.Set(d.Info().Name)}
				with(&o)
				obs, err := r.Observe(o)
				if err != nil {
					if i > 0 && !refused(r.Capture(), err) || strings.Contains(err.Error(), "\n") {
						t.Errorf("%s: %v", file, err)
					}
					break
				}
				if err := checkVerdicts(obs); err != nil {
					t.Errorf("%s: %s with option %d: %v", file, d.Info().Name, i, err)
				}
				obs.Text()
			}
		}
	}
}

// TestDeepCapturesAreWritten holds the dialects to a tree of many levels.
func TestDeepCapturesAreWritten(t *testing.T) {
	levels := testscale.Of(100_000)
	c := open(t, "uiautomator", `<hierarchy>`+strings.Repeat(`<node class="android.widget.Button" text="x" clickable="true" bounds="[0,0][9,9]">`, levels)+strings.Repeat(`</node>`, levels)+`</hierarchy>`)
	for _, d := range []render.Dialect{osworld{}, mobileMCP{}, m3a{}, cua{}, openCodex{}, browserUse{}, peekaboo{}, windowsMCP{}} {
		obs := write(t, c, in(d.Info().Name, nil))
		if len(obs.Entries) > 0 {
			obs.Entry(len(obs.Entries) - 1)
		}
	}
}

// TestClaimedDepthsAreBounded is about files of the dialects' own formats whose
// texts would be nothing but indentation.
func TestClaimedDepthsAreBounded(t *testing.T) {
	const n = 60_000
	claimed := open(t, "cua", "["+strings.Repeat(`{"role":"AXGroup","depth":10000},`, n)+`{"role":"AXGroup","depth":1}]`)
	obs := write(t, claimed, in("cua-driver", nil))
	if text := obs.Text(); len(text) > 1<<26 || len(obs.Warnings) == 0 {
		t.Errorf("cua: the text has %d bytes; warnings %q", len(text), obs.Warnings)
	}
	deep := open(t, "open-codex", `{"app":{},"windowTitle":"","root":`+strings.Repeat(`{"name":"x","children":[`, n)+strings.Repeat(`]}`, n)+`}`)
	if text := write(t, deep, in("open-codex-linux", render.Knobs{"max_tree_nodes": "1000000", "max_tree_depth": "1000000"})).Text(); len(text) > 1<<26 {
		t.Errorf("open-codex: the text has %d bytes", len(text))
	}
}

// TestPlacelessElementsAreToldOnce counts the elements of which mobilecli
// reports no place.
func TestPlacelessElementsAreToldOnce(t *testing.T) {
	c := open(t, "mobilecli", `{"status":"ok","data":{"elements":[{"type":"Button","ref":"a","rect":{"x":1,"y":1,"width":1,"height":1}},`+
		`{"type":"Button","ref":"b"},{"type":"Button","ref":"c"},{"type":"Button","ref":"d","rect":null}]}}`)
	obs := write(t, c, in("mobile-mcp", nil))
	if len(obs.Warnings) != 1 || obs.Warnings[0].Text != "element b and 2 others have no rect, on which mobile-mcp fails" {
		t.Errorf("warnings %q", obs.Warnings)
	}
}

// TestMembersOfSnapshotsAreSorted reads members in the worst of orders; putting
// each in its place would take minutes.
func TestMembersOfSnapshotsAreSorted(t *testing.T) {
	const n = 100_000
	var b strings.Builder
	for i := n; i > 0; i-- {
		fmt.Fprintf(&b, `,"m%06d":%d`, i, i)
	}
	c := open(t, "puppeteer", `{"role":"RootWebArea","name":"x"`+b.String()+`,"m000001":"last"}`)
	text := write(t, c, in("chrome-devtools-mcp", nil)).Text()
	if !strings.HasPrefix(text, `uid=1_0 RootWebArea "x" m000001="last" m000002="2" `) || strings.Count(text, "m000001") != 1 {
		t.Errorf("%.80s", text)
	}
}

// TestPasswordsStayOutOfOtherToolsWords where a dialect writes what the model
// knows: the originals read masked fields.
func TestPasswordsStayOutOfOtherToolsWords(t *testing.T) {
	c := open(t, "uiautomator", `<hierarchy><node class="android.widget.EditText" password="true" text="hunter2" clickable="true" bounds="[0,0][9,9]"/></hierarchy>`)
	for _, d := range []render.Dialect{osworld{}, cua{}, openCodex{}, browserUse{}, peekaboo{}, windowsMCP{}} {
		if text := write(t, c, in(d.Info().Name, nil)).Text(); strings.Contains(text, "hunter2") {
			t.Errorf("%s shows a password:\n%s", d.Info().Name, text)
		}
	}
}

// bigPhone is a dump of n nodes.
func bigPhone(n int) string {
	var b strings.Builder
	b.WriteString(`<hierarchy rotation="0"><node class="android.widget.FrameLayout" bounds="[0,0][1080,2400]">`)
	for i := range n {
		fmt.Fprintf(&b, `<node index="%d" text="Item %d" resource-id="org.example:id/row_%d" class="android.widget.TextView" package="org.example" content-desc="" `+
			`checkable="false" checked="false" clickable="%t" enabled="true" focusable="true" focused="false" scrollable="false" long-clickable="false" password="false" `+
			`selected="false" bounds="[%d,%d][%d,%d]"/>`, i, i, i, i%3 == 0, i%900, i%2000, i%900+90, i%2000+40)
	}
	return b.String() + `</node></hierarchy>`
}

// bigDesktop is an OSWorld file of n buttons.
func bigDesktop(n int) string {
	var b strings.Builder
	head, _, _ := strings.Cut(desktop, "<push-button")
	b.WriteString(head)
	for i := range n {
		fmt.Fprintf(&b, `<push-button name="Item %d" st:enabled="true" st:focusable="true" st:sensitive="true" st:showing="true" st:visible="true" `+
			`cp:screencoord="(%d, %d)" cp:windowcoord="(0, 0)" cp:parentcoord="(0, 0)" cp:size="(90, 40)" xmlns:act="https://accessibility.ubuntu.example.org/ns/action" act:click_desc="" act:click_kb=""/>`, i, i%900, i%2000)
	}
	return b.String() + "</desktop-frame>"
}

// BenchmarkOSWorld compares osworld with outline on its own format, with and
// without the cut.
func BenchmarkOSWorld(b *testing.B) {
	c := open(b, "osworld", bigDesktop(100_000))
	for _, limit := range []string{"outline", "0", "10000"} {
		name, knobs := "osworld", render.Knobs{"max_tokens": limit}
		if limit == "outline" {
			name, knobs = "outline", nil
		}
		b.Run(name+"/"+limit, func(b *testing.B) {
			b.ReportAllocs()
			var text []byte
			for b.Loop() {
				obs, err := render.New(c).Observe(in(name, knobs))
				if err != nil {
					b.Fatal(err)
				}
				text = obs.AppendText(text[:0])
			}
		})
	}
}

// BenchmarkDialects compares the dialects with outline on 100,000 elements:
// all is binding, planning and writing all of the text, first is binding and
// planning, plan is planning again after a knob has changed.
func BenchmarkDialects(b *testing.B) {
	c := open(b, "uiautomator", bigPhone(100_000))
	for _, name := range []string{"outline", "mobile-mcp", "androidworld-m3a", "osworld", "cua-driver", "open-codex-linux", "browser-use", "peekaboo", "windows-mcp"} {
		knobs := render.Knobs{}
		switch name {
		case "osworld":
			knobs["max_tokens"] = "0"
		case "open-codex-linux":
			knobs["max_tree_nodes"] = "1000000"
		case "browser-use":
			knobs["max_characters"] = "100000000"
		}
		if name == "outline" {
			knobs = nil
		}
		b.Run(name+"/all", func(b *testing.B) {
			b.ReportAllocs()
			var text []byte
			for b.Loop() {
				obs, err := render.New(c).Observe(in(name, knobs))
				if err != nil {
					b.Fatal(err)
				}
				text = obs.AppendText(text[:0])
			}
			b.SetBytes(int64(len(text)))
		})
		b.Run(name+"/first", func(b *testing.B) {
			for b.Loop() {
				if _, err := render.New(c).Observe(in(name, knobs)); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(name+"/plan", func(b *testing.B) {
			r := render.New(c)
			if _, err := r.Observe(in(name, knobs)); err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if _, err := r.Observe(in(name, knobs)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestBrowserUseGivesNoIndexToWhatIsDisabled: of a button its words are left, as
// text; a field has none of its own.
func TestBrowserUseGivesNoIndexToWhatIsDisabled(t *testing.T) {
	c := open(t, "puppeteer", `{"role":"RootWebArea","name":"p","children":[{"role":"button","name":"Save"},{"role":"button","name":"Send","disabled":true},
		{"role":"textbox","name":"Mail","value":"a","disabled":true},{"role":"link","name":"Help"}]}`)
	wantText(t, write(t, c, in("browser-use", nil)), "[Start of page]", "[1]<button aria-label=Save />", "Send", "[2]<a aria-label=Help />", "[End of page]")
}
