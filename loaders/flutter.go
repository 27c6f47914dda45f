package loaders

import (
	"slices"
	"strings"
	"unicode/utf8"

	"obscope/internal/text/jsontext"
	"obscope/internal/text/words"
	"obscope/model"
)

var flutterFormat = Format{
	Name: "flutter", About: "Flutter: dump of the semantics tree",
	Recognised: "text with lines SemanticsNode#N",
	Sniff: func(p *Peek) Score {
		switch {
		case p.JSON != jsontext.Missing:
			return No
		case strings.HasPrefix(p.Start, semanticsNode):
			return Sure
		case strings.Contains(p.Start, "\n"+semanticsNode), strings.Contains(p.Start, "─"+semanticsNode):
			return Likely
		}
		return No
	},
	Load: loadFlutter,
}

const semanticsNode = "SemanticsNode#"

func loadFlutter(s *Source) (*model.Recording, error) {
	c := &model.Capture{Format: "flutter", Unit: "logical pixels", Text: s.Text}
	l := &flutterReader{builder: builder{c: c}}
	for line := range strings.SplitSeq(s.Text, "\n") {
		l.line(strings.TrimRight(line, "\r"))
	}
	l.finish()
	l.link()
	if l.turned > 0 {
		c.Warn(words.Count(l.turned, "element has", "elements have") + " a transform that is neither a shift nor a scale; the frames there and below are not placed")
	}
	if len(c.Elements) <= 1 {
		c.Warn("the tree has no nodes below its root: semantics were off (an accessibility service or a SemanticsBinding.ensureSemantics turns them on)")
	}
	if len(c.Elements) > 0 && c.Elements[0].Frame.OnScreen() {
		c.Screen = c.Elements[0].Frame
	}
	return one(c), nil
}

// A flutterSpace places the coordinates that a node's children are in.
type flutterSpace struct{ x, y, scale float64 }

type flutterReader struct {
	builder
	spaces  []flutterSpace // of the open nodes
	pairs   []flutterPair  // of the node that is being read
	started bool
	turned  int
}

// A flutterPair is a property; a long text is in several lines.
type flutterPair struct {
	key   string
	lines []string
}

// flutterArt are the characters of which the tree is drawn.
const flutterArt = " │├└─╎╘═┊╙╟║┴┬\t"

func (l *flutterReader) line(line string) {
	rest := strings.TrimLeft(line, flutterArt)
	if number, ok := strings.CutPrefix(rest, semanticsNode); ok {
		l.finish()
		e := l.enterAt(utf8.RuneCountInString(line[:len(line)-len(rest)]))
		l.spaces = l.spaces[:len(l.open)-1]
		l.spaces = append(l.spaces, l.space())
		number, _ = cutAny(number, " (")
		e.Ref = number
		l.pairs, l.started = l.pairs[:0], true
		return
	}
	if !l.started || rest == "" {
		return
	}
	if key, value, ok := strings.Cut(rest, ": "); ok && isFlutterKey(key) {
		l.pairs = append(l.pairs, flutterPair{key, []string{value}})
		return
	}
	if key, ok := strings.CutSuffix(rest, ":"); ok && isFlutterKey(key) {
		l.pairs = append(l.pairs, flutterPair{key, nil})
		return
	}
	if strings.HasPrefix(rest, "Rect") || len(l.pairs) == 0 {
		l.pairs = append(l.pairs, flutterPair{"#rect", []string{rest}})
		return
	}
	// A text of several lines starts below its name and is in quotes; the
	// words by themselves (merge boundary, STALE) are not.
	last := &l.pairs[len(l.pairs)-1]
	open := len(last.lines) == 0 || strings.HasPrefix(last.lines[0], `"`) && !closedQuote(last.lines)
	if last.key == "#word" || last.key == "#rect" || !open {
		l.pairs = append(l.pairs, flutterPair{"#word", []string{rest}})
		return
	}
	last.lines = append(last.lines, rest)
}

// closedQuote reports that the text's last line ends its quote.
func closedQuote(lines []string) bool {
	last := lines[len(lines)-1]
	return strings.HasSuffix(last, `"`) && (len(lines) > 1 || len(last) > 1)
}

// isFlutterKey reports a name of a property: one or two words of letters.
func isFlutterKey(s string) bool {
	if s == "" || len(s) > 40 {
		return false
	}
	for _, c := range []byte(s) {
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == ' ' {
			continue
		}
		return false
	}
	return s[0] >= 'a' && s[0] <= 'z'
}

// space is where the children of the innermost open node are placed.
func (l *flutterReader) space() flutterSpace {
	if n := len(l.spaces); n > 0 {
		return l.spaces[n-1]
	}
	return flutterSpace{scale: 1}
}

// finish reads the properties of the node that is open.
func (l *flutterReader) finish() {
	if !l.started {
		return
	}
	l.started = false
	e := &l.c.Elements[l.top()]
	var flags []string
	l.own = l.own[:0]
	for _, p := range l.pairs {
		value := strings.Join(p.lines, "\n")
		l.own = appendMember(l.own, p.key, value)
		text := strings.TrimSuffix(strings.TrimPrefix(value, `"`), `"`)
		switch p.key {
		case "#rect":
			l.place(e, value)
		case "flags":
			flags = strings.Split(value, ", ")
		case "actions":
			e.Given |= model.HasActions
			for _, action := range strings.Split(value, ", ") {
				if action != "" {
					e.Actions = append(e.Actions, action)
				}
			}
		case "label":
			e.Name, e.Given = text, e.Given|model.HasName
		case "value":
			e.Value, e.Given = text, e.Given|model.HasValue
		case "hint":
			e.Placeholder, e.Given = text, e.Given|model.HasPlaceholder
		case "tooltip":
			e.Description, e.Given = text, e.Given|model.HasDescription
		case "role":
			e.Subrole, e.Given = value, e.Given|model.HasSubrole
		}
	}
	e.Own = string(l.own)
	flutterFlags(e, flags)
	e.Kind = flutterKind(e, flags)
	e.Role, e.Given = e.Kind.String(), e.Given|model.HasRole
}

// place reads Rect.fromLTRB(l, t, r, b), which is in the coordinates of the
// parent, with what a scale or another transform adds.
func (l *flutterReader) place(e *model.Element, s string) {
	inside, after, ok := strings.Cut(strings.TrimPrefix(s, "Rect.fromLTRB("), ")")
	fields := strings.Split(inside, ", ")
	if !ok || len(fields) != 4 {
		return
	}
	var v [4]float64
	for i, f := range fields {
		if v[i], ok = spelled(f); !ok {
			return
		}
	}
	space := &l.spaces[len(l.spaces)-1]
	if after = strings.TrimSpace(after); strings.HasPrefix(after, "scaled by ") {
		if scale, ok := spelled(strings.TrimSuffix(strings.TrimPrefix(after, "scaled by "), "x")); ok {
			space.scale *= scale
			l.c.Unit = "device pixels"
			setFrame(e, space.rect(v))
			return
		}
	}
	if strings.HasPrefix(after, "with transform") {
		l.turned++
	}
	setFrame(e, space.rect(v))
	space.x += v[0] * space.scale
	space.y += v[1] * space.scale
}

func (s flutterSpace) rect(v [4]float64) model.Rect {
	return model.Rect{X: s.x + v[0]*s.scale, Y: s.y + v[1]*s.scale, W: (v[2] - v[0]) * s.scale, H: (v[3] - v[1]) * s.scale}
}

// flutterPairs names, for each state, the flag that says it can be and the one
// that says it is.
var flutterPairs = [...]struct {
	has, is string
	state   model.State
}{
	{"hasEnabledState", "isEnabled", model.Enabled}, {"hasCheckedState", "isChecked", model.Checked}, {"hasToggledState", "isToggled", model.Checked},
	{"hasExpandedState", "isExpanded", model.Expanded}, {"hasSelectedState", "isSelected", model.Selected}, {"hasRequiredState", "isRequired", model.Required},
	{"", "isFocused", model.Focused}, {"", "isFocusable", model.Focusable}, {"", "isHidden", model.Hidden}, {"", "isReadOnly", model.ReadOnly},
	{"", "isMultiline", model.Multiline}, {"", "isSelected", model.Selected},
}

func flutterFlags(e *model.Element, flags []string) {
	for _, p := range flutterPairs {
		switch {
		case slices.Contains(flags, p.is):
			e.States.Set(p.state, model.Yes)
		case p.has != "" && slices.Contains(flags, p.has):
			e.States.Set(p.state, model.No)
		}
	}
	if slices.Contains(flags, "isCheckStateMixed") {
		e.States.Set(model.Checked, model.Mixed)
	}
	e.Secure = slices.Contains(flags, "isObscured")
}

// flutterKinds are the flags that tell what a node is, the narrower ones
// first.
var flutterKinds = [...]struct {
	flag string
	kind model.Kind
}{
	{"isTextField", model.KindTextbox}, {"isSlider", model.KindSlider}, {"isInMutuallyExclusiveGroup", model.KindRadio},
	{"hasToggledState", model.KindSwitch}, {"hasCheckedState", model.KindCheckbox}, {"isLink", model.KindLink}, {"isButton", model.KindButton},
	{"isHeader", model.KindHeading}, {"isImage", model.KindImage}, {"isKeyboardKey", model.KindButton},
}

func flutterKind(e *model.Element, flags []string) model.Kind {
	if e.Subrole != "" {
		if k := kindOf(strings.ToLower(e.Subrole)); k != model.KindUnknown {
			return k
		}
	}
	for _, k := range flutterKinds {
		if slices.Contains(flags, k.flag) {
			return k.kind
		}
	}
	switch {
	case slices.Contains(flags, "namesRoute"), slices.Contains(flags, "scopesRoute"):
		return model.KindGroup
	case e.Name != "" || e.Value != "":
		return model.KindText
	}
	return model.KindGeneric
}
