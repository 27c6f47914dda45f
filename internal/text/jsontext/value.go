package jsontext

// Kind is the JSON type of a value.
type Kind uint8

// The JSON types. Missing is the zero Kind: no value at all.
const (
	Missing Kind = iota
	Null
	Bool
	Number
	String
	Array
	Object
)

var kindNames = [...]string{"missing", "null", "boolean", "number", "string", "array", "object"}

// String names the type as JSON does.
func (k Kind) String() string { return kindNames[k] }

// A Value is a JSON value held in memory, with nothing lost.
type Value struct {
	Kind    Kind
	Text    string   // String: decoded, WTF-8; Number: as spelled; Bool: true or false
	Raw     string   // the text it was read from
	Items   []Value  // of an Array
	Members []Member // of an Object, in order, duplicates included
}

// A Member is a named value of an object.
type Member struct {
	Name  string
	Value Value
}

// StringValue is a string as a value.
func StringValue(s string) Value { return Value{Kind: String, Text: s, Raw: Quote(s)} }

// Parse reads a text that is one JSON value.
func Parse(s string) (Value, error) {
	r := NewReader(s)
	v := r.Value()
	r.End()
	return v, r.Err()
}

// Value reads one value of any type. Nesting is bounded by memory only.
func (r *Reader) Value() Value {
	type frame struct {
		v     Value
		name  string
		start int
	}
	var open []frame
	for {
		r.space()
		start := r.pos
		v := Value{Kind: r.Peek()}
		switch v.Kind {
		case String:
			v.Text = r.String()
		case Number:
			v.Text = r.Number()
		case Bool:
			v.Text = "false"
			if r.Bool() {
				v.Text = "true"
			}
		case Null:
			r.Null()
		case Object:
			r.Object()
			open = append(open, frame{v: v, start: start})
		case Array:
			r.Array()
			open = append(open, frame{v: v, start: start})
		default:
			r.expected("a value")
		}
		if r.err != nil {
			return Value{}
		}
		done := v.Kind != Object && v.Kind != Array
		if done {
			v.Raw = r.s[start:r.pos]
		}
		for {
			if done {
				if len(open) == 0 {
					return v
				}
				top := &open[len(open)-1]
				if top.v.Kind == Object {
					top.v.Members = append(top.v.Members, Member{top.name, v})
				} else {
					top.v.Items = append(top.v.Items, v)
				}
			}
			top := &open[len(open)-1]
			more := false
			if top.v.Kind == Object {
				if more = r.NextName(); more {
					top.name = r.name
				}
			} else {
				more = r.NextItem()
			}
			if r.err != nil {
				return Value{}
			}
			if more {
				break
			}
			v = top.v
			v.Raw = r.s[top.start:r.pos]
			open = open[:len(open)-1]
			done = true
		}
	}
}

// Lookup finds a member by name; of duplicates the last one counts, as in
// JavaScript and Python.
func (v Value) Lookup(name string) (Value, bool) {
	for i := len(v.Members) - 1; i >= 0; i-- {
		if v.Members[i].Name == name {
			return v.Members[i].Value, true
		}
	}
	return Value{}, false
}

// Member is Lookup with a Missing value where there is none.
func (v Value) Member(name string) Value {
	found, _ := v.Lookup(name)
	return found
}

// Unique returns the members as JavaScript and Python keep them: a duplicate
// name has its first position and its last value.
func (v Value) Unique() []Member {
	seen := make(map[string]int, len(v.Members))
	for i, m := range v.Members {
		if _, dup := seen[m.Name]; dup {
			out := append(make([]Member, 0, len(v.Members)), v.Members[:i]...)
			for _, m := range v.Members[i:] {
				if at, dup := seen[m.Name]; dup {
					out[at].Value = m.Value
					continue
				}
				seen[m.Name] = len(out)
				out = append(out, m)
			}
			return out
		}
		seen[m.Name] = i
	}
	return v.Members
}

// IsTrue reports the JSON value true.
func (v Value) IsTrue() bool { return v.Kind == Bool && v.Text == "true" }

// IsFalse reports the JSON value false.
func (v Value) IsFalse() bool { return v.Kind == Bool && v.Text == "false" }
