package loaders

import (
	"strings"
	"testing"

	"obscope/internal/testkit/testscale"
	"obscope/render"
)

// TestDeepNesting opens trees and values of a million levels in the formats
// that nest, and renders them.
func TestDeepNesting(t *testing.T) {
	levels := testscale.Of(1_000_000)
	for name, text := range map[string]string{
		"autocontrol": strings.Repeat(`{"role":"group","x":1,"width":2,"children":[`, levels) + strings.Repeat(`]}`, levels),
		"a value": `[{"role":"button","x":0,"y":0,"width":1,"height":1,"name":` +
			strings.Repeat("[", levels) + strings.Repeat("]", levels) + `}]`,
		"maka": `{"observationId":"o","elements":[{"elementId":"1","role":"AXButton","label":` +
			strings.Repeat("[", levels) + strings.Repeat("]", levels) + `}]}`,
		"osworld": `<desktop-frame xmlns:st="https://accessibility.ubuntu.example.org/ns/state">` +
			strings.Repeat("<panel>", levels) + strings.Repeat("</panel>", levels) + `</desktop-frame>`,
	} {
		rec, err := LoadBytes(name, []byte(text), Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		c := rec.Captures[0]
		if n := len(c.Elements); n < levels && n != 1 {
			t.Errorf("%s: %d elements", name, n)
		}
		for _, dialect := range []string{"indexed", "outline"} {
			obs, err := render.New(c).Observe(render.Options{Dialect: render.Set(dialect), MaxElements: render.Set(10)})
			if err != nil || len(obs.Text()) == 0 && dialect == "outline" {
				t.Errorf("%s as %s: %v", name, dialect, err)
			}
		}
		if last := c.Tree.Order[len(c.Tree.Order)-1]; len(c.Elements) > 1 && int(c.Tree.Depth[last]) < levels-1 {
			t.Errorf("%s: the last element is at depth %d", name, c.Tree.Depth[last])
		}
	}
}
