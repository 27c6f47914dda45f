package lint

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"

	"obscope/internal/text/fingerprint"
	"obscope/internal/text/words"
	"obscope/model"
)

// contexts hashes what there is to tell every entry from others: its line and
// those below it, the caption before it, and the same of all it stands under.
// In a flat text that is the line and its caption.
func (c *checker) contexts() []uint64 {
	t := c.lines()
	entries := c.o.Entries
	up := c.parents()
	below := append([]uint64(nil), t.reads...)
	for i := len(entries) - 1; i >= 0; i-- {
		if up[i] >= 0 {
			below[up[i]] = fingerprint.Mix(below[up[i]], below[i])
		}
	}
	context := make([]uint64, len(entries))
	caption := make([]uint64, len(entries)+1) // by entry: the last caption among its children; the last is of the roots
	for i, e := range entries {
		if e.ID == model.None {
			continue
		}
		parent, root := up[i], uint64(0)
		if parent < 0 {
			parent = int32(len(entries))
		} else {
			root = context[parent]
		}
		context[i] = fingerprint.Mix(fingerprint.Mix(below[i], caption[parent]), root)
		if el := c.c.Element(e.ID); !operable(el) && !(blank(el.Name) && blank(el.Value)) {
			caption[parent] = below[i]
		}
	}
	return context
}

// sameLines reports the elements to operate whose lines and surroundings read
// the same. Those without words are left to unnamedActionable.
func (c *checker) sameLines() {
	context := c.contexts()
	groups := map[uint64][]model.ID{}
	var order []uint64
	for i, e := range c.o.Entries {
		if e.ID == model.None || c.o.Verdicts[e.ID].Line != int32(i) {
			continue
		}
		el := c.c.Element(e.ID)
		if !operable(el) || passive(el) || disabled(el) || !c.hasWords(e.ID) {
			continue
		}
		key := context[i]
		if _, ok := groups[key]; !ok {
			order = append(order, key)
		}
		groups[key] = append(groups[key], e.ID)
	}
	var several [][]model.ID
	for _, key := range order {
		if ids := groups[key]; len(ids) > 1 {
			several = append(several, ids)
		}
	}
	several = c.fewLinks(several)
	most := c.first(len(several))
	for _, ids := range several[:most] {
		c.group(Warning, ids, "%s: %s read the same%s", label(c.c.Element(ids[0])), c.lineNumbers(ids), c.toldApart(ids))
	}
	if rest := several[most:]; len(rest) > 0 {
		ids := slices.Concat(rest...)
		c.group(Warning, ids, "%s more groups of lines read the same, %s in all", words.Thousands(len(rest)), count(len(ids), "line", "lines"))
	}
}

// manyLinks is the number of links of one name from which they are commands
// of different rows; fewer usually lead to one place.
const manyLinks = 5

// fewLinks tells the small groups of links in one note, and returns the other
// groups.
func (c *checker) fewLinks(groups [][]model.ID) [][]model.ID {
	var few []model.ID
	n := 0
	groups = slices.DeleteFunc(groups, func(ids []model.ID) bool {
		small := c.c.Element(ids[0]).Kind == model.KindLink && len(ids) < manyLinks
		if small {
			few = append(few, ids...)
			n++
		}
		return small
	})
	if n > 0 {
		e := c.c.Element(few[0])
		c.group(Note, few, "%s of links read the same, such as%s: they may lead to different places", count(n, "group", "groups"), quotedName(e))
	}
	return groups
}

// lineNumbers names the lines of elements.
func (c *checker) lineNumbers(ids []model.ID) string {
	const most = 6
	var b strings.Builder
	fmt.Fprintf(&b, "%s (", count(len(ids), "line", "lines"))
	for i, id := range ids {
		if i == most {
			b.WriteString(", …")
			break
		}
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprint(&b, c.o.LineOf(int(c.o.Verdicts[id].Line)))
	}
	return b.String() + ")"
}

// toldApart says what is left to tell elements apart: their positions, if the
// text gives them and they differ.
func (c *checker) toldApart(ids []model.ID) string {
	e := c.c.Element(ids[0])
	if !e.Has(model.HasFrame) || !writesPlace(c.entry(ids[0]), e.Frame) {
		return "; nothing but their order tells them apart"
	}
	same := 0
	for _, id := range ids[1:] {
		if c.c.Element(id).Frame == e.Frame {
			same++
		}
	}
	if same == len(ids)-1 {
		return ", even their positions"
	}
	return "; only their positions tell them apart"
}

// writesPlace reports a line that holds the corner or the centre of a frame.
func writesPlace(line []byte, f model.Rect) bool {
	cx, cy := f.Center()
	for _, at := range [...][2]float64{{f.X, f.Y}, {cx, cy}, {math.Round(f.X), math.Round(f.Y)}, {math.Round(cx), math.Round(cy)}} {
		for _, comma := range []string{",", ", "} {
			if bytes.Contains(line, fmt.Appendf(nil, "%.0f%s%.0f", math.Trunc(at[0]), comma, math.Trunc(at[1]))) {
				return true
			}
		}
	}
	return false
}
