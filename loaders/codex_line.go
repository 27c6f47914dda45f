package loaders

import (
	"slices"
	"strings"

	"obscope/model"
)

// A codexLine reads what stands behind the number of an element:
//
//	role [name] (flags) [name] Description: …, Value: …, Secondary Actions: …
//
// The macOS tool has commas between the parts, the others blanks. Role and
// name stand side by side without a mark, so the role is the longest known one
// that the text starts with, or the text before the flags, or its first word.
type codexLine struct{ own []byte }

// codexKeys name the parts, as they are printed.
var codexKeys = [...]string{
	"Description", "Value", "ID", "Help", "URL", "Placeholder", "Details", "Text", "Secondary Actions", "Frame",
}

// codexFlags are the words that may stand in the brackets.
var codexFlags = map[string]model.State{
	"selectable": model.Selectable, "selected": model.Selected, "settable": model.Editable, "disabled": model.Enabled,
	"expanded": model.Expanded, "collapsed": model.Expanded, "focused": model.Focused,
}

// codexTypes are the types of values that settable is followed by.
var codexTypes = []string{"string", "float", "integer", "boolean", "number", "array", "bool", "int", "double", "date", "url"}

func (p *codexLine) parse(e *model.Element, line string) {
	p.own = appendMember(p.own[:0], "#line", line)
	text := strings.TrimLeft(strings.TrimRight(line, " \t\r"), " \t")
	text = strings.TrimLeft(text, "0123456789")
	text = strings.TrimPrefix(text, " ")
	head, parts := codexParts(text)
	for _, part := range parts {
		p.own = appendMember(p.own, part.key, part.value)
		codexSet(e, part)
	}
	p.head(e, head)
	e.Raw = string(p.own)
	if e.Kind == model.KindUnknown && e.States.Is(model.Editable) == model.Yes {
		e.Kind = model.KindTextbox
	}
	appleChecked(e)
}

type codexPart struct{ key, value string }

// codexParts cuts a text at its keys. A key counts once, at the start or after
// a blank; where it stands again it is text.
func codexParts(text string) (head string, parts []codexPart) {
	var used [len(codexKeys)]bool
	from := -1 // where the value of the last part starts
	close := func(at int) {
		text := strings.TrimRight(text[:at], " ,")
		if from < 0 {
			head = text
			return
		}
		parts[len(parts)-1].value = strings.TrimPrefix(text[min(from, len(text)):], " ")
	}
	for at := 0; at < len(text); at++ {
		if at > 0 && text[at-1] != ' ' {
			continue
		}
		for i, key := range codexKeys {
			if !used[i] && strings.HasPrefix(text[at:], key) && strings.HasPrefix(text[at+len(key):], ":") {
				close(at)
				used[i] = true
				parts = append(parts, codexPart{key: key})
				from = at + len(key) + 1
			}
		}
	}
	if from >= 0 {
		parts[len(parts)-1].value = strings.TrimPrefix(text[from:], " ")
		return head, parts
	}
	return strings.TrimRight(text, " ,"), nil
}

func codexSet(e *model.Element, part codexPart) {
	value := part.value
	switch part.key {
	case "Description":
		e.Description, e.Given = value, e.Given|model.HasDescription
		if e.Name == "" {
			e.Name, e.Given = value, e.Given|model.HasName
		}
	case "Value":
		e.Value, e.Given = value, e.Given|model.HasValue
	case "Placeholder":
		e.Placeholder, e.Given = value, e.Given|model.HasPlaceholder
	case "Secondary Actions":
		e.Given |= model.HasActions
		for _, action := range strings.Split(value, ", ") {
			if action != "" {
				e.Actions = append(e.Actions, action)
			}
		}
	case "Frame":
		if r, ok := braceFrame(value, "x:", "y:", "width:", "height:"); ok {
			setFrame(e, r)
		}
	}
}

// head reads role, name and flags.
func (p *codexLine) head(e *model.Element, text string) {
	before, flags, after := cutFlags(text)
	if flags != "" {
		p.own = appendMember(p.own, "flags", flags)
		for _, flag := range strings.Split(flags, ", ") {
			if st, ok := codexFlags[flag]; ok {
				e.States.Set(st, model.TruthOf(flag != "disabled" && flag != "collapsed"))
			}
		}
	}
	role, name := splitRole(before, flags != "" && after != "")
	e.Role = role
	if role != "" {
		e.Given |= model.HasRole
	}
	e.Kind = codexKind(role)
	e.Secure = codexSecure(role)
	name = strings.TrimSpace(name + " " + after)
	if name != "" {
		e.Name, e.Given = name, e.Given|model.HasName
	}
}

// cutFlags cuts the first brackets that hold nothing but flags.
func cutFlags(text string) (before, flags, after string) {
	for from := 0; ; {
		open := strings.IndexByte(text[from:], '(')
		if open < 0 {
			return text, "", ""
		}
		open += from
		from = open + 1
		size := strings.IndexByte(text[from:min(len(text), from+mostFlags+1)], ')')
		if size < 0 {
			continue
		}
		if inside := text[from : from+size]; allFlags(inside) {
			return strings.TrimSpace(text[:open]), inside, strings.TrimSpace(text[from+size+1:])
		}
	}
}

// mostFlags bounds the bytes between the brackets of flags.
const mostFlags = 200

func allFlags(inside string) bool {
	for _, flag := range strings.Split(inside, ", ") {
		if _, ok := codexFlags[flag]; !ok && !slices.Contains(codexTypes, flag) {
			return false
		}
	}
	return true
}

// splitRole parts role and name. If whole is set, the name follows the flags
// and all of the text is the role.
func splitRole(text string, whole bool) (role, name string) {
	if whole {
		return text, ""
	}
	words := 0
	for at := 0; at <= len(text) && words < 4; words++ {
		end := strings.IndexAny(text[at:], " \n")
		if end < 0 {
			end = len(text)
		} else {
			end += at
		}
		if codexKind(text[:end]) != model.KindUnknown {
			role, name = text[:end], strings.TrimPrefix(text[end:], " ")
		}
		at = end + 1
	}
	if role != "" {
		return role, name
	}
	role, name, _ = strings.Cut(text, " ")
	return role, name
}

// codexKinds holds what macOS calls its roles for people, in English, where
// the words are not those of the roles themselves.
var codexKinds = map[string]model.Kind{
	"standard window": model.KindWindow, "floating window": model.KindWindow, "system dialog": model.KindDialog,
	"scroll area": model.KindGeneric, "split group": model.KindGeneric, "layout area": model.KindGeneric, "layout item": model.KindGeneric,
	"container": model.KindGeneric, "element": model.KindGeneric, "splitter": model.KindSeparator, "text entry area": model.KindTextbox,
	"secure text field": model.KindTextbox, "search text field": model.KindSearchbox, "search field": model.KindSearchbox,
	"html content": model.KindDocument, "web area": model.KindDocument, "outline": model.KindTree, "outline row": model.KindTreeItem,
	"pop up button": model.KindCombobox, "close button": model.KindButton, "minimize button": model.KindButton, "zoom button": model.KindButton,
	"full screen button": model.KindButton, "sort button": model.KindButton, "help button": model.KindButton, "link": model.KindLink,
	"value indicator": model.KindGeneric, "level indicator": model.KindMeter, "radio group": model.KindRadioGroup, "column": model.KindGeneric,
	"table column": model.KindGeneric, "date field": model.KindTextbox, "time field": model.KindTextbox, "content list": model.KindList,
	"definition list": model.KindList, "menu bar item": model.KindMenuItem, "menu extra": model.KindMenuItem, "collection": model.KindList,
	"section": model.KindGroup, "tab group": model.KindTablist, "application dock item": model.KindButton, "busy indicator": model.KindProgressbar,
}

func codexKind(role string) model.Kind {
	lower := strings.ToLower(role)
	if k, ok := codexKinds[lower]; ok {
		return k
	}
	return kindOf(lower)
}

func codexSecure(role string) bool {
	lower := strings.ToLower(role)
	return strings.HasPrefix(lower, "secure ") || strings.HasPrefix(lower, "password ") || secureRole(lower)
}
