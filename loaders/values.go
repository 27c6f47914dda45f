package loaders

import (
	"obscope/internal/text/jsontext"
	"obscope/model"
)

// textOf is the text of a string, and "" of everything else.
func textOf(v jsontext.Value) string {
	if v.Kind == jsontext.String {
		return v.Text
	}
	return ""
}

// setText puts a captured string into a field; numbers and booleans stand as
// they are spelled. Null is absent.
func setText(e *model.Element, field *string, has model.Fields, v jsontext.Value) {
	switch v.Kind {
	case jsontext.String, jsontext.Number, jsontext.Bool:
		*field = v.Text
	case jsontext.Array, jsontext.Object:
		*field = v.Raw
	default:
		return
	}
	e.Given |= has
}

// dropEmptyValue forgets a value that is "" on what is no field: some tools
// write one on every element. In a field it says that nothing is typed.
func dropEmptyValue(e *model.Element) {
	switch e.Kind {
	case model.KindTextbox, model.KindSearchbox, model.KindCombobox, model.KindSpinbutton:
		return
	}
	if e.Value == "" {
		e.Given &^= model.HasValue
	}
}

// setState reads a state that is a boolean, the word of one, or 0 and 1.
func setState(e *model.Element, st model.State, v jsontext.Value) {
	switch v.Kind {
	case jsontext.Bool, jsontext.String, jsontext.Number:
		e.States.Set(st, truthWord(v.Text))
	}
}

// truthWord reads the booleans that dumpers write as words.
func truthWord(s string) model.Truth {
	switch s {
	case "true", "True", "TRUE", "1":
		return model.Yes
	case "false", "False", "FALSE", "0":
		return model.No
	case "mixed", "partial":
		return model.Mixed
	}
	return model.Unsaid
}
