package loaders

import (
	"obscope/internal/text/jsontext"
	"obscope/internal/text/jsvalue"
	"obscope/internal/text/words"
	"obscope/loaders/domsnap"
	"obscope/model"
)

var makaFormat = Format{
	Name: "maka", About: "Maka: CuObservation JSON",
	Recognised: "JSON with observationId (or observation_id) and elements",
	Sniff:      sniffMaka,
	Load:       loadMaka,
}

func sniffMaka(p *Peek) Score {
	for _, id := range []string{"observationId", "observation_id"} {
		if p.Has(id, "elements") || p.ItemHas(id, "elements") {
			return Sure
		}
		if p.Has(id) || p.ItemHas(id) {
			return Maybe
		}
	}
	if p.Has("elements", "appId") || p.Has("elements", "windowId") {
		return Likely
	}
	return No
}

func loadMaka(s *Source) (*model.Recording, error) {
	r := jsontext.NewReader(s.Text)
	rec := &model.Recording{}
	if r.Peek() == jsontext.Array {
		for r.Array(); r.NextItem(); {
			rec.Captures = append(rec.Captures, readMaka(r))
		}
	} else {
		rec.Captures = append(rec.Captures, readMaka(r))
	}
	r.End()
	if err := r.Err(); err != nil {
		return nil, err
	}
	return rec, nil
}

// readMaka reads one observation.
func readMaka(r *jsontext.Reader) *model.Capture {
	c := &model.Capture{Format: "maka", Unit: "screen points", AX: true}
	l := &makaReader{r: r, c: c}
	var own []byte
	for r.Object(); r.NextName(); {
		name := r.Name()
		if name == "elements" && r.Peek() == jsontext.Array {
			l.elements()
			continue
		}
		v := r.Value()
		own = appendRawMember(own, name, v.Raw)
		l.envelope(name, v)
	}
	c.Raw = string(own)
	if r.Err() != nil {
		return c
	}
	l.settle()
	model.Plant(c)
	return c
}

type makaReader struct {
	r     *jsontext.Reader
	c     *model.Capture
	keys  *keys
	list  jsontext.Kind  // of elements
	nulls int            // among them
	alias jsontext.Value // observation_id, which Maka does not read
	query jsontext.Value
}

// settle tells what follows from the members of the envelope, of which the
// last of a duplicate counts.
func (l *makaReader) settle() {
	c := l.c
	if c.Header.ObservationID.Kind == jsontext.Missing {
		c.Header.ObservationID = l.alias
	}
	if c.HasQuery && l.query.Kind != jsontext.String {
		c.Warnings.Add(model.OriginalFails, "the query is not a text; Maka would fail on this observation")
	}
	switch {
	case l.list == jsontext.Missing:
		c.Warnings.Add(model.OriginalFails, "there is no list of elements; Maka would fail on this observation")
	case l.list != jsontext.Array:
		c.Warnings.Add(model.OriginalFails, "elements is not a list; Maka would fail on this observation")
	case l.nulls > 0:
		c.Warnings.Add(model.OriginalFails, words.Count(l.nulls, "item", "items")+" of the list of elements are null; Maka would fail on this observation")
	}
}

func (l *makaReader) envelope(name string, v jsontext.Value) {
	c, h := l.c, &l.c.Header
	switch name {
	case "observationId":
		h.ObservationID = v
	case "observation_id":
		l.alias = v
	case "appId":
		h.App = v
		c.App = textOf(v)
	case "pid":
		h.PID = v
	case "windowId":
		h.WindowID = v
	case "windowTitle":
		h.WindowTitle = v
		c.Window = textOf(v)
	case "windowBounds":
		c.Bounds, _ = looseRect(v)
	case "truncated":
		c.Truncated = v.IsTrue()
	case "query":
		c.Query, c.HasQuery = textOf(v), jsvalue.Truthy(v)
		if c.HasQuery && v.Kind != jsontext.String {
			c.Query = jsvalue.String(v)
		}
		l.query = v
	case "menu":
		h.Menu = v
	case "difference":
		h.Difference = v
	case "renderDifference":
		h.RenderDifference = v.IsTrue()
	case "elements":
		l.list, c.Elements, l.nulls = v.Kind, nil, 0
	}
}

func (l *makaReader) elements() {
	l.list, l.nulls = jsontext.Array, 0
	// Of a duplicate member the last one counts.
	n := l.r.Count(`"elementId"`)
	l.c.Elements = make([]model.Element, 0, n)
	if l.keys == nil {
		l.keys = newKeys(n)
	}
	for l.r.Array(); l.r.NextItem(); {
		l.c.Elements = append(l.c.Elements, model.Element{Key: model.NoKey, ParentKey: model.NoKey})
		e := &l.c.Elements[len(l.c.Elements)-1]
		if l.r.Peek() == jsontext.Object {
			l.element(e)
			continue
		}
		if l.r.Peek() == jsontext.Null {
			l.nulls++
		}
		e.Irregular = true
		e.Raw = `"#":` + l.r.Skip()
		e.Key = l.keys.of("undefined")
	}
}

func (l *makaReader) element(e *model.Element) {
	l.r.Object()
	l.members(e)
	if e.Given&(model.HasRef|model.HasRole) != model.HasRef|model.HasRole {
		e.Irregular = true
	}
	if e.Key == model.NoKey {
		e.Key = l.keys.of("undefined")
	}
	settleMakaKind(e)
}

// members reads the members of an element.
func (l *makaReader) members(e *model.Element) {
	r := l.r
	start := r.Offset()
	end := start
	for r.NextName() {
		name := r.Name()
		if r.Peek() == jsontext.String {
			l.text(e, name, r.String())
		} else if name == "frame" && r.Peek() == jsontext.Object {
			l.frame(e)
		} else {
			l.value(e, name, r.Value())
		}
		end = r.Offset()
	}
	e.Raw = r.Text(start, end)
}

// settleMakaKind sets what follows from an element's role and subrole.
func settleMakaKind(e *model.Element) {
	e.Kind = kindOf(e.Role)
	if e.Subrole != "" && e.Kind == model.KindGeneric {
		if k := kindOf(e.Subrole); k != model.KindUnknown {
			e.Kind = k
		}
	}
	e.Secure = secureRole(e.Subrole) || secureRole(e.Role)
}

func (l *makaReader) text(e *model.Element, name, s string) {
	switch name {
	case "elementId":
		e.Ref, e.Given = s, e.Given|model.HasRef
		e.Key = l.keys.ofString(s)
	case "parentElementId":
		e.ParentKey = l.keys.ofString(s)
	case "role":
		e.Role, e.Given = s, e.Given|model.HasRole
	case "subrole":
		e.Subrole, e.Given = s, e.Given|model.HasSubrole
	case "label":
		e.Name, e.Given = s, e.Given|model.HasName
	case "value":
		e.Value, e.Given = s, e.Given|model.HasValue
	case "placeholder":
		e.Placeholder, e.Given = s, e.Given|model.HasPlaceholder
	case "actions", "frame":
		e.Irregular = e.Irregular || s != ""
	}
}

func (l *makaReader) value(e *model.Element, name string, v jsontext.Value) {
	switch name {
	case "elementId":
		e.Ref, e.Given, e.Irregular = jsvalue.String(v), e.Given|model.HasRef, true
		e.Key = l.keys.of(v.Kind.String() + " " + jsvalue.String(v))
	case "parentElementId":
		if v.Kind != jsontext.Null {
			e.ParentKey = l.keys.of(v.Kind.String() + " " + jsvalue.String(v))
		}
	case "role":
		e.Irregular = true
		e.Role = jsvalue.String(v)
	case "subrole", "label":
		if v.Kind != jsontext.Null {
			e.Irregular = true
		}
	case "value":
		e.Given |= model.HasValue
		e.Value, e.Irregular = jsvalue.String(v), true
	case "placeholder":
		e.Given |= model.HasPlaceholder
		e.Placeholder, e.Irregular = jsvalue.String(v), true
	case "enabled", "focused", "selected":
		if st, ok := model.ParseState(name); ok && v.Kind == jsontext.Bool {
			e.States.Set(st, model.TruthOf(v.Text == "true"))
		}
	case "actions":
		if v.Kind != jsontext.Array {
			e.Irregular = e.Irregular || v.Kind != jsontext.Null
			return
		}
		e.Given |= model.HasActions
		for _, a := range v.Items {
			e.Irregular = e.Irregular || a.Kind != jsontext.String
			e.Actions = append(e.Actions, textOf(a))
		}
	case "frame":
		e.Irregular = e.Irregular || jsvalue.Truthy(v)
	}
}

// frame reads a frame; a side that is not a finite number counts as 0, and
// what holds more than numbers is Irregular.
func (l *makaReader) frame(e *model.Element) {
	e.Given |= model.HasFrame
	for l.r.Object(); l.r.NextName(); {
		var side *float64
		switch l.r.Name() {
		case "x":
			side = &e.Frame.X
		case "y":
			side = &e.Frame.Y
		case "width":
			side = &e.Frame.W
		case "height":
			side = &e.Frame.H
		}
		switch {
		case side == nil:
			l.r.Skip()
		case l.r.Peek() == jsontext.Number:
			*side = domsnap.Finite(l.r.Number())
		default:
			l.r.Skip()
			*side = 0
		}
	}
}
