package loaders

import (
	"testing"

	"obscope/model"
)

func FuzzLoadXCUITest(f *testing.F) { fuzzFormat(f, "xcuitest") }

func TestXCUITestIOS(t *testing.T) {
	c := sample(t, "xcuitest", "checkout-ios.xcuitest.xml")
	if c.Unit != "points" || c.App != "Shop" || c.Screen != (model.Rect{W: 390, H: 844}) {
		t.Errorf("unit %q app %q screen %v", c.Unit, c.App, c.Screen)
	}
	field := named(t, c, "Full name")
	if field.Role != "TextField" || field.Kind != model.KindTextbox || field.Value != "Zoë Müller" || field.Placeholder != "Your name" {
		t.Errorf("field %+v", field)
	}
	if got := field.Member("name").Text; got != "full-name" {
		t.Errorf("the identifier is %q", got)
	}
	if e := named(t, c, "Password"); !e.Secure {
		t.Errorf("a SecureTextField is not secure: %+v", e)
	}
	if e := named(t, c, "Note for the kitchen"); e.Value != "line one\nline two" || e.Kind != model.KindTextbox {
		t.Errorf("text view %+v", e)
	}
	gift, express := named(t, c, "Gift wrap"), named(t, c, "Express")
	if gift.States.Is(model.Checked) != model.Yes || express.States.Is(model.Checked) != model.No || express.States.Is(model.Enabled) != model.No {
		t.Errorf("switches %+v %+v", gift, express)
	}
	windows := 0
	for i := range c.Elements {
		if c.Elements[i].Role == "Window" {
			windows++
		}
	}
	if windows != 3 {
		t.Errorf("%d windows, want 3", windows)
	}
}

func TestXCUITestMac2(t *testing.T) {
	c := sample(t, "xcuitest", "textedit-mac2.xcuitest.xml")
	if c.Shape != "mac2" || c.App != "TextEdit" || c.Window != "Untitled" {
		t.Errorf("shape %q app %q window %q", c.Shape, c.App, c.Window)
	}
	if e := named(t, c, "bold"); e.Role != "CheckBox" || e.States.Is(model.Checked) != model.Yes || e.Member("elementType").Text != "12" {
		t.Errorf("check box %+v", e)
	}
	if e := named(t, c, "Open…"); e.Role != "MenuItem" {
		t.Errorf("menu item named by its title: %+v", e)
	}
}

func TestXCUITestOddInput(t *testing.T) {
	for _, text := range []string{`<AppiumAUT></AppiumAUT>`, "<?xml version='1.0'?>\n<AppiumAUT/>", `<XCUIElementTypeApplication type="XCUIElementTypeApplication" x="0" y="0" width="0" height="0"/>`} {
		if c := openAs(t, "xcuitest", text); !warned(c, "nothing is below the application") {
			t.Errorf("%s: %q", text, c.Warnings)
		}
	}
	c := openAs(t, "xcuitest", `<AppiumAUT><XCUIElementTypeButton x="inf" y="1e999" width="a" height="2"/><XCUIElementTypeCell x="inf" y="-1e999" width="0" height="2"/></AppiumAUT>`)
	if c.Elements[1].Has(model.HasFrame) || !warned(c, "1 element has a side") {
		t.Errorf("%+v %q", c.Elements[1], c.Warnings)
	}
	if e := c.Elements[2]; !e.Has(model.HasFrame) || e.Frame.OnScreen() {
		t.Errorf("%+v", e)
	}
}
