package render

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/model"
)

// Find returns the elements that a person means by target:
//
//	12, e7, uid=1_4   an element's ref, as captured or as the text has it
//	[12]              the same, else the line of that index
//	button "Save"     role or kind and name; the name alone in quotes will do
//	640,380           what is at that point, the smallest first
//
// The error says what was looked for and what comes near.
func (o *Observation) Find(target string) ([]model.ID, error) {
	target = strings.TrimSpace(target)
	if target == "" {
		return nil, errors.New(`name an element: a ref, [12], role "name", or x,y`)
	}
	if found := o.findRef(target); len(found) > 0 {
		return found, nil
	}
	if ids, ok, err := o.findIndex(target); ok {
		return ids, err
	}
	if x, y, ok := point(target); ok {
		return o.findPoint(x, y)
	}
	return o.findNamed(target)
}

// findRef returns the elements that have a ref: those of the capture before those
// that the text calls so, or the other way round if it is spelled as texts do.
// Refs that nobody captured but outline writes come last.
func (o *Observation) findRef(target string) []model.ID {
	c := o.r.c
	bare := bareRef(target)
	captures := target // as a capture has it
	if bare != strings.Trim(target, "[]") {
		captures = bare
	}
	var captured, counted, written []model.ID
	for id := range c.Elements {
		switch e := &c.Elements[id]; {
		case e.Ref != target && e.Ref != captures:
		case e.Has(model.HasRef):
			captured = append(captured, model.ID(id))
		case o.Set.Dialect != "indexed":
			counted = append(counted, model.ID(id))
		}
	}
	if b, ok := o.bound.(Reffer); ok {
		var ref []byte
		for id, v := range o.Verdicts {
			if !v.In() || v.Line < 0 {
				continue
			}
			if ref = b.AppendRef(ref[:0], o.plan, int(v.Line), model.ID(id)); len(ref) > 0 && bareRef(string(ref)) == bare {
				written = append(written, model.ID(id))
			}
		}
	}
	found := slices.Concat(captured, written, counted)
	if bare != target {
		found = slices.Concat(written, captured, counted)
	}
	seen := map[model.ID]bool{}
	return slices.DeleteFunc(found, func(id model.ID) bool {
		again := seen[id]
		seen[id] = true
		return again
	})
}

// bareRef is a ref without what texts put around it: [12], [ref=e5], uid=1_4, @e5.
func bareRef(s string) string {
	if inner, ok := strings.CutPrefix(s, "["); ok {
		if inner, ok = strings.CutSuffix(inner, "]"); ok {
			s = inner
		}
	}
	for _, mark := range [...]string{"ref=", "uid=", "@"} {
		if rest, ok := strings.CutPrefix(s, mark); ok && rest != "" {
			return rest
		}
	}
	return s
}

func (o *Observation) findIndex(target string) ([]model.ID, bool, error) {
	inner, open := strings.CutPrefix(target, "[")
	inner, closed := strings.CutSuffix(inner, "]")
	n, err := strconv.Atoi(inner)
	if !open || !closed || err != nil {
		return nil, false, nil
	}
	kept := o.KeptInOrder()
	if n < 0 || n >= len(kept) {
		return nil, true, fmt.Errorf("[%d]: the text has %d elements, from [0]", n, len(kept))
	}
	return kept[n : n+1], true, nil
}

func point(s string) (x, y float64, ok bool) {
	a, b, ok := strings.Cut(s, ",")
	x, errX := strconv.ParseFloat(strings.TrimSpace(a), 64)
	y, errY := strconv.ParseFloat(strings.TrimSpace(b), 64)
	return x, y, ok && errX == nil && errY == nil
}

func (o *Observation) findPoint(x, y float64) ([]model.ID, error) {
	c := o.r.c
	var found []model.ID
	for id := range c.Elements {
		if e := &c.Elements[id]; e.Has(model.HasFrame) && e.Frame.OnScreen() && e.Frame.Holds(x, y) {
			found = append(found, model.ID(id))
		}
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("%s,%s: no element is there", model.Coordinate(x), model.Coordinate(y))
	}
	area := func(id model.ID) float64 { f := c.Elements[id].Frame; return f.W * f.H }
	slices.SortStableFunc(found, func(a, b model.ID) int {
		return cmp.Or(cmp.Compare(area(a), area(b)), cmp.Compare(c.Tree.Depth[b], c.Tree.Depth[a]))
	})
	return found, nil
}

// findNamed looks for role "name", where either part may be missing.
func (o *Observation) findNamed(target string) ([]model.ID, error) {
	role, name := target, ""
	exact := false
	if at := strings.IndexByte(target, '"'); at >= 0 {
		r := jsontext.NewReader(target[at:])
		name = r.String()
		if r.End(); r.Err() != nil {
			return nil, fmt.Errorf("%s: the name in quotes does not end", target)
		}
		role, exact = strings.TrimSpace(target[:at]), true
	}
	c := o.r.c
	var found, near []model.ID
	for id := range c.Elements {
		e := &c.Elements[id]
		isRole := role == "" || strings.EqualFold(role, e.Role) || strings.EqualFold(role, e.Kind.String())
		switch {
		case exact && isRole && e.Name == name:
			found = append(found, model.ID(id))
		case exact && (isRole && containsFold(e.Name, name) || e.Name == name):
			near = append(near, model.ID(id))
		case !exact && e.Name == target:
			found = append(found, model.ID(id))
		case !exact && containsFold(e.Name, target):
			near = append(near, model.ID(id))
		}
	}
	switch {
	case len(found) > 0:
		return found, nil
	case !exact && len(near) > 0:
		return near, nil
	case len(near) > 0:
		return nil, fmt.Errorf("%s: no such element; the nearest is %s with ref %s", target, c.Elements[near[0]].Label(), c.Elements[near[0]].Ref)
	}
	return nil, fmt.Errorf(`%s: no such element; name one by ref, [12], role "name", or x,y`, target)
}

func containsFold(s, sub string) bool {
	return sub != "" && strings.Contains(strings.ToLower(s), strings.ToLower(sub))
}
