package render

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/internal/text/words"
	"obscope/model"
)

// Why is the verdict of an element in words.
type Why struct {
	ID    model.ID
	In    bool
	Line  int    // of the text, from 1, if it is in
	Stage Stage  // where it went out
	Name  string // of the stage
	Fact  string // what decided, for people: centre 2104,55 is right of 0..1920
}

// Why words the verdict of an element.
func (o *Observation) Why(id model.ID) Why {
	v := o.Verdicts[id]
	w := Why{ID: id, In: v.In(), Stage: v.Stage, Name: o.StageName(v.Stage)}
	if w.In {
		w.Line = o.LineOf(int(v.Line))
		w.Fact = "on line " + strconv.Itoa(w.Line)
		return w
	}
	w.Fact = o.fact(id, v.Stage)
	return w
}

// LineOf is the line of the text, from 1, on which an entry starts: entries
// may hold newlines.
func (o *Observation) LineOf(entry int) int {
	o.lineOnce.Do(func() {
		o.lineStarts = make([]int32, len(o.Entries))
		var b []byte
		at := int32(1)
		for i := range o.Entries {
			o.lineStarts[i] = at
			b = o.AppendEntry(b[:0], i)
			at += 1 + int32(bytes.Count(b, newline))
		}
	})
	return int(o.lineStarts[entry])
}

var newline = []byte{'\n'}

// Empty says why an observation names no element, and "" if it names one.
func (o *Observation) Empty() string {
	if o.Kept() > 0 {
		return ""
	}
	if len(o.Verdicts) == 0 {
		return "the capture has no elements"
	}
	for _, step := range o.Funnel {
		if step.Left == 0 && step.Removed > 0 {
			switch step.Stage {
			case AtQuery:
				return "nothing matches the query " + jsontext.Quote(o.Set.Query)
			case AtViewport:
				return fmt.Sprintf("no element has its centre in the viewport %s", o.Set.Viewport)
			case AtRole:
				return "no element is actionable here; show all roles"
			case AtCap:
				return fmt.Sprintf("max_elements is %d", o.Set.MaxElements)
			}
			return fmt.Sprintf("the stage %s took the last %s out", step.Name, words.Count(step.Removed, "element", "elements"))
		}
	}
	return "no element is written"
}

func (o *Observation) fact(id model.ID, stage Stage) string {
	c := o.r.c
	e := c.Element(id)
	if by, said := o.plan.Said[id]; said {
		switch label := c.Element(by).Label(); {
		case stage == AtDuplicate:
			return "the ref " + jsontext.Quote(e.Ref) + " is that of " + label + ", which comes before"
		case o.Verdicts[by].In():
			return "says what " + label + " says already"
		default:
			return "says what " + label + " says, which is out itself"
		}
	}
	switch stage {
	case AtRepeat:
		if p := c.Tree.Parent[id]; p != model.None {
			return "repeats what " + c.Element(p).Label() + " says already"
		}
		return "repeats another element"
	case AtMenu:
		return "a menu that only holds its commands; they stand under " + o.survivor(id)
	case AtRole:
		if b, ok := o.bound.(*indexed); ok && b.own {
			return fmt.Sprintf("role %s is not one of AutoControl's %d", jsontext.Quote(pyRole(e)), len(autoControlRoles))
		}
		return fmt.Sprintf("not actionable: %s without an activating action, and nothing actionable inside", words.Article(kindOrRole(e)))
	case AtViewport:
		return o.viewportFact(id)
	case AtQuery:
		return fmt.Sprintf("neither holds %s nor contains an element that does", jsontext.Quote(strings.TrimSpace(o.Set.Query)))
	case AtCollapse:
		return "says nothing: lifted into " + o.survivor(id)
	case AtSeparator:
		return "a menu separator"
	case AtDuplicate:
		return "the ref " + jsontext.Quote(e.Ref) + " was written before, for " + o.sameKey(id)
	case AtSharedRef:
		return "shares the ref " + jsontext.Quote(e.Ref) + " with a collapsed container and is lost with it"
	case AtCap:
		return o.capFact(id)
	case AtUnchanged:
		return "has not changed: only the difference is written"
	}
	return "a rule of " + o.Info.Name
}

// sameKey names the element that is written with the key of another.
func (o *Observation) sameKey(id model.ID) string {
	for other := range o.r.c.Elements {
		if o.Verdicts[other].In() && o.r.c.Elements[other].Key == o.r.c.Elements[id].Key {
			return o.r.c.Element(model.ID(other)).Label()
		}
	}
	return "another element"
}

func kindOrRole(e *model.Element) string {
	if e.Kind == model.KindUnknown {
		return "role " + jsontext.Quote(e.Role)
	}
	return e.Kind.String()
}

// survivor names the nearest ancestor that is in the text. Nearest ones are found
// once for all elements: a report asks for each, and a tree may be a chain.
func (o *Observation) survivor(id model.ID) string {
	o.survivorOnce.Do(func() {
		tree := &o.r.c.Tree
		o.survivors = make([]model.ID, len(o.Verdicts))
		for _, id := range tree.Order {
			up := tree.Parent[id]
			if up != model.None && !o.Verdicts[up].In() {
				up = o.survivors[up]
			}
			o.survivors[id] = up
		}
	})
	if up := o.survivors[id]; up != model.None {
		return o.r.c.Element(up).Label()
	}
	return "the top level"
}

func (o *Observation) viewportFact(id model.ID) string {
	e := o.r.c.Element(id)
	if !e.Has(model.HasFrame) {
		return "was captured without a frame, so it cannot be inside the viewport"
	}
	if !e.Frame.OnScreen() {
		return "has no place on screen: its frame is " + e.Frame.String()
	}
	cx, cy := e.Frame.Center()
	if b, ok := o.bound.(*indexed); ok && b.own {
		x, y := b.clipCenter(id, e)
		cx, cy = float64(x.Clamped()), float64(y.Clamped())
	}
	v := o.Set.Viewport.Rect
	at := fmt.Sprintf("centre %s,%s", model.Coordinate(cx), model.Coordinate(cy))
	switch {
	case cx < v.X:
		return fmt.Sprintf("%s is left of %s..%s", at, model.Coordinate(v.X), model.Coordinate(v.X+v.W))
	case cx > v.X+v.W:
		return fmt.Sprintf("%s is right of %s..%s", at, model.Coordinate(v.X), model.Coordinate(v.X+v.W))
	case cy < v.Y:
		return fmt.Sprintf("%s is above %s..%s", at, model.Coordinate(v.Y), model.Coordinate(v.Y+v.H))
	case cy > v.Y+v.H:
		return fmt.Sprintf("%s is below %s..%s", at, model.Coordinate(v.Y), model.Coordinate(v.Y+v.H))
	}
	return at + " is outside " + v.String()
}

func (o *Observation) capFact(id model.ID) string {
	rank, of := o.rank(id)
	order := "in text order"
	if o.Set.Dialect == "indexed" {
		order = "in reading order"
	}
	if o.Set.MaxElements < 0 {
		return fmt.Sprintf("%s of %d %s: max_elements %d leaves out the last %d", ordinal(rank), of, order, o.Set.MaxElements, -o.Set.MaxElements)
	}
	return fmt.Sprintf("%s %s, and the cap is %d", ordinal(rank), order, o.Set.MaxElements)
}

// rank is the place of an element among the element lines without the cap,
// from 1 and 0 for none, and how many there are.
func (o *Observation) rank(id model.ID) (rank, of int) {
	o.rankOnce.Do(func() {
		if o.Set.MaxElements == NoCap {
			o.ranks, o.ranked = o.listRanks()
			return
		}
		all, err := o.r.uncapped(o.Set)
		if err != nil {
			o.ranks = make([]int32, len(o.Verdicts))
			return
		}
		all.rank(id)
		o.ranks, o.ranked = all.ranks, all.ranked
	})
	return int(o.ranks[id]), o.ranked
}

// listRanks numbers the listed elements from 1. An element with several lines
// is in with the first.
func (o *Observation) listRanks() (ranks []int32, ranked int) {
	ranks = make([]int32, len(o.Verdicts))
	listed := o.listed()
	for i, id := range listed {
		if ranks[id] == 0 {
			ranks[id] = int32(i + 1)
		}
	}
	return ranks, len(listed)
}

func ordinal(n int) string {
	suffix := "th"
	if n%100 < 11 || n%100 > 13 {
		switch n % 10 {
		case 1:
			suffix = "st"
		case 2:
			suffix = "nd"
		case 3:
			suffix = "rd"
		}
	}
	return strconv.Itoa(n) + suffix
}
