package replay

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"obscope/model"
)

// A Report is what was measured. All of it are sums, so that reports of parts
// of a corpus add up to the report of the whole.
type Report struct {
	Files, Calls, Observations int
	Skipped                    Skipped
	Strategies                 []StrategyInfo
	Vocabulary                 string // what Sum.Exact counts; "" if it does not
	All                        Tally
	Apps                       []*App // in the order in which they were met
	FrameUnits                 int    // UTF-16 units of the baseline that are positions
	CapUnits                   [len(valueCaps)]int
	Samples                    []Sample // of observations that the gate left out, the first few
	Behaviour                  *Behaviour
	Frontier                   *Frontier
	Shards                     []string // the shards in it, i/n; empty for a whole corpus

	strategies []Strategy
	apps       map[string]*App
}

// Skipped counts what was left out.
type Skipped struct {
	BadJSON            int `json:"badJson"`            // lines that are no JSON
	ObserveWithoutText int `json:"observeWithoutText"` // observations refused, timed out or not recorded
	NoHeader           int `json:"noHeader"`           // texts that are no observation
	Unfaithful         int `json:"unfaithful"`         // observations that the gate left out
	UnparsedLines      int `json:"unparsedLines"`      // their lines that were not understood
}

// A StrategyInfo names a strategy.
type StrategyInfo struct {
	Name    string `json:"name"`
	What    string `json:"what"`
	Control bool   `json:"control"`
}

// An App is the part of a report that belongs to one application.
type App struct {
	Name string `json:"name"`
	Tally
	First [2]int `json:"first"` // the log and the observation in which it was met first

	// FirstKept is the log and the use at which a strategy first kept an
	// element: the order in which Maka's evaluator lists the strategies.
	FirstKept [][2]int `json:"firstKept"`
}

// A Tally is what was measured of a set of observations.
type Tally struct {
	Observations int   `json:"observations"`
	Uses         int   `json:"uses"`    // elements operated, each as often as it was
	Unnamed      int   `json:"unnamed"` // of those, the ones without a name
	Sums         []Sum `json:"sums"`    // by strategy
}

// A Sum is what one strategy costs and keeps.
type Sum struct {
	Tokens    int `json:"tokens"`    // chars4, Maka's estimate
	Exact     int `json:"exact"`     // in the report's vocabulary
	Retained  int `json:"retained"`  // uses whose role and name stand in a line of the text
	Ambiguous int `json:"ambiguous"` // of those, the ones with several such lines
	ByRef     int `json:"byRef"`     // uses whose own line is in the text
	Ancestor  int `json:"ancestor"`  // uses whose nearest named ancestor, if there is one, stands in a line
}

// A Sample is an observation that was left out.
type Sample struct {
	Log    string `json:"log"`
	Kind   string `json:"kind"` // stored: a line that is written otherwise; unparsed; not rendered
	Stored string `json:"stored"`
	Ours   string `json:"ours"`
	Index  int    `json:"index"` // of the log
}

const maxSamples = 5

func newReport(o Options) *Report {
	r := &Report{Vocabulary: o.Tokens, strategies: o.strategies(), apps: map[string]*App{}}
	for _, s := range r.strategies {
		r.Strategies = append(r.Strategies, StrategyInfo{s.Name, s.What, s.Control})
	}
	r.All.Sums = make([]Sum, len(r.Strategies))
	if o.Frontier {
		r.Frontier = newFrontier(o.Caps)
	}
	if o.Behaviour {
		r.Behaviour = &Behaviour{}
	}
	if o.Shards > 0 {
		r.Shards = []string{fmt.Sprintf("%d/%d", o.Shard, o.Shards)}
	}
	return r
}

var neverKept = [2]int{math.MaxInt32, 0}

// app returns the part of an application.
func (r *Report) app(name string, first [2]int) *App {
	a := r.apps[name]
	if a == nil {
		a = &App{Name: name, First: first}
		a.Sums = make([]Sum, len(r.Strategies))
		a.FirstKept = make([][2]int, len(r.Strategies))
		for i := range a.FirstKept {
			a.FirstKept[i] = neverKept
		}
		r.apps[name] = a
	}
	if slices.Compare(first[:], a.First[:]) < 0 {
		a.First = first
	}
	return a
}

// observe adds an observation and returns the part of its application.
func (r *Report) observe(out *outcome, log int) *App {
	app := r.app(out.app, [2]int{log, r.Observations})
	r.Observations++
	for _, t := range [...]*Tally{&r.All, &app.Tally} {
		t.Observations++
		for i := range t.Sums {
			t.Sums[i].Tokens += out.costs[i].tokens
			t.Sums[i].Exact += out.costs[i].exact
		}
	}
	r.FrameUnits += out.frames
	for i, n := range out.capped {
		r.CapUnits[i] += n
	}
	if r.Frontier != nil {
		r.Frontier.observe(out.costs[len(r.Strategies):])
	}
	return app
}

// use adds an element that was operated.
func (r *Report) use(rec *record, id model.ID, log int) {
	sign, up := rec.sign[id], rec.ancestor[id]
	kept := func(in bits, s *Sum) {
		n := in.count(rec, sign)
		s.Retained += b2i(n > 0)
		s.Ambiguous += b2i(n > 1)
		s.ByRef += b2i(in.has(id))
		s.Ancestor += b2i(up < 0 || in.count(rec, rec.sign[up]) > 0)
	}
	for _, t := range [...]*Tally{&r.All, &rec.app.Tally} {
		t.Uses++
		t.Unnamed += b2i(rec.unnamed.has(id))
		for i := range t.Sums {
			kept(rec.in[i], &t.Sums[i])
		}
	}
	for i, at := range rec.app.FirstKept {
		if at == neverKept && rec.app.Sums[i].Retained > 0 {
			rec.app.FirstKept[i] = [2]int{log, rec.app.Uses}
		}
	}
	if r.Frontier != nil {
		r.Frontier.Uses++
		for i, in := range rec.in[len(r.Strategies):] {
			kept(in, &r.Frontier.Points[i].Sum)
		}
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// exclude counts an observation that the gate left out.
func (r *Report) exclude(s Sample, unparsed int) {
	r.Skipped.Unfaithful++
	r.Skipped.UnparsedLines += unparsed
	if len(r.Samples) < maxSamples {
		r.Samples = append(r.Samples, s)
	}
}

func (t *Tally) add(u *Tally) {
	t.Observations += u.Observations
	t.Uses += u.Uses
	t.Unnamed += u.Unnamed
	for i := range t.Sums {
		s, v := &t.Sums[i], u.Sums[i]
		s.Tokens += v.Tokens
		s.Exact += v.Exact
		s.Retained += v.Retained
		s.Ambiguous += v.Ambiguous
		s.ByRef += v.ByRef
		s.Ancestor += v.Ancestor
	}
}

// add adds another part of the same corpus under the same options.
func (r *Report) add(part *Report) {
	r.Files += part.Files
	r.Calls += part.Calls
	r.Observations += part.Observations
	s, p := &r.Skipped, part.Skipped
	s.BadJSON += p.BadJSON
	s.ObserveWithoutText += p.ObserveWithoutText
	s.NoHeader += p.NoHeader
	s.Unfaithful += p.Unfaithful
	s.UnparsedLines += p.UnparsedLines
	r.All.add(&part.All)
	for _, a := range part.apps {
		to := r.app(a.Name, a.First)
		to.Tally.add(&a.Tally)
		for i, at := range a.FirstKept {
			if slices.Compare(at[:], to.FirstKept[i][:]) < 0 {
				to.FirstKept[i] = at
			}
		}
	}
	r.FrameUnits += part.FrameUnits
	for i, n := range part.CapUnits {
		r.CapUnits[i] += n
	}
	r.Samples = append(r.Samples, part.Samples...)
	slices.SortStableFunc(r.Samples, func(a, b Sample) int { return cmp.Compare(a.Index, b.Index) })
	r.Samples = r.Samples[:min(len(r.Samples), maxSamples)]
	if r.Behaviour != nil && part.Behaviour != nil {
		r.Behaviour.add(part.Behaviour)
	}
	if r.Frontier != nil && part.Frontier != nil {
		r.Frontier.add(part.Frontier)
	}
}

// settle brings what was added in any order into the order of the logs.
func (r *Report) settle() {
	r.Apps = nil
	for _, a := range r.apps {
		r.Apps = append(r.Apps, a)
	}
	slices.SortFunc(r.Apps, func(a, b *App) int {
		return cmp.Or(slices.Compare(a.First[:], b.First[:]), cmp.Compare(a.Name, b.Name))
	})
	if r.Behaviour != nil {
		r.Behaviour.settle()
	}
}

// Merge adds up the reports of the shards of one corpus. They must have been
// made with the same options, and each shard once.
func Merge(parts []*Report) (*Report, error) {
	if len(parts) == 0 {
		return nil, errors.New("nothing to merge")
	}
	first := parts[0]
	r := &Report{Vocabulary: first.Vocabulary, Strategies: first.Strategies, apps: map[string]*App{}}
	r.All.Sums = make([]Sum, len(r.Strategies))
	if first.Frontier != nil {
		r.Frontier = first.Frontier.empty()
	}
	if first.Behaviour != nil {
		r.Behaviour = &Behaviour{}
	}
	for i, part := range parts {
		if what := first.differsFrom(part); what != "" {
			return nil, fmt.Errorf("report %d has other %s than the first: only shards made with the same options add up", i+1, what)
		}
		for _, shard := range part.Shards {
			if slices.Contains(r.Shards, shard) {
				return nil, fmt.Errorf("report %d is shard %s, which was there already", i+1, shard)
			}
			r.Shards = append(r.Shards, shard)
		}
		r.add(part)
	}
	r.Shards = missingShards(r.Shards)
	if r.Calls == 0 {
		return nil, ErrNoCalls
	}
	r.settle()
	return r, nil
}

// missingShards sorts the shards of a merge; a complete set needs no mention.
func missingShards(shards []string) []string {
	type shard struct{ i, n int }
	var list []shard
	for _, s := range shards {
		var at shard
		if _, err := fmt.Sscanf(s, "%d/%d", &at.i, &at.n); err == nil {
			list = append(list, at)
		}
	}
	slices.SortFunc(list, func(a, b shard) int { return cmp.Or(cmp.Compare(a.n, b.n), cmp.Compare(a.i, b.i)) })
	if len(list) > 0 && list[0].n == list[len(list)-1].n && len(list) == list[0].n {
		return nil
	}
	var out []string
	for _, at := range list {
		out = append(out, fmt.Sprintf("%d/%d", at.i, at.n))
	}
	return out
}

func (r *Report) differsFrom(part *Report) string {
	switch {
	case !slices.Equal(r.Strategies, part.Strategies):
		return "strategies"
	case r.Vocabulary != part.Vocabulary:
		return "exact tokens"
	case (r.Behaviour == nil) != (part.Behaviour == nil):
		return "parts (--behaviour)"
	case (r.Frontier == nil) != (part.Frontier == nil) || r.Frontier != nil && !r.Frontier.same(part.Frontier):
		return "sweep"
	}
	return ""
}
