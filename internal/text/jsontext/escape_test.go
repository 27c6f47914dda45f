package jsontext

import (
	"strings"
	"testing"
)

// TestStringsThatEndInEscapes checks strings whose last characters are escapes,
// closed and not.
func TestStringsThatEndInEscapes(t *testing.T) {
	for text, want := range map[string]string{
		`"a\""`:           "a\"",
		`"a\\"`:           "a\\",
		`"\\\"b"`:         "\\\"b",
		`"\n\u00e9\n"`:    "\n\u00e9\n",
		`"\ud83d\ude00x"`: "\U0001F600x",
	} {
		if v, err := Parse(text); err != nil || v.Text != want {
			t.Errorf("%s: %q, %v; want %q", text, v.Text, err, want)
		}
	}
	for _, text := range []string{`"a\"`, `"\\\"`, `"a\`, `"\`, `"a\n`, `"a\u12"`} {
		if v, err := Parse(text); err == nil {
			t.Errorf("%s is taken for %q", text, v.Text)
		}
	}
	if v, err := Parse(`"` + strings.Repeat(`\u0041`, 1000) + `"`); err != nil || v.Text != strings.Repeat("A", 1000) {
		t.Errorf("%d bytes, %v", len(v.Text), err)
	}
}
