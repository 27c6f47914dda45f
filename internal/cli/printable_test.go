package cli

import (
	"encoding/json"
	"testing"
)

// TestEscapedJSONStaysEqual escapes what would act on a terminal and keeps the
// joiners of words and emoji, and bytes that are not UTF-8.
func TestEscapedJSONStaysEqual(t *testing.T) {
	for text, want := range map[string]string{
		`"plain"`:                            `"plain"`,
		"\"bidi \u202e, C1 \u009b\"":         `"bidi \u202e, C1 \u009b"`,
		"\"tag \U000E0041 of a flag\"":       `"tag \udb40\udc41 of a flag"`,
		"\"family 👨\u200d👩, می\u200cخواهم\"": "\"family 👨\u200d👩, می\u200cخواهم\"",
		"\"delete \x7f\"\n":                  "\"delete \\u007f\"\n",
		"\"broken \xff\"":                    "\"broken \xff\"",
	} {
		got := string(escaped([]byte(text)))
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
		var a, b any
		if json.Unmarshal([]byte(text), &a) != nil || json.Unmarshal([]byte(got), &b) != nil || a != b {
			t.Errorf("%q: %q is other JSON", text, got)
		}
	}
}

// TestOneLineStaysOne replaces what printable keeps for texts of several lines.
func TestOneLineStaysOne(t *testing.T) {
	const text = "a\tb\nc\x1b[0m"
	if got := printable(text); got != "a\tb\nc\uFFFD[0m" {
		t.Errorf("printable: %q", got)
	}
	if got := oneLine(text); got != "a\uFFFDb\uFFFDc\uFFFD[0m" {
		t.Errorf("oneLine: %q", got)
	}
}
