package loaders

import (
	"slices"
	"strings"
	"unicode/utf8"

	"obscope/internal/text/jsontext"
	"obscope/model"
)

var flutterFormat = Format{
	Name: "flutter", About: "Flutter: dump of the semantics tree",
	Recognised: "text with lines SemanticsNode#N, perhaps behind I/flutter (N): or flutter:",
	Sniff: func(p *Peek) Score {
		switch {
		case p.JSON != jsontext.Missing:
			return No
		case strings.HasPrefix(p.Start, semanticsNode), flutterSilent(p.Start):
			return Sure
		case strings.Contains(p.Start, "─"+semanticsNode), hasFlutterRoot(p.Start):
			return Likely
		}
		return No
	},
	Load:  loadFlutter,
	marks: true,
}

const semanticsNode = "SemanticsNode#"

// flutterSilent reports what Flutter prints instead of a tree while semantics
// are off.
func flutterSilent(text string) bool {
	_, rest := cutFlutterLog(text)
	return strings.HasPrefix(rest, "Semantics not generated") || strings.HasPrefix(rest, "Semantics not collected")
}

// hasFlutterRoot reports a line that starts with a node, a log's prefix left out.
func hasFlutterRoot(text string) bool {
	at := strings.Index(text, semanticsNode)
	if at < 0 {
		return false
	}
	_, rest := cutFlutterLog(text[strings.LastIndexByte(text[:at], '\n')+1:])
	return strings.HasPrefix(strings.TrimLeft(rest, " "), semanticsNode)
}

// cutFlutterLog takes off what logs print before a line: "I/flutter (123): ",
// "flutter: ", and the time and process before these.
func cutFlutterLog(line string) (logged bool, rest string) {
	const word, longest = "flutter", 120
	head := line[:min(len(line), longest)]
	if end := strings.IndexByte(head, '\n'); end >= 0 {
		head = head[:end]
	}
	at := strings.Index(head, word)
	if at < 0 || strings.Contains(head[:at], "│") || strings.Contains(head[:at], `"`) {
		return false, line
	}
	after := strings.TrimLeft(head[at+len(word):], " ")
	if inside, rest, ok := strings.Cut(after, ")"); ok && strings.HasPrefix(inside, "(") && isDigits(strings.TrimSpace(inside[1:])) {
		after = strings.TrimLeft(rest, " ")
	}
	if !strings.HasPrefix(after, ":") {
		return false, line
	}
	rest = line[len(head)-len(after)+1:]
	return true, strings.TrimPrefix(rest, " ")
}

// loadFlutter reads every tree in the text: an application with several views
// has one for each, a log one for each time it was asked.
func loadFlutter(s *Source) (*model.Recording, error) {
	rec := &model.Recording{}
	var l *flutterReader
	from, at := 0, 0
	end := func(to int) {
		if l != nil {
			rec.Captures = append(rec.Captures, l.capture(s.Text[from:to]))
			from = to
		}
	}
	for raw := range strings.SplitAfterSeq(s.Text, "\n") {
		prefixed, line := cutFlutterLog(strings.TrimRight(raw, "\r\n"))
		// The lines of a tree are indented but for its root.
		root := strings.HasPrefix(line, semanticsNode)
		if root && l != nil && len(l.c.Elements) > 0 {
			end(at)
			l = nil
		}
		if l == nil {
			l = &flutterReader{builder: builder{c: &model.Capture{Format: "flutter", Unit: "logical pixels"}, line: 1}}
		}
		// What else was logged is not indented, or lacks the words that the log
		// puts before the lines of the tree.
		if root || strings.ContainsRune(flutterArt, firstRune(line)) && (prefixed || !l.prefixed) {
			l.prefixed = prefixed && !root
			l.line(line)
		}
		l.builder.line++
		at += len(raw)
	}
	end(len(s.Text))
	return rec, nil
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// A flutterSpace places the coordinates that a node's children are in: the
// upper two rows of a matrix.
type flutterSpace struct{ xx, xy, x, yx, yy, y float64 }

type flutterReader struct {
	builder
	spaces   []flutterSpace // of the open nodes
	pairs    []flutterPair  // of the node that is being read
	started  bool
	prefixed bool // the lines of the tree have a log's words before them
	turned   int
	merges   []flutterMerge // by element
}

// A flutterMerge says whether a node takes in what is below it, or was taken in.
type flutterMerge uint8

const (
	mergeBoundary flutterMerge = iota + 1
	mergedUp
)

// A flutterPair is a property. Long ones are in several lines: a text that has
// line ends begins below its name, everything else is wrapped at blanks.
type flutterPair struct {
	key   string
	lines []string
	below bool
}

func (p *flutterPair) text() string {
	if p.below {
		return strings.Join(p.lines, "\n")
	}
	return strings.Join(p.lines, " ")
}

// open reports that the property goes on in the next line, whatever that says.
func (p *flutterPair) open() bool {
	if len(p.lines) == 0 {
		return true
	}
	first, last := p.lines[0], p.lines[len(p.lines)-1]
	switch {
	case strings.HasPrefix(first, `"`):
		return !strings.HasSuffix(last, `"`) && !strings.HasSuffix(last, "]") || len(p.lines) == 1 && len(first) == 1
	case p.key == "#rect":
		text := p.text()
		for _, half := range [...]string{" with", " with transform", " scaled", " scaled by"} {
			if strings.HasSuffix(text, half) {
				return true
			}
		}
		return strings.Count(text, "[") > strings.Count(text, "]") || strings.Count(text, "(") > strings.Count(text, ")")
	}
	return strings.HasSuffix(last, ",")
}

// flutterArt are the characters of which the tree is drawn.
const flutterArt = " │├└─╎╘═┊╙╟║┴┬\t"

func (l *flutterReader) line(line string) {
	rest := strings.TrimLeft(line, flutterArt)
	if number, ok := strings.CutPrefix(rest, semanticsNode); ok {
		l.finish()
		e := l.enterAt(utf8.RuneCountInString(line[:len(line)-len(rest)]))
		l.spaces = append(l.spaces[:len(l.open)-1], l.space(len(l.open)-2))
		number, _ = cutAny(number, " (")
		e.Ref = number
		l.merges = append(l.merges, 0)
		l.pairs, l.started = l.pairs[:0], true
		return
	}
	if !l.started || rest == "" {
		return
	}
	var last *flutterPair
	if n := len(l.pairs); n > 0 {
		last = &l.pairs[n-1]
	}
	key, value, ok := strings.Cut(rest, ": ")
	name, bare := strings.CutSuffix(rest, ":")
	switch {
	case last != nil && last.open():
		last.lines = append(last.lines, rest)
	case ok && isFlutterKey(key):
		l.pairs = append(l.pairs, flutterPair{key, []string{value}, false})
	case bare && isFlutterKey(name):
		l.pairs = append(l.pairs, flutterPair{name, nil, true})
	case strings.HasPrefix(rest, "Rect"):
		l.pairs = append(l.pairs, flutterPair{"#rect", []string{rest}, false})
	case last != nil && len(last.lines) > 0 && strings.HasPrefix(last.lines[0], `"`) && strings.HasSuffix(rest, `"`):
		last.lines = append(last.lines, rest) // a line of the text ended in a quote of its own
	default:
		// The words by themselves: merge boundary, merged up, STALE.
		l.pairs = append(l.pairs, flutterPair{"#word", []string{rest}, false})
	}
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

// space is where the children of an open node are placed.
func (l *flutterReader) space(open int) flutterSpace {
	if open >= 0 {
		return l.spaces[open]
	}
	return flutterSpace{xx: 1, yy: 1}
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
		value := p.text()
		l.own = appendMember(l.own, p.key, value)
		text := flutterQuoted(value)
		switch p.key {
		case "#rect":
			l.place(e, value)
		case "#word":
			l.merge(value)
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
	e.Raw = string(l.own)
	flutterFlags(e, flags)
	e.Kind = flutterKind(e, flags)
	e.Role, e.Given = e.Kind.String(), e.Given|model.HasRole
}

// flutterQuoted takes the quotes off a text, and the attributes that may follow
// it in brackets.
func flutterQuoted(value string) string {
	text, quoted := strings.CutPrefix(value, `"`)
	if at := strings.LastIndex(text, `" [`); quoted && at >= 0 && strings.HasSuffix(text, "]") {
		return text[:at]
	}
	return strings.TrimSuffix(text, `"`)
}

func (l *flutterReader) merge(word string) {
	switch id := l.top(); {
	case strings.HasPrefix(word, "merge boundary"):
		l.merges[id] = mergeBoundary
	case strings.HasPrefix(word, "merged up"):
		l.merges[id] = mergedUp
	}
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
