package model

import (
	"strings"
)

// actionName brings the spellings of toolkits to one: AXPress, Press and
// press are the same action.
func actionName(a string) string {
	if rest, ok := strings.CutPrefix(a, "AX"); ok {
		a = rest
	}
	for i := 0; i < len(a); i++ {
		if c := a[i]; c >= 'A' && c <= 'Z' || c >= 0x80 {
			return strings.ToLower(a)
		}
	}
	return a
}
