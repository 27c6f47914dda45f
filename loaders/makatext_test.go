package loaders_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"obscope/internal/testkit/vectors"
	"obscope/internal/text/jsontext"
	"obscope/loaders"
	"obscope/model"
	"obscope/render"
)

// unrepresentable are the recorded texts that do not tell the tree they were
// written from, and why.
var unrepresentable = map[string]string{
	"walk/duplicate-ids-in-cycle":           "a ref stands on two lines",
	"random/11019":                          "a ref stands on two lines",
	"random/11032":                          "a ref stands on two lines",
	"random/11123":                          "a ref stands on two lines",
	"menu/second-bar-stays-in-window":       "the bar that stayed in the window is now the first",
	"menu/nested-AXMenu-chain-30":           "menus that the limit of 24 kept collapse now",
	"menu/separator-parent-only-separators": "a separator whose separators are gone goes now",
	"random/11167":                          "a separator whose separators are gone goes now",
	"random/11179":                          "a separator whose separators are gone goes now",
	"random/11200":                          "a separator whose separators are gone goes now",
}

// outlines are the texts that Maka's renderer wrote for the recorded cases.
func outlines(t testing.TB) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for _, item := range vectors.Read(t, "../testdata/vectors/maka.json.gz") {
		if want, ok := item.Lookup("expected"); ok {
			texts[item.Member("name").Text] = want.Text
		}
	}
	return texts
}

func readMakaText(t testing.TB, text string) *model.Capture {
	t.Helper()
	rec, err := loaders.LoadBytes("text", []byte(text), loaders.Options{Format: "maka-text"})
	if err != nil {
		t.Fatal(err)
	}
	return rec.Captures[0]
}

func outline(t testing.TB, c *model.Capture) string {
	t.Helper()
	obs, err := render.New(c).Observe(render.Options{Dialect: render.Set("outline")})
	if err != nil {
		t.Fatal(err)
	}
	return obs.Text()
}

// TestMakaTextReadsWhatMakaWrites reads every recorded outline back and writes
// it again: the same text, but for lines outside the grammar and trees that
// the text does not tell.
func TestMakaTextReadsWhatMakaWrites(t *testing.T) {
	same, unparsed, texts := 0, 0, outlines(t)
	for name, text := range texts {
		if loaders.ParseMakaText(text, loaders.MakaTextFull).Unparsed != nil {
			unparsed++
			continue
		}
		got := outline(t, readMakaText(t, text))
		why, known := unrepresentable[name]
		switch {
		case got == text && known:
			t.Errorf("%s is written the same, though %s", name, why)
		case got != text && !known:
			t.Errorf("%s:\n%s\nread back and written:\n%s", name, text, got)
		case got == text:
			same++
		}
	}
	t.Logf("%d texts: %d the same, %d with lines outside the grammar, %d that do not tell their tree", len(texts), same, unparsed, len(unrepresentable))
}

func TestMakaTextParts(t *testing.T) {
	c := readMakaText(t, strings.Join([]string{
		`observation_id=ob-1 app=Google Chrome pid=77 window_id=null window="A \"b\"" elements=40 query="sign in"(showing 9 of 40: matches and the elements containing them. Observe without a query for the rest) truncated=true(the tree was cut short; an element you expect may exist but not be listed)`,
		`0 AXWindow "W" @-3,4 1280x-800`,
		"\t1 AXTextField/SecureTextField \"Pass\" =\"\\u0007x\" [disabled,selected,focused] +AXPress,AXConfirm @1,2 3x4",
		"\t\t2 AXTextField ~\"hint\"",
		"\t3 AXButton/Toggle",
		`menu_bar=1 opened="File" note(a disabled command needs its application in front, which Computer Use does not do; it cannot be pressed from here) truncated=true(this menu was cut short; a command you expect may exist but not be listed)`,
		`9 AXMenuBar`,
		"\t10 AXMenuBarItem \"File\"",
	}, "\n")+"\n")
	h := c.Header
	if h.ObservationID.Text != "ob-1" || c.App != "Google Chrome" || h.PID.Kind != jsontext.Number || h.WindowID.Kind != jsontext.Null || c.Window != `A "b"` {
		t.Errorf("header: %+v app %q window %q", h, c.App, c.Window)
	}
	if want := (model.Stated{Is: true, Elements: 40, Shown: 9, MenuDisabled: true}); h.Stated != want {
		t.Errorf("stated %+v, want %+v", h.Stated, want)
	}
	if !c.Truncated || c.Query != "sign in" || h.Menu.Member("opened").Text != "File" || !h.Menu.Member("truncated").IsTrue() {
		t.Errorf("notes: truncated %t, query %q, menu %s", c.Truncated, c.Query, h.Menu.Raw)
	}
	if want := []model.ID{model.None, 0, 1, 0, model.None, 4}; !slices.Equal(c.Tree.Parent, want) {
		t.Errorf("parents %v, want %v", c.Tree.Parent, want)
	}
	w, pass, hint, toggle := c.Element(0), c.Element(1), c.Element(2), c.Element(3)
	if (w.Frame != model.Rect{X: -3, Y: 4, W: 1280, H: -800}) || w.Name != "W" || w.Kind != model.KindWindow {
		t.Errorf("window %+v", w)
	}
	if pass.Role != "AXTextField" || pass.Subrole != "AXSecureTextField" || !pass.Secure || pass.Value != "\ax" || !slices.Equal(pass.Actions, []string{"AXPress", "AXConfirm"}) {
		t.Errorf("password field %+v", pass)
	}
	if pass.States.Is(model.Enabled) != model.No || pass.States.Is(model.Selected) != model.Yes || pass.States.Is(model.Focused) != model.Yes {
		t.Errorf("states %b", pass.States)
	}
	if hint.Has(model.HasValue) || hint.Placeholder != "hint" || hint.Has(model.HasName) || hint.Has(model.HasFrame) {
		t.Errorf("field with a placeholder %+v", hint)
	}
	if toggle.Subrole != "AXToggle" {
		t.Errorf("subrole %q", toggle.Subrole)
	}
	if want := `"elementId":"2","role":"AXTextField","placeholder":"hint"`; hint.Raw != want {
		t.Errorf("own %s, want %s", hint.Raw, want)
	}
}

func TestMakaTextCountsWhatItCannotRead(t *testing.T) {
	for _, line := range []string{
		"stray", "stray text here", "", `1 AXButton "open`, `1 AXButton "a" "b"`, `1 AXButton ~"p" ="v"`, `1 AXButton []`, `1 AXButton [focused,disabled]`,
		`1 AXButton [asleep]`, `1 AXButton @1,2 3`, `1 AXButton @1e+21,0 1x1`, `1 AXButton @1,2 3x4 tail`, `1 AXButton +a b`, `1 AXButton "\q"`, `1  AXButton`, "1 AX\u00a0Button",
	} {
		m := loaders.ParseMakaText("observation_id=1 app=a pid=1 window_id=1 elements=2\n0 AXWindow\n"+line+"\n2 AXButton", loaders.MakaTextFull)
		if len(m.Unparsed) != 1 || m.Unparsed[0] != line || len(m.Capture.Elements) != 2 {
			t.Errorf("%q: unparsed %q, %d elements", line, m.Unparsed, len(m.Capture.Elements))
		}
	}
	c := readMakaText(t, "observation_id=1 app=a pid=1 window_id=1 elements=1\nstray text here\n0 AXWindow")
	if got := strings.Join(c.Warnings.Texts(), "\n"); !strings.Contains(got, `1 line is not in Maka's grammar and was left out, the first: "stray text here"`) {
		t.Errorf("warnings: %s", got)
	}
}

func TestMakaTextPadsCutValues(t *testing.T) {
	head := strings.Repeat("v", 254) + "🌊"
	tests := []struct {
		printed string
		units   int
	}{
		{head + "…(+44 chars)", 300},
		{head + "…(+044 chars)", 256 + 13}, // not how a number is printed
		{head + "…(+0 chars)", 256 + 11},
		{head[:100] + "…(+44 chars)", 100 + 12}, // too short to have been cut
		{head + "…(+99999999999999999999 chars)", 256 + 30},
		{"short", 5},
	}
	for _, tt := range tests {
		c := readMakaText(t, "observation_id=1 app=a pid=1 window_id=1 elements=1\n0 AXTextArea ="+jsontext.Quote(tt.printed))
		if got := jsontext.Units(c.Element(0).Value); got != tt.units {
			t.Errorf("%s: %d units, want %d", tt.printed[len(tt.printed)-20:], got, tt.units)
		}
	}
}

func TestMakaTextSettlesImpossibleDepths(t *testing.T) {
	c := readMakaText(t, "observation_id=1 app=a pid=1 window_id=1 elements=1\n\t\t\t0 AXWindow\n\t\t\t1 AXButton\n"+strings.Repeat("\t", 1_000_000)+"2 AXButton")
	if want := []model.ID{model.None, 0, 1}; !slices.Equal(c.Tree.Parent, want) {
		t.Errorf("parents %v, want %v", c.Tree.Parent, want)
	}
	if len(c.Warnings) == 0 || !strings.Contains(c.Warnings[0].Text, "3 lines are indented deeper") {
		t.Errorf("warnings %q", c.Warnings)
	}
}

func TestMakaTextOfSeveralObservations(t *testing.T) {
	text := "Fresh observation:\nobservation_id=1 app=a pid=1 window_id=1 elements=1\n0 AXWindow\n\nobservation_id=2 app=a pid=1 window_id=1 elements=1\r\n0 AXWindow \"b\"\r\n"
	rec, err := loaders.LoadBytes("log", []byte(text), loaders.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(rec.Captures) != 2 || rec.Captures[1].Elements[0].Name != "b" || len(rec.Warnings) != 1 {
		t.Fatalf("%d captures, warnings %q", len(rec.Captures), rec.Warnings)
	}
	for i, c := range rec.Captures {
		if len(c.Warnings) > 0 {
			t.Errorf("capture %d: %q", i+1, c.Warnings)
		}
	}
}

// TestMakaSamples opens the samples and compares their outlines; the sample of
// the text is what the sample of the JSON prints.
func TestMakaSamples(t *testing.T) {
	for _, s := range []struct{ file, golden string }{
		{"maka/editor.json", "maka/editor.outline.txt"},
		{"maka-text/editor.txt", "maka/editor.outline.txt"},
		{"maka-text/editor-query.txt", "maka-text/editor-query.outline.txt"},
		{"maka-text/editor-difference.txt", "maka-text/editor-difference.outline.txt"},
	} {
		rec, err := loaders.Load(os.DirFS("../testdata/captures"), s.file, loaders.Options{})
		if err != nil {
			t.Fatalf("%s: %v", s.file, err)
		}
		got := outline(t, rec.Captures[0])
		want, err := os.ReadFile("../testdata/golden/" + s.golden)
		if os.Getenv("OBSCOPE_UPDATE") != "" {
			err = os.WriteFile("../testdata/golden/"+s.golden, []byte(got+"\n"), 0o666)
			want = []byte(got + "\n")
		}
		if err != nil {
			t.Fatal(err)
		}
		if got+"\n" != string(want) {
			t.Errorf("%s is written as\n%s", s.file, got)
		}
	}
}

// FuzzLoadMakaText reads any text as an outline. What was read whole is
// written so that reading it once more changes nothing.
func FuzzLoadMakaText(f *testing.F) {
	n := 0
	for _, text := range outlines(f) {
		if n++; n%20 == 0 {
			f.Add(text)
		}
	}
	f.Add("observation_id=1 app=a pid=1 window_id=1 elements=1\n\t\t0 AXWindow\nmenu_bar=1 opened=\"x\"\n1 AXMenuBar")
	f.Add("observation_id=b app=a pid=1 window_id=1 elements=1\nno_change=true(the window has no effective accessibility changes since a)")
	f.Fuzz(func(t *testing.T, text string) {
		rec, err := loaders.LoadBytes("fuzz", []byte(text), loaders.Options{Format: "maka-text"})
		if err != nil {
			return
		}
		for _, c := range rec.Captures {
			once := outline(t, c)
			again := outline(t, readMakaText(t, once))
			if len(c.Warnings) == 0 && len(c.Tree.Order) == len(c.Elements) && outline(t, readMakaText(t, again)) != again {
				t.Errorf("unsettled:\n%q\n%q", once, again)
			}
		}
	})
}
