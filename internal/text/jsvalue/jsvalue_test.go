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

func TestLowerFollowsUnicode17(t *testing.T) {
	for in, want := range map[string]string{
		"\u1c89\u03a3": "\u1c8a\u03c2", "\ua7cb\ua7cc\ua7ce\ua7da\ua7dc": "\u0264\ua7cd\ua7cf\ua7db\u019b", "\U00010d50\U00010d65": "\U00010d70\U00010d85",
		"\U00016ea0\U00016eb8": "\U00016ebb\U00016ed3", "a\u0897\u03a3": "a\u0897\u03c2", "\u0295\u03a3": "\u0295\u03c3", "\ua7cd": "\ua7cd",
	} {
		if got := Lower(in); got != want {
			t.Errorf("Lower(%+q) = %+q, want %+q", in, got, want)
		}
	}
}

func TestToNumberAndPrintableAreJavaScripts(t *testing.T) {
	for _, c := range []struct {
		json      string
		number    string
		printable bool
	}{
		{`null`, "0", true}, {`true`, "1", true}, {`" 0x1F\n"`, "31", true}, {`"-0x1"`, "NaN", true}, {`"1_0"`, "NaN", true}, {`"nan"`, "NaN", true},
		{`"1e999"`, "Infinity", true}, {`""`, "0", true}, {`[]`, "0", true}, {`["7"]`, "7", true}, {`[1,2]`, "NaN", true}, {`{}`, "NaN", true},
		{`[[{"toString":1}]]`, "NaN", false}, {`{"toString":null}`, "NaN", false},
	} {
		v, err := jsontext.Parse(c.json)
		if err != nil {
			t.Fatal(err)
		}
		if got := Float(ToNumber(v)); got != c.number {
			t.Errorf("Number(%s) = %s, want %s", c.json, got, c.number)
		}
		if Printable(v) != c.printable {
			t.Errorf("String(%s) returns: not %t", c.json, c.printable)
		}
	}
}
