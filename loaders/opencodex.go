package loaders

import (
	"strconv"

	"obscope/internal/jsontext"
	"obscope/model"
)

func init() {
	register(Format{
		Name: "open-codex", About: "open-codex: a window as its Linux and Windows runtimes read it, before it is written as text",
		Recognised: "JSON with app, windowTitle and root",
		Sniff:      sniffOpenCodex,
		Load:       loadOpenCodex,
	})
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
	l := &openCodexReader{r: jsontext.NewReader(s.Text), c: c}
	var own []byte
	for l.r.Object(); l.r.NextName(); {
		name := l.r.Name()
		if name == "root" && l.r.Peek() == jsontext.Object {
			l.root()
			continue
		}
		v := l.r.Value()
		own = appendRawMember(own, name, v.Raw)
		switch name {
		case "app":
			c.App = textOf(v.Member("name"))
			c.Header.PID = v.Member("pid")
		case "windowTitle":
			c.Window = textOf(v)
		}
	}
	l.r.End()
	if err := l.r.Err(); err != nil {
		return nil, err
	}
	c.Own = string(own)
	model.Link(c, l.parent)
	return one(c), nil
}

type openCodexReader struct {
	r      *jsontext.Reader
	c      *model.Capture
	parent []model.ID
}

// root reads the tree, without recursion.
func (l *openCodexReader) root() {
	type open struct {
		id  model.ID
		own []byte
	}
	var stack []open
	begin := func() {
		up := model.None
		if n := len(stack); n > 0 {
			up = stack[n-1].id
		}
		id := model.ID(len(l.c.Elements))
		stack = append(stack, open{id: id})
		l.parent = append(l.parent, up)
		l.c.Elements = append(l.c.Elements, model.Element{Ref: strconv.Itoa(int(id)), Given: model.HasRef})
		l.r.Object()
	}
	begin()
	for within := true; len(stack) > 0; {
		top := &stack[len(stack)-1]
		switch {
		case within && l.r.NextName():
			name := l.r.Name()
			if name == "children" && l.r.Peek() == jsontext.Array {
				l.r.Array()
				within = false
				continue
			}
			v := l.r.Value()
			top.own = appendRawMember(top.own, name, v.Raw)
			openCodexMember(&l.c.Elements[top.id], name, v)
		case within:
			l.c.Elements[top.id].Own = string(top.own)
			stack = stack[:len(stack)-1]
			within = false
		case !l.r.NextItem():
			within = true
		case l.r.Peek() == jsontext.Object:
			begin()
			within = true
		default:
			l.r.Skip()
		}
	}
}

func openCodexMember(e *model.Element, name string, v jsontext.Value) {
	switch name {
	case "localizedControlType", "controlType":
		if role := textOf(v); e.Role == "" || name == "localizedControlType" && role != "" {
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
		for _, item := range v.Items {
			e.Actions = append(e.Actions, textOf(item))
		}
	case "frame":
		if frame, ok := looseRect(v); ok {
			e.Frame, e.Given = frame, e.Given|model.HasFrame
		}
	}
}
