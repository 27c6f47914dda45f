package loaders

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"math"
	"strconv"
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/model"
)

// obscopeVersion is the version of the shape that Encode writes.
const obscopeVersion = 1

// Encode writes a recording as JSON that loses nothing and that Load reads
// again (format obscope): every field of the model, numbers exactly.
//
// The shape, version 1; a member is left out where the field is zero:
//
//	{"obscope": 1, "captures": [CAPTURE, …], "warnings": [string, …],
//	 "session": {agent, task: strings, definitions: [{name, text}, …]}}
//
//	CAPTURE  format, shape, source, unit, app, window, query, text: strings
//	         step: number   bounds, screen: RECT   ax, truncated, hasQuery: true
//	         header: {observationId, app, pid, windowId, windowTitle, menu,
//	                  difference: as captured; renderDifference: true,
//	                  stated: {elements, shown: numbers, menuDisabled: bool}}
//	         own: OWN   warnings: [string, …]
//	         fails: [position, …] of the warnings that say that the original fails
//	         uses: [{element: position or -1, ref, action}, …]
//	         call: {id, tool, args, time, who: strings, from, to, same: numbers, failed: true}
//	         parts: [{ref, from, to, host: position or -1, own: OWN}, …]
//	         dom: [{tag, type, clickable: true}, …], one for each element
//	         lines: [number, …], one for each element
//	         extras: {name: JSON as text}
//	         elements: [ELEMENT, …] in captured order
//	ELEMENT  key: number or null (left out: the element's position, from 0)
//	         parent: the key of the parent (left out: none is named)
//	         ref, role, subrole, name, value, placeholder, description: strings
//	         kind: a name   states: {name: true, false or "mixed"}
//	         actions: [string, …]   frame: RECT   odd, repeat,
//	         ignored, secure: true
//	         given: [field, …], only where it is not the members above
//	         own: OWN
//	RECT     [x, y, width, height]; "NaN", "Infinity" and "-Infinity" are strings
//	OWN      the captured members in order, as an object; {"#own": text} where
//	         JSON does not allow what was captured (NaN, a raw tab), as are the
//	         values of the header
func Encode(w io.Writer, rec *model.Recording) error {
	e := &encoder{w: bufio.NewWriterSize(w, 64<<10)}
	e.raw(`{"obscope":` + strconv.Itoa(obscopeVersion) + ",\n\"captures\":[")
	for i, c := range rec.Captures {
		if i > 0 {
			e.raw(",")
		}
		e.raw("\n")
		e.capture(c)
	}
	e.raw("\n]")
	e.more = true
	e.strings("warnings", rec.Warnings.Texts())
	e.session(rec.Session)
	e.raw("}\n")
	e.flush()
	if e.err != nil {
		return e.err
	}
	return e.w.Flush()
}

type encoder struct {
	w    *bufio.Writer
	buf  []byte
	more bool // the object that is being written has a member already
	err  error
}

func (e *encoder) raw(s string) { e.buf = append(e.buf, s...) }

func (e *encoder) flush() {
	if e.err == nil {
		_, e.err = e.w.Write(e.buf)
	}
	e.buf = e.buf[:0]
}

func (e *encoder) name(name string) {
	if e.more {
		e.buf = append(e.buf, ',')
	}
	e.more = true
	e.buf = append(jsontext.AppendQuote(e.buf, name), ':')
}

// text writes a string if it is not empty or must be there.
func (e *encoder) text(name, s string, must bool) {
	if s != "" || must {
		e.name(name)
		e.buf = jsontext.AppendQuote(e.buf, s)
	}
}

func (e *encoder) flag(name string, is bool) {
	if is {
		e.name(name)
		e.raw("true")
	}
}

func (e *encoder) number(name string, n int) {
	e.name(name)
	e.buf = strconv.AppendInt(e.buf, int64(n), 10)
}

func (e *encoder) list(list []string) {
	e.raw("[")
	for i, s := range list {
		if i > 0 {
			e.raw(",")
		}
		e.buf = jsontext.AppendQuote(e.buf, s)
	}
	e.raw("]")
}

func (e *encoder) strings(name string, list []string) {
	if len(list) > 0 {
		e.name(name)
		e.list(list)
	}
}

func (e *encoder) rect(name string, r model.Rect, must bool) {
	if bits := math.Float64bits; !must && bits(r.X)|bits(r.Y)|bits(r.W)|bits(r.H) == 0 {
		return // -0 is not left out
	}
	e.name(name)
	for i, v := range [...]float64{r.X, r.Y, r.W, r.H} {
		e.raw([...]string{"[", ",", ",", ","}[i])
		switch {
		case math.IsNaN(v):
			e.raw(`"NaN"`)
		case math.IsInf(v, 1):
			e.raw(`"Infinity"`)
		case math.IsInf(v, -1):
			e.raw(`"-Infinity"`)
		case math.Abs(v) < 1e21 && (math.Abs(v) >= 1e-6 || v == 0):
			e.buf = strconv.AppendFloat(e.buf, v, 'f', -1, 64)
		default:
			e.buf = strconv.AppendFloat(e.buf, v, 'e', -1, 64)
		}
	}
	e.raw("]")
}

// verbatim is the one member of an object that stands for JSON text which JSON
// itself does not allow: NaN, a raw tab in a string, 10,000 levels.
const verbatim = "#own"

// own writes captured members as an object: as they are spelled, or as a text
// where a strict reader would refuse them.
func (e *encoder) own(own string) {
	if own == "" {
		return
	}
	e.name("own")
	at := len(e.buf)
	e.raw("{")
	e.raw(own)
	e.raw("}")
	e.strict(at, own)
}

func (e *encoder) value(name string, v jsontext.Value) {
	if v.Kind != jsontext.Missing {
		e.name(name)
		at := len(e.buf)
		e.raw(v.Raw)
		e.strict(at, v.Raw)
	}
}

// strict replaces what was written from at on if it is no JSON for a strict
// reader, or could be taken for what stands in its place.
func (e *encoder) strict(at int, text string) {
	written := e.buf[at:]
	if strictlyValid(written) && !bytes.HasPrefix(bytes.TrimLeft(written, "{ \t\r\n"), []byte(`"`+verbatim+`"`)) {
		return
	}
	e.buf = append(e.buf[:at], `{"`+verbatim+`":`...)
	e.buf = append(jsontext.AppendQuote(e.buf, text), '}')
}

// strictlyValid reports text that a strict reader takes, also a few levels down.
func strictlyValid(text []byte) bool {
	const levels = 10_000 // where encoding/json gives up
	if len(text) < levels {
		return json.Valid(text)
	}
	const around = "[[[[[[[["
	deeper := append([]byte(around), text...)
	return json.Valid(append(deeper, strings.Repeat("]", len(around))...))
}

// spelledOut is the text that an object written by strict stands for.
func spelledOut(v jsontext.Value) (string, bool) {
	if v.Kind == jsontext.Object && len(v.Members) == 1 && v.Members[0].Name == verbatim && v.Members[0].Value.Kind == jsontext.String {
		return v.Members[0].Value.Text, true
	}
	return "", false
}

func (e *encoder) capture(c *model.Capture) {
	e.raw("{")
	e.more = false
	e.text("format", c.Format, false)
	e.text("shape", c.Shape, false)
	e.text("source", c.Source, false)
	e.number("step", c.Step)
	e.text("unit", c.Unit, false)
	e.text("app", c.App, false)
	e.text("window", c.Window, false)
	e.rect("bounds", c.Bounds, false)
	e.rect("screen", c.Screen, false)
	e.flag("ax", c.AX)
	e.header(&c.Header)
	e.flag("truncated", c.Truncated)
	e.text("query", c.Query, false)
	e.flag("hasQuery", c.HasQuery)
	e.own(c.Raw)
	e.warnings(c.Warnings)
	e.uses(c.Uses)
	e.call(c.Call)
	e.parts(c.Parts)
	e.dom(c.DOM)
	e.numbers("lines", c.Lines)
	e.extras(c.Extras)
	e.text("text", c.Text, false)
	e.name("elements")
	e.raw("[")
	for i := range c.Elements {
		if i > 0 {
			e.raw(",")
		}
		e.raw("\n{")
		e.element(&c.Elements[i], int32(i))
		e.raw("}")
		if len(e.buf) > 32<<10 {
			e.flush()
		}
	}
	e.raw("\n]}")
	e.flush()
}

// givenFields are the fields whose being there a capture tells, by the name of
// their member.
var givenFields = [...]struct {
	name  string
	field model.Fields
}{
	{"ref", model.HasRef}, {"role", model.HasRole}, {"subrole", model.HasSubrole}, {"name", model.HasName}, {"value", model.HasValue},
	{"placeholder", model.HasPlaceholder}, {"description", model.HasDescription}, {"actions", model.HasActions}, {"frame", model.HasFrame},
}

func (e *encoder) element(el *model.Element, position int32) {
	e.more = false
	switch el.Key {
	case position:
	case model.NoKey:
		e.name("key")
		e.raw("null")
	default:
		e.number("key", int(el.Key))
	}
	if el.ParentKey != model.NoKey {
		e.number("parent", int(el.ParentKey))
	}
	written := model.Fields(0)
	for i, s := range [...]string{el.Ref, el.Role, el.Subrole, el.Name, el.Value, el.Placeholder, el.Description} {
		f := givenFields[i]
		if s != "" || el.Has(f.field) {
			e.text(f.name, s, true)
			written |= f.field
		}
	}
	if el.Kind != model.KindUnknown {
		e.text("kind", el.Kind.String(), false)
	}
	e.states(el.States)
	if len(el.Actions) > 0 || el.Has(model.HasActions) {
		e.name("actions")
		e.list(el.Actions)
		written |= model.HasActions
	}
	before := len(e.buf)
	e.rect("frame", el.Frame, el.Has(model.HasFrame))
	if len(e.buf) > before {
		written |= model.HasFrame
	}
	e.flag("odd", el.Irregular)
	e.flag("repeat", el.Repeat)
	e.flag("ignored", el.Ignored)
	e.flag("secure", el.Secure)
	if written != el.Given {
		var names []string
		for _, f := range givenFields {
			if el.Has(f.field) {
				names = append(names, f.name)
			}
		}
		e.name("given")
		e.list(names)
	}
	e.own(el.Raw)
}

var allStates = model.AllStates()

func (e *encoder) states(st model.States) {
	if st == 0 {
		return
	}
	e.name("states")
	sep := "{"
	for _, s := range allStates {
		truth := st.Is(s)
		if truth == model.Unsaid {
			continue
		}
		e.raw(sep)
		e.buf = jsontext.AppendQuote(e.buf, s.String())
		e.raw([...]string{model.No: ":false", model.Yes: ":true", model.Mixed: `:"mixed"`}[truth])
		sep = ","
	}
	e.raw("}")
}
