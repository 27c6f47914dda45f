package loaders

import (
	"errors"
	"fmt"
	"strings"

	"obscope/internal/text/jsontext"
)

// A Peek is what recognising looks at: the beginning of a text, and its outline
// if it is JSON or XML.
type Peek struct {
	Name  string
	Start string // the first 64 KiB, white space before them left out

	JSON      jsontext.Kind // Object or Array, if the text starts as JSON does
	Keys      []string      // the first names of the top object
	ItemKeys  []string      // the names of the first object in the top array
	Root      string        // the name of the XML root element, with its prefix
	RootAttrs string        // the text of the root's start tag after the name
	text      string
	partial   bool // Keys or ItemKeys may go on beyond Start
}

const peekSize = 64 << 10

// maxPeekKeys bounds the names that are listed of an object.
const maxPeekKeys = 64

// NewPeek looks at a source.
func NewPeek(s *Source) *Peek {
	text := strings.TrimLeft(s.Text, " \t\r\n\uFEFF")
	p := &Peek{Name: s.Name, Start: text[:min(len(text), peekSize)], text: text}
	switch {
	case strings.HasPrefix(text, "{"):
		p.JSON = jsontext.Object
		p.Keys, p.partial = objectKeys(p.Start)
	case strings.HasPrefix(text, "["):
		r := jsontext.NewReader(p.Start)
		r.Array()
		if r.NextItem() && r.Peek() == jsontext.Object {
			p.JSON = jsontext.Array
			p.ItemKeys, p.partial = objectKeys(p.Start[r.Offset():])
		} else if r.Err() == nil && strings.TrimSpace(text[1:]) == "]" {
			p.JSON = jsontext.Array
		}
	default:
		p.peekXML(text)
	}
	return p
}

// objectKeys lists the names at the beginning of an object; partial if the text
// ended before the object did.
func objectKeys(text string) (keys []string, partial bool) {
	r := jsontext.NewReader(text)
	for r.Object(); len(keys) < maxPeekKeys && r.NextName(); {
		keys = append(keys, r.Name())
		r.Skip()
	}
	return keys, r.Err() != nil
}

// firstKeys lists the names that a peek at an object shows.
func firstKeys(text string) []string {
	keys, _ := objectKeys(text[:min(len(text), peekSize)])
	return keys
}

// complete lists the names of the whole object where the beginning of the text
// did not tell enough.
func (p *Peek) complete() {
	p.partial = false
	at := strings.IndexByte(p.text, '{')
	keys, _ := objectKeys(p.text[max(0, at):])
	if p.JSON == jsontext.Object {
		p.Keys = keys
	} else {
		p.ItemKeys = keys
	}
}

// Has reports whether the top object has all of these names.
func (p *Peek) Has(names ...string) bool { return p.JSON == jsontext.Object && hasAll(p.Keys, names) }

// ItemHas reports whether the first object of the top array has all of these
// names.
func (p *Peek) ItemHas(names ...string) bool {
	return p.JSON == jsontext.Array && hasAll(p.ItemKeys, names)
}

// TextOf is the text of a member of the top object; "" if it is no string.
func (p *Peek) TextOf(name string) string {
	if p.JSON != jsontext.Object {
		return ""
	}
	r := jsontext.NewReader(p.text)
	for r.Object(); r.NextName(); {
		if r.Name() == name && r.Peek() == jsontext.String {
			return r.String()
		}
		r.Skip()
	}
	return ""
}

// Inner looks at a member of the top object: its type, and the names of the
// object that it is, or of the first object in the array that it is.
func (p *Peek) Inner(name string) (jsontext.Kind, []string) {
	if p.JSON != jsontext.Object || !strings.Contains(p.text, `"`+name+`"`) {
		return jsontext.Missing, nil
	}
	r := jsontext.NewReader(p.text)
	for r.Object(); r.NextName(); {
		if r.Name() != name {
			r.Skip()
			continue
		}
		kind := r.Peek()
		if kind == jsontext.Array {
			r.Array()
			if !r.NextItem() || r.Peek() != jsontext.Object {
				return kind, nil
			}
		}
		if r.Peek() != jsontext.Object {
			return kind, nil
		}
		return kind, firstKeys(r.Text(r.Offset(), len(p.text)))
	}
	return jsontext.Missing, nil
}

func hasAll(keys, names []string) bool {
	for _, name := range names {
		found := false
		for _, k := range keys {
			if k == name {
				found = true
				break
			}
		}
		if !found {
			return false
		}
	}
	return true
}

// peekXML finds the root element, after declarations, comments and text that
// tools print before it.
func (p *Peek) peekXML(text string) {
	for {
		at := strings.IndexByte(text, '<')
		if at < 0 || at > 4096 {
			return
		}
		text = text[at:]
		switch {
		case strings.HasPrefix(text, "<?"):
			_, text, _ = strings.Cut(text, "?>")
		case strings.HasPrefix(text, "<!--"):
			_, text, _ = strings.Cut(text, "-->")
		case strings.HasPrefix(text, "<!"):
			_, text, _ = strings.Cut(text, ">")
		default:
			tag, _, _ := strings.Cut(text[1:min(len(text), peekSize)], ">")
			end := strings.IndexAny(tag, " \t\r\n/")
			if end < 0 {
				end = len(tag)
			}
			if end > 0 && isNameStart(tag[0]) {
				p.Root, p.RootAttrs = tag[:end], tag[end:]
			}
			return
		}
	}
}

func isNameStart(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c >= 0x80
}

// hint ends the message about a text that no format recognises.
const hint = "; 'obscope formats' lists what can be opened, --format forces one"

// ErrCompanion says what a file is that lies beside a capture and is read with
// it.
var ErrCompanion = errors.New("it belongs to a capture of a page and holds no tree itself: open that capture, with --frames if the files have other names")

// unknown says what a text that no format recognises looks like.
func (p *Peek) unknown() error {
	switch {
	case strings.HasPrefix(p.text, zipMagic):
		return unknownZip(p.text)
	case p.binary():
		return errors.New("a binary file" + hint)
	case p.unknownJSON() != "":
		return errors.New(p.unknownJSON())
	case p.companion() != "":
		return fmt.Errorf("%s: %w", p.companion(), ErrCompanion)
	case (p.JSON == jsontext.Object || p.JSON == jsontext.Array) && p.startsAsJSON():
		r := jsontext.NewReader(p.text)
		r.Skip()
		if err := r.Err(); err != nil {
			return err
		}
		if keys := append(p.Keys, p.ItemKeys...); len(keys) > 0 {
			return fmt.Errorf("JSON with %s: no element tree that is known%s", quoteSome(keys), hint)
		}
		return errors.New("JSON without elements: an empty capture" + hint)
	case p.startsAsJSON():
		r := jsontext.NewReader(p.text)
		r.Skip()
		if err := r.Err(); err != nil {
			return fmt.Errorf("%v: it starts as JSON does and is none%s", err, hint)
		}
		return errors.New("JSON without an element tree" + hint)
	case p.isHTML():
		return errors.New("an HTML page: its source tells little of what a person or an agent finds on it" + instead)
	case p.isXML():
		return fmt.Errorf("XML with root <%s>: no element tree that is known%s", p.Root, hint)
	}
	return errors.New("text that no known tool prints" + hint)
}

// binary reports a text that is none: it holds zeros, or a good part of it was
// not UTF-8.
func (p *Peek) binary() bool {
	start := p.Start[:min(len(p.Start), 512)]
	return strings.IndexByte(p.Start, 0) >= 0 || 4*len("\uFFFD")*strings.Count(start, "\uFFFD") > len(start)
}

// companion names a file that browsers' captures have beside them.
func (p *Peek) companion() string {
	switch {
	case p.Has("documents", "strings"), p.ItemHas("documents", "strings"):
		return "a DOM snapshot"
	case p.Has("frameTree"), p.Has("frame"):
		return "a frame tree"
	case p.Has("rects"), integerKeys(p):
		return "frames by backend node id"
	}
	return ""
}

func quoteSome(keys []string) string {
	const shown = 4
	var b strings.Builder
	for i, k := range keys {
		if i == shown {
			b.WriteString(" …")
			break
		}
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(jsontext.Quote(k[:min(len(k), 40)]))
	}
	return b.String()
}
