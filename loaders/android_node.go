package loaders

import (
	"strconv"
	"strings"

	"obscope/loaders/domsnap"
	"obscope/model"
)

// An androidNode holds the attributes that decide each other.
type androidNode struct {
	text, desc, hint, class, bounds, displayed string
	hasText, hasDesc, hasHint                  bool
	checkable, password, hintShown, actionable bool
	checked                                    model.Truth
}

// androidStates maps attributes to states.
var androidStates = map[string]model.State{
	"enabled": model.Enabled, "focused": model.Focused, "selected": model.Selected, "focusable": model.Focusable,
	"clickable": model.Clickable, "long-clickable": model.LongClickable, "scrollable": model.Scrollable, "checkable": model.Checkable,
	"editable": model.Editable, "content-invalid": model.Invalid,
}

// androidActions maps attributes to what can be done.
var androidActions = map[string]string{"clickable": "click", "long-clickable": "long-click", "scrollable": "scroll", "checkable": "check"}

// androidNames sorts text, description and hint into name, value and placeholder.
// The text of a field is its value and not, where it has another name, also
// its name: of a password field it is never that.
func androidNames(e *model.Element, n *androidNode) {
	if n.hint != "" { // newer dumps have hint="" on every node
		e.Placeholder, e.Given = n.hint, e.Given|model.HasPlaceholder
	}
	field := e.Kind == model.KindTextbox || e.Kind == model.KindSearchbox || n.password
	if field && n.hasText && !n.hintShown {
		e.Value, e.Given = n.text, e.Given|model.HasValue
	}
	candidates := [...]string{n.text, n.desc, n.hint}
	if field {
		candidates = [...]string{n.desc, n.hint, n.text}
		if n.password {
			candidates[2] = ""
		}
	}
	for _, name := range candidates {
		if name != "" {
			e.Name = name
			break
		}
	}
	if n.hasText || n.hasDesc || n.hasHint {
		e.Given |= model.HasName
	}
	if n.hasDesc && n.desc != "" && n.desc != e.Name {
		e.Description, e.Given = n.desc, e.Given|model.HasDescription
	}
}

// androidBounds reads [x1,y1][x2,y2]; width and height may be 0 or negative.
func androidBounds(s string) (model.Rect, bool) {
	var v [4]float64
	for i, mark := range [...]byte{'[', ',', ']', ','} {
		// The third number follows ][ and each may have blanks around it.
		s = strings.TrimLeft(s, " ")
		if len(s) == 0 || s[0] != mark {
			return model.Rect{}, false
		}
		s = s[1:]
		if mark == ']' {
			s = strings.TrimLeft(s, " ")
			if len(s) == 0 || s[0] != '[' {
				return model.Rect{}, false
			}
			s = s[1:]
		}
		end := strings.IndexAny(s, ",]")
		if end < 0 {
			return model.Rect{}, false
		}
		number := strings.Trim(s[:end], " ")
		n, ok := domsnap.SmallInt(number)
		if !ok {
			var err error
			if n, err = strconv.ParseFloat(number, 64); err != nil {
				return model.Rect{}, false
			}
		}
		v[i] = n
		s = s[end:]
	}
	if strings.TrimRight(s, " ") != "]" {
		return model.Rect{}, false
	}
	return model.Rect{X: v[0], Y: v[1], W: v[2] - v[0], H: v[3] - v[1]}, true
}
