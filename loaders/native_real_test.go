package loaders

import (
	"fmt"
	"strings"
	"testing"

	"obscope/internal/text/jsontext"
	"obscope/model"
)

// tell writes the elements of a recording: depth, role, name, value, and what the
// options of the test ask for.
func tellTree(rec *model.Recording) string {
	var b strings.Builder
	for i, c := range rec.Captures {
		if i > 0 {
			b.WriteString("--\n")
		}
		for _, id := range c.Tree.Order {
			e := c.Element(id)
			fmt.Fprintf(&b, "%s%s", strings.Repeat(" ", int(c.Tree.Depth[id])), e.Role)
			if e.Name != "" {
				fmt.Fprintf(&b, " %q", e.Name)
			}
			if e.Has(model.HasValue) {
				fmt.Fprintf(&b, "=%q", e.Value)
			}
			if e.Has(model.HasPlaceholder) {
				fmt.Fprintf(&b, "~%q", e.Placeholder)
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}

const (
	flutterRoot = "SemanticsNode#0\n │ Rect.fromLTRB(0.0, 0.0, 800.0, 600.0)\n │\n"
	flutterSave = " └─SemanticsNode#1\n     Rect.fromLTRB(10.0, 20.0, 110.0, 60.0)\n     actions: tap\n     flags: isButton\n     label: \"Save\"\n"
	xctestShop  = " →Application, 0x1, pid: 7, label: 'Shop'\n    Window (Main), 0x2, {{0.0, 0.0}, {390.0, 844.0}}\n      Button, 0x3, {{1.0, 2.0}, {3.0, 4.0}}, label: 'Buy'\n"
	shopTree    = "Application \"Shop\"\n Window\n  Button \"Buy\"\n"
)

// prefixed puts a log's words before each line.
func prefixed(prefix, text string) string {
	return prefix + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n"+prefix) + "\n"
}

// TestNativeToolsAsTheyReallyPrint opens what people copy out of logs, debuggers
// and answers.
func TestNativeToolsAsTheyReallyPrint(t *testing.T) {
	const saved = "generic\n button \"Save\"\n"
	flutter := flutterRoot + flutterSave
	for _, test := range []struct{ name, format, text, want string }{
		{"flutter", "flutter", flutter, saved},
		{"flutter run on iOS", "flutter", prefixed("flutter: ", flutter), saved},
		{"logcat, brief", "flutter", prefixed("I/flutter ( 1234): ", flutter), saved},
		{"logcat, threadtime", "flutter", prefixed("09-06 12:00:00.123  4711  4730 I flutter : ", flutter), saved},
		{"system log of iOS", "flutter", prefixed("2026-01-02 10:11:12.345 Runner[123:456] flutter: ", flutter), saved},
		{"verbose flutter run", "flutter", prefixed("[  +12 ms] I/flutter (1234): ", flutter), saved},
		{"blanks before the lines are cut", "flutter", strings.ReplaceAll(prefixed("flutter: ", flutter), " \n", "\n"), saved},
		{"other logs between", "flutter", strings.Replace(prefixed("I/flutter (1): ", flutter), "\nI/flutter (1):    ", "\nD/Choreographer(1): skipped 30 frames\nI/flutter (1):    ", 1), saved},
		{"a log after it", "flutter", flutter + "Restarted application in 1,024ms.\nlabel: \"x\"\n", saved},
		{"two trees in a log", "flutter", flutter + "\n" + strings.Replace(flutter, "Save", "Sent", 1), saved + "--\ngeneric\n button \"Sent\"\n"},
		{"Windows line ends", "flutter", strings.ReplaceAll(flutter, "\n", "\r\n"), saved},
		{"an answer of the VM service", "flutter", `{"type":"_extensionType","method":"ext.flutter.debugDumpSemanticsTreeInInverseHitTestOrder","data":` + jsontext.Quote(flutter) + `}`, saved},
		{"in JSON-RPC", "flutter", `{"jsonrpc":"2.0","id":"9","result":{"type":"_extensionType","method":"ext.flutter.debugDumpSemanticsTreeInTraversalOrder","data":` + jsontext.Quote(flutter) + `}}`, saved},
		{"a label with attributes", "flutter", strings.Replace(flutter, `"Save"`, `"Save" [SpellOutStringAttribute(TextRange(start: 0, end: 4))]`, 1), saved},
		{"a wrapped label that looks like a property", "flutter", strings.Replace(flutter, `"Save"`, "\"Save\n     value: \"it\" now\"", 1), "generic\n button \"Save value: \\\"it\\\" now\"\n"},
		{"semantics off", "flutter", "flutter: Semantics not generated.\nFor performance reasons, the framework only generates semantics when asked.\n", ""},

		{"cua on Windows", "cua", "- [0] Window \"Editor\" [actions=[focus]]\n  - [1] Edit \"Name\" = \"x\" [id=7 actions=[value]]\n", "Window \"Editor\"\n Edit \"Name\"=\"x\"\n"},
		{"cua on Linux without an index", "cua", "window_id=1 pid=2 size=3x4 elements=1\n\n- frame \"a\"\n  - label \"b\"\n", "frame \"a\"\n label \"b\"\n"},
		{"an answer without structure", "cua", `{"content":[{"type":"text","text":"window_id=1 pid=2 size=3x4 elements=1\n\n- [0] AXWindow \"a\"\n"}]}`, "AXWindow \"a\"\n"},
		{"elements without a tree", "cua", `{"window_id":1,"element_count":2,"elements":[{"element_index":0,"role":"AXWindow","label":"a","depth":0},{"element_index":1,"role":"AXButton","label":"b","depth":1}]}`, "AXWindow \"a\"\n AXButton \"b\"\n"},
		{"in JSON-RPC", "cua", `{"jsonrpc":"2.0","id":1,"result":{"content":[],"structuredContent":{"tree_markdown":"- [0] AXWindow \"a\"\n","elements":[]}}}`, "AXWindow \"a\"\n"},
		{"a value with a list", "cua", "- AXWindow \"a\"\n  - [0] AXTextArea = \"one\n- button \"two\"\n- [1] list\"\n", "AXWindow \"a\"\n AXTextArea=\"one\\n- button \\\"two\\\"\\n- [1] list\"\n"},
		{"agent-browser stays", "agent-browser", "- heading \"x\" [level=1, ref=e1]\n- button \"[0] go\" [ref=e2]\n", "heading \"x\"\nbutton \"[0] go\"\n"},

		{"xctest", "xctest", "Element subtree:\n" + xctestShop, shopTree},
		{"lldb po", "xctest", `"Attributes: Application, 0x1\nElement subtree:\n` + strings.NewReplacer("\n", `\n`, "'", `\'`).Replace(xctestShop) + "\"\n(lldb) c\n", shopTree},
		{"lldb expr", "xctest", `(String) $R0 = "Element subtree:\n` + strings.ReplaceAll(xctestShop, "\n", `\n`) + "\"\n", shopTree},
		{"printed twice", "xctest", "Element subtree:\n" + xctestShop + "Element subtree:\n" + strings.Replace(xctestShop, "Buy", "Bought", 1), shopTree + "--\n" + strings.Replace(shopTree, "Buy", "Bought", 1)},
		{"an element printed twice", "xctest", "Attributes: Button, 0x3\nElement subtree:\n →Button, 0x3, {{1.0, 2.0}, {3.0, 4.0}}, label: 'a'\nAttributes: Button, 0x3\nElement subtree:\n →Button, 0x3, {{1.0, 2.0}, {3.0, 4.0}}, label: 'b'\n", "Button \"a\"\n--\nButton \"b\"\n"},
		{"two of a query", "xctest", "Attributes: Button, 0x3\nElement subtree:\n →Button, 0x3, {{1.0, 2.0}, {3.0, 4.0}}, label: 'a'\nPath to element:\n →Application, 0x9\n  ↳Button, 0x3\nAttributes: Button, 0x4\nElement subtree:\n →Button, 0x4, {{1.0, 2.0}, {3.0, 4.0}}, label: 'b'\n", "Button \"a\"\nButton \"b\"\n"},
		{"a query's output", "xctest", "Find: Target Application 'com.example'\nOutput: {\n  Application, 0x1, pid: 7, label: 'Shop'\n}\n  ↪︎Find: Descendants matching type Button\n  Output: {\n    Button, 0x3, {{1.0, 2.0}, {3.0, 4.0}}, label: 'Buy'\n    Button, 0x4, {{1.0, 2.0}, {3.0, 4.0}}, label: 'Sell'\n  }\n", "Button \"Buy\"\nButton \"Sell\"\n"},
		{"logs after it", "xctest", "Element subtree:\n" + xctestShop + "    t =     9.41s Tap \"Buy\" Button\n2026-01-02 10:11:12.1 Shop[1:2] done, label: 'x'\nTest Case '-[A b]' passed\n", shopTree},
		{"prose after it", "xctest", "Element subtree:\n" + xctestShop + "\nWhy is 'Sell' not there?\nThanks\n", shopTree},
		{"a value with an empty line", "xctest", "Element subtree:\n →TextView, 0x1, {{1.0, 2.0}, {3.0, 4.0}}, label: 'a', value: one\n\ntwo\n", "TextView \"a\"=\"one\\n\\ntwo\"\n"},
		{"logs within it", "xctest", "Element subtree:\n" + strings.Replace(xctestShop, "      Button", "    t =     9.41s Wait\n      Button", 1), shopTree},
		{"a value of several lines", "xctest", "Element subtree:\n →TextView, 0x1, {{1.0, 2.0}, {3.0, 4.0}}, value: one\nt is = two\n2026\n", "TextView=\"one\\nt is = two\\n2026\"\n"},

		{"pywinauto, titles that are none", "pywinauto", "Control Identifiers:\n\nDialog - 'a'    (L0, T0, R9, B9)\n   | \n   | Pane - 'None'    (L1, T1, R2, B2)\n   | Static - None    (L1, T1, R2, B2)\n   | Edit -     (L1, T1, R2, B2)\n   | Edit - ''    (L1, T1, R2, B2)\n", "Dialog \"a\"\n Pane\n Static\n Edit\n Edit\n"},
		{"a title that is None", "pywinauto", "Control Identifiers:\n\nDialog - 'None'    (L0, T0, R9, B9)\nchild_window(title=\"None\", control_type=\"Window\")\n", "Dialog \"None\"\n"},
		{"no first line", "pywinauto", "Edit -     (L1, T1, R2, B2)\n.by(control_type='Edit')\n", "Edit\n"},

		{"harmony, as a shell prints it", "harmony", "DumpLayout saved to:/data/local/tmp/layout_1.json\n" + `{"attributes":{"type":"","bounds":"[0,0][9,9]","hostWindowId":""},"children":[{"attributes":{"type":"Button","text":"OK","bounds":"[0,0][9,9]"},"children":[]}]}`, "display\n Button \"OK\"\n"},
		{"harmony, children first", "harmony", `{"children":[{"children":[],"attributes":{"type":"Search","hint":"Find","text":"","bounds":"[0,0][9,9]"}}],"attributes":{"type":"root","bounds":"[0,0][9,9]","origBounds":"[0,0][9,9]"}}`, "root\n Search \"Find\"=\"\"~\"Find\"\n"},
		{"several displays", "harmony", `[{"attributes":{"type":"root","bounds":"[0,0][9,9]","hostWindowId":"1"},"children":[]},{"attributes":{"type":"root","bounds":"[0,0][9,9]"},"children":[]}]`, "root\nroot\n"},
		{"maestro stays", "maestro", `{"attributes":{"text":"a","accessibilityText":"","bounds":"[0,0][9,9]"},"children":[]}`, "element \"a\"\n"},

		{"droidrun in data", "droidrun", `{"status":"success","data":{"a11y_tree":[{"index":1,"className":"android.widget.Button","text":"OK","bounds":"1,2,3,4"}],"phone_state":{}}}`, "Button \"OK\"\n"},
		{"droidrun, quoted data", "droidrun", `{"status":"success","data":"{\"a11y_tree\":[{\"index\":1,\"className\":\"Button\",\"text\":\"OK\"}],\"phone_state\":{}}"}`, "Button \"OK\"\n"},
		{"droidrun, one root", "droidrun", `{"a11y_tree":{"index":0,"className":"FrameLayout","text":"","boundsInScreen":{"left":1,"top":2,"right":3,"bottom":4},"children":[{"className":"Button","text":"OK"}]},"phone_state":{}}`, "FrameLayout\n Button \"OK\"\n"},
		{"droidrun, no list", "droidrun", "Row: 0 result={\"status\":\"success\",\"result\":\"[]\"}\n", ""},
		{"droidrun, text without an app", "droidrun", "Current Clickable UI elements from the device in the schema 'index. className: resourceId; text - bounds(x1,y1,x2,y2)':\n1. Button: \"OK\" - (1,2,3,4)\n", "Button \"OK\"\n"},

		{"ufo, several windows", "ufo", `[{"id":"a","name":"x","control_type":"Window","rectangle":{"left":1,"top":2,"right":4,"bottom":8},"children":[]},{"id":"b","control_type":"Edit","rectangle":null}]`, "Window \"x\"\nEdit\n"},
		{"compact, Windows line ends", "maestro", "element_num,depth,attributes,parent_num\r\n0,0,\"text=a; b=c; bounds=[0,0][9,9]\",\r\n7,1,\"text=x,\"\"y\"\"\r\nz\",0\r\n", "element \"a; b=c\"\n element \"x,\\\"y\\\"\\nz\"\n"},
		{"uiautomator2", "uiautomator", `<hierarchy rotation="0"><node class="android.widget.EditText" text="" hint="" bounds="[0,0][1,1]"/><node class="android.widget.EditText" text="" hint="Mail" bounds="[0,0][1,1]"/></hierarchy>`, "hierarchy\n EditText=\"\"\n EditText \"Mail\"=\"\"~\"Mail\"\n"},
	} {
		rec, err := LoadBytes(test.name, []byte(test.text), Options{})
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if c := rec.Captures[0]; c.Format != test.format {
			t.Errorf("%s: opened as %s, want %s", test.name, c.Format, test.format)
		}
		if got := tellTree(rec); got != test.want {
			t.Errorf("%s:\n%swant\n%s", test.name, got, test.want)
		}
	}
}
