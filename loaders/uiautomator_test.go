package loaders

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"obscope/internal/testkit/testscale"
	"obscope/model"
)

// openAs loads a text that must be recognised as the format, with one capture.
func openAs(t *testing.T, format, text string) *model.Capture {
	t.Helper()
	rec, err := LoadBytes("test", []byte(text), Options{})
	if err != nil {
		t.Fatalf("%v", err)
	}
	if len(rec.Captures) != 1 {
		t.Fatalf("%d captures, want 1", len(rec.Captures))
	}
	c := rec.Captures[0]
	if c.Format != format {
		t.Fatalf("format %s, want %s", c.Format, format)
	}
	return c
}

// sample loads a file of testdata/captures.
func sample(t *testing.T, format, name string) *model.Capture {
	t.Helper()
	return openAs(t, format, readSample(t, format, name))
}

func readSample(t *testing.T, format, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "testdata", "captures", format, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// named finds the element with that name.
func named(t *testing.T, c *model.Capture, name string) *model.Element {
	t.Helper()
	for i := range c.Elements {
		if c.Elements[i].Name == name {
			return &c.Elements[i]
		}
	}
	t.Fatalf("no element is named %q", name)
	return nil
}

// warned reports a warning with that text.
func warned(c *model.Capture, text string) bool {
	return strings.Contains(strings.Join(c.Warnings.Texts(), "\n"), text)
}

// addSamples gives a fuzz test the format's samples. They are whole captures, so
// that fuzzing needs -fuzzminimizetime=1x.
func addSamples(f *testing.F, format string) {
	names, _ := filepath.Glob(filepath.Join("..", "testdata", "captures", format, "*"))
	if len(names) == 0 {
		f.Fatalf("testdata/captures/%s has no samples", format)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(data))
	}
}

// checkLoad loads a text in a format by force: it must end in an error of one
// line or in captures whose trees hold every element once.
func checkLoad(t *testing.T, format, text string) {
	t.Helper()
	rec, err := LoadBytes("fuzz", []byte(text), Options{Format: format, MaxInflated: 1 << 20})
	if err != nil {
		if strings.Contains(err.Error(), "\n") || err.Error() == "" {
			t.Fatalf("error is not one line: %q", err)
		}
		return
	}
	for _, c := range rec.Captures {
		n := len(c.Elements)
		if len(c.Tree.Order) != n || len(c.Tree.Parent) != n {
			t.Fatalf("tree holds %d of %d elements", len(c.Tree.Order), n)
		}
		for id := range c.Elements {
			if own := c.Elements[id].Raw; own != "" && c.Elements[id].Members() == nil {
				t.Fatalf("element %d: own is not JSON members: %q", id, own)
			}
		}
	}
	if text := encoded(t, rec); !json.Valid([]byte(text)) {
		t.Fatalf("what convert writes is not valid JSON: %.400s", text)
	}
}

func FuzzLoadUIAutomator(f *testing.F) { fuzzFormat(f, "uiautomator") }

func TestUIAutomatorDumpAndAppiumSayTheSame(t *testing.T) {
	for _, name := range []string{"checkout-dump.uiautomator.xml", "checkout-appium.uiautomator.xml"} {
		c := sample(t, "uiautomator", name)
		if len(c.Elements) != 45 || c.App != "org.example.shop" || c.Unit != "device pixels" {
			t.Errorf("%s: %d elements of %q in %s", name, len(c.Elements), c.App, c.Unit)
		}
		wrap := named(t, c, "Gift wrap")
		if wrap.Role != "CheckBox" || wrap.Kind != model.KindCheckbox || wrap.States.Is(model.Checked) != model.Yes {
			t.Errorf("%s: check box is %+v", name, wrap)
		}
		if got := strings.Join(wrap.Actions, " "); got != "check click" {
			t.Errorf("%s: actions %q", name, got)
		}
		if wrap.Frame != (model.Rect{X: 32, Y: 680, W: 508, H: 100}) {
			t.Errorf("%s: frame %v", name, wrap.Frame)
		}
		if order := named(t, c, "ORDER"); order.States.Is(model.Checked) != model.Unsaid {
			t.Errorf("%s: a button that is not checkable has a checked state", name)
		}
		if got := wrap.Member("class").Text; got != "android.widget.CheckBox" {
			t.Errorf("%s: class %q", name, got)
		}
		if e := named(t, c, "two lines\n😊 smile"); e.Member("text#source").Text != "two lines&#10;&#55357;&#56842; smile" {
			t.Errorf("%s: the spelling of references is lost: %s", name, e.Raw)
		}
	}
}

func TestUIAutomatorFields(t *testing.T) {
	c := sample(t, "uiautomator", "checkout-dump.uiautomator.xml")
	name, pin, note := named(t, c, "Full name"), named(t, c, "Password"), named(t, c, "Note for the kitchen")
	if name.Value != "Zoë Müller" || name.Secure {
		t.Errorf("name field: %+v", name)
	}
	if pin.Value != "hunter2" || !pin.Secure || pin.Subrole != "secure" {
		t.Errorf("password field: %+v", pin)
	}
	if note.Placeholder != "Note for the kitchen" || note.Value != "" || !note.Has(model.HasValue) {
		t.Errorf("empty field: %+v", note)
	}
	bare := openAs(t, "uiautomator", `<hierarchy rotation="0"><node class="android.widget.EditText" text="hunter2" password="true" bounds="[0,0][1,1]"/></hierarchy>`)
	if e := bare.Elements[1]; e.Name != "" || e.Value != "hunter2" || !e.Secure {
		t.Errorf("a password became a name: %+v", e)
	}
}

func TestUIAutomatorScreen(t *testing.T) {
	dump, appium := sample(t, "uiautomator", "checkout-dump.uiautomator.xml"), sample(t, "uiautomator", "checkout-appium.uiautomator.xml")
	if dump.Screen != (model.Rect{W: 1080, H: 2280}) {
		t.Errorf("screen of the largest root: %v", dump.Screen)
	}
	if appium.Screen != (model.Rect{W: 1080, H: 2154}) {
		t.Errorf("screen of the hierarchy: %v", appium.Screen)
	}
	hidden := appium.Elements[len(appium.Elements)-1]
	if hidden.States.Is(model.Visible) != model.No || hidden.Frame.H != -20 {
		t.Errorf("last element: %+v", hidden)
	}
}

func TestUIAutomatorOddInput(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"empty hierarchy", `<hierarchy rotation="0"/>`, "the hierarchy has no nodes"},
		{"words before", `junk <hierarchy rotation="0"><node bounds="[0,0][1,1]"/></hierarchy>`, "4 bytes of text outside"},
		{"bad bounds", `<hierarchy rotation="0"><node bounds="[a,0][1,1]"/></hierarchy>`, "1 element has bounds"},
		{"control character", "<hierarchy rotation='0'><node text='a\x01b' bounds='[0,0][1,1]'/></hierarchy>", "1 control character that XML forbids was kept, at byte 37"},
		{"no end tag", `<hierarchy rotation="0"><node bounds="[0,0][1,1]"></hierarchy>`, "1 element has no end tag"},
		{"two dumps", `<hierarchy rotation="0"><node bounds="[0,0][1,1]"/></hierarchy><hierarchy rotation="0"/>`, "2 root elements"},
	} {
		if c := openAs(t, "uiautomator", test.text); !warned(c, test.want) {
			t.Errorf("%s: warnings %q", test.name, c.Warnings)
		}
	}
	for _, test := range []struct{ name, text, want string }{
		{"cut in a tag", `<hierarchy rotation="0"><node text="a`, "byte 24 (line 1): the XML ends inside the attribute text of <node>"},
		{"cut between tags", "<hierarchy rotation='0'>\n<node bounds=''>", "the XML ends inside <node>, one of 2 open elements"},
		{"no element", `<?xml version="1.0"?>`, ""},
	} {
		_, err := LoadBytes("test", []byte(test.text), Options{Format: "uiautomator"})
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}

func TestUIAutomatorDepth(t *testing.T) {
	depth := testscale.Of(1 << 20)
	c := openAs(t, "uiautomator", `<hierarchy rotation="0">`+strings.Repeat(`<node bounds="[0,0][1,1]">`, depth)+strings.Repeat("</node>", depth)+"</hierarchy>")
	if len(c.Elements) != depth+1 || int(c.Tree.Depth[depth]) != depth {
		t.Errorf("%d elements", len(c.Elements))
	}
}

func TestAndroidBounds(t *testing.T) {
	for text, want := range map[string]model.Rect{
		"[0,38][480,800]":       {Y: 38, W: 480, H: 762},
		"[ 1 , 2 ] [ 3 , 4 ]":   {X: 1, Y: 2, W: 2, H: 2},
		"[10,10][4,2]":          {X: 10, Y: 10, W: -6, H: -8},
		"[-5,0][1.5,2e1]":       {X: -5, W: 6.5, H: 20},
		"[0,0][2147483647,inf]": {W: 2147483647, H: inf},
	} {
		if got, ok := androidBounds(text); !ok || got != want {
			t.Errorf("%s: %v %v", text, got, ok)
		}
	}
	for _, text := range []string{"", "[", "[0,0]", "[0,0][1,1", "[0,0][1,1]x", "[0,0)[1,1]", "[0,0][1,1][2,2]", "[,][,]"} {
		if got, ok := androidBounds(text); ok {
			t.Errorf("%q: %v", text, got)
		}
	}
}

var inf = math.Inf(1)
