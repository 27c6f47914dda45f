// Package autocontrol offers AutoControl's observation functions as AutoControl
// offers them: Python's rules for the arguments, its results as JSON text, its
// exceptions as errors of type *pyvalue.Error.
//
// It only checks arguments and writes results. What is kept, in which order and
// how a line reads is the indexed dialect of package render.
package autocontrol

import (
	"fmt"
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/internal/text/pyvalue"
)

// A function is one of AutoControl's, with its parameters in order.
type function struct {
	name     string // as its own messages call it
	params   []string
	required int // how many of the parameters have no default
	run      func(a arguments) (string, error)
}

// functions are the library's functions, called with values as Python has them
// in memory: a string stays a string.
var functions = map[string]*function{
	"flatten_tree":          {"flatten_tree", []string{"elements", "interactive_only"}, 1, flattenTree},
	"reading_order":         {"reading_order", []string{"elements", "row_tol"}, 1, readingOrder},
	"observation_index":     {"observation_index", []string{"elements", "viewport", "max_elements", "interactive_only"}, 1, observationIndex},
	"serialize_observation": {"serialize_observation", []string{"elements", "viewport", "max_elements", "interactive_only"}, 1, serializeObservation},
	"match_elements":        {"match_elements", []string{"before", "after", "iou_threshold"}, 2, matchElements},
	"delta_index":           {"delta_index", []string{"prev", "curr", "iou_threshold", "move_threshold"}, 2, deltaIndex},
	"delta_observation": {"delta_observation", []string{"prev", "curr", "viewport", "max_elements", "interactive_only",
		"iou_threshold", "move_threshold", "max_lines"}, 2, deltaObservation},
}

// actions are the executor's commands: lists may be JSON strings, and the
// result is always an object.
var actions = map[string]*function{
	"AC_serialize_observation": {"_serialize_observation", []string{"elements", "viewport", "max_elements"}, 1, acSerializeObservation},
	"AC_observation_index":     {"_observation_index", []string{"elements", "viewport", "max_elements"}, 1, acObservationIndex},
	"AC_reading_order":         {"_reading_order", []string{"elements", "row_tol"}, 1, acReadingOrder},
	"AC_delta_observation": {"_delta_observation", []string{"prev", "curr", "viewport", "max_elements", "max_lines",
		"interactive_only"}, 2, acDeltaObservation},
}

// Actions lists the executor's commands that Call knows, sorted.
func Actions() []string {
	return []string{"AC_delta_observation", "AC_observation_index", "AC_reading_order", "AC_serialize_observation"}
}

// Call runs one of AutoControl's functions (serialize_observation) or executor
// commands (AC_serialize_observation, also spelled ac_…) with keyword arguments,
// an object. The result is the JSON text that AutoControl prints, with ", " and
// ": " and without escapes of what is not ASCII; a function that returns a string
// gives that string. An exception of AutoControl is a *pyvalue.Error.
func Call(name string, args jsontext.Value) (string, error) {
	f := find(name)
	if f == nil {
		return "", fmt.Errorf("no function %q; there are %s", name, strings.Join(Actions(), ", "))
	}
	return f.call(args)
}

// CallTool is Call of an MCP tool (ac_serialize_observation): its handler names
// itself in messages without the underscore of the executor's command.
func CallTool(name string, args jsontext.Value) (string, error) {
	f := find(name)
	if f == nil {
		return "", fmt.Errorf("no tool %q", name)
	}
	tool := *f
	tool.name = strings.TrimPrefix(f.name, "_")
	return tool.call(args)
}

func find(name string) *function {
	if f := functions[name]; f != nil {
		return f
	}
	if rest, ok := strings.CutPrefix(name, "ac_"); ok {
		name = "AC_" + rest
	}
	return actions[name]
}

// call binds the arguments as Python binds f(**args) or f(*args) and runs f.
func (f *function) call(args jsontext.Value) (string, error) {
	a := arguments{}
	switch args.Kind {
	case jsontext.Object:
		for _, m := range args.Unique() {
			if !f.has(m.Name) {
				return "", pyvalue.Errorf("TypeError", "%s() got an unexpected keyword argument '%s'", f.name, m.Name)
			}
			a[m.Name] = m.Value
		}
	case jsontext.Array:
		if len(args.Items) > len(f.params) {
			return "", f.tooMany(len(args.Items))
		}
		for i, v := range args.Items {
			a[f.params[i]] = v
		}
	}
	var missing []string
	for _, name := range f.params[:f.required] {
		if _, ok := a[name]; !ok {
			missing = append(missing, "'"+name+"'")
		}
	}
	if len(missing) > 0 {
		plural := ""
		if len(missing) > 1 {
			plural = "s"
		}
		return "", pyvalue.Errorf("TypeError", "%s() missing %d required positional argument%s: %s",
			f.name, len(missing), plural, strings.Join(missing, " and "))
	}
	return f.run(a)
}

func (f *function) has(param string) bool {
	for _, p := range f.params {
		if p == param {
			return true
		}
	}
	return false
}

func (f *function) tooMany(given int) error {
	return pyvalue.Errorf("TypeError", "%s() takes from %d to %d positional arguments but %d were given",
		f.name, f.required, len(f.params), given)
}
