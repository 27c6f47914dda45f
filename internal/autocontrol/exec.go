package autocontrol

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/internal/text/pyvalue"
)

// Exec runs an action list of AutoControl's executor,
//
//	[["AC_serialize_observation", {"elements": […], "max_elements": 60}], …]
//
// and writes one line of JSON for each action: its result as AutoControl returns
// it, or {"action": …, "error": "KeyError: 'x'"}, after which the next action
// runs. An action's arguments are an object, a list by position, or left out. The
// list may also stand in an object under auto_control.
//
// It returns how many actions failed. The error says that the text is no action
// list, and then nothing was run, or that w cannot be written.
func Exec(text string, w io.Writer) (failed int, err error) {
	list, err := jsontext.Parse(text)
	if err != nil {
		return 0, fmt.Errorf("%w; an action list is JSON: [[\"AC_serialize_observation\", {\"elements\": […]}], …]", err)
	}
	if list.Kind == jsontext.Object {
		inner, ok := list.Lookup("auto_control")
		if !ok {
			return 0, errors.New("an object without auto_control; an action list is an array of [name, arguments]")
		}
		list = inner
	}
	if list.Kind != jsontext.Array {
		return 0, fmt.Errorf("a JSON %s; an action list is an array of [name, arguments]", list.Kind)
	}
	for i, action := range list.Items {
		name, result, err := run(action, i+1)
		if err != nil {
			failed++
			result = errorLine(name, err)
		}
		if _, err := io.WriteString(w, result+"\n"); err != nil {
			return failed, err
		}
	}
	return failed, nil
}

// run executes one entry of an action list; number counts from 1.
func run(action jsontext.Value, number int) (name jsontext.Value, result string, err error) {
	if action.Kind != jsontext.Array || len(action.Items) == 0 {
		what := action.Kind.String()
		if action.Kind == jsontext.Array {
			what = "empty array"
		}
		return jsontext.Value{}, "", fmt.Errorf("action %d is %s %s, not [name, arguments]", number, article(what), what)
	}
	name = action.Items[0]
	if name.Kind != jsontext.String {
		return name, "", fmt.Errorf("the name of action %d is %s %s, not a string", number, article(name.Kind.String()), name.Kind)
	}
	if len(action.Items) > 2 {
		return name, "", fmt.Errorf("action %d has %d parts, not a name and its arguments", number, len(action.Items))
	}
	f := actions[name.Text]
	if f == nil {
		return name, "", fmt.Errorf("unknown action; there are %s", strings.Join(Actions(), ", "))
	}
	args := jsontext.Value{Kind: jsontext.Array}
	if len(action.Items) == 2 {
		args = action.Items[1]
	}
	if args.Kind != jsontext.Object && args.Kind != jsontext.Array {
		return name, "", fmt.Errorf("the arguments are %s %s, not an object or an array", article(args.Kind.String()), args.Kind)
	}
	result, err = f.call(args)
	return name, result, err
}

func article(noun string) string {
	if strings.ContainsAny(noun[:1], "aeiou") {
		return "an"
	}
	return "a"
}

func errorLine(action jsontext.Value, err error) string {
	dst := []byte(`{"action": `)
	if action.Kind == jsontext.String {
		dst = pyvalue.AppendJSONString(dst, action.Text)
	} else {
		dst = append(dst, "null"...)
	}
	dst = pyvalue.AppendJSONString(append(dst, `, "error": `...), err.Error())
	return string(append(dst, '}'))
}
