package render

import (
	"context"
	"iter"
	"slices"
	"sync"

	"obscope/model"
	"obscope/render/tokens"
)

// entryCosts is what each entry of a text costs, for dialects without a table
// of parts.
type entryCosts struct {
	part []int32 // by entry, its newline included, as if the text were cut around it
	own  []int32 // by element: what it adds to an entry that holds several; nil if none does
	sum  int     // of the whole text
}

// An Inliner is a dialect that writes several elements in one entry, and tells
// which part of the text is whose.
type Inliner interface {
	// AppendInline is AppendLine; it calls at before it appends what belongs to
	// an element, or to none of them.
	AppendInline(dst []byte, p *Plan, i int, at func(id model.ID, offset int)) []byte
}

// countEntries counts entry by entry, on all processors, until ctx is done. It
// is done once for an observation.
func (o *Observation) countEntries(ctx context.Context, counter tokens.Counter) (*entryCosts, error) {
	if costs := o.entries.Load(); costs != nil {
		return costs, nil
	}
	n := len(o.Entries)
	costs := &entryCosts{part: make([]int32, n)}
	inliner, _ := o.bound.(Inliner)
	inline := inliner != nil && o.plan.Listed != nil
	if inline {
		costs.own = make([]int32, len(o.Verdicts))
	}
	var mu sync.Mutex
	var joined []int // entries before which the text cannot be cut
	sum := 0
	_, err := inRuns(ctx, 0, n, func(runs iter.Seq2[int, int]) {
		var text []byte
		for from, to := range runs {
			part := 0
			for i := from; i < to; i++ {
				if text = o.appendJoined(text[:0], i, i+1); i > 0 && !tokens.SafeLineStart(text) {
					mu.Lock()
					joined = append(joined, i)
					mu.Unlock()
				}
				if inline {
					costs.part[i] = int32(o.countInline(counter, inliner, i, text, costs.own))
				} else {
					costs.part[i] = int32(tokens.PartBytes(counter, text))
				}
				part += int(costs.part[i])
			}
			mu.Lock()
			sum += part
			mu.Unlock()
		}
	})
	if err != nil {
		return nil, err
	}
	slices.Sort(joined)
	for len(joined) > 0 {
		from, to := joined[0]-1, joined[0]+1
		for joined = joined[1:]; len(joined) > 0 && joined[0] == to; joined = joined[1:] {
			to++
		}
		for _, apart := range costs.part[from:to] {
			sum -= int(apart)
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		sum += tokens.PartBytes(counter, o.appendJoined(nil, from, to))
	}
	if n == 0 {
		sum = tokens.Part(counter, o.plan.Tail)
	}
	costs.sum = sum
	o.entries.Store(costs)
	return costs, nil
}

// countInline counts an entry that holds several elements, and what of it is
// whose: a piece of the text counts for the element in whose part it begins.
func (o *Observation) countInline(counter tokens.Counter, d Inliner, i int, text []byte, own []int32) (sum int) {
	var ids []model.ID
	var cuts []int
	d.AppendInline(nil, o.plan, i, func(id model.ID, offset int) {
		ids, cuts = append(ids, id), append(cuts, offset)
	})
	for at, part := range tokens.Spread(counter, text, cuts) {
		sum += part
		if at > 0 && ids[at-1] != model.None {
			own[ids[at-1]] += int32(part)
		}
	}
	return sum
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
	if costs := o.entries.Load(); costs != nil {
		return int(costs.part[i])
	}
	if lc, t, err := o.lineTable(context.Background()); t != nil && err == nil {
		if cost, ok := lc.cost(t, o.plan, i, i < len(o.Entries)-1); ok {
			return cost
		}
	}
	return tokens.PartBytes(counter, o.appendJoined(nil, i, i+1))
}

// ElementTokens is what the element's line adds to the total, or its part of a
// line that holds several elements; 0 if it is out.
func (o *Observation) ElementTokens(id model.ID) int {
	v := o.Verdicts[id]
	if !v.In() || v.Line < 0 {
		return 0
	}
	if own := o.inline(); own != nil {
		counter, err := tokens.Open(o.Set.Tokens)
		if err != nil {
			return 0
		}
		return tokens.Total(counter, int(own[id]))
	}
	return o.EntryTokens(int(v.Line))
}

// inline is, by element, what it adds to an entry that holds several; nil if
// none does.
func (o *Observation) inline() []int32 {
	if _, is := o.bound.(Inliner); !is || o.plan.Listed == nil {
		return nil
	}
	counter, err := tokens.Open(o.Set.Tokens)
	if err != nil {
		return nil
	}
	costs, err := o.countEntries(context.Background(), counter)
	if err != nil {
		return nil
	}
	return costs.own
}

// SubtreeTokens holds, for every element, what it and everything below it adds
// to the total.
func (o *Observation) SubtreeTokens() []int32 {
	counter, err := tokens.Open(o.Set.Tokens)
	if err != nil {
		return nil
	}
	sums := slices.Clone(o.inline())
	if sums == nil {
		sums = make([]int32, len(o.Verdicts))
		// Whoever is asked for one entry after the other has counted them all.
		_ = o.Count(context.Background())
		for i, e := range o.Entries {
			if e.ID != model.None && o.Verdicts[e.ID].Line == int32(i) {
				sums[e.ID] = int32(o.entryPart(counter, i))
			}
		}
	}
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
