package render_test

import (
	"strings"
	"testing"

	"obscope/loaders"
	"obscope/model"
	"obscope/render"
	_ "obscope/render/agents"
)

// TestWhyNamesWhatSaysTheSame is about rules that leave an element out because
// another one says the same: the sentence names that one.
func TestWhyNamesWhatSaysTheSame(t *testing.T) {
	const page = `{"nodes":[{"nodeId":"1","ignored":false,"role":{"type":"role","value":"RootWebArea"},"name":{"type":"computedString","value":"Shop"},"childIds":["2"],"backendDOMNodeId":1},` +
		`{"nodeId":"2","ignored":false,"role":{"type":"role","value":"button"},"name":{"type":"computedString","value":"Save all"},"childIds":["3"],"backendDOMNodeId":2,"parentId":"1"},` +
		`{"nodeId":"3","ignored":false,"role":{"type":"role","value":"StaticText"},"name":{"type":"computedString","value":"Save all"},"childIds":[],"backendDOMNodeId":3,"parentId":"2"}]}`
	rec, err := loaders.LoadBytes("page", []byte(page), loaders.Options{Format: "cdp"})
	if err != nil {
		t.Fatal(err)
	}
	r := render.New(rec.Captures[0])
	for _, dialect := range []string{"browsergym", "webarena", "stagehand", "browser-use", "cua-driver", "open-codex-linux"} {
		obs, err := r.Observe(render.Options{Dialect: render.Set(dialect)})
		if err != nil {
			t.Fatal(err)
		}
		id := model.ID(2)
		if why := obs.Why(id); why.In || !strings.Contains(why.Fact, `button "Save all" says already`) {
			t.Errorf("%s: %s: %s", dialect, why.Name, why.Fact)
		}
	}
}
