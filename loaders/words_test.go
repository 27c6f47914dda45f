package loaders

import (
	"regexp"
	"strings"
	"testing"
)

// slip is a number that its noun or verb does not fit.
var slip = regexp.MustCompile(`(^|[^0-9.,])1 (of the )?(elements|lines|items|answers|nodes|entries|members|children|keys|bytes|files|end tags|control characters|frames)\b`)

// TestOneIsSingular opens inputs with one of each thing that a warning counts.
func TestOneIsSingular(t *testing.T) {
	for text, want := range map[string]string{
		`{"nodes":[{"nodeId":"1","ignored":false},1]}`:                                                                "1 entry of nodes is no object and was left out",
		`{"nodes":[{"nodeId":"1","ignored":false},{"ignored":false,"role":{"value":"x"}}]}`:                           "1 node has no nodeId",
		`{"role":"RootWebArea","children":[{"role":"button"},1]}`:                                                     "1 child is no object and was left out",
		`<hierarchy><node class="a.B" bounds="x"/></hierarchy>`:                                                       "1 element has bounds that are not",
		`<hierarchy><node class="a.B" bounds="[0,0][1,1]"></hierarchy>`:                                               "1 element has no end tag of its own; it ends",
		`<hierarchy><node class="a.B" bounds="[0,0][1,1]"/></node></hierarchy>`:                                       "1 end tag closes nothing and was passed over",
		"[frame | A] (0,0 9x9)\nx\n":                                                                                  "1 line is not of the form [role | name] (x,y wxh) and was kept",
		"{\"nodes\":[{\"nodeId\":\"1\",\"ignored\":false}]}\n{\"nodes\":[{\"nodeId\":\"1\",\"ignored\":false}]}\nx\n": "1 of 3 lines is no JSON object and was left out",
		"- button \"A\xff\" [ref=e1]\n- link \"B\" [ref=e2] [cursor=pointer]\n":                                       "1 byte is not UTF-8 and was read as U+FFFD",
		`[{"role":"AXButton","name":"a","x":1,"y":1,"width":1,"height":1,"children":[]},1]`:                           "1 item is no object and was left out; AutoControl would fail on it",
	} {
		rec, err := LoadBytes("x", []byte(text), Options{})
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		all := strings.Join(append(rec.Warnings.Texts(), rec.Captures[0].Warnings.Texts()...), "\n")
		if !strings.Contains(all, want) || slip.MatchString(all) {
			t.Errorf("%q: %q, want %q", text, all, want)
		}
	}
}
