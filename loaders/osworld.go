package loaders

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"obscope/internal/jsontext"
	"obscope/model"
)

func init() {
	register(Format{
		Name: "osworld", About: "OSWorld and derivatives: AT-SPI, UI Automation or macOS accessibility as XML",
		Recognised: "XML whose namespaces are accessibility.ubuntu, .windows or .macos.example.org, or uri:deskat:",
		Sniff:      sniffOSWorld,
		Load:       loadOSWorld,
	})
}

func sniffOSWorld(p *Peek) Score {
	for _, mark := range []string{"accessibility.ubuntu.example.org", "accessibility.windows.example.org", "accessibility.macos.example.org", "uri:deskat:"} {
		if p.Root != "" && strings.Contains(p.Start, mark) {
			return Sure
		}
	}
	if p.Root == "desktop-frame" {
		return Likely
	}
	return No
}

func loadOSWorld(s *Source) (*model.Recording, error) {
	c := &model.Capture{Format: "osworld", Unit: "screen pixels"}
	l := &osworldReader{c: c}
	if err := readXML(s.Text, l); err != nil {
		return nil, err
	}
	if len(c.Elements) == 0 {
		return nil, errors.New("the XML has no elements")
	}
	model.Link(c, l.parent)
	osworldWindow(c)
	return one(c), nil
}

// osworldWindow names the application and window that a person would say this
// is, if there is only one, and the screen.
func osworldWindow(c *model.Capture) {
	if root := &c.Elements[0]; root.Has(model.HasFrame) && !root.Frame.Empty() {
		c.Screen = root.Frame
	}
	var apps []model.ID
	for id := range c.Elements {
		if c.Elements[id].Role == "application" {
			apps = append(apps, model.ID(id))
		}
	}
	if len(apps) != 1 {
		return
	}
	c.App = c.Elements[apps[0]].Name
	c.Tree.Children(apps[0], func(id model.ID) bool {
		if e := &c.Elements[id]; e.Name != "" && e.Kind == model.KindWindow {
			c.Window = e.Name
			return false
		}
		return true
	})
}

// An xmlReader is told the elements and texts of an XML document.
type xmlReader interface {
	start(name xml.Name, attrs []xml.Attr)
	text(s string)
	end()
}

// readXML reads a document of any depth. Control characters that XML forbids
// but dumpers write are read as U+FFFD. Errors give the byte.
func readXML(text string, to xmlReader) error {
	d := xml.NewDecoder(strings.NewReader(cleanXML(text)))
	d.Strict = false
	d.CharsetReader = func(_ string, input io.Reader) (io.Reader, error) { return input, nil }
	depth, seen := 0, false
	for {
		token, err := d.Token()
		if err == io.EOF && depth == 0 && seen {
			return nil
		}
		if err != nil {
			return xmlError(d, err, depth)
		}
		switch t := token.(type) {
		case xml.StartElement:
			depth++
			seen = true
			to.start(t.Name, t.Attr)
		case xml.EndElement:
			depth--
			to.end()
		case xml.CharData:
			if depth > 0 {
				to.text(string(t))
			}
		}
	}
}

func xmlError(d *xml.Decoder, err error, depth int) error {
	at := d.InputOffset()
	var syntax *xml.SyntaxError
	switch {
	case err == io.EOF && depth == 0:
		return errors.New("the XML has no elements")
	case err == io.EOF, errors.As(err, &syntax) && syntax.Msg == "unexpected EOF":
		return fmt.Errorf("byte %d: the XML ends inside %d open elements: it is cut short", at, depth)
	case syntax != nil:
		return fmt.Errorf("byte %d (line %d): %s", at, syntax.Line, syntax.Msg)
	}
	return fmt.Errorf("byte %d: %w", at, err)
}

// cleanXML drops what tools print before the first tag and replaces forbidden
// control characters.
func cleanXML(text string) string {
	if at := strings.IndexByte(text, '<'); at > 0 {
		text = text[at:]
	}
	bad := func(c rune) bool {
		return c < 0x20 && c != '\t' && c != '\n' && c != '\r' || c == 0xFFFE || c == 0xFFFF
	}
	if strings.IndexFunc(text, bad) < 0 {
		return text
	}
	return strings.Map(func(c rune) rune {
		if bad(c) {
			return '\uFFFD'
		}
		return c
	}, text)
}

// appendMember appends one more member to an element's own.
func appendMember(own []byte, name, value string) []byte {
	if len(own) > 0 {
		own = append(own, ',')
	}
	own = append(jsontext.AppendQuote(own, name), ':')
	return jsontext.AppendQuote(own, value)
}

type osworldReader struct {
	c      *model.Capture
	parent []model.ID
	stack  []model.ID
	own    []byte
}

// osworldNamespaces maps the last word of a namespace to the prefix that
// OSWorld's files use.
var osworldNamespaces = map[string]string{
	"state": "st", "attributes": "attr", "component": "cp", "value": "val", "action": "act", "text": "txt",
	"document": "doc", "class": "class", "role": "role",
}

func osworldPrefix(space string) string {
	if space == "" || space == "xmlns" {
		return space
	}
	space = strings.TrimSuffix(space, "/")
	at := strings.LastIndexAny(space, "/:")
	tail := space[at+1:]
	if tail == "attributes" && strings.HasSuffix(space, "document/attributes") {
		return "docattr"
	}
	if prefix, ok := osworldNamespaces[tail]; ok {
		return prefix
	}
	return space
}

func (l *osworldReader) start(name xml.Name, attrs []xml.Attr) {
	id := model.ID(len(l.c.Elements))
	up := model.None
	if len(l.stack) > 0 {
		up = l.stack[len(l.stack)-1]
	}
	l.parent = append(l.parent, up)
	l.stack = append(l.stack, id)
	role := name.Local
	if name.Space != "" {
		role = osworldPrefix(name.Space) + ":" + role
	}
	e := model.Element{Ref: strconv.Itoa(int(id)), Role: role, Given: model.HasRef | model.HasRole, Kind: kindOf(role), Secure: secureRole(role)}
	l.own = l.own[:0]
	var place [2]string
	for _, a := range attrs {
		key := a.Name.Local
		if p := osworldPrefix(a.Name.Space); p != "" {
			key = p + ":" + key
		}
		l.own = appendMember(l.own, key, a.Value)
		l.attribute(&e, key, a.Value, &place)
	}
	e.Own = string(l.own)
	if place[0] != "" && place[1] != "" {
		x, y, ok := pair(place[0])
		w, h, ok2 := pair(place[1])
		if ok && ok2 {
			e.Frame, e.Given = model.Rect{X: x, Y: y, W: w, H: h}, e.Given|model.HasFrame
		}
	}
	l.c.Elements = append(l.c.Elements, e)
}

func (l *osworldReader) attribute(e *model.Element, key, value string, place *[2]string) {
	prefix, local, ok := strings.Cut(key, ":")
	if !ok {
		if key == "name" {
			e.Name, e.Given = value, e.Given|model.HasName
		}
		return
	}
	switch prefix {
	case "st":
		osworldState(e, local, value)
	case "cp":
		switch local {
		case "screencoord":
			place[0] = value
		case "size":
			place[1] = value
		}
	case "act":
		if name, ok := strings.CutSuffix(local, "_desc"); ok && name != "" {
			e.Actions, e.Given = append(e.Actions, name), e.Given|model.HasActions
		}
	case "val":
		if local == "value" && value != "" {
			e.Value, e.Given = value, e.Given|model.HasValue
		}
	case "attr":
		switch local {
		case "description", "explicit-description":
			e.Description, e.Given = value, e.Given|model.HasDescription
		case "placeholder-text", "placeholder":
			e.Placeholder, e.Given = value, e.Given|model.HasPlaceholder
		}
	}
}

// osworldStates maps AT-SPI state names to ours where they differ.
var osworldStates = map[string]model.State{
	"sensitive": model.Enabled, "active": model.Focused, "multi-line": model.Multiline, "multiselectable": model.Multiselectable,
	"invalid-entry": model.Invalid, "read-only": model.ReadOnly,
}

func osworldState(e *model.Element, name, value string) {
	st, ok := model.ParseState(name)
	if name == "active" && e.Kind == model.KindWindow {
		return
	}
	if !ok {
		st, ok = osworldStates[name]
	}
	if ok {
		e.States.Set(st, model.TruthOf(value == "true"))
	}
}

// text collects the text of the innermost element.
func (l *osworldReader) text(s string) {
	id := l.stack[len(l.stack)-1]
	e := &l.c.Elements[id]
	if strings.TrimSpace(s) == "" {
		return
	}
	if int(id) == len(l.c.Elements)-1 && !e.Has(model.HasValue) {
		e.Value, e.Given = strings.TrimSpace(s), e.Given|model.HasValue
	}
	e.Own = string(appendMember([]byte(e.Own), "#text", s))
}

func (l *osworldReader) end() { l.stack = l.stack[:len(l.stack)-1] }

// pair reads "(x, y)".
func pair(s string) (x, y float64, ok bool) {
	s = strings.TrimSpace(s)
	s, okA := strings.CutPrefix(s, "(")
	s, okB := strings.CutSuffix(s, ")")
	a, b, okC := strings.Cut(s, ",")
	if !okA || !okB || !okC {
		return 0, 0, false
	}
	x, errX := strconv.ParseFloat(strings.TrimSpace(a), 64)
	y, errY := strconv.ParseFloat(strings.TrimSpace(b), 64)
	return x, y, errX == nil && errY == nil
}
