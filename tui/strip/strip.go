// Package strip draws what stands above and below the panes, a line or a few
// each: the header, the details of the selected element, the gauge, the funnel
// and the options. The program tells it a State; it knows no more.
package strip

import (
	"obscope/model"
	"obscope/render"
	"obscope/tui/paint"
	"obscope/tui/pane"
)

// State is what the strips show.
type State struct {
	Style   *paint.Styles
	Capture *model.Capture
	Obs     *render.Observation // nil while the first one is made
	Set     render.Settings     // in force
	Text    *pane.Text          // that shows Obs

	Step, Steps int  // their numbers, from 1; the first may be let go
	Warnings    int  // of recording, capture and dialect
	Live        bool // every change becomes a step

	Sel     model.ID          // the selected element, None
	Verdict render.Why        // of it, if it is out
	Back    *render.BringBack // what brings it back, nil until that is known
	Unmask  bool              // show the values of secure fields

	Waiting      bool // another observation than the one that is shown is on its way
	Counted      bool // Total and Subtree are known
	Total        int  // tokens of the text
	Subtree      []int32
	ElementLines int  // lines of elements in the text
	BeyondTokens int  // tokens of what is beyond the cap, negative until they are known
	JSONTokens   int  // tokens of the capture as JSON, 0 until they are known
	JSONBusy     bool // they are being counted

	// Of a session's step, once Read is set:
	Read     bool
	AsRead   bool // the text is the whole result, as the model read it
	Whole    int  // tokens of that
	TreePart int  // tokens of the part that the tree was read from

	Pins Pins
}

// Pins is how many elements a person keeps an eye on, and how many of them are in
// the text.
type Pins struct {
	All, In int
	Missing string // the label of one that is not in the text
	Fate    string // what became of it, such as: out
}

// piece says it beside the gauge; of one that is missing its name, where most
// cells are enough for it.
func (p Pins) piece(st *paint.Styles, most int) (paint.Piece, bool) {
	mark := st.Pin + st.Out + " "
	switch {
	case p.All == 0:
		return paint.Piece{}, false
	case p.In == p.All-1:
		if name := mark + p.Missing + " " + p.Fate; paint.Width(name) <= most {
			return paint.Bad.Of(name), true
		}
		return paint.Bad.Of(mark + "1 of " + paint.Plural(p.All, "pin") + " " + p.Fate), true
	case p.In < p.All:
		return paint.Bad.Of(mark + paint.Comma(p.All-p.In) + " of " + paint.Plural(p.All, "pin") + " out"), true
	case p.All == 1:
		return paint.Good.Of(st.Pin + " pin in"), true
	}
	return paint.Good.Of(st.Pin + " " + paint.Plural(p.All, "pin") + " in"), true
}

// Message is a line with a message.
func Message(st *paint.Styles, tone paint.Tone, text string, w int) string {
	l := st.Line(paint.Plain, w)
	l.Put(tone, " "+text)
	return l.Done()
}
