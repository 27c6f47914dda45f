package agents

import (
	"errors"
	"strconv"
	"strings"
	"sync"

	"obscope/internal/text/jsontext"
	"obscope/model"
	"obscope/render"
)

// osworld is the accessibility tree as OSWorld's agents read it: the table of
// linearize_accessibility_tree over the nodes that its heuristic filter keeps,
// cut by trim_accessibility_tree (rules from derived copies of OSWorld, which
// agree; Apache-2.0).
type osworld struct{}

const (
	osworldTag      = render.OwnStages + iota // not one of the tags
	osworldHidden                             // not showing and visible
	osworldInert                              // neither enabled nor editable, expandable, checkable
	osworldNameless                           // neither name nor text
	osworldNoPlace                            // position below 0 or no size
	osworldCut                                // beyond max_tokens
)

// osworldHeader is the first row.
const osworldHeader = "tag\tname\ttext\tclass\tdescription\tposition (top-left x&y)\tsize (w&h)"

func (osworld) Info() render.Info {
	return render.Info{
		Name: "osworld", About: "OSWorld's table of the accessibility tree, filtered and cut as its agents read it", Version: "2025 (derived copies)",
		ExactFor: []string{"osworld"},
		Knobs: []render.Knob{
			render.Knob{Name: "platform", About: "whose namespaces are read; captured: the file's own", Default: "captured", Choices: []string{"captured", "ubuntu", "windows"}}.
				Hiding("captured", osworldHidden, osworldInert, osworldNameless, osworldNoPlace),
			flag("strip_indentation", "take the line ends and blanks that pretty-printing puts between tags for no text; OSWorld's own files have none").Hiding("false", osworldNameless),
			limitOf("max_tokens", "cl100k_base tokens kept of the text, as mm_agents passes it; 0: all", "10000", "0", osworldCut),
		},
		Stages: []string{
			"not one of the tags that are kept", "not showing and visible", "neither enabled nor editable, expandable or checkable",
			"neither name nor text", "position below 0 or no size", cutStage,
		},
		Defects: []string{
			"on ubuntu, class and description are read from the Windows namespace, so both columns are always empty",
			"on windows the value of edit fields is never shown: the class is written as <class '...EditWrapper'>, which does not end with EditWrapper",
			"GTK 4 applications vanish: they do not report showing",
			"list boxes, page tabs and spin buttons are never kept",
			"names and texts are not escaped, so one element may span rows",
			"an element whose screencoord or size is no Python literal fails the whole observation",
		},
	}
}

// osworldTags are kept by name, besides those that start with document or end
// with one of osworldEndings.
var osworldTags = map[string]bool{}

var osworldEndings = [...]string{"item", "button", "heading", "label", "scrollbar", "searchbox", "textbox", "link", "tabelement", "textfield", "textarea", "menu"}

func init() {
	for _, tag := range strings.Fields("alert canvas check-box combo-box entry icon image paragraph scroll-bar section slider static table-cell " +
		"terminal text netuiribbontab start trayclockwclass traydummysearchcontrol uiimage uiproperty uiribboncommandbar") {
		osworldTags[tag] = true
	}
}

func osworldKeeps(tag string) bool {
	if strings.HasPrefix(tag, "document") || osworldTags[tag] {
		return true
	}
	for _, ending := range osworldEndings {
		if strings.HasSuffix(tag, ending) {
			return true
		}
	}
	return false
}

type osworldBound struct {
	c       *model.Capture
	special string
	rows    [2]osworldRows // as ubuntu and as windows
}

// osworldRows is what every element is to the filter, on one platform.
type osworldRows struct {
	once sync.Once
	rows []osworldRow
	bad  string // the first place that is no literal, in quotes
}

type osworldRow struct {
	tag, name, text, class, description, position, size string
	is                                                  osworldFacts
}

type osworldFacts uint8

const (
	osworldTagged osworldFacts = 1 << iota
	osworldShown
	osworldAble
	osworldPlaced
	osworldHasText // the element has a text node
	osworldIndent  // which is a line end and blanks
	osworldBad     // its place is no literal
)

func (osworld) Bind(c *model.Capture) (render.Bound, error) {
	b := &osworldBound{c: c, special: specialWarning(c)}
	if c.Format != "osworld" && !anyFrame(c) {
		return nil, errors.New("it keeps what has a place on the screen, and this capture has no frames; outline and indexed need none")
	}
	return withCut(b, osworldCut, b.cut), nil
}

func (b *osworldBound) cut(p *render.Plan) cut {
	n, ok := wholeNumber(p, "max_tokens")
	if !ok || n == 0 {
		return cut{limit: -1}
	}
	if b.special != "" {
		p.Warnings.Add(model.OriginalFails, b.special)
	}
	return cut{limit: n, mark: osworldMark}
}

// view is the table that the knobs ask for.
func (b *osworldBound) view(p *render.Plan) *osworldRows {
	windows := b.c.Shape == "windows"
	prefix := "" // of attributes in the namespaces of the platform
	if set := p.Knob("platform"); set != "captured" {
		windows = set == "windows"
		if b.c.Shape != set {
			prefix = set + "/"
		}
	}
	v := &b.rows[0]
	if windows {
		v = &b.rows[1]
	}
	v.once.Do(func() { b.read(v, windows, prefix) })
	return v
}

func (b *osworldBound) read(v *osworldRows, windows bool, prefix string) {
	v.rows = make([]osworldRow, len(b.c.Elements))
	// Class and description are read from the Windows namespaces everywhere.
	described, attrClassed, classed := "windows/attr:description", "windows/attr:class", "windows/class:class"
	if b.c.Shape == "windows" || b.c.Shape == "deskat" {
		described, attrClassed, classed = "attr:description", "attr:class", "class:class"
	}
	eachElement(b.c, func(id model.ID, e *model.Element) {
		r := &v.rows[id]
		defer r.judge()
		if b.c.Format != "osworld" {
			osworldFromModel(e, r)
			return
		}
		r.tag = e.Role
		position, size := "(-1, -1)", "(-1, -1)"
		value, class, attrClass := "", "", ""
		var states osworldStateSet
		eachAttr(e.Raw, func(name string, v xmlAttr) {
			switch name {
			case "#tag":
				r.tag = v.text()
			case "#text":
				r.text = v.text()
				r.is |= osworldHasText
			case "name":
				r.name = v.text()
			case attrClassed:
				attrClass = v.text()
			case described:
				r.description = v.text()
			case classed:
				class = v.text()
			default:
				name, ok := strings.CutPrefix(name, prefix)
				if !ok {
					return
				}
				switch name {
				case "cp:screencoord":
					position, r.position = v.text(), v.text()
				case "cp:size":
					size, r.size = v.text(), v.text()
				case "val:value":
					value = v.text()
				default:
					states.read(name, v.is("true"))
				}
			}
		})
		if r.class = attrClass; windows {
			r.class = class
		}
		if r.text == "" && strings.HasSuffix(class, "EditWrapper") {
			r.text = value
		}
		r.is |= states.facts(windows)
		r.place(position, size)
	})
	for id := range v.rows {
		if v.rows[id].is&osworldBad != 0 {
			v.bad = jsontext.Quote(v.rows[id].position)
			if _, _, ok := pyPair(v.rows[id].position); ok {
				v.bad = jsontext.Quote(v.rows[id].size)
			}
			break
		}
	}
}

// judge settles what follows from tag and text.
func (r *osworldRow) judge() {
	if osworldKeeps(r.tag) {
		r.is |= osworldTagged
	}
	if strings.ContainsAny(r.text, "\r\n") && strings.TrimSpace(r.text) == "" {
		r.is |= osworldIndent
	}
}

// place judges where an element is.
func (r *osworldRow) place(position, size string) {
	x, y, okA := pyPair(position)
	w, h, okB := pyPair(size)
	switch {
	case !okA || !okB:
		r.is |= osworldBad
	case x >= 0 && y >= 0 && w > 0 && h > 0:
		r.is |= osworldPlaced
	}
}

// osworldStateSet is the states that the filter asks for.
type osworldStateSet struct{ visible, showing, able bool }

func (s *osworldStateSet) read(name string, on bool) {
	if !on {
		return
	}
	switch name {
	case "st:visible":
		s.visible = true
	case "st:showing":
		s.showing = true
	case "st:enabled", "st:editable", "st:expandable", "st:checkable":
		s.able = true
	}
}

func (s *osworldStateSet) facts(windows bool) (is osworldFacts) {
	if s.visible && (s.showing || windows) {
		is |= osworldShown
	}
	if s.able {
		is |= osworldAble
	}
	return is
}

// osworldFromModel is the row of an element of another format.
func osworldFromModel(e *model.Element, r *osworldRow) {
	r.tag, r.name, r.description = osworldRole(e), e.Name, e.Description
	if e.Value != "" && !e.Secure {
		r.text = e.Value
		r.is |= osworldHasText
	}
	yes := func(s model.State) bool { return e.States.Is(s) == model.Yes }
	not := func(s model.State) bool { return e.States.Is(s) == model.No }
	if !not(model.Visible) && !not(model.Showing) && !yes(model.Offscreen) && !yes(model.Hidden) && !e.Ignored && !e.Repeat {
		r.is |= osworldShown
	}
	if !not(model.Enabled) || yes(model.Editable) || yes(model.Expandable) || yes(model.Checkable) {
		r.is |= osworldAble
	}
	if f := e.Frame; e.Has(model.HasFrame) && f.OnScreen() && f.X >= 0 && f.Y >= 0 && !f.Empty() {
		r.is |= osworldPlaced
	}
}

// osworldRole is the tag that OSWorld would give to a kind of element.
func osworldRole(e *model.Element) string {
	switch e.Kind {
	case model.KindUnknown, model.KindGeneric:
		return strings.ToLower(e.Role)
	case model.KindTextbox, model.KindSearchbox:
		return "entry"
	case model.KindCheckbox:
		return "check-box"
	case model.KindCombobox:
		return "combo-box"
	case model.KindScrollbar:
		return "scroll-bar"
	case model.KindCell, model.KindGridCell:
		return "table-cell"
	case model.KindRadio:
		return "radio-button"
	}
	return e.Kind.String()
}

func (b *osworldBound) Plan(p *render.Plan) {
	v := b.view(p)
	strip := isOn(p, "strip_indentation")
	if v.bad != "" {
		p.Warnings.Add(model.OriginalFails, "the place "+v.bad+" is no Python literal of two numbers, on which OSWorld fails")
	}
	if b.c.Format == "osworld" && malformed(b.c) {
		p.Warnings.Add(model.OriginalFails, "the file is not well-formed XML, on which OSWorld's parser fails")
	}
	p.State = osworldState{v, strip}
	p.Note(0)
	for _, id := range b.c.Tree.Order {
		r := &v.rows[id]
		hasText := r.is&osworldHasText != 0 && !(strip && r.is&osworldIndent != 0)
		stage := render.Kept
		switch {
		case p.Out != nil && p.Out[id] != render.Kept:
			stage = p.Out[id]
		case r.is&osworldTagged == 0:
			stage = osworldTag
		case r.is&osworldShown == 0:
			stage = osworldHidden
		case r.is&osworldAble == 0:
			stage = osworldInert
		case r.name == "" && !hasText:
			stage = osworldNameless
		case r.is&osworldPlaced == 0:
			stage = osworldNoPlace
		}
		if stage != render.Kept {
			p.Drop(id, stage)
			continue
		}
		p.Write(id, 0, 0)
	}
}

// An osworldState is what the rows of a plan are written from.
type osworldState struct {
	*osworldRows
	strip bool
}

func (b *osworldBound) AppendLine(dst []byte, p *render.Plan, i int) []byte {
	id := p.Entries[i].ID
	if id == model.None {
		return append(dst, osworldHeader...)
	}
	state, _ := p.State.(osworldState)
	r := &state.rows[id]
	text := r.text
	if state.strip && r.is&osworldIndent != 0 {
		text = ""
	}
	dst = append(append(dst, r.tag...), '\t')
	dst = append(append(dst, r.name...), '\t')
	switch {
	case text == "":
		dst = append(dst, `""`...)
	case strings.Contains(text, `"`):
		dst = append(append(append(dst, '"'), strings.ReplaceAll(text, `"`, `""`)...), '"')
	default:
		dst = append(dst, text...)
	}
	dst = append(append(dst, '\t'), r.class...)
	dst = append(append(append(dst, '\t'), r.description...), '\t')
	if b.c.Format != "osworld" {
		f := b.c.Elements[id].Frame
		dst = appendPair(dst, f.X, f.Y)
		return appendPair(append(dst, '\t'), f.W, f.H)
	}
	dst = append(append(dst, r.position...), '\t')
	return append(dst, r.size...)
}

// appendPair appends "(x, y)" in whole pixels.
func appendPair(dst []byte, x, y float64) []byte {
	dst = strconv.AppendInt(append(dst, '('), int64(x), 10)
	return append(strconv.AppendInt(append(dst, ", "...), int64(y), 10), ')')
}
