package jsvalue

import "obscope/internal/jsontext"

// AppendJSON appends JSON.stringify of a value that JSON.parse has read:
// nothing between parts, numbers as JavaScript prints them, of a duplicate name
// the last value; null for what JSON cannot hold, and for Missing.
func AppendJSON(dst []byte, v jsontext.Value) []byte { return appendJSON(dst, v, 0) }

func appendJSON(dst []byte, v jsontext.Value, depth int) []byte {
	if depth > maxDepth {
		return append(dst, "null"...)
	}
	switch v.Kind {
	case jsontext.String:
		return jsontext.AppendQuote(dst, v.Text)
	case jsontext.Number:
		s := Number(v.Text)
		if s == "Infinity" || s == "-Infinity" || s == "NaN" {
			s = "null"
		}
		return append(dst, s...)
	case jsontext.Bool:
		return append(dst, v.Text...)
	case jsontext.Array:
		dst = append(dst, '[')
		for i, item := range v.Items {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = appendJSON(dst, item, depth+1)
		}
		return append(dst, ']')
	case jsontext.Object:
		dst = append(dst, '{')
		for i, m := range v.Unique() {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(jsontext.AppendQuote(dst, m.Name), ':')
			dst = appendJSON(dst, m.Value, depth+1)
		}
		return append(dst, '}')
	}
	return append(dst, "null"...)
}
