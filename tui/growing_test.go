package tui

import (
	"context"
	"errors"
	"slices"
	"testing"

	"obscope/model"
)

// growing opens the first steps of a recording while the others come one by one.
// between is called before each growth.
func growing(t *testing.T, rec *model.Recording, first int, end Growth, between func(in *inspector, told int)) *inspector {
	t.Helper()
	var in *inspector
	told := first
	stopped := false
	g := &Growing{Stop: func() { stopped = true }}
	g.Next = func() Growth {
		if in != nil {
			between(in, told)
		}
		if told == len(rec.Captures) || stopped {
			return end
		}
		told++
		return Growth{Steps: rec.Captures[told-1 : told], Read: int64(told) * 10_000_000, Size: 90_000_000}
	}
	start := &model.Recording{Captures: slices.Clone(rec.Captures[:first]), Session: &model.Session{}}
	in = inspect(t, Config{Recording: start, Step: first}, 160, 40)
	in.growing = g
	in.run(in.grow())
	return in
}

func TestALogIsShownWhileItIsRead(t *testing.T) {
	rec := sample(t, lostButton)
	in := growing(t, rec, 2, Growth{Whole: rec, Read: 90_000_000, Size: 90_000_000}, func(in *inspector, told int) {
		if told > 2 && told < 9 {
			in.see("step 2/").see("of 90 MB · esc stops")
		}
	})
	in.see("step 8/9").notSee("esc stops") // the last with a tree, since nobody looked around
	in.press("T").see("Order two blue mugs")
}

func TestWhoLooksAroundKeepsThePlaceWhileALogIsRead(t *testing.T) {
	rec := sample(t, lostButton)
	in := growing(t, rec, 2, Growth{Whole: rec}, func(in *inspector, told int) {
		if told == 6 {
			in.press("j", ".", "T").see("step 4/6")
		}
	})
	in.see("step 4/9").see("9 steps · 5 with a tree")
}

func TestReadingALogCanBeStopped(t *testing.T) {
	rec := sample(t, lostButton)
	part := &model.Recording{Captures: rec.Captures[:6], Session: rec.Session}
	in := growing(t, rec, 2, Growth{Whole: part}, func(in *inspector, told int) {
		if told == 6 {
			in.press("esc").see("reading stopped after 60 of 90 MB")
		}
	})
	in.see("step 2/6")
	in = growing(t, rec, 2, Growth{Err: errors.New("run.jsonl: it is larger than allowed")}, func(*inspector, int) {})
	in.see("not read to the end").see("step 2/9")
}

// TestAGrownLogKeepsThePlace reads a log again that has more steps by now.
func TestAGrownLogKeepsThePlace(t *testing.T) {
	before, after := sample(t, lostButton), sample(t, lostButton)
	after.Captures[8].Uses = nil
	before.Captures = before.Captures[:7]
	before.Captures[5].Uses = nil // the call that names it comes with the next lines
	read := func(context.Context) (*model.Recording, error) { return after, nil }
	in := inspect(t, Config{Recording: before, Step: 4, Reload: read}, 160, 40)
	in.press("G")
	shown, obs := in.shot(), in.obs
	in.send(reloadMsg{})
	in.see("step 4/9")
	if in.shot() != shown || in.obs != obs || in.selected() != "button Place order" {
		t.Errorf("the step was read anew; selected is %q", in.selected())
	}

	// Who is at the end goes along with it.
	before.Captures = before.Captures[:6]
	after = sample(t, lostButton)
	in = inspect(t, Config{Recording: before, Step: 6, Reload: read}, 160, 40)
	in.send(reloadMsg{})
	in.see("step 8/9")
}
