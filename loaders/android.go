package loaders

import (
	"strings"

	"obscope/model"
)

// androidKind finds the kind of an Android class by its simple name. Libraries
// put prefixes before the names of the platform's widgets (AppCompatButton,
// MaterialSwitch), and inner classes follow a $.
func androidKind(class string) model.Kind {
	name := class[strings.LastIndexByte(class, '$')+1:]
	if k, ok := androidKinds[name]; ok {
		return k
	}
	for _, prefix := range [...]string{"AppCompat", "Material", "Compat", "Extended", "React"} {
		rest, ok := strings.CutPrefix(name, prefix)
		if !ok {
			continue
		}
		if k, ok := androidKinds[rest]; ok {
			return k
		}
		if k := kindOf(rest); k != model.KindUnknown {
			return k
		}
	}
	if k := kindOf(name); k != model.KindUnknown {
		return k
	}
	for _, tail := range androidTails {
		if strings.HasSuffix(name, tail.name) {
			return tail.kind
		}
	}
	return model.KindUnknown
}

// androidKinds holds the platform's classes whose words mean something else in
// other toolkits, or nothing. ListView is a list, not a listbox: its rows are
// what one operates.
var androidKinds = map[string]model.Kind{
	"View": model.KindGeneric, "ViewGroup": model.KindGeneric, "FrameLayout": model.KindGeneric, "LinearLayout": model.KindGeneric,
	"RelativeLayout": model.KindGeneric, "ConstraintLayout": model.KindGeneric, "CoordinatorLayout": model.KindGeneric,
	"DrawerLayout": model.KindGeneric, "TableLayout": model.KindTable, "GridLayout": model.KindGrid, "TableRow": model.KindRow,
	"LinearLayoutCompat": model.KindGeneric, "ScrollView": model.KindGeneric, "HorizontalScrollView": model.KindGeneric,
	"NestedScrollView": model.KindGeneric, "ViewPager": model.KindGeneric, "ViewAnimator": model.KindGeneric, "ViewSwitcher": model.KindGeneric,
	"ViewFlipper": model.KindGeneric, "AppWidgetHostView": model.KindGeneric, "Space": model.KindGeneric, "ComposeView": model.KindGeneric,
	"ListView": model.KindList, "RecyclerView": model.KindList, "AbsListView": model.KindList, "ExpandableListView": model.KindTree,
	"GridView": model.KindGrid, "Gallery": model.KindList,
	"Button": model.KindButton, "ImageButton": model.KindButton, "ToggleButton": model.KindSwitch, "CompoundButton": model.KindCheckbox,
	"FloatingActionButton": model.KindButton, "ZoomButton": model.KindButton, "Chip": model.KindButton,
	"CheckBox": model.KindCheckbox, "CheckedTextView": model.KindCheckbox, "RadioButton": model.KindRadio, "RadioGroup": model.KindRadioGroup,
	"ChipGroup": model.KindGroup, "Switch": model.KindSwitch, "SwitchCompat": model.KindSwitch, "SwitchMaterial": model.KindSwitch,
	"Spinner": model.KindCombobox, "NumberPicker": model.KindSpinbutton, "DatePicker": model.KindGroup, "TimePicker": model.KindGroup,
	"CalendarView": model.KindGrid, "SeekBar": model.KindSlider, "Slider": model.KindSlider, "RatingBar": model.KindSlider,
	"ProgressBar": model.KindProgressbar, "Chronometer": model.KindTimer, "TextClock": model.KindTime, "AnalogClock": model.KindImage,
	"TextView": model.KindText, "EditText": model.KindTextbox, "AutoCompleteTextView": model.KindCombobox,
	"MultiAutoCompleteTextView": model.KindTextbox, "SearchView": model.KindSearch, "SearchAutoComplete": model.KindSearchbox,
	"TextInputEditText": model.KindTextbox, "TextInputLayout": model.KindGroup, "Toast": model.KindStatus,
	"ImageView": model.KindImage, "ShapeableImageView": model.KindImage, "QuickContactBadge": model.KindButton, "VideoView": model.KindFigure,
	"SurfaceView": model.KindCanvas, "TextureView": model.KindCanvas, "GLSurfaceView": model.KindCanvas, "WebView": model.KindWebview,
	"Toolbar": model.KindToolbar, "ActionBar": model.KindToolbar, "Tab": model.KindTab, "TabView": model.KindTab,
	"TabWidget": model.KindTablist, "TabLayout": model.KindTablist, "TabHost": model.KindGroup, "BottomNavigationView": model.KindNavigation,
	"NavigationView": model.KindNavigation, "ActionMenuItemView": model.KindMenuItem, "PopupWindow": model.KindMenu,
	"DialogTitle": model.KindHeading, "CardView": model.KindGroup, "KeyboardView": model.KindGroup, "Dialog": model.KindDialog,
	"AlertDialog": model.KindAlertDialog,
}

// androidTails are the endings by which classes of applications tell what they
// are, the longer ones first.
var androidTails = []struct {
	name string
	kind model.Kind
}{
	{"ImageButton", model.KindButton}, {"RadioButton", model.KindRadio}, {"EditText", model.KindTextbox}, {"CheckBox", model.KindCheckbox},
	{"ProgressBar", model.KindProgressbar}, {"RecyclerView", model.KindList}, {"ScrollView", model.KindGeneric}, {"ImageView", model.KindImage},
	{"TextView", model.KindText}, {"ListView", model.KindList}, {"GridView", model.KindGrid}, {"WebView", model.KindWebview},
	{"SeekBar", model.KindSlider}, {"Spinner", model.KindCombobox}, {"Button", model.KindButton}, {"Switch", model.KindSwitch},
	{"Layout", model.KindGeneric}, {"Pager", model.KindGeneric}, {"Container", model.KindGeneric}, {"ViewGroup", model.KindGeneric},
	{"View", model.KindGeneric},
}
