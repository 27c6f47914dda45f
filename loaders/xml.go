package loaders

import (
	"errors"
	"fmt"
	"strings"

	"obscope/internal/text/words"
	"obscope/model"
)

// An xmlHandler is told the elements and texts of an XML document in the order
// in which they stand.
type xmlHandler interface {
	start(tag string, attrs []xmlAttr) // attrs are valid until it returns
	text(s string)                     // within an element; possibly in pieces
	end()
}

// An xmlAttr is an attribute as XML reads it: line ends and tabs are blanks,
// references are decoded.
type xmlAttr struct {
	Name   string // as written, with its prefix
	Value  string
	Source string // the spelling in the file where it is not what Value is written as; else ""
}

// An xmlBuilder is a builder that is told of XML; what embeds it starts the
// elements. Text is kept with the element that it stands in.
type xmlBuilder struct {
	builder
	badFrames int // elements whose frame cannot be read
}

func (b *xmlBuilder) text(s string) {
	if strings.TrimSpace(s) != "" {
		b.more(b.top(), "#text", s)
	}
}

func (b *xmlBuilder) end() { b.leave() }

// sides sets the frame of an element whose sides are attributes.
func (b *xmlBuilder) sides(e *model.Element, sides [4]string) {
	frame, given, ok := sidesOf(sides)
	switch {
	case ok:
		setFrame(e, frame)
	case given:
		b.badFrames++
	}
}

// warnSides tells of the frames that sides could not read.
func (b *xmlBuilder) warnSides() {
	if b.badFrames > 0 {
		b.c.Warn(words.Count(b.badFrames, "element has", "elements have") + " a side of the frame that is missing or not a number, and so no frame")
	}
}

// readXML reads a document as dumpers write them, of any depth. It takes what
// XML forbids but files hold (control characters, surrogate halves as numeric
// references, unknown entities, names with a $, end tags that do not match)
// and tells it in warnings. What is cut short is an error with the byte.
//
// encoding/xml is not used: it loses the difference between a line end and
// &#10; in an attribute, refuses surrogate pairs that Android writes as two
// references, and is several times slower.
func readXML(text string, to xmlHandler) (model.Warnings, error) {
	r := &xmlReader{s: text, to: to}
	if err := r.document(); err != nil {
		return nil, err
	}
	return r.warnings(), nil
}

type xmlReader struct {
	s     string
	pos   int
	to    xmlHandler
	attrs []xmlAttr
	buf   []byte

	open   []string       // the tags of open elements
	counts map[string]int // how often a tag is open; made when an end tag first fails to match
	roots  int

	controls, firstControl int
	stray, implied         int // end tags without a start, elements without an end
	outside                int // bytes of text outside of the root
}

// dumpNote is what uiautomator prints around a dump, in its own spelling.
const dumpNote = "UI hierchary dumped to:"

func (r *xmlReader) document() error {
	for {
		at := strings.IndexByte(r.s[r.pos:], '<')
		if at < 0 {
			break
		}
		lt := r.pos + at
		if kind := r.markup(lt + 1); kind == markupText {
			// A bare < is text: up to the next one.
			next := strings.IndexByte(r.s[lt+1:], '<')
			if next < 0 {
				break
			}
			r.sendText(r.s[r.pos : lt+1+next])
			r.pos = lt + 1 + next
			continue
		}
		r.sendText(r.s[r.pos:lt])
		r.pos = lt
		if err := r.tag(); err != nil {
			return err
		}
	}
	if len(r.open) > 0 {
		return r.cut(len(r.s), fmt.Sprintf("<%s>, one of %d open elements", clip(r.open[len(r.open)-1]), len(r.open)))
	}
	r.sendText(r.s[r.pos:])
	if r.roots == 0 {
		return errors.New("the XML has no elements: an empty or interrupted dump; capture it again")
	}
	return nil
}

// What follows a <.
const (
	markupText = iota
	markupStart
	markupEnd
	markupOther // a declaration, a comment, CDATA
)

func (r *xmlReader) markup(at int) int {
	if at >= len(r.s) {
		return markupOther
	}
	switch c := r.s[at]; {
	case c == '/':
		return markupEnd
	case c == '!' || c == '?':
		return markupOther
	case isNameStart(c):
		return markupStart
	}
	return markupText
}

// tag reads what starts with the < at pos.
func (r *xmlReader) tag() error {
	switch r.markup(r.pos + 1) {
	case markupStart:
		return r.startTag()
	case markupEnd:
		end := strings.IndexByte(r.s[r.pos:], '>')
		if end < 0 {
			return r.cut(r.pos, "an end tag")
		}
		name := strings.TrimSpace(r.s[r.pos+2 : r.pos+end])
		r.pos += end + 1
		r.endTag(name)
		return nil
	}
	for _, m := range [...]struct{ open, close, what string }{
		{"<!--", "-->", "a comment"}, {"<![CDATA[", "]]>", "a CDATA section"}, {"<?", "?>", "a declaration"},
	} {
		if !strings.HasPrefix(r.s[r.pos:], m.open) {
			continue
		}
		body := r.s[r.pos+len(m.open):]
		end := strings.Index(body, m.close)
		if end < 0 {
			return r.cut(r.pos, m.what)
		}
		if m.open == "<![CDATA[" && len(r.open) > 0 {
			r.to.text(body[:end])
		}
		r.pos += len(m.open) + end + len(m.close)
		return nil
	}
	return r.doctype()
}

// doctype skips <!DOCTYPE … [ … ]>.
func (r *xmlReader) doctype() error {
	depth := 0
	for i := r.pos; i < len(r.s); i++ {
		switch r.s[i] {
		case '[':
			depth++
		case ']':
			depth--
		case '>':
			if depth <= 0 {
				r.pos = i + 1
				return nil
			}
		}
	}
	return r.cut(r.pos, "a declaration")
}

func (r *xmlReader) startTag() error {
	start := r.pos
	i := start + 1
	for i < len(r.s) && isTagByte(r.s[i]) {
		i++
	}
	tag := r.s[start+1 : i]
	r.attrs = r.attrs[:0]
	for {
		for i < len(r.s) && isXMLSpace(r.s[i]) {
			i++
		}
		if i >= len(r.s) {
			return r.cut(start, "the tag <"+clip(tag)+">")
		}
		switch c := r.s[i]; {
		case c == '>':
			r.pos = i + 1
			r.begin(tag)
			return nil
		case c == '/' && i+1 < len(r.s) && r.s[i+1] == '>':
			r.pos = i + 2
			r.begin(tag)
			r.finish()
			return nil
		case c == '<':
			return fmt.Errorf("byte %d (line %d): the tag <%s> is not closed before the next one", start, r.line(start), clip(tag))
		case !isTagByte(c):
			i++ // debris between attributes
			continue
		}
		next, err := r.attribute(start, i, tag)
		if err != nil {
			return err
		}
		i = next
	}
}

// attribute reads name="value" at i and returns where it ends.
func (r *xmlReader) attribute(start, i int, tag string) (int, error) {
	from := i
	for i < len(r.s) && isTagByte(r.s[i]) && r.s[i] != '=' {
		i++
	}
	a := xmlAttr{Name: r.s[from:i]}
	for i < len(r.s) && isXMLSpace(r.s[i]) {
		i++
	}
	if i >= len(r.s) || r.s[i] != '=' {
		r.attrs = append(r.attrs, a)
		return i, nil
	}
	for i++; i < len(r.s) && isXMLSpace(r.s[i]); i++ {
	}
	if i >= len(r.s) {
		return i, r.cut(start, "the tag <"+clip(tag)+">")
	}
	quote := r.s[i]
	if quote != '"' && quote != '\'' {
		from = i
		for i < len(r.s) && isTagByte(r.s[i]) {
			i++
		}
		a.Value = r.s[from:i]
		r.attrs = append(r.attrs, a)
		return i, nil
	}
	i++
	from = i
	special := false
	for i < len(r.s) && r.s[i] != quote {
		if c := r.s[i]; c == '&' || c < 0x20 {
			special = true
		}
		i++
	}
	if i >= len(r.s) {
		return i, r.cut(start, "the attribute "+clip(a.Name)+" of <"+clip(tag)+">")
	}
	a.Value = r.s[from:i]
	if special {
		decoded, plain := r.decode(a.Value, from, true)
		if !plain {
			a.Source = a.Value
		}
		a.Value = decoded
	}
	r.attrs = append(r.attrs, a)
	return i + 1, nil
}

func (r *xmlReader) begin(tag string) {
	if len(r.open) == 0 {
		r.roots++
	}
	r.open = append(r.open, tag)
	if r.counts != nil {
		r.counts[tag]++
	}
	r.to.start(tag, r.attrs)
}

func (r *xmlReader) finish() {
	if r.counts != nil {
		r.counts[r.open[len(r.open)-1]]--
	}
	r.open = r.open[:len(r.open)-1]
	r.to.end()
}

// endTag closes the innermost element of that name; the ones within it that
// have no end of their own are closed with it.
func (r *xmlReader) endTag(name string) {
	if n := len(r.open); n > 0 && r.open[n-1] == name {
		r.finish()
		return
	}
	if r.counts == nil {
		r.counts = make(map[string]int)
		for _, tag := range r.open {
			r.counts[tag]++
		}
	}
	if r.counts[name] == 0 {
		r.stray++
		return
	}
	for r.open[len(r.open)-1] != name {
		r.implied++
		r.finish()
	}
	r.finish()
}

func (r *xmlReader) sendText(s string) {
	if s == "" {
		return
	}
	if len(r.open) == 0 {
		s = strings.Trim(s, " \t\r\n\uFEFF")
		if !strings.HasPrefix(s, dumpNote) {
			r.outside += len(s)
		}
		return
	}
	for i := 0; i < len(s); i++ {
		if c := s[i]; c == '&' || c < 0x20 && c != '\n' && c != '\t' {
			s, _ = r.decode(s, r.pos, false)
			break
		}
	}
	r.to.text(s)
}

func (r *xmlReader) warnings() model.Warnings {
	var list model.Warnings
	warn := func(n int, sentence string) {
		if n > 0 {
			list.Add(model.Noted, sentence)
		}
	}
	warn(r.controls, words.Count(r.controls, "control character that XML forbids was kept, at", "control characters that XML forbids were kept, the first at")+fmt.Sprintf(" byte %d", r.firstControl))
	warn(r.stray, words.Count(r.stray, "end tag closes nothing and was passed over", "end tags close nothing and were passed over"))
	warn(r.implied, words.Count(r.implied, "element has no end tag of its own; it ends with what it is in", "elements have no end tag of their own; they end with what they are in"))
	warn(r.outside, words.Count(r.outside, "byte of text outside of the elements was left out", "bytes of text outside of the elements were left out"))
	warn(r.roots-1, fmt.Sprintf("%d root elements instead of one", r.roots))
	return list
}

func (r *xmlReader) cut(at int, within string) error {
	return fmt.Errorf("byte %d (line %d): the XML ends inside %s: it is cut short", at, r.line(at), within)
}

func (r *xmlReader) line(at int) int { return 1 + strings.Count(r.s[:at], "\n") }

func isXMLSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// isTagByte reports the bytes of names, and of values without quotes.
func isTagByte(c byte) bool {
	return c > ' ' && c != '>' && c != '/' && c != '<' && c != '"' && c != '\'' && c != '='
}
