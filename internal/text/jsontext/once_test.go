package jsontext

import (
	"fmt"
	"strings"
	"testing"
)

func TestRepeats(t *testing.T) {
	var long []string
	for i := range 60 {
		long = append(long, fmt.Sprintf(`"n%d": %d`, i, i))
	}
	many := "{" + strings.Join(long, ",") + "}"
	for text, want := range map[string]bool{
		`{"a":1,"b":{"a":2},"c":[{"a":1},{"a":2}]}`: false,
		`{"a":1,"b":2,"a":3}`:                       true,
		`[{"a":1,"b":2},{"a":1,"b":2},{"b":1}]`:     false,
		`[{"a":1,"b":2},{"a":1,"a":2}]`:             true,
		`[{"a":1,"b":2},{"b":1,"a":2,"b":3}]`:       true,
		`{"a":"\"a\":","b":"}","c":"\\"}`:           false,
		`{"a\\":1,"a":2}`:                           false,
		`{"a":1,"\u0061":2}`:                        true,
		`{"a" : "x" , "x":["a","a"]}`:               false,
		`[` + many + `,` + many + `]`:               false,
		many[:len(many)-1] + `,"n31":0}`:            true,
		`{"a":1}}{{"a":1,"a":2}`:                    false, // no JSON
		`{"a`:                                       false,
	} {
		if got := Repeats(text); got != want {
			t.Errorf("%.60s: %v, want %v", text, got, want)
		}
	}
	if got := Once(`{"a":1, "b":[{"c":1.50,"c":2.50}], "a":3}`); got != `{"a":3,"b":[{"c":2.50}]}` {
		t.Errorf("once: %s", got)
	}
}
