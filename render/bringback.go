package render

import (
	"cmp"
	"maps"
	"reflect"
	"slices"
	"sort"
	"strconv"

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

// BringBack finds the smallest change: it relaxes the stage that took an element
// out, and the one after that, until it is in.
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
	back := under
	obs, stage, err := o.r.loosen(&back, id)
	if err != nil {
		return BringBack{}, err
	}
	if stage != Kept {
		// Relaxing one stage after the other led nowhere, so relax all of them.
		fact := obs.fact(id, stage)
		back = o.loosest(under)
		if _, stage, err = o.r.fate(back, id); err != nil {
			return BringBack{}, err
		}
		if stage != Kept {
			return BringBack{Options: under, Why: "no option brings it back: " + fact}, nil
		}
		back = o.smallest(under, back, id)
		obs, err = o.r.Observe(back)
	} else if !maps.Equal(back.Knobs, under.Knobs) {
		back = o.smallest(under, back, id)
		obs, err = o.r.Observe(back)
	}
	if err != nil {
		return BringBack{}, err
	}
	return BringBack{Options: back, Changes: under.changesTo(back), Price: obs.Tokens() - o.Tokens()}, nil
}

// loosen relaxes the stage that takes an element out, and the one after that,
// until it is in or there is nothing to relax. It answers with the stage that is
// left, and an observation that shows it.
func (r *Renderer) loosen(o *Options, id model.ID) (*Observation, Stage, error) {
	for {
		obs, stage, err := r.fate(*o, id)
		if err != nil || stage == Kept || !relax(o, obs, id, stage) {
			return obs, stage, err
		}
	}
}

// loosest is the options under which the fewest elements go out.
func (o *Observation) loosest(under Options) Options {
	under.Interactive, under.Viewport, under.Query = Set(false), Set(Viewport{}), Set("")
	under.Collapse, under.MaxElements = Set(CollapseNone), Set(NoCap)
	for _, k := range o.Info.Knobs {
		if len(k.Hides) > 0 {
			under.Knobs = under.Knobs.With(k.Name, k.Open)
		}
	}
	return under
}

// smallest takes back what changes of options are not needed to keep an element,
// and lowers the limits among them as far as that goes.
func (o *Observation) smallest(under, back Options, id model.ID) Options {
	in := func(o2 Options) bool {
		obs, err := o.r.Observe(o2)
		return err == nil && obs.Verdicts[id].In()
	}
	without := func(change func(*Options)) bool {
		try := back
		change(&try)
		ok := in(try)
		if ok {
			back = try
		}
		return ok
	}
	without(func(to *Options) { to.Interactive = under.Interactive })
	without(func(to *Options) { to.Viewport = under.Viewport })
	without(func(to *Options) { to.Query = under.Query })
	without(func(to *Options) { to.Collapse = under.Collapse })
	for _, k := range o.Info.Knobs {
		if back.Knobs[k.Name] == under.Knobs[k.Name] || without(func(to *Options) { to.Knobs = to.Knobs.With(k.Name, under.Knobs[k.Name]) }) {
			continue
		}
		if k.Limit {
			value := lowest(k, under, func(value string) bool {
				try := back
				try.Knobs = back.Knobs.With(k.Name, value)
				return in(try)
			})
			back.Knobs = back.Knobs.With(k.Name, value)
		}
	}
	if back.MaxElements == under.MaxElements || without(func(to *Options) { to.MaxElements = under.MaxElements }) {
		return back
	}
	if obs, err := o.r.Observe(back); err == nil {
		if rank, _ := obs.rank(id); rank > 0 {
			without(func(to *Options) { to.MaxElements = Set(rank) })
		}
	}
	return back
}

// mostLimit is where the search for a limit ends.
const mostLimit = 1 << 40

// lowest is the lowest value of a limit that will do, and Open if none is found.
func lowest(k Knob, under Options, do func(value string) bool) string {
	was, err := strconv.Atoi(cmp.Or(under.Knobs[k.Name], k.Default))
	if err != nil || was < 0 {
		was = 0
	}
	low, high := was, max(1, 2*was) // low will not do
	for !do(strconv.Itoa(high)) {
		if low, high = high, 2*high; high > mostLimit {
			return k.Open
		}
	}
	n := sort.Search(high-low-1, func(n int) bool { return do(strconv.Itoa(low + 1 + n)) })
	return strconv.Itoa(low + 1 + n)
}

// changesTo words the changes that lead to other options of the same dialect.
func (o Options) changesTo(to Options) []string {
	var changes []string
	for _, spec := range optionSpecs {
		was, wasSet := spec.Get(o)
		if now, set := spec.Get(to); now != was || set != wasSet {
			changes = append(changes, spec.Name+" "+cmp.Or(now, "none"))
		}
	}
	names := append(o.Knobs.names(), to.Knobs.names()...)
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		// An empty value is the default, as --set takes it.
		if value := to.Knobs[name]; value != o.Knobs[name] {
			changes = append(changes, "set "+name+"="+value)
		}
	}
	return changes
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

// relax weakens the option behind a stage just enough for one element; false if
// none is left.
func relax(o *Options, obs *Observation, id model.ID, stage Stage) bool {
	switch stage {
	case AtRole:
		o.Interactive = Set(false)
		return obs.Set.Interactive
	case AtViewport:
		o.Viewport = Set(Viewport{})
		return true
	case AtQuery:
		o.Query = Set("")
		return true
	case AtCollapse, AtSharedRef:
		if obs.Set.Collapse == CollapseNone {
			return false
		}
		o.Collapse = Set(obs.Set.Collapse - 1)
		return true
	case AtCap:
		rank, _ := obs.rank(id)
		if rank == 0 || o.MaxElements == Set(rank) {
			rank = NoCap
		}
		again := o.MaxElements == Set(rank)
		o.MaxElements = Set(rank)
		return !again
	}
	for _, k := range obs.Info.Knobs {
		if slices.Contains(k.Hides, stage) && obs.Set.Knobs[k.Name] != k.Open {
			o.Knobs = o.Knobs.With(k.Name, k.Open)
			return true
		}
	}
	return false
}
