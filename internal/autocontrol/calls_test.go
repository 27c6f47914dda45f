package autocontrol_test

import (
	"errors"
	"strings"
	"testing"

	"obscope/internal/autocontrol"
	"obscope/internal/text/jsontext"
	"obscope/internal/text/pyvalue"
)

func parse(t testing.TB, text string) jsontext.Value {
	t.Helper()
	v, err := jsontext.Parse(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

// TestCalls covers what no recorded case does. The wanted texts were produced by
// CPython 3.11 running AutoControl's rules.
func TestCalls(t *testing.T) {
	const a = `{"role": "button", "name": "a", "x": 0, "y": 0, "width": 10, "height": 10}`
	const noX = `{"role": "button", "name": "n", "y": 1, "width": 1, "height": 1}`
	for _, c := range []struct{ fn, args, want string }{
		// Of duplicate members the last one counts, children included.
		{"serialize_observation", `{"elements": [{"role": "pane", "children": [` + a + `], "children": [], "x": 1, "x": "2"}]}`, ""},
		{"serialize_observation", `{"elements": [{"role": "pane", "children": 5, "children": [` + a + `]}]}`, `[0] button "a" @(5,5)`},
		{"serialize_observation", `{"elements": [{"role": "pane", "role": "tab", "x": "0", "x": 4, "y": 0, "width": 2, "height": 2}]}`, `[0] tab "" @(5,1)`},
		// Children that Python takes for false are passed over; int() tells 200
		// characters of what it cannot read; half a pair stays an escape.
		{"serialize_observation", `{"elements": [{"role": "pane", "children": 0}, {"role": "pane", "children": ""}, {"role": "pane", "children": {}}, {"role": "pane", "children": false}]}`, ""},
		{"serialize_observation", `{"elements": [{"role": "button", "x": "` + strings.Repeat("é", 300) + `"}]}`, "ValueError: invalid literal for int() with base 10: '" + strings.Repeat("é", 199)},
		{"observation_index", `{"elements": [{"role": "tab", "name": "\ud83d", "x": 0, "y": 0, "width": 2, "height": 2}]}`, `[{"role": "tab", "name": "\ud83d", "x": 0, "y": 0, "width": 2, "height": 2, "index": 0}]`},
		// bounds are no place, and a viewport clips what has none at 0,0.
		{"serialize_observation", `{"elements": [{"role": "button", "bounds": [1, 2, 3, 4], "app_name": "x"}]}`, "KeyError: 'x'"},
		{"serialize_observation", `{"elements": [{"role": "button", "bounds": [1, 2, 3, 4]}], "viewport": [1, 1, 9, 9]}`, ""},
		// The viewport is unpacked before the element's own place is read, the cap after.
		{"serialize_observation", `{"elements": [{"role": "button", "x": "z"}], "viewport": ["q"]}`, "ValueError: invalid literal for int() with base 10: 'q'"},
		{"serialize_observation", `{"elements": [{"role": "pane"}], "viewport": ["q"], "max_elements": "w"}`, "ValueError: invalid literal for int() with base 10: 'w'"},
		{"serialize_observation", `{"elements": [` + noX + `], "max_elements": "w"}`, "KeyError: 'x'"},
		{"reading_order", `{"elements": [` + noX + `], "row_tol": null}`, "KeyError: 'x'"},
		{"reading_order", `{"elements": [` + a + `], "row_tol": null}`, `[{"role": "button", "name": "a", "x": 0, "y": 0, "width": 10, "height": 10, "index": 0}]`},
		{"reading_order", `{"elements": [` + a + `, ` + a + `], "row_tol": null}`, "TypeError: int() argument must be a string, a bytes-like object or a real number, not 'NoneType'"},
		{"reading_order", `{"elements": [` + a + `, []]}`, "TypeError: list indices must be integers or slices, not str"},
		{"reading_order", `{"elements": [` + noX + `, "s"]}`, "KeyError: 'x'"},
		{"ac_reading_order", `{"elements": "[` + strings.ReplaceAll(a, `"`, `\"`) + `]"}`, `{"count": 1, "elements": [{"role": "button", "name": "a", "x": 0, "y": 0, "width": 10, "height": 10, "index": 0}]}`},
		{"ac_reading_order", `{"elements": "ab"}`, "JSONDecodeError: Expecting value: line 1 column 1 (char 0)"},
		// Nothing is compared where one side is empty.
		{"ac_delta_observation", `{"prev": [{"role": "pane", "x": null}], "curr": []}`, `{"summary": "", "added": 0, "removed": 1, "changed": 0}`},
		{"match_elements", `{"before": [], "after": [1], "iou_threshold": "bad"}`, `{"matched": [], "added": [1], "removed": []}`},
		{"match_elements", `{"before": [` + a + `], "after": [1], "iou_threshold": "bad"}`, "ValueError: could not convert string to float: 'bad'"},
		{"match_elements", `{"before": [` + a + `], "after": [` + a + `], "iou_threshold": " 1_0e-1_0 "}`, `{"matched": [{"before": ` + a + `, "after": ` + a + `, "iou": 1.0}], "added": [], "removed": []}`},
		{"match_elements", `{"before": [` + a + `], "after": [` + a + `], "iou_threshold": "0x1"}`, "ValueError: could not convert string to float: '0x1'"},
		{"match_elements", `{"before": [` + a + `], "after": [], "iou_threshold": 1` + strings.Repeat("0", 400) + `}`, "OverflowError: int too large to convert to float"},
		{"delta_observation", `{"prev": [], "curr": [], "max_lines": -1}`, "… (+1 more)"},
		{"delta_observation", `{"prev": [], "curr": [], "max_lines": null}`, "TypeError: '>' not supported between instances of 'int' and 'NoneType'"},
		{"delta_observation", `{"prev": [], "curr": [` + a + `], "max_lines": true}`, `+ [0] button "a" @(5,5)`},
		{"delta_observation", `{"prev": [], "curr": [` + a + `], "max_lines": -100000000000000000000000}`, "… (+100000000000000000000001 more)"},
		// How arguments are bound.
		{"AC_serialize_observation", `{}`, "TypeError: _serialize_observation() missing 1 required positional argument: 'elements'"},
		{"AC_delta_observation", `{}`, "TypeError: _delta_observation() missing 2 required positional arguments: 'prev' and 'curr'"},
		{"AC_serialize_observation", `{"foo": 1}`, "TypeError: _serialize_observation() got an unexpected keyword argument 'foo'"},
		{"AC_serialize_observation", `[[], null, 80, 4]`, "TypeError: _serialize_observation() takes from 1 to 3 positional arguments but 4 were given"},
		{"AC_serialize_observation", `[[` + a + `], [0, 0, 9, 9], 1]`, `{"observation": "[0] button \"a\" @(5,5)", "count": 1}`},
		// json.loads counts code points and lines.
		{"ac_observation_index", `{"elements": "[\"é\",\n \"\\u12\"]"}`, `JSONDecodeError: Invalid \uXXXX escape: line 2 column 4 (char 9)`},
		{"ac_observation_index", `{"elements": "\ufeff[]"}`, "JSONDecodeError: Unexpected UTF-8 BOM (decode using utf-8-sig): line 1 column 1 (char 0)"},
		{"ac_observation_index", `{"elements": "[1.]"}`, "JSONDecodeError: Expecting ',' delimiter: line 1 column 3 (char 2)"},
		{"ac_observation_index", `{"elements": "[] x"}`, "JSONDecodeError: Extra data: line 1 column 4 (char 3)"},
		{"ac_observation_index", `{"elements": "[` + strings.Repeat("9", 4301) + `]"}`, "ValueError: Exceeds the limit (4300 digits) for integer string conversion: value has 4301 digits; use sys.set_int_max_str_digits() to increase the limit"},
	} {
		got, err := autocontrol.Call(c.fn, parse(t, c.args))
		if err != nil {
			var raised *pyvalue.Error
			if !errors.As(err, &raised) {
				t.Errorf("%s: not an exception of AutoControl's: %v", c.fn, err)
			}
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s(%.200s):\ngot  %s\nwant %s", c.fn, c.args, got, c.want)
		}
	}
}

// TestDepth feeds more levels than CPython reads: an exception, no crash.
func TestDepth(t *testing.T) {
	const levels, families = 1000000, 100000
	deep := map[string]string{
		"children": `[` + strings.Repeat(`{"role": "button", "x": 1, "y": 1, "width": 1, "height": 1, "children": [`, families) + strings.Repeat(`]}`, families) + `]`,
		"value":    `[{"role": "button", "x": 1, "y": 1, "width": 1, "height": 1, "value": ` + strings.Repeat("[", levels) + strings.Repeat("]", levels) + `}]`,
	}
	for name, text := range deep {
		elements := parse(t, text)
		object := func(names ...string) jsontext.Value {
			v := jsontext.Value{Kind: jsontext.Object}
			for _, n := range names {
				v.Members = append(v.Members, jsontext.Member{Name: n, Value: elements})
			}
			return v
		}
		for fn, args := range map[string]jsontext.Value{
			"serialize_observation": object("elements"), "flatten_tree": object("elements"), "AC_observation_index": object("elements"),
			"AC_reading_order": object("elements"), "AC_delta_observation": object("prev", "curr"), "match_elements": object("before", "after"),
		} {
			_, err := autocontrol.Call(fn, args)
			if err == nil || !strings.HasPrefix(err.Error(), "RecursionError: maximum recursion depth exceeded") {
				t.Errorf("%s with deep %s: %v", fn, name, err)
			}
		}
	}
}

// TestToolNamesItself: a tool's handler has another name than the command.
func TestToolNamesItself(t *testing.T) {
	_, err := autocontrol.CallTool("ac_serialize_observation", parse(t, `{"elements": [], "foo": 1}`))
	if want := "TypeError: serialize_observation() got an unexpected keyword argument 'foo'"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestExec(t *testing.T) {
	const button = `{"role": "button", "name": "a\"b", "x": 0, "y": 0, "width": 10, "height": 10}`
	for _, c := range []struct{ name, actions, want string }{
		{"each action writes a line and an error does not stop the next",
			`[["AC_serialize_observation", {"elements": [` + button + `], "viewport": [0, 0, 50, 50], "max_elements": 60}],
			  ["AC_serialize_observation", {"elements": [{"role": "button"}]}],
			  ["AC_observation_index", {"elements": "[]", "viewport": " "}],
			  ["AC_delta_observation", {"prev": [], "curr": [` + button + `]}],
			  ["AC_reading_order", [[{"x": 1, "y": 2, "width": 3, "height": 4, "index": 9, "z": 1e2}]]]]`,
			`{"observation": "[0] button \"a\"b\" @(5,5)", "count": 1}
{"action": "AC_serialize_observation", "error": "KeyError: 'x'"}
{"count": 0, "elements": []}
{"summary": "+ [0] button \"a\"b\" @(5,5)", "added": 1, "removed": 0, "changed": 0}
{"count": 1, "elements": [{"x": 1, "y": 2, "width": 3, "height": 4, "index": 0, "z": 100.0}]}
`},
		{"what is no action is told where it stands",
			`{"auto_control": [5, [], [1], ["AC_click_mouse", {}], ["AC_observation_index", 3], ["AC_observation_index"], ["AC_observation_index", {}, 1]]}`,
			`{"action": null, "error": "action 1 is a number, not [name, arguments]"}
{"action": null, "error": "action 2 is an empty array, not [name, arguments]"}
{"action": null, "error": "the name of action 3 is a number, not a string"}
{"action": "AC_click_mouse", "error": "unknown action; there are AC_delta_observation, AC_observation_index, AC_reading_order, AC_serialize_observation"}
{"action": "AC_observation_index", "error": "the arguments are a number, not an object or an array"}
{"action": "AC_observation_index", "error": "TypeError: _observation_index() missing 1 required positional argument: 'elements'"}
{"action": "AC_observation_index", "error": "action 7 has 3 parts, not a name and its arguments"}
`},
		{"half a pair stays escaped, what is invisible does not",
			`[["AC_serialize_observation", {"elements": [{"role": "tab", "name": "\ud83d\ud83d\ude00\u200b\u202e\u007f", "x": 0, "y": 0, "width": 2, "height": 2}]}],
			  ["AC_observation_index", {"elements": [{"role": "tab", "name": "\u200b\ude00", "x": 0, "y": 0, "width": 2, "height": 2}]}]]`,
			`{"observation": "[0] tab \"\ud83d😀` + "\u200b\u202e\x7f" + `\" @(1,1)", "count": 1}
{"count": 1, "elements": [{"role": "tab", "name": "` + "\u200b" + `\ude00", "x": 0, "y": 0, "width": 2, "height": 2, "index": 0}]}
`},
	} {
		var out strings.Builder
		failed, err := autocontrol.Exec(c.actions, &out)
		wantFailed := strings.Count(c.want, `{"action"`)
		if err != nil || failed != wantFailed || out.String() != c.want {
			t.Errorf("%s: %d failed, %v\ngot:\n%s\nwant:\n%s", c.name, failed, err, out.String(), c.want)
		}
	}
	for text, want := range map[string]string{
		`[["AC_observation_index"`: "byte 24",
		`{"actions": []}`:          "auto_control",
		`"AC_observation_index"`:   "a JSON string",
		``:                         "byte 0",
	} {
		var out strings.Builder
		_, err := autocontrol.Exec(text, &out)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") || out.Len() > 0 {
			t.Errorf("%s: %v, wrote %q", text, err, out.String())
		}
	}
}

// failingWriter fails from the start, as a closed pipe does.
type failingWriter struct{}

func (failingWriter) Write([]byte) (int, error) { return 0, errors.New("closed pipe") }

func TestExecStopsAtAClosedPipe(t *testing.T) {
	if _, err := autocontrol.Exec(`[["AC_observation_index", {"elements": []}]]`, failingWriter{}); err == nil {
		t.Error("no error")
	}
}
