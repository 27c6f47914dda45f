package jsontext

// Once writes a text that is one JSON value with every member of its objects
// once: of a duplicate with its last value, at the place of its first, as
// JavaScript and Python keep it. A text without duplicates, and one that is no
// JSON, is returned as it is.
func Once(text string) string {
	if !hasTwice(text) {
		return text
	}
	v, err := Parse(text)
	if err != nil {
		return text
	}
	verbatim := Printer{Comma: ",", Colon: ":", Name: AppendQuote, Scalar: func(dst []byte, v Value) []byte { return append(dst, v.Raw...) }}
	return string(verbatim.Append(nil, v))
}

// hasTwice reports whether some object has a member twice.
func hasTwice(text string) bool {
	type level struct {
		names []string
		many  map[string]bool // the names, where they are more than few
		array bool
	}
	const few = 24
	met := func(l *level, name string) bool {
		if l.many != nil {
			was := l.many[name]
			l.many[name] = true
			return was
		}
		for _, one := range l.names {
			if one == name {
				return true
			}
		}
		if l.names = append(l.names, name); len(l.names) > few {
			l.many = make(map[string]bool, 2*few)
			for _, one := range l.names {
				l.many[one] = true
			}
		}
		return false
	}
	r := NewReader(text)
	var open []level
	for {
		switch r.Peek() {
		case Object, Array:
			array := r.Peek() == Array
			if array {
				r.Array()
			} else {
				r.Object()
			}
			if n := len(open); n < cap(open) {
				open = open[:n+1]
				open[n] = level{names: open[n].names[:0], array: array}
			} else {
				open = append(open, level{array: array})
			}
		default:
			r.Skip()
		}
		for {
			if len(open) == 0 || r.Err() != nil {
				return false
			}
			top := &open[len(open)-1]
			if top.array {
				if r.NextItem() {
					break
				}
			} else if r.NextName() {
				if met(top, r.Name()) {
					return true
				}
				break
			}
			open = open[:len(open)-1]
		}
	}
}
