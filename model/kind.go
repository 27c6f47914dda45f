package model

// Kind is what an element is, in a closed vocabulary that is the same for all
// formats: the roles of WAI-ARIA and a few that only applications have. A
// table in each loader sets it; the captured role stays in Role.
type Kind uint8

// The kinds. KindUnknown is a role that the loader's table does not have.
const (
	KindUnknown Kind = iota
	KindGeneric
	KindAlert
	KindAlertDialog
	KindApplication
	KindArticle
	KindBanner
	KindBlockquote
	KindButton
	KindCanvas
	KindCaption
	KindCell
	KindCheckbox
	KindCode
	KindColumnHeader
	KindCombobox
	KindComplementary
	KindContentInfo
	KindDefinition
	KindDialog
	KindDocument
	KindEmphasis
	KindFigure
	KindForm
	KindGrid
	KindGridCell
	KindGroup
	KindHeading
	KindIframe
	KindImage
	KindLink
	KindList
	KindListbox
	KindListItem
	KindLog
	KindMain
	KindMarquee
	KindMath
	KindMenu
	KindMenubar
	KindMenuItem
	KindMenuItemCheckbox
	KindMenuItemRadio
	KindMeter
	KindNavigation
	KindNone
	KindNote
	KindOption
	KindParagraph
	KindProgressbar
	KindRadio
	KindRadioGroup
	KindRegion
	KindRow
	KindRowGroup
	KindRowHeader
	KindScrollbar
	KindSearch
	KindSearchbox
	KindSeparator
	KindSlider
	KindSpinbutton
	KindStatus
	KindStrong
	KindSwitch
	KindTab
	KindTable
	KindTablist
	KindTabpanel
	KindTerm
	KindText
	KindTextbox
	KindTime
	KindTimer
	KindTitlebar
	KindToolbar
	KindTooltip
	KindTree
	KindTreegrid
	KindTreeItem
	KindWebview
	KindWindow
	numKinds
)

var kindNames = [numKinds]string{
	"unknown", "generic", "alert", "alertdialog", "application", "article", "banner", "blockquote", "button",
	"canvas", "caption", "cell", "checkbox", "code", "columnheader", "combobox", "complementary", "contentinfo",
	"definition", "dialog", "document", "emphasis", "figure", "form", "grid", "gridcell", "group", "heading",
	"iframe", "image", "link", "list", "listbox", "listitem", "log", "main", "marquee", "math", "menu", "menubar",
	"menuitem", "menuitemcheckbox", "menuitemradio", "meter", "navigation", "none", "note", "option", "paragraph",
	"progressbar", "radio", "radiogroup", "region", "row", "rowgroup", "rowheader", "scrollbar", "search",
	"searchbox", "separator", "slider", "spinbutton", "status", "strong", "switch", "tab", "table", "tablist",
	"tabpanel", "term", "text", "textbox", "time", "timer", "titlebar", "toolbar", "tooltip", "tree", "treegrid",
	"treeitem", "webview", "window",
}

// String is the kind's name as WAI-ARIA spells it.
func (k Kind) String() string { return kindNames[k] }

// ParseKind finds a kind by its WAI-ARIA name.
func ParseKind(name string) (Kind, bool) {
	k, ok := kindsByName[name]
	return k, ok
}

var kindsByName = func() map[string]Kind {
	m := make(map[string]Kind, numKinds)
	for k, name := range kindNames {
		m[name] = Kind(k)
	}
	return m
}()

// interactiveKinds are the widget roles of WAI-ARIA that a person operates.
var interactiveKinds = [numKinds]bool{
	KindButton: true, KindCheckbox: true, KindCombobox: true, KindGridCell: true, KindLink: true,
	KindListbox: true, KindMenuItem: true, KindMenuItemCheckbox: true, KindMenuItemRadio: true,
	KindOption: true, KindRadio: true, KindScrollbar: true, KindSearchbox: true, KindSlider: true,
	KindSpinbutton: true, KindSwitch: true, KindTab: true, KindTextbox: true, KindTreeItem: true,
}

// Interactive reports whether the kind is one of WAI-ARIA's widgets that a
// person operates.
func (k Kind) Interactive() bool { return interactiveKinds[k] }

// activating are the action names, lower-case and without an AX prefix, by
// which toolkits say that an element does something when activated. Those that
// are false say it of everything: Chromium gives doDefault to every panel.
var activating = map[string]bool{
	"activate": true, "check": true, "click": true, "clickancestor": false, "confirm": true, "decrement": true,
	"expand": true, "expand or contract": true, "expand or collapse": true, "increment": true, "invoke": true, "jump": true,
	"long-click": true, "longclick": true, "open": true, "pick": true, "press": true, "select": true, "setvalue": true,
	"set_value": true, "show menu": false, "tap": true, "toggle": true, "uncheck": true, "dodefault": false, "edit": true,
	"settext": true, "set_text": true, "type": true,
}

// Actionable reports whether a person or an agent can operate the element:
// its kind is interactive or it has an activating action.
func (e *Element) Actionable() bool {
	return e.Kind.Interactive() || e.Activates()
}

// Activates reports whether one of the element's actions is an activating
// one. Chromium gives doDefault and showContextMenu to everything: they say
// nothing.
func (e *Element) Activates() bool {
	for _, a := range e.Actions {
		if activating[actionName(a)] {
			return true
		}
	}
	return false
}
