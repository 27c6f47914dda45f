package agents

import (
	"bytes"

	"obscope/model"
	"obscope/render"
)

// levels turns depths in a list of rows in pre-order into depths of lines, where
// some rows are left out and their children take their place.
type levels struct {
	below []int32 // by depth of a row: the depth of the lines below it
}

func newLevels() *levels { return &levels{} }

// at is the depth of a line for a row of that depth.
func (l *levels) at(depth int32) int32 {
	if depth <= 0 || len(l.below) == 0 {
		return 0
	}
	return l.below[min(int(depth), len(l.below))-1]
}

func (l *levels) set(depth, below int32) {
	for int32(len(l.below)) <= depth {
		l.below = append(l.below, below)
	}
	l.below = l.below[:depth+1]
	l.below[depth] = below
}

// write is the depth of the line of a row that is written.
func (l *levels) write(depth int32) int32 {
	at := l.at(depth)
	l.set(depth, at+1)
	return at
}

// pass notes a row that is left out.
func (l *levels) pass(depth int32) { l.set(depth, l.at(depth)) }

// dropOut gives the elements that the common options took out their verdicts,
// but for those that stand on a line with one that is kept.
func dropOut(p *render.Plan) {
	for id, stage := range p.Out {
		if stage != render.Kept && p.Verdicts[id].Line < 0 {
			p.Drop(model.ID(id), stage)
		}
	}
}

// dropMute drops an element at a stage for what says nothing; one that repeats
// its parent goes out there for that.
func dropMute(p *render.Plan, id model.ID, stage render.Stage) {
	if up := p.Capture.Tree.Parent[id]; p.Capture.Elements[id].Repeat && up != model.None && stage >= render.OwnStages {
		p.DropSaid(id, stage, up)
		return
	}
	p.Drop(id, stage)
}

// keepLines removes the lines of dst[start:] that are not kept, for originals that
// choose among the lines of a text.
func keepLines(dst []byte, start int, keep []bool) []byte {
	rest := append([]byte(nil), dst[start:]...)
	dst = dst[:start]
	for _, k := range keep {
		line, after, _ := bytes.Cut(rest, []byte{'\n'})
		rest = after
		if !k {
			continue
		}
		if len(dst) > start {
			dst = append(dst, '\n')
		}
		dst = append(dst, line...)
	}
	return dst
}

// mostLevels is how many levels of indentation a text may have, all lines
// together, and fewLevels how many a line has where there would be more: a tree
// of a million levels would be written with a terabyte of blanks. The originals,
// which recurse, fail long before.
const (
	mostLevels = 1 << 26
	fewLevels  = 24
)

const manyLevels = "the tree is so deep that the original fails; lines are indented by 24 levels at most"

// boundLevels limits the indentation of n rows, which is base and depth levels
// each, where the text would be nothing but indentation.
func boundLevels(p *render.Plan, n int, of func(i int) (base, depth *int32)) {
	sum := 0
	for i := range n {
		base, depth := of(i)
		sum += int(*base + *depth)
	}
	if sum <= mostLevels {
		return
	}
	p.Warnings.Add(model.OriginalFails, manyLevels)
	for i := range n {
		base, depth := of(i)
		*base = min(*base, fewLevels)
		*depth = min(*depth, fewLevels-*base)
	}
}

// boundDepths is boundLevels of entries.
func boundDepths(p *render.Plan) {
	none := int32(0)
	boundLevels(p, len(p.Entries), func(i int) (base, depth *int32) { return &none, &p.Entries[i].Depth })
}

// trimEnd takes white space off the end of dst, as far as from start.
func trimEnd(dst []byte, start int, space func(rune) bool) []byte {
	return dst[:start+len(bytes.TrimRightFunc(dst[start:], space))]
}
