package render

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"obscope/model"
	"obscope/render/tokens"
)

// solid reports whether a raw part may be cut off before it (where a blank
// follows) and after it: it is there and has no white space at its ends.
func solid(s []byte) bool {
	first, _ := utf8.DecodeRune(s)
	last, _ := utf8.DecodeLastRune(s)
	return len(s) > 0 && !unicode.IsSpace(first) && !unicode.IsSpace(last)
}

// tabsPart is the count of n tabs before something that is not white space:
// all but the last are a piece, the last belongs to what follows.
func (t *partCounts) tabsPart(n int32) int {
	if int(n) < len(t.tabs) {
		return t.tabs[n]
	}
	return tokens.Part(t.counter, strings.Repeat("\t", int(n)))
}

func (o *outline) count(t *partCounts, from, to int) {
	var b []byte
	for i := from; i < to; i++ {
		e, row := &o.c.Elements[i], &t.rows[i]
		*row = countRow{}
		b = appendPiece(append(b[:0], '\t'), e, pieceRef, t.valueCap)
		ref := b[1:]
		row.ref0, row.ref1 = t.part(ref), t.part(b)
		safe, rooted := solid(ref), len(ref) > 0 && ref[0] != '/'
		// The parts of the body follow each other in b; the last of them is
		// the one that a newline can join.
		b = appendPiece(b[:0], e, pieceRole, t.valueCap)
		safe = safe && len(b) > 1 && solid(b[1:])
		row.role = t.part(b)
		last := b
		body := func(at piece) int32 {
			start := len(b)
			if b = appendPiece(b, e, at, t.valueCap); len(b) == start {
				return 0
			}
			last = b[start:]
			return t.part(last)
		}
		row.name, row.value = body(pieceName), body(pieceValue)
		row.states = int16(body(pieceStates))
		row.actions = int16(min(int(body(pieceActions)), 1<<15-1))
		if row.actions == 1<<15-1 || !solidEnd(last) {
			safe = false
		}
		row.nlBody = t.newlineAdds(last)
		if b = appendPiece(b[:0], e, pieceFrame, t.valueCap); len(b) > 0 {
			row.frame, row.nlFrame = t.part(b), t.newlineAdds(b)
			row.flags |= hasFramePart
		}
		if safe {
			row.flags |= partsSafe | startSafe1
			if rooted {
				row.flags |= startSafe0
			}
		}
	}
}

// tail is what the end of a line adds: the place, where geometry is written,
// and the newline.
func (row *countRow) tail(geometry, newline bool) int {
	sum, nl := 0, row.nlBody
	if geometry && row.flags&hasFramePart != 0 {
		sum, nl = int(row.frame), row.nlFrame
	}
	if newline {
		sum += int(nl)
	}
	return sum
}

func solidEnd(s []byte) bool {
	last, _ := utf8.DecodeLastRune(s)
	return !unicode.IsSpace(last)
}

// part is the count of a part.
func (t *partCounts) part(text []byte) int32 { return int32(tokens.PartBytes(t.counter, text)) }

// newlineAdds is what a newline after a part adds to its count.
func (t *partCounts) newlineAdds(text []byte) int8 { return int8(tokens.Newline(t.counter, text)) }

func (o *outline) cost(t *partCounts, p *Plan, i int, newline bool) (int, bool) {
	e := p.Entries[i]
	if e.ID == model.None || e.Aux != auxElement {
		return 0, false
	}
	row := &t.rows[e.ID]
	if row.flags&partsSafe == 0 {
		return 0, false
	}
	sum := int(row.role + row.name + row.value + int32(row.states) + int32(row.actions))
	if e.Depth == 0 {
		sum += int(row.ref0)
	} else {
		sum += int(row.ref1) + t.tabsPart(e.Depth-1)
	}
	return sum + row.tail(p.Set.Geometry, newline), true
}

func (o *outline) startSafe(t *partCounts, p *Plan, i int) bool {
	e := p.Entries[i]
	if e.ID != model.None && e.Aux == auxElement {
		flag := startSafe1
		if e.Depth == 0 {
			flag = startSafe0
		}
		if t.rows[e.ID].flags&flag != 0 {
			return true
		}
	}
	return tokens.SafeLineStart(string(o.AppendLine(nil, p, i)))
}

func (o *outline) split(t *partCounts, p *Plan, i int, newline bool, to *[numParts]int) {
	e := p.Entries[i]
	total, ok := o.cost(t, p, i, newline)
	if !ok {
		at := PartLine
		if e.ID == model.None {
			at = PartHeader
		}
		to[at] += tokens.Part(t.counter, string(o.AppendLine(nil, p, i))+"\n")
		return
	}
	row := &t.rows[e.ID]
	to[PartRef] += int(row.ref0)
	to[PartRole] += int(row.role)
	to[PartName] += int(row.name)
	to[PartValue] += int(row.value)
	to[PartStates] += int(row.states)
	to[PartActions] += int(row.actions)
	rest := total - int(row.ref0+row.role+row.name+row.value) - int(row.states) - int(row.actions)
	if p.Set.Geometry && row.flags&hasFramePart != 0 {
		to[PartGeometry] += int(row.frame)
		rest -= int(row.frame)
	}
	// What is left are the tabs and the newline, in so far as it is not part of
	// another token.
	to[PartIndent] += rest
}

func (b *indexed) count(t *partCounts, from, to int) {
	var buf []byte
	for i := from; i < to; i++ {
		id, row := model.ID(i), &t.rows[i]
		*row = countRow{}
		buf = b.appendPart(buf[:0], id, 0, indexRole, plain)
		row.role = t.part(buf)
		if len(buf) > 1 && solid(buf[1:]) {
			row.flags |= partsSafe
		}
		buf = b.appendPart(buf[:0], id, 0, indexName, plain)
		row.name, row.nlBody = t.part(buf), t.newlineAdds(buf)
		if buf = b.appendPart(buf[:0], id, 0, indexPlace, plain); len(buf) > 0 {
			row.frame, row.nlFrame = t.part(buf), t.newlineAdds(buf)
			row.flags |= hasFramePart
		}
	}
}

// indexCost is the count of [i]: brackets and digits are pieces of their own,
// and every number of up to three digits is a token, so it depends on how many
// digits there are.
func (t *partCounts) indexCost(i int) int {
	digits := 1
	for n := i; n >= 10; n /= 10 {
		digits++
	}
	return t.indexes[digits]
}

// countIndexes counts an index of every length in brackets.
func countIndexes(counter tokens.Counter) (counts [maxDigits + 1]int) {
	for digits := range counts {
		counts[digits] = tokens.Part(counter, "["+strings.Repeat("1", digits)+"]")
	}
	return counts
}

func (b *indexed) cost(t *partCounts, p *Plan, i int, newline bool) (int, bool) {
	row := &t.rows[p.Entries[i].ID]
	if row.flags&partsSafe == 0 {
		return 0, false
	}
	sum := t.indexCost(i) + int(row.role+row.name)
	return sum + row.tail(p.Set.Geometry, newline), true
}

// startSafe holds always: every line starts with a bracket.
func (b *indexed) startSafe(*partCounts, *Plan, int) bool { return true }

func (b *indexed) split(t *partCounts, p *Plan, i int, newline bool, to *[numParts]int) {
	total, ok := b.cost(t, p, i, newline)
	if !ok {
		to[PartLine] += tokens.Part(t.counter, string(b.AppendLine(nil, p, i))+"\n")
		return
	}
	row := &t.rows[p.Entries[i].ID]
	ref := t.indexCost(i)
	to[PartRef] += ref
	to[PartRole] += int(row.role)
	to[PartName] += int(row.name)
	rest := total - ref - int(row.role+row.name)
	if p.Set.Geometry && row.flags&hasFramePart != 0 {
		to[PartGeometry] += int(row.frame)
		rest -= int(row.frame)
	}
	to[PartIndent] += rest
}

func (j *jsonLines) count(t *partCounts, from, to int) {
	var buf []byte
	line := func(e *model.Element, geometry bool, parent string) (n int32, newline int8) {
		buf = appendElementJSON(buf[:0], e, geometry, t.valueCap, parent)
		newline = t.newlineAdds(buf)
		return t.part(buf) + int32(newline), newline
	}
	for i := from; i < to; i++ {
		e, row := &j.c.Elements[i], &t.rows[i]
		*row = countRow{flags: partsSafe}
		parent := j.parentRef(model.ID(i))
		row.frame, row.nlFrame = line(e, true, parent)
		row.name, row.nlBody = row.frame, row.nlFrame
		if e.Has(model.HasFrame) {
			row.name, row.nlBody = line(e, false, parent)
		}
	}
}

func (j *jsonLines) cost(t *partCounts, p *Plan, i int, newline bool) (int, bool) {
	id := p.Entries[i].ID
	if id == model.None {
		return 0, false
	}
	row := &t.rows[id]
	sum, nl := row.frame, row.nlFrame
	if !p.Set.Geometry {
		sum, nl = row.name, row.nlBody
	}
	if !newline {
		sum -= int32(nl)
	}
	return int(sum), true
}

// startSafe holds always: every line starts with a brace.
func (j *jsonLines) startSafe(*partCounts, *Plan, int) bool { return true }

func (j *jsonLines) split(t *partCounts, p *Plan, i int, newline bool, to *[numParts]int) {
	at := PartLine
	if p.Entries[i].ID == model.None {
		at = PartHeader
	}
	cost, ok := j.cost(t, p, i, newline)
	if !ok {
		cost = tokens.Part(t.counter, string(j.AppendLine(nil, p, i))+"\n")
	}
	to[at] += cost
}
