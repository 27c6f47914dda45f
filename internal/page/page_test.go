package page_test

import (
	"strings"
	"testing"

	"obscope/internal/page"
	"obscope/model"
	"obscope/render"
)

// TestPageHoldsHostileNamesAsData writes a page of names that would break out
// of it.
func TestPageHoldsHostileNamesAsData(t *testing.T) {
	c := &model.Capture{Format: "maka", Window: `</title><script>alert(1)</script>`}
	for _, name := range []string{`</script><script>alert(1)</script>`, "\u2028'\"`${x}", string([]byte{0xED, 0xA0, 0x80}), "<!--"} {
		c.Elements = append(c.Elements, model.Element{Ref: name, Role: "AXButton", Name: name, Given: model.HasRef | model.HasRole | model.HasName})
	}
	model.Link(c, []model.ID{model.None, 0, 0, 0})
	obs, err := render.New(c).Observe(render.Options{MaxElements: render.Set(3)})
	if err != nil {
		t.Fatal(err)
	}
	html, err := page.Writer{}.Page(obs)
	if err != nil {
		t.Fatal(err)
	}
	text := string(html)
	if n := strings.Count(text, "<script>"); n != 1 {
		t.Errorf("%d script elements, want the page's own", n)
	}
	if strings.Contains(text, "alert(1)</script>") {
		t.Error("a name ends the script")
	}
	for _, want := range []string{"4 elements, 3 in the text", `"s":"cap"`, "costs by part"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if strings.Contains(text, "http://") || strings.Contains(text, "https://") {
		t.Error("the page names an address")
	}
}

// TestPageMasks writes a secure value only on demand.
func TestPageMasks(t *testing.T) {
	c := &model.Capture{Format: "maka", Elements: []model.Element{{Role: "AXTextField", Value: "hunter2", Secure: true, Given: model.HasRole | model.HasValue}}}
	model.Link(c, []model.ID{model.None})
	obs, err := render.New(c).Observe(render.Options{})
	if err != nil {
		t.Fatal(err)
	}
	mask := func(line string, e *model.Element) string { return strings.ReplaceAll(line, e.Value, "•••") }
	masked, err := page.Writer{Mask: mask}.Page(obs)
	if err != nil || strings.Contains(string(masked), "hunter2") {
		t.Errorf("the secret is in the page (%v)", err)
	}
	open, err := page.Writer{}.Page(obs)
	if err != nil || !strings.Contains(string(open), "hunter2") {
		t.Errorf("the value is not in the page (%v)", err)
	}
}
