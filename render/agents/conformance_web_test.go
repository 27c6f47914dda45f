package agents

import (
	"strconv"
	"strings"

	"obscope/internal/jsontext"
	"obscope/model"
)

func init() {
	runners["chrome-devtools-mcp"] = runWeb("chrome-devtools-mcp")
	runners["agent-browser"] = runWeb("agent-browser")
	runners["agent-browser-0.41"] = runWeb("agent-browser")
	runners["browsergym"] = runWeb("browsergym")
	runners["webarena"] = runWeb("webarena")
	runners["stagehand"] = runWeb("stagehand")
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
