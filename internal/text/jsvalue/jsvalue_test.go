package jsvalue

import (
	"strings"
	"testing"

	"obscope/internal/text/jsontext"
)

func parse(t *testing.T, text string) jsontext.Value {
	t.Helper()
	v, err := jsontext.Parse(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

// TestValuesPrintAsJavaScriptPrintsThem lists what String and JSON.stringify
// give.
func TestValuesPrintAsJavaScriptPrintsThem(t *testing.T) {
	for text, want := range map[string][2]string{
		`[1.0, 1e21, 1e-7, -0, null, true]`:     {"1,1e+21,1e-7,0,,true", `[1,1e+21,1e-7,0,null,true]`},
		`[[1, [2, []]], {"a": 1}, "x", [null]]`: {"1,2,,[object Object],x,", `[[1,[2,[]]],{"a":1},"x",[null]]`},
		`{"b": 1, "a": "\ud83d", "b": 1e999}`:   {"[object Object]", `{"b":null,"a":"\ud83d"}`},
		`[]`:                                    {"", `[]`},
		`[[], []]`:                              {",", `[[],[]]`},
	} {
		v := parse(t, text)
		if got := String(v); got != want[0] {
			t.Errorf("String(%s) is %q, want %q", text, got, want[0])
		}
		if got := JSON(v); got != want[1] {
			t.Errorf("JSON.stringify(%s) is %s, want %s", text, got, want[1])
		}
	}
	if got := Join(parse(t, `[1, [2, 3], null, "x"]`).Items, "; "); got != "1; 2,3; ; x" {
		t.Errorf("joined: %q", got)
	}
}

// TestValuesOfAnyDepthArePrinted prints a long text in half a million arrays:
// copying it once a level would not end.
func TestValuesOfAnyDepthArePrinted(t *testing.T) {
	const levels = 500_000
	long := strings.Repeat("x", 1<<20)
	text := strings.Repeat("[", levels) + `"` + long + `"` + strings.Repeat("]", levels)
	v := parse(t, text)
	if String(v) != long {
		t.Error("the text is not what String gives")
	}
	if JSON(v) != text {
		t.Error("the arrays are not what JSON.stringify gives")
	}
}
