// Package dialog is what lies over the screen while a person answers it: the line
// that is typed into with the list of a find, the form of options, menus, help and
// what was copied. A dialog is told a State and answers a key or a click with a
// value that says what the person wants; it knows no program.
package dialog

import (
	"obscope/render"
	"obscope/tui/keymap"
	"obscope/tui/paint"
	"obscope/tui/strip"

	tea "charm.land/bubbletea/v2"
)

// A Dialog has the keys while it is open. The program that has none open is being
// browsed.
type Dialog interface {
	// Press answers a key; nil says that it meant the dialog alone, or nothing.
	Press(*State, tea.KeyPressMsg) Answer
	// Click answers a click on line y of the h that its Box has inside.
	Click(s *State, y, h int) Answer
	// Scroll moves what it shows by lines.
	Scroll(by int)
	// Box is what it shows over the screen.
	Box(*State) Box
}

// State is what dialogs are told.
type State struct {
	Style *paint.Styles
	Keys  *keymap.KeyMap
	W, H  int // of the screen

	Obs       *render.Observation // nil while the first one is made
	Searching bool                // what a find is to list is on its way

	Set     render.Settings // in force
	Options render.Options  // that it comes of
	List    []strip.Option  // all of them, as they are shown
	Format  string          // of the capture
	Presets []Preset
}

// A Preset is a named set of options.
type Preset struct {
	Name    string
	Options render.Options
}

// An Answer is what a person wants of the program.
type Answer interface{ answer() }

type (
	// Close takes the dialog away.
	Close struct{}
	// Typed says that the line of a prompt has changed.
	Typed struct{ Value string }
	// Take is what a prompt was to ask for.
	Take struct{ Value string }
	// Unset leaves the option that a prompt asks for to its default.
	Unset struct{}
	// Overwrite writes the file that is there already.
	Overwrite struct{ Path string }
	// Keep leaves that file alone.
	Keep struct{}
	// Change does what a row of the form offers.
	Change struct{ Row Row }
	// UnsetRow leaves the option of a row of the form to its default.
	UnsetRow struct{ Row Row }
	// Pass is a key that the form has no use for: an option's own.
	Pass struct{ Key tea.KeyPressMsg }
	// Look says that a menu has come to another item.
	Look struct{}
	// Choose is the item of a menu that was wanted.
	Choose struct{ Item Item }
)

func (Close) answer()     {}
func (Typed) answer()     {}
func (Take) answer()      {}
func (Unset) answer()     {}
func (Overwrite) answer() {}
func (Keep) answer()      {}
func (Change) answer()    {}
func (UnsetRow) answer()  {}
func (Pass) answer()      {}
func (Look) answer()      {}
func (Choose) answer()    {}

// A Place is where a box lies.
type Place uint8

// The places. A box in the Middle has borders of its own; one at the Bottom
// covers the last lines of the panes, one that is Whole the screen.
const (
	Nowhere Place = iota
	Middle
	Bottom
	Whole
)

// A Box is a window over the screen.
type Box struct {
	Place Place
	Title string
	Foot  string
	W, H  int // wanted inside
	Lines func(w, h int) []string
}

// Window draws a box with its borders around w by h cells.
func (b Box) Window(st *paint.Styles, w, h int) []string {
	frame := st.On[paint.Plain][paint.Frame]
	border := func(left, right, title string, focus bool) string {
		l := st.Line(paint.Plain, w+2)
		l.Put(paint.Frame, left)
		l.Titled(title, w, focus)
		l.Put(paint.Frame, right)
		return l.Done()
	}
	inside := b.Lines(w, h)
	rows := make([]string, 0, h+2)
	rows = append(rows, border(st.Corners[0], st.Corners[1], b.Title, true))
	for i := range h {
		s := st.Blank(w)
		if i < len(inside) {
			s = inside[i]
		}
		rows = append(rows, frame+st.Vertical+paint.Reset+s+frame+st.Vertical+paint.Reset)
	}
	return append(rows, border(st.Corners[2], st.Corners[3], b.Foot, false))
}
