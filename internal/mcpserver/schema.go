package mcpserver

import (
	"strconv"

	"obscope/internal/text/jsontext"
	"obscope/internal/text/pyvalue"
)

// violation is the first thing in which a value breaks a schema, worded as
// AutoControl's validator words it, with Python's names of types; "" if nothing
// does. It knows type, properties, required and items, which is what the schemas
// of its tools use, and recurses as deep as the schema does.
func violation(schema, v jsontext.Value, path string) string {
	expected := schema.Member("type").Text
	if expected != "" && !hasType(v, expected) {
		return path + ": expected " + expected + ", got " + pyvalue.TypeName(v)
	}
	switch expected {
	case "object":
		for _, name := range schema.Member("required").Items {
			if _, ok := v.Lookup(name.Text); !ok {
				return path + ": missing required property " + pyvalue.ReprString(name.Text)
			}
		}
		properties := schema.Member("properties")
		for _, m := range v.Unique() {
			if inner, ok := properties.Lookup(m.Name); ok {
				if found := violation(inner, m.Value, path+"."+m.Name); found != "" {
					return found
				}
			}
		}
	case "array":
		items, ok := schema.Lookup("items")
		if !ok {
			return ""
		}
		for i, item := range v.Items {
			if found := violation(items, item, path+"["+strconv.Itoa(i)+"]"); found != "" {
				return found
			}
		}
	}
	return ""
}

// hasType reports whether a value has a JSON schema's type. A boolean is no
// number, and 1.0 is no integer.
func hasType(v jsontext.Value, expected string) bool {
	switch expected {
	case "object":
		return v.Kind == jsontext.Object
	case "array":
		return v.Kind == jsontext.Array
	case "string":
		return v.Kind == jsontext.String
	case "boolean":
		return v.Kind == jsontext.Bool
	case "integer":
		return pyvalue.TypeName(v) == "int"
	case "number":
		return v.Kind == jsontext.Number
	case "null":
		return v.Kind == jsontext.Null
	}
	return true
}
