package agents

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/internal/text/jsvalue"
	"obscope/internal/text/words"
	"obscope/model"
	"obscope/render"
)

// mobileMCP is the answer of mobile-mcp's mobile_list_elements_on_screen
// (Apache-2.0; matched: 1.0.4 and the JSON-only 0.0).
type mobileMCP struct{}

const (
	mobileOff      = render.OwnStages + iota // outside <hierarchy><node>
	mobileMute                               // says nothing
	mobileNoSize                             // without width and height
	mobileUnlisted                           // of WebDriverAgent: another type, not visible, or left of or above the screen
)

func (mobileMCP) Info() render.Info {
	return render.Info{
		Name: "mobile-mcp", About: "mobile-mcp's list of the elements on a phone's screen", Version: "1.0.4",
		ExactFor: []string{"mobilecli", "uiautomator", "wda"},
		Knobs: []render.Knob{
			{Name: "version", About: "of mobile-mcp: 0.0 writes JSON only", Default: "1.0", Choices: []string{"1.0", "0.0"}},
			{Name: "format", About: "one line per element, or a JSON list", Default: "text", Choices: []string{"text", "json"}},
		},
		Stages: []string{"not a node that mobile-mcp walks", "no text, description, hint or id", "no size, or bounds that are not whole numbers from 0", "of WebDriverAgent: another type than the seven that are listed, not visible, or left of or above the screen"},
		Defects: []string{
			"from uiautomator it lists nothing if two windows stand side by side below <hierarchy>",
			"from uiautomator, children come before their parents and no state but focused is told",
			"an element without text, description, hint and resource-id is dropped even if it can be clicked (mobile-next/mobile-mcp#32, #201)",
			"from WebDriverAgent it lists seven types only: no cell, link, slider or password field",
			"iOS elements of type Other are listed although they say nothing (mobile-next/mobile-mcp#88)",
			"numeric character references such as &#128512; stay as typed",
		},
	}
}

// mobileLegend is the first line of the text format.
const mobileLegend = "One element per line: @ref Type text= label= name= value= id= at=x,y size=WxH [focused] [selected] [checked] [disabled]"

// mobilePrefix stands before the list in the JSON format.
const mobilePrefix = "Found these elements on screen: "

// The fields of a mobile element that are written as JSON values, in the order
// of the JSON format.
const (
	mobileRef = iota
	mobileType
	mobileText
	mobileLabel
	mobileName
	mobileValue
	mobileID
	mobileFields
)

var (
	mobileKeys  = [mobileFields]string{"ref", "type", "text", "label", "name", "value", "identifier"}
	mobileWords = [mobileFields]string{mobileText: "text", mobileLabel: "label", mobileName: "name", mobileValue: "value", mobileID: "id"}
)

// A mobileElement is an element as mobile-mcp holds it: fields as JSON text,
// "" for undefined.
type mobileElement struct {
	field  [mobileFields]string
	frame  model.Rect
	states mobileStates
	stage  render.Stage
}

type mobileStates uint8

const (
	mobileFocused mobileStates = 1 << iota
	mobileSelected
	mobileChecked
	mobileDisabled
)

var mobileStateWords = [...]struct{ text, json string }{
	{" focused", `,"focused":true`}, {" selected", `,"selected":true`}, {" checked", `,"checked":true`}, {" disabled", `,"enabled":false`},
}

type mobileBound struct {
	elements       []mobileElement
	irregularRects map[model.ID][4]jsontext.Value // of elements whose rect is not four numbers
	order          []model.ID
	placeless      []model.ID // elements without the rect that mobile-mcp reads
	warnings       model.Warnings
}

func (mobileMCP) Bind(c *model.Capture) (render.Bound, error) {
	b := &mobileBound{elements: make([]mobileElement, len(c.Elements))}
	switch c.Format {
	case "uiautomator":
		b.legacy(c)
	case "wda":
		b.webDriverAgent(c)
	case "mobilecli":
		for id := range c.Elements {
			b.reported(model.ID(id), &c.Elements[id], "rect")
		}
		b.order = c.Tree.Order
		if model.FindMember(c.Raw, "data").Kind <= jsontext.Null && len(c.Elements) == 0 {
			b.warnings.Add(model.OriginalFails, "mobilecli reported no elements at all, on which mobile-mcp fails")
		}
	case "mobile-mcp":
		for id := range c.Elements {
			b.answered(model.ID(id), &c.Elements[id])
		}
		b.order = c.Tree.Order
	default:
		for id := range c.Elements {
			b.fromModel(model.ID(id), &c.Elements[id])
		}
		if !anyFrame(c) {
			return nil, errors.New("it writes where elements are, and this capture has no frames; outline and indexed need none")
		}
		b.order = c.Tree.Order
	}
	if n := len(b.placeless); n == 1 {
		b.warnings.Add(model.OriginalFails, "element "+c.Element(b.placeless[0]).Ref+" has no rect, on which mobile-mcp fails")
	} else if n > 1 {
		b.warnings.Add(model.OriginalFails, fmt.Sprintf("element %s and %s have no rect, on which mobile-mcp fails", c.Element(b.placeless[0]).Ref, words.Count(n-1, "other", "others")))
	}
	return b, nil
}

// answered takes over an element of an answer of mobile-mcp itself: JSON has
// what mobilecli reported; a line of the text is read back.
func (b *mobileBound) answered(id model.ID, e *model.Element) {
	m := &b.elements[id]
	line := e.Member("#line")
	if line.Kind == jsontext.Missing {
		b.reported(id, e, "coordinates")
		return
	}
	b.fromModel(id, e)
	m.field, m.stage = [mobileFields]string{}, render.Kept
	for _, word := range strings.Fields(line.Text) {
		if !strings.HasPrefix(word, "@") {
			m.field[mobileType] = jsontext.Quote(word)
			break
		}
		m.field[mobileRef] = jsontext.Quote(word)
	}
	eachMember(e.Raw, func(name string, v jsontext.Value) {
		for i, word := range mobileWords {
			if word == name && name != "" {
				m.field[i] = stringified(v)
			}
		}
	})
}

// reported takes over what mobilecli reported, null and all; frame is the name
// of the member that says where an element is.
func (b *mobileBound) reported(id model.ID, e *model.Element, frame string) {
	m := &b.elements[id]
	var rect jsontext.Value
	eachMember(e.Raw, func(name string, v jsontext.Value) {
		for i, key := range mobileKeys {
			if name == key {
				m.field[i] = stringified(v)
				return
			}
		}
		switch name {
		case frame:
			rect = v
		case "focused":
			m.set(mobileFocused, jsvalue.Truthy(v))
		case "selected":
			m.set(mobileSelected, jsvalue.Truthy(v))
		case "checked":
			m.set(mobileChecked, jsvalue.Truthy(v))
		case "enabled":
			m.set(mobileDisabled, v.IsFalse())
		}
	})
	b.place(id, e, rect)
}

// place takes over where an element is, with sides that are no numbers.
func (b *mobileBound) place(id model.ID, e *model.Element, rect jsontext.Value) {
	sides := [4]jsontext.Value{rect.Member("x"), rect.Member("y"), rect.Member("width"), rect.Member("height")}
	b.elements[id].frame = e.Frame
	for i, f := range [...]float64{e.Frame.X, e.Frame.Y, e.Frame.W, e.Frame.H} {
		if sides[i].Kind == jsontext.Number && jsvalue.Number(sides[i].Text) == jsvalue.Float(f) {
			continue
		}
		if b.irregularRects == nil {
			b.irregularRects = map[model.ID][4]jsontext.Value{}
		}
		b.irregularRects[id] = sides
	}
	if rect.Kind == jsontext.Missing || rect.Kind == jsontext.Null {
		b.placeless = append(b.placeless, id)
	}
}

// fromModel is what mobile-mcp would be given of an element of another format.
func (b *mobileBound) fromModel(id model.ID, e *model.Element) {
	m := &b.elements[id]
	set := func(i int, s string, has model.Fields) {
		if e.Has(has) {
			m.field[i] = jsontext.Quote(s)
		}
	}
	set(mobileRef, e.Ref, model.HasRef)
	m.field[mobileType] = jsontext.Quote(e.Role)
	set(mobileText, e.Name, model.HasName)
	set(mobileLabel, e.Description, model.HasDescription)
	if !e.Secure {
		set(mobileValue, e.Value, model.HasValue)
	}
	m.frame = e.Frame
	m.set(mobileFocused, e.States.Is(model.Focused) == model.Yes)
	m.set(mobileSelected, e.States.Is(model.Selected) == model.Yes)
	m.set(mobileChecked, e.States.Is(model.Checked) == model.Yes)
	m.set(mobileDisabled, e.States.Is(model.Enabled) == model.No)
	switch {
	case e.Ignored || e.Repeat:
		m.stage = mobileOff
	case !e.Has(model.HasFrame) || e.Frame.Empty() || !e.Frame.OnScreen():
		m.stage = mobileNoSize
	}
}

func (m *mobileElement) set(s mobileStates, is bool) {
	if is {
		m.states |= s
	} else {
		m.states &^= s
	}
}

func (b *mobileBound) Plan(p *render.Plan) {
	p.Warnings = append(p.Warnings, b.warnings...)
	asJSON := p.Knob("format") == "json" || p.Knob("version") == "0.0"
	if asJSON {
		p.Listed = []model.ID{}
	}
	if !asJSON {
		p.Note(0)
	}
	for _, id := range b.order {
		switch {
		case p.Out != nil && p.Out[id] != render.Kept:
			p.Drop(id, p.Out[id])
		case b.elements[id].stage != render.Kept:
			p.Drop(id, b.elements[id].stage)
		case !asJSON:
			p.Write(id, 0, 0)
		case len(p.Listed) >= p.Set.MaxElements:
			p.Drop(id, render.AtCap)
		default:
			// One line holds the whole list.
			p.Verdicts[id] = render.Verdict{Line: 0, Stage: render.Kept}
			p.Listed = append(p.Listed, id)
		}
	}
	if asJSON {
		p.Note(0)
	}
}

func (b *mobileBound) AppendLine(dst []byte, p *render.Plan, i int) []byte {
	if p.Listed != nil {
		return b.AppendInline(dst, p, i, func(model.ID, int) {})
	}
	if p.Entries[i].ID == model.None {
		return append(dst, mobileLegend...)
	}
	return b.appendWords(dst, p.Entries[i].ID)
}

// AppendInline appends the list of the JSON format.
func (b *mobileBound) AppendInline(dst []byte, p *render.Plan, _ int, at func(id model.ID, offset int)) []byte {
	dst = append(append(dst, mobilePrefix...), '[')
	for n, id := range p.Listed {
		at(id, len(dst))
		if n > 0 {
			dst = append(dst, ',')
		}
		dst = b.appendObject(dst, id)
	}
	at(model.None, len(dst))
	return append(dst, ']')
}

// appendWords appends an element as a line of the text format.
func (b *mobileBound) appendWords(dst []byte, id model.ID) []byte {
	m := &b.elements[id]
	if ref := m.field[mobileRef]; truthyJSON(ref) {
		dst = append(append(dst, plainJSON(ref)...), ' ')
	}
	kind := plainJSON(m.field[mobileType])
	dst = append(dst, kind[strings.LastIndexByte(kind, '.')+1:]...)
	for i, word := range mobileWords {
		if word != "" && truthyJSON(m.field[i]) {
			dst = append(append(append(append(dst, ' '), word...), '='), m.field[i]...)
		}
	}
	for i, before := range [...]string{" at=", ",", " size=", "x"} {
		dst = b.appendSide(append(dst, before...), id, i)
	}
	for i, word := range mobileStateWords {
		if m.states&(1<<i) != 0 {
			dst = append(dst, word.text...)
		}
	}
	return dst
}

// appendSide prints x, y, width or height as a template literal does.
func (b *mobileBound) appendSide(dst []byte, id model.ID, i int) []byte {
	if irregular, isIrregular := b.irregularRects[id]; isIrregular {
		return append(dst, jsvalue.String(irregular[i])...)
	}
	f := b.elements[id].frame
	side := [...]float64{f.X, f.Y, f.W, f.H}[i]
	if n := int64(side); float64(n) == side && n < 1e15 && n > -1e15 {
		return strconv.AppendInt(dst, n, 10)
	}
	return append(dst, jsvalue.Float(side)...)
}

// appendObject appends an element as an object of the JSON format.
func (b *mobileBound) appendObject(dst []byte, id model.ID) []byte {
	m := &b.elements[id]
	dst = append(dst, '{')
	for i, key := range mobileKeys {
		if m.field[i] != "" {
			dst = append(append(append(dst, '"'), key...), `":`...)
			dst = append(append(dst, m.field[i]...), ',')
		}
	}
	dst = append(dst, `"coordinates":{`...)
	irregular, isIrregular := b.irregularRects[id]
	first := true
	for i, key := range [...]string{`"x":`, `"y":`, `"width":`, `"height":`} {
		if isIrregular && irregular[i].Kind == jsontext.Missing {
			continue
		}
		if !first {
			dst = append(dst, ',')
		}
		first = false
		dst = append(dst, key...)
		if isIrregular {
			dst = jsvalue.AppendJSON(dst, irregular[i])
		} else {
			dst = b.appendSide(dst, id, i)
		}
	}
	dst = append(dst, '}')
	for i, word := range mobileStateWords {
		if m.states&(1<<i) != 0 {
			dst = append(dst, word.json...)
		}
	}
	return append(dst, '}')
}

// AppendRef appends the ref that mobile-mcp gave.
func (b *mobileBound) AppendRef(dst []byte, _ *render.Plan, _ int, id model.ID) []byte {
	if ref := b.elements[id].field[mobileRef]; truthyJSON(ref) {
		dst = append(dst, plainJSON(ref)...)
	}
	return dst
}
