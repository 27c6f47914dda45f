package render

import "obscope/model"

// splitMenu marks the first menu bar and, in one forward pass, what hangs
// under it.
func (o *outline) splitMenu() {
	in := make([]bool, o.keys)
	found := false
	for i := range o.c.Elements {
		e := &o.c.Elements[i]
		if !found && e.Role == "AXMenuBar" && !e.Repeat {
			found = true
			if e.Key >= 0 {
				in[e.Key] = true
			}
			o.inMenu[i] = true
			o.menu++
		}
	}
	if !found {
		return
	}
	for i := range o.c.Elements {
		e := &o.c.Elements[i]
		if !o.inMenu[i] && e.ParentKey >= 0 && in[e.ParentKey] {
			o.inMenu[i] = true
			o.menu++
			if e.Key >= 0 {
				in[e.Key] = true
			}
		} else if !o.inMenu[i] && e.Key >= 0 && in[e.Key] {
			o.inMenu[i] = true
			o.menu++
		}
	}
}

// planMenu writes the menu part: containers collapsed, separators dropped.
func (o *outline) planMenu(p *Plan, st *outlineState, j *joiner) {
	menu := make([]model.ID, 0, o.menu)
	for i := range o.c.Elements {
		if o.inMenu[i] && !o.c.Elements[i].Repeat {
			menu = append(menu, model.ID(i))
			e := &o.c.Elements[i]
			if e.Role == "AXMenuBarItem" {
				st.menuItems++
			}
			if e.States.Is(model.Enabled) == model.No {
				st.menuDisabled = true
			}
		}
	}
	j.reset(menu)
	shown := j.collapse(p, menu, AtMenu, func(id model.ID) bool { return o.c.Elements[id].Role == "AXMenu" })
	children := make([]int32, o.keys)
	for _, id := range shown {
		if parent := j.parent[id]; parent >= 0 {
			children[parent]++
		}
	}
	kept := shown[:0:0]
	for _, id := range shown {
		e := &o.c.Elements[id]
		if separator(e) && (e.Key < 0 || children[e.Key] == 0) {
			p.Drop(id, AtSeparator)
			continue
		}
		kept = append(kept, id)
	}
	j.walk(p, kept)
}

func separator(e *model.Element) bool {
	return e.Role == "AXMenuItem" && !labelTruthy(e) && !e.Has(model.HasValue) && len(e.Actions) == 0 &&
		!actionsTruthyIrregular(e) && e.States.Is(model.Enabled) == model.No
}
