package loaders

import (
	"strconv"
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/loaders/domsnap"
	"obscope/model"
)

var stagehandFormat = Format{
	Name: "stagehand", About: "Stagehand: the tree that observe and act read, as text or JSON",
	Recognised: "lines that start with [frame-backendNodeId], or JSON with combinedTree",
	Frames:     true,
	Sniff:      sniffStagehand,
	Load:       loadStagehand,
}

// The shapes of a tool that prints text or JSON.
const (
	shapeText = "text"
	shapeJSON = "json"
)

func sniffStagehand(p *Peek) Score {
	if p.Has("combinedTree") {
		return Sure
	}
	if p.JSON == 0 {
		if _, _, ok := stagehandStart(p.Start[:lineEnd(p.Start)]); ok {
			return Sure
		}
	}
	return No
}

// stagehandStart takes indentation and id off the first line of an element.
func stagehandStart(line string) (ref, rest string, ok bool) {
	inside, rest, ok := cutBracket(strings.TrimLeft(line, " \t"))
	if !ok {
		return "", "", false
	}
	frame, node, ok := strings.Cut(inside, "-")
	rest, blank := strings.CutPrefix(rest, " ")
	return inside, rest, ok && blank && isDigits(frame) && isDigits(node)
}

func loadStagehand(s *Source) (*model.Recording, error) {
	c := &model.Capture{Format: "stagehand", Shape: shapeText, Text: s.Text}
	tree := s.Text
	var maps stagehandMaps
	if strings.HasPrefix(strings.TrimLeft(s.Text, " \t\r\n"), "{") {
		c.Shape = shapeJSON
		var err error
		if tree, err = maps.read(s.Text, c); err != nil {
			return nil, err
		}
	}
	if c.Shape == shapeJSON {
		readStagehandTree(c, &maps, tree, 0)
		c.Lines = nil // they count within combinedTree
		return one(c), joinStagehand(s, c)
	}
	trees := stagehandGrammar.split(tree)
	if len(trees) == 0 {
		readStagehandTree(c, &maps, "", 0)
		return one(c), joinStagehand(s, c)
	}
	return stagehandGrammar.load(s, trees, func(c *model.Capture, body string, line int) error {
		readStagehandTree(c, &maps, body, line)
		return joinStagehand(s, c)
	})
}

// stagehandGrammar tells the lines of a tree. Names are bare: what follows one
// directly may be its next line.
var stagehandGrammar = &grammar{
	format: "stagehand", jumps: true,
	starts: func(line string) bool { _, _, ok := stagehandStart(line); return ok },
	goesOn: func(_ int, last string, more []string) int {
		if !strings.Contains(last, ": ") {
			return 0
		}
		return untilBlank(more)
	},
	half: func(line string) bool {
		_, role, _ := stagehandStart(line)
		return role == "" || !strings.Contains(role, ":") && tagKinds[role] == model.KindUnknown && halfRole(role)
	},
}

// readStagehandTree reads the lines of a tree, whose first is that line of the
// text.
func readStagehandTree(c *model.Capture, maps *stagehandMaps, tree string, line int) {
	t := &textTree{c: c}
	textItems(tree, stagehandGrammar.starts, nil, func(n int, item string) {
		ref, rest, _ := stagehandStart(item)
		e := stagehandElement(ref, rest)
		t.add(textElement{e, maps.own(ref)}, indentOf(item), line+n)
	})
	if len(c.Elements) == 0 {
		c.Warn("there is no line that starts with an id in brackets: the page had not loaded, or this is another tool's text")
	}
	t.finish()
}

// joinStagehand gives the elements of the main frame the frames of a file that
// is named: their ids hold the backend node.
func joinStagehand(s *Source, c *model.Capture) error {
	defer nameWebPage(c)
	if s.Options.Frames == "" {
		return nil
	}
	beside, err := findBeside(s, c)
	if err != nil {
		return err
	}
	c.Unit = cssPixels
	backend := make([]int64, len(c.Elements))
	for i := range c.Elements {
		if node, ok := strings.CutPrefix(c.Elements[i].Ref, "0-"); ok {
			backend[i], _ = strconv.ParseInt(node, 10, 64)
		}
	}
	beside.join(c, backend)
	return nil
}

// stagehandMaps are what the JSON form tells besides the text, by id.
type stagehandMaps struct{ xpath, url map[string]string }

// read returns the tree's text; what else there is becomes the capture's own.
func (m *stagehandMaps) read(text string, c *model.Capture) (string, error) {
	tree := ""
	r := jsontext.NewReader(text)
	var own []byte
	for r.Object(); r.NextName(); {
		switch name := r.Name(); {
		case name == "combinedTree" && r.Peek() == jsontext.String:
			tree = r.String()
		case name == "combinedXpathMap" && r.Peek() == jsontext.Object:
			m.xpath = readTextMap(r)
		case name == "combinedUrlMap" && r.Peek() == jsontext.Object:
			m.url = readTextMap(r)
		default:
			own = appendRawMember(own, name, r.Skip())
		}
	}
	r.End()
	c.Raw = string(own)
	return tree, r.Err()
}

func readTextMap(r *jsontext.Reader) map[string]string {
	m := map[string]string{}
	for r.Object(); r.NextName(); {
		name := r.Name()
		m[name], _ = domsnap.Scalar(r)
	}
	return m
}

// own is what is told of an element.
func (m *stagehandMaps) own(ref string) []byte {
	var own []byte
	if xpath, ok := m.xpath[ref]; ok {
		own = appendMember(own, "xpath", xpath)
	}
	if url, ok := m.url[ref]; ok {
		own = appendMember(own, "url", url)
	}
	return own
}

// stagehandElement reads "role: name [selected] [checked]".
func stagehandElement(ref, s string) model.Element {
	e := model.Element{Ref: ref, Given: model.HasRef | model.HasRole}
	for more := true; more; {
		more = false
		for _, word := range [...]string{"selected", "checked"} {
			if cut, ok := strings.CutSuffix(s, " ["+word+"]"); ok {
				s, more = cut, true
				setWebState(&e, word, "true")
			}
		}
	}
	role, name, named := strings.Cut(s, ": ")
	if !named {
		// The blank after the colon is lost at the end of the text.
		role, named = strings.CutSuffix(s, ":")
	}
	e.Role = role
	if named {
		e.Name, e.Given = name, e.Given|model.HasName
	}
	kind := role
	if inner, ok := strings.CutPrefix(kind, "scrollable, "); ok {
		kind = inner
		e.States.Set(model.Scrollable, model.Yes)
	} else if kind == "scrollable" {
		e.States.Set(model.Scrollable, model.Yes)
	}
	e.Kind = webKind(kind)
	if tag, ok := tagKinds[kind]; ok {
		e.Kind = tag
	}
	return e
}

// tagKinds are the kinds of HTML tags, which Stagehand shows for elements that
// have no role of their own.
var tagKinds = map[string]model.Kind{
	"a": model.KindLink, "p": model.KindParagraph, "ul": model.KindList, "ol": model.KindList, "li": model.KindListItem,
	"h1": model.KindHeading, "h2": model.KindHeading, "h3": model.KindHeading, "h4": model.KindHeading, "h5": model.KindHeading, "h6": model.KindHeading,
	"table": model.KindTable, "tr": model.KindRow, "td": model.KindCell, "th": model.KindColumnHeader, "tbody": model.KindRowGroup, "thead": model.KindRowGroup,
	"nav": model.KindNavigation, "svg": model.KindImage, "label": model.KindGeneric, "input, file": model.KindButton, "input": model.KindTextbox,
	"frame": model.KindIframe, "scrollable": model.KindGeneric, "section": model.KindGeneric, "strong": model.KindStrong, "em": model.KindEmphasis,
	"dl": model.KindList, "dt": model.KindTerm, "dd": model.KindDefinition, "video": model.KindCanvas, "audio": model.KindCanvas,
}
