package loaders

import "obscope/model"

// uiaTypes are the control types of UI Automation in the order of their
// numbers, which start at 50000.
var uiaTypes = [...]string{
	"Button", "Calendar", "CheckBox", "ComboBox", "Edit", "Hyperlink", "Image", "ListItem", "List", "Menu", "MenuBar",
	"MenuItem", "ProgressBar", "RadioButton", "ScrollBar", "Slider", "Spinner", "StatusBar", "Tab", "TabItem", "Text",
	"ToolBar", "ToolTip", "Tree", "TreeItem", "Custom", "Group", "Thumb", "DataGrid", "DataItem", "Document",
	"SplitButton", "Window", "Pane", "Header", "HeaderItem", "Table", "TitleBar", "Separator", "SemanticZoom", "AppBar",
}

const firstUIAType = 50000

// uiaType names a control type by its number.
func uiaType(id int) (string, bool) {
	if id < firstUIAType || id >= firstUIAType+len(uiaTypes) {
		return "", false
	}
	return uiaTypes[id-firstUIAType], true
}

// uiaKind finds the kind of a control type by its name.
func uiaKind(name string) model.Kind {
	if k, ok := uiaKinds[name]; ok {
		return k
	}
	return kindOf(name)
}

// uiaKinds holds the control types whose words mean something else elsewhere.
var uiaKinds = map[string]model.Kind{
	"Calendar": model.KindGrid, "Custom": model.KindGeneric, "Thumb": model.KindGeneric, "Pane": model.KindGeneric,
	"SemanticZoom": model.KindGeneric, "Edit": model.KindTextbox, "Text": model.KindText, "Static": model.KindText,
	"List": model.KindList, "Spinner": model.KindSpinbutton, "Tab": model.KindTablist, "TabItem": model.KindTab,
	"TabControl": model.KindTablist, "Header": model.KindRowGroup, "HeaderItem": model.KindColumnHeader, "DataItem": model.KindRow,
	"AppBar": model.KindToolbar, "TitleBar": model.KindTitlebar, "StatusBar": model.KindStatus, "Dialog": model.KindDialog,
	"ListBox": model.KindListbox, "ListView": model.KindList, "TreeView": model.KindTree, "GroupBox": model.KindGroup,
	"Toolbar": model.KindToolbar, "UpDown": model.KindSpinbutton, "Hyperlink": model.KindLink, "Desktop": model.KindGeneric,
}

// uiaToggle reads a ToggleState, as a number or by name.
func uiaToggle(s string) model.Truth {
	switch s {
	case "0", "Off":
		return model.No
	case "1", "On":
		return model.Yes
	case "2", "Indeterminate":
		return model.Mixed
	}
	return model.Unsaid
}

// uiaExpanded reads an ExpandCollapseState; a leaf says nothing.
func uiaExpanded(s string) model.Truth {
	switch s {
	case "0", "Collapsed":
		return model.No
	case "1", "Expanded":
		return model.Yes
	case "2", "PartiallyExpanded":
		return model.Mixed
	}
	return model.Unsaid
}
