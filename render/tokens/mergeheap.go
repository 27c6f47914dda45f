package tokens

// queue is what merging needs where every step must be cheap: the parts as a
// list linked through where they begin, and a heap of the pairs that are
// tokens.
type queue struct {
	next, prev []int32 // by where a part begins
	merged     []id    // what a part and the next are together; noPair for a part that is gone
	heap       []uint64
}

// mergeHeap is mergeLong in n log n time and with memory for every byte: for a
// piece that mergeLong finds no place to cut.
func mergeHeap[T text](v *vocabulary, piece T, limit int) (tokens, end int) {
	size := len(piece)
	q := queue{
		next:   make([]int32, size),
		prev:   make([]int32, size),
		merged: make([]id, size),
		heap:   make([]uint64, 0, size),
	}
	for i := range size {
		q.next[i], q.prev[i], q.merged[i] = int32(i+1), int32(i-1), noPair
		if i+1 < size {
			q.push(i, pair(v, piece[i:i+2]))
		}
	}
	n := size
	for len(q.heap) > 0 {
		at, token := q.pop()
		if q.merged[at] != token {
			continue // one of the two has been merged otherwise
		}
		gone := int(q.next[at])
		after := int(q.next[gone])
		q.next[at] = int32(after)
		q.merged[at], q.merged[gone] = noPair, noPair
		n--
		if after < size {
			q.prev[after] = int32(at)
			q.push(at, pair(v, piece[at:q.next[after]]))
		}
		if before := int(q.prev[at]); before >= 0 {
			q.push(before, pair(v, piece[before:after]))
		}
	}
	if n <= limit {
		return n, size
	}
	for range limit {
		end = int(q.next[end])
	}
	return limit, end
}

// push notes what the part that begins at a place and the next are together. A
// heap entry is a token above the place, so that the lowest rank comes first,
// and of equals the leftmost.
func (q *queue) push(at int, token id) {
	q.merged[at] = token
	if token == noPair {
		return
	}
	e := uint64(token)<<32 | uint64(at)
	q.heap = append(q.heap, e)
	i := len(q.heap) - 1
	for i > 0 {
		up := (i - 1) / 2
		if q.heap[up] <= e {
			break
		}
		q.heap[i] = q.heap[up]
		i = up
	}
	q.heap[i] = e
}

// pop takes the pair to merge next from the heap.
func (q *queue) pop() (at int, token id) {
	top := q.heap[0]
	n := len(q.heap) - 1
	e := q.heap[n]
	q.heap = q.heap[:n]
	i := 0
	for {
		down := 2*i + 1
		if down >= n {
			break
		}
		if down+1 < n && q.heap[down+1] < q.heap[down] {
			down++
		}
		if e <= q.heap[down] {
			break
		}
		q.heap[i] = q.heap[down]
		i = down
	}
	if n > 0 {
		q.heap[i] = e
	}
	return int(uint32(top)), id(top >> 32)
}
