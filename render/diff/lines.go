package diff

import "slices"

// An equalRun is n items that are equal, from a in the first list and from b in the
// second.
type equalRun struct{ a, b, n int }

// equalRuns finds what two lists have in common, in order. It is Myers's
// algorithm in linear space, helped by what can be told beforehand: equal
// starts and ends, items that only one list has, and items that both have
// once (patience). Where lists differ too much it settles for less than the
// shortest script, so that the time stays near linear.
func equalRuns(a, b []int32) []equalRun {
	var m lineMatcher
	m.compare(a, b)
	return m.runs
}

type lineMatcher struct {
	runs  []equalRun
	spare []int // the two fronts of the middle search
}

// equal adds n equal items to the runs.
func (m *lineMatcher) equal(a, b, n int) {
	if n == 0 {
		return
	}
	if k := len(m.runs); k > 0 {
		if last := &m.runs[k-1]; last.a+last.n == a && last.b+last.n == b {
			last.n += n
			return
		}
	}
	m.runs = append(m.runs, equalRun{a, b, n})
}

func (m *lineMatcher) compare(a, b []int32) {
	head := 0
	for head < len(a) && head < len(b) && a[head] == b[head] {
		head++
	}
	tail := 0
	for tail < len(a)-head && tail < len(b)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	m.equal(0, 0, head)
	m.shared(a, b, head, len(a)-tail, head, len(b)-tail)
	m.equal(len(a)-tail, len(b)-tail, tail)
}

// shared leaves out the items that only one list has and compares the others.
func (m *lineMatcher) shared(a, b []int32, a0, a1, b0, b1 int) {
	keepA, posA := common(a[a0:a1], b[b0:b1])
	keepB, posB := common(b[b0:b1], a[a0:a1])
	sub := lineMatcher{}
	sub.anchored(keepA, keepB)
	for _, r := range sub.runs {
		for i := range r.n {
			m.equal(a0+posA[r.a+i], b0+posB[r.b+i], 1)
		}
	}
}

// common lists the items of a that b has as well, and where they are in a.
func common(a, b []int32) (items []int32, at []int) {
	in := make([]bool, limit(a, b))
	for _, v := range b {
		in[v] = true
	}
	for i, v := range a {
		if in[v] {
			items = append(items, v)
			at = append(at, i)
		}
	}
	return items, at
}

// limit is above all items: they are numbers counted from 0.
func limit(a, b []int32) int {
	most := int32(-1)
	for _, v := range a {
		most = max(most, v)
	}
	for _, v := range b {
		most = max(most, v)
	}
	return int(most) + 1
}

// anchored compares between the items that both lists have once and in one
// order.
func (m *lineMatcher) anchored(a, b []int32) {
	fromA, fromB := 0, 0
	for _, at := range append(anchors(a, b), [2]int{len(a), len(b)}) {
		m.between(a, b, span{fromA, at[0], fromB, at[1]})
		if at[0] < len(a) {
			m.equal(at[0], at[1], 1)
		}
		fromA, fromB = at[0]+1, at[1]+1
	}
}

// anchors is the longest list of items that both lists have once and in one
// order: their positions.
func anchors(a, b []int32) [][2]int {
	type seen struct{ inA, inB, atB int32 }
	items := make([]seen, limit(a, b))
	for _, v := range a {
		items[v].inA++
	}
	for i, v := range b {
		items[v].inB++
		items[v].atB = int32(i)
	}
	var pairs [][2]int // in the order of a
	for i, v := range a {
		if s := items[v]; s.inA == 1 && s.inB == 1 {
			pairs = append(pairs, [2]int{i, int(s.atB)})
		}
	}
	return ascending(pairs)
}

// ascending is the longest part of the pairs whose second numbers ascend.
func ascending(pairs [][2]int) [][2]int {
	var tops []int // by length-1: the pair that ends the best list of that length
	before := make([]int, len(pairs))
	for i, p := range pairs {
		at, _ := slices.BinarySearchFunc(tops, p[1], func(top, b int) int { return pairs[top][1] - b })
		before[i] = -1
		if at > 0 {
			before[i] = tops[at-1]
		}
		if at == len(tops) {
			tops = append(tops, i)
		} else {
			tops[at] = i
		}
	}
	list := make([][2]int, len(tops))
	if len(tops) == 0 {
		return list
	}
	for i, at := tops[len(tops)-1], len(tops)-1; i >= 0; i, at = before[i], at-1 {
		list[at] = pairs[i]
	}
	return list
}

// A span is a part of both lists.
type span struct{ a0, a1, b0, b1 int }

// between is Myers's divide and conquer on a span, with a stack of its own.
func (m *lineMatcher) between(a, b []int32, s span) {
	stack := []span{s}
	for len(stack) > 0 {
		s := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for s.a0 < s.a1 && s.b0 < s.b1 && a[s.a0] == b[s.b0] {
			m.equal(s.a0, s.b0, 1)
			s.a0, s.b0 = s.a0+1, s.b0+1
		}
		tail := s
		for s.a0 < s.a1 && s.b0 < s.b1 && a[s.a1-1] == b[s.b1-1] {
			s.a1, s.b1 = s.a1-1, s.b1-1
		}
		if s.a1 < tail.a1 {
			tail.a0, tail.b0 = s.a1, s.b1 // its items come when its turn comes
			stack = append(stack, tail)
		}
		if s.a0 == s.a1 || s.b0 == s.b1 {
			continue
		}
		x, y := m.middle(a, b, s)
		stack = append(stack, span{x, s.a1, y, s.b1}, span{s.a0, x, s.b0, y})
	}
}

// mostSteps is how many differences the middle search follows before it
// settles for the best point it has reached.
const mostSteps = 256

// middle is a point on a shortest script of a span that neither starts nor
// ends with equal items, or after mostSteps on a good one. It is no corner.
func (m *lineMatcher) middle(a, b []int32, s span) (x, y int) {
	n, k := s.a1-s.a0, s.b1-s.b0
	limit := min((n+k+1)/2, mostSteps)
	size := 2*limit + 3
	if cap(m.spare) < 2*size {
		m.spare = make([]int, 2*size)
	}
	forth, back := m.spare[:size], m.spare[size:2*size] // by diagonal: how far in a
	mid, delta := limit+1, n-k
	for d := 0; d <= limit; d++ {
		for diag := -d; diag <= d; diag += 2 {
			x := step(forth, mid, diag, d, n, k)
			for x >= 0 && x < n && x-diag < k && a[s.a0+x] == b[s.b0+x-diag] {
				x++
			}
			forth[mid+diag] = x
			if x < 0 {
				continue
			}
			// The other front counts diagonals from the far corner.
			if other := delta - diag; delta&1 != 0 && other >= -(d-1) && other <= d-1 && x+back[mid+other] >= n {
				return s.inside(x, x-diag)
			}
		}
		for diag := -d; diag <= d; diag += 2 {
			x := step(back, mid, diag, d, n, k)
			for x >= 0 && x < n && x-diag < k && a[s.a1-1-x] == b[s.b1-1-(x-diag)] {
				x++
			}
			back[mid+diag] = x
			if x < 0 {
				continue
			}
			if other := delta - diag; delta&1 == 0 && other >= -d && other <= d && x+forth[mid+other] >= n {
				return s.inside(n-x, k-(x-diag))
			}
		}
	}
	return s.farthest(forth, mid, limit)
}

// step is how far a front comes with d differences on a diagonal from its
// neighbours, before equal items; -1 if the diagonal leaves the span first.
func step(front []int, mid, diag, d, n, k int) int {
	if d == 0 {
		return 0
	}
	x := -1
	if diag > -d {
		if left := front[mid+diag-1]; left >= 0 && left < n {
			x = left + 1
		}
	}
	if diag < d {
		if above := front[mid+diag+1]; above > x && above-diag <= k {
			x = above
		}
	}
	return x
}

// farthest is the point of the forward front that has most behind it.
func (s span) farthest(front []int, mid, d int) (x, y int) {
	best := -1
	for diag := -d; diag <= d; diag += 2 {
		if at := front[mid+diag]; at >= 0 && 2*at-diag > best {
			best, x, y = 2*at-diag, at, at-diag
		}
	}
	return s.inside(x, y)
}

// inside turns a point relative to the span into one of the lists that leaves
// something on both sides.
func (s span) inside(x, y int) (int, int) {
	x, y = min(max(x, 0), s.a1-s.a0), min(max(y, 0), s.b1-s.b0)
	if x == 0 && y == 0 {
		x = 1 // the first item of a is gone
	}
	if x == s.a1-s.a0 && y == s.b1-s.b0 {
		y-- // the last item of b is new
	}
	return s.a0 + x, s.b0 + y
}
