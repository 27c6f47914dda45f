package loaders

import (
	"strconv"
	"strings"

	"obscope/internal/text/words"
	"obscope/model"
)

var osworldFormat = Format{
	Name: "osworld", About: "OSWorld and derivatives: AT-SPI, UI Automation or macOS accessibility as XML; AT-SPI listings",
	Recognised: "XML whose namespaces are accessibility.ubuntu, .windows or .macos.example.org, or uri:deskat:; lines [role | name] (x,y wxh)",
	HeldStates: true,
	Sniff:      sniffOSWorld,
	Load:       loadOSWorld,
	grammar:    listingGrammar,
}

func sniffOSWorld(p *Peek) Score {
	for _, host := range osworldHosts {
		if p.Root != "" && strings.Contains(p.Start, host.mark) {
			return Sure
		}
	}
	if p.Root == "desktop-frame" {
		return Likely
	}
	if line, _, _ := strings.Cut(p.Start, "\n"); isListing(line) {
		return Sure
	}
	return No
}

func loadOSWorld(s *Source) (*model.Recording, error) {
	if line, _, _ := strings.Cut(strings.TrimLeft(s.Text, " \t\r\n"), "\n"); isListing(line) {
		return loadListing(s)
	}
	c := &model.Capture{Format: "osworld", Unit: "screen pixels"}
	l := &osworldReader{builder: builder{c: c}}
	warnings, err := readXML(s.Text, l)
	if err != nil {
		return nil, err
	}
	c.Warnings = append(c.Warnings, warnings...)
	markMalformed(&l.builder, s.Text, warnings)
	if l.badPlaces > 0 {
		c.Warn(words.Count(l.badPlaces, "element has", "elements have") + " a screencoord or size that is not (number, number), or only one of them, and so no frame")
	}
	l.link()
	osworldWindow(c)
	osworldCauses(c)
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

// osworldCauses warns of what makes an agent see nothing in a valid file.
func osworldCauses(c *model.Capture) {
	inside, visible, showing := 0, 0, 0
	for id := range c.Elements {
		e := &c.Elements[id]
		if c.Tree.Depth[id] > 0 && e.Role != "application" {
			inside++
		}
		if e.Kind == model.KindWindow || !e.Frame.OnScreen() || e.States.Is(model.Visible) != model.Yes {
			continue
		}
		visible++
		if e.States.Is(model.Showing) == model.Yes {
			showing++
		}
	}
	switch {
	case inside == 0:
		c.Warn("no application exposes a window: was accessibility off when it was started (AT_SPI bus, --force-renderer-accessibility), or is it another desktop session?")
	case visible > 0 && showing == 0 && c.Shape == "ubuntu":
		c.Warn(words.Count(visible, "element is visible and not", "elements are visible and none of them is") + " showing, as GTK 4 reports it: OSWorld's filter (showing and visible) drops them all")
	}
}

// osworldHosts are the platforms whose accessibility trees these files hold,
// each with the text that all its namespaces have.
var osworldHosts = [...]struct{ name, mark string }{
	{"ubuntu", "accessibility.ubuntu.example.org"},
	{"windows", "accessibility.windows.example.org"},
	{"macos", "accessibility.macos.example.org"},
	{"deskat", "uri:deskat:"},
}

type osworldReader struct {
	builder
	names     xmlNames
	words     []byte // text of the element that has just started
	reading   bool   // no child and no end of it was met yet
	badPlaces int
}

// osworldNamespaces maps what a namespace is about to the prefix that
// OSWorld's files use.
var osworldNamespaces = map[string]string{
	"state": "st", "attributes": "attr", "component": "cp", "value": "val", "action": "act", "text": "txt",
	"document": "doc", "class": "class", "role": "role", "document/attributes": "docattr", "attributes.document": "docattr",
}

// osworldTopic is what a namespace is about: the path behind ns/, or in
// uri:deskat:state.at-spi.gnome.org the words before .at-spi.
func osworldTopic(space string) string {
	if rest, ok := strings.CutPrefix(space, "uri:deskat:"); ok {
		topic, _, _ := strings.Cut(rest, ".at-spi")
		return topic
	}
	_, topic, _ := strings.Cut(space, "/ns/")
	return strings.TrimSuffix(topic, "/")
}

// osworldPrefix is the prefix under which a namespace's names are kept, the
// same whatever prefix the file binds it to. Names of another platform's
// namespace have that platform before it: windows/attr. Unknown namespaces
// stand for themselves.
func (l *osworldReader) osworldPrefix(space string) string {
	if space == "" || space == "xmlns" || space == "xml" {
		return space
	}
	for _, host := range osworldHosts {
		if !strings.Contains(space, host.mark) {
			continue
		}
		if l.c.Shape == "" {
			l.c.Shape = host.name
		}
		prefix, ok := osworldNamespaces[osworldTopic(space)]
		switch {
		case !ok:
			return space
		case host.name != l.c.Shape:
			return host.name + "/" + prefix
		}
		return prefix
	}
	return space
}

func (l *osworldReader) start(tag string, attrs []xmlAttr) {
	l.settle()
	e := l.enter()
	e.Given |= model.HasRole
	l.reading = true
	l.names.bind(int(l.top()), attrs)
	space, role := l.names.resolve(tag, true)
	e.Role, e.Kind, e.Secure = role, osworldKind(role), secureRole(role)
	if space != "" {
		l.own = appendMember(l.own, "#tag", "{"+space+"}"+role)
	}
	var place [2]string
	for i := range attrs {
		space, key := l.names.resolve(attrs[i].Name, false)
		if p := l.osworldPrefix(space); p != "" {
			key = p + ":" + key
		}
		l.own = appendAttr(l.own, key, &attrs[i])
		l.attribute(e, key, attrs[i].Value, &place)
	}
	e.Raw = string(l.own)
	l.frame(e, place)
}

func (l *osworldReader) frame(e *model.Element, place [2]string) {
	if place[0] == "" && place[1] == "" {
		return
	}
	x, y, ok := pair(place[0])
	w, h, ok2 := pair(place[1])
	if !ok || !ok2 {
		l.badPlaces++
		return
	}
	e.Frame, e.Given = model.Rect{X: x, Y: y, W: w, H: h}, e.Given|model.HasFrame
}

// osworldKind is kindOf with what the words of AT-SPI mean: its list is a
// list of items, its text a field unless it is a label.
func osworldKind(role string) model.Kind {
	if role == "text" {
		return model.KindTextbox
	}
	return kindOf(role)
}

func (l *osworldReader) attribute(e *model.Element, key, value string, place *[2]string) {
	if at := strings.IndexByte(key, '/'); at >= 0 && !strings.Contains(key, "//") {
		key = key[at+1:] // another platform's namespace means the same
	}
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
	if name == "indeterminate" && value == "true" {
		e.States.Set(model.Checked, model.Mixed)
		return
	}
	if !ok {
		st, ok = osworldStates[name]
	}
	if ok && e.States.Is(st) != model.Mixed {
		e.States.Set(st, model.TruthOf(value == "true"))
	}
}

// text collects the text of an element up to its first child, where OSWorld
// looks for it. What follows a child is kept as #after.
func (l *osworldReader) text(s string) {
	if l.reading {
		l.words = append(l.words, s...)
		return
	}
	if strings.TrimSpace(s) != "" {
		l.more(l.top(), "#after", s)
	}
}

// settle gives the text that was collected to the element it belongs to.
func (l *osworldReader) settle() {
	if !l.reading {
		return
	}
	l.reading = false
	if len(l.words) == 0 {
		return
	}
	e := &l.c.Elements[len(l.c.Elements)-1]
	words := string(l.words)
	l.words = l.words[:0]
	e.Raw = string(appendMember([]byte(e.Raw), "#text", words))
	// The text of a button or a label is its name again; only a field has it as
	// a value whatever it says.
	repeats := strings.TrimSpace(words) == strings.TrimSpace(e.Name) && e.Kind != model.KindTextbox && e.Kind != model.KindSearchbox
	if trimmed := strings.TrimSpace(words); trimmed != "" && !e.Has(model.HasValue) && !repeats {
		e.Value, e.Given = trimmed, e.Given|model.HasValue
	}
}

func (l *osworldReader) end() {
	l.settle()
	l.names.unbind(int(l.top()))
	l.leave()
}

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
