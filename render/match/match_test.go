package match

import (
	"testing"

	"obscope/model"
)

// page is a window with elements below it, each with a role, a name and the
// left edge of its box.
func page(list ...model.Element) *model.Capture {
	c := &model.Capture{Elements: append([]model.Element{{Role: "window", Name: "Shop"}}, list...)}
	for i := range c.Elements {
		c.Elements[i].ParentKey = -1
	}
	parents := make([]model.ID, len(c.Elements))
	parents[0] = model.None
	model.Link(c, parents)
	return c
}

func at(x float64, role, name string) model.Element {
	return model.Element{Role: role, Name: name, Frame: model.Rect{X: x, W: 50, H: 20}, Given: model.HasFrame}
}

func TestSameNeedsRoleAndName(t *testing.T) {
	earlier := page(at(0, "button", "Save"), at(100, "button", "Pay 5"), at(200, "link", "Help"))
	later := page(at(300, "link", "Help"), at(0, "button", "Save"), at(101, "button", "Pay 6"))
	pairs := Between(earlier, later)
	for _, c := range []struct{ from, to, same model.ID }{{1, 2, 2}, {2, 3, model.None}, {3, 1, 1}} {
		if pairs.To[c.from] != c.to || pairs.Same(c.from) != c.same {
			t.Errorf("element %d is paired with %d and the same as %d, want %d and %d", c.from, pairs.To[c.from], pairs.Same(c.from), c.to, c.same)
		}
	}
}

func TestNearestIsTheRoleNearby(t *testing.T) {
	earlier := page(at(0, "button", "Save"), at(500, "button", "Delete"))
	later := page(at(0, "group", "New"), at(700, "button", "Print"), at(2000, "button", "Quit"))
	model.Link(later, []model.ID{model.None, 0, 1, 1}) // elsewhere in the tree, so that nothing pairs them
	if got := Between(earlier, later).Nearest(2); got != 2 {
		t.Errorf("nearest to a button that is gone is element %d, want the button beside its place", got)
	}
	bare := page()
	if got := Between(earlier, bare).Nearest(2); got != 0 {
		t.Errorf("nearest in a page without buttons is element %d, want the window that held it", got)
	}
}
