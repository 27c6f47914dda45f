package lint

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"obscope/internal/text/words"
	"obscope/model"
	"obscope/render"
)

// duplicateRef reports refs that several elements have, where the text writes
// refs, and elements that are missing because of that.
func (c *checker) duplicateRef() {
	groups := c.sharedRefs()
	most := c.first(len(groups))
	for _, ids := range groups[:most] {
		c.refGroup(ids)
	}
	if rest := groups[most:]; len(rest) > 0 {
		var ids []model.ID
		for _, g := range rest {
			ids = append(ids, g...)
		}
		c.group(Warning, ids, "%s more refs are shared, by %s in all", words.Thousands(len(rest)), count(len(ids), "element", "elements"))
	}
}

// sharedRefs groups the elements by ref, as far as several have one.
func (c *checker) sharedRefs() [][]model.ID {
	at := make(map[string]int32, len(c.c.Elements))
	var groups [][]model.ID
	for i := range c.c.Elements {
		e := &c.c.Elements[i]
		if !e.Has(model.HasRef) || echo(e) || e.Ref == "" {
			continue
		}
		switch seen, ok := at[e.Ref]; {
		case !ok:
			at[e.Ref] = int32(i)
		case seen >= 0:
			// From the second on, the map holds the group, counted down from -1.
			groups = append(groups, []model.ID{model.ID(seen), model.ID(i)})
			at[e.Ref] = int32(-len(groups))
		default:
			groups[-seen-1] = append(groups[-seen-1], model.ID(i))
		}
	}
	return groups
}

// noRef reports elements to operate that the capture gives no ref, as it does
// to others: an agent has no way to name them. Outline numbers them all the
// same.
func (c *checker) noRef() {
	var ids []model.ID
	others := false
	for _, id := range c.c.Tree.Order {
		switch e := c.c.Element(id); {
		case !operable(e) || echo(e) || passive(e) || c.choice(id):
		case e.Has(model.HasRef) && e.Ref != "":
			others = true
		case c.in(id) && !disabled(e):
			ids = append(ids, id)
		}
	}
	if !others || len(ids) == 0 {
		return
	}
	numbered := ""
	if c.o.Info.Name == "outline" {
		numbered = is(len(ids), "; the number before it is outline's own, which the tool does not know", "; the numbers before them are outline's own, which the tool does not know")
	}
	c.group(Warning, ids, "%s to operate %s no ref, so an agent cannot name %s: %s%s", count(len(ids), "element", "elements"),
		is(len(ids), "has", "have"), is(len(ids), "it", "them"), c.examples(ids), numbered)
}

// choice reports an option of a combobox, which is chosen through that.
func (c *checker) choice(id model.ID) bool {
	up := c.c.Tree.Parent[id]
	return c.c.Element(id).Kind == model.KindOption && up != model.None && c.c.Element(up).Kind == model.KindCombobox
}

func (c *checker) refGroup(ids []model.ID) {
	var written int
	var lost []model.ID
	for _, id := range ids {
		switch v := c.o.Verdicts[id]; {
		case v.In():
			if findWord(c.entry(id), c.c.Element(id).Ref) >= 0 {
				written++
			}
		case v.Stage == render.AtDuplicate || v.Stage == render.AtSharedRef:
			lost = append(lost, id)
		}
	}
	if written < 2 && len(lost) == 0 {
		return // the text does not use the ref, or names one element only
	}
	severity, fate := Note, "" // of texts an agent needs no ref
	if slices.ContainsFunc(ids, func(id model.ID) bool { return operable(c.c.Element(id)) }) {
		severity = Warning
	}
	if len(lost) > 0 {
		fate = fmt.Sprintf("; not in the text for that reason: %s", c.examples(lost))
		for _, id := range lost {
			if operable(c.c.Element(id)) {
				severity = Error
			}
		}
	}
	c.group(severity, ids, "%s share the ref %s: %s%s", count(len(ids), "element", "elements"), quote(c.c.Element(ids[0]).Ref), c.examples(ids), fate)
}

// secretShown reports values of fields for secrets that the text shows.
func (c *checker) secretShown() {
	t := &c.c.Tree
	for _, id := range t.Order {
		e := c.c.Element(id)
		if !secret(e) {
			continue
		}
		if c.in(id) && shows(c.entry(id), e.Value) && !says(e.Value, e) {
			c.element(Error, id, "the value of %s is in the text in clear (%s)", label(e), count(len([]rune(e.Value)), "character", "characters"))
			continue
		}
		sub := t.Subtree(id)
		for _, below := range sub[1:min(len(sub), searched)] {
			if b := c.c.Element(below); c.in(below) && b.Kind == model.KindText && !says(b.Name, e) && shows(c.entry(below), b.Name) {
				c.element(Error, id, "what was typed into %s is in the text in clear, in the %s inside it", label(e), roleWord(b))
				break
			}
		}
	}
}

// shows reports whether a line holds a value that is not a mask.
func shows(line []byte, value string) bool {
	return !masked(value) && bytes.Contains(line, []byte(word(value)))
}

// says reports a text that only repeats what the field is called.
func says(text string, e *model.Element) bool {
	text = strings.TrimSpace(text)
	return text == strings.TrimSpace(e.Name) || text == strings.TrimSpace(e.Placeholder)
}
