package autocontrol

import (
	"math"
	"strings"

	"obscope/internal/text/jsontext"
	"obscope/internal/text/pyvalue"
	"obscope/render"
)

// arguments are the bound arguments of a call by parameter; what was not given
// has its default.
type arguments map[string]jsontext.Value

// value is an argument, or the default, written as JSON.
func (a arguments) value(param, byDefault string) jsontext.Value {
	if v, ok := a[param]; ok {
		return v
	}
	v, _ := jsontext.Parse(byDefault)
	return v
}

func (a arguments) interactiveOnly() bool { return pyvalue.Truthy(a.value("interactive_only", "true")) }

func (a arguments) viewport() jsontext.Value { return a.value("viewport", "null") }

func (a arguments) maxElements() jsontext.Value { return a.value("max_elements", "80") }

// iterate is what a for loop over the value yields: the items of a list, the
// keys of a dict, the characters of a string.
func iterate(v jsontext.Value) ([]jsontext.Value, error) {
	switch v.Kind {
	case jsontext.Array:
		return v.Items, nil
	case jsontext.Object:
		var keys []jsontext.Value
		for _, m := range v.Unique() {
			keys = append(keys, jsontext.StringValue(m.Name))
		}
		return keys, nil
	case jsontext.String:
		var chars []jsontext.Value
		for i := 0; i < len(v.Text); {
			_, n := jsontext.DecodeRune(v.Text[i:])
			chars = append(chars, jsontext.StringValue(v.Text[i:i+n]))
			i += n
		}
		return chars, nil
	}
	return nil, pyvalue.Errorf("TypeError", "'%s' object is not iterable", pyvalue.TypeName(v))
}

// maxNesting is how many arrays and objects within each other CPython's json
// module reads, at its default recursion limit of 1,000, when a script calls it.
const maxNesting = 994

// checkNesting raises what reading the value's text would raise in Python.
func checkNesting(v jsontext.Value) error {
	depth := 0
	inString := false
	for i := 0; i < len(v.Raw); i++ {
		switch c := v.Raw[i]; {
		case inString:
			if c == '\\' {
				i++
			} else if c == '"' {
				inString = false
			}
		case c == '"':
			inString = true
		case c == '[' || c == '{':
			if depth++; depth > maxNesting {
				return recursionError(c)
			}
		case c == ']' || c == '}':
			depth--
		}
	}
	return nil
}

func recursionError(open byte) error {
	what := "array"
	if open == '{' {
		what = "object"
	}
	return pyvalue.Errorf("RecursionError", "maximum recursion depth exceeded while decoding a JSON %s from a unicode string", what)
}

// elementsText checks a list of elements as flatten_tree walks it and returns
// the JSON text of what it finds there. The error is the first exception of that
// walk.
func elementsText(elements jsontext.Value) (string, error) {
	if err := checkNesting(elements); err != nil {
		return "", err
	}
	items, err := iterate(elements)
	if err != nil {
		return "", err
	}
	again := elements.Kind != jsontext.Array
	open := [][]jsontext.Value{items}
	for len(open) > 0 {
		top := &open[len(open)-1]
		if len(*top) == 0 {
			open = open[:len(open)-1]
			continue
		}
		e := (*top)[0]
		*top = (*top)[1:]
		if e.Kind != jsontext.Object {
			return "", pyvalue.Errorf("AttributeError", "'%s' object has no attribute 'items'", pyvalue.TypeName(e))
		}
		children, times := lastOf(e, "children")
		if times > 1 {
			again = true
		}
		if pyvalue.Truthy(children) {
			below, err := iterate(children)
			if err != nil {
				return "", err
			}
			open = append(open, below)
		}
	}
	if !again {
		return elements.Raw, nil
	}
	// Of several members called children the last one counts.
	return string(appendUnique(nil, items)), nil
}

// lastOf is the last member of that name and how many there are.
func lastOf(v jsontext.Value, name string) (last jsontext.Value, times int) {
	for _, m := range v.Members {
		if m.Name == name {
			last = m.Value
			times++
		}
	}
	return last, times
}

// appendUnique writes elements as JSON with one member of each name. It recurses
// within maxNesting.
func appendUnique(dst []byte, items []jsontext.Value) []byte {
	dst = append(dst, '[')
	for i, e := range items {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, '{')
		for j, m := range e.Unique() {
			if j > 0 {
				dst = append(dst, ',')
			}
			dst = append(jsontext.AppendQuote(dst, m.Name), ':')
			if m.Name == "children" && m.Value.Kind == jsontext.Array {
				dst = appendUnique(dst, m.Value.Items)
				continue
			}
			dst = append(dst, m.Value.Raw...)
		}
		dst = append(dst, '}')
	}
	return append(dst, ']')
}

// clip turns a viewport argument into the renderer's. Unpacking it may fail, but
// in AutoControl that happens only once an element reaches the filter: fault is
// the exception it then raises.
func clip(v jsontext.Value) (view render.Viewport, fault error) {
	if !pyvalue.Truthy(v) {
		return render.Viewport{}, nil
	}
	var members []jsontext.Value
	switch v.Kind {
	case jsontext.Array, jsontext.String:
		members, _ = iterate(v)
	case jsontext.Object:
		return view, pyvalue.Errorf("TypeError", "unhashable type: 'slice'")
	default:
		return view, pyvalue.Errorf("TypeError", "'%s' object is not subscriptable", pyvalue.TypeName(v))
	}
	var ints [4]pyvalue.Int
	for i := range ints {
		if i == len(members) {
			return view, pyvalue.Errorf("ValueError", "not enough values to unpack (expected 4, got %d)", i)
		}
		if ints[i], fault = pyvalue.ToInt(members[i]); fault != nil {
			return view, fault
		}
	}
	return render.ExactViewport(ints), nil
}

// sliceEnd is a cap for the renderer, which slices as Python does.
func sliceEnd(n pyvalue.Int) int {
	v := n.Clamped()
	if v >= math.MaxInt32 {
		return render.NoCap
	}
	return int(max(v, math.MinInt32))
}

// jsonArgument is an argument of an executor command that may come as a JSON
// string.
func jsonArgument(v jsontext.Value) (jsontext.Value, error) {
	if v.Kind != jsontext.String {
		return v, nil
	}
	return loadsJSON(v.Text)
}

// listArgument is list(v) of such an argument.
func listArgument(v jsontext.Value) (jsontext.Value, error) {
	v, err := jsonArgument(v)
	if err != nil || v.Kind == jsontext.Array {
		return v, err
	}
	items, err := iterate(v)
	return jsontext.Value{Kind: jsontext.Array, Items: items, Raw: rawList(items)}, err
}

func rawList(items []jsontext.Value) string {
	var raw []string
	for _, item := range items {
		raw = append(raw, item.Raw)
	}
	return "[" + strings.Join(raw, ",") + "]"
}

// viewportArgument is a viewport of an executor command: a blank string is None.
func viewportArgument(v jsontext.Value) (jsontext.Value, error) {
	if v.Kind == jsontext.String && pyvalue.Strip(v.Text) == "" {
		return jsontext.Value{Kind: jsontext.Null, Raw: "null"}, nil
	}
	return jsonArgument(v)
}

// toFloat is Python's float() of a value.
func toFloat(v jsontext.Value) (float64, error) {
	switch v.Kind {
	case jsontext.Bool, jsontext.Number:
		return numberToFloat(v)
	case jsontext.String:
		return parseFloat(v.Text)
	}
	return 0, pyvalue.Errorf("TypeError", "float() argument must be a string or a real number, not '%s'", pyvalue.TypeName(v))
}
