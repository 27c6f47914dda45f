package loaders

import (
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/internal/text/words"
	"obscope/model"
)

var mobilemcpFormat = Format{
	Name: "mobile-mcp", About: "mobile-mcp: list of elements on screen, as text or JSON",
	Recognised: "text that starts with One element per line: @ref or Found these elements on screen:; JSON elements with type and coordinates",
	Sniff:      sniffMobileMCP,
	Load:       loadMobileMCP,
	grammar:    mobileGrammar,
}

// The first words of mobile-mcp's answers.
const (
	mobileLegend = "One element per line: @ref"
	mobileFound  = "Found these elements on screen:"
)

func sniffMobileMCP(p *Peek) Score {
	switch {
	case strings.HasPrefix(p.Start, mobileLegend), strings.HasPrefix(p.Start, mobileFound):
		return Sure
	case p.ItemHas("type", "coordinates"):
		return Likely
	case p.ItemHas("text", "coordinates"), p.ItemHas("label", "coordinates"):
		return Maybe
	}
	return No
}

func loadMobileMCP(s *Source) (*model.Recording, error) {
	c := &model.Capture{Format: "mobile-mcp", Shape: "json", Unit: "device pixels", Text: s.Text}
	text := strings.TrimLeft(s.Text, " \t\r\n\uFEFF")
	if mobileIOS(text) {
		c.Unit = "points"
	}
	var err error
	if strings.HasPrefix(text, mobileLegend) || strings.HasPrefix(text, "@") {
		c.Shape = "text"
		mobileLines(c, s.Text)
	} else {
		err = mobileJSON(c, s.Text)
	}
	if err != nil {
		return nil, err
	}
	if len(c.Elements) == 0 {
		c.Warn("the list is empty: a screen of a framework that exposes nothing (games, some web views), or every element was dropped for having no text and no size")
	}
	return one(c), nil
}

// mobileJSON reads the JSON behind the first words.
func mobileJSON(c *model.Capture, text string) error {
	if at := strings.Index(text, mobileFound); at >= 0 && strings.TrimSpace(text[:at]) == "" {
		at += len(mobileFound)
		text = strings.Repeat(" ", at) + text[at:] // offsets of errors stay those of the file
	}
	l := &mobileReader{c: c}
	l.nest = newNest(text, c, "children", l.element)
	if err := l.nest.document(); err != nil {
		return err
	}
	if l.centres > 0 {
		c.Warn(words.Count(l.centres, "element has", "elements have") + " coordinates without a size, as older versions wrote them: they are centres, and the frames are points")
	}
	return nil
}

type mobileReader struct {
	c       *model.Capture
	nest    *nest
	centres int
}

func (l *mobileReader) element(e *model.Element, members []jsontext.Member) {
	var typeName string
	t := mobileTexts{}
	for _, m := range members {
		switch v := m.Value; m.Name {
		case "ref":
			setText(e, &e.Ref, model.HasRef, v)
		case "type":
			typeName = textOf(v)
		case "text":
			t.text, t.hasText = textOf(v), v.Kind == jsontext.String
		case "label":
			t.label = textOf(v)
		case "name":
			t.name = textOf(v)
		case "value":
			setText(e, &e.Value, model.HasValue, v)
		case "coordinates":
			if r, ok := rectOf(v, "x", "y", "width", "height"); ok {
				setFrame(e, r)
			} else if x, okX := number(v.Member("x")); okX {
				if y, okY := number(v.Member("y")); okY {
					setFrame(e, model.Rect{X: x, Y: y})
					l.centres++
				}
			}
		default:
			if st, ok := mobileStates[m.Name]; ok {
				setState(e, st, v)
			}
		}
	}
	mobileFinish(l.c, e, typeName, t)
}

var mobileStates = map[string]model.State{
	"focused": model.Focused, "selected": model.Selected, "checked": model.Checked, "enabled": model.Enabled, "visible": model.Visible,
}

type mobileTexts struct {
	text, label, name string
	hasText           bool
}

// mobileIOS tells the platform by the types: Android classes, whose package
// the text leaves out, or XCUIElement types. TextView is in both and is a
// field in one of them only.
func mobileIOS(text string) bool {
	for _, class := range [...]string{"android.", "androidx.", " View ", " ViewGroup ", " FrameLayout ", " LinearLayout ", " RelativeLayout ", " ImageView ", " EditText ", " RecyclerView "} {
		if strings.Contains(text, class) {
			return false
		}
	}
	for _, name := range [...]string{appleType, " StaticText ", " Other ", " TextField ", " Cell ", `"StaticText"`, `"Other"`, `"TextField"`, `"Cell"`} {
		if strings.Contains(text, name) {
			return true
		}
	}
	return false
}

// mobileFinish sets role, kind and texts.
func mobileFinish(c *model.Capture, e *model.Element, typeName string, t mobileTexts) {
	if typeName == "" {
		typeName = noRole
	} else {
		e.Given |= model.HasRole
	}
	e.Role = strings.TrimPrefix(typeName[strings.LastIndexByte(typeName, '.')+1:], appleType)
	if c.Unit == "points" || strings.HasPrefix(typeName, appleType) {
		e.Kind = appleKind(e.Role)
	} else {
		e.Kind = androidKind(e.Role)
	}
	e.Secure = secureRole(e.Role)
	field := e.Kind == model.KindTextbox || e.Kind == model.KindSearchbox
	if field && t.hasText && !e.Has(model.HasValue) {
		e.Value, e.Given = t.text, e.Given|model.HasValue
		t.text = ""
	}
	for _, name := range [...]string{t.text, t.label, t.name} {
		if name != "" {
			e.Name = name
			break
		}
	}
	if t.hasText || t.label != "" || t.name != "" {
		e.Given |= model.HasName
	}
	if e.Value == "" && t.text != "" && t.text != e.Name {
		e.Value, e.Given = t.text, e.Given|model.HasValue
	}
	if t.label != "" && t.label != e.Name {
		e.Description, e.Given = t.label, e.Given|model.HasDescription
	}
}

// mobileLines reads one element a line:
//
//	@e1 Button text="OK" label="…" name="…" value="…" id="…" at=1,2 size=3x4 focused disabled
func mobileLines(c *model.Capture, text string) {
	b := builder{c: c}
	broken := 0
	n := int32(-1)
	for line := range strings.SplitSeq(text, "\n") {
		n++
		trimmed := strings.TrimSpace(line)
		if trimmed == "" || strings.HasPrefix(trimmed, mobileLegend) {
			continue
		}
		e := b.under(model.None)
		b.leave()
		c.Lines = append(c.Lines, n)
		if !mobileLine(c, &b, e, line) {
			broken++
		}
	}
	b.link()
	if broken > 0 {
		c.Warn(words.Count(broken, "line is", "lines are") + " not wholly of the form @ref Type key=\"text\" at=x,y size=WxH; what could be read was")
	}
}

func mobileLine(c *model.Capture, b *builder, e *model.Element, line string) bool {
	b.own = appendMember(b.own[:0], "#line", line)
	rest := strings.TrimSpace(line)
	var typeName string
	var t mobileTexts
	var at, size string
	ok, refs := true, 0
	for first := true; rest != ""; rest = strings.TrimLeft(rest, " ") {
		end := strings.IndexAny(rest, " =")
		if end < 0 {
			end = len(rest)
		}
		word := rest[:end]
		if end < len(rest) && rest[end] == '=' {
			var value string
			value, rest = mobileValue(rest[end+1:])
			b.own = appendMember(b.own, word, value)
			switch word {
			case "text":
				t.text, t.hasText = value, true
			case "label":
				t.label = value
			case "name":
				t.name = value
			case "value":
				e.Value, e.Given = value, e.Given|model.HasValue
			case "id":
			case "at":
				at = value
			case "size":
				size = value
			default:
				ok = false
			}
			first = false
			continue
		}
		rest = rest[end:]
		switch st, known := mobileStates[word]; {
		case first && refs == 0 && strings.HasPrefix(word, "@"):
			e.Ref = word
			refs++
			continue
		case first:
			typeName = word
		case word == "disabled":
			e.States.Set(model.Enabled, model.No)
		case known:
			e.States.Set(st, model.Yes)
		default:
			ok = false
		}
		first = false
	}
	x, y, okAt := numberPair(at, ",")
	w, h, okSize := numberPair(size, "x")
	if okAt && okSize {
		setFrame(e, model.Rect{X: x, Y: y, W: w, H: h})
	} else if at != "" || size != "" {
		ok = false
	}
	e.Raw = string(b.own)
	mobileFinish(c, e, typeName, t)
	return ok
}

// mobileValue reads a JSON string, or what stands up to the next blank.
func mobileValue(s string) (value, rest string) {
	if strings.HasPrefix(s, `"`) {
		r := jsontext.NewReader(s)
		if value = r.String(); r.Err() == nil {
			return value, s[r.Offset():]
		}
	}
	value, rest, _ = strings.Cut(s, " ")
	return value, rest
}

// mobileGrammar tells the lines of the list, whether they are text or JSON.
var mobileGrammar = &grammar{
	format: "mobile-mcp",
	head: func(line string) bool {
		return strings.HasPrefix(line, mobileLegend) || strings.HasPrefix(line, mobileFound)
	},
	headed: true,
	starts: func(line string) bool {
		return strings.HasPrefix(line, mobileFound) || strings.HasPrefix(strings.TrimLeft(line, " \t"), "@") && strings.Contains(line, " at=")
	},
	goesOn: func(_ int, last string, more []string) int {
		list, ok := strings.CutPrefix(last, mobileFound)
		if !ok {
			return 0
		}
		for i, line := range more {
			if r := jsontext.NewReader(list); strings.TrimSpace(list) != "" {
				if r.Skip(); r.Err() == nil {
					return i
				}
			}
			list += "\n" + line
		}
		return len(more)
	},
	anew: func(first, line string, _ bool) bool {
		return strings.Fields(first)[0] == strings.Fields(line)[0]
	},
}
