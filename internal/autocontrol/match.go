package autocontrol

import "math"

// A pairing is what match_elements finds: every earlier element with the later
// one that it became, and what is left on both sides.
type pairing struct {
	pairs   []pair // in the order of the earlier elements
	added   []int  // later elements without a partner
	removed []int  // earlier elements without one
}

type pair struct {
	prev, curr int
	score      float64 // their overlap
}

// pairUp is AutoControl's greedy match: each earlier element, in order, takes of
// the later ones that are left the one that overlaps it most, at least by the
// threshold, and of equals the last. The boxes are read as AutoControl reads
// them, so the error is the first exception that it raises: nothing is read where
// there is nothing to compare with.
func pairUp(prev, curr int, prevBox, currBox func(int) (box, error), threshold float64) (pairing, error) {
	var p pairing
	var left *candidates
	for i := range prev {
		if len(p.pairs) == curr {
			p.removed = append(p.removed, i)
			continue
		}
		b, err := prevBox(i)
		if err != nil {
			return p, err
		}
		if left == nil {
			boxes := make([]box, curr)
			for j := range boxes {
				if boxes[j], err = currBox(j); err != nil {
					return p, err
				}
			}
			left = newCandidates(boxes)
		}
		at, score := left.best(b, threshold)
		if at < 0 {
			p.removed = append(p.removed, i)
			continue
		}
		left.take(at)
		p.pairs = append(p.pairs, pair{i, at, score})
	}
	for j := range curr {
		if left == nil || !left.taken[j] {
			p.added = append(p.added, j)
		}
	}
	return p, nil
}

// candidates are the boxes that can still be taken. Equal boxes form a stack, of
// which only the last can be the best; stacks of ordinary boxes are the items of
// a tree that is searched by an upper bound of the overlap.
type candidates struct {
	boxes  []box
	taken  []bool
	last   int // no candidate after it is left
	stacks []stack
	in     []int32            // the stack of each candidate, -1 if in none
	at     map[[4]int64]int32 // stacks by box
	far    []int32            // candidates with sides beyond nearSide
	tree   *boxTree
}

// A stack is the candidates with one box, in order.
type stack struct {
	box box
	ids []int32
}

func newCandidates(boxes []box) *candidates {
	c := &candidates{
		boxes: boxes, taken: make([]bool, len(boxes)), last: len(boxes) - 1,
		in: make([]int32, len(boxes)), at: make(map[[4]int64]int32, len(boxes)),
	}
	for i, b := range boxes {
		c.in[i] = -1
		switch {
		case b.ints != nil:
			c.far = append(c.far, int32(i))
			continue
		case b.w <= 0 || b.h <= 0:
			continue
		}
		key := [4]int64{b.x, b.y, b.w, b.h}
		s, ok := c.at[key]
		if !ok {
			s = int32(len(c.stacks))
			c.at[key] = s
			c.stacks = append(c.stacks, stack{box: b})
		}
		c.stacks[s].ids = append(c.stacks[s].ids, int32(i))
		c.in[i] = s
	}
	c.tree = newBoxTree(c.stacks)
	return c
}

// A choice is the best candidate so far.
type choice struct {
	at    int
	score float64
}

// offer takes a candidate that is better, or as good and later.
func (c *choice) offer(at int, score float64) {
	if score > c.score || score == c.score && at > c.at {
		c.at, c.score = at, score
	}
}

// best finds the candidate for b, -1 if none overlaps enough.
func (c *candidates) best(b box, threshold float64) (at int, score float64) {
	if math.IsNaN(threshold) {
		return -1, 0
	}
	ch := choice{-1, threshold}
	switch {
	case b.ints != nil:
		for i, taken := range c.taken {
			if !taken {
				ch.offer(i, overlap(b, c.boxes[i]))
			}
		}
		return ch.at, ch.score
	case b.w > 0 && b.h > 0:
		if s, ok := c.at[[4]int64{b.x, b.y, b.w, b.h}]; ok && max(b.w, b.h) < smallSide && len(c.stacks[s].ids) > 0 {
			// Only an equal box overlaps by exactly 1: of others this small
			// the quotient rounds to less.
			ids := c.stacks[s].ids
			ch.offer(int(ids[len(ids)-1]), 1)
			return ch.at, ch.score
		}
		c.tree.search(b, c.stacks, &ch)
		for _, i := range c.far {
			if !c.taken[i] {
				ch.offer(int(i), overlap(b, c.boxes[i]))
			}
		}
	}
	if ch.score <= 0 {
		// A threshold of 0 or less takes what does not overlap at all.
		for c.last >= 0 && c.taken[c.last] {
			c.last--
		}
		if c.last >= 0 {
			ch.offer(c.last, 0)
		}
	}
	return ch.at, ch.score
}

// take removes a candidate. Whatever was the best is the last of its stack.
func (c *candidates) take(at int) {
	c.taken[at] = true
	s := c.in[at]
	if s < 0 {
		return
	}
	st := &c.stacks[s]
	st.ids = st.ids[:len(st.ids)-1]
	if len(st.ids) == 0 {
		c.tree.remove(s)
	}
}
