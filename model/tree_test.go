package model

import (
	"math/rand/v2"
	"testing"
)

// capture makes a capture whose elements have these keys and parents.
func capture(keys [][2]int32) *Capture {
	c := &Capture{}
	for _, k := range keys {
		c.Elements = append(c.Elements, Element{Key: k[0], ParentKey: k[1]})
	}
	Plant(c)
	return c
}

// TestPlantHoldsEveryElementOnce plants random keys: cycles, duplicates and
// missing parents among them.
func TestPlantHoldsEveryElementOnce(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 2000 {
		n := r.IntN(30)
		keys := make([][2]int32, n)
		for i := range keys {
			keys[i] = [2]int32{int32(r.IntN(n+2)) - 1, int32(r.IntN(n+3)) - 1}
		}
		c := capture(keys)
		tree := &c.Tree
		if len(tree.Order) != n {
			t.Fatalf("%v: %d of %d elements are in the tree", keys, len(tree.Order), n)
		}
		for at, id := range tree.Order {
			if tree.Pos[id] != int32(at) {
				t.Fatalf("%v: element %d is at %d, not %d", keys, id, at, tree.Pos[id])
			}
			depth := int32(0)
			tree.Ancestors(id, func(up ID) bool {
				depth++
				if !tree.Within(id, up) {
					t.Fatalf("%v: element %d is not within its ancestor %d", keys, id, up)
				}
				return depth < 100
			})
			if depth != tree.Depth[id] {
				t.Fatalf("%v: element %d has depth %d, not %d", keys, id, tree.Depth[id], depth)
			}
			size := int32(1)
			tree.Children(id, func(child ID) bool {
				if tree.Parent[child] != id {
					t.Fatalf("%v: %d is no child of %d", keys, child, id)
				}
				size += tree.Size[child]
				return true
			})
			if size != tree.Size[id] {
				t.Fatalf("%v: element %d has size %d, its children make %d", keys, id, tree.Size[id], size)
			}
		}
	}
}

// TestCycleIsCutAtItsFirstElement keeps what hangs on a cycle below it.
func TestCycleIsCutAtItsFirstElement(t *testing.T) {
	c := capture([][2]int32{{7, NoKey}, {1, 3}, {2, 1}, {3, 2}, {4, 3}})
	if c.Tree.Parent[1] != None || c.Tree.Parent[4] != 3 || c.Tree.Depth[4] != 3 {
		t.Errorf("parents %v, depths %v", c.Tree.Parent, c.Tree.Depth)
	}
	if len(c.Warnings) != 1 {
		t.Errorf("warnings %q", c.Warnings)
	}
}

// TestImpossibleFramesAreNotOnScreen lists the sentinels of toolkits.
func TestImpossibleFramesAreNotOnScreen(t *testing.T) {
	nan := 0.0
	nan /= nan
	for _, r := range []Rect{{X: -2147483648}, {Y: 2147483647}, {W: 1e308}, {H: nan}} {
		if r.OnScreen() {
			t.Errorf("%+v is no place on a screen", r)
		}
	}
	if !(Rect{X: -500, Y: 30000, W: 1, H: 0}).OnScreen() {
		t.Error("a scrolled-out element still has a place")
	}
}
