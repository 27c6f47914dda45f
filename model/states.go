package model

// A State is something an element can be: enabled, checked, expanded.
type State uint8

// The states that formats report. Each has a Truth in an element's States.
const (
	Enabled State = iota
	Focused
	Selected
	Checked
	Pressed
	Expanded
	Visible // the toolkit would draw it
	Showing // it is drawn now, not clipped or covered
	Focusable
	Editable
	Required
	Invalid
	ReadOnly
	Modal
	Multiline
	Multiselectable
	Busy
	Hidden
	Scrollable
	Clickable
	LongClickable
	Checkable
	Expandable
	Selectable
	Offscreen
	numStates
)

var stateNames = [numStates]string{
	"enabled", "focused", "selected", "checked", "pressed", "expanded", "visible", "showing", "focusable",
	"editable", "required", "invalid", "readonly", "modal", "multiline", "multiselectable", "busy", "hidden",
	"scrollable", "clickable", "long-clickable", "checkable", "expandable", "selectable", "offscreen",
}

// String is the lower-case name of the state.
func (s State) String() string { return stateNames[s] }

// AllStates lists the states in the order in which they are shown.
func AllStates() []State {
	all := make([]State, numStates)
	for i := range all {
		all[i] = State(i)
	}
	return all
}

// ParseState finds a state by name.
func ParseState(name string) (State, bool) {
	for i, n := range stateNames {
		if n == name {
			return State(i), true
		}
	}
	return 0, false
}

// Truth is what a capture says of a state.
type Truth uint8

// The four things a capture can say.
const (
	Unsaid Truth = iota
	No
	Yes
	Mixed
)

// TruthOf turns a boolean into Yes or No.
func TruthOf(b bool) Truth {
	if b {
		return Yes
	}
	return No
}

// States holds a Truth, two bits, for every State.
type States uint64

// Is reports what is said of s.
func (st States) Is(s State) Truth { return Truth(st >> (2 * s) & 3) }

// With returns st with t said of s.
func (st States) With(s State, t Truth) States {
	return st&^(3<<(2*s)) | States(t)<<(2*s)
}

// Set says t of s.
func (st *States) Set(s State, t Truth) { *st = st.With(s, t) }
