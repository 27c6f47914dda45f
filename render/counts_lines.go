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
func solid(s string) bool {
	first, _ := utf8.DecodeRuneInString(s)
	last, _ := utf8.DecodeLastRuneInString(s)
	return s != "" && !unicode.IsSpace(first) && !unicode.IsSpace(last)
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
	part := func(e *model.Element, at piece) (text string, n int32) {
		b = appendPiece(b[:0], e, at, t.valueCap)
		text = string(b)
		return text, int32(tokens.Part(t.counter, text))
	}
	for i := from; i < to; i++ {
		e, row := &o.c.Elements[i], &t.rows[i]
		*row = countRow{}
		ref, ref0 := part(e, pieceRef)
		row.ref0, row.ref1 = ref0, int32(tokens.Part(t.counter, "\t"+ref))
		last, n := part(e, pieceRole)
		row.role = n
		safe := solid(ref) && len(last) > 1 && solid(last[1:])
		body := func(at piece) int32 {
			text, n := part(e, at)
			if text != "" {
				last = text
			}
			return n
		}
		row.name, row.value = body(pieceName), body(pieceValue)
		row.states = int16(body(pieceStates))
		row.actions = int16(min(int(body(pieceActions)), 1<<15-1))
		if row.actions == 1<<15-1 || !solidEnd(last) {
			safe = false
		}
		row.nlBody = newlineAdds(t.counter, last)
		if frame, n := part(e, pieceFrame); frame != "" {
			row.frame, row.nlFrame = n, newlineAdds(t.counter, frame)
			row.flags |= hasFramePart
		}
		if safe {
			row.flags |= partsSafe | startSafe1
			if ref[0] != '/' {
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

func solidEnd(s string) bool {
	last, _ := utf8.DecodeLastRuneInString(s)
	return !unicode.IsSpace(last)
}

// newlineAdds is what a newline after the text adds to its count.
func newlineAdds(c tokens.Counter, text string) int8 {
	return int8(tokens.Part(c, text+"\n") - tokens.Part(c, text))
}

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
		buf = b.appendPart(buf[:0], id, 0, indexRole)
		role := string(buf)
		row.role = int32(tokens.Part(t.counter, role))
		buf = b.appendPart(buf[:0], id, 0, indexName)
		name := string(buf)
		row.name = int32(tokens.Part(t.counter, name))
		row.nlBody = newlineAdds(t.counter, name)
		if buf = b.appendPart(buf[:0], id, 0, indexPlace); len(buf) > 0 {
			place := string(buf)
			row.frame, row.nlFrame = int32(tokens.Part(t.counter, place)), newlineAdds(t.counter, place)
			row.flags |= hasFramePart
		}
		if len(role) > 1 && solid(role[1:]) {
			row.flags |= partsSafe
		}
	}
}

func (b *indexed) indexCost(t *partCounts, i int) int {
	if i < len(t.indexes) {
		return t.indexes[i]
	}
	return tokens.Part(t.counter, string(b.appendPart(nil, 0, i, indexRef)))
}

func (b *indexed) cost(t *partCounts, p *Plan, i int, newline bool) (int, bool) {
	row := &t.rows[p.Entries[i].ID]
	if row.flags&partsSafe == 0 {
		return 0, false
	}
	sum := b.indexCost(t, i) + int(row.role+row.name)
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
	ref := b.indexCost(t, i)
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
	for i := from; i < to; i++ {
		e, row := &j.c.Elements[i], &t.rows[i]
		*row = countRow{flags: partsSafe}
		parent := j.parentRef(model.ID(i))
		buf = append(appendElementJSON(buf[:0], e, true, t.valueCap, parent), '\n')
		row.frame = int32(tokens.Part(t.counter, string(buf)))
		row.nlFrame = newlineAdds(t.counter, string(buf[:len(buf)-1]))
		if e.Has(model.HasFrame) {
			buf = append(appendElementJSON(buf[:0], e, false, t.valueCap, parent), '\n')
			row.name = int32(tokens.Part(t.counter, string(buf)))
			row.nlBody = newlineAdds(t.counter, string(buf[:len(buf)-1]))
		} else {
			row.name, row.nlBody = row.frame, row.nlFrame
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
