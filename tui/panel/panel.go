// Package panel is what p steps through: each panel says one thing about what
// is on the screen. A panel is one file with one type. It is told a State and
// answers with rows; a row carries what the person gets by choosing it, as an
// Action that the program carries out. No panel knows the program.
package panel

import (
	"context"
	"fmt"

	"obscope/model"
	"obscope/render"
	"obscope/tui/keymap"
	"obscope/tui/paint"

	tea "charm.land/bubbletea/v2"
)

// State is what is on the screen, as a panel is told it.
type State struct {
	Obs      *render.Observation // with its capture, renderer and settings
	Options  render.Options      // in force: what is set
	Style    paint.Styles
	W, H     int              // of the panel
	Selected model.ID         // the element under the cursor, None
	Warnings model.Warnings   // of recording, capture and dialect
	Captures []*model.Capture // the steps of the recording
	Session  *model.Session   // whose steps they are, nil if they are none's
	Step     int              // the one on the screen, from 0
	At       func(step int) *render.Renderer
	Pins     []Pin
	Held     *render.Options // what A/B compares with, nil for nothing
	Dialects []string        // in the order in which the program steps through them
}

// A Panel is one of them.
type Panel interface {
	// Name is what the title and help call it.
	Name() string
	// Shows reports whether there is anything to say; p passes it otherwise.
	Shows(State) bool
	// Build returns the work that makes the rows. Build itself runs between two
	// keys and must be quick; the work runs away from the screen and may give up
	// once its context is done.
	Build(State) func(context.Context) Page
}

// A Page is what a panel has to show.
type Page struct {
	Rows     []Row
	Subtitle string
	Start    any    // the row that the cursor is on at first, by About; nil is the first
	Done     func() // called back between two keys, before the rows are shown; may be nil
}

// What some panels have besides:
type (
	// A Presser has keys of its own.
	Presser interface {
		Press(k keymap.KeyMap, msg tea.KeyPressMsg, at Row, s State) (Action, bool)
	}
	// A Header has a line above its rows that stays, and that may be clicked.
	Header interface {
		Head(st *paint.Styles, w int) string
		ClickHead(x, w int) Action
	}
	// A Worker has more to find out than fits one page: Work is asked for
	// whenever the page is, and takes as long as it likes, a slice at a time.
	Worker interface {
		// Work returns what is still to do, nil if nothing is. What it returns
		// runs away from the screen; what that returns is called back on it.
		Work(State) func(context.Context) (took func())
		Busy() bool
	}
	// A Drawer has no rows but a picture.
	Drawer interface {
		View(s State) []string
		Find(x, y int) model.ID
	}
	// A Rester remembers where the cursor was.
	Rester interface{ Rest(about any) }
	// A Wide one has use for more columns than a list.
	Wide interface{ Wide() }
)

// A Row is one line of a panel.
type Row struct {
	Left, Right []paint.Piece
	Head        bool   // a heading, which the cursor passes over
	Look        Action // what the screen shows while the cursor is here
	Enter       Action // what enter does; nil is what Look shows, gone to
	About       any    // what the panel knows it by; the cursor stays with it
}

// An Action is what a person asks for. The program carries it out.
type Action interface{ isAction() }

type (
	// Select is an element to be shown in both panes.
	Select struct{ ID model.ID }
	// Apply is options to be put in force.
	Apply struct{ Options render.Options }
	// UseDialect is a dialect to be put in force, without knobs of another.
	UseDialect struct{ Name string }
	// GoTo is a step of the recording, for the sake of an element there or None.
	GoTo struct {
		Step    int
		Element model.ID
	}
	// Victims is what a stage took out, to be shown alone in the tree.
	Victims struct{ Stage render.Stage }
	// Unpin lets a pin go.
	Unpin struct{ Pin Pin }
	// Say is a message.
	Say struct{ Text string }
	// Again is that the panel has changed and wants to be built anew.
	Again struct{ Say string }
)

func (Select) isAction()     {}
func (Apply) isAction()      {}
func (UseDialect) isAction() {}
func (GoTo) isAction()       {}
func (Victims) isAction()    {}
func (Unpin) isAction()      {}
func (Say) isAction()        {}
func (Again) isAction()      {}

// A Pin is an element that a person keeps an eye on.
type Pin struct {
	C    *model.Capture // where it was seen last
	ID   model.ID       // there
	Here model.ID       // in the capture that is shown; None if it is not in it
	Lost *model.Capture // if it is not: the first step without it, coming from C; nil if that is not known
}

// Fate says since when an element is missing that is not in the capture that is
// shown.
func (p Pin) Fate() string {
	switch {
	case p.Lost == nil:
		return "not here"
	case p.Lost.Step < p.C.Step:
		return fmt.Sprintf("not before step %d", p.Lost.Step+1)
	}
	return fmt.Sprintf("gone at step %d", p.Lost.Step)
}

func heading(text string) Row {
	return Row{Left: []paint.Piece{{Tone: paint.Title, Text: text}}, Head: true}
}

func plainRow(pieces ...paint.Piece) Row { return Row{Left: pieces} }

// selecting is the Look of a row about an element.
func selecting(id model.ID) Action {
	if id == model.None {
		return nil
	}
	return Select{id}
}
