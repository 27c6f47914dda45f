package paint

import (
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/model"
)

// maskText stands for a secret in a line.
const maskText = "••••••"

// Mask hides the value of a secure element in a line that was written for it.
func Mask(text string, e *model.Element) string {
	if !e.Secure || e.Value == "" {
		return text
	}
	quoted := string(jsontext.AppendQuote(nil, e.Value))
	inside := quoted[1 : len(quoted)-1]
	for _, secret := range []string{quoted, inside, e.Value} {
		if strings.Contains(text, secret) {
			hidden := maskText
			if secret == quoted {
				hidden = `"` + maskText + `"`
			}
			return strings.ReplaceAll(text, secret, hidden)
		}
	}
	// A value that was cut is written as its beginning.
	for n := len(inside); n >= 8; n /= 2 {
		if at := strings.Index(text, inside[:n]); at >= 0 {
			end := strings.IndexByte(text[at+n:], '"')
			if end < 0 {
				return text[:at] + maskText
			}
			return text[:at] + maskText + text[at+n+end:]
		}
	}
	return text
}
