package loaders

import (
	"strings"

	"obscope/model"
)

// kindOf finds the kind of a role in any of the vocabularies that tools use:
// WAI-ARIA, AT-SPI (push button, push-button), macOS (AXButton), UI Automation
// and mobile class names. Formats whose words mean something else have a table
// of their own.
func kindOf(role string) model.Kind {
	if k, ok := kindTable[role]; ok {
		return k
	}
	return kindTable[normalRole(role)]
}

// normalRole is a role in lower case without an AX prefix, blanks, hyphens and
// underscores.
func normalRole(role string) string {
	if rest, ok := strings.CutPrefix(role, "AX"); ok && rest != "" {
		role = rest
	}
	if !strings.ContainsFunc(role, func(c rune) bool { return c == ' ' || c == '-' || c == '_' || c >= 'A' && c <= 'Z' }) {
		return role
	}
	var b strings.Builder
	b.Grow(len(role))
	for _, c := range []byte(role) {
		switch {
		case c == ' ' || c == '-' || c == '_':
		case c >= 'A' && c <= 'Z':
			b.WriteByte(c | 0x20)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// secureRole reports the roles that toolkits give to password fields.
func secureRole(role string) bool {
	switch normalRole(role) {
	case "passwordtext", "securetextfield", "password":
		return true
	}
	return false
}

var kindTable = func() map[string]model.Kind {
	table := map[string]model.Kind{}
	for kind, words := range kindWords {
		for _, w := range strings.Fields(words) {
			table[w] = kind
		}
	}
	for k := model.KindGeneric; ; k++ {
		name := k.String()
		table[name] = k
		if k == model.KindWindow {
			return table
		}
	}
}()

// kindWords lists the normal forms of other vocabularies' roles for each kind.
var kindWords = map[model.Kind]string{
	model.KindGeneric:          "section panel filler layeredpane viewport internalframe splitpane box redundantobject extended div span pane layoutarea layoutitem splitgroup unknown scrollpane rootpane glasspane",
	model.KindAlert:            "notification infobar",
	model.KindApplication:      "app",
	model.KindButton:           "pushbutton togglebutton popupbutton menubutton splitbutton disclosuretriangle pushbuttonmenu imagebutton closebutton floatingactionbutton incrementor colorwell",
	model.KindCanvas:           "drawingarea glsurface surfaceview",
	model.KindCell:             "tablecell",
	model.KindCheckbox:         "checkmenu checkedtextview",
	model.KindColumnHeader:     "tablecolumnheader headeritem",
	model.KindRowHeader:        "tablerowheader",
	model.KindCombobox:         "spinner comboboxgrouping comboboxmenubutton comboboxselect select picker",
	model.KindContentInfo:      "footer",
	model.KindDialog:           "sheet filechooser fontchooser colorchooser modaldialog",
	model.KindDocument:         "documentweb documenttext documentframe documentemail documentpresentation documentspreadsheet webarea rootwebarea htmlcontainer",
	model.KindGrid:             "datagrid collectionview gridview",
	model.KindGroup:            "grouping fieldset details optgroup",
	model.KindHeading:          "header",
	model.KindIframe:           "iframepresentational embedded frameset",
	model.KindImage:            "img icon graphic imageview animation svgroot picture",
	model.KindLink:             "hyperlink",
	model.KindList:             "browser",
	model.KindListbox:          "listview",
	model.KindListItem:         "dataitem",
	model.KindMenuItem:         "menubaritem tearoffmenuitem",
	model.KindMenuItemCheckbox: "checkmenuitem",
	model.KindMenuItemRadio:    "radiomenuitem",
	model.KindMeter:            "levelbar levelindicator",
	model.KindOption:           "listboxoption menulistoption",
	model.KindProgressbar:      "progressindicator busyindicator activityindicator",
	model.KindRadio:            "radiobutton",
	model.KindRegion:           "landmark",
	model.KindRow:              "tablerow outlinerow",
	model.KindSearchbox:        "searchfield searchtextfield",
	model.KindSlider:           "scale seekbar ratingindicator",
	model.KindSpinbutton:       "stepper",
	model.KindStatus:           "statusbar",
	model.KindSwitch:           "toggle",
	model.KindTab:              "pagetab tabitem",
	model.KindTable:            "treetable outline tableview",
	model.KindTablist:          "pagetablist tabgroup tabbar",
	model.KindText:             "statictext label textview inlinetextbox caption text",
	model.KindTextbox:          "entry textfield textarea passwordtext edit edittext securetextfield autocomplete autocompletetextview editbar terminal",
	model.KindToolbar:          "actionbar",
	model.KindWindow:           "frame desktopframe desktop keyboard",
}
