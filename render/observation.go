package render

import (
	"bytes"
	"cmp"
	"slices"
	"sync"
	"sync/atomic"

	"obscope/model"
)

// An Observation is a capture under options: what the agent reads, and what
// became of every element.
type Observation struct {
	Set      Settings
	Info     Info           // of the dialect that wrote it
	Entries  []Entry        // in the order of the text
	Verdicts []Verdict      // by element
	Funnel   []FunnelStep   // stage by stage
	Warnings model.Warnings // what the original would do differently, or fail on

	r            *Renderer
	plan         *Plan
	bound        Bound
	lineOnce     sync.Once
	lineStarts   []int32 // by entry, from 1
	survivorOnce sync.Once
	survivors    []model.ID // by element, see survivor
	rankOnce     sync.Once
	ranks        []int32 // by element, see rank
	ranked       int     // elements that have a rank

	total   int                        // tokens, -1 until they were counted; guarded by r.mu
	counts  atomic.Pointer[partCounts] // what it was counted by
	entries atomic.Pointer[entryCosts] // or what it was counted into
}

// Capture is the capture that was observed.
func (o *Observation) Capture() *model.Capture { return o.r.c }

// Renderer is what made the observation, with all that it has kept since.
func (o *Observation) Renderer() *Renderer { return o.r }

// AppendEntry appends entry i as it stands in the text, without the newline
// that joins it to the next.
func (o *Observation) AppendEntry(dst []byte, i int) []byte {
	return o.bound.AppendLine(dst, o.plan, i)
}

// Tail is what follows the last entry, such as a final newline.
func (o *Observation) Tail() string { return o.plan.Tail }

// Entry is AppendEntry into a new string.
func (o *Observation) Entry(i int) string { return string(o.AppendEntry(nil, i)) }

// Text is the observation: exactly what the agent reads.
func (o *Observation) Text() string { return string(o.AppendText(nil)) }

// AppendText appends Text to dst.
func (o *Observation) AppendText(dst []byte) []byte {
	for i := range o.Entries {
		if i > 0 {
			dst = append(dst, '\n')
		}
		dst = o.AppendEntry(dst, i)
	}
	return append(dst, o.plan.Tail...)
}

// Kept reports how many elements are in the text.
func (o *Observation) Kept() int {
	n := 0
	for _, v := range o.Verdicts {
		if v.In() {
			n++
		}
	}
	return n
}

// KeptInOrder is the elements that are in the text, each once, in its order. Of
// those that share a line, the one that comes first in the tree is first.
func (o *Observation) KeptInOrder() []model.ID {
	place := make([]int32, len(o.Verdicts)) // within its line
	for i, id := range o.plan.Listed {
		place[id] = int32(i)
	}
	kept := make([]model.ID, 0, len(o.Entries))
	for _, id := range o.r.c.Tree.Order {
		if o.Verdicts[id].In() {
			kept = append(kept, id)
		}
	}
	slices.SortStableFunc(kept, func(a, b model.ID) int {
		return cmp.Or(cmp.Compare(o.Verdicts[a].Line, o.Verdicts[b].Line), cmp.Compare(place[a], place[b]))
	})
	return kept
}

// Lines is how many lines the text has, as an editor numbers them: a newline
// within a name begins one, the newline that ends the text does not.
func (o *Observation) Lines() int {
	n := len(o.Entries)
	if n == 0 {
		return 0
	}
	return o.LineOf(n-1) + bytes.Count(o.AppendEntry(nil, n-1), newline)
}

// StageName is the name of a stage in this observation's dialect.
func (o *Observation) StageName(s Stage) string {
	if s < OwnStages {
		return stageNames[s]
	}
	if i := int(s - OwnStages); i < len(o.Info.Stages) {
		return o.Info.Stages[i]
	}
	return "left out"
}

// listed is the elements in the order of the text, as max_elements counts them.
func (o *Observation) listed() []model.ID {
	if o.plan.Listed != nil {
		return o.plan.Listed
	}
	var order []model.ID
	for _, e := range o.Entries {
		if e.ID != model.None {
			order = append(order, e.ID)
		}
	}
	return order
}

// Beyond reports how many elements the cap left out.
func (o *Observation) Beyond() int {
	for _, step := range o.Funnel {
		if step.Stage == AtCap {
			return step.Removed
		}
	}
	return 0
}

// cap drops the entries beyond max_elements of a dialect that has no cap of
// its own.
func (o *Observation) cap() {
	if o.Set.MaxElements == NoCap {
		return
	}
	kept := 0
	for i, e := range o.Entries {
		if e.ID == model.None {
			continue
		}
		if kept == o.Set.MaxElements {
			// A line may hold several elements, so the verdicts tell who is on it.
			for id, v := range o.Verdicts {
				if v.Line >= int32(i) {
					o.Verdicts[id] = Verdict{-1, AtCap}
				}
			}
			o.Entries = o.Entries[:i]
			o.plan.Entries = o.Entries
			return
		}
		kept++
	}
}
