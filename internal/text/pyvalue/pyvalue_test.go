package pyvalue

import (
	"fmt"
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

// TestValuesPrintAsPythonPrintsThem lists what str and json.dumps of CPython
// 3.11 give.
func TestValuesPrintAsPythonPrintsThem(t *testing.T) {
	for text, want := range map[string][2]string{
		`[1, 1.0, -0, 1e16, 1e999, true, null]`:   {`[1, 1.0, 0, 1e+16, inf, True, None]`, `[1, 1.0, 0, 1e+16, Infinity, true, null]`},
		`{"a": [], "b": {}, "a": "it's é\n"}`:     {`{'a': "it's é\n", 'b': {}}`, `{"a": "it's é\n", "b": {}}`},
		`[[], [[1], {"x": [2]}], "\u200b\ud83d"]`: {`[[], [[1], {'x': [2]}], '\u200b\ud83d']`, "[[], [[1], {\"x\": [2]}], \"\u200b\\ud83d\"]"},
	} {
		v := parse(t, text)
		if got := Repr(v); got != want[0] {
			t.Errorf("repr of %s is %s, want %s", text, got, want[0])
		}
		if got := string(AppendJSON(nil, v)); got != want[1] {
			t.Errorf("dumps of %s is %s, want %s", text, got, want[1])
		}
	}
}

// TestValuesOfAnyDepthArePrinted prints half a million levels.
func TestValuesOfAnyDepthArePrinted(t *testing.T) {
	const levels = 500_000
	text := strings.Repeat("[", levels) + strings.Repeat("]", levels)
	if v := parse(t, text); Repr(v) != text || string(AppendJSON(nil, v)) != text {
		t.Error("deep brackets are not printed as they are")
	}
}

// TestEqualIsPythons compares numbers by value, dicts in any order, and
// integers that Python would not read by their spelling.
func TestEqualIsPythons(t *testing.T) {
	long := strings.Repeat("7", 1_000_000)
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{`1`, `1.0`, true}, {`true`, `1`, true}, {`9007199254740993`, `9007199254740992.0`, false}, {`NaN`, `NaN`, false},
		{`[NaN]`, `[NaN]`, true}, {`{"a":1,"b":2}`, `{"b":2,"a":1}`, true}, {`{"a":1,"b":2}`, `{"a":1,"c":2}`, false},
		{`{"a":3,"b":2,"a":1}`, `{"b":2,"a":1}`, true}, {`1e999`, `1e998`, true}, {long, long, true}, {long, long + "7", false}, {long, `1e999`, false},
	} {
		if got := Equal(parse(t, c.a), parse(t, c.b)); got != c.want {
			t.Errorf("%.40s == %.40s is %v", c.a, c.b, got)
		}
	}
}

// TestEqualIsLinear compares two dicts of many names in opposite orders; by
// looking for each name this would take minutes.
func TestEqualIsLinear(t *testing.T) {
	const names = 200_000
	var a, b []jsontext.Member
	for i := range names {
		a = append(a, jsontext.Member{Name: fmt.Sprint(i)})
		b = append(b, jsontext.Member{Name: fmt.Sprint(names - 1 - i)})
	}
	if !Equal(jsontext.Value{Kind: jsontext.Object, Members: a}, jsontext.Value{Kind: jsontext.Object, Members: b}) {
		t.Error("the order of the names counts")
	}
}

// TestIntIsPythons reads what int() reads, and raises what it raises.
func TestIntIsPythons(t *testing.T) {
	for text, want := range map[string]string{
		`12.9`: "12", `"-0_7"`: "-7", `true`: "1", `"٣"`: "3", `123456789012345678901234567890`: "123456789012345678901234567890",
		`"x"`: `ValueError: invalid literal for int() with base 10: 'x'`, `1e999`: "OverflowError: cannot convert float infinity to integer",
		`[]`: "TypeError: int() argument must be a string, a bytes-like object or a real number, not 'list'",
		strings.Repeat("1", 1_000_000): "ValueError: Exceeds the limit (4300 digits) for integer string conversion: value has 1000000 digits; " +
			"use sys.set_int_max_str_digits() to increase the limit",
	} {
		n, err := ToInt(parse(t, text))
		got := n.String()
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("int(%.40s) is %.80s, want %.80s", text, got, want)
		}
	}
}
