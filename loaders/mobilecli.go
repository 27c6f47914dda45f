package loaders

import (
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/model"
)

var mobilecliFormat = Format{
	Name: "mobilecli", About: "mobilecli dump ui: what mobile-mcp reads from Android and iOS devices, as JSON",
	Recognised: "JSON with status and data, whose elements have type and rect",
	Sniff:      sniffMobilecli,
	Load:       loadMobilecli,
}

func sniffMobilecli(p *Peek) Score {
	if !p.Has("status", "data") || !strings.Contains(p.Start, `"elements"`) {
		return No
	}
	if strings.Contains(p.Start, `"rect"`) {
		return Sure
	}
	return Likely
}

// loadMobilecli reads {"status":…,"data":{"elements":[{"type","rect","children"…}]}}.
func loadMobilecli(s *Source) (*model.Recording, error) {
	c := &model.Capture{Format: "mobilecli", Unit: "device pixels"}
	l := &mobilecliReader{c: c}
	l.nest = newNest(s.Text, c, "children", l.element)
	for l.nest.r.Object(); l.nest.r.NextName(); {
		name := l.nest.r.Name()
		if name == "data" && l.nest.r.Peek() == jsontext.Object {
			l.nest.tellRaw(name, "{"+l.data()+"}")
			continue
		}
		l.nest.tellRaw(name, l.nest.r.Skip())
	}
	if err := l.nest.done(); err != nil {
		return nil, err
	}
	if !l.found {
		c.Warn("there is no list of elements in data: mobilecli reports " + strings.TrimSpace("status "+textOf(model.FindMember(c.Raw, "status"))+" "+textOf(model.FindMember(c.Raw, "error"))))
	}
	if len(c.Elements) > 0 && c.Elements[0].Has(model.HasFrame) {
		c.Screen = c.Elements[0].Frame
	}
	return one(c), nil
}

type mobilecliReader struct {
	c     *model.Capture
	nest  *nest
	found bool
}

// data reads the member data and returns its members but for the elements.
func (l *mobilecliReader) data() string {
	var own []byte
	r := l.nest.r
	for r.Object(); r.NextName(); {
		name := r.Name()
		if name == "elements" && r.Peek() == jsontext.Array {
			l.found = true
			l.nest.value()
			continue
		}
		own = appendRawMember(own, name, r.Skip())
	}
	return string(own)
}

func (l *mobilecliReader) element(e *model.Element, members []jsontext.Member) {
	ref := e.Ref
	var labels mobilecliLabels
	for _, m := range members {
		l.member(e, m.Name, m.Value, &labels)
	}
	labels.name(e)
	if e.Ref == "" {
		e.Ref = ref // its place in the document
	}
}

// mobilecliLabels are the texts among which an element's name is found.
type mobilecliLabels struct{ text, label, title string }

func (n *mobilecliLabels) name(e *model.Element) {
	for _, s := range [...]string{n.text, n.label, n.title} {
		if s != "" {
			e.Name = s
			break
		}
	}
	if n.label != "" && n.label != e.Name {
		e.Description, e.Given = n.label, e.Given|model.HasDescription
	}
}

func (l *mobilecliReader) member(e *model.Element, name string, v jsontext.Value, n *mobilecliLabels) {
	switch name {
	case "type":
		class := textOf(v)
		e.Role = class[strings.LastIndexByte(class, '.')+1:]
		if rest, ok := strings.CutPrefix(e.Role, "XCUIElementType"); ok {
			e.Role, l.c.Unit = rest, "points"
		}
		if e.Kind = androidKind(e.Role); l.c.Unit == "points" {
			e.Kind = kindOf(e.Role)
		}
		e.Secure = e.Role == "SecureTextField"
		e.Given |= model.HasRole
	case "ref":
		e.Ref, e.Given = textOf(v), e.Given|model.HasRef
	case "text":
		n.text, e.Given = textOf(v), e.Given|model.HasName
	case "label":
		n.label, e.Given = textOf(v), e.Given|model.HasName
	case "name":
		n.title, e.Given = textOf(v), e.Given|model.HasName
	case "value":
		e.Value, e.Given = textOf(v), e.Given|model.HasValue
	case "rect":
		if frame, ok := looseRect(v); ok {
			e.Frame, e.Given = frame, e.Given|model.HasFrame
		}
	case "enabled", "focused", "selected", "checked":
		if st, ok := model.ParseState(name); ok && v.Kind == jsontext.Bool {
			e.States.Set(st, model.TruthOf(v.IsTrue()))
		}
	}
}
