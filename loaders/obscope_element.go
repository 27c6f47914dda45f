package loaders

import (
	"obscope/internal/text/jsontext"
	"obscope/model"
)

func (d *obscopeReader) elements(c *model.Capture) {
	c.Elements = nil // of a duplicate member the last one counts
	if !d.list() {
		return
	}
	for d.r.NextItem() {
		if !d.object() {
			continue
		}
		c.Elements = append(c.Elements, model.Element{Key: int32(len(c.Elements)), ParentKey: model.NoKey})
		d.element(&c.Elements[len(c.Elements)-1])
	}
}

func (d *obscopeReader) element(e *model.Element) {
	told := false
	var given model.Fields
	for d.r.NextName() {
		name := d.r.Name()
		e.Given |= fieldNamed(name)
		switch name {
		case "key":
			e.Key = model.NoKey
			if d.r.Peek() == jsontext.Null {
				d.r.Null()
				continue
			}
			e.Key = d.number()
		case "parent":
			e.ParentKey = d.number()
		case "ref":
			e.Ref = d.text()
		case "role":
			e.Role = d.text()
		case "subrole":
			e.Subrole = d.text()
		case "name":
			e.Name = d.text()
		case "value":
			e.Value = d.text()
		case "placeholder":
			e.Placeholder = d.text()
		case "description":
			e.Description = d.text()
		case "kind":
			kind, ok := model.ParseKind(d.text())
			if !ok {
				d.odd++
			}
			e.Kind = kind
		case "states":
			d.states(e)
		case "actions":
			e.Actions = d.strings()
		case "frame":
			e.Frame = d.rect()
		case "odd":
			e.Irregular = d.flag()
		case "repeat":
			e.Repeat = d.flag()
		case "ignored":
			e.Ignored = d.flag()
		case "secure":
			e.Secure = d.flag()
		case "given":
			told = true
			for _, name := range d.strings() {
				given |= fieldNamed(name)
			}
		case "own":
			e.Raw = d.own()
		default:
			d.r.Skip()
		}
	}
	if told {
		e.Given = given
	}
}

func fieldNamed(name string) model.Fields {
	for _, f := range givenFields {
		if f.name == name {
			return f.field
		}
	}
	return 0
}

func (d *obscopeReader) states(e *model.Element) {
	if !d.object() {
		return
	}
	for d.r.NextName() {
		st, ok := model.ParseState(d.r.Name())
		truth := model.Unsaid
		switch v := d.r.Value(); {
		case v.Kind == jsontext.Bool:
			truth = model.TruthOf(v.Text == "true")
		case v.Kind == jsontext.String && v.Text == "mixed":
			truth = model.Mixed
		}
		if !ok || truth == model.Unsaid {
			d.odd++
			continue
		}
		e.States.Set(st, truth)
	}
}
