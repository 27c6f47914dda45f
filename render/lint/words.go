package lint

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"obscope/model"
)

// blank reports a text that holds nothing to read: only spaces, invisible
// characters, or glyphs of an icon font.
func blank(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= utf8.RuneSelf {
			return blankRunes(s[i:])
		}
		if c > ' ' && c != 0x7F {
			return false
		}
	}
	return true
}

func blankRunes(s string) bool {
	for _, r := range s {
		if !unicode.IsSpace(r) && !unicode.In(r, unicode.Co, unicode.Cf, unicode.Cc, unicode.Mn) {
			return false
		}
	}
	return true
}

// iconGlyph is the first private-use character of a name that is nothing but
// icon font glyphs.
func iconGlyph(s string) (rune, bool) {
	for _, r := range s {
		if unicode.Is(unicode.Co, r) {
			return r, true
		}
	}
	return 0, false
}

// wordsIn reports whether the text of an element's line holds a part of one of
// the texts that could tell it from others.
func wordsIn(line []byte, e *model.Element) bool {
	for _, s := range [...]string{e.Name, e.Value, e.Placeholder, e.Description} {
		if !blank(s) && bytes.Contains(line, []byte(word(s))) {
			return true
		}
	}
	// A close button without a name may still be written AXButton/CloseButton.
	s := strings.TrimPrefix(e.Subrole, "AX")
	return s != "" && s != strings.TrimPrefix(e.Role, "AX") && bytes.Contains(line, []byte(s))
}

// word is the first run of letters and digits in a text, which no dialect
// escapes, else the first character that can be read.
func word(s string) string {
	isWord := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	if at := strings.IndexFunc(s, isWord); at >= 0 {
		s = s[at:]
		if end := strings.IndexFunc(s, func(r rune) bool { return !isWord(r) }); end >= 0 {
			s = s[:end]
		}
		return s
	}
	s = strings.TrimSpace(s)
	_, n := utf8.DecodeRuneInString(s)
	return s[:n]
}

// mostNameBytes is the longest text that is the name of a field, not a sentence
// about passwords.
const mostNameBytes = 80

// secret reports a field whose value is not for showing: the toolkit says so,
// or it is a field to type in that is named so.
func secret(e *model.Element) bool {
	if e.Secure {
		return true
	}
	if e.Value == "" || e.Kind != model.KindTextbox {
		return false
	}
	for _, name := range [...]string{e.Name, e.Placeholder, e.Description} {
		if len(name) <= mostNameBytes && model.NamesSecret(name) {
			return true
		}
	}
	return false
}

// masked reports a value that shows nothing but its length.
func masked(value string) bool {
	return strings.Trim(value, "•●*∙·⬤○ ") == ""
}
