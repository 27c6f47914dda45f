package render

import (
	"strconv"

	"obscope/internal/jsontext"
	"obscope/internal/pyvalue"
	"obscope/model"
)

// AppendIndex appends the elements behind the text as a JSON list in the shape
// of AutoControl's observation_index: the members of each element and its
// index. Elements of other tools' captures have ref, role, name and the frame.
func (o *Observation) AppendIndex(dst []byte) []byte {
	dst = append(dst, '[')
	index := 0
	for _, e := range o.Entries {
		if e.ID == model.None {
			continue
		}
		if index > 0 {
			dst = append(dst, ", "...)
		}
		dst = pyvalue.AppendJSON(dst, jsontext.Value{Kind: jsontext.Object, Members: o.indexMembers(e.ID, index)})
		index++
	}
	return append(dst, ']')
}

// indexMembers are an element's members with its index: in the place of a
// captured member index, or at the end.
func (o *Observation) indexMembers(id model.ID, index int) []jsontext.Member {
	e := o.r.c.Element(id)
	number := jsontext.Value{Kind: jsontext.Number, Text: strconv.Itoa(index)}
	var members []jsontext.Member
	if o.r.c.Format == "autocontrol" {
		members = jsontext.Value{Kind: jsontext.Object, Members: e.Members()}.Unique()
	} else {
		members = plainMembers(e)
	}
	for i := range members {
		if members[i].Name == "index" {
			members = append([]jsontext.Member(nil), members...)
			members[i].Value = number
			return members
		}
	}
	return append(members[:len(members):len(members)], jsontext.Member{Name: "index", Value: number})
}

func plainMembers(e *model.Element) []jsontext.Member {
	var members []jsontext.Member
	text := func(name, s string, has model.Fields) {
		if e.Has(has) {
			members = append(members, jsontext.Member{Name: name, Value: jsontext.Value{Kind: jsontext.String, Text: s}})
		}
	}
	text("ref", e.Ref, model.HasRef)
	text("role", e.Role, model.HasRole)
	text("name", e.Name, model.HasName)
	if !e.Secure {
		text("value", e.Value, model.HasValue)
	}
	if e.Has(model.HasFrame) {
		for i, side := range [...]string{"x", "y", "width", "height"} {
			f := [...]float64{e.Frame.X, e.Frame.Y, e.Frame.W, e.Frame.H}[i]
			spelling := strconv.FormatFloat(f, 'f', -1, 64)
			members = append(members, jsontext.Member{Name: side, Value: jsontext.Value{Kind: jsontext.Number, Text: spelling}})
		}
	}
	return members
}
