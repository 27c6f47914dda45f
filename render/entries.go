package render

import (
	"strconv"

	"obscope/model"
)

// EntryOf is the entry that writes an element; false if it is in none.
func (o *Observation) EntryOf(id model.ID) (int, bool) {
	v := o.Verdicts[id]
	if !v.In() || v.Line < 0 || int(v.Line) >= len(o.Entries) {
		return 0, false
	}
	return int(v.Line), true
}

// QuickWhy is Why without what takes long: the rank of an element beyond the
// cap, for which the text is made anew without one.
func (o *Observation) QuickWhy(id model.ID) Why {
	v := o.Verdicts[id]
	if v.Stage != AtCap {
		return o.Why(id)
	}
	return Why{ID: id, Stage: v.Stage, Name: o.StageName(v.Stage), Fact: "beyond max_elements " + Limit(o.Set.MaxElements)}
}

// Out says where an element went out. The stages of further dialects are named
// by what is wrong with it.
func (w Why) Out() string {
	if w.Stage >= OwnStages {
		return "out: " + w.Name
	}
	return "out at " + w.Name
}

// Limit spells a limit.
func Limit(n int) string {
	if n == NoCap {
		return "none"
	}
	return strconv.Itoa(n)
}
