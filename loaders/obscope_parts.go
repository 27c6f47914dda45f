package loaders

import (
	"strconv"

	"obscope/internal/text/jsontext"
	"obscope/model"
)

func (d *obscopeReader) header(h *model.Header) {
	if !d.object() {
		return
	}
	members := headerMembers(h)
next:
	for d.r.NextName() {
		name := d.r.Name()
		for _, m := range members {
			if m.name == name {
				*m.value = d.r.Value()
				if text, ok := spelledOut(*m.value); ok {
					*m.value, _ = jsontext.Parse(text)
				}
				continue next
			}
		}
		if name == "renderDifference" {
			h.RenderDifference = d.flag()
			continue
		}
		if name == "stated" {
			h.Stated = d.stated()
			continue
		}
		d.r.Skip()
	}
}

func (d *obscopeReader) stated() model.Stated {
	v := d.r.Value()
	number := func(name string) int { n, _ := strconv.Atoi(v.Member(name).Text); return n }
	return model.Stated{Is: true, Elements: number("elements"), Shown: number("shown"), MenuDisabled: v.Member("menuDisabled").IsTrue()}
}

func (d *obscopeReader) uses() []model.Use {
	var uses []model.Use
	if !d.list() {
		return nil
	}
	for d.r.NextItem() {
		if !d.object() {
			continue
		}
		u := model.Use{Element: model.None}
		for d.r.NextName() {
			switch d.r.Name() {
			case "element":
				u.Element = model.ID(d.number())
			case "ref":
				u.Ref = d.text()
			case "action":
				u.Action = d.text()
			default:
				d.r.Skip()
			}
		}
		uses = append(uses, u)
	}
	return uses
}

func (d *obscopeReader) parts() []model.Part {
	var parts []model.Part
	if !d.list() {
		return nil
	}
	for d.r.NextItem() {
		if !d.object() {
			continue
		}
		p := model.Part{Host: model.None}
		for d.r.NextName() {
			switch d.r.Name() {
			case "ref":
				p.Ref = d.text()
			case "from":
				p.From = model.ID(d.number())
			case "to":
				p.To = model.ID(d.number())
			case "host":
				p.Host = model.ID(d.number())
			case "own":
				p.Raw = d.own()
			default:
				d.r.Skip()
			}
		}
		parts = append(parts, p)
	}
	return parts
}

func (d *obscopeReader) dom() []model.DOMNode {
	var dom []model.DOMNode
	if !d.list() {
		return nil
	}
	for d.r.NextItem() {
		if !d.object() {
			continue
		}
		var n model.DOMNode
		for d.r.NextName() {
			switch d.r.Name() {
			case "tag":
				n.Tag = d.text()
			case "type":
				n.Type = d.text()
			case "clickable":
				n.Clickable = d.flag()
			default:
				d.r.Skip()
			}
		}
		dom = append(dom, n)
	}
	return dom
}

func (d *obscopeReader) numbers() []int32 {
	var list []int32
	if !d.list() {
		return nil
	}
	for d.r.NextItem() {
		list = append(list, d.number())
	}
	return list
}

func (d *obscopeReader) extras() map[string]string {
	if !d.object() {
		return nil
	}
	extras := map[string]string{}
	for d.r.NextName() {
		name := d.r.Name()
		extras[name] = d.text()
	}
	return extras
}

// markFails gives the warnings at these positions their kind.
func markFails(w model.Warnings, fails []int32) {
	for _, at := range fails {
		if at >= 0 && int(at) < len(w) {
			w[at].Kind = model.OriginalFails
		}
	}
}
