// Package render writes an element tree the way an agent reads it.
//
// A Renderer is bound to one capture. Observe applies Options and returns an
// Observation: the exact text, the element behind every line, a verdict for
// every element, the funnel of stages and the token count.
package render

import (
	"maps"
	"math"

	"obscope/internal/text/pyvalue"
	"obscope/model"
)

// An Opt is an option that is set to a value or left unset, so that the
// dialect and the capture decide.
type Opt[T any] struct {
	value T
	set   bool
}

// Set makes an option that is set.
func Set[T any](v T) Opt[T] { return Opt[T]{v, true} }

// IsSet reports whether the option was set.
func (o Opt[T]) IsSet() bool { return o.set }

// Or returns the value of a set option and def for an unset one.
func (o Opt[T]) Or(def T) T {
	if o.set {
		return o.value
	}
	return def
}

// Options are the knobs of an observation. The zero value leaves all of them
// unset: a Maka capture in outline and an AutoControl capture in indexed are
// then what those projects write. Behind each field stands what holds where it is
// unset.
type Options struct {
	Dialect     Opt[string]   // a name that Dialects lists; DefaultDialect of the capture
	Viewport    Opt[Viewport] // elements whose centre is outside go out; off
	MaxElements Opt[int]      // element lines kept, in indexed from the end if negative; NoCap, in indexed DefaultCap
	Interactive Opt[bool]     // only what can be operated, and what contains it; off, in indexed on
	Query       Opt[string]   // only what holds it in any case, and what contains that; none, in outline and json the capture's
	Collapse    Opt[Collapse] // CollapseNone, in outline and json CollapseAny
	Geometry    Opt[bool]     // write where elements are; on
	ValueCap    Opt[int]      // UTF-16 units of a value that outline writes; DefaultValueCap
	Budget      Opt[int]      // tokens the gauge measures against; DefaultBudget. It changes no text
	Tokens      Opt[string]   // a name that tokens.Names lists; tokens.Default
	Knobs       Knobs         // the dialect's own
}

// NoCap is a MaxElements that keeps every element.
const NoCap = math.MaxInt

// DefaultBudget is the budget in tokens where none is set.
const DefaultBudget = 4000

// DefaultCap is AutoControl's max_elements.
const DefaultCap = 80

// DefaultValueCap is the length in UTF-16 units at which Maka cuts a value.
const DefaultValueCap = 256

// Collapse says which containers that say nothing are lifted out.
type Collapse uint8

// The degrees of collapse.
const (
	CollapseNone   Collapse = iota
	CollapseSingle          // only containers of one child
	CollapseAny
)

var collapseNames = [...]string{"none", "single", "any"}

// String is the flag's spelling.
func (c Collapse) String() string { return collapseNames[c] }

// ViewportMode says where a viewport comes from.
type ViewportMode uint8

// The modes of a viewport.
const (
	ViewportOff     ViewportMode = iota
	ViewportAt                   // at Rect
	ViewportCapture              // the captured screen or window, else the root's frame
)

// A Viewport clips an observation: an element is in if its centre is inside,
// edges included.
type Viewport struct {
	Mode ViewportMode
	Rect model.Rect // for ViewportAt, in the capture's unit

	// ints holds the sides exactly where they come from AutoControl calls,
	// whose integers have any size.
	ints *[4]pyvalue.Int
}

// ViewportOf is a viewport at r.
func ViewportOf(r model.Rect) Viewport { return Viewport{Mode: ViewportAt, Rect: r} }

// ExactViewport is a viewport at integers of any size: x, y, width, height.
func ExactViewport(ints [4]pyvalue.Int) Viewport {
	side := func(i int) float64 { f, _ := ints[i].Big().Float64(); return f }
	return Viewport{ViewportAt, model.Rect{X: side(0), Y: side(1), W: side(2), H: side(3)}, &ints}
}

// Equal reports whether two viewports clip alike.
func (v Viewport) Equal(w Viewport) bool {
	return v.Mode == w.Mode && (v.Mode != ViewportAt || v.Rect == w.Rect)
}

// Knobs are the settings of a dialect's own options, by name.
type Knobs map[string]string

// With returns a copy in which name is value; an empty value unsets it.
func (k Knobs) With(name, value string) Knobs {
	out := maps.Clone(k)
	if out == nil {
		out = Knobs{}
	}
	if value == "" {
		delete(out, name)
	} else {
		out[name] = value
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

// Settings are Options after the dialect's and the capture's defaults have
// filled what was unset. The units are those of Options.
type Settings struct {
	Dialect     string
	Viewport    Viewport // resolved: ViewportOff or ViewportAt
	ViewportBy  string   // where a captured viewport came from: screen, window, root frame
	MaxElements int
	Interactive bool
	Query       string
	HasQuery    bool // whether there is a query; a captured one may be empty
	Collapse    Collapse
	Geometry    bool
	ValueCap    int
	Budget      int
	Tokens      string
	Knobs       Knobs // every knob of the dialect, set or default
}
