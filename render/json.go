package render

import (
	"strconv"

	"obscope/internal/text/jsontext"
	"obscope/internal/text/jsvalue"
	"obscope/model"
)

// jsonDialect writes the selection of outline as JSON, one compact object per
// line with Maka's key names: the baseline of what a text saves.
type jsonDialect struct{}

func (jsonDialect) Info() Info {
	return Info{Name: "json", About: "the same selection as outline, one compact JSON object per line", Hidden: true}
}

func (d jsonDialect) Bind(c *model.Capture) (Bound, error) { return d.bindFacts(&facts{c: c}) }

func (jsonDialect) bindFacts(f *facts) (Bound, error) { return &jsonLines{newOutline(f)}, nil }

type jsonLines struct{ *outline }

func (j *jsonLines) AppendLine(dst []byte, p *Plan, i int) []byte {
	e := p.Entries[i]
	switch {
	case e.ID != model.None:
		return appendElementJSON(dst, j.c.Element(e.ID), p.Set.Geometry, p.Set.ValueCap, j.parentRef(e.ID))
	case e.Aux == auxHeader:
		return j.appendEnvelope(dst, p)
	}
	dst = append(dst, `{"note":`...)
	dst = jsontext.AppendQuote(dst, string(j.outline.AppendLine(nil, p, i)))
	return append(dst, '}')
}

func (j *jsonLines) parentRef(id model.ID) string {
	if p := j.parent(id); p != model.None {
		return j.c.Elements[p].Ref
	}
	return ""
}

func (j *jsonLines) appendEnvelope(dst []byte, p *Plan) []byte {
	h := &j.c.Header
	dst = append(dst, '{')
	field := func(name string, v jsontext.Value) {
		if v.Kind == jsontext.Missing {
			return
		}
		dst = append(append(append(dst, '"'), name...), `":`...)
		dst = append(jsvalue.AppendJSON(dst, v), ',')
	}
	field("observationId", h.ObservationID)
	if h.App.Kind != jsontext.Missing || j.c.App == "" {
		field("appId", h.App)
	} else {
		field("appId", jsontext.Value{Kind: jsontext.String, Text: j.c.App})
	}
	field("pid", h.PID)
	field("windowId", h.WindowID)
	if j.c.Window != "" {
		field("windowTitle", jsontext.Value{Kind: jsontext.String, Text: j.c.Window})
	}
	dst = append(dst, `"elements":`...)
	dst = strconv.AppendInt(dst, int64(p.State.(*outlineState).elements), 10)
	return append(dst, '}')
}

// appendElementJSON writes one element with Maka's key names.
func appendElementJSON(dst []byte, e *model.Element, geometry bool, valueCap int, parent string) []byte {
	dst = append(dst, `{"elementId":`...)
	dst = jsontext.AppendQuote(dst, e.Ref)
	dst = append(dst, `,"role":`...)
	dst = jsontext.AppendQuote(dst, e.Role)
	text := func(name, value string, has bool) {
		if has {
			dst = append(append(append(dst, `,"`...), name...), `":`...)
			dst = jsontext.AppendQuote(dst, value)
		}
	}
	text("subrole", e.Subrole, e.Has(model.HasSubrole))
	text("label", e.Name, e.Has(model.HasName))
	text("value", truncate(e.Value, valueCap), e.Has(model.HasValue))
	text("placeholder", truncate(e.Placeholder, valueCap), e.Has(model.HasPlaceholder))
	flag := func(name string, s model.State) {
		if t := e.States.Is(s); t == model.Yes || t == model.No {
			dst = append(append(append(dst, `,"`...), name...), `":`...)
			dst = strconv.AppendBool(dst, t == model.Yes)
		}
	}
	flag("enabled", model.Enabled)
	flag("focused", model.Focused)
	flag("selected", model.Selected)
	if len(e.Actions) > 0 {
		for i, a := range e.Actions {
			if i == 0 {
				dst = append(dst, `,"actions":[`...)
			} else {
				dst = append(dst, ',')
			}
			dst = jsontext.AppendQuote(dst, a)
		}
		dst = append(dst, ']')
	}
	text("parentElementId", parent, parent != "")
	if geometry && e.Has(model.HasFrame) {
		f := e.Frame
		dst = append(dst, `,"frame":{"x":`...)
		dst = append(dst, jsonFloat(f.X)...)
		dst = append(append(dst, `,"y":`...), jsonFloat(f.Y)...)
		dst = append(append(dst, `,"width":`...), jsonFloat(f.W)...)
		dst = append(append(dst, `,"height":`...), jsonFloat(f.H)...)
		dst = append(dst, '}')
	}
	return append(dst, '}')
}

// jsonFloat is JSON.stringify of a double: null for what JSON cannot hold.
func jsonFloat(f float64) string {
	s := jsvalue.Float(f)
	switch s {
	case "NaN", "Infinity", "-Infinity":
		return "null"
	}
	return s
}
