package loaders

import (
	"strings"

	"obscope/model"
)

// markMalformed notes in a capture's Raw that strict XML parsers refuse the
// file, which tools that use one fail on: #malformed. warnings are those of
// readXML, which has read it all the same.
func markMalformed(b *builder, text string, warnings model.Warnings) {
	if len(warnings) > 0 || outsideText(text) {
		b.tellRaw("#malformed", "true")
	}
}

// outsideText reports text where XML has none, on which strict parsers fail:
// anything before the declaration, and more than blanks around the root.
func outsideText(text string) bool {
	before, rest, _ := strings.Cut(text, "<")
	if strings.HasPrefix(rest, "?xml") && before != "" {
		return true
	}
	for strings.TrimSpace(before) == "" {
		end := ">"
		switch {
		case strings.HasPrefix(rest, "?"):
			end = "?>"
		case strings.HasPrefix(rest, "!--"):
			end = "-->"
		case !strings.HasPrefix(rest, "!"):
			after := text[strings.LastIndexByte(text, '>')+1:]
			return strings.TrimSpace(after) != ""
		}
		_, rest, _ = strings.Cut(rest, end)
		before, rest, _ = strings.Cut(rest, "<")
	}
	return true
}
