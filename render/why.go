package render

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"obscope/internal/jsontext"
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
			return fmt.Sprintf("the stage %s took the last %d elements out", step.Name, step.Removed)
		}
	}
	return "no element is written"
}

func (o *Observation) fact(id model.ID, stage Stage) string {
	c := o.r.c
	e := c.Element(id)
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
		return fmt.Sprintf("not actionable: a %s without an activating action, and nothing actionable inside", kindOrRole(e))
	case AtViewport:
		return o.viewportFact(id)
	case AtQuery:
		return fmt.Sprintf("neither holds %s nor contains an element that does", jsontext.Quote(strings.TrimSpace(o.Set.Query)))
	case AtCollapse:
		return "says nothing: lifted into " + o.survivor(id)
	case AtSeparator:
		return "a menu separator"
	case AtDuplicate:
		return "the ref " + jsontext.Quote(e.Ref) + " was written before, for another element"
	case AtSharedRef:
		return "shares the ref " + jsontext.Quote(e.Ref) + " with a collapsed container and is lost with it"
	case AtCap:
		return o.capFact(id)
	case AtUnchanged:
		return "has not changed: only the difference is written"
	}
	return "a rule of " + o.Info.Name
}

func kindOrRole(e *model.Element) string {
	if e.Kind == model.KindUnknown {
		return "role " + jsontext.Quote(e.Role)
	}
	return e.Kind.String()
}

// survivor names the nearest ancestor that is in the text.
func (o *Observation) survivor(id model.ID) string {
	found := "the top level"
	o.r.c.Tree.Ancestors(id, func(up model.ID) bool {
		if o.Verdicts[up].In() {
			found = o.r.c.Element(up).Label()
			return false
		}
		return true
	})
	return found
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
		o.ranks = make([]int32, len(o.Verdicts))
		set := o.Set
		set.MaxElements = NoCap
		all, err := o.r.ObserveSettings(set)
		if err != nil {
			return
		}
		listed := all.listed()
		for i, id := range listed {
			o.ranks[id] = int32(i + 1)
		}
		o.ranked = len(listed)
	})
	return int(o.ranks[id]), o.ranked
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

// BringBack is the smallest change of options that brings an element back.
type BringBack struct {
	Options Options  // with the change; as they were if nothing helps
	Changes []string // in words: viewport off, max_elements 62
	Price   int      // tokens that the change adds
	Why     string   // if nothing helps, the reason
}

// Possible reports whether options can bring the element back.
func (b BringBack) Possible() bool { return b.Why == "" }

// BringBack relaxes the stage that took an element out, and the one after
// that, until it is in.
func (r *Renderer) BringBack(o Options, id model.ID) (BringBack, error) {
	now, err := r.Observe(o)
	if err != nil {
		return BringBack{}, err
	}
	back := BringBack{Options: o}
	obs := now
	for range int(OwnStages) {
		stage := obs.Verdicts[id].Stage
		if stage == Kept {
			back.Price = obs.Tokens() - now.Tokens()
			return back, nil
		}
		change, ok := relax(&back.Options, obs, id, stage)
		if !ok {
			return BringBack{Options: o, Why: "no option brings it back: " + obs.fact(id, stage)}, nil
		}
		if at := slices.IndexFunc(back.Changes, func(c string) bool { return firstWord(c) == firstWord(change) }); at >= 0 {
			back.Changes[at] = change
		} else {
			back.Changes = append(back.Changes, change)
		}
		if obs, err = r.Observe(back.Options); err != nil {
			return BringBack{}, err
		}
	}
	return BringBack{Options: o, Why: "no option brings it back"}, nil
}

func firstWord(s string) string {
	word, _, _ := strings.Cut(s, " ")
	return word
}

// relax weakens the option behind a stage just enough for one element.
func relax(o *Options, obs *Observation, id model.ID, stage Stage) (change string, ok bool) {
	switch stage {
	case AtRole:
		o.Interactive = Set(false)
		return "interactive off", true
	case AtViewport:
		o.Viewport = Set(Viewport{})
		return "viewport off", true
	case AtQuery:
		o.Query = Set("")
		return "query none", true
	case AtCollapse, AtSharedRef:
		if obs.Set.Collapse == CollapseNone {
			return "", false
		}
		weaker := obs.Set.Collapse - 1
		o.Collapse = Set(weaker)
		return "collapse " + weaker.String(), true
	case AtCap:
		rank, _ := obs.rank(id)
		if rank == 0 {
			o.MaxElements = Set(NoCap)
			return "max_elements none", true
		}
		o.MaxElements = Set(rank)
		return "max_elements " + strconv.Itoa(rank), true
	}
	return "", false
}
