package render

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"obscope/model"
)

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
	return now.BringBack(o, id)
}

// BringBack is Renderer.BringBack for an observation that was made under these
// options.
func (o *Observation) BringBack(under Options, id model.ID) (BringBack, error) {
	back := BringBack{Options: under}
	for range int(OwnStages) {
		obs, stage, err := o.r.fate(back.Options, id)
		if err != nil {
			return BringBack{}, err
		}
		if stage == Kept {
			back.Price = obs.Tokens() - o.Tokens()
			return back, nil
		}
		change, ok := relax(&back.Options, obs, id, stage)
		if !ok {
			if obs, err = o.r.Observe(back.Options); err != nil {
				return BringBack{}, err
			}
			return BringBack{Options: under, Why: "no option brings it back: " + obs.fact(id, stage)}, nil
		}
		if at := slices.IndexFunc(back.Changes, func(c string) bool { return firstWord(c) == firstWord(change) }); at >= 0 {
			back.Changes[at] = change
		} else {
			back.Changes = append(back.Changes, change)
		}
	}
	return BringBack{Options: under, Why: "no option brings it back"}, nil
}

// fate is the stage at which an element goes out under options, and an
// observation that shows it: the one of the options if the element is kept.
//
// The cap is the last stage, so the others are read off an observation without
// one, which is kept for the next element.
func (r *Renderer) fate(o Options, id model.ID) (*Observation, Stage, error) {
	set, err := Settle(r.c, o)
	if err != nil {
		return nil, Kept, err
	}
	all, err := r.uncapped(set)
	if err != nil {
		return nil, Kept, err
	}
	if stage := all.Verdicts[id].Stage; stage != Kept || set.MaxElements == NoCap {
		return all, stage, nil
	}
	// Where every listed element has a line, its rank tells what the cap does.
	if rank, _ := all.rank(id); set.MaxElements >= 0 && rank > set.MaxElements && all.plan.Listed == nil {
		return all, AtCap, nil
	}
	obs, err := r.ObserveSettings(set)
	if err != nil {
		return nil, Kept, err
	}
	return obs, obs.Verdicts[id].Stage, nil
}

// keptUncapped is how many observations without a cap a Renderer keeps: that of
// the present options, and what the way back of most elements leads to.
const keptUncapped = 2

// uncapped is the observation under these settings without max_elements.
func (r *Renderer) uncapped(set Settings) (*Observation, error) {
	set.MaxElements = NoCap
	r.mu.Lock()
	at := slices.IndexFunc(r.whole, func(o *Observation) bool { return reflect.DeepEqual(o.Set, set) })
	if at >= 0 {
		defer r.mu.Unlock()
		return r.whole[at], nil
	}
	r.mu.Unlock()
	obs, err := r.ObserveSettings(set)
	if err != nil {
		return nil, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.whole = append([]*Observation{obs}, r.whole[:min(len(r.whole), keptUncapped-1)]...)
	return obs, nil
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
