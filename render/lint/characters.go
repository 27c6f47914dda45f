package lint

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"obscope/internal/text/jsontext"
	"obscope/model"
)

// classes is a set of kinds of characters that do not read as they look.
type classes uint8

// The classes.
const (
	lineBreak classes = 1 << iota // what splitters of lines split at
	control                       // C0 without tab, DEL, C1
	bidiFlip                      // overrides: the text after them reads backwards
	bidiMark                      // embeddings and isolates
	hiddenTag                     // tag characters: text that nobody sees
	half                          // a surrogate half, or what an encoder wrote for it
)

var classNames = map[classes]string{
	lineBreak: "a line break", control: "a control character", bidiFlip: "a bidi override",
	bidiMark: "a bidi embedding or isolate", hiddenTag: "invisible tag characters", half: "half of a surrogate pair",
}

// suspect are the bytes with which a character of one of the classes starts.
var suspect = func() (t [256]bool) {
	for c := range 0x20 {
		t[c] = c != '\t'
	}
	for _, c := range []byte{0x7F, 0xC2, 0xE2, 0xED, 0xEF, 0xF3} {
		t[c] = true
	}
	return t
}()

// classesIn finds the classes of characters in a text.
func classesIn(s []byte) classes {
	var found classes
	for i := 0; i < len(s); i++ {
		if suspect[s[i]] {
			found |= classAt(s[i:])
		}
	}
	return found
}

// classAt is the class of the character that s starts with, 0 if it is an
// ordinary one.
func classAt(s []byte) classes {
	c := s[0]
	switch {
	case c == '\n' || c == '\r' || c == '\v' || c == '\f':
		return lineBreak
	case c < 0x20 || c == 0x7F:
		return control
	case len(s) < 2:
		return 0
	case c == 0xC2:
		switch {
		case s[1] == 0x85: // NEL
			return lineBreak
		case s[1] < 0xA0:
			return control
		}
		return 0
	case len(s) < 3:
		return 0
	case c == 0xE2 && s[1] == 0x80:
		switch s[2] {
		case 0xA8, 0xA9: // line and paragraph separator
			return lineBreak
		case 0xAD, 0xAE:
			return bidiFlip
		case 0xAA, 0xAB, 0xAC:
			return bidiMark
		}
	case c == 0xE2 && s[1] == 0x81 && s[2] >= 0xA6 && s[2] <= 0xA9:
		return bidiMark
	case c == 0xED && s[1] >= 0xA0, c == 0xEF && s[1] == 0xBF && s[2] == 0xBD:
		return half
	case c == 0xF3 && s[1] == 0xA0 && s[2] <= 0x81:
		return hiddenTag
	}
	return 0
}

// A rawText is where a text of an element stands in the observation with a
// character of some class unescaped.
type rawText struct {
	class classes
	field string // name, value, …
	rest  string // what follows the character in the field
}

// rawTexts finds, class by class, the first text of an element that its entry
// holds as it is. What the dialect escapes, or writes itself between the parts
// of an entry, is not found.
func rawTexts(entry []byte, e *model.Element, what classes) []rawText {
	var found []rawText
	for class := lineBreak; class <= half; class <<= 1 {
		if what&class == 0 {
			continue
		}
		for _, f := range texts(e) {
			if rest, ok := standsRaw(entry, f.text, class); ok {
				found = append(found, rawText{class, f.name, rest})
				break
			}
		}
	}
	return found
}

type namedText struct{ name, text string }

func texts(e *model.Element) []namedText {
	list := []namedText{
		{"name", e.Name}, {"value", e.Value}, {"placeholder", e.Placeholder}, {"description", e.Description},
		{"role", e.Role}, {"subrole", e.Subrole}, {"ref", e.Ref},
	}
	for _, a := range e.Actions {
		list = append(list, namedText{"action", a})
	}
	return list
}

// standsRaw looks for a character of the class in a field and for it, with
// its neighbours, in the entry.
func standsRaw(entry []byte, field string, class classes) (rest string, ok bool) {
	const tries = 8 // of the first few, one is before any cut of the value
	for i, tried := 0, 0; i < len(field) && tried < tries; i++ {
		if !suspect[field[i]] || classAt([]byte(field[i:min(len(field), i+4)])) != class {
			continue
		}
		tried++
		_, n := jsontext.DecodeRune(field[i:])
		around := field[before(field, i):after(field, i+n)]
		if class == half {
			if !jsontext.HasHalf(field[i : i+n]) {
				continue // the capture held U+FFFD itself
			}
			if bytes.Contains(entry, []byte(jsontext.Scrub(around))) || bytes.Contains(entry, []byte(around)) {
				return field[i+n:], true
			}
		} else if bytes.Contains(entry, []byte(around)) {
			return field[i+n:], true
		}
	}
	return "", false
}

// before and after widen a position by the neighbour that is on no account
// escaped, so that a line break of the dialect's own is not taken for it.
func before(s string, i int) int {
	if i > 0 && s[i-1] != '"' && s[i-1] != '\\' && s[i-1] >= ' ' && s[i-1] < utf8.RuneSelf {
		return i - 1
	}
	return i
}

func after(s string, i int) int {
	if i < len(s) && s[i] != '"' && s[i] != '\\' && s[i] >= ' ' && s[i] < utf8.RuneSelf {
		return i + 1
	}
	return i
}

// forgedLine reports texts whose line breaks are written raw, and texts that
// close the quotes around them.
func (c *checker) forgedLine() {
	var broken, forging []model.ID
	var firstBroken, firstForging string
	for _, odd := range c.lines().odd {
		id := c.o.Entries[odd.entry].ID
		if odd.what&lineBreak == 0 {
			continue
		}
		entry := c.o.AppendEntry(nil, int(odd.entry))
		if id == model.None {
			c.forgedHeader(entry)
			continue
		}
		for _, raw := range rawTexts(entry, c.c.Element(id), lineBreak) {
			if c.looksLikeLine(raw.rest) {
				if forging == nil {
					firstForging = fmt.Sprintf("the %s of %s", raw.field, label(c.c.Element(id)))
				}
				forging = append(forging, id)
				break
			}
			if broken == nil {
				firstBroken = fmt.Sprintf("the %s of %s", raw.field, label(c.c.Element(id)))
			}
			broken = append(broken, id)
		}
	}
	dialect := c.o.Info.Name
	if len(forging) > 0 {
		c.group(Error, forging, "%s%s breaks its line and goes on like an element of its own: %s writes it raw, and an agent takes it for one",
			firstForging, others(len(forging)), dialect)
	}
	if len(broken) > 0 {
		c.group(Warning, broken, "%s%s is written raw with its line breaks: the rest reads as a line of its own in %s",
			firstBroken, others(len(broken)), dialect)
	}
	c.closedQuotes()
}

// others is the end of a subject that stands for a group.
func others(n int) string {
	if n == 1 {
		return ""
	}
	return fmt.Sprintf(" (and of %s)", count(n-1, "other element", "other elements"))
}

func (c *checker) forgedHeader(entry []byte) {
	for _, f := range [...]namedText{{"application", c.c.App}, {"window title", c.c.Window}} {
		if _, ok := standsRaw(entry, f.text, lineBreak); ok {
			c.whole(Error, "the %s %s is written raw with its line breaks: the rest of the header reads as a line of its own", f.name, quote(f.text))
			return
		}
	}
}

// looksLikeLine reports whether what follows a line break starts as the lines
// of this observation do: with the same kind of first word, then a role.
func (c *checker) looksLikeLine(rest string) bool {
	if c.roles == nil {
		c.findRoles()
	}
	rest, _, _ = strings.Cut(rest, "\n")
	words, like := strings.Fields(rest), c.sample
	if len(words) < 2 || len(like) < 2 || shape(words[0]) != shape(like[0]) {
		return false
	}
	role := strings.TrimRight(words[1], ":,")
	if _, ok := model.ParseKind(strings.ToLower(role)); ok {
		return true
	}
	return c.roles[role]
}

// findRoles notes how the lines of this observation start: with the first words
// of the capture's roles.
func (c *checker) findRoles() {
	for i, e := range c.o.Entries {
		if e.ID != model.None {
			c.sample = strings.Fields(c.o.Entry(i))
			break
		}
	}
	c.roles = map[string]bool{}
	for i := range c.c.Elements {
		role, _, _ := strings.Cut(c.c.Elements[i].Role, " ")
		c.roles[role] = true
	}
}

// shape is a word with # for its digits and a for its letters.
func shape(word string) string {
	var b []byte
	for i := 0; i < len(word); i++ {
		c := word[i]
		switch {
		case c >= '0' && c <= '9':
			c = '#'
		case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= utf8.RuneSelf:
			c = 'a'
		}
		if len(b) == 0 || b[len(b)-1] != c {
			b = append(b, c)
		}
	}
	return string(b)
}

// closedQuotes reports names that end their quotes and go on with a position,
// where quotes are not escaped.
func (c *checker) closedQuotes() {
	if c.o.Info.Name != "indexed" {
		return
	}
	var ids []model.ID
	for _, e := range c.o.Entries {
		if e.ID != model.None && strings.Contains(c.c.Element(e.ID).Name, `" @(`) {
			ids = append(ids, e.ID)
		}
	}
	if len(ids) > 0 {
		c.group(Error, ids, "the name of %s%s closes its quotes and gives a position of its own: quotes are not escaped in indexed",
			label(c.c.Element(ids[0])), others(len(ids)))
	}
}

// rawCharacters reports the other classes.
func (c *checker) rawCharacters() {
	groups := map[classes][]model.ID{}
	first := map[classes]rawText{}
	for _, odd := range c.lines().odd {
		id := c.o.Entries[odd.entry].ID
		if id == model.None || odd.what&^lineBreak == 0 {
			continue
		}
		entry := c.o.AppendEntry(nil, int(odd.entry))
		for _, raw := range rawTexts(entry, c.c.Element(id), odd.what&^lineBreak) {
			if len(groups[raw.class]) == 0 {
				first[raw.class] = raw
			}
			groups[raw.class] = append(groups[raw.class], id)
		}
	}
	for class := control; class <= half; class <<= 1 {
		ids := groups[class]
		if len(ids) == 0 {
			continue
		}
		severity, effect := Warning, "is in the text as it is"
		switch class {
		case bidiMark:
			severity = Note
		case half:
			effect = "cannot be encoded: it is in the text as U+FFFD"
			if c.autoControl() {
				effect += ", and AutoControl raises UnicodeEncodeError when it prints it"
			}
		}
		c.group(severity, ids, "%s in the %s of %s%s %s", classNames[class], first[class].field, label(c.c.Element(ids[0])), others(len(ids)), effect)
	}
}
