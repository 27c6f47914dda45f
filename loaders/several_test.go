package loaders

import (
	"strings"
	"testing"

	"obscope/model"
)

// The texts of tools that print one line for each element, with what the lines
// say at their ends so that a cut would take something off.
var lineTexts = map[string]string{
	"cua":        "- [0] AXWindow \"Mail\"\n  - [1] AXTextField = \"Search\"\n  - [2] AXButton \"Delete\"\n",
	"cua header": "window_id=3 pid=4 size=800x600 elements=2\n- frame \"Files\"\n  - [0] push-button \"Save\" [actions=[click]]\n  - [1] push-button \"Open\" [actions=[click]]\n",
	"listing":    "[application | gedit]\n [frame | gedit] (0,0 300x200)\n  [push button | Save] (1,1 20x20)\n  [push button | Open] (30,1 20x20)\n",
	"mobile":     mobileLegend + " Type\n@e1 TextView text=\"Cart\" at=0,0 size=10x10\n@e2 Button text=\"Apply\" at=0,20 size=10x10\n@e3 Button text=\"Pay\" at=0,40 size=10x10\n",
	"mobile JSON": mobileFound + ` [{"type":"android.widget.Button","text":"Apply","coordinates":{"x":1,"y":2,"width":3,"height":4}},{"type":"android.widget.Button",` +
		`"text":"Pay","coordinates":{"x":1,"y":9,"width":3,"height":4}}]` + "\n",
	"codex":     "App=com.example.mail (pid 12)\nWindow: \"Inbox\", App: Mail.\n0 standard window Inbox\n\t1 button Reply\n\t2 button Delete\n\nThe focused UI element is 1 button.\n",
	"droidrun":  droidrunPhone + "\n• **App:** Shop (com.example.shop)\n\nCurrent Clickable UI elements from the device in the schema 'index. className: resourceId; text - bounds(x1,y1,x2,y2)':\n1. TextView: \"Basket\" - (40,80,600,160)\n2. Button: \"Pay\" - (40,200,600,260)\n3. Button: \"Back\" - (40,300,600,360)\n",
	"maestro":   maestroColumns + "\n0,0,\"bounds=[0,0][9,9]\",\n1,1,\"text=Pay; bounds=[0,0][5,5]\",0\n2,1,\"text=Back; bounds=[0,5][5,9]\",0\n",
	"pywinauto": "Control Identifiers:\n\nDialog - 'Order'    (L0, T0, R90, B90)\n['Order', 'Dialog']\n   | \n   | Button - 'Pay'    (L1, T1, R9, B9)\n   | ['Pay', 'Button']\n   | Button - 'Back'    (L1, T11, R9, B19)\n   | ['Back', 'Button2']\n",
}

func namesOf(c *model.Capture) string {
	var names []string
	for i := range c.Elements {
		e := &c.Elements[i]
		names = append(names, e.Role+" "+e.Name+e.Value)
	}
	return strings.Join(names, "; ")
}

func TestEveryTextOfLinesIsToldApart(t *testing.T) {
	for name, text := range lineTexts {
		want := namesOf(open(t, text, Options{}))
		for around, both := range map[string]string{
			"one after the other": text + "\n" + text,
			"documents":           text + "---\n" + text,
			"headings":            text + "\n## After the click\n\n" + text,
			"fences":              "# Before\n```\n" + text + "```\n# After\n```\n" + text + "```\n",
			"words":               "This is what it saw:\n\n" + text + "\nThen I clicked.\n\n" + text + "\nWhy?\n",
		} {
			rec, err := LoadBytes("paste", []byte(both), Options{})
			if err != nil || len(rec.Captures) != 2 {
				t.Errorf("%s, %s: %v, %v", name, around, rec, err)
				continue
			}
			for i, c := range rec.Captures {
				if got := namesOf(c); got != want {
					t.Errorf("%s, %s, capture %d: %s\nwant %s", name, around, i+1, got, want)
				}
				for id, line := range c.Lines {
					e := &c.Elements[id]
					if got := strings.Split(c.Text, "\n")[line]; !strings.Contains(got, e.Name) {
						t.Errorf("%s, %s, capture %d: element %q is on line %q", name, around, i+1, e.Name, got)
					}
				}
			}
		}
	}
}

func TestCutsOfEveryTextOfLines(t *testing.T) {
	texts := map[string]string{"playwright": pageAria, "devtools": pageTools, "agent-browser": pageAgent, "stagehand": pageStage, "claude-in-chrome": pageRead}
	for name, text := range lineTexts {
		if name != "mobile JSON" {
			texts[name] = text
		}
	}
	for name, text := range texts {
		all := strings.SplitAfter(strings.TrimSuffix(text, "\n"), "\n")
		last := all[len(all)-1]
		for where, cut := range map[string]string{
			"in the middle":   strings.Join(all[:len(all)-1], "") + "... [truncated 12000 characters] ...\n" + last + "\n",
			"at the end":      text + "[Output truncated: 50000 chars exceeded]\n",
			"behind the last": strings.TrimSuffix(text, "\n") + "... [truncated 12000 characters] ...\n",
		} {
			rec, err := LoadBytes("paste", []byte(cut), Options{})
			if err != nil {
				t.Errorf("%s, %s: %v", name, where, err)
				continue
			}
			c := rec.Captures[0]
			told := false
			for _, w := range c.Warnings {
				told = told || w.Kind == model.CutShort
			}
			if !told || len(rec.Captures) != 1 || strings.Contains(namesOf(c), "truncated") {
				t.Errorf("%s, %s: %s, warnings %q", name, where, namesOf(c), c.Warnings)
			}
		}
	}
}

func TestCutsBeforeATree(t *testing.T) {
	for name, text := range map[string]string{"playwright": pageAria, "cua": lineTexts["cua"], "agent-browser": pageAgent} {
		for _, mark := range []string{"... [truncated 12000 characters] ...\n", "…\n", "[... 40 lines omitted ...]\n"} {
			rec, err := LoadBytes("paste", []byte(mark+text), Options{})
			if err != nil {
				t.Errorf("%s, %q: %v", name, mark, err)
				continue
			}
			if c := rec.Captures[0]; len(c.Warnings) == 0 || c.Warnings[0].Kind != model.CutShort || !strings.Contains(c.Warnings[0].Text, "line 1:") {
				t.Errorf("%s, %q: warnings %q", name, mark, c.Warnings)
			}
		}
	}
}

func TestGluedCut(t *testing.T) {
	for line, want := range map[string]string{
		`- button "Pay" [ref=e4]... [truncated 12000 characters] ...`: "... [truncated 12000 characters] ...",
		`- button "Pa…12000 tokens truncated…`:                        "…12000 tokens truncated…",
		`- button "Pay <truncated>`:                                   " <truncated>",
		`- text: Search…`:                                             "",
		`- text: "the list was truncated [1]"`:                        "",
		`- link "Show more (12 more)" [ref=e1]`:                       "",
		`- button "Pay" [ref=e4]`:                                     "",
	} {
		if got := gluedCut(line); got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}

func TestMarksOfAFormatWithoutItsLinesArePeeled(t *testing.T) {
	flutter := "SemanticsNode#0\n └─SemanticsNode#1\n   Rect.fromLTRB(0.0, 0.0, 9.0, 9.0)\n   label: \"Pay\"\n"
	xctest := "Element subtree:\n →Application, 0x1, {{0.0, 0.0}, {9.0, 9.0}}, label: 'Shop'\n    Button, 0x2, {{0.0, 0.0}, {9.0, 9.0}}, label: 'Pay'\n"
	for _, text := range []string{flutter, xctest, lineTexts["droidrun"]} {
		want := namesOf(open(t, text, Options{}))
		for _, name := range []string{"quoted", "numbers, arrow", "numbers, bar", "ANSI", "a new file"} {
			rec, err := LoadBytes("paste", []byte(around[name](text)), Options{})
			if err != nil || namesOf(rec.Captures[0]) != want {
				t.Errorf("%s: %v, want %s\n%s", name, err, want, text)
			}
		}
	}
}

func TestSeveralXMLDocuments(t *testing.T) {
	one := "<?xml version='1.0'?>\n<hierarchy rotation=\"0\"><node text=\"Pay\" class=\"android.widget.Button\" bounds=\"[0,0][9,9]\"/></hierarchy>\n"
	apple := `<XCUIElementTypeOther type="XCUIElementTypeOther" label="a > b"><XCUIElementTypeOther type="XCUIElementTypeOther"/><XCUIElementTypeOther type="XCUIElementTypeOther"></XCUIElementTypeOther></XCUIElementTypeOther>` + "\n"
	for _, test := range []struct {
		text        string
		steps, each int
	}{{one, 1, 2}, {one + one, 2, 2}, {"UI hierarchy dumped to: /dev/tty\n" + one + "then\n" + one, 2, 2}, {apple, 1, 3}, {apple + apple, 2, 3}} {
		rec, err := LoadBytes("x", []byte(test.text), Options{})
		if err != nil || len(rec.Captures) != test.steps {
			t.Errorf("%q: %v, %+v", test.text, err, rec)
			continue
		}
		for _, c := range rec.Captures {
			if len(c.Elements) != test.each {
				t.Errorf("%q: %d elements, want %d", test.text, len(c.Elements), test.each)
			}
		}
	}
}

func TestCutsOfTextsWithoutAGrammar(t *testing.T) {
	for name, text := range map[string]string{
		"flutter": "SemanticsNode#0\n └─SemanticsNode#1\n   Rect.fromLTRB(0.0, 0.0, 9.0, 9.0)\n   label: \"Pay\"\n",
		"xctest":  "Element subtree:\n →Application, 0x1, {{0.0, 0.0}, {9.0, 9.0}}, label: 'Shop'\n    Button, 0x2, {{0.0, 0.0}, {9.0, 9.0}}, label: 'Pay'\n",
		"browser": pageUse,
	} {
		want := namesOf(open(t, text, Options{}))
		for _, cut := range []string{text + "... [truncated 12000 characters] ...\n", strings.TrimSuffix(text, "\n") + "... [truncated 12000 characters] ...\n"} {
			c := open(t, cut, Options{})
			if namesOf(c) != want || len(c.Warnings) == 0 || c.Warnings[0].Kind != model.CutShort || c.Text != cut {
				t.Errorf("%s: %s, want %s; warnings %q, text %q", name, namesOf(c), want, c.Warnings, c.Text)
			}
		}
	}
}

func TestIndentedAndPaddedTexts(t *testing.T) {
	texts := map[string]string{"playwright": pageAria, "xctest": "Element subtree:\n →Application, 0x1, {{0.0, 0.0}, {9.0, 9.0}}, label: 'Shop'\n    Button, 0x2, {{0.0, 0.0}, {9.0, 9.0}}, label: 'Pay\nnow'\n"}
	for name, text := range lineTexts {
		texts[name] = text
	}
	for name, text := range texts {
		want := namesOf(open(t, text, Options{}))
		for how, change := range map[string]func(int, string) string{
			"indented": before("    "), "tab": before("\t"), "padded": func(_ int, l string) string { return l + "   " },
		} {
			if name == "pywinauto" && how == "padded" {
				text = strings.ReplaceAll(text, "\n\n", "\n")
			}
			if c := open(t, lines(text, change), Options{}); namesOf(c) != want {
				t.Errorf("%s, %s: %s\nwant %s", name, how, namesOf(c), want)
			}
		}
	}
}

func TestLLDBStringsAreReadOneByOne(t *testing.T) {
	one := `"Element subtree:\n →Application, 0x1, {{0.0, 0.0}, {9.0, 9.0}}, label: \'Shop\'\n    Button, 0x2, {{0.0, 0.0}, {9.0, 9.0}}, label: \'Pay\'\n"` + "\n"
	rec, err := LoadBytes("x", []byte("(lldb) po app.debugDescription\n"+one+"(lldb) po app.debugDescription\n"+one), Options{})
	if err != nil || len(rec.Captures) != 2 || len(rec.Captures[1].Elements) != 2 {
		t.Errorf("%v %+v", err, rec)
	}
}

func TestWordsAboutAnAddressAreNoTree(t *testing.T) {
	for text, want := range map[string]bool{"Button, 0x1234 crashed\n": false, "Button, 0x1234: {{0.0, 0.0}, {9.0, 9.0}}, label: 'Pay'\n": true, "Button, 0x1234, {{0.0, 0.0}, {9.0, 9.0}}\n": true} {
		if _, err := LoadBytes("x", []byte(text), Options{}); (err == nil) != want {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestTagsAndBlankValuesDoNotEndATree(t *testing.T) {
	for text, want := range map[string]int{
		"- paragraph: <b>tag</b>\n- link \"<b>tag</b>\":\n  - /url: /x\n- button \"Pay\"\n":                                3,
		"- navigation \"n\" [ref=e1]\n- textbox \"t\" [level=1, ref=e2]: \r\ncrlf\n- group \"Total\" [required, ref=e3]\n": 3,
	} {
		if rec, err := LoadBytes("x", []byte(text), Options{}); err != nil || len(rec.Captures) != 1 || len(rec.Captures[0].Elements) != want {
			t.Errorf("%q: %v, %+v", text, err, rec)
		}
	}
}
