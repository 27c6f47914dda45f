package lint

import (
	"fmt"
	"slices"
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/internal/text/words"
	"obscope/model"
	"obscope/render"
)

// A checker is one observation under the rules, with what several rules ask.
type checker struct {
	o    *render.Observation
	c    *model.Capture
	most int
	rule string // the one at work

	found []Finding
	text  *lines // nil until a rule reads the text
	buf   []byte
	line  int32 // the entry in buf, -1 for none

	roles  map[string]bool // their first words; nil until a rule asks
	sample []string        // the words of the first line that writes an element
}

func newChecker(o *render.Observation, opts Options) *checker {
	c := &checker{o: o, c: o.Capture(), most: opts.Most, line: -1}
	if c.most == 0 {
		c.most = DefaultMost
	}
	return c
}

// in reports whether an element is in the text.
func (c *checker) in(id model.ID) bool { return c.o.Verdicts[id].In() }

// whole reports something about the whole capture.
func (c *checker) whole(s Severity, format string, args ...any) {
	c.found = append(c.found, Finding{c.rule, s, model.None, nil, fmt.Sprintf(format, args...)})
}

// element reports something about one element.
func (c *checker) element(s Severity, id model.ID, format string, args ...any) {
	c.found = append(c.found, Finding{c.rule, s, id, nil, fmt.Sprintf(format, args...)})
}

// group reports something that several elements share; ids is not empty.
func (c *checker) group(s Severity, ids []model.ID, format string, args ...any) {
	ids = c.inOrder(ids)
	c.found = append(c.found, Finding{c.rule, s, ids[0], slices.Clone(ids[1:]), fmt.Sprintf(format, args...)})
}

// inOrder sorts elements into document order.
func (c *checker) inOrder(ids []model.ID) []model.ID {
	pos := c.c.Tree.Pos
	byPos := func(a, b model.ID) int { return int(pos[a] - pos[b]) }
	if !slices.IsSortedFunc(ids, byPos) {
		slices.SortFunc(ids, byPos)
	}
	return ids
}

// first returns how many of n items are to be told one by one.
func (c *checker) first(n int) int {
	if c.most < 0 || n <= c.most+1 { // one more costs no more than the line that would count it
		return n
	}
	return c.most
}

// entry is the text of an element's first entry; it holds until the next call.
// One entry may write every element, so it is written once for all of them.
func (c *checker) entry(id model.ID) []byte {
	if line := c.o.Verdicts[id].Line; line != c.line {
		c.buf, c.line = c.o.AppendEntry(c.buf[:0], int(line)), line
	}
	return c.buf
}

// operable reports what a person or an agent operates: by kind, by action, or
// because the pointer says so.
func operable(e *model.Element) bool {
	return e.Actionable() || e.States.Is(model.Clickable) == model.Yes
}

// echo reports what only repeats another element or is, as the capture says,
// not in the accessibility tree.
func echo(e *model.Element) bool { return e.Repeat || e.Ignored }

// passive are kinds that count as interactive but that agents leave alone.
func passive(e *model.Element) bool { return e.Kind == model.KindScrollbar }

// disabled reports what cannot be operated now.
func disabled(e *model.Element) bool { return e.States.Is(model.Enabled) == model.No }

// hidden reports what the capture itself calls invisible. Of states that are
// told where they hold, an element without visible is not. Showing is not asked:
// GTK 4 says it of windows only.
func (c *checker) hidden(e *model.Element) bool {
	st := e.States
	if c.c.HeldStates && e.Role != "desktop-frame" && e.Kind != model.KindApplication && st.Is(model.Visible) != model.Yes {
		return true
	}
	return st.Is(model.Visible) == model.No || st.Is(model.Hidden) == model.Yes || st.Is(model.Offscreen) == model.Yes
}

// area is the surface against which frames are judged, and what it is.
func (c *checker) area() (r model.Rect, name string, ok bool) {
	usable := func(r model.Rect) bool { return !r.Empty() && r.OnScreen() }
	switch {
	case usable(c.c.Screen):
		return c.c.Screen, "the screen", true
	case usable(c.c.Bounds):
		return c.c.Bounds, "the window", true
	}
	root, ok := c.root()
	if !ok {
		return r, "", false
	}
	e := c.c.Element(root)
	return e.Frame, "the root " + label(e), e.Has(model.HasFrame) && usable(e.Frame)
}

// root is the root of a capture that has one only: of several windows none is
// the measure of the others.
func (c *checker) root() (model.ID, bool) {
	t := &c.c.Tree
	if len(t.Order) == 0 || int(t.Size[t.Order[0]]) != len(t.Order) {
		return model.None, false
	}
	return t.Order[0], true
}

// labelUnits bounds a name in a sentence, in UTF-16 units.
const labelUnits = 48

// label names an element as model.Element.Label does, but never by a value
// that may be a secret.
func label(e *model.Element) string { return roleWord(e) + quotedName(e) }

// quotedName is the name or what stands for it, quoted after a blank, or "".
func quotedName(e *model.Element) string {
	name := e.Name
	if blank(name) {
		name = e.Description
	}
	if blank(name) && !secret(e) {
		name = e.Value
	}
	if blank(name) {
		name = e.Placeholder
	}
	if blank(name) {
		return ""
	}
	return " " + quote(name)
}

// quote is a text in a sentence, cut to a length that one can read.
func quote(s string) string { return jsontext.QuoteShort(s, labelUnits) }

// place is where an element is, for people; "" if it has no place.
func place(e *model.Element) string {
	if !e.Has(model.HasFrame) || !e.Frame.OnScreen() {
		return ""
	}
	return e.Frame.String()
}

// count prints "1 element" or "3 elements".
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%s %s", words.Thousands(n), many)
}

// examples names up to three elements.
func (c *checker) examples(ids []model.ID) string {
	const most = 3
	var b strings.Builder
	for i, id := range ids {
		if i == most {
			fmt.Fprintf(&b, " and %s more", words.Thousands(len(ids)-most))
			break
		}
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(label(c.c.Element(id)))
	}
	return b.String()
}

// is picks the verb for a count.
func is(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}
