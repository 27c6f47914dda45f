package loaders

import (
	"errors"
	"fmt"
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/internal/text/jsvalue"
	"obscope/internal/text/words"
	"obscope/model"
)

var makatextFormat = Format{
	Name: "maka-text", About: "Maka: the outline that its agent read, from a log or a journal",
	Recognised: "text with a line that starts with observation_id=",
	Sniff:      sniffMakaText,
	Load:       loadMakaText,
	marks:      true,
}

const makaHeaderStart = "observation_id="

func sniffMakaText(p *Peek) Score {
	switch {
	case p.JSON != jsontext.Missing || p.Root != "" && strings.HasPrefix(p.Start, "<"):
		return No
	case strings.HasPrefix(p.Start, makaHeaderStart):
		return Sure
	case strings.Contains(p.Start, "\n"+makaHeaderStart):
		// The answer to an action has "Fresh observation:" above the text.
		return Likely
	}
	return No
}

func loadMakaText(s *Source) (*model.Recording, error) {
	rec := &model.Recording{}
	text := s.Text
	before := makaHeaderAt(text)
	if before < 0 {
		return nil, errors.New("no line starts with observation_id=, the header of a Maka outline")
	}
	if lead := strings.TrimSpace(text[:before]); lead != "" {
		rec.Warn(words.Count(strings.Count(lead, "\n")+1, "line before the first header was", "lines before the first header were") + " passed over")
	}
	for text = text[before:]; text != ""; {
		own := text
		if next := makaHeaderAt(text[1:]); next >= 0 {
			own = text[:1+next]
		}
		text = text[len(own):]
		m := ParseMakaText(own, MakaTextFull)
		m.warn()
		rec.Captures = append(rec.Captures, m.Capture)
	}
	return rec, nil
}

// makaHeaderAt finds the first line that starts as a header does.
func makaHeaderAt(text string) int {
	if strings.HasPrefix(text, makaHeaderStart) {
		return 0
	}
	if at := strings.Index(text, "\n"+makaHeaderStart); at >= 0 {
		return at + 1
	}
	return -1
}

// MakaTextMode says how much of an outline ParseMakaText reads.
type MakaTextMode uint8

const (
	// MakaTextFull reads everything that Maka writes, differences included,
	// and keeps every element's parts in its Raw.
	MakaTextFull MakaTextMode = iota
	// MakaTextTrees reads trees only, as Maka's offline evaluator does: each
	// line of a difference counts as one that was not understood. Raw is left
	// empty.
	MakaTextTrees
)

// MakaText is an outline read back.
type MakaText struct {
	Capture  *model.Capture
	Lines    []string // the lines that wrote Capture.Elements, one each, without their tabs
	Unparsed []string // the lines that are neither an element nor a caption, as they stand

	at      int32 // line of the text that is read, from 0
	jumps   int   // lines indented deeper than one below the line before
	deepest int   // lines at the depth where Maka stops indenting
	unpad   int   // cut values whose length was not restored
	bars    bool  // a menu bar stands above the menu part
	padded  int   // bytes of restored length
	odd     string
	mode    MakaTextMode
	keys    *keys
	own     []byte
	open    []model.ID // the innermost element of every depth
	changes []string   // of a difference, as JSON
	removed string
	base    string // of no_change, as JSON
}

// ParseMakaText reads an outline that starts with its header. It is strict and
// total: an element line is one that matches Maka's grammar to its last byte,
// and what does not match is listed in Unparsed, never guessed at.
func ParseMakaText(text string, mode MakaTextMode) *MakaText {
	m := &MakaText{mode: mode, keys: newKeys(0),
		Capture: &model.Capture{Format: "maka-text", Unit: "screen points", AX: true, Text: text}}
	text = strings.TrimSuffix(strings.TrimRight(text, "\n"), "\r")
	header, rest, more := strings.Cut(text, "\n")
	m.header(strings.TrimSuffix(header, "\r"))
	lines := strings.Count(rest, "\n") + 1
	m.Capture.Elements = make([]model.Element, 0, lines)
	m.Lines = make([]string, 0, lines)
	for more {
		var line string
		line, rest, more = strings.Cut(rest, "\n")
		m.at++
		m.line(strings.TrimSuffix(line, "\r"))
	}
	m.difference()
	model.Plant(m.Capture)
	return m
}

// maxMakaDepth is the depth below which Maka indents no further.
const maxMakaDepth = 24

func (m *MakaText) line(line string) {
	body := strings.TrimLeft(line, "\t")
	depth := len(line) - len(body)
	switch {
	case depth == 0 && strings.HasPrefix(body, "menu_bar=") && m.menuCaption(body):
		m.open = m.open[:0]
		for i := range m.Capture.Elements {
			m.bars = m.bars || m.Capture.Elements[i].Role == "AXMenuBar"
		}
		return
	case m.mode == MakaTextFull && m.differenceLine(body, depth):
		return
	}
	e := model.Element{Key: model.NoKey, ParentKey: model.NoKey}
	if !m.element(&e, body) {
		m.Unparsed = append(m.Unparsed, line)
		return
	}
	if depth > len(m.open) {
		m.jumps++
		depth = len(m.open)
	}
	if depth >= maxMakaDepth {
		m.deepest++
	}
	if depth > 0 {
		e.ParentKey = m.Capture.Elements[m.open[depth-1]].Key
	}
	m.open = append(m.open[:depth], model.ID(len(m.Capture.Elements)))
	m.add(e, body)
}

func (m *MakaText) add(e model.Element, body string) {
	m.Capture.Elements = append(m.Capture.Elements, e)
	m.Capture.Lines = append(m.Capture.Lines, m.at)
	m.Lines = append(m.Lines, body)
}

// element reads a line without its tabs:
//
//	id role[/sub] ["label"] [="value"|~"placeholder"] [[states]] [+actions] [@x,y wxh]
func (m *MakaText) element(e *model.Element, line string) bool {
	s := scanner{line}
	e.Ref = s.word()
	role := s.optional(' ')
	e.Role = s.word()
	if !role || e.Role == "" || strings.ContainsFunc(e.Ref, jsvalue.IsSpace) || strings.ContainsFunc(e.Role, jsvalue.IsSpace) {
		return false
	}
	if before, sub, ok := strings.Cut(e.Role, "/"); ok && before != "" && sub != "" {
		e.Role, e.Subrole, e.Given = before, "AX"+sub, model.HasSubrole
	}
	e.Key = m.keys.ofString(e.Ref)
	e.Given |= model.HasRef | model.HasRole
	ok := true
	if s.starts(` "`) {
		e.Name, ok = s.quoted(1)
		e.Given |= model.HasName
	}
	switch {
	case ok && s.starts(` ="`):
		e.Value, ok = s.quoted(2)
		e.Value = m.pad(e.Value)
		e.Given |= model.HasValue
	case ok && s.starts(` ~"`):
		e.Placeholder, ok = s.quoted(2)
		e.Placeholder = m.pad(e.Placeholder)
		e.Given |= model.HasPlaceholder
	}
	ok = ok && s.states(e) && s.actions(e) && s.frame(e) && s.s == ""
	if !ok {
		return false
	}
	settleMakaKind(e)
	if m.mode == MakaTextFull {
		m.own = appendMakaMembers(m.own[:0], e)
		e.Raw = string(m.own)
	}
	return true
}

// appendMakaMembers spells the parts of a line as the members of the element
// that Maka wrote it from.
func appendMakaMembers(own []byte, e *model.Element) []byte {
	own = appendMember(own, "elementId", e.Ref)
	own = appendMember(own, "role", e.Role)
	text := func(has model.Fields, name, value string) {
		if e.Has(has) {
			own = appendMember(own, name, value)
		}
	}
	text(model.HasSubrole, "subrole", e.Subrole)
	text(model.HasName, "label", e.Name)
	text(model.HasValue, "value", e.Value)
	text(model.HasPlaceholder, "placeholder", e.Placeholder)
	for _, st := range [...]model.State{model.Enabled, model.Selected, model.Focused} {
		if t := e.States.Is(st); t != model.Unsaid {
			own = fmt.Appendf(own, `,"%s":%t`, st, t == model.Yes)
		}
	}
	for i, a := range e.Actions {
		if i == 0 {
			own = append(own, `,"actions":[`...)
		} else {
			own = append(own, ',')
		}
		own = jsontext.AppendQuote(own, a)
	}
	if len(e.Actions) > 0 {
		own = append(own, ']')
	}
	if f := e.Frame; e.Has(model.HasFrame) {
		own = fmt.Appendf(own, `,"frame":{"x":%s,"y":%s,"width":%s,"height":%s}`,
			jsvalue.Float(f.X), jsvalue.Float(f.Y), jsvalue.Float(f.W), jsvalue.Float(f.H))
	}
	return own
}

// warn turns what was lost in reading into warnings.
func (m *MakaText) warn() {
	c := m.Capture
	tell := func(n int, one, many string) {
		switch {
		case n == 1:
			c.Warn(one)
		case n > 1:
			c.Warn(fmt.Sprintf(many, n))
		}
	}
	if m.odd != "" {
		c.Warn("the header ends in something that Maka does not write: " + jsontext.Quote(cutForMessage(m.odd)))
	}
	if n := len(m.Unparsed); n > 0 {
		c.Warn(fmt.Sprintf("%s left out, the first: %s", words.Count(n, "line is not in Maka's grammar and was", "lines are not in Maka's grammar and were"), jsontext.Quote(cutForMessage(m.Unparsed[0]))))
	}
	tell(m.jumps, "1 line is indented deeper than one below the line before; it was hung under that line",
		"%d lines are indented deeper than one below the line before; they were hung under that line")
	tell(m.deepest, "1 line is at depth 24, where Maka stops indenting: its true parent may be another",
		"%d lines are at depth 24, where Maka stops indenting: their true parents may be others")
	tell(m.unpad, "1 value was cut by more than can be restored; it keeps the note of the cut as text",
		"%d values were cut by more than can be restored; they keep the note of the cut as text")
	if m.bars {
		c.Warn("there is a menu bar in the window beside the one below it: written again, the two change places")
	}
	if c.Header.Stated.Elements > len(c.Elements) {
		c.Warn(fmt.Sprintf("the header counts %s and the text has lines for %d: containers that say nothing were lifted out before it was written", words.Count(c.Header.Stated.Elements, "element", "elements"), len(c.Elements)))
	}
}

// cutForMessage shortens a line for a warning.
func cutForMessage(s string) string {
	const shown = 80
	if jsontext.Units(s) <= shown {
		return s
	}
	return jsontext.CutUnits(s, shown) + "…"
}
