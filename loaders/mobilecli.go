package loaders

import (
	"strconv"
	"strings"

	"obscope/internal/jsontext"
	"obscope/model"
)

func init() {
	register(Format{
		Name: "mobilecli", About: "mobilecli dump ui: what mobile-mcp reads from Android and iOS devices, as JSON",
		Recognised: "JSON with status and data, whose elements have type and rect",
		Sniff:      sniffMobilecli,
		Load:       loadMobilecli,
	})
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
	l := &mobilecliReader{r: jsontext.NewReader(s.Text), c: c}
	own := []byte{}
	for l.r.Object(); l.r.NextName(); {
		name := l.r.Name()
		if name == "data" && l.r.Peek() == jsontext.Object {
			own = appendRawMember(own, name, "{"+l.data()+"}")
			continue
		}
		own = appendRawMember(own, name, l.r.Skip())
	}
	l.r.End()
	if err := l.r.Err(); err != nil {
		return nil, err
	}
	c.Own = string(own)
	if !l.found {
		c.Warn("there is no list of elements in data: mobilecli reports " + strings.TrimSpace("status "+textOf(model.FindMember(c.Own, "status"))+" "+textOf(model.FindMember(c.Own, "error"))))
	}
	if l.odd > 0 {
		c.Warn(strconv.Itoa(l.odd) + " items of the lists of elements are no objects and were left out")
	}
	model.Link(c, l.parent)
	if len(c.Elements) > 0 && c.Elements[0].Has(model.HasFrame) {
		c.Screen = c.Elements[0].Frame
	}
	return one(c), nil
}

type mobilecliReader struct {
	r      *jsontext.Reader
	c      *model.Capture
	parent []model.ID
	found  bool
	odd    int // items of element lists that are no objects
}

// data reads the member data and returns its members but for the elements.
func (l *mobilecliReader) data() string {
	var own []byte
	for l.r.Object(); l.r.NextName(); {
		if l.r.Name() == "elements" && l.r.Peek() == jsontext.Array {
			l.found = true
			l.elements()
			continue
		}
		own = appendRawMember(own, l.r.Name(), l.r.Skip())
	}
	return string(own)
}

// elements reads a list of elements and what is nested in them, without
// recursion.
func (l *mobilecliReader) elements() {
	type open struct {
		id  model.ID
		own []byte
		mobilecliLabels
	}
	var stack []open
	within := false // of the innermost element, not of a list
	for l.r.Array(); ; {
		if !within {
			switch {
			case !l.r.NextItem():
				if len(stack) == 0 {
					return
				}
				within = true
			case l.r.Peek() != jsontext.Object:
				l.r.Skip()
				l.odd++
			default:
				l.r.Object()
				up := model.None
				if n := len(stack); n > 0 {
					up = stack[n-1].id
				}
				stack = append(stack, open{id: model.ID(len(l.c.Elements))})
				l.parent = append(l.parent, up)
				l.c.Elements = append(l.c.Elements, model.Element{})
				within = true
			}
			continue
		}
		top := &stack[len(stack)-1]
		if !l.r.NextName() {
			e := &l.c.Elements[top.id]
			e.Own = string(top.own)
			top.name(e)
			if !e.Has(model.HasRef) || e.Ref == "" {
				e.Ref, e.Given = strconv.Itoa(int(top.id)), e.Given|model.HasRef
			}
			stack = stack[:len(stack)-1]
			within = false
			continue
		}
		name := l.r.Name()
		if name == "children" && l.r.Peek() == jsontext.Array {
			l.r.Array()
			within = false
			continue
		}
		v := l.r.Value()
		top.own = appendRawMember(top.own, name, v.Raw)
		l.member(&l.c.Elements[top.id], name, v, &top.mobilecliLabels)
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
