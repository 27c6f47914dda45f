package diff

import (
	"math/rand/v2"
	"testing"
)

func randomList(r *rand.Rand, n, values int) []int32 {
	list := make([]int32, n)
	for i := range list {
		list[i] = int32(r.IntN(values))
	}
	return list
}

// checkRuns checks that runs are in order and equal, and counts what they hold.
func checkRuns(t *testing.T, a, b []int32, runs []equalRun) int {
	t.Helper()
	x, y, total := 0, 0, 0
	for _, r := range runs {
		if r.a < x || r.b < y || r.n < 1 || r.a+r.n > len(a) || r.b+r.n > len(b) {
			t.Fatalf("run %+v after %d,%d", r, x, y)
		}
		for i := range r.n {
			if a[r.a+i] != b[r.b+i] {
				t.Fatalf("run %+v is not equal", r)
			}
		}
		x, y = r.a+r.n, r.b+r.n
		total += r.n
	}
	return total
}

// longest is the length of the longest common subsequence, by the textbook.
func longest(a, b []int32) int {
	row := make([]int, len(b)+1)
	for i := range a {
		corner := 0
		for j := range b {
			up := row[j+1]
			if a[i] == b[j] {
				row[j+1] = corner + 1
			} else {
				row[j+1] = max(up, row[j])
			}
			corner = up
		}
	}
	return row[len(b)]
}

// TestMyersIsShortest compares the search without its helpers with the
// textbook.
func TestMyersIsShortest(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 3000 {
		a, b := randomList(r, r.IntN(40), 1+r.IntN(8)), randomList(r, r.IntN(40), 1+r.IntN(8))
		var m lineMatcher
		m.between(a, b, span{0, len(a), 0, len(b)})
		if got, want := checkRuns(t, a, b, m.runs), longest(a, b); got != want {
			t.Fatalf("%v %v: %d in common, not %d", a, b, got, want)
		}
	}
}

// TestRunsAreEqual checks whole comparisons, and that the helpers do not make
// small ones much worse than the textbook.
func TestRunsAreEqual(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	got, want := 0, 0
	for range 2000 {
		n := r.IntN(60)
		a, b := randomList(r, n, 1+r.IntN(80)), randomList(r, r.IntN(60), 1+r.IntN(80))
		if r.IntN(2) == 0 {
			b = append(append(append([]int32{}, a[:n/3]...), randomList(r, r.IntN(5), 90)...), a[n/2:]...)
		}
		got += checkRuns(t, a, b, equalRuns(a, b))
		want += longest(a, b)
	}
	if got*100 < want*98 {
		t.Fatalf("%d lines in common of %d", got, want)
	}
}

// TestHardLists compares lists on which the shortest script takes quadratic
// time; it must end soon all the same.
func TestHardLists(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	const n = 20_000
	same := make([]int32, n)
	for _, lists := range [][2][]int32{
		{randomList(r, n, 2), randomList(r, n, 2)}, {randomList(r, n, 300), randomList(r, n, 300)},
		{randomList(r, n, n), randomList(r, n, n)}, {same, randomList(r, n, 2)}, {same, same[:n/2]},
	} {
		checkRuns(t, lists[0], lists[1], equalRuns(lists[0], lists[1]))
	}
}
