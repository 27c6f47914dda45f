package replay

import (
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/internal/text/jsvalue"
	"obscope/model"
)

// A run is one log on its way into a report. Calls are read in order;
// observations are measured beside, and what follows from them is added up in
// order again.
type run struct {
	*runner
	log       *model.Log
	index     int // of the log
	report    *Report
	behaviour *runBehaviour
	refs      map[string]int32   // numbers refs, so that records are small
	seen      map[string]*record // by observation id
	live      []*record          // in the order of the log
	pending   []*pending
}

// A pending call waits for the observations before it to be measured.
type pending struct {
	id      string // of the observation
	done    chan struct{}
	outcome *outcome // of an observation
	of      string   // the observation that the call refers to
	refs    []string // and the elements
}

// call takes the next call.
func (r *run) call(c *model.Call) {
	r.report.Calls++
	if r.behaviour != nil {
		r.behaviour.call(c)
	}
	switch {
	case c.Observe && c.Capture == nil && c.Text == "":
		r.report.Skipped.ObserveWithoutText++
	case c.Observe && c.Capture == nil:
		r.report.Skipped.NoHeader++
	case c.Observe:
		r.observation(c)
	default:
		r.use(c)
	}
	r.drain(2 * cap(r.slots))
}

// observation measures an observation beside the reading.
func (r *run) observation(c *model.Call) {
	p := &pending{done: make(chan struct{})}
	if c.FromText {
		asMaka(c.Capture)
		p.id = jsvalue.String(c.Capture.Header.ObservationID)
	}
	r.pending = append(r.pending, p)
	r.slots <- struct{}{}
	go func() {
		p.outcome = r.measure(c)
		close(p.done)
		<-r.slots
	}()
}

// asMaka turns a capture that was read from text into the one that Maka's
// evaluator makes of it: a tree whose elements are those of the text, without
// the query that it was written under. Its header pattern ends unquoted values
// at a blank.
func asMaka(c *model.Capture) {
	c.Format, c.Text = "maka", ""
	c.Query, c.HasQuery = "", false
	c.Header.Stated = model.Stated{}
	for _, v := range [...]*jsontext.Value{&c.Header.ObservationID, &c.Header.App, &c.Header.PID, &c.Header.WindowID} {
		if word, _, cut := strings.Cut(v.Text, " "); cut {
			v.Text = word
		}
	}
	c.App = jsvalue.String(c.Header.App)
}

// use notes the elements that a call operated: element_id, and that of each
// step. A refused call counts as well: the agent meant the element.
func (r *run) use(c *model.Call) {
	of := c.Args.Member("observation_id")
	if of.Kind != jsontext.String {
		return
	}
	p := &pending{of: of.Text}
	add := func(v jsontext.Value) {
		if v.Kind != jsontext.Missing {
			p.refs = append(p.refs, jsvalue.String(v))
		}
	}
	add(c.Args.Member("element_id"))
	for _, step := range c.Args.Member("steps").Items {
		add(step.Member("element_id"))
	}
	if len(p.refs) > 0 {
		r.pending = append(r.pending, p)
	}
}

// drain adds up the oldest pending calls until at most limit are left.
func (r *run) drain(limit int) {
	for len(r.pending) > limit {
		p := r.pending[0]
		r.pending[0] = nil
		r.pending = r.pending[1:]
		if p.done == nil {
			if rec := r.seen[p.of]; rec != nil {
				for _, ref := range p.refs {
					if id, ok := rec.find(r.refs, ref); ok {
						r.report.use(rec, id, r.index)
					}
				}
			}
			continue
		}
		<-p.done
		r.observed(p)
	}
}

// observed adds a measured observation to the report.
func (r *run) observed(p *pending) {
	out := p.outcome
	if out.err != nil {
		r.report.exclude(r.sample("not rendered", out.err.Error(), ""), 0)
		return
	}
	if out.unfaithful {
		r.report.exclude(r.sample(out.kind, out.stored, out.ours), out.unparsed)
		return
	}
	rec := out.record
	rec.app = r.report.observe(out, r.index)
	for _, u := range out.uses {
		r.report.use(rec, u, r.index)
	}
	if p.id != "" {
		rec.number(r.refs, out.refs)
		rec.id = strings.Clone(p.id)
		r.seen[rec.id] = rec
		r.forget(rec)
	}
}

// maxLive bounds the observations of a log that later calls may refer to, some
// kilobytes each: a log may be of any length, and agents quote the last few.
const maxLive = 1 << 14

// forget lets go of the oldest observation when there are too many.
func (r *run) forget(newest *record) {
	r.live = append(r.live, newest)
	if len(r.live) <= maxLive {
		return
	}
	oldest := r.live[0]
	r.live[0] = nil
	r.live = r.live[1:]
	if r.seen[oldest.id] == oldest {
		delete(r.seen, oldest.id)
	}
}

// sample is an observation that was left out, for people.
func (r *run) sample(kind, stored, ours string) Sample {
	return Sample{Log: strings.TrimSuffix(baseName(r.log.Name), ".trace.jsonl"), Kind: kind, Stored: strings.Clone(stored), Ours: strings.Clone(ours), Index: r.index}
}

// baseName is the name of a log without folders and compression.
func baseName(path string) string {
	return strings.TrimSuffix(path[strings.LastIndexAny(path, `/\`)+1:], ".gz")
}
