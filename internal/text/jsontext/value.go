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

// Value reads one value of any type. Nesting is bounded by memory only: what is
// open lies in a slice, not on the stack of calls.
func (r *Reader) Value() Value {
	var open []openValue
	for {
		v, start := r.scalarOrOpening()
		if v.Kind == Object || v.Kind == Array {
			open = append(open, openValue{v: v, start: start})
		} else if len(open) == 0 {
			return v
		} else {
			open[len(open)-1].add(v)
		}
		for r.err == nil && !r.nextOf(&open[len(open)-1]) && r.err == nil {
			top := &open[len(open)-1]
			v, v.Raw = top.v, r.s[top.start:r.pos]
			if open = open[:len(open)-1]; len(open) == 0 {
				return v
			}
			open[len(open)-1].add(v)
		}
		if r.err != nil {
			return Value{}
		}
	}
}

// An openValue is an object or array whose end has not been read.
type openValue struct {
	v     Value
	name  string // of the member that is read next
	start int
}

func (o *openValue) add(v Value) {
	if o.v.Kind == Object {
		o.v.Members = append(o.v.Members, Member{o.name, v})
	} else {
		o.v.Items = append(o.v.Items, v)
	}
}

// nextOf moves to the next member or item of the innermost open value; false
// leaves it.
func (r *Reader) nextOf(o *openValue) bool {
	if o.v.Kind == Array {
		return r.NextItem()
	}
	more := r.NextName()
	o.name = r.name
	return more
}

// scalarOrOpening reads a value that holds no others, or enters one that may.
func (r *Reader) scalarOrOpening() (v Value, start int) {
	v.Kind = r.Peek()
	start = r.pos
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
		return v, start
	case Array:
		r.Array()
		return v, start
	default:
		r.expected("a value")
	}
	if r.err != nil {
		return Value{}, start
	}
	v.Raw = r.s[start:r.pos]
	return v, start
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
