package render

import (
	"strconv"

	"obscope/model"
)

func (b *indexed) AppendLine(dst []byte, p *Plan, i int) []byte {
	return b.appendLine(dst, p, i, plain)
}

// PythonText is the text of the indexed dialect as the string that it is in
// Python, in which a surrogate half is still one.
func (o *Observation) PythonText() string {
	b, ok := o.bound.(*indexed)
	if !ok {
		return o.Text()
	}
	var dst []byte
	for i := range o.Entries {
		if i > 0 {
			dst = append(dst, '\n')
		}
		dst = b.appendLine(dst, o.plan, i, func(s string) string { return s })
	}
	return string(append(dst, o.plan.Tail...))
}

// appendLine writes a line, what the capture says as text makes it.
func (b *indexed) appendLine(dst []byte, p *Plan, i int, text func(string) string) []byte {
	for at := indexRef; at < numIndexParts; at++ {
		if at == indexPlace && !p.Set.Geometry {
			continue
		}
		dst = b.appendPart(dst, p.Entries[i].ID, i, at, text)
	}
	return dst
}

// The parts of a line of the indexed list.
const (
	indexRef = iota
	indexRole
	indexName
	indexPlace
	numIndexParts
)

func (b *indexed) appendPart(dst []byte, id model.ID, index, part int, text func(string) string) []byte {
	e := &b.c.Elements[id]
	switch part {
	case indexRef:
		return append(strconv.AppendInt(append(dst, '['), int64(index), 10), ']')
	case indexRole:
		return append(append(dst, ' '), text(b.role(e))...)
	case indexName:
		name := e.Name
		if b.own {
			name = pyName(e)
		}
		return append(append(append(dst, ` "`...), text(name)...), '"')
	}
	if !b.boxes[id].placed {
		return dst
	}
	if box, huge := b.huge[id]; huge {
		return append(append(append(append(append(dst, ` @(`...), box.cx.String()...), ','), box.cy.String()...), ')')
	}
	dst = strconv.AppendInt(append(dst, ` @(`...), b.boxes[id].cx, 10)
	dst = strconv.AppendInt(append(dst, ','), b.boxes[id].cy, 10)
	return append(dst, ')')
}

// role is what stands for the role: AutoControl prints it as captured; of
// other tools' captures the kind is printed, which such an agent knows.
func (b *indexed) role(e *model.Element) string {
	switch {
	case b.own:
		return pyRoleShown(e)
	case e.Kind == model.KindUnknown:
		return e.Role
	}
	return e.Kind.String()
}

// ShownRole is the role that the indexed dialect prints for an element: of
// AutoControl's captures the captured one, of others the kind.
func (o *Observation) ShownRole(id model.ID) string {
	e := o.r.c.Element(id)
	return (&indexed{own: isAutoControl(o.r.c)}).role(e)
}

// Fault is the exception that AutoControl would raise for this observation, or
// nil. The observation is written all the same.
func (o *Observation) Fault() error {
	err, _ := o.plan.State.(error)
	return err
}

// Center is where an agent clicks on an element, in AutoControl's integers;
// false if the element has no place.
func (o *Observation) Center(id model.ID) (x, y int64, ok bool) {
	e := o.r.c.Element(id)
	if b, is := o.bound.(*indexed); is {
		return b.boxes[id].cx, b.boxes[id].cy, b.boxes[id].placed
	}
	if !e.Has(model.HasFrame) || !e.Frame.OnScreen() {
		return 0, 0, false
	}
	cx, cy := e.Frame.Center()
	return int64(cx), int64(cy), true
}
