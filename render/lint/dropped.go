package lint

import (
	"fmt"
	"slices"
	"strings"

	"obscope/internal/text/words"
	"obscope/model"
	"obscope/render"
)

// rolesNamed bounds the roles that one finding names.
const rolesNamed = 8

// droppedActionable reports the elements to operate that a role filter or a
// stage of the dialect's own left out, by role.
func (c *checker) droppedActionable() {
	var stages []render.Stage
	dropped := map[render.Stage][]model.ID{}
	for _, id := range c.c.Tree.Order {
		e, stage := c.c.Element(id), c.o.Verdicts[id].Stage
		if stage != render.AtRole && stage < render.OwnStages || !operable(e) || passive(e) || echo(e) || c.hidden(e) ||
			e.Has(model.HasFrame) && (!e.Frame.OnScreen() || e.Frame.Empty()) {
			continue
		}
		if dropped[stage] == nil {
			stages = append(stages, stage)
		}
		dropped[stage] = append(dropped[stage], id)
	}
	for _, stage := range stages {
		ids := dropped[stage]
		severity, why := Warning, c.whyRole()
		if stage != render.AtRole {
			severity, why = Note, fmt.Sprintf("of the stage %s in %s", quote(c.o.StageName(stage)), c.o.Info.Name)
		}
		c.group(severity, ids, "%s to operate %s left out because %s: %s", count(len(ids), "element", "elements"), is(len(ids), "is", "are"),
			why, c.rolesOf(ids))
	}
}

// rolesOf lists the roles of elements, the most frequent first, each with a
// name.
func (c *checker) rolesOf(ids []model.ID) string {
	byRole := map[string][]model.ID{}
	var roles []string
	for _, id := range ids {
		e := c.c.Element(id)
		role := e.Role + because(e)
		if byRole[role] == nil {
			roles = append(roles, role)
		}
		byRole[role] = append(byRole[role], id)
	}
	slices.SortStableFunc(roles, func(a, b string) int { return len(byRole[b]) - len(byRole[a]) })
	var list []string
	for i, role := range roles {
		if i == rolesNamed {
			list = append(list, fmt.Sprintf("%d more roles", len(roles)-i))
			break
		}
		list = append(list, fmt.Sprintf("%s (%s%s)", role, words.Thousands(len(byRole[role])), c.like(byRole[role])))
	}
	return strings.Join(list, ", ")
}

// because says by what an element can be operated, if it is not the role.
func because(e *model.Element) string {
	switch {
	case e.Kind.Interactive():
		return ""
	case e.Actionable():
		return " with the action " + strings.Join(e.Actions, ",")
	}
	return " under the pointer"
}

func (c *checker) whyRole() string {
	if c.autoControl() {
		return fmt.Sprintf("AutoControl keeps %d roles only", len(render.AutoControlRoles()))
	}
	return "their roles are not kept"
}

// like gives the name of one element of several.
func (c *checker) like(ids []model.ID) string {
	for _, id := range ids {
		if name := quotedName(c.c.Element(id)); name != "" {
			return ", such as" + name
		}
	}
	return ""
}

// lostState reports collapsed containers that said something after all.
func (c *checker) lostState() {
	var ids []model.ID
	for _, id := range c.c.Tree.Order {
		e := c.c.Element(id)
		if c.o.Verdicts[id].Stage == render.AtCollapse && (e.Secure || disabled(e) || e.Placeholder != "") {
			ids = append(ids, id)
		}
	}
	if len(ids) == 0 {
		return
	}
	e := c.c.Element(ids[0])
	what := "disabled"
	switch {
	case e.Secure:
		what = "secure"
	case e.Placeholder != "":
		what = "placeholder " + quote(e.Placeholder)
	}
	c.group(Warning, ids, "collapse takes out %s that said something: %s (%s)", count(len(ids), "container", "containers"), label(e), what)
}

// lostAncestors reports query matches whose chain of ancestors is cut: the
// parent of something kept is never left out by the query otherwise.
func (c *checker) lostAncestors() {
	if !keepsAncestors(c.o) || !c.o.Set.HasQuery {
		return
	}
	var ids []model.ID
	for _, id := range c.c.Tree.Order {
		if p := c.c.Tree.Parent[id]; c.in(id) && p != model.None && c.o.Verdicts[p].Stage == render.AtQuery {
			ids = append(ids, id)
		}
	}
	if len(ids) > 0 {
		c.group(Warning, ids, "%s of the query stand at the top level, because only 24 ancestors of a match are kept: %s",
			count(len(ids), "branch", "branches"), c.examples(ids))
	}
}

// keepsAncestors reports the dialects that write Maka's selection.
func keepsAncestors(o *render.Observation) bool {
	return o.Set.Dialect == "outline" || o.Set.Dialect == "json"
}

// wrongCount reports a header whose showing counts elements without a line.
func (c *checker) wrongCount() {
	if c.o.Set.Dialect != "outline" {
		return
	}
	var collapsed, duplicates int
	for _, v := range c.o.Verdicts {
		switch v.Stage {
		case render.AtCollapse:
			collapsed++
		case render.AtDuplicate, render.AtSharedRef:
			duplicates++
		}
	}
	if c.o.Set.HasQuery && c.o.Set.Query != "" && collapsed > 0 {
		c.whole(Note, "query= in the header counts %s that collapse took out: fewer lines are written than it says", count(collapsed, "element", "elements"))
	}
	if duplicates > 0 {
		c.whole(Note, "elements= in the header counts %s that duplicate refs took out", count(duplicates, "element", "elements"))
	}
}
