package loaders

import (
	"strings"

	"obscope/model"
)

// appleKind finds the kind of an XCUIElement type, without the prefix
// XCUIElementType; tools for iOS share its words.
func appleKind(name string) model.Kind {
	if k, ok := appleKinds[name]; ok {
		return k
	}
	return kindOf(name)
}

// appleKinds holds the types whose words mean something else elsewhere, or
// nothing: a TextView of iOS is a field, a table's Cell is a row of it.
var appleKinds = map[string]model.Kind{
	"Any": model.KindGeneric, "Other": model.KindGeneric, "Unknown": model.KindGeneric, "ScrollView": model.KindGeneric,
	"LayoutArea": model.KindGeneric, "LayoutItem": model.KindGeneric, "SplitGroup": model.KindGeneric, "Matte": model.KindGeneric,
	"Handle": model.KindGeneric, "GrowArea": model.KindGeneric, "RelevanceIndicator": model.KindGeneric, "TouchBar": model.KindToolbar,
	"Splitter": model.KindSeparator, "Ruler": model.KindGeneric, "RulerMarker": model.KindGeneric, "TableColumn": model.KindGeneric,
	"Alert": model.KindAlertDialog, "Sheet": model.KindDialog, "Drawer": model.KindDialog, "Popover": model.KindDialog,
	"Key": model.KindButton, "Keyboard": model.KindGroup, "Icon": model.KindButton, "DockItem": model.KindButton,
	"ToolbarButton": model.KindButton, "PopUpButton": model.KindCombobox, "MenuButton": model.KindButton,
	"NavigationBar": model.KindToolbar, "TabBar": model.KindTablist, "TabGroup": model.KindTablist, "StatusBar": model.KindStatus,
	"Table": model.KindTable, "TableRow": model.KindRow, "Cell": model.KindListItem, "CollectionView": model.KindList,
	"Outline": model.KindTree, "OutlineRow": model.KindTreeItem, "Browser": model.KindTree, "SegmentedControl": model.KindGroup,
	"Picker": model.KindGroup, "PickerWheel": model.KindSpinbutton, "DatePicker": model.KindGroup, "PageIndicator": model.KindStatus,
	"RatingIndicator": model.KindSlider, "ValueIndicator": model.KindGeneric, "TextView": model.KindTextbox, "Map": model.KindFigure,
	"MenuBarItem": model.KindMenuItem, "StatusItem": model.KindMenuItem, "ColorWell": model.KindButton, "HelpTag": model.KindTooltip,
	"ActivityIndicator": model.KindProgressbar, "ComboBox": model.KindCombobox, "Timeline": model.KindSlider,
}

// appleChecked reads the value of controls that are on or off.
func appleChecked(e *model.Element) {
	switch e.Kind {
	case model.KindSwitch, model.KindCheckbox, model.KindRadio, model.KindMenuItemCheckbox, model.KindMenuItemRadio:
	default:
		return
	}
	switch strings.ToLower(e.Value) {
	case "1", "true", "on":
		e.States.Set(model.Checked, model.Yes)
	case "0", "false", "off":
		e.States.Set(model.Checked, model.No)
	case "2", "mixed":
		e.States.Set(model.Checked, model.Mixed)
	}
}

// warnAppleEmpty warns of a capture in which there are no elements but
// applications.
func warnAppleEmpty(c *model.Capture) {
	for i := range c.Elements {
		if c.Elements[i].Kind != model.KindApplication {
			return
		}
	}
	c.Warn(appleEmpty)
}

// appleEmpty is what the tools for iOS give where they see nothing.
const appleEmpty = "nothing is below the application: it was not in the foreground or still starting, it is another app than the one attached to, or the tree was too deep for the snapshot (snapshotMaxDepth)"
