package loaders

import "obscope/model"

// call writes the call that a step of a session answers.
func (e *encoder) call(c *model.ToolCall) {
	if c == nil {
		return
	}
	e.name("call")
	e.raw("{")
	e.more = false
	e.text("id", c.ID, false)
	e.text("tool", c.Tool, false)
	e.text("args", c.Args, false)
	e.text("time", c.Time, false)
	e.text("who", c.Who, false)
	e.number("from", c.From)
	e.number("to", c.To)
	e.number("same", c.Same)
	e.flag("failed", c.Failed)
	e.raw("}")
	e.more = true
}

func (d *obscopeReader) call() *model.ToolCall {
	if !d.object() {
		return nil
	}
	c := &model.ToolCall{}
	for d.r.NextName() {
		switch d.r.Name() {
		case "id":
			c.ID = d.text()
		case "tool":
			c.Tool = d.text()
		case "args":
			c.Args = d.text()
		case "time":
			c.Time = d.text()
		case "who":
			c.Who = d.text()
		case "from":
			c.From = max(0, int(d.number()))
		case "to":
			c.To = max(0, int(d.number()))
		case "same":
			c.Same = max(0, int(d.number()))
		case "failed":
			c.Failed = d.flag()
		default:
			d.r.Skip()
		}
	}
	return c
}

// session writes what a session tells beside its steps.
func (e *encoder) session(s *model.Session) {
	if s == nil {
		return
	}
	e.name("session")
	e.raw("{")
	e.more = false
	e.text("agent", s.Agent, false)
	e.text("task", s.Task, false)
	if len(s.Definitions) > 0 {
		e.name("definitions")
		for i, d := range s.Definitions {
			e.raw([...]string{"[{", ",{"}[min(i, 1)])
			e.more = false
			e.text("name", d.Name, true)
			e.text("text", d.Text, true)
			e.raw("}")
		}
		e.raw("]")
	}
	e.raw("}")
	e.more = true
}

func (d *obscopeReader) session() *model.Session {
	if !d.object() {
		return nil
	}
	s := &model.Session{}
	for d.r.NextName() {
		switch d.r.Name() {
		case "agent":
			s.Agent = d.text()
		case "task":
			s.Task = d.text()
		case "definitions":
			s.Definitions = d.definitions()
		default:
			d.r.Skip()
		}
	}
	return s
}

func (d *obscopeReader) definitions() []model.ToolDefinition {
	var list []model.ToolDefinition
	if !d.list() {
		return nil
	}
	for d.r.NextItem() {
		if !d.object() {
			continue
		}
		var def model.ToolDefinition
		for d.r.NextName() {
			switch d.r.Name() {
			case "name":
				def.Name = d.text()
			case "text":
				def.Text = d.text()
			default:
				d.r.Skip()
			}
		}
		list = append(list, def)
	}
	return list
}
