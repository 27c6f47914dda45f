package agents

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"obscope/internal/text/jsontext"
	"obscope/model"
	"obscope/render"
)

// browserUse is a likeness of the page text of browser-use (MIT). Its original
// decides by the DOM: tags, listeners, paint order, scroll sizes, shadow roots
// and the step before. A capture of accessibility has none of that, so roles
// and actions stand in.
type browserUse struct{}

const (
	browserUseMute  = render.OwnStages + iota // neither to be operated nor text
	browserUseShort                           // text of one character, or the name above it again
	browserUseCut                             // beyond 40,000 characters
)

func (browserUse) Info() render.Info {
	return render.Info{
		Name: "browser-use", About: "a likeness of browser-use's page text: what can be operated with an index, and text", Version: "2025",
		Approx: true,
		Knobs:  []render.Knob{limitOf("max_characters", "characters kept of the text", "40000", noLimit, browserUseCut)},
		Stages: []string{"neither to be operated nor text", "text of one character, or one that its element says already", "beyond max_characters"},
		Defects: []string{
			"what is disabled has no index: of a button its words are left, of a field nothing",
			"a button without a name is a tag without words (browser-use/browser-use#4801)",
		},
	}
}

// browserUseLongest is where a value of an attribute is cut.
const browserUseLongest = 100

type browserUseNode struct {
	tag    string // "" for text
	attrs  string // with a blank before each
	text   string
	length int32 // characters of all of them
	scroll bool
	by     model.ID // whose words a text has, where it is short for that
	stage  render.Stage
}

type browserUseBound struct {
	c     *model.Capture
	nodes []browserUseNode
	depth []int32
}

// The entries that belong to no element.
const (
	browserUseStart = iota
	browserUseEnd
)

func (browserUse) Bind(c *model.Capture) (render.Bound, error) {
	b := &browserUseBound{c: c, nodes: make([]browserUseNode, len(c.Elements)), depth: make([]int32, len(c.Elements))}
	said := make([]string, len(c.Elements))   // the words of the element above
	says := make([]model.ID, len(c.Elements)) // and whose they are
	for _, id := range c.Tree.Order {
		e, n := &c.Elements[id], &b.nodes[id]
		up := c.Tree.Parent[id]
		above := ""
		n.by, says[id] = model.None, model.None
		if up != model.None {
			above, says[id] = said[up], says[up]
		}
		said[id] = above
		words := strings.TrimSpace(e.Name)
		clicks := id < model.ID(len(c.DOM)) && c.DOM[id].Clickable
		n.scroll = e.States.Is(model.Scrollable) == model.Yes
		switch {
		case e.Ignored || e.Repeat:
			n.stage = browserUseMute
		case (e.Actionable() || clicks || n.scroll) && e.States.Is(model.Enabled) != model.No:
			n.tag, n.attrs = browserUseTag(c, id), browserUseAttributes(e)
			said[id], says[id] = words, id
		case e.Actionable() && browserUseField(browserUseTag(c, id)):
			n.stage = browserUseMute // a disabled field has no words of its own
		case e.Actionable() || e.Kind == model.KindText || e.Kind == model.KindHeading || e.Kind == model.KindUnknown && c.Tree.Size[id] == 1:
			if n.text = words; n.text == "" && !e.Secure {
				n.text = strings.TrimSpace(e.Value)
			}
			switch {
			case n.text == "":
				n.stage = browserUseMute
			case n.text == above:
				n.stage, n.by = browserUseShort, says[id]
			case jsontext.Units(n.text) <= 1:
				n.stage = browserUseShort
			}
			said[id], says[id] = n.text, id
		default:
			n.stage = browserUseMute
		}
		n.length = int32(utf8.RuneCountInString(n.tag) + utf8.RuneCountInString(n.attrs) + utf8.RuneCountInString(n.text))
	}
	return b, nil
}

// browserUseTags are the HTML elements that kinds are likeliest to be.
var browserUseTags = map[model.Kind]string{
	model.KindButton: "button", model.KindLink: "a", model.KindTextbox: "input", model.KindSearchbox: "input", model.KindCheckbox: "input",
	model.KindRadio: "input", model.KindSlider: "input", model.KindSpinbutton: "input", model.KindSwitch: "input", model.KindCombobox: "select",
	model.KindListbox: "select", model.KindOption: "option", model.KindImage: "img", model.KindIframe: "iframe", model.KindListItem: "li",
	model.KindCell: "td", model.KindGridCell: "td", model.KindRow: "tr",
}

func browserUseTag(c *model.Capture, id model.ID) string {
	if int(id) < len(c.DOM) && c.DOM[id].Tag != "" {
		return c.DOM[id].Tag
	}
	if tag, ok := browserUseTags[c.Elements[id].Kind]; ok {
		return tag
	}
	return "div"
}

// browserUseField reports the elements whose words stand beside them.
func browserUseField(tag string) bool { return tag == "input" || tag == "select" || tag == "textarea" }

// browserUseAttributes writes what the capture knows of the attributes that
// browser-use lists, in its order. Passwords are left out.
func browserUseAttributes(e *model.Element) string {
	var b strings.Builder
	add := func(name, value string) {
		value = strings.TrimSpace(value)
		if value == "" {
			return
		}
		if jsontext.Units(value) > browserUseLongest {
			value = jsontext.CutUnits(value, browserUseLongest) + "..."
		}
		b.WriteString(" " + name + "=" + value)
	}
	if e.Kind != model.KindUnknown && e.Kind != model.KindGeneric && browserUseTags[e.Kind] == "" {
		add("role", e.Kind.String())
	}
	if !e.Secure {
		add("value", e.Value)
	}
	add("placeholder", e.Placeholder)
	add("aria-label", e.Name)
	for _, s := range [...]struct {
		state model.State
		name  string
	}{{model.Checked, "checked"}, {model.Selected, "selected"}, {model.Expanded, "expanded"}, {model.Pressed, "pressed"}, {model.Invalid, "invalid"}, {model.Required, "required"}, {model.Busy, "busy"}} {
		switch e.States.Is(s.state) {
		case model.Yes:
			add(s.name, "true")
		case model.No:
			if s.state == model.Checked || s.state == model.Expanded {
				add(s.name, "false")
			}
		case model.Mixed:
			add(s.name, "mixed")
		}
	}
	return b.String()
}

func (b *browserUseBound) Plan(p *render.Plan) {
	limit, ok := wholeNumber(p, "max_characters")
	if !ok {
		limit = 40000
	}
	depth := make([]int32, len(b.nodes))
	index, length := int32(0), 0
	p.Note(browserUseStart)
	for _, id := range b.c.Tree.Order {
		n := &b.nodes[id]
		if up := b.c.Tree.Parent[id]; up != model.None {
			depth[id] = depth[up]
		}
		stage := n.stage
		if p.Out != nil && p.Out[id] != render.Kept {
			stage = p.Out[id]
		}
		if stage == render.Kept {
			length += int(depth[id]) + int(n.length) + len("[]<>\n")
			if length > limit {
				stage = browserUseCut
			}
		}
		switch {
		case stage == browserUseShort && n.by != model.None:
			p.DropSaid(id, stage, n.by)
		case stage != render.Kept:
			dropMute(p, id, stage)
		case n.tag == "":
			p.Write(id, depth[id], 0)
		default:
			index++
			p.Write(id, depth[id], index)
			depth[id]++
		}
	}
	p.Note(browserUseEnd)
}

func (b *browserUseBound) AppendLine(dst []byte, p *render.Plan, i int) []byte {
	e := p.Entries[i]
	if e.ID == model.None {
		return append(dst, [...]string{"[Start of page]", "[End of page]"}[e.Aux]...)
	}
	n := &b.nodes[e.ID]
	for range e.Depth {
		dst = append(dst, '\t')
	}
	if n.tag == "" {
		return append(dst, n.text...)
	}
	if n.scroll {
		dst = append(dst, "|scroll element"...)
	}
	dst = append(strconv.AppendInt(append(dst, '['), int64(e.Aux), 10), "]<"...)
	return append(append(append(dst, n.tag...), n.attrs...), " />"...)
}

// AppendRef appends the index of what can be operated.
func (b *browserUseBound) AppendRef(dst []byte, p *render.Plan, i int, id model.ID) []byte {
	if b.nodes[id].tag == "" {
		return dst
	}
	return strconv.AppendInt(dst, int64(p.Entries[i].Aux), 10)
}
