package render

import (
	"context"
	"strings"

	"obscope/render/tokens"
)

// An observation's total is a sum of integers: every written part of an element
// is counted once per vocabulary, and the parts of a line and the lines of a
// text are cut where package tokens proves that counts add up. Where a part
// does not allow such a cut, the text around it is counted as it stands.
//
//	⇥⇥   e12   button   "Save"   (focused)   @1,2 30x10   ⏎
//	tabs  ref   role     name     states      frame       newline
//	  \____\______|________|________|___________|___________/
//	              the cost of the line is the sum
//
// A part is counted when its table is filled, for all elements at once. Another
// option, or another order, adds the same numbers up again: nothing is written
// and nothing is counted.

// A countKey names a table of counts.
type countKey struct{ dialect, vocabulary string }

// A line counter knows the token counts of its dialect's written parts.
type lineCounter interface {
	// count fills the table for elements from..to-1.
	count(t *partCounts, from, to int)
	// cost is what entry i adds to the total, with its newline unless last;
	// false if its parts cannot be counted apart.
	cost(t *partCounts, p *Plan, i int, newline bool) (int, bool)
	// startSafe reports whether the text may be cut before entry i.
	startSafe(t *partCounts, p *Plan, i int) bool
	// split is cost by part.
	split(t *partCounts, p *Plan, i int, newline bool, to *[numParts]int)
}

// Part is what tokens are spent on.
type Part uint8

// The parts of an observation's cost.
const (
	PartHeader Part = iota
	PartIndent
	PartRef
	PartRole
	PartName
	PartValue
	PartStates
	PartActions
	PartGeometry
	PartLine // a whole line, in dialects that are not counted by part
	numParts
)

var partNames = [numParts]string{"header and captions", "indentation and line ends", "refs", "roles", "names", "values", "states", "actions", "geometry", "lines"}

// String names the part for people.
func (p Part) String() string { return partNames[p] }

// partCounts is the table of one dialect and vocabulary.
type partCounts struct {
	counter  tokens.Counter
	valueCap int
	turn     chan struct{} // of who counts
	done     bool          // all is counted; written while Renderer.mu is held
	counted  int           // elements
	rows     []countRow
	tabs     []int              // tabs[n] is the count of n tabs
	indexes  [maxDigits + 1]int // indexes[n] is the count of n digits in brackets
}

// maxDigits bounds the digits of an index.
const maxDigits = 19

// A countRow is the counts of one element's parts.
type countRow struct {
	ref0, ref1               int32 // the ref at the start of a line, and after a tab
	role, name, value, frame int32
	states, actions          int16
	nlBody, nlFrame          int8 // what a newline adds after the body, and after the frame
	flags                    countFlags
}

type countFlags uint8

const (
	partsSafe  countFlags = 1 << iota // the parts may be counted apart
	startSafe0                        // a line may be cut off before it at depth 0
	startSafe1                        // and deeper
	hasFramePart
)

// table returns the counts of a dialect, counting what is not counted yet. If
// ctx is done before that, it goes on from there the next time.
func (r *Renderer) table(ctx context.Context, dialect, vocabulary string, lc lineCounter, valueCap int) (*partCounts, error) {
	counter, err := tokens.Open(vocabulary)
	if err != nil {
		return nil, err
	}
	r.mu.Lock()
	key := countKey{dialect, vocabulary}
	t := r.counts[key]
	if t == nil {
		t = &partCounts{counter: counter, valueCap: valueCap, turn: make(chan struct{}, 1)}
		r.counts[key] = t
	}
	r.mu.Unlock()
	if err := r.fill(ctx, t, lc); err != nil {
		return nil, err
	}
	if t.valueCap != valueCap {
		t = r.recap(key, t, lc, valueCap)
	}
	return t, nil
}

// fill counts what is not counted yet of a table.
func (r *Renderer) fill(ctx context.Context, t *partCounts, lc lineCounter) error {
	select {
	case t.turn <- struct{}{}:
		defer func() { <-t.turn }()
	case <-ctx.Done():
		return ctx.Err()
	}
	if t.done {
		return nil
	}
	if t.rows == nil {
		t.rows = make([]countRow, len(r.c.Elements))
		for n := 0; n <= maxHops; n++ {
			t.tabs = append(t.tabs, tokens.Part(t.counter, strings.Repeat("\t", n)))
		}
		t.indexes = countIndexes(t.counter)
	}
	var err error
	if t.counted, err = inParallel(ctx, t.counted, len(t.rows), func(from, to int) { lc.count(t, from, to) }); err != nil {
		return err
	}
	r.mu.Lock()
	t.done = true
	r.mu.Unlock()
	return nil
}

// table is the table of the observation's dialect. It is kept: meanwhile the
// renderer's may have been made for another value cap.
func (o *Observation) table(ctx context.Context, lc lineCounter) (*partCounts, error) {
	if t := o.counts.Load(); t != nil {
		return t, nil
	}
	t, err := o.r.table(ctx, o.Set.Dialect, o.Set.Tokens, lc, o.Set.ValueCap)
	if err == nil {
		o.counts.Store(t)
	}
	return t, err
}

// lineTable is the table by which the observation is counted; nil, nil if its
// dialect has none, or its text more than lines.
func (o *Observation) lineTable(ctx context.Context) (lineCounter, *partCounts, error) {
	lc, ok := o.bound.(lineCounter)
	if !ok || o.plan.Tail != "" {
		return nil, nil, nil
	}
	t, err := o.table(ctx, lc)
	return lc, t, err
}

// recap makes the table for another value cap: only long values change.
func (r *Renderer) recap(key countKey, old *partCounts, lc lineCounter, valueCap int) *partCounts {
	t := &partCounts{counter: old.counter, valueCap: valueCap, rows: append([]countRow(nil), old.rows...), tabs: old.tabs, indexes: old.indexes, turn: make(chan struct{}, 1), done: true}
	shorter := min(valueCap, old.valueCap)
	for i := range r.c.Elements {
		if e := &r.c.Elements[i]; len(e.Value) > shorter || len(e.Placeholder) > shorter {
			lc.count(t, i, i+1)
		}
	}
	r.mu.Lock()
	r.counts[key] = t
	r.mu.Unlock()
	return t
}

// Count is Observe with the observation counted, until ctx is done.
func (r *Renderer) Count(ctx context.Context, o Options) error {
	obs, err := r.Observe(o)
	if err != nil {
		return err
	}
	return obs.Count(ctx)
}

// Count counts the observation, so that Tokens answers at once. It takes long
// for a large capture; it ends with the error of ctx once that is done, and what
// was counted of a dialect's parts until then is kept.
func (o *Observation) Count(ctx context.Context) error {
	_, err := o.tokens(ctx)
	return err
}

// Counted reports whether Tokens answers at once.
func (o *Observation) Counted() bool {
	o.r.mu.Lock()
	defer o.r.mu.Unlock()
	if o.total >= 0 {
		return true
	}
	if _, ok := o.bound.(lineCounter); !ok {
		return o.entries.Load() != nil || max(len(o.Entries), len(o.plan.Listed)) < smallText
	}
	return o.hasTable() || len(o.r.c.Elements) < smallText
}

// hasTable reports whether the parts are counted; r.mu is held.
func (o *Observation) hasTable() bool {
	t := o.r.counts[countKey{o.Set.Dialect, o.Set.Tokens}]
	return t != nil && t.done
}

// tabled is hasTable for those who do not hold r.mu.
func (o *Observation) tabled() bool {
	o.r.mu.Lock()
	defer o.r.mu.Unlock()
	return o.hasTable()
}

// smallText is the number of lines that are counted in a few milliseconds.
const smallText = 2000

// Tokens is the number of tokens of Text in the vocabulary of the options:
// exact, or an estimate for a vocabulary that is one.
func (o *Observation) Tokens() int {
	total, _ := o.tokens(context.Background()) // without a vocabulary it is 0
	return total
}

func (o *Observation) tokens(ctx context.Context) (int, error) {
	o.r.mu.Lock()
	total := o.total
	o.r.mu.Unlock()
	if total >= 0 {
		return total, nil
	}
	counter, err := tokens.Open(o.Set.Tokens)
	if err != nil {
		return 0, err
	}
	sum, err := o.sum(ctx, counter)
	if err != nil {
		return 0, err
	}
	total = tokens.Total(counter, sum)
	o.r.mu.Lock()
	o.total = total
	o.r.mu.Unlock()
	return total, nil
}

// sum adds up the parts of the text.
func (o *Observation) sum(ctx context.Context, counter tokens.Counter) (int, error) {
	lc, t, err := o.lineTable(ctx)
	if err != nil {
		return 0, err
	}
	if t == nil {
		costs, err := o.countEntries(ctx, counter)
		if err != nil {
			return 0, err
		}
		return costs.sum, nil
	}
	sum, n := 0, len(o.Entries)
	for i := 0; i < n; {
		end := i + 1
		for end < n && !lc.startSafe(t, o.plan, end) {
			end++
		}
		if end == i+1 {
			if cost, ok := lc.cost(t, o.plan, i, end < n); ok {
				sum += cost
				i = end
				continue
			}
		}
		sum += tokens.PartBytes(counter, o.appendJoined(nil, i, end))
		i = end
	}
	return sum, nil
}

// appendJoined appends the text of entries from..to-1, with the newline that
// follows unless they are the last.
func (o *Observation) appendJoined(b []byte, from, to int) []byte {
	for i := from; i < to; i++ {
		b = o.AppendEntry(b, i)
		if i < len(o.Entries)-1 {
			b = append(b, '\n')
		} else {
			b = append(b, o.plan.Tail...)
		}
	}
	return b
}
