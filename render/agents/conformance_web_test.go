package agents

import (
	"strconv"
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/model"
)

func init() {
	runners["chrome-devtools-mcp"] = runWeb("chrome-devtools-mcp")
	runners["agent-browser"] = runWeb("agent-browser")
	runners["agent-browser-0.41"] = runWeb("agent-browser")
	runners["browsergym"] = runWeb("browsergym")
	runners["webarena"] = runWeb("webarena")
	runners["stagehand"] = runWeb("stagehand")
	runners["playwright-yaml"] = runPlaywright
}

// runWeb renders a browser's capture, with what the vector tells beside it.
func runWeb(dialect string) func(v vector) (result, error) {
	return func(v vector) (result, error) {
		format := "cdp"
		if strings.HasPrefix(v.Member("input_format").Text, "puppeteer") {
			format = "puppeteer"
		}
		c, err := v.loadBeside(format, v.beside())
		if err != nil {
			return result{}, err
		}
		if err := attach(c, v); err != nil {
			return result{}, err
		}
		knobs := v.knobs()
		if dialect == "webarena" {
			knobs["max_obs_length"] = "0" // the vectors are of the whole text
		}
		if tabs := v.Member("options").Member("tabs"); tabs.Kind == jsontext.Array {
			knobs["tabs"] = tabs.Raw
		}
		if v.dialect == "agent-browser" {
			knobs["version"] = "0.33"
		}
		return observe(c, dialect, knobs)
	}
}

// backends finds the elements of each backendDOMNodeId, as spelled.
func backends(c *model.Capture) map[string][]model.ID {
	byNode := map[string][]model.ID{}
	for i := range c.Elements {
		if b := c.Elements[i].Member("backendDOMNodeId"); b.Kind != jsontext.Missing {
			byNode[b.Text] = append(byNode[b.Text], model.ID(i))
		}
	}
	return byNode
}

// attach gives a capture what stands beside it in a vector.
func attach(c *model.Capture, v vector) error {
	byNode := backends(c)
	extras, err := v.member("extras")
	if err != nil {
		return err
	}
	iframes, given := v.Lookup("iframes")
	if !given {
		iframes, given = extras.Lookup("iframes")
	}
	if given {
		attachFrames(c, iframes, byNode)
	}
	c.Extras = map[string]string{}
	for _, name := range []string{"cursor", "hrefs", "scrollable"} {
		m := v.Member(name)
		if m.Kind == jsontext.Missing {
			m = extras.Member(name)
		}
		if m.Kind == jsontext.Object {
			c.Extras[name] = m.Raw
		}
	}
	properties, err := v.member("extra_properties")
	if err != nil {
		return err
	}
	if properties.Kind == jsontext.Object {
		c.Extras["extra_element_properties"] = properties.Raw
	}
	rects, err := v.member("rects")
	if err != nil {
		return err
	}
	if nested, ok := rects.Lookup("rects"); ok {
		rects = nested
	}
	attachRects(c, rects, byNode)
	attachTags(c, v.Member("tags"), byNode)
	return nil
}

// attachRects gives elements their places: [x, y, width, height], or null for
// none.
func attachRects(c *model.Capture, rects jsontext.Value, byNode map[string][]model.ID) {
	for _, m := range rects.Members {
		for _, id := range byNode[m.Name] {
			if len(m.Value.Items) != 4 {
				continue
			}
			var side [4]float64
			for i, item := range m.Value.Items {
				side[i], _ = strconv.ParseFloat(item.Text, 64)
			}
			e := &c.Elements[id]
			e.Frame, e.Given = model.Rect{X: side[0], Y: side[1], W: side[2], H: side[3]}, e.Given|model.HasFrame
		}
	}
}

// attachTags gives elements the names that the DOM has for them.
func attachTags(c *model.Capture, tags jsontext.Value, byNode map[string][]model.ID) {
	if tags.Kind != jsontext.Object {
		return
	}
	c.DOM = make([]model.DOMNode, len(c.Elements))
	for _, m := range tags.Members {
		for _, id := range byNode[m.Name] {
			c.DOM[id].Tag = m.Value.Text
			if tag, kind, ok := strings.Cut(m.Value.Text, ", "); ok {
				c.DOM[id].Tag, c.DOM[id].Type = tag, kind
			}
		}
	}
}

// attachFrames shows each frame in the iframe that the vector names, and in no
// other.
func attachFrames(c *model.Capture, iframes jsontext.Value, byNode map[string][]model.ID) {
	for i := range c.Parts {
		c.Parts[i].Host = model.None
	}
	for _, m := range iframes.Members {
		for i := range c.Parts {
			if c.Parts[i].Ref == m.Value.Text && len(byNode[m.Name]) > 0 {
				c.Parts[i].Host = byNode[m.Name][0]
			}
		}
	}
}

// runPlaywright renders a snapshot that was read from YAML, or the model that
// Playwright's renderer gets.
func runPlaywright(v vector) (result, error) {
	if v.Member("input_format").Text == "playwright-aria-yaml" {
		data, err := v.input()
		if err == nil && len(data) == 0 {
			// Loaders refuse an empty file, which may be anything; as a snapshot it
			// is a page without elements.
			c := &model.Capture{Format: "playwright"}
			model.Link(c, nil)
			return observe(c, "playwright-yaml", nil)
		}
		c, err := v.load("playwright")
		if err != nil {
			return result{}, err
		}
		return observe(c, "playwright-yaml", nil)
	}
	c := &model.Capture{Format: "playwright"}
	var parents []model.ID
	add := func(e model.Element, parent model.ID) model.ID {
		c.Elements = append(c.Elements, e)
		parents = append(parents, parent)
		return model.ID(len(c.Elements) - 1)
	}
	text := func(s string, parent model.ID) {
		add(model.Element{Role: "text", Kind: model.KindText, Name: s, Given: model.HasName}, parent)
	}
	var grow func(nodes []jsontext.Value, parent model.ID)
	grow = func(nodes []jsontext.Value, parent model.ID) {
		for _, n := range nodes {
			if n.Kind == jsontext.String {
				text(n.Text, parent)
				continue
			}
			e := model.Element{Role: n.Member("role").Text, Name: n.Member("name").Text, Given: model.HasRole | model.HasName, Raw: ariaOwn(n)}
			said, has := n.Lookup("text")
			below := len(n.Member("children").Items) > 0 || strings.Contains(e.Raw, `"/`)
			if has && !below {
				e.Value, e.Given = said.Text, e.Given|model.HasValue
			}
			id := add(e, parent)
			if has && below {
				text(said.Text, id)
			}
			grow(n.Member("children").Items, id)
		}
	}
	grow(v.Member("input").Items, model.None)
	model.Link(c, parents)
	return observe(c, "playwright-yaml", nil)
}

// ariaOwn is what the loader of snapshots keeps of an element's attributes.
func ariaOwn(n jsontext.Value) string {
	var own []string
	for _, m := range n.Members {
		name, value := m.Name, m.Value.Raw
		switch name {
		case "role", "name", "text", "children":
			continue
		case "url", "placeholder":
			name = "/" + name
		case "ariaHidden":
			name = "aria-hidden"
		case "box":
			b := m.Value
			value = jsontext.Quote(strings.Join([]string{b.Member("x").Text, b.Member("y").Text, b.Member("width").Text, b.Member("height").Text}, ","))
		}
		own = append(own, jsontext.Quote(name)+":"+value)
	}
	return strings.Join(own, ",")
}
