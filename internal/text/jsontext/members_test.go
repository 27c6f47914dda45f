package jsontext_test

import (
	"testing"

	"obscope/internal/text/jsontext"
)

func TestMembersWithoutBraces(t *testing.T) {
	for _, test := range []struct {
		own, want string
		fails     bool
	}{
		{"", "", false},
		{` "a": 1 , "b":{"c":[2]} `, `a=1 b={"c":[2]} `, false},
		{`"a":"}"`, `a="}" `, false},
		{`"a":1,`, "a=1 ", true},
		{`"a":1}`, "a=1 ", false}, // as if the brace were its own
		{`"a":[1`, "", true},
	} {
		got := ""
		r := jsontext.NewMembersReader(test.own)
		for r.NextName() {
			name, value := r.Name(), r.Skip()
			if r.Err() == nil {
				got += name + "=" + value + " "
			}
		}
		if got != test.want || (r.Err() != nil) != test.fails {
			t.Errorf("%s: %q, %v", test.own, got, r.Err())
		}
	}
}
