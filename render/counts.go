package render

import (
	"context"
	"iter"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"

	"obscope/model"
	"obscope/render/tokens"
)

// An observation's total is a sum of integers: every written part of an element
// is counted once per vocabulary, and the parts of a line and the lines of a
// text are cut where package tokens proves that counts add up. Where a part
// does not allow such a cut, the text around it is counted as it stands.

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
	once     sync.Once
	done     bool
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

// table returns the counts of a dialect, counting what is not counted yet.
func (r *Renderer) table(dialect, vocabulary string, lc lineCounter, valueCap int) (*partCounts, error) {
	counter, err := tokens.Open(vocabulary)
	if err != nil {
		return nil, err
	}
	r.mu.Lock()
	key := countKey{dialect, vocabulary}
	t := r.counts[key]
	if t == nil {
		t = &partCounts{counter: counter, valueCap: valueCap}
		r.counts[key] = t
	}
	r.mu.Unlock()
	t.once.Do(func() {
		t.rows = make([]countRow, len(r.c.Elements))
		for n := 0; n <= maxHops; n++ {
			t.tabs = append(t.tabs, tokens.Part(counter, strings.Repeat("\t", n)))
		}
		inParallel(len(t.rows), func(from, to int) { lc.count(t, from, to) })
		if _, ok := lc.(*indexed); ok {
			t.indexes = countIndexes(counter)
		}
		r.mu.Lock()
		t.done = true
		r.mu.Unlock()
	})
	if t.valueCap != valueCap {
		t = r.recap(key, t, lc, valueCap)
	}
	return t, nil
}

// table is the table of the observation's dialect. It is kept: meanwhile the
// renderer's may have been made for another value cap.
func (o *Observation) table(lc lineCounter) (*partCounts, error) {
	if t := o.counts.Load(); t != nil {
		return t, nil
	}
	t, err := o.r.table(o.Set.Dialect, o.Set.Tokens, lc, o.Set.ValueCap)
	if err == nil {
		o.counts.Store(t)
	}
	return t, err
}

// recap makes the table for another value cap: only long values change.
func (r *Renderer) recap(key countKey, old *partCounts, lc lineCounter, valueCap int) *partCounts {
	t := &partCounts{counter: old.counter, valueCap: valueCap, rows: append([]countRow(nil), old.rows...), tabs: old.tabs, indexes: old.indexes, done: true}
	t.once.Do(func() {})
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

// inParallel runs work over 0..n-1 in runs, on all processors.
func inParallel(n int, work func(from, to int)) {
	inRuns(n, 256, func(runs iter.Seq2[int, int]) {
		for from, to := range runs {
			work(from, to)
		}
	})
}

// inRuns cuts 0..n-1 into runs and has as many workers as there are processors
// take them until none is left; what a worker needs for all its runs it makes
// once.
func inRuns(n, run int, worker func(runs iter.Seq2[int, int])) {
	var next atomic.Int64
	take := func(yield func(from, to int) bool) {
		for {
			from := int(next.Add(int64(run))) - run
			if from >= n || !yield(from, min(from+run, n)) {
				return
			}
			// A key that was pressed meanwhile goes first.
			runtime.Gosched()
		}
	}
	workers := min((n+run-1)/run, runtime.NumCPU(), runtime.GOMAXPROCS(0))
	var wait sync.WaitGroup
	for range workers - 1 {
		wait.Go(func() { worker(take) })
	}
	worker(take)
	wait.Wait()
}

// Count counts the written parts of a dialect for a vocabulary, so that the
// Tokens of later observations are a sum. It takes long on a large capture;
// ctx is looked at before it starts.
func (r *Renderer) Count(ctx context.Context, o Options) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	obs, err := r.Observe(o)
	if err != nil {
		return err
	}
	obs.Tokens()
	return ctx.Err()
}

// Counted reports whether Tokens answers at once.
func (o *Observation) Counted() bool {
	o.r.mu.Lock()
	defer o.r.mu.Unlock()
	if o.total >= 0 {
		return true
	}
	if _, ok := o.bound.(lineCounter); !ok {
		return len(o.Entries) < smallText
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
	o.r.mu.Lock()
	total := o.total
	o.r.mu.Unlock()
	if total >= 0 {
		return total
	}
	counter, err := tokens.Open(o.Set.Tokens)
	if err != nil {
		return 0
	}
	total = tokens.Total(counter, o.sum(counter))
	o.r.mu.Lock()
	o.total = total
	o.r.mu.Unlock()
	return total
}

// sum adds up the parts of the text.
func (o *Observation) sum(counter tokens.Counter) int {
	lc, ok := o.bound.(lineCounter)
	if !ok || o.plan.Tail != "" {
		return sumText(counter, o)
	}
	t, err := o.table(lc)
	if err != nil {
		return 0
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
		sum += tokens.PartBytes(counter, o.joined(i, end))
		i = end
	}
	return sum
}

// joined is the text of entries from..to-1, with the newline that follows
// unless they are the last.
func (o *Observation) joined(from, to int) []byte { return o.appendJoined(nil, from, to) }

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

// sumText counts a text of a dialect that has no table of parts: runs of lines
// that start where a cut is safe, on all processors.
func sumText(counter tokens.Counter, o *Observation) int {
	n := len(o.Entries)
	if n == 0 {
		return tokens.Part(counter, o.plan.Tail)
	}
	const run = 256
	var starts []int
	for at := 0; at < n; at += run {
		for at < n && at > 0 && !tokens.SafeLineStart(o.Entry(at)) {
			at++
		}
		if at < n {
			starts = append(starts, at)
		}
	}
	starts = append(starts, n)
	var sum atomic.Int64
	inRuns(len(starts)-1, 1, func(runs iter.Seq2[int, int]) {
		var text []byte
		for from, to := range runs {
			for i := from; i < to; i++ {
				text = o.appendJoined(text[:0], starts[i], starts[i+1])
				sum.Add(int64(tokens.PartBytes(counter, text)))
			}
		}
	})
	return int(sum.Load())
}

// EntryTokens is what entry i adds to the total, its newline included.
func (o *Observation) EntryTokens(i int) int {
	counter, err := tokens.Open(o.Set.Tokens)
	if err != nil {
		return 0
	}
	return tokens.Total(counter, o.entryPart(counter, i))
}

func (o *Observation) entryPart(counter tokens.Counter, i int) int {
	newline := i < len(o.Entries)-1
	if lc, ok := o.bound.(lineCounter); ok && o.plan.Tail == "" {
		if t, err := o.table(lc); err == nil {
			if cost, ok := lc.cost(t, o.plan, i, newline); ok {
				return cost
			}
		}
	}
	return tokens.PartBytes(counter, o.joined(i, i+1))
}

// ElementTokens is what the element's line adds to the total; 0 if it is out.
func (o *Observation) ElementTokens(id model.ID) int {
	if v := o.Verdicts[id]; v.In() && v.Line >= 0 {
		return o.EntryTokens(int(v.Line))
	}
	return 0
}

// SubtreeTokens holds, for every element, what it and everything below it adds
// to the total.
func (o *Observation) SubtreeTokens() []int32 {
	counter, err := tokens.Open(o.Set.Tokens)
	if err != nil {
		return nil
	}
	sums := make([]int32, len(o.Verdicts))
	inParallel(len(o.Entries), func(from, to int) {
		for i := from; i < to; i++ {
			if id := o.Entries[i].ID; id != model.None && o.Verdicts[id].Line == int32(i) {
				sums[id] = int32(o.entryPart(counter, i))
			}
		}
	})
	tree := &o.r.c.Tree
	for at := len(tree.Order) - 1; at >= 0; at-- {
		id := tree.Order[at]
		if p := tree.Parent[id]; p != model.None {
			sums[p] += sums[id]
		}
	}
	for id := range sums {
		sums[id] = int32(tokens.Total(counter, int(sums[id])))
	}
	return sums
}
