package loaders

import (
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/model"
)

var opencodexFormat = Format{
	Name: "open-codex", About: "open-codex: a window as its Linux and Windows runtimes read it, before it is written as text",
	Recognised: "JSON with app, windowTitle and root",
	Sniff:      sniffOpenCodex,
	Load:       loadOpenCodex,
}

func sniffOpenCodex(p *Peek) Score {
	if p.Has("app", "windowTitle", "root") {
		return Sure
	}
	return No
}

// loadOpenCodex reads {"app":{"name","pid"},"windowTitle","root":{"name",
// "localizedControlType","value","actions","frame","children":[…]}}.
func loadOpenCodex(s *Source) (*model.Recording, error) {
	c := &model.Capture{Format: "open-codex", Unit: "screen pixels"}
	n := newNest(s.Text, c, "children", func(e *model.Element, members []jsontext.Member) {
		for _, m := range members {
			openCodexMember(e, m.Name, m.Value)
		}
	})
	for n.r.Object(); n.r.NextName(); {
		name := n.r.Name()
		if name == "root" && n.r.Peek() == jsontext.Object {
			n.value()
			continue
		}
		v := n.r.Value()
		n.tellRaw(name, v.Raw)
		switch name {
		case "app":
			c.App = textOf(v.Member("name"))
			c.Header.PID = v.Member("pid")
		case "windowTitle":
			c.Window = textOf(v)
		}
	}
	if err := n.done(); err != nil {
		return nil, err
	}
	return one(c), nil
}

func openCodexMember(e *model.Element, name string, v jsontext.Value) {
	switch name {
	case "localizedControlType", "controlType":
		if role := textOf(v); strings.TrimSpace(role) != "" && (e.Role == "" || name == "localizedControlType") {
			e.Role, e.Kind, e.Given = role, kindOf(role), e.Given|model.HasRole
		}
	case "name":
		e.Name, e.Given = textOf(v), e.Given|model.HasName
	case "automationId":
		e.Description = textOf(v)
	case "value":
		e.Value, e.Given = textOf(v), e.Given|model.HasValue
	case "actions":
		e.Given |= model.HasActions
		e.Actions = nil
		for _, item := range v.Items {
			e.Actions = append(e.Actions, textOf(item))
		}
	case "frame":
		if frame, ok := looseRect(v); ok {
			e.Frame, e.Given = frame, e.Given|model.HasFrame
		}
	}
}
