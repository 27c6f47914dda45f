package lint

import (
	"fmt"
	"math"
	"strings"

	"obscope/internal/text/words"
	"obscope/model"
)

// unnamedActionable reports elements to operate whose lines hold no words, and
// below which no element of the text has any.
func (c *checker) unnamedActionable() {
	t := &c.c.Tree
	worded := make([]bool, len(c.c.Elements)) // the line, or one below it, has words
	var ids []model.ID
	for at := len(t.Order) - 1; at >= 0; at-- {
		id := t.Order[at]
		if !worded[id] && c.in(id) {
			worded[id] = c.hasWords(id)
		}
		if worded[id] {
			if p := t.Parent[id]; p != model.None {
				worded[p] = true
			}
			continue
		}
		if c.in(id) && c.wantsName(c.c.Element(id)) {
			ids = append(ids, id)
		}
	}
	ids = outermost(t, c.inOrder(ids))
	var silent, nameless []model.ID
	for _, id := range ids {
		if c.unwritten(id) != "" {
			silent = append(silent, id)
		} else {
			nameless = append(nameless, id)
		}
	}
	c.tellSilent(silent)
	c.tellNameless(nameless)
}

// tellSilent reports the elements whose words the text leaves out.
func (c *checker) tellSilent(ids []model.ID) {
	if len(ids) == 0 {
		return
	}
	const most = 3
	var list []string
	for _, id := range ids[:min(len(ids), most)] {
		list = append(list, roleWord(c.c.Element(id))+c.unwritten(id))
	}
	more := ""
	if len(ids) > most {
		more = fmt.Sprintf(" and %s more", words.Thousands(len(ids)-most))
	}
	c.group(Warning, ids, "%s to operate %s no name, and what %s or what is inside is not in the text: %s%s", count(len(ids), "element", "elements"),
		is(len(ids), "has", "have"), is(len(ids), "it says", "they say"), strings.Join(list, ", "), more)
}

// tellNameless reports the elements that have no words, each with its place
// and the nearest text.
func (c *checker) tellNameless(ids []model.ID) {
	most := c.first(len(ids))
	near := c.newNearest(most > 0)
	for _, id := range ids[:most] {
		e := c.c.Element(id)
		at := place(e)
		if at != "" {
			at = " at " + at
		}
		glyph := ""
		if r, ok := iconGlyph(e.Name); ok {
			glyph = fmt.Sprintf(", only the icon U+%04X", r)
		}
		c.element(Warning, id, "%s without a name%s%s%s", roleWord(e), glyph, at, near.to(id))
	}
	if rest := ids[most:]; len(rest) > 0 {
		c.group(Warning, rest, "%s more elements to operate have no name", words.Thousands(len(rest)))
	}
}

// unwritten is what an element without words in its line says all the same:
// its value or description, or the first words inside it.
func (c *checker) unwritten(id model.ID) string {
	if words := quotedName(c.c.Element(id)); words != "" && blank(c.c.Element(id).Name) {
		return words
	}
	sub := c.c.Tree.Subtree(id)
	for _, below := range sub[1:min(len(sub), searched)] {
		if e := c.c.Element(below); !echo(e) {
			if words := quotedName(e); words != "" {
				return words
			}
		}
	}
	return ""
}

// hasWords reports whether the line of an element tells it from others. Every
// dialect writes names; of what else there is the line is asked.
func (c *checker) hasWords(id model.ID) bool {
	e := c.c.Element(id)
	if !blank(e.Name) {
		return true
	}
	if blank(e.Value) && blank(e.Placeholder) && blank(e.Description) && e.Subrole == "" {
		return false
	}
	return wordsIn(c.entry(id), e)
}

// wantsName reports an element that an agent would choose by its name.
func (c *checker) wantsName(e *model.Element) bool {
	if !operable(e) || passive(e) || disabled(e) || c.hidden(e) {
		return false
	}
	return !e.Has(model.HasFrame) || e.Frame.OnScreen() && !e.Frame.Empty()
}

// outermost leaves of elements inside each other the outer one; ids are in
// document order.
func outermost(t *model.Tree, ids []model.ID) []model.ID {
	kept := ids[:0]
	for _, id := range ids {
		if n := len(kept); n > 0 && t.Within(id, kept[n-1]) {
			continue
		}
		kept = append(kept, id)
	}
	return kept
}

func roleWord(e *model.Element) string {
	if e.Role == "" {
		return "element"
	}
	return e.Role
}

// nearest finds the text by which a person would call an element without a
// name.
type nearest struct {
	c     *checker
	named []model.ID // elements with words and a place
}

func (c *checker) newNearest(needed bool) *nearest {
	n := &nearest{c: c}
	if !needed {
		return n
	}
	for i := range c.c.Elements {
		e := &c.c.Elements[i]
		if e.Has(model.HasFrame) && e.Frame.OnScreen() && !e.Frame.Empty() && !echo(e) && !blank(e.Name) && c.c.Tree.Size[i] < labelSize &&
			e.Kind != model.KindMenuItem && !c.hidden(e) { // closed menus lie over everything
			n.named = append(n.named, model.ID(i))
		}
	}
	return n
}

// labelSize is the size of a subtree from which an element is no label but a
// part of the window.
const labelSize = 20

// searched bounds the elements looked at inside and beside an element.
const searched = 64

// to is the end of a sentence: the name nearest on screen, else the one before
// the element in the tree.
func (n *nearest) to(id model.ID) string {
	t := &n.c.c.Tree
	if at := n.onScreen(id); at != model.None {
		return "; nearest is " + label(n.c.c.Element(at))
	}
	for pos := t.Pos[id] - 1; pos >= 0 && pos > t.Pos[id]-searched; pos-- {
		at := t.Order[pos]
		if e := n.c.c.Element(at); !echo(e) && !blank(e.Name) {
			if t.Within(id, at) {
				return "; inside " + label(e)
			}
			return "; after " + label(e)
		}
	}
	return ""
}

// onScreen is the element with a name whose box is nearest; a container of the
// element is not near it, it is around it.
func (n *nearest) onScreen(id model.ID) model.ID {
	e := n.c.c.Element(id)
	best, found := math.Inf(1), model.None
	if !e.Has(model.HasFrame) || !e.Frame.OnScreen() {
		return found
	}
	for _, at := range n.named {
		if at == id || n.c.c.Tree.Within(id, at) {
			continue
		}
		if d := gap(e.Frame, n.c.c.Elements[at].Frame); d < best {
			best, found = d, at
		}
	}
	return found
}

// gap is the distance between two boxes, 0 if they touch; what lies beside is
// nearer than what lies above or below, as labels do.
func gap(a, b model.Rect) float64 {
	dx := math.Max(0, math.Max(a.X-(b.X+b.W), b.X-(a.X+a.W)))
	dy := math.Max(0, math.Max(a.Y-(b.Y+b.H), b.Y-(a.Y+a.H)))
	return dx + 1.5*dy
}
