package agents

import (
	"errors"
	"slices"
	"strconv"

	"obscope/internal/text/jsontext"
	"obscope/internal/text/jsvalue"
	"obscope/model"
)

// mobileWDATypes are the types that mobile-mcp lists of what WebDriverAgent
// reports.
var mobileWDATypes = []string{"TextField", "Button", "Switch", "Icon", "SearchField", "StaticText", "Image"}

// webDriverAgent filters WebDriverAgent's JSON as mobile-mcp's older path for iOS
// does: seven types, visible, not left of or above the screen, and with a label,
// name or identifier that is not null.
func (b *mobileBound) webDriverAgent(c *model.Capture) {
	b.order = c.Tree.Order
	broken := 0
	for id := range c.Elements {
		b.wdaElement(model.ID(id), &c.Elements[id])
		if v := model.FindMember(c.Elements[id].Raw, "children"); jsvalue.Truthy(v) && v.Kind != jsontext.String {
			broken++ // a list is not among the members
		}
	}
	if broken > 0 {
		b.warnings.Add(model.OriginalFails, "children are not a list, on which mobile-mcp fails")
	}
}

func (b *mobileBound) wdaElement(id model.ID, e *model.Element) {
	m := &b.elements[id]
	var rect jsontext.Value
	listed, visible := false, false
	named := [3]bool{true, true, true} // what is missing is not null
	eachMember(e.Raw, func(name string, v jsontext.Value) {
		switch name {
		case "type":
			m.field[mobileType] = stringified(v)
			listed = v.Kind == jsontext.String && slices.Contains(mobileWDATypes, v.Text)
		case "isVisible":
			visible = v.Kind == jsontext.String && v.Text == "1"
		case "label":
			m.field[mobileLabel], named[0] = stringified(v), v.Kind != jsontext.Null
		case "name":
			m.field[mobileName], named[1] = stringified(v), v.Kind != jsontext.Null
		case "rawIdentifier":
			m.field[mobileID], named[2] = stringified(v), v.Kind != jsontext.Null
		case "value":
			m.field[mobileValue] = stringified(v)
		case "rect":
			rect = v
		}
	})
	switch {
	case !listed || !visible:
		m.stage = mobileUnlisted
		return
	case rect.Kind == jsontext.Missing || rect.Kind == jsontext.Null:
		m.stage = mobileNoSize
	case !fromZero(rect.Member("x")) || !fromZero(rect.Member("y")):
		m.stage = mobileUnlisted
		return
	case named == [3]bool{}:
		m.stage = mobileMute
	}
	b.place(id, e, rect)
}

// fromZero reports v >= 0 in JavaScript, where null is 0.
func fromZero(v jsontext.Value) bool {
	switch v.Kind {
	case jsontext.Null, jsontext.Bool:
		return true
	case jsontext.Number, jsontext.String:
		text := jsvalue.Trim(v.Text)
		n, err := strconv.ParseFloat(text, 64)
		return text == "" || n >= 0 && (err == nil || errors.Is(err, strconv.ErrRange))
	}
	return false
}
