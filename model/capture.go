package model

import (
	"slices"

	"obscope/internal/text/jsontext"
)

// A Recording is what a file, a log or a folder held: captures in the order
// in which they were taken.
type Recording struct {
	Captures []*Capture // in order; their Steps count from 1
	Warnings Warnings   // about the recording as a whole: broken lines, files passed over
	Session  *Session   // of an agent's log, in which every capture is a step; nil for others
}

// Warn notes something about the recording as a whole.
func (r *Recording) Warn(sentence string) { r.Warnings.Add(Noted, sentence) }

// A Capture is one element tree at one moment.
type Capture struct {
	Format string // the name of the loader: autocontrol, maka, osworld
	Shape  string // which of the format's shapes, where it has several
	Source string // where it came from, for people: a file name, a line of a log
	Step   int    // its place in the recording, from 1
	Unit   string // of frames: screen pixels, CSS pixels, points, device pixels; "" unknown

	Elements []Element // by ID, in the order in which they were reported
	Tree     Tree      // made by Plant or Link
	Parts    []Part    // the documents of the capture, where it reports several or names the one
	DOM      []DOMNode // by element: what a DOM snapshot beside the capture tells; nil if there is none

	App, Window string // for people: the application and the window title
	Bounds      Rect   // the captured window, where the capture tells; zero otherwise
	Screen      Rect   // the captured screen, likewise

	AX         bool      // roles are macOS accessibility roles (AXButton)
	HeldStates bool      // only states that hold are captured: one that is unsaid does not
	Header     Header    // the envelope as a Maka capture has it
	Truncated  bool      // the capture says itself that it was cut short
	Query      string    // the query under which it was captured
	HasQuery   bool      // whether there was one, possibly empty
	Raw        string    // the envelope's members as JSON, like Element.Raw, without the elements
	Warnings   Warnings  // what was settled or lost while reading
	Uses       []Use     // what the agent did next, where a log says so
	Call       *ToolCall // of a step of a session: the call that it answers; nil for other captures
	Text       string    // the text as the tool printed it, for formats that are a rendering
	Lines      []int32   // by element: the line of Text that writes it, from 0; nil if there are none. What follows a line up to the next belongs to its element

	// Extras are facts about elements that stood beside the tree, as JSON by
	// name. extra_element_properties are BrowserGym's, by bid. The others are by
	// backendDOMNodeId, as ExtraName spells it, from a DOM snapshot: cursor, the
	// elements of the page's own document that agent-browser takes for controls
	// ({kind, hints, text, hidden, checked}); hrefs, addresses of links as scripts
	// read them; scrollable, {id: true}; and tags, of elements inside form
	// controls, which the snapshot leaves out.
	// untold lists, by the name of the extra, what the snapshot leaves open.
	Extras map[string]string
}

// A Part is a run of elements that a capture reports apart from the others:
// the document of one frame.
type Part struct {
	Ref      string // the id of the frame
	From, To ID     // its elements are From … To-1
	Host     ID     // the iframe that shows it, None if it is not known
	Raw      string // its own members as JSON, like Element.Raw, without the elements
}

// A DOMNode is what a DOM snapshot tells of an element.
type DOMNode struct {
	Tag       string // the node's name, lower-case: div, #text; "" if the snapshot has no such node
	Type      string // of an input, as the page spells it: checkbox, file; "" if it does not say
	Clickable bool   // it has a listener for clicks, or is a control or editable
}

// A Use is an element that the action after a capture operated on.
type Use struct {
	Element ID     // None if the log names a ref that the capture does not have
	Ref     string // as the log names it
	Action  string // click, type; "" if the log does not say
}

// A Header is what the first line of an outline tells about a capture, as
// JSON values of any type; Missing is a member that was not there.
type Header struct {
	ObservationID, App, PID, WindowID, WindowTitle jsontext.Value

	Menu             jsontext.Value // opened, truncated, unavailable
	Difference       jsontext.Value
	RenderDifference bool

	Stated Stated // for a text capture: what its header says of elements that it does not list
}

// Stated is what a rendered text tells in numbers about the tree that it was
// written from. The zero value states nothing, and a renderer counts.
type Stated struct {
	Is           bool
	Elements     int  // of the window, before anything was taken out
	Shown        int  // left by the capture's own query, which must not be applied again
	MenuDisabled bool // the menu had a disabled element, written or not
}

// Element returns the element with that id.
func (c *Capture) Element(id ID) *Element { return &c.Elements[id] }

// Warn notes what was settled or lost while reading.
func (c *Capture) Warn(sentence string) { c.Warnings.Add(Noted, sentence) }

// ByRef finds an element by the ref an agent quotes; of several the first.
func (c *Capture) ByRef(ref string) (ID, bool) {
	for i := range c.Elements {
		if c.Elements[i].Ref == ref {
			return ID(i), true
		}
	}
	return None, false
}

// Structural reports whether an element is of the kind that wrappers are made
// of: generic, or one of the five macOS roles that Maka collapses.
func (c *Capture) Structural(e *Element) bool {
	if !c.AX {
		return e.Kind == KindGeneric
	}
	switch e.Role {
	case "AXGroup", "AXSplitGroup", "AXLayoutArea", "AXLayoutItem", "AXUnknown":
		return true
	}
	return false
}

// silentLimits are the counts at which tools stop without saying so.
var silentLimits = [...]int{120, 200, 400, 500, 1000, 1024, 1200, 1500, 2000, 5000}

// SilentLimit reports a number of elements at which tools are known to stop
// without saying so: a capture of just as many may be cut short.
func SilentLimit(n int) bool { return slices.Contains(silentLimits[:], n) }
