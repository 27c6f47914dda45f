package loaders

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"obscope/model"
)

// told writes what a capture says of each element: role, name, value.
func told(c *model.Capture) string {
	var b strings.Builder
	for _, id := range c.Tree.Order {
		e := &c.Elements[id]
		fmt.Fprintf(&b, "%s%s %q", strings.Repeat(" ", int(c.Tree.Depth[id])), e.Role, e.Name)
		if e.Has(model.HasValue) {
			fmt.Fprintf(&b, " =%q", e.Value)
		}
		b.WriteString("\n")
	}
	return b.String()
}

func TestPlaywrightReadsItsYAML(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"nested", "- main:\n  - heading \"A\" [level=1]\n  - button \"B\" [ref=e2]\n- img", "main \"\"\n heading \"A\"\n button \"B\"\nimg \"\"\n"},
		{"quoted key", "- 'link \"a: it''s\" [ref=e3]':\n  - /url: \"#x\"", "link \"a: it's\"\n"},
		{"colon in a name", "- button \"x: y\" [ref=e3]: z", "button \"x: y\" =\"z\"\n"},
		{"escapes", "- button \"a\\\"b\\n\"\n- text: \"c\\x1b\\\"\"", "button \"a\\\"b\\n\"\ntext \"c\\x1b\\\"\"\n"},
		{"pattern", "- button /Save \\d+/ [ref=e1]", "button \"/Save \\\\d+/\"\n"},
		{"value of a field", "- textbox \"N\" [ref=e1]:\n  - /placeholder: P\n  - text: v", "textbox \"N\" =\"v\"\n text \"v\"\n"},
		{"empty value", "- paragraph: \"\"", "paragraph \"\" =\"\"\n"},
		{"folded by a YAML library", "- paragraph: \"one\n    - two\n\n    three\"\n- button", "paragraph \"\" =\"one - two\\nthree\"\nbutton \"\"\n"},
		{"block", "- paragraph: |-\n    - one\n    two\n- button", "paragraph \"\" =\"- one\\ntwo\"\nbutton \"\"\n"},
		{"windows line ends", "- main:\r\n  - button \"B\"\r\n", "main \"\"\n button \"B\"\n"},
	} {
		if got := told(open(t, c.text, Options{Format: "playwright"})); got != c.want {
			t.Errorf("%s:\n%swant\n%s", c.name, got, c.want)
		}
	}
}

func TestPlaywrightAttributes(t *testing.T) {
	c := open(t, "- checkbox \"A\" [checked=mixed] [disabled] [active] [ref=f1e7] [cursor=pointer] [box=-1,2.5,30,4]", Options{})
	e := &c.Elements[0]
	if e.Ref != "f1e7" || e.Frame != (model.Rect{X: -1, Y: 2.5, W: 30, H: 4}) || c.Unit != "CSS pixels" || strings.Join(e.Actions, " ") != "click" {
		t.Errorf("%+v", e)
	}
	for st, want := range map[model.State]model.Truth{model.Checked: model.Mixed, model.Enabled: model.No, model.Focused: model.Yes, model.Clickable: model.Yes} {
		if got := e.States.Is(st); got != want {
			t.Errorf("%s: %v, want %v", st, got, want)
		}
	}
}

func TestPlaywrightAnswers(t *testing.T) {
	const fence = "```yaml\n- button \"%s\" [ref=e1] [active]\n```\n"
	answer := "### Page\n- Page URL: http://example.org/x\n- Page Title: T\n### Snapshot\n" + fmt.Sprintf(fence, "Go")
	c := open(t, answer, Options{})
	if c.Shape != "mcp-answer" || c.Window != "T" || c.App != "example.org" || c.Elements[0].Name != "Go" || c.Text != answer || c.Lines[0] != 5 {
		t.Errorf("%+v", c)
	}
	c = open(t, "# Test info\n\n# Page snapshot\n\n"+fmt.Sprintf(fence, "Old")+"\n```js\n- x\n```\n"+fmt.Sprintf(fence, "New"), Options{})
	if c.Shape != "error-context" || c.Elements[0].Name != "New" {
		t.Errorf("%s %+v", c.Shape, c.Elements)
	}
	elsewhere := "### Page\n- Page Title: T\n### Snapshot\n- [Snapshot](out/p.yml)"
	if c := open(t, elsewhere, Options{}); len(c.Elements) != 0 || !warned(c, "out/p.yml: open that file") {
		t.Errorf("%v", c.Warnings)
	}
	fsys := fstest.MapFS{"d/a.txt": {Data: []byte(elsewhere)}, "d/out/p.yml": {Data: []byte("- button \"There\" [ref=e1] [active]")}}
	if rec, err := Load(fsys, "d/a.txt", Options{}); err != nil || rec.Captures[0].Elements[0].Name != "There" {
		t.Errorf("the file that the answer names: %v %v", rec, err)
	}
}

func TestPlaywrightTellsClearPasswords(t *testing.T) {
	c := open(t, "- textbox \"Password\" [ref=e1]: hunter2", Options{Format: "playwright"})
	if !c.Elements[0].Secure || !warned(c, "a password is in it in clear text") {
		t.Errorf("secure=%v %v", c.Elements[0].Secure, c.Warnings)
	}
}

func TestPlaywrightSaysWhereItIsBroken(t *testing.T) {
	for text, want := range map[string]string{
		"- button \"x\n":              "line 1: the quoted name does not end",
		"- main:\n  - button \"a\" x": "line 2: neither a name nor an attribute",
		"- main:\n  - [ref=e1]":       "line 2: no role",
		"# Test info\n\nnothing here": "holds no page snapshot",
		"```yaml\n- button \"x\" y\n": "line 2: neither a name",
	} {
		if _, err := LoadBytes("x", []byte(text), Options{Format: "playwright"}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func TestDevTools(t *testing.T) {
	c := open(t, "## Latest page snapshot\nuid=1_0 RootWebArea \"P\" url=\"http://h:1/p\"\n  uid=1_1 \"say \"hi\" twice\"\n  uid=1_2 textbox \"N\" focusable focused value=\"one\n"+
		"two \"q\" [b]\" description=\"d\"\n  uid=1_3 button disableable disabled\n  uid=1_3 ignored\n    uid=1_4 LineBreak \"\n\"\n", Options{})
	want := "RootWebArea \"P\"\n StaticText \"say \\\"hi\\\" twice\"\n textbox \"N\" =\"one\\ntwo \\\"q\\\" [b]\"\n button \"\"\n ignored \"\"\n  LineBreak \"\\n\"\n"
	if got := told(c); got != want {
		t.Errorf("%swant\n%s", got, want)
	}
	e := &c.Elements[2]
	if e.Description != "d" || e.States.Is(model.Focused) != model.Yes || c.Elements[3].States.Is(model.Enabled) != model.No || !c.Elements[4].Ignored {
		t.Errorf("%+v", e)
	}
	if c.App != "h:1" || c.Window != "P" || c.Elements[4].Ref != "1_3" || c.Lines[2] != 3 || c.Lines[3] != 5 {
		t.Errorf("%s %s %v", c.App, c.Window, c.Lines)
	}
}

func TestAgentBrowser(t *testing.T) {
	text := "- navigation \"M\" [ref=e1]\n  - checkbox \"a \\\"b\\\"\" [checked=mixed, disabled, ref=e2]\n  - textbox [ref=e3]: one\ntwo\n" +
		"  - generic \"D\" [ref=e4] clickable [cursor:pointer, onclick]: x\n    - StaticText \"y\""
	want := "navigation \"M\"\n checkbox \"a \\\"b\\\"\"\n textbox \"\" =\"one\\ntwo\"\n generic \"D\" =\"x\"\n  StaticText \"y\"\n"
	c := open(t, text, Options{})
	if got := told(c); c.Format != "agent-browser" || got != want {
		t.Errorf("%s\n%swant\n%s", c.Format, got, want)
	}
	if e := &c.Elements[3]; e.Ref != "e4" || e.States.Is(model.Clickable) != model.Yes || !e.Actionable() {
		t.Errorf("%+v", e)
	}
	if e := &c.Elements[4]; e.Ref != "4" || e.Has(model.HasRef) {
		t.Errorf("an element without a ref is counted: %+v", e)
	}
	whole := `{"success":true,"data":{"origin":"http://h/","refs":{"e1":{"role":"button"}},"snapshot":"- button \"B\" [ref=e1]"}}`
	if c := open(t, whole, Options{}); c.Shape != "json" || c.App != "h" || c.Text != whole || c.Elements[0].Name != "B" {
		t.Errorf("%+v", c)
	}
	if c := open(t, "(no interactive elements)", Options{}); !warned(c, "take the snapshot without -i") {
		t.Errorf("%v", c.Warnings)
	}
}

func TestStagehand(t *testing.T) {
	c := open(t, "[0-1] RootWebArea: P\n  [0-2] scrollable, html\n    [0-3] option: a: b [selected]\n    [1-4] StaticText: \n  [0-5] select:", Options{})
	want := "RootWebArea \"P\"\n scrollable, html \"\"\n  option \"a: b\"\n  StaticText \"\"\n select \"\"\n"
	if got := told(c); got != want {
		t.Errorf("%swant\n%s", got, want)
	}
	if c.Elements[2].States.Is(model.Selected) != model.Yes || c.Elements[1].States.Is(model.Scrollable) != model.Yes || c.Elements[4].Kind != model.KindCombobox {
		t.Errorf("%+v", c.Elements)
	}
	c = open(t, `{"combinedTree":"[0-1] link: A","combinedXpathMap":{"0-1":"/a"},"combinedUrlMap":{"0-1":"http://h/"}}`, Options{})
	if got := c.Elements[0].Raw; got != `"xpath":"/a","url":"http://h/"` {
		t.Errorf("own %s", got)
	}
}

func TestListingsAreToldApart(t *testing.T) {
	for text, want := range map[string]string{
		"- main:\n  - button \"B\"":                      "playwright",
		"- main\n  - button \"B\" [ref=e1]":              "agent-browser",
		"- heading \"H\" [level=1, ref=e1]":              "agent-browser",
		"- heading \"H\" [level=1] [ref=e1]":             "playwright",
		"- StaticText \"x\"":                             "agent-browser",
		"- list \"L\":\n  - listitem: a":                 "playwright",
		"# Title\n\n```yaml\n- button \"B\"\n```\n":      "playwright",
		"- menuitem \"M\" [ref=e1]":                      "looks like agent-browser or playwright; choose one with --format",
		"- a shopping list\n- of things":                 "text that no known tool prints",
		"# Notes\n\n```yaml\n- name: x\n  run: y\n```\n": "text that no known tool prints",
	} {
		rec, err := LoadBytes("x", []byte(text), Options{})
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = rec.Captures[0].Format
		}
		if !strings.HasPrefix(got, want) {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
