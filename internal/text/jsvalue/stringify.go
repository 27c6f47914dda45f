package jsvalue

import "obscope/internal/text/jsontext"

var stringify = jsontext.Printer{Comma: ",", Colon: ":", Name: jsontext.AppendQuote, Scalar: appendScalar}

// AppendJSON appends JSON.stringify of a value that JSON.parse has read:
// nothing between parts, numbers as JavaScript prints them, of a duplicate name
// the last value; null for what JSON cannot hold, and for Missing.
func AppendJSON(dst []byte, v jsontext.Value) []byte { return stringify.Append(dst, v) }

// JSON is AppendJSON into a new string.
func JSON(v jsontext.Value) string { return string(AppendJSON(nil, v)) }

func appendScalar(dst []byte, v jsontext.Value) []byte {
	switch v.Kind {
	case jsontext.String:
		return jsontext.AppendQuote(dst, v.Text)
	case jsontext.Number:
		if s := Number(v.Text); s != "Infinity" && s != "-Infinity" && s != "NaN" {
			return append(dst, s...)
		}
	case jsontext.Bool:
		return append(dst, v.Text...)
	}
	return append(dst, "null"...)
}
