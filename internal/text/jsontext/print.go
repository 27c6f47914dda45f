package jsontext

// A Printer writes values as one language prints them. It nests without
// recursion, so that values of any depth are printed.
type Printer struct {
	Comma, Colon string                               // between items, and after a name
	Name         func(dst []byte, name string) []byte // appends the name of a member
	Scalar       func(dst []byte, value Value) []byte // appends what is neither an array nor an object
}

// Append appends v. Of a duplicate name the last value is printed, in the
// place of the first.
func (p *Printer) Append(dst []byte, v Value) []byte {
	type level struct {
		items   []Value  // still to come
		members []Member // likewise
		end     byte
	}
	var open []level
	for {
		first := true
		switch v.Kind {
		case Array:
			dst = append(dst, '[')
			open = append(open, level{items: v.Items, end: ']'})
		case Object:
			dst = append(dst, '{')
			open = append(open, level{members: v.Unique(), end: '}'})
		default:
			dst, first = p.Scalar(dst, v), false
		}
		for len(open) > 0 && len(open[len(open)-1].items)+len(open[len(open)-1].members) == 0 {
			dst, first = append(dst, open[len(open)-1].end), false
			open = open[:len(open)-1]
		}
		if len(open) == 0 {
			return dst
		}
		if !first {
			dst = append(dst, p.Comma...)
		}
		top := &open[len(open)-1]
		if top.end == ']' {
			v, top.items = top.items[0], top.items[1:]
			continue
		}
		dst = append(p.Name(dst, top.members[0].Name), p.Colon...)
		v, top.members = top.members[0].Value, top.members[1:]
	}
}
