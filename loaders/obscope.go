package loaders

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/internal/text/words"
	"obscope/model"
)

var obscopeFormat = Format{
	Name: "obscope", About: "obscope's own: the model without loss, as convert --to json writes it",
	Recognised: "a JSON object with obscope (the version of its shape) and captures",
	Sniff: func(p *Peek) Score {
		switch {
		case p.Has("obscope", "captures"):
			return Sure
		case p.Has("obscope"):
			return Likely
		}
		return No
	},
	Load: loadObscope,
}

// loadObscope reads what Encode writes; members that it does not know are
// passed over.
func loadObscope(s *Source) (*model.Recording, error) {
	rec := &model.Recording{}
	d := &obscopeReader{r: jsontext.NewReader(s.Text)}
	versioned := false
	for d.r.Object(); d.r.NextName(); {
		switch d.r.Name() {
		case "obscope":
			v := d.r.Value()
			if n, err := strconv.Atoi(v.Text); v.Kind == jsontext.Number && (err != nil || n != obscopeVersion) {
				return nil, fmt.Errorf("its shape is version %s and this program reads version %d: convert it with the program that wrote it", clip(v.Text), obscopeVersion)
			}
			versioned = v.Kind == jsontext.Number
		case "captures":
			if d.list() {
				for d.r.NextItem() {
					if d.object() {
						rec.Captures = append(rec.Captures, d.capture())
					}
				}
			}
		case "session":
			rec.Session = d.session()
		case "warnings":
			for _, text := range d.strings() {
				rec.Warn(text)
			}
		default:
			d.r.Skip()
		}
	}
	d.r.End()
	if err := d.r.Err(); err != nil {
		return nil, brokenJSON{err}
	}
	if !versioned {
		return nil, fmt.Errorf("the member obscope, the version of the shape, is missing; version %d is \"obscope\": %d", obscopeVersion, obscopeVersion)
	}
	if d.odd > 0 {
		rec.Warn(words.Count(d.odd, "member is not of the type that obscope writes and was passed over", "members are not of the type that obscope writes and were passed over"))
	}
	return rec, nil
}

type obscopeReader struct {
	r   *jsontext.Reader
	odd int // members of another type than Encode writes
}

// is passes over a value that is not of the kind.
func (d *obscopeReader) is(kind jsontext.Kind) bool {
	if d.r.Peek() == kind {
		return true
	}
	if d.r.Skip(); d.r.Err() == nil {
		d.odd++
	}
	return false
}

func (d *obscopeReader) object() bool {
	ok := d.is(jsontext.Object)
	if ok {
		d.r.Object()
	}
	return ok
}

func (d *obscopeReader) list() bool {
	ok := d.is(jsontext.Array)
	if ok {
		d.r.Array()
	}
	return ok
}

func (d *obscopeReader) text() string {
	if d.is(jsontext.String) {
		return d.r.String()
	}
	return ""
}

func (d *obscopeReader) flag() bool { return d.is(jsontext.Bool) && d.r.Bool() }

func (d *obscopeReader) number() int32 {
	if !d.is(jsontext.Number) {
		return model.NoKey
	}
	n, err := strconv.ParseInt(d.r.Number(), 10, 32)
	if err != nil {
		d.odd++
		return model.NoKey
	}
	return int32(n)
}

func (d *obscopeReader) strings() []string {
	var list []string
	if d.list() {
		for d.r.NextItem() {
			if d.is(jsontext.String) {
				list = append(list, d.r.String())
			}
		}
	}
	return list
}

func (d *obscopeReader) rect() model.Rect {
	var sides [4]float64
	if !d.list() {
		return model.Rect{}
	}
	n := 0
	for ; d.r.NextItem(); n++ {
		v := d.side()
		if n < len(sides) {
			sides[n] = v
		}
	}
	if n != len(sides) {
		d.odd++
	}
	return model.Rect{X: sides[0], Y: sides[1], W: sides[2], H: sides[3]}
}

func (d *obscopeReader) side() float64 {
	spelling := ""
	switch d.r.Peek() {
	case jsontext.Number:
		spelling = d.r.Number()
	case jsontext.String:
		spelling = d.r.String()
	default:
		d.is(jsontext.Number)
		return 0
	}
	f, err := strconv.ParseFloat(spelling, 64)
	if err != nil && !math.IsInf(f, 0) {
		d.odd++
	}
	return f
}

func (d *obscopeReader) own() string {
	if !d.is(jsontext.Object) {
		return ""
	}
	own := d.r.Skip()
	if len(own) < 2 {
		return ""
	}
	own = own[1 : len(own)-1]
	if strings.HasPrefix(strings.TrimLeft(own, " \t\r\n"), `"`+verbatim+`"`) {
		v, _ := jsontext.Parse("{" + own + "}")
		if text, ok := spelledOut(v); ok {
			return text
		}
	}
	return own
}

func (d *obscopeReader) capture() *model.Capture {
	c := &model.Capture{}
	var fails []int32
	for d.r.NextName() {
		switch d.r.Name() {
		case "format":
			c.Format = d.text()
		case "shape":
			c.Shape = d.text()
		case "source":
			c.Source = d.text()
		case "step":
			c.Step = int(d.number())
		case "unit":
			c.Unit = d.text()
		case "app":
			c.App = d.text()
		case "window":
			c.Window = d.text()
		case "bounds":
			c.Bounds = d.rect()
		case "screen":
			c.Screen = d.rect()
		case "ax":
			c.AX = d.flag()
		case "header":
			d.header(&c.Header)
		case "truncated":
			c.Truncated = d.flag()
		case "query":
			c.Query = d.text()
		case "hasQuery":
			c.HasQuery = d.flag()
		case "own":
			c.Raw = d.own()
		case "warnings":
			for _, text := range d.strings() {
				c.Warn(text)
			}
		case "fails":
			fails = d.numbers()
		case "uses":
			c.Uses = d.uses()
		case "call":
			c.Call = d.call()
		case "parts":
			c.Parts = d.parts()
		case "dom":
			c.DOM = d.dom()
		case "lines":
			c.Lines = d.numbers()
		case "extras":
			c.Extras = d.extras()
		case "text":
			c.Text = d.text()
		case "elements":
			d.elements(c)
		default:
			d.r.Skip()
		}
	}
	markFails(c.Warnings, fails)
	d.plant(c)
	return c
}

// plant builds the tree. What Plant warns of was told when the capture was
// read first, so it is told again only for files that were edited since.
func (d *obscopeReader) plant(c *model.Capture) {
	if c.Format == "" {
		c.Format = "obscope"
	}
	bad := 0
	for i := range c.Elements {
		// Keys are interned from 0 in the order in which refs are met, two an
		// element at most; the tree has room for as many.
		for _, key := range [...]*int32{&c.Elements[i].Key, &c.Elements[i].ParentKey} {
			if int(*key) >= 2*len(c.Elements) || *key < model.NoKey {
				*key = model.NoKey
				bad++
			}
		}
	}
	if bad > 0 {
		c.Warn(words.Count(bad, "key is out of range and was passed over", "keys are out of range and were passed over"))
	}
	for i, u := range c.Uses {
		if int(u.Element) >= len(c.Elements) || u.Element < model.None {
			c.Uses[i].Element = model.None
		}
	}
	for i, p := range c.Parts {
		if p.From < 0 || p.To < p.From || int(p.To) > len(c.Elements) || p.Host < model.None || int(p.Host) >= len(c.Elements) {
			c.Parts[i].From, c.Parts[i].To, c.Parts[i].Host = 0, 0, model.None
		}
	}
	if len(c.DOM) != len(c.Elements) {
		c.DOM = nil
	}
	told := c.Warnings
	model.Plant(c)
	planted := c.Warnings[len(told):]
	c.Warnings = told
	for _, w := range planted {
		warnOnce(c, w)
	}
}

// warnOnce adds a warning unless the capture has it, perhaps as a file of obscope
// keeps it: without its kind.
func warnOnce(c *model.Capture, warning model.Warning) {
	for i := range c.Warnings {
		if c.Warnings[i].Text == warning.Text {
			c.Warnings[i].Kind = warning.Kind
			return
		}
	}
	c.Warnings = append(c.Warnings, warning)
}
