package loaders

import (
	"strings"
	"testing"

	"obscope/internal/testkit/testscale"
	"obscope/model"
)

func FuzzLoadIDB(f *testing.F)          { fuzzFormat(f, "idb") }
func FuzzLoadWDA(f *testing.F)          { fuzzFormat(f, "wda") }
func FuzzLoadMaestro(f *testing.F)      { fuzzFormat(f, "maestro") }
func FuzzLoadMobileMCP(f *testing.F)    { fuzzFormat(f, "mobile-mcp") }
func FuzzLoadCUP(f *testing.F)          { fuzzFormat(f, "cup") }
func FuzzLoadPeekaboo(f *testing.F)     { fuzzFormat(f, "peekaboo") }
func FuzzLoadWinAppDriver(f *testing.F) { fuzzFormat(f, "winappdriver") }
func FuzzLoadA11yTest(f *testing.F)     { fuzzFormat(f, "a11ytest") }
func FuzzLoadPywinauto(f *testing.F)    { fuzzFormat(f, "pywinauto") }
func FuzzLoadXCTest(f *testing.F)       { fuzzFormat(f, "xctest") }
func FuzzLoadHarmony(f *testing.F)      { fuzzFormat(f, "harmony") }
func FuzzLoadDroidRun(f *testing.F)     { fuzzFormat(f, "droidrun") }
func FuzzLoadUFO(f *testing.F)          { fuzzFormat(f, "ufo") }
func FuzzLoadFlutter(f *testing.F)      { fuzzFormat(f, "flutter") }

func fuzzFormat(f *testing.F, format string) {
	addSamples(f, format)
	f.Fuzz(func(t *testing.T, text string) { checkLoad(t, format, text) })
}

// TestNativeElements looks at one element of each sample: what the format's
// words became.
func TestNativeElements(t *testing.T) {
	rect := func(x, y, w, h float64) model.Rect { return model.Rect{X: x, Y: y, W: w, H: h} }
	for _, want := range []struct {
		format, sample, unit string
		elements             int
		name, role           string
		kind                 model.Kind
		value                string
		frame                model.Rect
		says                 string // states and actions, as says writes them
	}{
		{"osworld", "editor-windows.osworld.xml", "screen pixels", 10, "Full name", "edit", model.KindTextbox, "Zoë\nMüller", rect(120, 160, 400, 28), "enabled visible editable"},
		{"osworld", "editor-windows.osworld.xml", "screen pixels", 10, "Gift wrap", "checkbox", model.KindCheckbox, "", rect(120, 240, 200, 24), "enabled checked visible"},
		{"osworld", "notes-macos.osworld.xml", "screen pixels", 5, "New note", "AXButton", model.KindButton, "", rect(210, 148, 24, 22), "enabled [AXPress]"},
		{"osworld", "chat-deskat.osworld.xml", "screen pixels", 4, "Send", "push-button", model.KindButton, "", rect(700, 560, 80, 30), "enabled visible showing [click]"},
		{"osworld", "galculator.atspi-plain.txt", "screen pixels", 81, "Quit", "menu item", model.KindMenuItem, "", rect(-2147483648, -2147483648, 1, 1), ""},
		{"idb", "checkout-describe-all.idb.json", "points", 34, "Gift wrap", "AXCheckBox", model.KindCheckbox, "1", rect(310, 350, 51, 31), "enabled checked []"},
		{"idb", "checkout-axe.idb.json", "points", 35, "Tea & scones", "AXCell", model.KindListItem, "", rect(0, 522.3333333333333, 390, 52), "enabled []"},
		{"idb", "old-traits.idb.json", "points", 2, "Tough button", "Button", model.KindButton, "", rect(0, 0, 390, 844), "-enabled selected"},
		{"wda", "checkout.wda.json", "points", 29, "Express", "Switch", model.KindSwitch, "0", rect(310, 386, 51, 31), "-enabled -checked visible"},
		{"wda", "checkout.wda.json", "points", 29, "Tip", "Slider", model.KindSlider, "0.5", rect(16, 455, 358, 12), "enabled visible"},
		{"maestro", "checkout-android.maestro.json", "device pixels", 27, "Full name", "EditText", model.KindTextbox, "Zoë Müller", rect(32, 260, 1016, 120), "enabled focused -selected -checked -scrollable clickable [click]"},
		{"maestro", "checkout-ios.maestro.json", "points", 20, "Full name", "element", model.KindUnknown, "Zoë Müller", rect(16, 160, 358, 44), "enabled -focused -selected -checked"},
		{"mobile-mcp", "checkout.mobile-mcp.txt", "device pixels", 19, "Full name", "EditText", model.KindTextbox, "Zoë Müller", rect(32, 260, 1016, 120), "focused"},
		{"mobile-mcp", "checkout-json.mobile-mcp.txt", "points", 11, "ORDER", "Button", model.KindButton, "", rect(16, 790, 358, 44), "-enabled"},
		{"mobile-mcp", "old.mobile-mcp.txt", "device pixels", 2, "Search", "element", model.KindUnknown, "", rect(540.5, 300, 0, 0), ""},
		{"cup", "order-form.cup.json", "screen pixels", 37, "All", "checkbox", model.KindCheckbox, "", rect(120, 270, 200, 24), "?checked [toggle]"},
		{"peekaboo", "textedit.peekaboo.json", "points", 16, "Terms", "link", model.KindLink, "", rect(220, 310, 90, 18), "clickable [click]"},
		{"winappdriver", "order-form.winappdriver.xml", "screen pixels", 42, "All", "CheckBox", model.KindCheckbox, "", rect(120, 270, 200, 24), "enabled -focused ?checked focusable -required -offscreen"},
		{"winappdriver", "order-form.winappdriver.xml", "screen pixels", 42, "Ready &\nwaiting", "Text", model.KindText, "", rect(110, 855, 100, 18), "enabled -focused focusable -required -offscreen"},
		{"a11ytest", "order-form.a11ytest", "screen pixels", 43, "Full name", "Edit", model.KindTextbox, "Zoë Müller", rect(120, 160, 400, 28), "enabled focused -readonly -offscreen [LegacyIAccessible Value]"},
		{"pywinauto", "order-form.pywinauto.txt", "screen pixels", 42, "Full name", "Edit", model.KindTextbox, "", rect(120, 160, 400, 28), ""},
		{"xctest", "checkout.xctest.txt", "points", 33, "Full name", "TextField", model.KindTextbox, "Zoë Müller, Esq.", rect(16, 160, 358, 44), "focused"},
		{"xctest", "checkout.xctest.txt", "points", 33, "It's a note", "TextView", model.KindTextbox, "line one\nline two", rect(16, 264, 358, 80), ""},
		{"flutter", "checkout.flutter.txt", "device pixels", 22, "Gift wrap", "checkbox", model.KindCheckbox, "", rect(16*2.625, 212*2.625, (395.4-16)*2.625, 48*2.625), "enabled checked focusable [tap]"},
		{"flutter", "checkout.flutter.txt", "device pixels", 22, "Tea & scones\nsecond line", "button", model.KindButton, "", rect(0, (380+56)*2.625, 411.4*2.625, 56*2.625), "enabled focusable [tap]"},
	} {
		c := sample(t, want.format, want.sample)
		e := named(t, c, want.name)
		if len(c.Elements) != want.elements || c.Unit != want.unit {
			t.Errorf("%s: %d elements in %q, want %d in %q", want.sample, len(c.Elements), c.Unit, want.elements, want.unit)
		}
		if e.Role != want.role || e.Kind != want.kind || e.Value != want.value || !near(e.Frame, want.frame) {
			t.Errorf("%s: %q is role %q kind %v value %q frame %v", want.sample, want.name, e.Role, e.Kind, e.Value, e.Frame)
		}
		if got := says(e); got != want.says {
			t.Errorf("%s: %q is %q, want %q", want.sample, want.name, got, want.says)
		}
	}
}

// near compares frames up to the rounding of a scale.
func near(a, b model.Rect) bool {
	const most = 1e-6
	d := func(x, y float64) bool { return x-y < most && y-x < most }
	return d(a.X, b.X) && d(a.Y, b.Y) && d(a.W, b.W) && d(a.H, b.H)
}

// says writes states (-no, ?mixed) and actions.
func says(e *model.Element) string {
	var words []string
	for _, s := range model.AllStates() {
		switch e.States.Is(s) {
		case model.Yes:
			words = append(words, s.String())
		case model.No:
			words = append(words, "-"+s.String())
		case model.Mixed:
			words = append(words, "?"+s.String())
		}
	}
	if e.Has(model.HasActions) {
		words = append(words, "["+strings.Join(e.Actions, " ")+"]")
	}
	return strings.Join(words, " ")
}

func TestPasswordsAreSecureAndNeverNames(t *testing.T) {
	for _, test := range []struct{ format, sample string }{
		{"uiautomator", "checkout-dump.uiautomator.xml"}, {"xcuitest", "textedit-mac2.xcuitest.xml"}, {"idb", "checkout-axe.idb.json"},
		{"maestro", "checkout-android.maestro.json"}, {"cup", "order-form.cup.json"}, {"peekaboo", "textedit.peekaboo.json"},
		{"winappdriver", "order-form.winappdriver.xml"}, {"a11ytest", "order-form.a11ytest"}, {"flutter", "checkout.flutter.txt"},
		{"codex", "notes-macos.codex.txt"},
	} {
		found := false
		c := sample(t, test.format, test.sample)
		for i := range c.Elements {
			e := &c.Elements[i]
			if e.Value == "hunter2" {
				found = true
				if !e.Secure {
					t.Errorf("%s: the password field is not secure: %+v", test.sample, e)
				}
			}
			if e.Name == "hunter2" || e.Description == "hunter2" {
				t.Errorf("%s: the password is a name: %+v", test.sample, e)
			}
		}
		if !found {
			t.Errorf("%s: no password", test.sample)
		}
	}
}

func TestNativeEmptyFilesNameTheLikelyCause(t *testing.T) {
	for _, test := range []struct{ format, text, want string }{
		{"osworld", `<desktop-frame xmlns:st="https://accessibility.ubuntu.example.org/ns/state"><application name="x"/></desktop-frame>`, "no application exposes a window"},
		{"idb", `[{"AXFrame":"{{0, 0}, {0, 0}}","type":"Application","role":"AXApplication","AXLabel":"x"}]`, "nothing is below the application"},
		{"wda", `{"type":"Application","rawIdentifier":null,"rect":{}}`, "nothing is below the application"},
		{"maestro", `{"attributes":{"resource-id":"","bounds":"[0,0][0,0]"},"children":[]}`, "no element has a text or a size"},
		{"mobile-mcp", "Found these elements on screen: []", "the list is empty"},
		{"mobile-mcp", mobileLegend + " Type\n", "the list is empty"},
		{"cup", `{"platform":"web","screen":{"w":1,"h":2},"tree":[]}`, "the tree is empty"},
		{"peekaboo", `{"success":true,"data":{"ui_elements":[]}}`, "there are no elements"},
		{"winappdriver", `<Pane RuntimeId="42.0" ProcessId="0" x="0" y="0" width="0" height="0"/>`, "one element without a size"},
		{"pywinauto", "Control Identifiers:\n", "no line is an element"},
		{"xctest", "Element subtree:\n →Application, 0x1, pid: 2, label: 'x'\n", "nothing is below the application"},
		{"flutter", "SemanticsNode#0\n Rect.fromLTRB(0.0, 0.0, 0.0, 0.0)\n", "the tree has no nodes below its root"},
	} {
		if c := openAs(t, test.format, test.text); !warned(c, test.want) {
			t.Errorf("%s: warnings %q", test.format, c.Warnings)
		}
	}
}

// TestNativeBadInput: wrong texts end in one line that says where, and what is
// odd in valid ones is kept and told.
func TestNativeBadInput(t *testing.T) {
	for _, test := range []struct{ format, text, want string }{
		{"idb", `[{"AXLabel":"a`, "byte 12: the string that starts here does not end"},
		{"wda", `{"type":"x","rect":{"x":1`, "byte 25: the text ends before the closing"},
		{"maestro", "words\n{\"attributes\":{}", "byte 22: the text ends before the closing"},
		{"cup", `{"tree":[{"id":`, "byte 15: the text ends where a value should be"},
		{"mobile-mcp", "Found these elements on screen: [{]", "byte 34"},
		{"a11ytest", "PK\x03\x04 el.snapshot", "zip: zip: not a valid zip file; the file is cut short"},
		{"a11ytest", "PK\x05\x06" + strings.Repeat("\x00", 18), "byte 0"},
		{"osworld", "<a b='1'", "byte 0 (line 1): the XML ends inside the tag <a>"},
		{"winappdriver", "<!-- x", "byte 0 (line 1): the XML ends inside a comment"},
		{"xcuitest", "<a><b <c/></a>", "byte 3 (line 1): the tag <b> is not closed before the next one"},
	} {
		_, err := LoadBytes("test", []byte(test.text), Options{Format: test.format})
		if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %s", test.format, err, test.want)
		}
	}
	for _, test := range []struct{ format, text, want string }{
		{"idb", `[{"AXLabel":"a","frame":{"x":"a"}},5,null,[]]`, "2 items among the elements are not objects"},
		{"maestro", `{"attributes":{"bounds":"[0,0]","resource-id":""},"children":null}`, "1 element has bounds"},
		{"mobile-mcp", mobileLegend + "\n@e1 Button what=7 at=1,2 size=3\n", "1 line is not wholly"},
		{"pywinauto", "Control Identifiers:\n\nDialog - 'x'\n", "1 element has no (L, T, R, B)"},
		{"osworld", "[frame | x] (0,0 1x1)\njunk\n", "1 line is not of the form"},
		{"flutter", "SemanticsNode#0\n └─SemanticsNode#1\n   Rect.fromLTRB(0.0, 0.0, 9.0, 9.0) with transform [1]\n", "1 element has a transform"},
	} {
		if c := openAs(t, test.format, test.text); !warned(c, test.want) {
			t.Errorf("%s: warnings %q", test.format, c.Warnings)
		}
	}
}

func TestNestedJSONOfAnyDepth(t *testing.T) {
	depth := testscale.Of(200_000)
	text := strings.Repeat(`{"AXLabel":"x","children":[`, depth) + strings.Repeat(`]}`, depth)
	c := openAs(t, "idb", text)
	if len(c.Elements) != depth || int(c.Tree.Depth[depth-1]) != depth-1 || c.Elements[0].Raw != `"AXLabel":"x"` {
		t.Errorf("%d elements, own %q", len(c.Elements), c.Elements[0].Raw)
	}
}

func TestNestKeepsMembersAroundChildren(t *testing.T) {
	c := openAs(t, "idb", `[{"AXLabel":"a" , "children" : [ {"AXLabel":"b"} ] , "n" : 1.50e1}]`)
	if got := c.Elements[0].Raw; got != `"AXLabel":"a","n" : 1.50e1` {
		t.Errorf("own %s", got)
	}
	if c.Tree.Parent[1] != 0 {
		t.Errorf("%+v", c.Elements)
	}
}

// TestTheLastOfRepeatedMembersCounts has children that null takes back.
func TestTheLastOfRepeatedMembersCounts(t *testing.T) {
	c := openAs(t, "idb", `[{"AXLabel":"a", "children":[{"AXLabel":"b"}], "n":1.50e1, "AXLabel":"c", "children":null}]`)
	if len(c.Elements) != 1 || c.Elements[0].Name != "c" || c.Elements[0].Raw != `"AXLabel":"c","children":null,"n":1.50e1` {
		t.Errorf("%+v", c.Elements)
	}
}

func TestOSWorldNamespaces(t *testing.T) {
	c := openAs(t, "osworld", `<desktop-frame xmlns:zz="https://accessibility.ubuntu.example.org/ns/state" xmlns:a="https://accessibility.windows.example.org/ns/attributes" xmlns:q="urn:q">`+
		`<q:link name="x" zz:showing="true" zz:visible="true" a:class="Edit" q:y="1">one<!-- c -->two<b/>after</q:link></desktop-frame>`)
	want := `"#tag":"{urn:q}link","name":"x","st:showing":"true","st:visible":"true","windows/attr:class":"Edit","urn:q:y":"1","#text":"onetwo","#after":"after"`
	if got := c.Elements[1].Raw; got != want {
		t.Errorf("own %s\nwant %s", got, want)
	}
	if e := c.Elements[1]; e.Role != "link" || e.Kind != model.KindLink || e.States.Is(model.Showing) != model.Yes || c.Shape != "ubuntu" {
		t.Errorf("%+v shape %s", e, c.Shape)
	}
}

func TestOSWorldAttributesAreReadAsXMLDoes(t *testing.T) {
	c := openAs(t, "osworld", "<desktop-frame xmlns:st=\"https://accessibility.ubuntu.example.org/ns/state\"><label name='a\r\nb\tc&#10;d&unknown;&amp;&#x41;'>x\r\ny</label></desktop-frame>")
	e := c.Elements[1]
	if e.Name != "a b c\nd&unknown;&A" || e.Value != "x\ny" {
		t.Errorf("name %q value %q", e.Name, e.Value)
	}
	if got := e.Member("name#source").Text; got != "a\r\nb\tc&#10;d&unknown;&amp;&#x41;" {
		t.Errorf("source %q", got)
	}
}

func TestGTK4HidesEverything(t *testing.T) {
	if c := sample(t, "osworld", "gnome-calculator.osworld.xml"); !warned(c, "none of them is showing, as GTK 4 reports it") {
		t.Errorf("warnings %q", c.Warnings)
	}
	if c := sample(t, "osworld", "galculator.osworld.xml"); len(c.Warnings) != 0 {
		t.Errorf("warnings %q", c.Warnings)
	}
}

func TestA11yTestBomb(t *testing.T) {
	data := readSample(t, "a11ytest", "order-form.a11ytest")
	_, err := LoadBytes("x", []byte(data), Options{MaxInflated: 1000})
	if err == nil || !strings.Contains(err.Error(), "el.snapshot: inflates to more than 1000 bytes") {
		t.Errorf("error %v", err)
	}
}

// TestRepeatedMembersAreLinear reads elements that have their children a hundred
// thousand times, and brackets without number: copying what was read before, or
// looking to the end for each of them, would take minutes.
func TestRepeatedMembersAreLinear(t *testing.T) {
	const n = 100_000
	for format, head := range map[string]string{"autocontrol": `{"role":"group","x":1,"y":1,"width":1,"height":1`, "puppeteer": `{"role":"RootWebArea"`} {
		c := openAs(t, format, head+strings.Repeat(`,"a":"some text","children":[]`, n)+"}")
		if got := strings.Count(c.Elements[0].Raw, `"a":"some text"`); got != 1 {
			t.Errorf("%s: %d of %d equal members are kept, not the last", format, got, n)
		}
	}
	c := openAs(t, "codex", "App=x (pid 1)\n0 button "+strings.Repeat("(", 10*n)+"x)")
	if len(c.Elements) != 1 {
		t.Errorf("codex: %d elements", len(c.Elements))
	}
}
