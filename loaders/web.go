package loaders

import (
	"strings"

	"obscope/model"
)

// cssPixels is the unit of everything a browser reports.
const cssPixels = "CSS pixels"

// webKind finds the kind of a role as browsers and tools for them write it:
// WAI-ARIA roles and Chromium's internal ones (StaticText, RootWebArea).
func webKind(role string) model.Kind {
	if k, ok := webKinds[role]; ok {
		return k
	}
	if k, ok := webKinds[normalRole(role)]; ok {
		return k
	}
	return kindOf(role)
}

// webKinds lists roles whose words mean something else outside browsers, or
// occur there only.
var webKinds = func() map[string]model.Kind {
	table := map[string]model.Kind{}
	for kind, words := range webKindWords {
		for _, w := range strings.Fields(words) {
			table[w] = kind
		}
	}
	return table
}()

// webKindWords lists the normal forms of Chromium's role names for each kind.
var webKindWords = map[model.Kind]string{
	model.KindGeneric: "genericcontainer section sectionwithoutname headerasnonlandmark footerasnonlandmark sectionheader sectionfooter " +
		"layouttable layouttablerow layouttablecell labeltext label legend abbr ruby rubyannotation pre preformatted body html slot menulistpopup",
	model.KindNone:     "none presentation presentational",
	model.KindButton:   "disclosuretriangle summary",
	model.KindCanvas:   "video audio",
	model.KindCaption:  "figcaption",
	model.KindCombobox: "textfieldwithcombobox",
	model.KindDocument: "pdfroot graphicsdocument",
	model.KindGroup:    "disclosuretrianglegrouped graphicsobject",
	model.KindImage:    "graphicssymbol doccover",
	model.KindIframe:   "frame",
	model.KindBanner:   "header",
	model.KindLink:     "docbacklink docbiblioref docglossref docnoteref",
	model.KindMath:     "mathmlmath",
	model.KindText: "textnode listmarker linebreak mark deletion insertion subscript superscript suggestion comment del ins sub sup " +
		"mathmlidentifier mathmloperator mathmlnumber mathmltext",
	model.KindList:          "descriptionlist directory feed",
	model.KindTerm:          "descriptionlistterm",
	model.KindDefinition:    "descriptionlistdetail",
	model.KindTextbox:       "date datetime inputtime",
	model.KindApplication:   "embeddedobject pluginobject",
	model.KindComplementary: "aside",
	model.KindWebview:       "portal",
}

// webStates maps property names, lower-cased, to the states that they tell.
// The names are those of the DevTools protocol and of puppeteer.
var webStates = map[string]model.State{
	"focused": model.Focused, "focusable": model.Focusable, "active": model.Focused,
	"selected": model.Selected, "selectable": model.Selectable,
	"checked": model.Checked, "pressed": model.Pressed,
	"expanded": model.Expanded, "expandable": model.Expandable,
	"required": model.Required, "readonly": model.ReadOnly, "invalid": model.Invalid,
	"modal": model.Modal, "multiline": model.Multiline, "multiselectable": model.Multiselectable,
	"busy": model.Busy, "hidden": model.Hidden, "editable": model.Editable, "settable": model.Editable,
	"aria-hidden": model.Hidden,
}

// setWebState notes what a property says of an element: text is the spelling of
// its value. Names that are no state are passed over.
func setWebState(e *model.Element, name, text string) {
	said := webTruth(text)
	if said == model.Unsaid {
		return
	}
	switch name {
	case "disabled":
		if said == model.Yes {
			e.States.Set(model.Enabled, model.No)
		} else {
			e.States.Set(model.Enabled, model.Yes)
		}
		return
	case "expanded":
		e.States.Set(model.Expandable, model.Yes)
	case "editable":
		if e.States.Is(model.Editable) == model.Yes {
			return
		}
	}
	if st, ok := webStates[name]; ok {
		e.States.Set(st, said)
	}
}

// webTruth reads the spellings of a state: booleans, tristates, and tokens
// (invalid="spelling", editable="richtext"), all of which mean yes.
func webTruth(text string) model.Truth {
	switch text {
	case "true", "1":
		return model.Yes
	case "false", "0":
		return model.No
	case "mixed":
		return model.Mixed
	case "", "null", "undefined":
		return model.Unsaid
	}
	return model.Yes
}

// The actions of an element that takes the focus or text, shared because a
// capture has thousands of them.
var (
	actionsFocus = []string{"focus"}
	actionsEdit  = []string{"edit"}
	actionsBoth  = []string{"focus", "edit"}
)

// setWebActions names what a browser lets one do with an element: only what can
// be set is edited, since everything inside an editor is editable.
func setWebActions(e *model.Element, settable bool) {
	focusable := e.States.Is(model.Focusable) == model.Yes
	switch {
	case focusable && settable:
		e.Actions = actionsBoth
	case focusable:
		e.Actions = actionsFocus
	case settable:
		e.Actions = actionsEdit
	default:
		return
	}
	e.Given |= model.HasActions
}

// markWebRepeats marks the text that only says its parent's name again, and
// the boxes of its lines.
func markWebRepeats(c *model.Capture) {
	for i := range c.Elements {
		e := &c.Elements[i]
		switch e.Role {
		case "InlineTextBox":
			e.Repeat = true
		case "StaticText", "text":
			p := namedParent(c, model.ID(i))
			e.Repeat = e.Repeat || p != model.None && e.Name != "" && sameWords(e.Name, c.Elements[p].Name)
		}
	}
}

// namedParent is the nearest ancestor that is not ignored.
func namedParent(c *model.Capture, id model.ID) model.ID {
	const hops = 64 // longer chains of ignored wrappers hold no control's text
	p := c.Tree.Parent[id]
	for range hops {
		if p == model.None || !c.Elements[p].Ignored {
			return p
		}
		p = c.Tree.Parent[p]
	}
	return model.None
}

// sameWords compares two texts but for white space.
func sameWords(a, b string) bool {
	if a == b {
		return true
	}
	if len(a) > 2*len(b)+64 || len(b) > 2*len(a)+64 {
		return false
	}
	return strings.Join(strings.Fields(a), " ") == strings.Join(strings.Fields(b), " ")
}

// markWebSecrets marks password fields: those whose value Chromium has masked,
// and text fields that are called so, since most tools print their value.
func markWebSecrets(c *model.Capture) {
	for i := range c.Elements {
		e := &c.Elements[i]
		if e.Kind != model.KindTextbox || e.Secure {
			continue
		}
		e.Secure = e.Value != "" && strings.Trim(e.Value, "•●*") == "" || model.NamesPassword(e.Name) || model.NamesPassword(e.Placeholder)
	}
}
