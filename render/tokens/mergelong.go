package tokens

import "sync"

// long is what merging a long piece needs: the parts as a list linked through
// where they begin, and a heap of the pairs that can be merged.
type long struct {
	next, prev []int32 // by where a part begins
	merged     []id    // what the part and the next are together; noPair for parts that are gone
	heap       []uint64
}

var longPool = sync.Pool{New: func() any { return new(long) }}

// keepLong is the longest piece, in bytes, whose memory is kept for the next.
const keepLong = 1 << 16

// mergeLong is mergeShort for long pieces, in n log n steps.
func mergeLong[T text](v *vocabulary, piece T) int {
	l := longPool.Get().(*long)
	n := l.merge(func(from, to int) id { return pair(v, piece[from:to]) }, len(piece))
	if len(piece) <= keepLong {
		longPool.Put(l)
	}
	return n
}

func (l *long) merge(pair func(from, to int) id, size int) int {
	l.next, l.prev, l.merged, l.heap = l.next[:0], l.prev[:0], l.merged[:0], l.heap[:0]
	for i := range size {
		l.next = append(l.next, int32(i+1))
		l.prev = append(l.prev, int32(i-1))
		l.merged = append(l.merged, noPair)
		if i+1 < size {
			l.merged[i] = pair(i, i+2)
			if l.merged[i] != noPair {
				l.push(i)
			}
		}
	}
	n := size
	for len(l.heap) > 0 {
		at, token := l.pop()
		if l.merged[at] != token {
			continue // merged otherwise in the meantime
		}
		gone := int(l.next[at])
		after := int(l.next[gone])
		l.next[at] = int32(after)
		l.merged[gone] = noPair
		l.merged[at] = noPair
		n--
		if after < size {
			l.prev[after] = int32(at)
			l.merged[at] = pair(at, int(l.next[after]))
			if l.merged[at] != noPair {
				l.push(at)
			}
		}
		if before := int(l.prev[at]); before >= 0 {
			l.merged[before] = pair(before, after)
			if l.merged[before] != noPair {
				l.push(before)
			}
		}
	}
	return n
}

// A heap entry is a token above the place of its pair: the lowest rank comes
// first, and of equals the leftmost.
func (l *long) push(at int) {
	e := uint64(l.merged[at])<<32 | uint64(at)
	l.heap = append(l.heap, e)
	i := len(l.heap) - 1
	for i > 0 {
		up := (i - 1) / 2
		if l.heap[up] <= e {
			break
		}
		l.heap[i] = l.heap[up]
		i = up
	}
	l.heap[i] = e
}

func (l *long) pop() (at int, token id) {
	top := l.heap[0]
	e := l.heap[len(l.heap)-1]
	l.heap = l.heap[:len(l.heap)-1]
	i, n := 0, len(l.heap)
	for {
		down := 2*i + 1
		if down >= n {
			break
		}
		if down+1 < n && l.heap[down+1] < l.heap[down] {
			down++
		}
		if e <= l.heap[down] {
			break
		}
		l.heap[i] = l.heap[down]
		i = down
	}
	if n > 0 {
		l.heap[i] = e
	}
	return int(uint32(top)), id(top >> 32)
}
