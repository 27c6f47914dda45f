package tui

import (
	"slices"
	"testing"

	"obscope/model"
	"obscope/tui/pane"
)

func names(r *pane.Rows, c *model.Capture) []string {
	var list []string
	for row := range r.Len() {
		list = append(list, c.Element(r.Id(row)).Name)
	}
	return list
}

func files() (*model.Capture, *pane.Rows) {
	c := capture(window("w", group("a", button("a1"), button("a2")), group("b", button("b1"))))
	return c, pane.NewRows(&c.Tree)
}

func TestFoldingHidesTheSubtree(t *testing.T) {
	c, r := files()
	r.Fold(1, true)
	if got := names(r, c); !slices.Equal(got, []string{"w", "a", "b", "b1"}) {
		t.Errorf("%q", got)
	}
	if row, exact := r.Row(2); row != 1 || exact {
		t.Errorf("a1 is at %d, %v; its visible ancestor is row 1", row, exact)
	}
	r.Reveal(2)
	if row, exact := r.Row(2); row != 2 || !exact {
		t.Errorf("a1 is at %d, %v after it was revealed", row, exact)
	}
}

func TestUnfoldToDepth(t *testing.T) {
	c, r := files()
	r.UnfoldTo(2)
	if got := names(r, c); !slices.Equal(got, []string{"w", "a", "b"}) {
		t.Errorf("%q", got)
	}
	r.UnfoldTo(0)
	if r.Len() != 6 {
		t.Errorf("%d rows of 6", r.Len())
	}
}

func TestRootShowsOnlyTheSubtree(t *testing.T) {
	c, r := files()
	r.Root = 4
	r.Rebuild()
	if got := names(r, c); !slices.Equal(got, []string{"b", "b1"}) {
		t.Errorf("%q", got)
	}
	if row, _ := r.Row(2); row != -1 {
		t.Errorf("a1 is outside, not on row %d", row)
	}
	r.Reveal(2)
	if r.Root != model.None {
		t.Error("revealing an element outside the root leaves the root")
	}
}

func TestFilterKeepsAncestors(t *testing.T) {
	c, r := files()
	keep := make([]bool, len(c.Elements))
	keep[5] = true
	r.Filter(keep)
	if got := names(r, c); !slices.Equal(got, []string{"w", "b", "b1"}) {
		t.Errorf("%q", got)
	}
}

func TestSortByCostKeepsTheTree(t *testing.T) {
	c, r := files()
	r.SortBy([]int32{60, 10, 2, 8, 50, 50})
	if got := names(r, c); !slices.Equal(got, []string{"w", "b", "b1", "a", "a2", "a1"}) {
		t.Errorf("%q", got)
	}
	r.Fold(4, true)
	if row, exact := r.Row(5); row != 1 || exact {
		t.Errorf("b1 is at %d, %v in the folded b", row, exact)
	}
	r.SortBy(nil)
	if got := names(r, c); !slices.Equal(got, []string{"w", "a", "a1", "a2", "b"}) {
		t.Errorf("%q", got)
	}
}
